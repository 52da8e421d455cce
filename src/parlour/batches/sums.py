"""Adding very many matches up, piece by piece: what the arena tells of an event, no game being held."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from parlour.arena.report import Pair, Standing
from parlour.arena.stats import Estimate, estimated, margined


@dataclass
class Moments:
    """The number of values, their sum and that of their squares.

    Sums of whole numbers and halves are exact, so that nothing hangs on the pieces in which they came.
    """

    n: int = 0
    total: float = 0.0
    of_squares: float = 0.0

    def add(self, other: Moments) -> None:
        """Take in other values."""
        self.n += other.n
        self.total += other.total
        self.of_squares += other.of_squares

    def take(self, values: Any) -> None:
        """Take in an array."""
        self.add(Moments(len(values), float(np.sum(values)), float(np.sum(values * values))))

    @property
    def mean(self) -> float:
        """Return the mean; 0 of nothing."""
        return self.total / max(1, self.n)

    @property
    def squares(self) -> float:
        """Return the sum of the squares of what the values are off their mean by."""
        return max(0.0, self.of_squares - self.total * self.total / max(1, self.n))

    @property
    def error(self) -> float:
        """Return the standard error of the mean."""
        return math.sqrt(self.squares / max(1, self.n - 1) / max(1, self.n))


class Blocks(NamedTuple):
    """Blocks that were just played: arrays with a number for each."""

    chairs: list[tuple[list[Any], list[Any]]]  # by place in the block: returns of one's seats, the other's
    returns: list[Any]  # by seat
    forfeits: list[int]  # of the two


@dataclass
class Meeting:
    """What is known of two entrants' matches, from the side of the first."""

    seats: list[Moments]  # what each seat got, whoever sat there
    scores: Moments = field(default_factory=Moments)  # mean points of each block
    leads: Moments = field(default_factory=Moments)  # mean lead in returns of each block
    means: tuple[Moments, Moments] = field(default_factory=lambda: (Moments(), Moments()))
    won: int = 0
    drawn: int = 0
    lost: int = 0
    reach: float = 0.0  # the largest lead of a single game, either way
    fives: Any = field(default_factory=lambda: np.zeros(5, np.int64))  # blocks of two by their points
    forfeits: list[int] = field(default_factory=lambda: [0, 0])

    def take(self, blocks: Blocks) -> None:
        """Take blocks in."""
        for returns in blocks.returns:
            for seat, row in zip(self.seats, returns, strict=True):
                seat.take(row)
        for side, number in enumerate(blocks.forfeits):
            self.forfeits[side] += number
        scores, leads = [], []
        for mine, theirs in blocks.chairs:
            score = sum((own > other) + 0.5 * (own == other) for own in mine for other in theirs)
            score = score / (len(mine) * len(theirs))
            own_mean, other_mean = sum(mine) / len(mine), sum(theirs) / len(theirs)
            lead = own_mean - other_mean
            self.won += int(np.sum(score > 0.5))
            self.drawn += int(np.sum(score == 0.5))
            self.lost += int(np.sum(score < 0.5))
            self.reach = max(self.reach, float(np.max(np.abs(lead))))
            self.means[0].take(own_mean)
            self.means[1].take(other_mean)
            scores.append(score)
            leads.append(lead)
        block = sum(scores) / len(scores)
        self.scores.take(block)
        self.leads.take(sum(leads) / len(leads))
        self.fives += np.bincount((block * 4.0).astype(np.int64), minlength=5)

    @property
    def games(self) -> int:
        """Count the games."""
        return self.won + self.drawn + self.lost


def pair_of(specs: tuple[str, str], met: Meeting, seats: int) -> Pair:
    """Tell how two entrants did against each other."""
    score = estimated(met.scores.n, met.scores.mean, met.scores.squares)
    return Pair(
        specs=specs,
        **_numbers([(met, 0)], score),
        superiority=score.superiority,
        means=(met.means[0].mean, met.means[1].mean),
        pentanomial=tuple(map(int, met.fives)) if seats == 2 else None,
    )


def standing_of(spec: str, sides: list[tuple[Meeting, int]]) -> Standing:
    """Tell how an entrant did against all others; `sides` are its meetings and whether it was the second."""
    blocks = [met.scores for met, _ in sides]
    n = sum(m.n for m in blocks)
    mean = (
        sum(m.n * (1.0 - m.mean if side else m.mean) for m, (_, side) in zip(blocks, sides, strict=True)) / n
    )
    earned = [(met.means[side].n, met.means[side].mean) for met, side in sides]
    return Standing(
        spec=spec,
        **_numbers(sides, estimated(n, mean, sum(m.squares for m in blocks))),
        mean=sum(many * each for many, each in earned) / sum(many for many, _ in earned),
        forfeits=sum(met.forfeits[side] for met, side in sides),
    )


def _numbers(sides: list[tuple[Meeting, int]], score: Estimate) -> dict[str, Any]:
    """Return what a standing and a pair both tell of one entrant's results."""
    n = sum(met.leads.n for met, _ in sides)
    mean = sum(met.leads.n * (-met.leads.mean if side else met.leads.mean) for met, side in sides) / n
    within, reach = sum(met.leads.squares for met, _ in sides), max(met.reach for met, _ in sides)
    lead = margined(n, mean, within, len(sides), reach)
    told = ("score", "low", "high", "elo", "elo_low", "elo_high")
    return {name: getattr(score, name) for name in told} | {
        "games": sum(met.games for met, _ in sides),
        "wins": sum(met.lost if side else met.won for met, side in sides),
        "draws": sum(met.drawn for met, _ in sides),
        "losses": sum(met.won if side else met.lost for met, side in sides),
        "margin": lead.mean,
        "margin_low": lead.low,
        "margin_high": lead.high,
    }
