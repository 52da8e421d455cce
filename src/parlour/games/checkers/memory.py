"""The memory of checkers: the kings' actions since the last progress, for a draw by repetition."""

from __future__ import annotations

from parlour.core.bits import replace
from parlour.core.rules import rule

DIGIT, DIGITS = 7, 8  # bits of one remembered action, and how many a word holds


@rule
def digit_at(past: tuple[int, ...], when: int) -> int:
    """Read a turn of the memory: one more than a king's action, or 0 for a man, who never goes back."""
    return past[when // DIGITS] >> DIGIT * (when % DIGITS) & (1 << DIGIT) - 1


@rule
def remembered(past: tuple[int, ...], when: int, digit: int) -> tuple[int, ...]:
    """Write the digit of a turn into a memory that has none of it yet."""
    return replace(past, when // DIGITS, past[when // DIGITS] | digit << DIGIT * (when % DIGITS))


@rule
def forgotten(past: tuple[int, ...]) -> tuple[int, ...]:
    """Return a blank memory: what was there before progress cannot come back."""
    for index in range(len(past)):
        past = replace(past, index, 0)
    return past
