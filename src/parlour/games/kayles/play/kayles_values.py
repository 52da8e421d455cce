"""Kayles and Dawson's Kayles by the Grundy values of their runs of pins (Guy and Smith 1956)."""

from __future__ import annotations

from functools import cache

from parlour.core.bits import WORD
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
