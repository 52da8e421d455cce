"""The schedule of a round robin: every pair of strategies meets, and each deal is played from every side.

The matches of a *block* share one seed, so chance is the same, and differ in who sits where (duplicate
deals, as in bridge): luck that belongs to the deal or to the seat cancels out within the block.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from parlour.core.errors import BadOption
from parlour.core.rng import Stream

MOST_MATCHES = 20_000_000


@dataclass(frozen=True, slots=True)
class Fixture:
    """One match to be played."""

    index: int  # its number in the whole event
    block: int  # the block it belongs to, numbered through the event
    pairing: tuple[int, int]  # the two entrants
    seed: int
    entrants: tuple[int, ...]  # who sits in each seat, as a number
    specs: tuple[str, ...]  # who sits in each seat


@dataclass(frozen=True)
class Schedule:
    """All fixtures of an event, made when asked for: ten million games take no memory.

    Rounds come one after the other and each holds one block of every pairing, so an event that is cut short
    is balanced, and one with more games begins with the very matches of the shorter one.
    """

    specs: tuple[str, ...]
    seats: int
    rounds: int
    seed: int

    @classmethod
    def of(cls, specs: Sequence[str], seats: int, games: int, seed: int) -> Schedule:
        """Plan at least that many games a pairing, rounded up to whole blocks (for two seats: to even).

        Where there is one seat, a game of a pairing is a deal that each of the two plays for itself.
        """
        if len(specs) < 2:
            raise BadOption(f"an event needs at least two strategies; {len(specs)} given")
        block = 1 if seats == 1 else len(seatings(0, 1, seats))
        schedule = cls(tuple(specs), seats, -(-games // block), seed)
        if (matches := schedule.matches) > MOST_MATCHES:
            raise BadOption(
                f"games={games}: {len(schedule.pairings):,} pairings make "
                f"{matches:,} matches, at most {MOST_MATCHES:,} are allowed"
            )
        return schedule

    @cached_property
    def pairings(self) -> list[tuple[int, int]]:
        """List every unordered pair of entrants."""
        return list(combinations(range(len(self.specs)), 2))

    @cached_property
    def block_size(self) -> int:
        """Say how many matches share a seed."""
        return len(seatings(0, 1, self.seats))

    @property
    def games(self) -> int:
        """Say how many games a pairing plays."""
        return self.rounds * (1 if self.seats == 1 else self.block_size)

    @property
    def matches(self) -> int:
        """Say how many matches there are in all."""
        return len(self.pairings) * self.rounds * self.block_size

    def __len__(self) -> int:
        return self.matches

    def __getitem__(self, index: int) -> Fixture:
        if not 0 <= index < len(self):
            raise IndexError(index)
        block, turn = divmod(index, self.block_size)
        pairing = self.pairings[block % len(self.pairings)]
        entrants = seatings(*pairing, self.seats)[turn]
        return Fixture(
            index,
            block,
            pairing,
            Stream.of(self.seed, "arena", block)[0],
            entrants,
            tuple(self.specs[entrant] for entrant in entrants),
        )


def seatings(a: int, b: int, seats: int) -> list[tuple[int, ...]]:
    """List how two entrants share the seats: one of them alone against the other, in every seat, both ways.

    Two seats: a b, b a. Three: a b b, b a b, b b a, then b a a, a b a, a a b. One: a, b.
    """
    lone = [(one, rest, seat) for one, rest in ((a, b), (b, a)) for seat in range(seats)]
    found = (tuple(one if at == seat else rest for at in range(seats)) for one, rest, seat in lone)
    return list(dict.fromkeys(found))  # with two seats "b alone" repeats "a alone"
