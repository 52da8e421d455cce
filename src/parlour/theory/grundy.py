"""Value impartial games by the Sprague-Grundy theorem.

R. Sprague, "Über mathematische Kampfspiele", Tohoku Math. J. 41 (1935); P. M. Grundy, "Mathematics and
games", Eureka 2 (1939): every impartial game under normal play equals a Nim heap of size mex(its options),
and a sum of games equals the nim-sum of their sizes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

Position = TypeVar("Position", bound=Hashable)
HeapOptions = Callable[[int], Iterable[tuple[int, ...]]]


def mex(values: Iterable[int]) -> int:
    """Find the least whole number, from 0, that is not among the values (minimum excludant, Grundy 1939)."""
    seen = set(values)
    least = 0
    while least in seen:
        least += 1
    return least


def grundy(position: Position, moves: Callable[[Position], Iterable[Position]]) -> int:
    """Compute the Grundy value of any loop-free impartial game: mex over the positions it moves to.

    The side to move wins under normal play exactly when the value is not 0 (Sprague 1935, Grundy 1939).
    """
    values: dict[Position, int] = {}
    # A stack of our own, because long games would pass Python's recursion limit.
    path = [(position, iter(moves(position)), set[int]())]
    entered = {position}
    while path:
        here, untried, reached = path[-1]
        for child in untried:
            if child in values:
                reached.add(values[child])
                continue
            if child in entered:
                raise ValueError(f"position {child!r} can repeat: give a game where every line of play ends")
            path.append((child, iter(moves(child)), set()))
            entered.add(child)
            break
        else:
            path.pop()
            values[here] = mex(reached)
            if path:
                path[-1][2].add(values[here])
    return values[position]


def grundy_values(n: int, options: HeapOptions) -> list[int]:
    """Compute the Grundy values of heaps 0 to n, where options(h) yields the heaps that h can become.

    Each option is a tuple of smaller heaps, so a move may split a heap; its value is the nim-sum of its parts
    (Sprague 1935, Grundy 1939).
    """
    if n < 0:
        raise ValueError(f"n is {n}: give the largest heap, 0 or more")
    values: list[int] = []
    for heap in range(n + 1):
        reached = set()
        for parts in options(heap):
            value = 0
            for part in parts:
                if not 0 <= part < heap:
                    raise ValueError(f"heap {heap} becomes {parts}: give parts from 0 to {heap - 1}")
                value ^= values[part]
            reached.add(value)
        values.append(mex(reached))
    return values


def subtraction(amounts: Iterable[int]) -> HeapOptions:
    """Make the options of the subtraction game: take one of the amounts from a heap.

    Berlekamp, Conway and Guy, "Winning Ways" (1982), chapter 4; taking 1 to k gives the value h mod (k + 1).
    """
    takes = sorted(set(amounts))
    if not takes or takes[0] < 1:
        raise ValueError(f"amounts are {takes}: give at least one, each 1 or more")

    def options(heap: int) -> Iterator[tuple[int, ...]]:
        return ((heap - take,) for take in takes if take <= heap)

    return options


def kayles(heap: int) -> Iterator[tuple[int, ...]]:
    """Yield the options of a row in Kayles: knock out one pin or two neighbours, the row may split.

    H. E. Dudeney, "The Canterbury Puzzles" (1907); octal game 0.77 of Guy and Smith (1956).
    """
    yield from _splits(heap - 1)
    yield from _splits(heap - 2)


def dawsons_kayles(heap: int) -> Iterator[tuple[int, ...]]:
    """Yield the options of a row in Dawson's Kayles: knock out exactly two neighbours, the row may split.

    Octal game 0.07; Guy and Smith, "The G-values of various games", Proc. Camb. Phil. Soc. 52 (1956).
    """
    return _splits(heap - 2)


def _splits(left: int) -> Iterator[tuple[int, int]]:
    # Left and right parts are interchangeable, so half the splits suffice; below 0 there are none.
    return ((part, left - part) for part in range(left // 2 + 1))
