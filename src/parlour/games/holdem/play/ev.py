"""The expected value of folding, calling and raising in Hold'em, in chips from here on.

A fold is worth 0. A call wins its share of the pot and costs its price. A raise wins the pot when all fold,
and else plays for a larger one against what they would call with. What is left of the betting after that is
not searched: with cards to come a share of the pot is realised in part, more of it the later it is; and who
looks ahead counts what the betting of the next street adds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from parlour.games.holdem import State
from parlour.games.holdem.belief.equity import Floats, shares
from parlour.games.holdem.belief.profile import Profile, context_of
from parlour.games.holdem.belief.ranges import Facing, answered, places
from parlour.games.holdem.belief.reading import FOLDED
from parlour.games.holdem.play.later import worth
from parlour.games.holdem.play.table import CALL, FOLD, Raise, Spot

# Set by hand; benchmarks/holdem_realised.py measures how much of its equity a player does realise, and
# benchmarks/holdem_match.py the player as a whole.
REALISED = (
    0.90,
    0.94,
    0.97,
    1.0,
)  # of the share of the pot, by street, where betting goes on (equity realised)
RERAISED = 0.5  # of what a raise wins when called is lost where it is raised again


@dataclass(frozen=True)
class Value:
    """What an action is worth and why."""

    action: int
    ev: float
    equity: float  # against the ranges that are left
    folds: float = 0.0  # how likely all the others give up
    amount: int = 0


def weigh(
    spot: Spot, s: State, ranges: Sequence[Floats], profiles: Sequence[Profile], ahead: bool = False
) -> list[Value]:
    """Return the expected value of every action; ranges and profiles are those of `spot.others`.

    With `ahead` the betting of the next street counts, if there is one other player.
    """
    held = np.array(ranges)
    at = [places(each, spot.board) for each in ranges]
    answers = [_answer(spot, s, offered, held, at, profiles) for offered in spot.raises]
    equities = shares(spot.own, spot.board, np.array([held, *(answer.callers for answer in answers)]))
    equity = float(equities[0])
    later = _later(spot, s, profiles[0]) if ahead and len(spot.others) == 1 and spot.street < 3 else _at_once
    values = []
    if spot.price > 0:
        values.append(Value(FOLD, 0.0, equity))
    if spot.may_call:
        part = equity * (spot.pot + spot.price)
        if not _is_all_in(s, spot):
            part = REALISED[spot.street] * later(part, spot.pot + spot.price, spot.price, held)
        values.append(Value(CALL, part - spot.price, equity))
    for offered, answer, against in zip(spot.raises, answers, equities[1:], strict=True):
        values.append(_raised(spot, offered, answer, float(against), later))
    return values


Later = Callable[[float, float, float, Floats], float]  # by share, pot, what is added now, ranges


def _at_once(part: float, pot: float, added: float, held: Floats) -> float:
    """Return one's part of a pot if there were no more betting."""
    return part


def _later(spot: Spot, s: State, profile: Profile) -> Later:
    """Return what one's part of a pot is worth with the betting of the next street."""
    other = spot.others[0]
    most = min(s.stacks[spot.seat] + s.bets[spot.seat], s.stacks[other] + s.bets[other]) - s.bets[spot.seat]

    def part_of(part: float, pot: float, added: float, held: Floats) -> float:
        if added >= most:
            return part
        return worth(spot.own, spot.board, pot, most - added, held[0], profile.answers)

    return part_of


class Answer(NamedTuple):
    """How the others answer a raise."""

    folds: float  # how likely all of them fold
    callers: Floats  # what each of them goes on with
    extra: float  # what they add on average
    again: float  # how likely one raises again
    risked: int  # of the raise, what somebody can call


def _answer(
    spot: Spot, s: State, offered: Raise, held: Floats, at: Sequence[Floats], profiles: Sequence[Profile]
) -> Answer:
    folds, callers, extra, again = 1.0, np.empty_like(held), 0.0, 0.0
    most = max(s.bets[other] + s.stacks[other] for other in spot.others)
    for i, (other, profile) in enumerate(zip(spot.others, profiles, strict=True)):
        price = min(offered.amount - s.bets[other], s.stacks[other])
        if price <= 0:  # already all-in
            folds, callers[i] = 0.0, held[i]
            continue
        facing = Facing(spot.street, price, spot.pot + offered.added, 1)
        gone = answered(FOLDED, at[i], spot.board, profile, facing)
        fold = min(float(held[i] @ gone) / max(float(held[i].sum()), 1e-12), 0.98)
        callers[i] = held[i] * (1.0 - gone)
        folds *= fold
        again = max(again, profile.shares(context_of(*facing))[2])
        extra += price * (1.0 - fold)
    return Answer(folds, callers, extra, again, min(offered.amount, most) - s.bets[spot.seat])


def _raised(spot: Spot, offered: Raise, answer: Answer, equity: float, later: Later) -> Value:
    called = max(1.0 - answer.folds, 1e-9)
    pot = spot.pot + answer.risked + answer.extra / called
    won = equity * pot
    if offered.added < spot.stack:
        won = REALISED[spot.street] * later(won, pot, answer.risked, answer.callers)
    won -= answer.risked
    if offered.added < spot.stack and won > 0.0:
        won *= 1.0 - RERAISED * answer.again
    ev = answer.folds * spot.pot + (1.0 - answer.folds) * won
    return Value(offered.action, ev, equity, answer.folds, offered.amount)


def _is_all_in(s: State, spot: Spot) -> bool:
    """Say whether nobody can bet any more once the price is paid."""
    return spot.street == 3 or spot.price >= spot.stack or all(s.stacks[other] == 0 for other in spot.others)
