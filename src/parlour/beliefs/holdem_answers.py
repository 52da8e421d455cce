"""How a Hold'em player answers a bet: several ways to decide, each as likely as what was seen makes it.

Some fold what is weak among all hands, some what is weak among those they still may have, a share that grows
with the price or does not; others call where their hand, played against any cards, has the odds and some
margin to spare. Which of these a player is, and with
what share or margin, is learnt by Bayes' rule from every bet it answered: a call that was shown down tells
most. Until then all of them are possible, and what is expected is the mean over them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

import numpy as np

from parlour.beliefs.holdem_equity import Floats

BLUR = 0.10  # how soft the borders between folding, calling and raising are, in shares of the range
LEAST = 0.01  # how likely any answer is at least, whatever the way to decide: nobody plays by a book
SHIFTS = np.linspace(-3.0, 3.0, 13)  # of the log-odds of folding, from a typical player's
SPREAD = 1.3  # their standard deviation
GROWTHS = (0.0, 0.5, 1.0)  # the odds of folding are as the price to this power
MARGINS = np.linspace(-0.25, 0.35, 13)  # equity beyond the odds that a call needs
MARGIN, MARGIN_SPREAD = 0.05, 0.10
POINTS = np.linspace(0.0, 1.0, 101)


class Manner(NamedTuple):
    """What is expected before anything is seen, before the flop or after it."""

    fold: float  # the log-odds of folding at a price of the pot
    by_odds: float  # how likely the player goes by the odds
    of_all: float  # how likely it folds what is weak among all hands, if not by the odds
    growths: tuple[float, ...]  # how likely each growth is


MANNERS = (Manner(-0.2, 0.15, 0.5, (0.3, 0.3, 0.4)), Manner(-0.05, 0.6, 0.5, (0.2, 0.3, 0.5)))


class Strengths(NamedTuple):
    """How good each holding is: three measures from 0 to 1, for all 1326."""

    rank: Floats  # the share of all holdings that are worth less
    at: Floats  # the share of those the player still may have
    equity: Floats  # against any cards


class Asked(NamedTuple):
    """A bet to answer."""

    late: bool  # after the flop
    price: float  # in pots before it was asked
    odds: float  # the price in pots with the call in it

    @property
    def manner(self) -> int:
        """Give the number of the manner it is answered in."""
        return int(self.late)


def asked_of(street: int, price: int, pot: int) -> Asked:
    """Give the bet that a price is; `pot` is what lies there now, the bet in it."""
    return Asked(street > 0, price / max(pot - price, 1), price / max(pot + price, 1))


@dataclass
class Answers:
    """What is known of how one player answers bets."""

    seen: list[Floats] = field(default_factory=lambda: [np.zeros(_size()), np.zeros(_size())])

    def fade(self, factor: float) -> None:
        """Let what was seen count less."""
        for logs in self.seen:
            logs *= factor

    def add(self, folded: bool, asked: Asked, held: Floats, hands: Strengths) -> None:
        """Take in an answer; `held` are the weights of what the player had."""
        some = np.nonzero(held)[0]
        share = held[some] / held[some].sum()
        folds = _shares(asked)[:, None]
        gone = np.concatenate([
            soft(folds - hands.rank[some]) @ share,
            soft(folds - hands.at[some]) @ share,
            soft(asked.odds + MARGINS[:, None] - hands.equity[some]) @ share,
        ])  # fmt: skip
        gone = LEAST + (1.0 - 2.0 * LEAST) * gone
        self.seen[asked.manner] += np.log(gone if folded else 1.0 - gone)

    def weights(self, manner: int) -> Floats:
        """Give how likely each way to decide is."""
        logs = _prior(manner) + self.seen[manner]
        likely: Floats = np.exp(logs - logs.max())
        return likely / likely.sum()

    def by_odds(self, manner: int) -> float:
        """Give how likely the player goes by the odds."""
        return float(self.weights(manner)[-len(MARGINS) :].sum())

    def folding(self, asked: Asked, hands: Strengths) -> Floats:
        """Give for each holding how likely it is folded."""
        weights, number = self.weights(asked.manner), len(GROWTHS) * len(SHIFTS)
        folds = soft(_shares(asked)[:, None] - POINTS)
        called = soft(asked.odds + MARGINS[:, None] - POINTS)
        gone: Floats = (
            np.interp(hands.rank, POINTS, weights[:number] @ folds)
            + np.interp(hands.at, POINTS, weights[number : 2 * number] @ folds)
            + np.interp(hands.equity, POINTS, weights[2 * number :] @ called)
        )
        return LEAST + (1.0 - 2.0 * LEAST) * gone


def soft(x: Floats) -> Floats:
    """Give a step from 0 to 1 at 0 with a soft edge."""
    return 1.0 / (1.0 + np.exp(-x / (BLUR / 2)))


def _shares(asked: Asked) -> Floats:
    """Give the share that is folded in each of the ways that fold a share."""
    logs = [
        MANNERS[asked.manner].fold + growth * np.log(max(asked.price, 1e-3)) + SHIFTS for growth in GROWTHS
    ]
    shares: Floats = 1.0 / (1.0 + np.exp(-np.concatenate(logs)))
    return shares


@cache
def _prior(manner: int) -> Floats:
    expected = MANNERS[manner]
    shifts = np.exp(-0.5 * (SHIFTS / SPREAD) ** 2)
    margins = np.exp(-0.5 * ((MARGINS - MARGIN) / MARGIN_SPREAD) ** 2)
    by_share = np.outer(expected.growths, shifts / shifts.sum()).ravel() * (1.0 - expected.by_odds)
    parts = [by_share * expected.of_all, by_share * (1.0 - expected.of_all)]
    logs: Floats = np.log(np.concatenate([*parts, expected.by_odds * margins / margins.sum()]))
    return logs


def _size() -> int:
    return 2 * len(GROWTHS) * len(SHIFTS) + len(MARGINS)
