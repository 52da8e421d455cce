"""Adding an event up. Matches may come in any order; the sums are taken in the order of the schedule."""

from __future__ import annotations

import math
from array import array
from dataclasses import dataclass, field
from typing import Any

from parlour.arena.pairings import seatings
from parlour.arena.referee import Event, Outcome
from parlour.arena.report import Forfeit, Pair, Result, Standing
from parlour.arena.stats import Estimate, estimate, margin, points


@dataclass
class Side:
    """One entrant's results against one opponent, from blocks of which every match is over."""

    blocks: array[float] = field(default_factory=lambda: array("d"))  # mean points of each block
    leads: array[float] = field(default_factory=lambda: array("d"))  # mean lead in returns of each block
    returns: array[float] = field(default_factory=lambda: array("d"))  # mean return of its seats, each match
    won: int = 0
    drawn: int = 0
    lost: int = 0
    reach: float = 0.0  # the largest lead of a single game, either way


class Tally:
    """The result of every match, sixteen bytes each; records are kept only if asked for."""

    def __init__(self, event: Event, asked: int, keep: bool) -> None:
        self.event = event
        self.asked = asked
        self.done = bytearray(len(event.schedule))
        self.count = 0
        self._returns = array("d", bytes(8 * event.game.seats * len(event.schedule)))
        self._texts: list[str] | None = [""] * len(event.schedule) if keep else None
        self._forfeits: dict[tuple[int, str], list[int]] = {}  # (entrant, reason) to [how often, first match]

    def add(self, outcome: Outcome) -> bool:
        """Enter a finished match; say whether it is new."""
        index, seats = outcome.index, self.event.game.seats
        if self.done[index]:
            return False
        self._returns[index * seats : (index + 1) * seats] = array("d", outcome.returns)
        if self._texts is not None:
            self._texts[index] = outcome.text
        if outcome.loser is not None:
            entrant = self.event.schedule[index].entrants[outcome.loser]
            entry = self._forfeits.setdefault((entrant, outcome.reason), [0, index])
            entry[0] += 1
            entry[1] = min(entry[1], index)
        self.done[index] = 1  # last: a match that Ctrl-C cuts off here is none
        self.count += 1
        return True

    def result(self, seconds: float) -> Result:
        """Add everything up; of an event that was stopped, the blocks that are whole."""
        schedule, game = self.event.schedule, self.event.game
        sides = [self._sides(number) for number in range(len(schedule.pairings))]
        forfeits = sorted(self._forfeits.items(), key=lambda item: item[1][1])
        met = [pair for pair, (side, _) in zip(schedule.pairings, sides, strict=True) if side.blocks]
        entrants = [entrant for entrant in range(len(schedule.specs)) if any(entrant in pair for pair in met)]
        standings = [self._standing(entrant, sides) for entrant in entrants]
        standings.sort(key=lambda standing: -standing.score)  # stable: equals stay as they were given
        return Result(
            game=game.name,
            options=game.changed_options(),
            seed=schedule.seed,
            games=schedule.games,
            asked=self.asked,
            block=schedule.block_size,
            seats=game.seats,
            openings=self.event.openings,
            played=sum(len(side.blocks) for side, _ in sides) * schedule.block_size,
            matches=len(schedule),
            limit=self.event.limit.to_json(),
            timeout=self.event.timeout,
            standings=standings,
            pairs=[self._pair(number, *both) for number, both in enumerate(sides) if both[0].blocks],
            forfeits=[Forfeit(schedule.specs[e], why, *counts) for (e, why), counts in forfeits],
            texts=self._texts,
            seconds=seconds,
        )

    def _sides(self, number: int) -> tuple[Side, Side]:
        schedule, seats = self.event.schedule, self.event.game.seats
        size = schedule.block_size
        a, b = schedule.pairings[number]
        chairs = [_chairs(entrants, a) for entrants in seatings(a, b, seats)]
        if seats == 1:
            chairs = [([0], [1])]  # two matches on one deal, each alone: they are compared with each other
        sides = (Side(), Side())
        for turn in range(schedule.rounds):
            first = (turn * len(schedule.pairings) + number) * size
            if not all(self.done[first : first + size]):
                continue
            scores, leads = [], []
            for place, (own, others) in enumerate(chairs):
                values = self._returns[(first + place) * seats : (first + size) * seats]
                mine, theirs = [values[seat] for seat in own], [values[seat] for seat in others]
                scores.append(points(mine, theirs))
                leads.append(_mean(mine) - _mean(theirs))
                _enter(sides[0], _mean(mine), scores[-1], leads[-1])
                _enter(sides[1], _mean(theirs), 1.0 - scores[-1], -leads[-1])
            score, lead = _mean(scores), _mean(leads)
            for side, part, ahead in ((sides[0], score, lead), (sides[1], 1.0 - score, -lead)):
                side.blocks.append(part)
                side.leads.append(ahead)
        return sides

    def _standing(self, entrant: int, sides: list[tuple[Side, Side]]) -> Standing:
        schedule = self.event.schedule
        mine = [
            both[pairing.index(entrant)]
            for pairing, both in zip(schedule.pairings, sides, strict=True)
            if entrant in pairing and both[0].blocks
        ]
        return Standing(
            spec=schedule.specs[entrant],
            **_numbers(mine, estimate([side.blocks for side in mine])),
            mean=_mean([value for side in mine for value in side.returns]),
            forfeits=sum(often for (who, _), (often, _) in self._forfeits.items() if who == entrant),
        )

    def _pair(self, number: int, first: Side, second: Side) -> Pair:
        schedule = self.event.schedule
        a, b = schedule.pairings[number]
        score = estimate([first.blocks])
        return Pair(
            specs=(schedule.specs[a], schedule.specs[b]),
            **_numbers([first], score),
            superiority=score.superiority,
            means=(_mean(first.returns), _mean(second.returns)),
            pentanomial=_pentanomial(first.blocks) if self.event.game.seats == 2 else None,
        )


def _numbers(sides: list[Side], score: Estimate) -> dict[str, Any]:
    """Return what a standing and a pair both tell of one entrant's results."""
    lead = margin([side.leads for side in sides], max(side.reach for side in sides))
    told = ("score", "low", "high", "elo", "elo_low", "elo_high")
    return {name: getattr(score, name) for name in told} | {
        "games": sum(len(side.returns) for side in sides),
        "wins": sum(side.won for side in sides),
        "draws": sum(side.drawn for side in sides),
        "losses": sum(side.lost for side in sides),
        "margin": lead.mean,
        "margin_low": lead.low,
        "margin_high": lead.high,
    }


def _chairs(entrants: tuple[int, ...], a: int) -> tuple[list[int], list[int]]:
    """List the seats of a, and those of the other."""
    own = [seat for seat, entrant in enumerate(entrants) if entrant == a]
    return own, [seat for seat in range(len(entrants)) if seat not in own]


def _enter(side: Side, mean: float, score: float, lead: float) -> None:
    side.returns.append(mean)
    side.won += score > 0.5
    side.drawn += score == 0.5
    side.lost += score < 0.5
    side.reach = max(side.reach, abs(lead))


def _pentanomial(blocks: array[float]) -> tuple[int, ...]:
    """Count the blocks of two games that gave 0, 1/4, 1/2, 3/4 and 1."""
    counts = [0] * 5
    for score in blocks:
        counts[int(score * 4.0)] += 1
    return tuple(counts)


def _mean(values: list[float] | array[float]) -> float:
    """Take the mean, exactly rounded and so the same in any order; of nothing it is 0."""
    return math.fsum(values) / len(values) if values else 0.0
