"""Hold'em decisions in words: the price against the chances, the ranges, and how the others play."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from parlour.cards.ranges import all_holdings, kind_of, kinds
from parlour.core.view import View
from parlour.core.words import percent
from parlour.games.holdem.belief.equity import Floats, board_equity
from parlour.games.holdem.belief.profile import WEAK, Profile
from parlour.games.holdem.belief.types import likely_type, type_probabilities
from parlour.games.holdem.play.ev import Value
from parlour.games.holdem.play.table import CALL, FOLD, Spot

MOST_KINDS = 12  # kinds of holdings that a range is told by
ENOUGH = 30  # hands from which a player's type is told
FEW = 8  # hands below which a typical player, who counts for so many, outweighs what was seen


def values_words(view: View, spot: Spot, best: Value, values: Sequence[Value]) -> tuple[str, ...]:
    """Say what the choice is worth, and what a call would need."""
    here = next(value for value in values if value.action in (CALL, FOLD))
    lines = [f"Equity {percent(here.equity, 0)} of a pot of {spot.pot}."]
    if spot.price > 0:
        verdict = "more" if here.equity > spot.odds else "less"
        lines.append(
            f"A call costs {spot.price} and needs {percent(spot.odds, 0)}: {verdict} than that is there."
            if abs(here.equity - spot.odds) > 0.005
            else f"A call costs {spot.price} and needs {percent(spot.odds, 0)}: it just breaks even."
        )
    sentence = f"{view.format(best.action)} is worth {best.ev:+.1f} chips"
    if best.amount:
        sentence += f": all fold {percent(best.folds, 0)} of the time"
        sentence += f", else {percent(best.equity, 0)} of a larger pot"
    others = sorted((v for v in values if v is not best), key=lambda v: -v.ev)
    if others:
        sentence += f"; next {view.format(others[0].action)}, {others[0].ev:+.1f}"
    lines.append(sentence + ".")
    return tuple(lines)


def range_summary(weights: Floats) -> list[dict[str, Any]]:
    """Return the kinds of holdings a range consists of, the likeliest first."""
    names, numbers = _kinds()
    shares = np.bincount(numbers, weights, len(names)) / max(float(weights.sum()), 1e-12)
    likeliest = np.argsort(-shares, kind="stable")[:MOST_KINDS]
    return [{"kind": names[kind], "share": round(float(shares[kind]), 4)} for kind in likeliest]


@cache
def _kinds() -> tuple[list[str], Any]:
    """Return the names of the kinds, and the number of each holding's kind."""
    names = kinds()
    return names, np.array([names.index(kind_of(holding)) for holding in all_holdings()])


def profile_summary(profile: Profile, weights: Floats, board: int) -> dict[str, Any]:
    """Return how a player plays, how likely it holds a weak hand now, and both in words."""
    weak = float(weights[board_equity(board).rank < WEAK].sum()) / max(float(weights.sum()), 1e-12)
    out: dict[str, Any] = {"profile": profile.to_json(), "weak": round(weak, 4)}
    words = f"taken to hold a weak hand here {percent(weak, 0)} of the time. {habits_words(profile)}"
    if profile.hands:
        found = type_probabilities(profile)
        out["type"] = {name: round(chance, 4) for name, chance in found.items()}
        if profile.hands >= ENOUGH:
            name = likely_type(profile)
            words += f" Most likely {name.replace('_', '-')} ({percent(found[name], 0)})."
    out["words"] = words
    return out


def habits_words(profile: Profile) -> str:
    """Say what a player was seen to do, then what it is expected to do (the prior is a typical player)."""
    if not profile.hands:
        return "No hand of it has been seen, so it is taken for a typical player."
    seen = (
        f"Of {_many(profile.hands, 'hand')} seen it played {profile.played}, with "
        f"{_many(profile.raised, 'bet or raise', 'bets and raises')} and {_many(profile.called, 'call')}."
    )
    leaning = "; so few say little, and it is taken for nearly typical" if profile.hands < FEW else ""
    return (
        f"{seen} Estimate, starting from a typical player: it plays "
        f"{percent(profile.rates['vpip'].value, 0)} of its hands and bets or raises "
        f"{profile.aggression:.1f} times to a call{leaning}."
    )


def _many(number: int, one: str, more: str = "") -> str:
    return f"{number} {one if number == 1 else more or one + 's'}"
