"""The tables behind fast evaluation: sums that name a hand, and where its class is kept.

Each rank has a weight such that any seven cards, at most four of a rank, have a sum of their own; each weight
is the smallest that does not clash with the ones before it. So a hand without a flush is one sum, whichever
way it is added up: card by card, suit by suit, hole cards and board. The sums reach 7.8 million and only
49,205 of them occur, so they are folded without collisions: multiplied, some bits of the product name a row
and others a place, and each row is shifted to where all its places are free. Six and five cards have tables
of their own. A flush is looked up by its ranks.

Class 1 is the weakest of the 7462 hands (7-5-4-3-2), class 7462 a royal flush. The tables are built from
`strength`, the rule itself, within a few hundredths of a second of the first use.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from parlour.cards.cards import SUIT
from parlour.cards.hands import strength
from parlour.compile import kernel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

NAME = "poker hands"  # in messages: what is being compiled
WEIGHTS = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
KEY = (1 << 32) - 1  # the part of a card's key that adds up to the sum of weights
MIX = 611718686189  # spreads sums so that the rows fit; the product stays below 2**63
ROW, ROWS = 20, 1 << 13  # where in the product the row is, and how many there are
PLACE = 34  # where in the product the place is
SIZES = {7: (0, 1 << 16), 6: (1 << 16, 1 << 15), 5: (3 << 15, 1 << 13)}  # each table's begin and length
# A card's key also counts its suit, four bits a suit above the sum. They start at 3, so five make 8.
BIAS = 0x3333 << 32
FLUSH = 0x8888 << 32
CLASSES = 7462
_MOST = 49_205 + 18_395 + 6_175  # sets of seven, six and five ranks


class Tables(NamedTuple):
    """What compiled code needs to evaluate; arrays, and never changed."""

    cards: Ints  # the key of each of the 52 cards
    suits: Ints  # the key of each set of ranks of one suit: weights, and a flush marked as in FLUSH
    shifts: NDArray[np.uint16]  # how far each row is shifted: rows of seven cards, then six, then five
    classes: NDArray[np.uint16]  # the class of a hand without a flush
    flushes: NDArray[np.uint16]  # the class of five, six or seven ranks of one suit
    strengths: Ints  # the strength of each class, from 1


class Draft(NamedTuple):
    """Names the kernels that build the tables."""

    ranks: int


@kernel
def _list_hands(draft: Draft, sums: Ints, strengths: Ints) -> int:
    """List every set of seven, six and five ranks: its sum (with its size above it) and its strength."""
    held = sums[:7] * 0
    found = 0
    for size in (7, 6, 5):
        held[:size] = 0
        at = 0
        while at >= 0:
            if at == size - 1:
                # Neighbours get different suits, so equal ranks do and no suit is held five times.
                total = size << 32
                cards = 0
                for j in range(size):
                    total += WEIGHTS[held[j]]
                    cards |= 1 << (13 * (j % 4) + held[j])
                sums[found] = total
                strengths[found] = strength(cards)
                found += 1
            else:
                held[at + 1] = held[at]
                at += 1
                if at >= 4 and held[at - 4] == held[at]:
                    held[at] += 1
                if held[at] < draft.ranks:
                    continue
            while at >= 0:  # the next one in order
                held[at] += 1
                if held[at] < draft.ranks:
                    break
                at -= 1
    return found


@kernel
def _list_flushes(draft: Draft, strengths: Ints) -> int:
    """Return the strength of every set of five to seven ranks of one suit."""
    for ranks in range(1 << draft.ranks):
        size = 0
        left = ranks
        while left > 0:
            left &= left - 1
            size += 1
        strengths[ranks] = strength(ranks) if 5 <= size <= 7 else 0
    return 0


@kernel(key=Draft)
def _fold(places: Ints, bounds: Ints, order: Ints, shifts: Ints, taken: Ints) -> int:
    """Shift rows of places until they do not meet; give the number of rows that found no room.

    `bounds` says where in `places` each row begins, `order` which row comes first.
    """
    mask = len(taken) - 1
    homeless = 0
    for row in order:
        first, last = bounds[row], bounds[row + 1]
        shift, fits = -1, False
        while not fits and shift < mask:
            shift += 1
            fits = True
            for k in range(first, last):
                if taken[(places[k] + shift) & mask] == 1:
                    fits = False
                    break
        homeless += 0 if fits else 1
        for k in range(first, last):
            taken[(places[k] + shift) & mask] = 1
        shifts[row] = shift
    return homeless


@cache
def tables() -> Tables:
    """Return the tables; the first call of a process builds them."""
    import numpy as np

    draft = Draft(13)
    sums, strengths = np.zeros(_MOST, np.int64), np.zeros(_MOST, np.int64)
    flush_strengths = np.zeros(SUIT + 1, np.int64)
    listed = _list_hands(draft, sums, strengths)
    _list_flushes(draft, flush_strengths)
    # The five-card hands, which were listed last, and the five-card flushes are all there are.
    known = np.unique(np.concatenate([strengths[-6175:], flush_strengths[flush_strengths > 0]]))
    assert (listed, len(known)) == (_MOST, CLASSES)

    shifts = np.zeros(3 * ROWS, np.int64)
    classes = np.zeros(sum(length for _, length in SIZES.values()), np.uint16)
    for size, (begin, length) in SIZES.items():
        own = sums >> 32 == size
        products = (sums[own] & KEY) * MIX
        rows, places = (products >> ROW) & (ROWS - 1), products >> PLACE
        by_row = np.argsort(rows, kind="stable")
        bounds = np.searchsorted(rows[by_row], np.arange(ROWS + 1))
        fullest_first = np.argsort(-np.diff(bounds), kind="stable")
        part = shifts[ROWS * (7 - size) :][:ROWS]
        homeless = _fold(places[by_row], bounds, fullest_first, part, np.zeros(length, np.int64))
        homes = begin + ((places + part[rows]) & (length - 1))
        assert homeless == 0
        classes[homes] = 1 + np.searchsorted(known, strengths[own])
    flushes = np.where(flush_strengths > 0, 1 + np.searchsorted(known, flush_strengths), 0)
    return Tables(
        _card_keys(),
        _suit_keys(),
        shifts.astype(np.uint16),
        classes,
        flushes.astype(np.uint16),
        np.concatenate([[0], known]),
    )


def _card_keys() -> Ints:
    import numpy as np

    return np.array([WEIGHTS[card % 13] + (1 << 32 + 4 * (card // 13)) for card in range(52)], np.int64)


def _suit_keys() -> Ints:
    import numpy as np

    ranks = np.arange(SUIT + 1)
    held = (ranks[:, None] >> np.arange(13)) & 1
    return held @ np.array(WEIGHTS, np.int64) + np.where(held.sum(axis=1) >= 5, np.int64(8) << 32, 0)
