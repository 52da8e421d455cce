"""Kayles and Dawson's Kayles by the Grundy values of their runs of pins (Guy and Smith 1956)."""

from __future__ import annotations

from functools import cache, reduce
from operator import xor

from parlour.core.bits import WORD
from parlour.core.heaps import written
from parlour.core.rules import play
from parlour.games.kayles import State, action_of
from parlour.search.theorem import GrundySum, Part
from parlour.theory import dawsons_kayles, grundy_values, kayles


@cache
def values_of(dawson: int) -> list[int]:
    """Return the Grundy values of runs up to the longest row."""
    return grundy_values(WORD, dawsons_kayles if dawson else kayles)


@cache
def knocks(length: int, value: int, dawson: int) -> list[tuple[int, int]]:
    """List what to knock out of a run to leave this value: the first pin, counted from 0, and how many."""
    values = values_of(dawson)
    return [
        (pin, pins)
        for pins in ((2,) if dawson else (1, 2))
        for pin in range(length - pins + 1)
        if values[pin] ^ values[length - pins - pin] == value
    ]


class KaylesValues(GrundySum[State]):
    """Leave runs of pins whose Grundy values have nim-sum 0."""

    name = "kayles_values"

    @classmethod
    def parts(cls, s: State) -> list[Part]:
        """Each run of neighbours from which something can be knocked out is a game of its own."""
        values = values_of(s.dawson)
        return [
            Part(_words(row, pin, length), length, values[length], WORD * row + pin)
            for row, pins in enumerate(s.rows)
            for pin, length in _runs(pins)
            if length > s.dawson
        ]

    @classmethod
    def moves_to(cls, s: State, part: Part, value: int) -> list[int]:
        """Look up where a run of this length is to be hit."""
        row, first = divmod(part.place, WORD)
        return [action_of(row, first + pin, pins) for pin, pins in knocks(part.size, value, s.dawson)]

    @classmethod
    def delaying(cls, s: State) -> int:
        """Hit the end of the longest run, with as few pins as may be."""
        longest = max(cls.parts(s), key=lambda part: part.size)
        row, pin = divmod(longest.place, WORD)
        return action_of(row, pin, 1 + s.dawson)

    def note(self, s: State, action: int, won: bool) -> str:
        """Say which runs an action leaves, and their nim-sum."""
        after = play(s, action)
        return f"leaves {_lengths(self.parts(after))}: nim-sum {self.total(after)}"

    def why(self, s: State, action: int, won: bool) -> str:
        """Name the runs of pins with their values, before a lost move or after a winning one."""
        parts, after = self.parts(s), self.parts(play(s, action))
        if not won:
            return (
                f"What is left, {_lengths(parts)}, has {_values(parts)}, and any move makes that other than "
                "0: every move loses against best play."
            )
        move = self.game.format(s, action)
        if not after:
            return f"{move} is the last move there is, and wins."
        return f"{move} leaves {_lengths(after)} with {_values(after)}: every reply can be answered."


def _lengths(parts: list[Part]) -> str:
    if not parts:
        return "nothing to knock out"
    sizes = [part.size for part in parts]
    if sizes == [1]:
        return "a single pin"
    return f"{'a run' if len(parts) == 1 else 'runs'} of {written(sizes)} pins"


def _values(parts: list[Part]) -> str:
    """Write Grundy values and their nim-sum: that of one run is its own."""
    values = [part.value for part in parts]
    total = reduce(xor, values, 0)
    several = f"the Grundy values {written(values)}, nim-sum {total}"
    return several if len(values) > 1 else f"the Grundy value {total}"


def _runs(pins: int) -> list[tuple[int, int]]:
    """List the runs of neighbours in a row: first pin and length."""
    runs, pin = [], 0
    while pins >> pin:
        if pins >> pin & 1:
            rest = pins >> pin
            length = (~rest & rest + 1).bit_length() - 1
            runs.append((pin, length))
            pin += length
        else:
            pin += 1
    return runs


def _words(row: int, pin: int, length: int) -> str:
    pins = f"pins {pin + 1} to {pin + length}" if length > 1 else f"pin {pin + 1}"
    return f"row {row + 1}, {pins}"
