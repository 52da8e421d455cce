"""In worlds of Hearts that look alike to the seat to move, every strategy does and says the same."""

from __future__ import annotations

from parlour import game
from parlour.core.registry import strategies_for

from .pairs import PLAYERS, compare

PAIRS = 25  # `python tests/games/hearts/pairs.py` compares 10,000


def test_no_strategy_tells_worlds_with_one_view_apart():
    counts, differences = compare(PAIRS)
    assert differences == []
    assert counts["other hands"] > 0.8 * PAIRS
    assert min(counts["pass"], counts["play"]) > 0


def test_every_strategy_that_plays_hearts_is_compared():
    assert {spec.partition(":")[0] for spec in PLAYERS} == set(strategies_for(game("hearts")))
