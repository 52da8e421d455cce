"""Solve the relatives of Nim by their theorems: Moore's Nim, Wythoff's, Fibonacci Nim, subtraction games.

E. H. Moore, "A generalization of the game called Nim", Annals of Mathematics 11 (1910); W. A. Wythoff, "A
modification of the game of Nim", Nieuw Archief voor Wiskunde 7 (1907); M. J. Whinihan, "Fibonacci Nim",
Fibonacci Quarterly 1 (1963); S. W. Golomb, "A mathematical investigation of games of take-away", Journal of
Combinatorial Theory 1 (1966).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import isqrt

# -- Moore's Nim: take from up to k heaps -----------------------------------------------------------------


def moore_sums(heaps: Sequence[int], k: int) -> list[int]:
    """Add the heaps' binary digits, place by place from the lowest, modulo k + 1.

    The side to move loses exactly when every sum is 0 (Moore 1910); k = 1 is Bouton's Nim.
    """
    if k < 1 or any(heap < 0 for heap in heaps):
        raise ValueError(f"k is {k}, heaps are {list(heaps)}: give k of 1 or more, heaps of 0 or more")
    places = max(heaps, default=0).bit_length()
    return [sum(heap >> place & 1 for heap in heaps) % (k + 1) for place in range(places)]


def moore_move(heaps: Sequence[int], k: int) -> list[tuple[int, int]]:
    """Find a winning move, at most k pairs (heap index from 0, number to take); empty if there is none.

    This is Moore's proof: from the highest digit down, heaps reduced already may have any digit; where they
    cannot make the sum 0, as many others as are over give the digit up and are reduced from there on. Those
    and the ones before are never more than k.
    """
    left = list(heaps)
    reduced: list[int] = []
    for place in range(len(moore_sums(heaps, k)) - 1, -1, -1):
        bit = 1 << place
        for heap in reduced:
            left[heap] &= ~bit
        having = [heap for heap in range(len(left)) if left[heap] & bit]
        over = len(having) % (k + 1)
        if over and k + 1 - over <= len(reduced):
            for heap in reduced[: k + 1 - over]:
                left[heap] |= bit
        elif over:
            for heap in having[:over]:
                left[heap] &= ~bit
            reduced += having[:over]
    return [(heap, heaps[heap] - left[heap]) for heap in sorted(reduced)]


def moore_finish(heaps: Sequence[int], k: int, untouched: Sequence[int], most: int) -> list[int] | None:
    """Reduce at most that many of the untouched heaps to make every digit sum 0; None if none of it does.

    Every choice of heaps is tried. Within one, the other heaps say how many of the chosen must have a digit;
    from the highest down, those get it that may keep most below it, and the rest, smaller now, are free.
    """
    places = range(len(moore_sums(heaps, k)) - 1, -1, -1)
    for chosen in combinations(untouched, min(most, len(untouched))):
        fixed = [heap for index, heap in enumerate(heaps) if index not in chosen]
        limits, left = {index: heaps[index] for index in chosen}, dict.fromkeys(chosen, 0)
        for bit in (1 << place for place in places):
            wanted = -sum(1 for heap in fixed if heap & bit) % (k + 1)
            able = sorted((i for i in chosen if limits[i] & bit), key=lambda i: -(limits[i] & bit - 1))
            if wanted > len(able):
                break
            for index in able[:wanted]:
                left[index] |= bit
                limits[index] &= bit - 1
            limits.update(dict.fromkeys(able[wanted:], bit - 1))
        else:
            return [left.get(index, heap) for index, heap in enumerate(heaps)]
    return None


# -- Wythoff's game: take from one of two heaps, or the same number from both -----------------------------


def wythoff_pair(difference: int) -> tuple[int, int]:
    """Return the lost position with this difference: (floor(d phi), floor(d phi) + d), phi the golden ratio.

    Wythoff (1907). Whole numbers only, so it is exact however large d is: d phi = (d + sqrt(5 d d)) / 2.
    """
    if difference < 0:
        raise ValueError(f"the difference is {difference}: give 0 or more")
    smaller = (difference + isqrt(5 * difference * difference)) // 2
    return smaller, smaller + difference


def wythoff_partner(heap: int) -> int:
    """Find the one heap that makes a lost position with this one; each number is in exactly one pair."""
    # d is near heap / phi where the heap is the smaller of its pair, and near heap / phi^2 where not.
    for guess in ((isqrt(5 * heap * heap) - heap) // 2, (3 * heap - isqrt(5 * heap * heap)) // 2):
        for difference in range(max(0, guess - 1), guess + 3):
            pair = wythoff_pair(difference)
            if heap in pair:
                return pair[1] if heap == pair[0] else pair[0]
    raise AssertionError(f"{heap} is in no pair")  # Beatty's theorem: the two sequences hold every number


def wythoff_moves(first: int, second: int) -> list[tuple[int, int]]:
    """List every winning move as (taken from the first heap, taken from the second), both when equal."""
    aims = [
        (first, wythoff_partner(first)),
        (wythoff_partner(second), second),
        wythoff_pair(abs(first - second))[:: 1 if first <= second else -1],
    ]
    moves = {(first - a, second - b) for a, b in aims}
    return sorted((a, b) for a, b in moves if a >= 0 and b >= 0 and a + b > 0)


# -- Fibonacci Nim: take at most twice what was taken before ----------------------------------------------


def zeckendorf(number: int) -> list[int]:
    """Write a number as a sum of Fibonacci numbers, no two of them neighbours, the greatest first.

    There is exactly one such sum (Lekkerkerker 1952, Zeckendorf 1972).
    """
    if number < 0:
        raise ValueError(f"the number is {number}: give 0 or more")
    fibonacci = [1, 2]
    while fibonacci[-1] <= number:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    parts = []
    for part in reversed(fibonacci):
        if part <= number:
            parts.append(part)
            number -= part
    return parts


def fibonacci_nim_moves(left: int, most: int) -> list[int]:
    """List every winning number to take, when at most that many may be taken (Whinihan 1963).

    Taking t wins when the smallest part of what is left is more than 2 t, the next limit, or nothing is left.
    Only the last parts of the sum can do that: taking anything else leaves a part of at most twice as much.
    """
    moves, taken = [], 0
    parts = zeckendorf(left)
    while parts:
        taken += parts.pop()
        if taken > most:
            break
        if not parts or parts[-1] > 2 * taken:
            moves.append(taken)
    return moves


# -- subtraction games: only certain numbers may be taken -------------------------------------------------


@dataclass(frozen=True)
class Periodic:
    """Hold Grundy values that repeat from `start` on, with this period; 0 if none was found."""

    values: bytes
    start: int = 0
    period: int = 0

    def at(self, heap: int) -> int:
        """Look the value of a heap up."""
        if heap >= len(self.values) and self.period:
            heap = self.start + (heap - self.start) % self.period
        return self.values[heap]


@cache
def subtraction_values(amounts: tuple[int, ...], largest: int) -> Periodic:
    """Compute the Grundy values of heaps up to a size, or to the end of the first period if that is sooner.

    A value depends on the last max(amounts) values only, so once those come back all do (Golomb 1966).
    """
    takes, span = sorted(set(amounts)), max(amounts)
    if takes[0] < 1 or len(takes) > 255:
        raise ValueError(f"amounts are {amounts}: give from 1 to 255 of them, each 1 or more")
    values, mark = bytearray(), span
    for heap in range(largest + 1):
        reached = 0
        for take in takes:
            if take > heap:
                break
            reached |= 1 << values[heap - take]
        values.append((~reached & reached + 1).bit_length() - 1)
        # Brent (1980): compare with one mark, and move the mark on whenever the distance to it has doubled.
        if heap >= mark and values[-span:] == values[mark - span : mark]:
            period, start = heap + 1 - mark, mark - span
            while start and values[start - 1] == values[start - 1 + period]:
                start -= 1
            return Periodic(bytes(values[: start + period]), start, period)
        if heap + 1 == 2 * mark:
            mark = heap + 1
    return Periodic(bytes(values))
