"""A small game with a secret and with chance that keeps every law, as source text for tests to break.

A card is drawn and shown to the first player, who says low or high; a coin is thrown, for all to see; the
second player guesses the card.
"""

from __future__ import annotations

import pytest

from parlour.laws import ALL, OF_STRATEGIES, LawBroken

SOURCE = """
from typing import NamedTuple

from parlour import CHANCE, OVER, UNKNOWN, Option
from parlour.core.rng import below

ACTIONS = 3
OPTIONS = {"card": Option("", "the card drawn: a, b or c", secret=True)}
NONE = -1
LETTERS = "abc"


class State(NamedTuple):
    card: int
    calls: tuple[int, int, int]


def start(card=""):
    return State(LETTERS.find(card) if card else NONE, (NONE, NONE, NONE))


def turn(s):
    if s.card == NONE:
        return CHANCE
    if s.calls[0] == NONE:
        return 0
    if s.calls[1] == NONE:
        return CHANCE
    return 1 if s.calls[2] == NONE else OVER


def legal(s):
    if s.card == NONE:
        return 0b111
    if s.calls[0] == NONE:
        return 0b011
    if s.calls[1] == NONE:
        return 3
    return 7 if s.calls[2] == NONE else 0


def weights(s, a):
    return 0.5 if a == 0 or s.card != NONE else 0.25


def play(s, a):
    if s.card == NONE:
        return State(a, s.calls)
    if s.calls[0] == NONE:
        return State(s.card, (a, NONE, NONE))
    if s.calls[1] == NONE:
        return State(s.card, (s.calls[0], a, NONE))
    return State(s.card, (s.calls[0], s.calls[1], a))


def returns(s):
    if s.card == s.calls[2]:
        return (-1.0, 1.0)
    return (1.0, -1.0)


def mask(s, seat):
    if seat == 0 or s.card == NONE or s.calls[2] != NONE:
        return s
    return State(UNKNOWN, s.calls)


def fill(v, seat, rng):
    if v.card != UNKNOWN:
        return v
    return State(below(rng, 3), v.calls)


def sees(s, a, seat, now):
    return s.card != NONE or seat == 0 or now.calls[2] != NONE


def evaluate(s, seat):
    return 0.25 - 0.5 * seat


def order(s, a):
    return float(a)


def rollout(s, rng):
    return below(rng, 2)


def format(s, a):
    if s.card == NONE:
        return "card " + LETTERS[a]
    if s.calls[0] == NONE:
        return ("low", "high")[a]
    return ("coin " if s.calls[1] == NONE else "guess ") + LETTERS[a]


def parse(s, text):
    for a in range(ACTIONS):
        if legal(s) >> a & 1 and format(s, a) == text:
            return a
    return -1
"""


def broken(*changes: tuple[str, str]) -> str:
    """Give the source with some of its text replaced; each piece must be there exactly once."""
    source = SOURCE
    for old, new in changes:
        assert source.count(old) == 1, f"{old!r} is {source.count(old)} times in the source"
        source = source.replace(old, new)
    return source


LAWS = {law.__name__: law for law in (*ALL, *OF_STRATEGIES)}


def breaks(law: str, says: str, *args: object) -> None:
    """Check that a law is broken, and that one line tells what, where and how to see it again."""
    with pytest.raises(LawBroken) as caught:
        LAWS[law](*args, 30, 0)
    text = str(caught.value)
    assert says in text
    assert text.startswith("parlour.game('")
    assert ", seed " in text
    assert ", after " in text
    assert "\n" not in text
    assert len(text) < 1500
