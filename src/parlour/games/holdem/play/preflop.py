"""The expected value of folding, calling and raising before the flop, in chips from here on.

A pot before the flop is not won by its cards alone: most of the chips are still behind. So a share of the pot
is turned into what a hand makes of it (`realised`): the more is behind, the more good hands win beyond their
share and the more weak ones lose of it. The others answer each by itself, as it plays: some fold, some call,
and some raise again, to which the better of folding, calling and going all-in is the reply. What goes on
against a raise is the better part of what they hold, the better the larger the raise; so an all-in of many
big blinds wins the blinds from nearly all hands, and meets the best.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log1p, prod
from typing import NamedTuple

import numpy as np

from parlour.games.holdem import State
from parlour.games.holdem.belief.answers import typical_folds
from parlour.games.holdem.belief.equity import HOLDS, Floats, shares
from parlour.games.holdem.belief.profile import BET, LARGE_BET, PRIOR, SMALL_BET, Profile
from parlour.games.holdem.belief.ranges import Facing, acting, places
from parlour.games.holdem.play.ev import REALISED, Value
from parlour.games.holdem.play.later import worth
from parlour.games.holdem.play.table import CALL, FOLD, Raise, Spot
from parlour.games.holdem.table import LIMIT, NO_LIMIT, STRUCTURE

# Fitted by `python benchmarks/holdem_realised.py --hands 9000`: 0.29 +- 0.22. Position and suits, fitted with
# it, came to nothing: -0.02 +- 0.02 and -0.02 +- 0.04.
SLOPE = 0.29
LIMP = 0.1  # big blinds taken off a first call for each player behind but one: it tells of no good hand
LIKELY = 1e-3  # less likely answers are left out


class Answer(NamedTuple):
    """How another player answers: the chance of each answer, and the range that goes with it."""

    fold: float
    call: float
    up: float  # how likely it raises
    price: int
    callers: Floats
    raisers: Floats


class Before:
    """A decision before the flop."""

    def __init__(
        self, spot: Spot, s: State, ranges: Sequence[Floats], profiles: Sequence[Profile], ahead: bool
    ) -> None:
        self.spot, self.s, self.profiles = spot, s, profiles
        self.held = [np.where(HOLDS & spot.own == 0, each, 0.0) for each in ranges]
        self.at = [places(each, 0) for each in self.held]
        self.known = known_of(profiles[0]) if ahead and len(spot.others) == 1 else 0.0

    def values(self) -> list[Value]:
        """Return the value of everything that may be done."""
        spot = self.spot
        equity = prod(self._equities(self.held))
        values = [Value(FOLD, 0.0, equity)] if spot.price > 0 else []
        if spot.may_call:
            values.append(Value(CALL, self._called(equity), equity))
        return values + [self._raised(offered) for offered in spot.raises]

    # -- what the others do ----------------------------------------------------------------------------------

    def _answer(self, i: int, to: int, pot: int, raises: int) -> Answer:
        """Return another player's answer to a raise to `to` chips."""
        s, other, held = self.s, self.spot.others[i], self.held[i]
        price = min(max(to - s.bets[other], 0), s.stacks[other])
        if s.stacks[other] == 0:
            return Answer(0.0, 1.0, 0.0, 0, held, held)
        facing = Facing(0, price, pot, raises, len(self.spot.others))
        raising, gone = acting(self.at[i], 0, self.profiles[i], facing)
        if price >= s.stacks[other] or to >= self.spot.stack + s.bets[self.spot.seat]:  # it can only call
            raising = np.zeros_like(held)
        whole = max(float(held.sum()), 1e-12)
        raisers = held * raising
        callers = (held - raisers) * (1.0 - gone)
        up, call = float(raisers.sum()) / whole, float(callers.sum()) / whole
        return Answer(max(1.0 - up - call, 0.0), call, up, price, callers, raisers)

    def _equities(self, ranges: Sequence[Floats]) -> list[float]:
        """Return the share of the pot against each of some ranges alone."""
        return [float(x) for x in shares(self.spot.own, 0, np.array(ranges)[:, None])] if ranges else []

    # -- what they are worth ---------------------------------------------------------------------------------

    def _realised(self, equity: float, pot: float, paid: float, among: Sequence[int], number: float) -> float:
        """Return what a share of a pot comes to, with `number` of the players `among` in it."""
        s, spot = self.s, self.spot
        theirs = max(s.stacks[spot.others[i]] + s.bets[spot.others[i]] for i in among) - s.bets[spot.seat]
        return realised(equity, pot, min(spot.stack, theirs) - paid, number)

    def _seen(self, i: int, equity: float, pot: float, paid: float, held: Floats) -> float:
        """Return one's part of a pot that another player is in too, before the flop."""
        found = self._realised(equity, pot, paid, [i], 1.0)
        s, spot, other = self.s, self.spot, self.spot.others[i]
        behind = min(spot.stack, s.stacks[other] + s.bets[other] - s.bets[spot.seat]) - paid
        if self.known > 0.0 and behind > 0:
            ahead = REALISED[0] * worth(spot.own, 0, pot, behind, held, self.profiles[i].answers)
            found += self.known * (ahead - found)
        return found

    def _called(self, equity: float) -> float:
        """Return the value of a call: seeing the flop, unless a player behind raises."""
        spot, s = self.spot, self.s
        waiting = [i for i, other in enumerate(spot.others) if s.waiting >> other & 1]
        pot, paid = spot.pot + spot.price, spot.price
        if len(spot.others) == 1 and not waiting:
            return self._seen(0, equity, pot, paid, self.held[0]) - paid
        top = max(s.bets)
        answers = {i: self._answer(i, top, pot, spot.raised_before) for i in waiting}
        chances = [answers[i].call + answers[i].up if i in answers else 1.0 for i in range(len(spot.others))]
        alone = self._equities(
            [
                answers[i].callers if i in answers and answers[i].call > LIKELY else self.held[i]
                for i in range(len(chances))
            ]
        )
        comes = prod(1.0 - chance + chance * share for chance, share in zip(chances, alone, strict=True))
        whole = pot + sum(answers[i].price * answers[i].call for i in waiting)
        if len(spot.others) == 1:
            quiet = self._seen(0, comes, whole, paid, answers[0].callers) - paid
        else:
            quiet = self._realised(comes, whole, paid, range(len(chances)), max(sum(chances), 1.0)) - paid
        first = spot.raised_before == 0 and spot.price > 0
        found, still = -LIMP * s.blinds[1] * (len(waiting) - 1) if first else 0.0, 1.0
        for i in waiting:
            found += still * answers[i].up * self._raised_again(i, answers[i], top, pot, paid)
            still *= 1.0 - answers[i].up
        return found + still * quiet

    def _raised(self, offered: Raise) -> Value:
        """Return the value of a raise: all fold, one player goes on, or several do."""
        spot, s = self.spot, self.s
        others = range(len(spot.others))
        answers = [
            self._answer(i, offered.amount, spot.pot + offered.added, spot.raised_before + 1) for i in others
        ]
        most = max(s.bets[other] + s.stacks[other] for other in spot.others)
        risked = min(offered.amount, most) - s.bets[spot.seat]
        alone = self._equities(
            [answer.callers if answer.call > LIKELY else self.held[i] for i, answer in enumerate(answers)]
        )
        folds = [answer.fold for answer in answers]
        total = prod(folds)
        ev, several = total * spot.pot, 1.0 - total
        for i, answer in enumerate(answers):
            rest = prod(fold for j, fold in enumerate(folds) if j != i)
            several -= rest * (answer.call + answer.up)
            if rest * answer.call > LIKELY:
                pot = spot.pot + risked + answer.price
                ev += rest * answer.call * (self._seen(i, alone[i], pot, risked, answer.callers) - risked)
            if rest * answer.up > LIKELY:
                ev += (
                    rest
                    * answer.up
                    * self._raised_again(i, answer, offered.amount, spot.pot + risked, risked)
                )
        if several > LIKELY:
            one, two = sorted(others, key=lambda i: folds[i])[:2]
            pot = spot.pot + risked + answers[one].price + answers[two].price
            share = self._realised(alone[one] * alone[two], pot, risked, [one, two], 2.0)
            ev += several * (share - risked)
        against = sum(a * (1.0 - f) for a, f in zip(alone, folds, strict=True)) / max(
            sum(1.0 - f for f in folds), 1e-9
        )
        return Value(offered.action, ev, against, total, offered.amount)

    def _raised_again(self, i: int, answer: Answer, to: int, pot: int, paid: int) -> float:
        """Return the value of facing a pot-sized reraise, less what was put in: fold, call, or go all-in."""
        s, spot, other = self.s, self.spot, self.spot.others[i]
        by = pot + answer.price if s.terms[STRUCTURE] != LIMIT else max(s.raised, s.blinds[1])
        own = spot.stack + s.bets[spot.seat]
        theirs = s.stacks[other] + s.bets[other]
        again = min(to + by, own, theirs)
        cost = again - s.bets[spot.seat] - paid
        pot += again - s.bets[other]
        added = min(own, theirs) - s.bets[spot.seat] - paid  # an all-in now
        given_up = typical_folds((min(own, theirs) - again) / (pot + cost))
        above = np.where(places(answer.raisers, 0) >= given_up, answer.raisers, 0.0)
        equities = self._equities([answer.raisers, above])
        call = self._seen(i, equities[0], pot + cost, paid + cost, answer.raisers) - paid - cost
        found: float = max(-float(paid), call)
        if s.terms[STRUCTURE] == NO_LIMIT and again < min(own, theirs):
            whole = pot + added + min(own, theirs) - again
            found = max(found, given_up * pot + (1.0 - given_up) * (equities[1] * whole - added) - paid)
        return found


def before_the_flop(
    spot: Spot, s: State, ranges: Sequence[Floats], profiles: Sequence[Profile], ahead: bool = False
) -> list[Value]:
    """Return the expected value of every action; ranges and profiles are those of `spot.others`.

    With `ahead`, and one other player, how it answers bets on the flop counts as far as that is known.
    """
    return Before(spot, s, ranges, profiles, ahead).values()


def known_of(profile: Profile) -> float:
    """Say how far a player's answers to bets after the flop are known, from 0 to 1."""
    seen = sum(sum(profile.actions[context]) for context in (SMALL_BET, BET, LARGE_BET))
    return seen / (seen + PRIOR)


def realised(equity: float, pot: float, behind: float, others: float = 1.0) -> float:
    """Return the part of a share of the pot that is realised with these stacks behind; with none, all of it.

    The more there is to be bet, the more is won with better than an even share, and the less with worse.
    """
    reach = log1p(max(behind, 0.0) / pot)
    return pot * max(equity + SLOPE * reach * (equity - 1.0 / (1.0 + others)), 0.0)
