"""A game for tests: a coin lies hidden. Take a sure 0.4, or guess it: 1 if right, -1 if not."""

from __future__ import annotations

from typing import Any, NamedTuple

from parlour.core.game import Traits
from parlour.core.rng import below
from parlour.core.rules import OVER, UNKNOWN

SEATS, ACTIONS = 1, 2
TRAITS = Traits(zero_sum=False)


class State(NamedTuple):
    """The coin, 0, 1 or 2 moves made, and the guess."""

    coin: int
    moves: int
    guess: int


def start() -> State:
    """It lies heads up; nobody is told."""
    return State(1, 0, -1)


def turn(s: State) -> int:
    """One player."""
    return 0 if s.moves < 2 else OVER


def legal(s: State) -> int:
    """Take or guess; tails or heads."""
    return 3 if s.moves < 2 else 0


def play(s: State, a: int) -> State:
    """Taking ends it."""
    if s.moves == 0:
        return State(s.coin, 2 if a == 0 else 1, -1)
    return State(s.coin, 2, a)


def returns(s: State) -> tuple[float]:
    """The offer, or the guess."""
    if s.guess == -1:
        return (0.4,)
    return (1.0 if s.guess == s.coin else -1.0,)


def mask(s: State, seat: int) -> State:
    """The coin is shown after a guess."""
    return s if s.guess >= 0 else State(UNKNOWN, s.moves, s.guess)


def fill(v: State, seat: int, rng: Any) -> State:
    """Heads or tails."""
    return State(below(rng, 2), v.moves, v.guess) if v.coin == UNKNOWN else v


def format(s: State, a: int) -> str:
    """The move's name."""
    return ("take", "guess")[a] if s.moves == 0 else ("tails", "heads")[a]
