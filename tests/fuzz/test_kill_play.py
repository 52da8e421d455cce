"""A few games killed in the middle; `python tests/fuzz/kill_play.py --cases 60` kills many."""

from __future__ import annotations

import os

import pytest
from kill_play import run


@pytest.mark.skipif(os.name != "posix", reason="no kill -9 here")
def test_killed_games_go_on_and_nothing_is_left_behind(tmp_path):
    tally = run(2, 3, tmp_path, games=["tic_tac_toe", "kuhn_poker", "hearts"])
    assert tally.faults == []
    assert tally.kills >= 4
