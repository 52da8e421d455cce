"""Bids of Liar's Dice: how they are numbered, what they say, and which may follow which.

A bid is its number. Numbers go up with the bidding, so that the set of bids made is also their order. With q
the quantity, f the face counted from the lowest that may be bid, F such faces and D dice at most:

    quantity, more, upward    (q - 1) * F + f         1x1 1x2 .. 1x6 2x1 2x2 ..
    face                      f * D + q - 1           1x1 2x1 .. Dx1 1x2 2x2 ..
    perudo                    aces count double       1x2 .. 1x6 2x2 .. 2x6 1x1 3x2 .. 4x6 2x1 5x2 ..

A hand is the number of dice of each face, four bits a face, ones lowest.
"""

from __future__ import annotations

from collections.abc import Callable

from parlour.core.bits import WORD, floats, replace, runs
from parlour.core.rules import rule

Floats = tuple[float, ...]
put: Callable[[Floats, int, float], Floats] = replace  # type: ignore[assignment]  # for floats too
ORDERS = ("quantity", "face", "more", "upward", "perudo")
QUANTITY, FACE, MORE, UPWARD, PERUDO = range(5)
# The rules of a table, in one tuple of the state.
FACES, LOWEST, WILD, ORDER, EXACT, MATCH, DICE, MOST = range(8)
NO_EXACT, GAIN, OTHERS = range(3)


@rule
def kinds(table: tuple[int, ...]) -> int:
    """Count the faces that may be bid."""
    return table[FACES] - table[LOWEST] + 1


@rule
def all_bids(table: tuple[int, ...]) -> int:
    """Count the bids: their numbers are below this, and then come `liar` and `exact`."""
    return table[DICE] * kinds(table)


@rule
def quantity_of(bid: int, table: tuple[int, ...]) -> int:
    """Return how many dice a bid claims."""
    if table[ORDER] == FACE:
        return bid % table[DICE] + 1
    if table[ORDER] != PERUDO:
        return bid // kinds(table) + 1
    others = table[FACES] - 1
    blocks = table[DICE] // 2
    block = bid // (2 * others + 1)
    if block < blocks:
        place = bid % (2 * others + 1)
        return block + 1 if place == 2 * others else 2 * block + 1 + place // others
    place = bid - blocks * (2 * others + 1)
    if table[DICE] % 2 == 1:
        if place < others:
            return table[DICE]
        place -= others
    return blocks + 1 + place


@rule
def face_of(bid: int, table: tuple[int, ...]) -> int:
    """Return the face that a bid names."""
    if table[ORDER] == FACE:
        return bid // table[DICE] + table[LOWEST]
    if table[ORDER] != PERUDO:
        return bid % kinds(table) + table[LOWEST]
    others = table[FACES] - 1
    blocks = table[DICE] // 2
    if bid < blocks * (2 * others + 1):
        place = bid % (2 * others + 1)
        return 1 if place == 2 * others else 2 + place % others
    place = bid - blocks * (2 * others + 1)
    return 2 + place if table[DICE] % 2 == 1 and place < others else 1


@rule
def matching(hand: int, face: int, wild: int) -> int:
    """Count the dice of a hand that match a face, wild ones with them."""
    found = (hand >> (4 * (face - 1))) & 15
    if wild > 0 and face != wild:
        found += (hand >> (4 * (wild - 1))) & 15
    return found


@rule
def raises(last: int, dice: int, table: tuple[int, ...], blank: tuple[int, ...]) -> tuple[int, ...]:
    """Return the bids that may follow the last one (-1: open the round) with that many dice in play."""
    if table[ORDER] == QUANTITY:
        above = runs((dice * kinds(table),), blank)
        below = runs((last + 1,), blank)
        for index in range(len(blank)):
            above = replace(above, index, above[index] & ~below[index])
        return above
    found, bids = blank, all_bids(table)
    for index in range(len(blank)):
        word, first = 0, WORD * index
        for bid in range(max(last + 1, first), min(first + WORD, bids)):
            if quantity_of(bid, table) <= dice and may_follow(last, bid, table):
                word |= 1 << (bid - first)
        found = replace(found, index, word)
    return found


@rule
def may_follow(last: int, bid: int, table: tuple[int, ...]) -> bool:
    """Say whether a bid with a higher number than the last one is a raise."""
    if last < 0:
        return table[ORDER] != PERUDO or face_of(bid, table) != 1  # nobody opens with aces
    if table[ORDER] == MORE:
        return quantity_of(bid, table) > quantity_of(last, table)
    return table[ORDER] != UPWARD or face_of(bid, table) >= face_of(last, table)


@rule
def shares(hands: tuple[int, ...], who: int, sign: float) -> Floats:
    """Return `sign` to one seat and the opposite, shared out evenly, to the others."""
    gains = floats(hands)  # as many floats: the length of a tuple is part of its type
    for seat in range(len(hands)):
        gains = put(gains, seat, sign if seat == who else -sign / (len(hands) - 1))
    return gains
