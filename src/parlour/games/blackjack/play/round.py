"""A whole round of Blackjack: every first hand against every card of the dealer, and what it is all worth."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from math import isnan

from parlour.games.blackjack.play.kernel import House
from parlour.games.blackjack.play.tables import ACE, TEN, VALUES, hand_number
from parlour.games.blackjack.play.value import (
    Shoe,
    Split,
    Worth,
    Worths,
    full_shoe,
    house_of,
    may_double,
    pair_value,
    surrender_worth,
    worths,
)

Pair = tuple[int, int]  # the values of the first two cards, the lower first


@dataclass(frozen=True)
class Column:
    """Values of all first hands against one card of the dealer."""

    house: House
    up: int
    worth: dict[Pair, Worth]
    chance: dict[Pair, float]  # of the hand and the dealer's card together
    natural: dict[Pair, float]  # chance of a dealer's blackjack then
    ends: tuple[float, ...]  # of the dealer, with no hand taken out of the shoe
    after: Worths  # values of every hand that may come, by its number

    def value(self, hand: Pair) -> float:
        """Return what a hand is worth before the dealer looks, insurance taken when it pays."""
        natural = self.natural[hand]
        insurance = max(0.0, insurance_worth(natural)) if self.up == ACE else 0.0
        if hand == (ACE, TEN):
            return (1.0 - natural) * self.house.natural + insurance
        best = max(value for value in self.worth[hand] if not isnan(value))
        if self.house.peek:  # otherwise the values count a blackjack of the dealer already
            best = -natural + (1.0 - natural) * best
        if self.house.surrender == 2 and self.up in (ACE, TEN):
            best = max(-0.5, best)
        return best + insurance


@dataclass(frozen=True)
class Round:
    """The columns, by the dealer's card."""

    house: House
    shoe: Shoe
    columns: dict[int, Column]

    @cached_property
    def value(self) -> float:
        """Return what a round of one unit is worth to the player."""
        found = (
            column.chance[hand] * column.value(hand)
            for column in self.columns.values()
            for hand in column.worth
        )
        return float(sum(found))


def insurance_worth(natural: float) -> float:
    """Return what half a bet of insurance is worth, in bets: it pays 2 to 1."""
    return 0.5 * (3.0 * natural - 1.0)


@cache
def first_hands() -> list[tuple[Pair, Shoe, int]]:
    """List the hands of two cards: the values, how many of each, and the hand's number."""
    found = []
    for low in range(VALUES):
        for high in range(low, VALUES):
            counts = tuple((v == low) + (v == high) for v in range(VALUES))
            found.append(((low, high), counts, hand_number(counts)))
    return found


def round_of(rules: int, shoe: Shoe = ()) -> Round:
    """Value a round from a shoe, a full one if none is given."""
    shoe = shoe or full_shoe(rules)
    return Round(house_of(rules), shoe, {up: column_of(rules, shoe, up) for up in range(VALUES) if shoe[up]})


@lru_cache(maxsize=32)
def column_of(rules: int, shoe: Shoe, up: int) -> Column:
    """Value all first hands against one card."""
    house, total = house_of(rules), sum(shoe)
    lasting = 0 if house.infinite else 1
    left = [n - lasting * (v == up) for v, n in enumerate(shoe)]
    known = worths(house, tuple(left), up, 0)
    column = Column(house, up, {}, {}, {}, tuple(float(p) for p in known.ends), known)
    for hand, counts, number in first_hands():
        low, high = hand
        rest = tuple(n - lasting * c for n, c in zip(left, counts, strict=True))
        ways = left[low] * (left[high] - lasting * (low == high)) * (1 if low == high else 2)
        if min(rest) < 0 or ways <= 0:
            continue
        column.chance[hand] = shoe[up] * ways / (total * (total - lasting) * (total - 2 * lasting))
        column.natural[hand] = natural_chance(up, rest)
        column.worth[hand] = _worth(house, rest, up, number, known)
    return column


def natural_chance(up: int, shoe: Shoe) -> float:
    """Return the chance that the dealer's next card makes a blackjack."""
    other = {ACE: TEN, TEN: ACE}.get(up)
    return 0.0 if other is None else shoe[other] / sum(shoe)


def _worth(house: House, shoe: Shoe, up: int, hand: int, known: Worths) -> Worth:
    nan = float("nan")
    value = pair_value(hand)
    splits = value >= 0 and house.hands > 1
    # Early surrender to an ace or a ten comes before the look, and is not among these actions.
    out = house.surrender == 1 or (house.surrender == 2 and (not house.peek or up not in (ACE, TEN)))
    natural = 0.0 if house.peek else natural_chance(up, shoe)
    return Worth(
        stand=float(known.stand[hand]),
        hit=float(known.hit[hand]),
        double=float(known.double[hand]) if may_double(house, hand) else nan,
        split=Split(house, shoe, up, value, known if house.infinite else None).gain(1) if splits else nan,
        surrender=surrender_worth(house, natural) if out else nan,
    )
