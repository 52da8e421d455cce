"""Hold'em decisions in words: the price against the chances, the ranges, and how the others play."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from parlour.cards.cards import RANKS, set_text
from parlour.cards.hands import strength
from parlour.cards.hands import words as hand_words
from parlour.cards.ranges import all_holdings, kind_of, kinds
from parlour.core.exhibit import Exhibit, bars, picture_of, shares, table
from parlour.core.memory import in_past
from parlour.core.picture import Cell, Grid, Picture, heat
from parlour.core.view import View
from parlour.core.words import percent
from parlour.games.holdem.belief.equity import Floats, board_equity
from parlour.games.holdem.belief.profile import WEAK, Profile
from parlour.games.holdem.belief.types import likely_type, type_probabilities
from parlour.games.holdem.play.ev import Value
from parlour.games.holdem.play.table import CALL, FOLD, Spot

MOST_KINDS = 12  # kinds of holdings that a range is told by
UNLIKELY = 0.1  # of the likeliest kind: a kind that is less likely is not named in the square
ENOUGH = 30  # hands from which a player's type is told
FEW = 8  # hands below which a typical player, who counts for so many, outweighs what was seen


def values_words(view: View, spot: Spot, best: Value, values: Sequence[Value]) -> tuple[str, ...]:
    """Say what the hand is, what a call would need, and what the choice is worth."""
    here = next(value for value in values if value.action in (CALL, FOLD))
    share = f"{percent(here.equity, 0)} of the pot of {spot.pot}"
    lines = [
        f"{{{spot.seat} has}} {holding_words(spot)}: on average {share} against what the others may hold."
    ]
    if spot.price > 0:
        verdict = "more" if here.equity > spot.odds else "less"
        lines.append(
            f"A call costs {spot.price} and needs {percent(spot.odds, 0)}: {verdict} than that is there."
            if abs(here.equity - spot.odds) > 0.005
            else f"A call costs {spot.price} and needs {percent(spot.odds, 0)}: it just breaks even."
        )
    sentence = f"{view.format(best.action)} is worth {_chips(best.ev)} chips"
    if best.amount:
        sentence += f": all fold {percent(best.folds, 0)} of the time"
        sentence += f", else {percent(best.equity, 0)} of a larger pot"
    others = sorted((v for v in values if v is not best), key=lambda v: -v.ev)
    if others:
        sentence += f"; next {view.format(others[0].action)}, {_chips(others[0].ev)}"
    lines.append(sentence + ".")
    return tuple(lines)


def _chips(number: float) -> str:
    return f"{number:+.1f}" if abs(number) >= 0.05 else "0"


def holding_words(spot: Spot) -> str:
    """Name the two cards, and from the flop on the hand that they make."""
    cards = set_text(spot.own)
    return f"{cards}, {hand_words(strength(spot.own | spot.board))}" if spot.board else cards


def values_shown(view: View, spot: Spot, values: Sequence[Value]) -> tuple[Exhibit, ...]:
    """Show the share of the pot beside what a call needs, and what every action is worth."""
    here = next(value for value in values if value.action in (CALL, FOLD))
    shares = {f"{{{spot.seat}'s}} share of the pot": here.equity}
    if spot.price > 0:
        shares["needed for a call"] = spot.odds
    ranked = sorted(values, key=lambda value: -value.ev)
    rows = [
        [
            view.format(value.action),
            _chips(value.ev),
            percent(value.equity, 0),
            percent(value.folds, 0) if value.amount else "",
        ]
        for value in ranked
    ]
    columns = ("move", "worth in chips", "share if called", "all fold")
    return bars("The price and the chances", shares, "%", 1.0), table(
        "What each move is worth", columns, rows
    )


def range_shown(seat: int, weights: Floats, known: int) -> Exhibit:
    """Show what a player is taken to hold in the usual square: suited above the pairs, offsuit below."""
    names, numbers = _kinds()
    free = np.array([holding & known == 0 for holding in all_holdings()])
    total = np.bincount(numbers, weights, len(names))
    level = total / np.maximum(np.bincount(numbers, free, len(names)), 1)
    level /= max(float(level.max()), 1e-12)
    rows = []
    for high in range(12, -1, -1):
        row = []
        for low in range(12, -1, -1):
            pair, suit = RANKS[max(high, low)] + RANKS[min(high, low)], "s" if high > low else "o"
            kind = pair if high == low else pair + suit
            likely = float(level[names.index(kind)])
            row.append(Cell(kind if likely >= UNLIKELY else "-", heat(likely)))
        rows.append(tuple(row))
    shares = total / max(float(total.sum()), 1e-12)
    data = {name: round(float(share), 4) for name, share in zip(names, shares, strict=True) if share > 0.0}
    caption = f"What {{{seat} is}} taken to hold, the hotter the likelier"
    return picture_of(caption, Picture((Grid(tuple(rows), style="bare"),)), {"shares": data})


def likeliest_shown(seat: int, model: dict[str, Any]) -> Exhibit:
    """Show the likeliest kinds of holdings of a player."""
    held = {row["kind"]: row["share"] for row in model["range"]}
    return bars(f"What {{{seat} is}} taken to hold, the likeliest first", held, "%")


def habits_shown(seat: int, model: dict[str, Any]) -> Exhibit:
    """Show how a player is taken to play."""
    profile = model["profile"]
    names = {"vpip": "plays a hand", "pfr": "raises before the flop", "bluff": "bets a weak hand"}
    rows = [
        [words, *(percent(profile[name][key], 0) for key in ("value", "low", "high"))]
        for name, words in names.items()
    ]
    seen = f"from {_many(profile['hands'], 'hand')} seen" if profile["hands"] else "before any hand was seen"
    return table(f"How {{{seat} is}} taken to play, {seen}", ("habit", "share", "from", "to"), rows)


def type_shown(seat: int, model: dict[str, Any]) -> tuple[Exhibit, ...]:
    """Show which type a player may be; nothing before a hand of it was seen."""
    if "type" not in model:
        return ()
    types = {name.replace("_", "-"): chance for name, chance in model["type"].items()}
    seen = _many(model["profile"]["hands"], "hand")
    return (shares(f"Which type {{{seat} is}}, by {seen} seen", types),)


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
        usual = percent(profile.rates["vpip"].value, 0)
        return f"Before any hand was seen it is taken for a typical player, who plays {usual} of all hands."
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


def past_summary(profile: Profile, matches: int) -> dict[str, Any]:
    """Return what a player was seen to do in earlier matches, of which the profile is made."""
    share = profile.played / profile.hands
    counts = {"hands": profile.hands, "raised": profile.raised, "called": profile.called}
    return {"matches": matches, "played": share, **counts}


def past_words(seat: int, past: dict[str, Any]) -> str:
    """Say what a player was seen to do in earlier matches."""
    ups = _many(past["raised"], "bet or raise", "bets and raises")
    return (
        f"{in_past(past['matches'])} {{{seat}}} played {percent(past['played'], 0)} of "
        f"{_many(past['hands'], 'hand')}, with {ups} and {_many(past['called'], 'call')}."
    )


def _many(number: int, one: str, more: str = "") -> str:
    return f"{number} {one if number == 1 else more or one + 's'}"
