"""The expected value of folding, calling and raising in Hold'em, in chips from here on.

A fold is worth 0. A call wins its share of the pot and costs its price. A raise wins the pot when all fold,
and else plays for a larger one against what they would call with. What is left of the betting after that is not searched: with cards to come
a share of the pot is realised in part, more of it the later it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from parlour.beliefs.holdem_equity import Floats, shares
from parlour.beliefs.holdem_profile import Profile, context_of
from parlour.beliefs.holdem_ranges import answered
from parlour.beliefs.holdem_reading import FOLDED
from parlour.core.rules import AnyState
from parlour.experts.holdem_table import CALL, FOLD, Raise, Spot

REALISED = (0.90, 0.94, 0.97, 1.0)  # of the share, by street, where betting goes on
RERAISED = 0.5  # of what a raise wins when called is lost where it is raised again


@dataclass(frozen=True)
class Value:
    """What an action is worth and why."""

    action: int
    ev: float
    equity: float  # against the ranges that are left
    folds: float = 0.0  # how likely all the others give up
    amount: int = 0


def weigh(spot: Spot, s: AnyState, ranges: Sequence[Floats], profiles: Sequence[Profile]) -> list[Value]:
    """Give the value of everything that may be done; ranges and profiles are those of `spot.others`."""
    held = np.array(ranges)
    answers = [_answer(spot, s, offered, held, profiles) for offered in spot.raises]
    equities = shares(spot.own, spot.board, np.array([held, *(answer.callers for answer in answers)]))
    equity = float(equities[0])
    factor = 1.0 if _is_all_in(s, spot) else REALISED[spot.street]
    values = []
    if spot.price > 0:
        values.append(Value(FOLD, 0.0, equity))
    if spot.may_call:
        values.append(Value(CALL, factor * equity * (spot.pot + spot.price) - spot.price, equity))
    for offered, answer, against in zip(spot.raises, answers, equities[1:], strict=True):
        values.append(_raised(spot, offered, answer, float(against)))
    return values


class Answer(NamedTuple):
    """How the others answer a raise."""

    folds: float  # how likely all of them fold
    callers: Floats  # what each of them goes on with
    extra: float  # what they add on average
    again: float  # how likely one raises again


def _answer(spot: Spot, s: AnyState, offered: Raise, held: Floats, profiles: Sequence[Profile]) -> Answer:
    folds, callers, extra, again = 1.0, np.empty_like(held), 0.0, 0.0
    for i, (other, profile) in enumerate(zip(spot.others, profiles, strict=True)):
        price = min(offered.amount - s.bets[other], s.stacks[other])
        if price <= 0:  # already all-in
            folds, callers[i] = 0.0, held[i]
            continue
        facing = (spot.street, price, spot.pot + offered.added, 1)
        gone = answered(FOLDED, held[i], spot.board, profile, facing)
        fold = min(float(held[i] @ gone) / max(float(held[i].sum()), 1e-12), 0.98)
        callers[i] = held[i] * (1.0 - gone)
        folds *= fold
        again = max(again, profile.shares(context_of(*facing))[2])
        extra += price * (1.0 - fold)
    return Answer(folds, callers, extra, again)


def _raised(spot: Spot, offered: Raise, answer: Answer, equity: float) -> Value:
    called = max(1.0 - answer.folds, 1e-9)
    is_all_in = offered.added >= spot.stack
    factor = 1.0 if is_all_in else REALISED[spot.street]
    won = factor * equity * (spot.pot + offered.added + answer.extra / called) - offered.added
    if not is_all_in and won > 0.0:
        won *= 1.0 - RERAISED * answer.again
    ev = answer.folds * spot.pot + (1.0 - answer.folds) * won
    return Value(offered.action, ev, equity, answer.folds, offered.amount)


def _is_all_in(s: AnyState, spot: Spot) -> bool:
    """Say whether nobody can bet any more once the price is paid."""
    return spot.street == 3 or spot.price >= spot.stack or all(s.stacks[other] == 0 for other in spot.others)
