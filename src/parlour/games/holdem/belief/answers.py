"""How a Hold'em player answers a bet: several ways to decide, each as likely as what was seen makes it.

Some fold what is weak among all hands, some what is weak among those they still may have, a share that grows
with the price or does not; others call where their hand, played against any cards, has the odds and some
margin to spare. Which of these a player is, and with what share or margin, is learnt by Bayes' rule from
every bet it answered: a call that was shown down tells most. Until then all of them are possible, and what is
expected is the mean over them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.games.holdem.belief.equity import Floats

# Priors of the opponent model, set by hand except where a source is named; benchmarks/holdem_match.py
# measures the player that learns from them.
BLUR = 0.10  # how soft the borders between folding, calling and raising are, in shares of the range
ALWAYS = np.log(0.975 / 0.025)  # log-odds of folding to one player at the most: QQ, AK and better stay in
LEAST = 0.01  # how likely any answer is at least, whatever the way to decide: nobody plays by a book
SHIFTS = np.linspace(-3.0, 3.0, 13)  # of the log-odds of folding, from a typical player's
SPREAD, CLOSE = 1.3, 0.4  # their standard deviation, and that of who is close to typical
# The odds of folding are as the price to this power. Before the flop the likeliest is such that the button
# does not push its best hands with 100 big blinds (as at 0.7) and folds some (none at 1.2).
GROWTHS = ((0.0, 0.5, 0.86), (0.0, 0.5, 1.0))
MARGINS = np.linspace(-0.25, 0.35, 13)  # equity beyond the odds that a call needs
MARGIN, MARGIN_SPREAD = 0.05, 0.10
ZEAL = np.array([1.0, 0.7, 0.45, 0.25])  # how much of the better hands is raised: the rest is let go by
ZEAL_PRIOR = np.array([0.4, 0.3, 0.2, 0.1])
POINTS = np.linspace(0.0, 1.0, 201)
LOG_ODDS = np.log((POINTS + 0.0025) / (1.0025 - POINTS))  # of the points; the ends are half a step inside
NEGLIGIBLE = 1e-7  # so unlikely a way to decide is left out
ALL = slice(None)
Steps = NDArray[np.intp]


class Manner(NamedTuple):
    """What is expected before anything is seen, before the flop or after it."""

    fold: float  # the log-odds of folding at a price of the pot
    by_odds: float  # how likely the player goes by the odds
    of_all: float  # how likely it folds what is weak among all hands, if not by the odds
    growths: tuple[float, ...]  # how likely each growth is
    ordinary: float  # how likely it is close to typical


BEFORE_THE_FLOP, AFTER_THE_FLOP = range(2)
MANNERS = (Manner(-0.2, 0.01, 0.5, (0.01, 0.04, 0.95), 0.9), Manner(-0.05, 0.6, 0.5, (0.2, 0.3, 0.5), 0.0))


class Strengths(NamedTuple):
    """How good each holding is, by three measures, each from 0 to 1 in steps: numbers of POINTS."""

    rank: Steps  # the share of all holdings that are worth less
    at: Steps  # the share of those the player still may have
    equity: Steps  # against any cards


def steps(measure: Floats) -> Steps:
    """Return a measure from 0 to 1 in steps, clipped at both ends."""
    found: Steps = (np.clip(measure, 0.0, 1.0) * (len(POINTS) - 1) + 0.5).astype(np.intp)
    return found


class Asked(NamedTuple):
    """A bet to answer."""

    manner: int  # BEFORE_THE_FLOP or AFTER_THE_FLOP
    price: float  # in pots before it was asked
    odds: float  # the price in pots with the call in it
    others: int = 1  # that the bet was made against: before the flop the odds of folding are as their number


def asked_of(street: int, price: int, pot: int, others: int = 1) -> Asked:
    """Return a price as a bet to answer; `pot` includes the bet."""
    manner = AFTER_THE_FLOP if street > 0 else BEFORE_THE_FLOP
    return Asked(manner, price / max(pot - price, 1), price / max(pot + price, 1), others)


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
        share = held / max(float(held.sum()), 1e-12)
        by_rank, by_place, by_equity = (np.bincount(each, share, len(POINTS)) for each in hands)
        folds, called = _folds(asked, ALL), _called(asked, ALL)
        gone = np.concatenate([folds @ by_rank, folds @ by_place, called @ by_equity])
        gone = LEAST + (1.0 - 2.0 * LEAST) * gone
        self.seen[asked.manner] += np.log(gone if folded else 1.0 - gone)

    def weights(self, manner: int) -> Floats:
        """Return how likely each way to decide is."""
        logs = _prior(manner) + self.seen[manner]
        return _normal(logs)

    def by_odds(self, manner: int) -> float:
        """Return how likely the player goes by the odds."""
        return float(self.weights(manner)[-len(MARGINS) :].sum())

    def tables(self, asked: Asked) -> Floats:
        """Return tables of rank, place and equity by POINTS; what is folded is the sum of their entries."""
        return (
            _tables(asked, self.weights(asked.manner)) if self.seen[asked.manner].any() else _typical(asked)
        )

    def folding(self, asked: Asked, hands: Strengths) -> Floats:
        """Return for each holding how likely it is folded."""
        by_rank, by_place, by_equity = self.tables(asked)
        gone: Floats = by_rank[hands.rank] + by_place[hands.at] + by_equity[hands.equity]
        return gone


def _tables(asked: Asked, weights: Floats) -> Floats:
    """Return the tables where each way to decide is so likely."""
    number = len(GROWTHS[0]) * len(SHIFTS)
    shares, margins = weights[: 2 * number].reshape(2, number), weights[2 * number :]
    some, likely = shares.max(axis=0) > NEGLIGIBLE, margins > NEGLIGIBLE
    found = np.empty((3, len(POINTS)))
    found[:2] = shares[:, some] @ _folds(asked, some)
    found[2] = margins[likely] @ _called(asked, likely)
    if asked.manner == AFTER_THE_FLOP:
        found *= 1.0 - 2.0 * LEAST
        found += LEAST / 3
    return found


@lru_cache(maxsize=128)
def _typical(asked: Asked) -> Floats:
    """Return the tables of an unknown player, kept: the same prices come again and again."""
    return _tables(asked, _normal(_prior(asked.manner)))


def typical_folds(price: float) -> float:
    """Return the share that a typical player folds before the flop to a price in pots."""
    odds: float = np.exp(MANNERS[BEFORE_THE_FLOP].fold) * price ** GROWTHS[BEFORE_THE_FLOP][-1]
    return float(odds / (1.0 + odds))


def soft(x: Floats) -> Floats:
    """Return a step from 0 to 1 at 0 with a soft edge."""
    return 1.0 / (1.0 + np.exp(-x / (BLUR / 2)))


def _folds(asked: Asked, some: Any) -> Floats:
    """Return the chance of a fold at each point of the range, for each way that folds a share.

    Before the flop the border is soft by the odds, not by the share: of one hand in fifty that calls an
    all-in, the next fifty are not as likely to call it too.
    """
    price = np.log(max(asked.price, 1e-3))
    base, growths = MANNERS[asked.manner].fold, GROWTHS[asked.manner]
    logs = np.concatenate([base + growth * price + SHIFTS for growth in growths])[some]
    if asked.manner == BEFORE_THE_FLOP:
        logs = np.minimum(logs, ALWAYS) + np.log(asked.others)
        return soft((logs[:, None] - LOG_ODDS) / 4.0)  # as steep as the other in the middle
    return soft(1.0 / (1.0 + np.exp(-logs))[:, None] - POINTS)


def _called(asked: Asked, some: Any) -> Floats:
    """Return the chance of a fold at each equity, for each margin."""
    return soft(asked.odds + MARGINS[some][:, None] - POINTS)


@dataclass
class Raising:
    """What is known of which hands a player raises: all of the best, or a part of the better ones.

    How many it raises is counted elsewhere; which ones only shown hands tell.
    """

    seen: Floats = field(default_factory=lambda: np.zeros(len(ZEAL)))

    def fade(self, factor: float) -> None:
        """Let what was seen count less."""
        self.seen *= factor

    def add(self, raised: bool, at: float, up: float, bluff: float) -> None:
        """Learn from a shown hand: whether it was raised, and its place in the range."""
        chances = LEAST + (1.0 - 2.0 * LEAST) * _raised(np.array([at]), up, bluff)[:, 0]
        self.seen += np.log(chances if raised else 1.0 - chances)

    def chances(self, at: Floats, up: float, bluff: float) -> Floats:
        """Return how likely each holding is raised, from the share that is and the share of bluffs in it."""
        logs = np.log(ZEAL_PRIOR) + self.seen
        table: Floats = _normal(logs) @ _raised(POINTS, up, bluff)
        return table[steps(at)]


def _raised(at: Floats, up: float, bluff: float) -> Floats:
    """Return how likely holdings at these places are raised with each zeal."""
    value = np.minimum(up * (1.0 - bluff) / ZEAL, 1.0)
    strong = ZEAL[:, None] * soft(at - (1.0 - value[:, None]))
    return strong + (1.0 - strong) * up * bluff


def _normal(logs: Floats) -> Floats:
    """Return chances from their logarithms."""
    likely: Floats = np.exp(logs - logs.max())
    likely /= likely.sum()
    return likely


@cache
def _prior(manner: int) -> Floats:
    expected = MANNERS[manner]
    wide, close = (np.exp(-0.5 * (SHIFTS / spread) ** 2) for spread in (SPREAD, CLOSE))
    shifts = expected.ordinary * close / close.sum() + (1.0 - expected.ordinary) * wide / wide.sum()
    margins = np.exp(-0.5 * ((MARGINS - MARGIN) / MARGIN_SPREAD) ** 2)
    by_share = np.outer(expected.growths, shifts).ravel() * (1.0 - expected.by_odds)
    parts = [by_share * expected.of_all, by_share * (1.0 - expected.of_all)]
    logs: Floats = np.log(np.concatenate([*parts, expected.by_odds * margins / margins.sum()]))
    return logs


def _size() -> int:
    return 2 * len(GROWTHS[0]) * len(SHIFTS) + len(MARGINS)
