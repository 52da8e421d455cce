"""Perft on a device counts what the recursive one counts, and what was published."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import parlour
from parlour.batches import perft as batch
from parlour.core.errors import BadOption
from parlour.search.perft import leaves_at

VALUES = Path(__file__).parents[1] / "values"


@pytest.mark.parametrize(
    ("name", "depth"),
    [("tic_tac_toe", 4), ("connect_four", 4), ("checkers", 4), ("nim", 2), ("kuhn_poker", 5), ("hearts", 1)],
)
def test_the_counts_are_those_of_the_recursive_one(name, depth, monkeypatch):
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")
    monkeypatch.setitem(batch.ENOUGH, "cpu", 10)
    game = parlour.game(name)
    s = game.start()
    for d in range(depth + 1):
        assert batch.perft(game, s, d, "cpu").leaves == leaves_at(s, d)


def test_a_level_too_large_to_lay_out_is_counted_from_the_one_before(monkeypatch):
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")
    monkeypatch.setattr(batch, "MOST", 40)
    game = parlour.game("connect_four")
    seen = []
    found = batch.perft(game, game.start(), 4, "cpu", progress=lambda *at: seen.append(at))
    assert found.leaves == 7**4
    assert seen[-1] == (7, 7)


def test_turn_sequences_of_bik_2009_in_lanes():
    game = parlour.game("checkers")
    published = json.loads((VALUES / "checkers.json").read_text())["perft_initial"]
    for depth in (5, 7):
        assert batch.perft(game, game.start(), depth, "cpu").leaves == published[str(depth)]


@pytest.mark.parametrize("depth", [-1, 61, "3", None, 2.0, True])
def test_a_depth_is_a_whole_number(depth):
    game = parlour.game("tic_tac_toe")
    with pytest.raises(BadOption, match=r"depth=.*: needs a whole number from 0 to 60"):
        batch.perft(game, game.start(), depth, "cpu")
