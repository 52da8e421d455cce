"""Adding an event up. Matches may come in any order; the sums are taken in the order of the schedule."""

from __future__ import annotations

import math
from array import array
from dataclasses import dataclass, field

from parlour.arena.pairings import seatings
from parlour.arena.referee import Event, Outcome
from parlour.arena.report import Forfeit, Pair, Result, Standing
from parlour.arena.stats import estimate, scaled


@dataclass
class Side:
    """One entrant's results against one opponent."""

    blocks: array[float] = field(default_factory=lambda: array("d"))  # mean score of each block
    returns: array[float] = field(default_factory=lambda: array("d"))  # mean return of its seats, each match
    won: int = 0
    drawn: int = 0
    lost: int = 0
    reach: float = 0.0  # how far from even a single score has been, from 0 to 1


class Tally:
    """The result of every match, sixteen bytes each; records are kept only if asked for."""

    def __init__(self, event: Event, keep: bool) -> None:
        self.event = event
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
        self.done[index] = 1
        self.count += 1
        self._returns[index * seats : (index + 1) * seats] = array("d", outcome.returns)
        if self._texts is not None:
            self._texts[index] = outcome.text
        if outcome.loser is not None:
            entrant = self.event.schedule[index].entrants[outcome.loser]
            entry = self._forfeits.setdefault((entrant, outcome.reason), [0, index])
            entry[0] += 1
            entry[1] = min(entry[1], index)
        return True

    def result(self, seconds: float) -> Result:
        """Add everything up."""
        schedule, game = self.event.schedule, self.event.game
        sides = [self._sides(number) for number in range(len(schedule.pairings))]
        forfeits = sorted(self._forfeits.items(), key=lambda item: item[1][1])
        standings = [self._standing(entrant, sides) for entrant in range(len(schedule.specs))]
        standings.sort(key=lambda standing: -standing.score)  # stable: equals stay as they were given
        return Result(
            game=game.name,
            options=game.changed_options(),
            seed=schedule.seed,
            games=schedule.games,
            limit=self.event.limit.to_json(),
            timeout=self.event.timeout,
            standings=standings,
            pairs=[self._pair(number, *both) for number, both in enumerate(sides)],
            forfeits=[Forfeit(schedule.specs[e], why, *counts) for (e, why), counts in forfeits],
            texts=self._texts,
            seconds=seconds,
        )

    def _sides(self, number: int) -> tuple[Side, Side]:
        schedule, seats = self.event.schedule, self.event.game.seats
        bounds, size = self.event.game.bounds, schedule.block_size
        a, b = schedule.pairings[number]
        chairs = [_chairs(entrants, a) for entrants in seatings(a, b, seats)]
        sides = (Side(), Side())
        for turn in range(schedule.rounds):
            first = (turn * len(schedule.pairings) + number) * size
            scores: tuple[list[float], list[float]] = ([], [])
            for place, seated in enumerate(chairs):
                at = (first + place) * seats
                values = self._returns[at : at + seats]
                means = [_mean([values[seat] for seat in own]) for own in seated]
                for which in (0, 1):
                    if seated[which]:
                        score = _mean([scaled(values[seat], bounds) for seat in seated[which]])
                        scores[which].append(score)
                        _enter(sides[which], means[which], means[1 - which], score)
            for side, own_scores in zip(sides, scores, strict=True):
                side.blocks.append(_mean(own_scores))
        return sides

    def _standing(self, entrant: int, sides: list[tuple[Side, Side]]) -> Standing:
        schedule = self.event.schedule
        mine = [
            (both[pairing.index(entrant)], both[1 - pairing.index(entrant)])
            for pairing, both in zip(schedule.pairings, sides, strict=True)
            if entrant in pairing
        ]
        reach = max(side.reach for both in mine for side in both)
        own = estimate([side.blocks for side, _ in mine], reach)
        lead = estimate([_lead(*both) for both in mine], reach)
        returns = [value for side, _ in mine for value in side.returns]
        return Standing(
            spec=schedule.specs[entrant],
            games=len(returns),
            wins=sum(side.won for side, _ in mine),
            draws=sum(side.drawn for side, _ in mine),
            losses=sum(side.lost for side, _ in mine),
            score=own.score,
            low=own.low,
            high=own.high,
            elo=lead.elo,
            elo_low=lead.elo_low,
            elo_high=lead.elo_high,
            mean=_mean(returns),
            forfeits=sum(often for (who, _), (often, _) in self._forfeits.items() if who == entrant),
        )

    def _pair(self, number: int, first: Side, second: Side) -> Pair:
        schedule = self.event.schedule
        a, b = schedule.pairings[number]
        blocks = _lead(first, second)
        lead = estimate([blocks], max(first.reach, second.reach))
        return Pair(
            specs=(schedule.specs[a], schedule.specs[b]),
            games=schedule.games,
            wins=first.won,
            draws=first.drawn,
            losses=first.lost,
            score=lead.score,
            low=lead.low,
            high=lead.high,
            elo=lead.elo,
            elo_low=lead.elo_low,
            elo_high=lead.elo_high,
            superiority=lead.superiority,
            means=(_mean(first.returns), _mean(second.returns)),
            pentanomial=_pentanomial(blocks) if self.event.game.seats == 2 else None,
        )


def _chairs(entrants: tuple[int, ...], a: int) -> tuple[list[int], list[int]]:
    """List the seats of a, and those of the other."""
    own = [seat for seat, entrant in enumerate(entrants) if entrant == a]
    return own, [seat for seat in range(len(entrants)) if seat not in own]


def _enter(side: Side, mean: float, other: float, score: float) -> None:
    side.returns.append(mean)
    side.won += mean > other
    side.drawn += mean == other
    side.lost += mean < other
    side.reach = max(side.reach, abs(2.0 * score - 1.0))


def _lead(own: Side, other: Side) -> array[float]:
    """Compare the two sides block by block: 0.5 is level, also where the returns do not sum to zero."""
    pairs = zip(own.blocks, other.blocks, strict=True)
    return array("d", (0.5 + (mine - theirs) / 2.0 for mine, theirs in pairs))


def _pentanomial(blocks: array[float]) -> tuple[int, ...] | None:
    """Count the blocks that gave 0, 1/4, 1/2, 3/4 and 1, if those are all there is."""
    counts = [0] * 5
    for score in blocks:
        if score * 4.0 not in (0.0, 1.0, 2.0, 3.0, 4.0):
            return None
        counts[int(score * 4.0)] += 1
    return tuple(counts)


def _mean(values: list[float] | array[float]) -> float:
    """Take the mean, exactly rounded and so the same in any order; of nothing it is 0."""
    return math.fsum(values) / len(values) if values else 0.0
