"""A cap on time makes no level stronger and none other: it only ends a decision that takes longer."""

from __future__ import annotations

import time

import pytest

import parlour
from levels import different_levels
from parlour.core import registry
from parlour.core.driver import Seat
from parlour.core.errors import BadOption
from parlour.core.limit import Limit
from parlour.core.match import Match

AMPLE = Limit(at_most=3600.0)
# What would take hours by its own count.
ENDLESS = [
    ("connect_four", "mcts:simulations=1000000000"),
    ("connect_four", "montecarlo:simulations=1000000000"),
    ("connect_four", "alphabeta:nodes=1000000000000"),
    ("checkers", "draughts:nodes=1000000000000"),
    ("ultimate_tic_tac_toe", "ultimate:nodes=1000000000000"),
    ("row_column", "row_column_solver:nodes=1000000000000"),
    ("dots_and_boxes", "chains:simulations=1000000000,nodes=1000000000000"),
    ("hearts", "determinized:simulations=1000000000"),
    ("kuhn_poker", "ismcts:simulations=1000000000"),
    ("leduc_poker", "cfr:iterations=1000000"),
]


def decided(name, spec, limit):
    match = next(m for m in (Match(parlour.game(name), seed) for seed in range(4, 99)) if not m.over)
    return Seat(match.game, spec, match.turn, 6).decide(match.view(match.turn), limit)


@pytest.mark.parametrize("name", registry.game_names())
def test_a_cap_that_is_not_reached_changes_nothing(name):
    for level in different_levels(registry.game(name)):
        free, capped = decided(name, level, None), decided(name, level, AMPLE)
        assert (capped.action, capped.candidates, capped.work) == (free.action, free.candidates, free.work)


@pytest.mark.parametrize(("name", "spec"), ENDLESS)
def test_a_cap_ends_what_would_go_on(name, spec):
    decided(name, spec, Limit(simulations=1, nodes=1, depth=1))
    began = time.perf_counter()
    choice = decided(name, spec, Limit(at_most=0.1))
    assert time.perf_counter() - began < 30.0
    assert choice.action >= 0


def test_seconds_lift_a_count_and_at_most_does_not():
    spec = "mcts:simulations=50"
    assert decided("connect_four", spec, Limit(at_most=0.3)).work["simulations"] == 50
    assert decided("connect_four", spec, Limit(seconds=0.3)).work["simulations"] > 50
    both = decided("connect_four", "mcts:simulations=1000000000", Limit(seconds=60.0, at_most=0.1))
    assert both.work["simulations"] < 100_000_000


def test_the_cap_is_whichever_comes_first():
    assert Limit().cap is None
    assert Limit(seconds=2.0).cap == 2.0
    assert Limit(seconds=2.0, at_most=0.5).cap == 0.5
    assert Limit.parse("at_most=0.05") == Limit(at_most=0.05)
    assert Limit(seconds=2.0, at_most=0.5).after(0.4) == Limit(seconds=1.6, at_most=0.5 - 0.4)
    with pytest.raises(BadOption, match="at_most"):
        Limit.parse("at_most=0")
