"""What is compiled is named by its game, also where a game keeps its state in another of its files."""

from __future__ import annotations

import pytest

import parlour
from parlour.compile.backend import game_of


@pytest.mark.parametrize("name", parlour.game_names())
def test_a_game_is_called_by_its_name(name):
    assert game_of(type(parlour.game(name).start())) == name
