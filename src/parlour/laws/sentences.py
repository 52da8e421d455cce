"""Hold what a choice says against what it knows: players named, numbers computed, the move accounted for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from parlour.core.choice import Choice
from parlour.core.game import Game
from parlour.core.spec import make
from parlour.core.strategy import Strategy
from parlour.core.view import View, plain
from parlour.laws.strategies import LITTLE, decisions

THINGS = (
    "bets|bluffs|boxes|calls|cards|chains|chips|coins|counters|dice|games|hands|heaps|iterations|lines|men|"
    "moves|nodes|pieces|playouts|plies|points|positions|rounds|shots|simulations|steps|stones|times|trees|"
    "tricks|turns|walks|worlds"
)
WRONG = {
    "a seat by its number": re.compile(r"\bseats? \d", re.IGNORECASE),
    "a name that was not filled in": re.compile(r"\{\d"),
    "rounding noise": re.compile(r"\de-\d"),
    "one of many": re.compile(rf"(?<![\d.,x:])\b1 ({THINGS})\b"),
    "whoever reads it": re.compile(r"\byou(r|rs|rself)?\b", re.IGNORECASE),
    "no number": re.compile(r"\b(nan|inf|None(?! of))\b"),
}
# What is said where the chosen move is not the one with the best value.
ACCOUNTS = (
    "at random",
    "was tried less",
    "that is not sure",
    "less than the error of the two",
    "less apart than the error of the two",
    "when it was dropped",
    "gives away",
)
NUMBER = re.compile(r"(?<![\w.,/:])[+-]?\d(?:[\d,]*\d)?(?:\.\d+)?(?![\w])( ?%)?")
# What is named by its number: a place, not an amount.
PLACE = re.compile(
    r"\b(boards?|cells?|columns?|depth|hands?|heaps?|lines?|pins?|player|rounds?|rows?|squares?|tricks?) "
    r"\d+((,| and| or| to) \d+)*\b(?! (of|cards?))",
    re.IGNORECASE,
)
NOISE = 1e-9
FEWER = 4  # of so many decisions that other laws look at, one is listened to
LONGEST_HINT = 200  # characters of a sentence that a learner reads


def faults(choice: Choice, view: View | None = None, settings: Mapping[str, Any] | None = None) -> list[str]:
    """List what is wrong with the sentences of a choice that was made from a view by these settings."""
    said = (*choice.reasons, *(c.note for c in choice.candidates), *(e.caption for e in choice.shown))
    found = [f"{name}: {text}" for text in said for name, pattern in WRONG.items() if pattern.search(text)]
    best = max((c.value for c in choice.candidates if c.value is not None), default=None)
    if best is not None and choice.value is not None and choice.value < best - NOISE:
        if not any(account in reason for reason in choice.reasons for account in ACCOUNTS):
            found.append(f"{choice.move} at {choice.value} is played, not {best}: {choice.reasons}")
    found += [f"too long for a hint: {text}" for text in choice.hint if len(text) > LONGEST_HINT]
    return [*found, *unfounded(choice, view, settings or {})]


def unfounded(choice: Choice, view: View | None, settings: Mapping[str, Any]) -> list[str]:
    """List the numbers in reasons that occur nowhere in the data of the choice."""
    known = {*_known(choice, view), *_numbers(settings)}
    found = []
    for reason in choice.reasons:
        for number in NUMBER.finditer(_without_moves(reason, choice)):
            text = number[0].removesuffix("%").strip().replace(",", "")
            digits = len(text.partition(".")[2])
            told, error = abs(float(text)), 0.5 * 10.0**-digits + NOISE
            if number[1]:
                told, error = told / 100.0, error / 100.0
            if not any(abs(value - told) <= error for value in known):
                found.append(f"{number[0]} is nowhere in the data: {reason}")
    return found


def _without_moves(reason: str, choice: Choice) -> str:
    """Take the moves out of a sentence: their digits are places, cards and amounts."""
    reason = PLACE.sub("~", reason)
    moves = {
        choice.move,
        *(c.move for c in choice.candidates),
        *(m for c in choice.candidates for m in c.line),
    }
    for move in sorted(moves, key=len, reverse=True):
        if move:
            reason = re.sub(rf"(?<![\w.]){re.escape(move)}(?![\w%]|\.\d| ?%)", "~", reason)
    return reason


def _known(choice: Choice, view: View | None) -> Iterator[float]:
    """Give every number that the choice was made from or has computed, and the differences of values."""
    data = choice.to_json()
    for key in ("candidates", "evidence", "work", "exhibits"):
        yield from _numbers(data[key])
    yield from range(len(choice.candidates) + 1)
    yield from (float(n) for c in choice.candidates for n in re.findall(r"\d+", c.move))
    values = [c.value for c in choice.candidates if c.value is not None]
    best = max(values, default=0.0)
    yield from (abs(value - other) for value in values for other in {best, choice.value or 0.0})
    visits = [c.visits for c in choice.candidates if c.visits is not None]
    yield from (count / max(1, sum(visits)) for count in visits)
    yield 0.95  # of an interval
    if view is not None:
        yield view.ply
        yield view.seat + 1
        yield from _numbers(plain(view.state))
        yield from _numbers(dict(view.game.options))
        yield from map(abs, view.game.bounds)


def _numbers(value: Any) -> Iterator[float]:
    """Give the numbers in data of any shape, and how many things each list and table holds."""
    if isinstance(value, (bool, type(None))):
        return
    if isinstance(value, (int, float)):
        yield abs(float(value))
    elif isinstance(value, str):
        yield from (abs(float(n[0].rstrip(" %").replace(",", ""))) for n in NUMBER.finditer(value))
    elif isinstance(value, Mapping):
        yield len(value)
        for key, part in value.items():
            yield from _numbers(str(key))
            yield from _numbers(part)
    elif isinstance(value, (list, tuple)):
        yield len(value)
        for part in value:
            yield from _numbers(part)
    elif hasattr(value, "tolist"):
        yield from _numbers(value.tolist())


def settings_of(player: Strategy) -> dict[str, Any]:
    """Return the options that a strategy plays with."""
    return {name: getattr(player, name) for name in player.options}


def true_sentences(game: Game, spec: str, games: int, seed: int) -> int:
    """What a strategy says of its choice is borne out by the data of that choice, asked why or not."""
    count = 0
    for number, (trail, view) in enumerate(decisions(game, games, seed)):
        if number % FEWER:
            continue
        player = make(game, spec, view.seat, trail.stream("choice"))
        for thorough in (False, True):
            player.thorough = thorough
            found = faults(player.decide(view, LITTLE), view, settings_of(player))
            if found:
                raise trail.broken(f"{spec} says what does not hold: {found[0]}")
            count += 1
    return count
