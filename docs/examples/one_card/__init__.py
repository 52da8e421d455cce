"""One Card: a card each; player 1 raises or folds, then player 2 calls or folds, and the higher card wins."""

from typing import Any, NamedTuple

from parlour import CHANCE, OVER, UNKNOWN
from parlour.core.bits import nth, popcount
from parlour.core.rng import below
from parlour.core.rules import changed

from .words import spoken

CARDS = 6
ACTIONS = CARDS  # of chance: the card dealt; of a player: 0 fold, 1 raise or call
BOUNDS = (-2.0, 2.0)
NONE, FOLDED, STAYED = -1, 0, 1
LEVELS = {"easy": "random", "medium": "threshold", "hard": "determinized:belief=brave", "expert": "cfr"}


class State(NamedTuple):
    cards: tuple[int, int]  # of each seat, NONE before the deal
    said: tuple[int, int]  # by each seat: NONE, FOLDED or STAYED


def start() -> State:
    return State((NONE, NONE), (NONE, NONE))


def turn(s: State) -> int:
    if s.cards[1] == NONE:
        return CHANCE
    if s.said[0] == FOLDED or s.said[1] != NONE:
        return OVER
    return 0 if s.said[0] == NONE else 1


def legal(s: State) -> int:
    if turn(s) == OVER:
        return 0
    if turn(s) != CHANCE:
        return 0b11
    dealt = 0 if s.cards[0] == NONE else 1 << s.cards[0]
    return ((1 << CARDS) - 1) ^ dealt


def weights(s: State, a: int) -> float:
    return 1.0 / popcount(legal(s))


def play(s: State, a: int) -> State:
    if s.cards[0] == NONE:
        return changed(s, cards=(a, NONE))
    if s.cards[1] == NONE:
        return changed(s, cards=(s.cards[0], a))
    return changed(s, said=(a, NONE) if s.said[0] == NONE else (s.said[0], a))


def returns(s: State) -> tuple[float, float]:
    if s.said[0] == FOLDED:
        return (-1.0, 1.0)
    if s.said[1] == FOLDED:
        return (1.0, -1.0)
    return (2.0, -2.0) if s.cards[0] > s.cards[1] else (-2.0, 2.0)


def mask(s: State, seat: int) -> State:
    if s.said[1] == STAYED:
        return s  # a call shows both cards
    first = s.cards[0] if seat == 0 or s.cards[0] == NONE else UNKNOWN
    second = s.cards[1] if seat == 1 or s.cards[1] == NONE else UNKNOWN
    return changed(s, cards=(first, second))


def fill(v: State, seat: int, rng: Any) -> State:
    first, second = v.cards
    if first == UNKNOWN:
        left = ((1 << CARDS) - 1) ^ (1 << second if second >= 0 else 0)
        first = nth(left, below(rng, popcount(left)))
    if second == UNKNOWN:
        second = nth(((1 << CARDS) - 1) ^ (1 << first), below(rng, CARDS - 1))
    return changed(v, cards=(first, second))


def sees(s: State, a: int, seat: int, now: State) -> bool:
    if turn(s) != CHANCE:
        return True
    owner = 0 if s.cards[0] == NONE else 1
    return owner == seat or mask(now, seat).cards[owner] >= 0


def format(s: State, a: int) -> str:
    return spoken(turn(s), a)
