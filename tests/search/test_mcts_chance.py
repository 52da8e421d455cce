"""What is proven behind chance is worth what it is to the seat that gets it."""

from __future__ import annotations

from collections.abc import Callable

import parlour

RISK = """
from typing import NamedTuple

from parlour import CHANCE, OVER, Traits

ACTIONS = 2
TRAITS = Traits(zero_sum=True)


class State(NamedTuple):
    step: int  # 0: choose, 1: the draw, 2: the other seat's only move, 3: over
    luck: int  # of seat 0


def start():
    return State(0, -1)


def turn(s):
    return (0, CHANCE, 1, OVER)[s.step]


def legal(s):
    return (0b11, 0b11, 0b01, 0)[s.step]


def weights(s, a):
    return 0.9 if a == 0 else 0.1


def play(s, a):
    if s.step == 0:
        return State(3, -1) if a == 0 else State(1, -1)
    if s.step == 1:
        return State(2, a)
    return State(3, s.luck)


def returns(s):
    if s.luck < 0:
        return (0.0, 0.0)
    return (1.0, -1.0) if s.luck == 1 else (-1.0, 1.0)
"""


def test_a_loss_behind_chance_is_no_win(write_game: Callable[..., parlour.Game]) -> None:
    """To be safe is a draw; the risk is lost nine times in ten, and a tree that proves each end knows it."""
    game = write_game(RISK, "risk")
    choice = parlour.analyse(game, strategy="mcts:simulations=2000", seed=1)
    values = {candidate.action: candidate.value for candidate in choice.candidates}
    assert choice.action == 0
    assert abs(values[1] + 0.8) < 0.1
