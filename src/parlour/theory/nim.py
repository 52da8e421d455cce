"""Solve Nim, normal and misère, by Bouton's theorem.

C. L. Bouton, "Nim, a game with a complete mathematical theory", Annals of Mathematics 3 (1901), 35-39.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import index, xor


@dataclass(frozen=True)
class BinaryTable:
    """Hold the heaps in aligned binary with their nim-sum, the evidence for Bouton's theorem (1901)."""

    rows: tuple[tuple[str, str], ...]
    total: str
    nim_sum: int

    def text(self) -> str:
        """Print one heap a line, decimal then binary, and the XOR line below."""
        label = max([len("XOR"), *(len(heap) for heap, _ in self.rows)])
        lines = [f"{heap:>{label}}  {bits}" for heap, bits in self.rows]
        rule = " " * label + "  " + "-" * len(self.total)
        return "\n".join([*lines, rule, f"{'XOR':>{label}}  {self.total} = {self.nim_sum}"])


def nim_sum(heaps: Iterable[int]) -> int:
    """Add the heaps in binary without carrying: the XOR of their sizes (Bouton 1901)."""
    return reduce(xor, _checked(heaps), 0)


def first_player_wins(heaps: Iterable[int], misere: bool = False) -> bool:
    """Tell whether the side to move wins with best play (Bouton 1901).

    Normal play (taking the last object wins): exactly when the nim-sum is not 0. Misère (taking the last
    object loses): the same while some heap exceeds 1, else exactly when the number of ones is even. With
    nothing left the misère side to move has already won, though it has no move.
    """
    sizes = _checked(heaps)
    total = reduce(xor, sizes, 0)
    if misere and all(size <= 1 for size in sizes):
        return total == 0
    return total != 0


def winning_moves(heaps: Iterable[int], misere: bool = False) -> list[tuple[int, int]]:
    """List every winning move as (heap index from 0, number to take), ascending (Bouton 1901).

    A move wins when it leaves nim-sum 0; in misère, when every heap left is at most 1, it must leave an odd
    number of ones instead. Each heap has at most one winning move, so the work grows with the number of
    heaps and not with their size.
    """
    sizes = _checked(heaps)
    total = reduce(xor, sizes, 0)
    big = sum(size > 1 for size in sizes)
    moves = []
    for heap, size in enumerate(sizes):
        left = size ^ total
        if misere and big == (size > 1):
            # All other heaps are 0 or 1, so left is the parity of their ones; leaving 2 or more here
            # could never make nim-sum 0, and leaving the opposite parity makes the ones odd.
            left ^= 1
        if left < size:
            moves.append((heap, size - left))
    return moves


def binary_table(heaps: Iterable[int]) -> BinaryTable:
    """Write the heaps in binary, all to one width, with their XOR below (Bouton 1901)."""
    sizes = _checked(heaps)
    total = reduce(xor, sizes, 0)
    width = max(1, max(sizes, default=0).bit_length())
    rows = tuple((str(size), f"{size:0{width}b}") for size in sizes)
    return BinaryTable(rows, f"{total:0{width}b}", total)


def _checked(heaps: Iterable[int]) -> list[int]:
    sizes = []
    for place, heap in enumerate(heaps):
        try:
            size = index(heap)
        except TypeError:
            raise ValueError(f"heap {place} is {heap!r}: give a whole number of objects") from None
        if size < 0:
            raise ValueError(f"heap {place} is {size}: give 0 or more objects")
        sizes.append(size)
    return sizes
