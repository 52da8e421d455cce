"""A game for tests in which no two moves look alike: stones are taken from a heap, some worth more."""

from __future__ import annotations

from typing import NamedTuple

from parlour.core.rules import OVER

ACTIONS = 3
BOUNDS = (-1.0, 1.0)


class State(NamedTuple):
    """The stones left, whose turn it is, and by how much the first player leads."""

    left: int
    player: int
    lead: int


def start() -> State:
    """Twelve stones."""
    return State(12, 0, 0)


def turn(s: State) -> int:
    """In turn, until the heap is empty."""
    return OVER if s.left == 0 else s.player


def legal(s: State) -> int:
    """One to three."""
    return (1 << min(3, s.left)) - 1


def play(s: State, a: int) -> State:
    """The worth of stones hangs on the heap they come from."""
    won = (s.left * (a + 2)) % 7 + a
    return State(s.left - a - 1, 1 - s.player, s.lead + (won if s.player == 0 else -won))


def returns(s: State) -> tuple[float, float]:
    """The lead, but no more than one."""
    worth = max(-1.0, min(1.0, s.lead / 64.0))
    return (worth, -worth)


def evaluate(s: State, seat: int) -> float:
    """The lead, and a little for the heap: every number of stones has another worth."""
    worth = s.lead / 64.0 + ((s.left * 5) % 13) / 4096.0
    return worth if seat == 0 else -worth
