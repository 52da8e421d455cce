"""Deals that fit what is known, counted exactly: which hand holds which of the cards nobody has seen.

Cards fall into classes that constraints do not tell apart (the suits, in a game where one may be void of a
suit). A deal first has a table, how many cards of each class go to each seat, and then a way to split each
class by the table's row. A table stands for a product of multinomials of deals; summing over all tables,
class by class with the places still open as the state, counts the deals. Drawing the table by the deals it
stands for and each split evenly draws every deal with the same chance: nothing is rejected, and no draw
runs into a dead end, as dealing card by card does.

Here all numbers are Python's integers and fractions, so they are exact; `deals_kernel` draws at speed.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import NamedTuple, TypeAlias

from parlour.core.bits import listed

SEATS = 4  # hands at most; a table of fewer has seats without places
Split: TypeAlias = tuple[int, ...]  # how many cards of a class each seat gets
Row: TypeAlias = dict[Split, int]  # places still open -> ways to get there


class Unseen(NamedTuple):
    """Cards whose holder is not known, one set a class, and where they may be.

    Bit `SEATS * class + seat` of `barred` says that the seat holds no card of the class. A card that has to
    be told apart from its suit is a class of its own; one whose holder is known is left out, and its place.
    """

    cards: tuple[int, ...]
    places: tuple[int, int, int, int]
    barred: int


def count(unseen: Unseen) -> int:
    """Count the deals, exactly."""
    return _onward(unseen)[-1].get((0,) * SEATS, 0)


def chances(unseen: Unseen) -> list[list[Fraction]]:
    """Give for each class the exact chance that one card of it is with each seat, if all deals are as likely.

    Where no deal fits there is nothing to be likely: ValueError.
    """
    onward, back = _onward(unseen), _back(unseen)
    total = onward[-1].get((0,) * SEATS, 0)
    if total == 0:
        raise ValueError(f"no deal fits {unseen}")
    found = []
    for number, cards in enumerate(unseen.cards):
        held = [0] * SEATS  # cards of the class with the seat, summed over all deals
        for places, before in onward[number].items():
            for split, ways in _splits(cards.bit_count(), places, unseen.barred >> SEATS * number):
                after = back[number + 1].get(_less(places, split), 0)
                for seat, share in enumerate(split):
                    held[seat] += before * ways * after * share
        size = max(1, cards.bit_count())
        found.append([Fraction(each, total * size) for each in held])
    return found


def deals(unseen: Unseen) -> Iterator[tuple[int, int, int, int]]:
    """List the deals, each as the set of cards every seat gets."""
    cards = [listed(held) for held in unseen.cards]
    ways: dict[tuple[int, Split], list[tuple[int, ...]]] = {}
    for table in _tables(unseen, 0, unseen.places):
        found = [(0, 0, 0, 0)]
        for number, split in enumerate(table):
            if not cards[number]:
                continue
            if (number, split) not in ways:
                ways[number, split] = list(_shared_out(cards[number], split))
            part = ways[number, split]
            found = [(a | i, b | j, c | k, d | m) for a, b, c, d in found for i, j, k, m in part]
        yield from found


def _tables(unseen: Unseen, number: int, places: Split) -> Iterator[tuple[Split, ...]]:
    """List how many cards of each class from this one on each seat can get, so that all places are taken."""
    if number == len(unseen.cards):
        if not any(places):
            yield ()
        return
    for split, _ in _splits(unseen.cards[number].bit_count(), places, unseen.barred >> SEATS * number):
        for table in _tables(unseen, number + 1, _less(places, split)):
            yield (split, *table)


def _shared_out(cards: list[int], split: Split) -> Iterator[tuple[int, ...]]:
    """List the ways to share the cards of a class out, as the sets the seats get."""
    if not split:
        yield ()
        return
    for held in combinations(cards, split[0]):
        left = [card for card in cards if card not in held]
        for others in _shared_out(left, split[1:]):
            yield (sum(1 << card for card in held), *others)


def _splits(cards: int, places: Split, barred: int) -> Iterator[tuple[Split, int]]:
    """List the ways to share a class out: how many go to each seat, and the deals of the class that is."""
    most = [0 if barred >> seat & 1 else room for seat, room in enumerate(places)]
    last = len(places) - 1

    def share(seat: int, left: int, split: Split, ways: int) -> Iterator[tuple[Split, int]]:
        if seat == last:
            if left <= most[seat]:
                yield (*split, left), ways
            return
        for number in range(min(left, most[seat]) + 1):
            yield from share(seat + 1, left - number, (*split, number), ways * comb(left, number))

    yield from share(0, cards, (), 1)


def _less(places: Split, split: Split) -> Split:
    return tuple(room - number for room, number in zip(places, split, strict=True))


def _onward(unseen: Unseen) -> list[Row]:
    """Count for each class and open places the ways to have dealt the classes before it."""
    rows: list[Row] = [{tuple(unseen.places): 1}]
    for number, cards in enumerate(unseen.cards):
        row: Row = {}
        for places, before in rows[-1].items():
            for split, ways in _splits(cards.bit_count(), places, unseen.barred >> SEATS * number):
                after = _less(places, split)
                row[after] = row.get(after, 0) + before * ways
        rows.append(row)
    return rows


def _back(unseen: Unseen) -> list[Row]:
    """Count for each class and open places the ways to deal it and the classes after it into them."""
    reached = _onward(unseen)
    rows: list[Row] = [{(0,) * SEATS: 1}]
    for number in reversed(range(len(unseen.cards))):
        row: Row = {}
        for places in reached[number]:
            row[places] = sum(
                ways * rows[0].get(_less(places, split), 0)
                for split, ways in _splits(
                    unseen.cards[number].bit_count(), places, unseen.barred >> SEATS * number
                )
            )
        rows.insert(0, row)
    return rows
