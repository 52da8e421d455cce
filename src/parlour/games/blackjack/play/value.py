"""What every action of Blackjack is worth, for any hand, any first card of the dealer and any shoe.

Values are in units of the bet, for best play by the composition of hand and shoe. Where the dealer looks at
the hole card they hold for the case that there is no blackjack. A split is worth what its hands are worth,
each played for itself from the shoe without the cards of the pair (Shackleford, "Blackjack Appendix 9",
wizardofodds.com): cards that the other hands take are not followed. All else is exact.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from parlour.games.blackjack import cards
from parlour.games.blackjack.play.kernel import House, dealer_ends, hand_worths
from parlour.games.blackjack.play.tables import ACE, NATURAL, TEN, VALUES, hand_number, hands

Shoe = tuple[int, ...]  # how many cards of each value, aces first, tens last
DECK: Shoe = (4,) * 9 + (16,)
FOLLOWED = 3  # from that many more cards of a pair on, what their absence changes goes on in a straight line


class Worth(NamedTuple):
    """The values of the actions with a hand, in units of the bet; nan where one is not allowed."""

    stand: float
    hit: float
    double: float
    split: float
    surrender: float


NAMES = Worth._fields


def house_of(rules: int) -> House:
    """Read the word of rules."""
    least = 9 if rules & cards.DOUBLE_9 else 10 if rules & cards.DOUBLE_10 else 0
    return House(
        infinite=int(cards.decks_of(rules) == 0),
        h17=int(rules & cards.H17 != 0),
        peek=int(rules & cards.PEEK != 0),
        das=int(rules & cards.DAS != 0),
        hands=cards.hands_of(rules),
        resplit_aces=int(rules & cards.RESPLIT_ACES != 0),
        hit_aces=int(rules & cards.HIT_ACES != 0),
        double_from=least,
        surrender=1 if rules & cards.LATE else 2 if rules & cards.EARLY_OUT else 0,
        natural=1.2 if rules & cards.SIX_FIVE else 1.5,
    )


def full_shoe(rules: int) -> Shoe:
    """Count the values in a new shoe."""
    return tuple(max(1, cards.decks_of(rules)) * many for many in DECK)


def barred(house: House, up: int) -> int:
    """Return the value that the hole card does not have after a look, or -1."""
    return {ACE: TEN, TEN: ACE}.get(up, -1) if house.peek else -1


class Worths(NamedTuple):
    """Values of one hand and all that may become of it, by the hand's number."""

    stand: Any
    hit: Any
    double: Any
    ends: Any  # of the dealer, as the hand stands now


@lru_cache(maxsize=256)
def descendants(hand: int) -> Any:
    """Return the hands that a hand may become, itself first."""
    known = hands().cards
    return np.flatnonzero((known >= known[:, hand][:, None]).all(axis=0))


def worths(house: House, shoe: Shoe, up: int, hand: int, one_card: bool = False) -> Worths:
    """Find the values of a hand and of all it may become; the shoe is what is unseen.

    With `one_card` only standing is valued, and only after one card.
    """
    known = hands()
    own = known.cards[:, hand]
    members = np.array([hand, *known.child[hand]]) if one_card else descendants(hand)
    left = np.array(shoe, np.float64)
    bar = barred(house, up)
    if house.infinite:
        shoes = left[:, None]
    else:
        shoes = np.maximum(left[:, None] - (known.cards[:, members] - own[:, None]), 0.0)
    ends = dealer_ends(house, up, bar, shoes)
    stand, hit, double = (np.zeros(len(known.best)) for _ in range(3))
    hand_worths(
        house, bar, left, members, own, known.cards, known.child, known.best, ends, stand, hit, double
    )
    return Worths(stand, hit, double, ends[:, 0])


def draws(house: House, shoe: Shoe, up: int) -> list[float]:
    """Return the chance of each value to be the next card."""
    total, bar = float(sum(shoe)), barred(house, up)
    if bar < 0 or house.infinite:
        return [many / total for many in shoe]
    others = total - shoe[bar]
    return [
        many / (total - 1) * (1.0 if value == bar else (others - 1) / others)
        for value, many in enumerate(shoe)
    ]


class Split:
    """What splitting a pair is worth: hands of one card each, drawn to one after the other.

    An infinite shoe stays as it is, so values of all hands, where they are known, serve for these.
    """

    def __init__(self, house: House, shoe: Shoe, up: int, value: int, endless: Worths | None = None) -> None:
        self.house, self.shoe, self.up, self.value = house, shoe, up, value
        self.single = hand_number(tuple(int(v == value) for v in range(VALUES)))
        self._known: dict[int, tuple[float, float, float]] = {}
        self._valued: dict[tuple[int, int, int], float] = {}
        self._endless = endless

    def gain(self, number: int) -> float:
        """Return the value of splitting with that many hands, this one counted."""
        more = max(0, self.house.hands - number - 1)
        if self.value == ACE and not self.house.resplit_aces:
            more = 0
        if more == 0:
            pair, other, chance = self._hand(0)
            return 2.0 * (chance * pair + (1.0 - chance) * other)
        return self._drawn(2, more, 0)

    def _drawn(self, waiting: int, more: int, gone: int) -> float:
        """Value `waiting` hands, with `more` splits allowed and `gone` more cards of the pair drawn."""
        if waiting == 0:
            return 0.0
        gone = 0 if self.house.infinite else gone
        key = (waiting, more, gone)
        if key not in self._valued:
            pair, other, chance = self._hand(gone)
            value = (1.0 - chance) * (other + self._drawn(waiting - 1, more, gone))
            if chance > 0.0 and more > 0:
                value += chance * self._drawn(waiting + 1, more - 1, gone + 1)
            elif chance > 0.0:
                value += chance * (pair + self._drawn(waiting - 1, 0, gone + 1))
            self._valued[key] = value
        return self._valued[key]

    def _hand(self, gone: int) -> tuple[float, float, float]:
        """Return what a hand is worth that draws a pair, one that does not, and the chance of a pair."""
        if gone not in self._known:
            self._known[gone] = self._find(gone)
        return self._known[gone]

    def _find(self, gone: int) -> tuple[float, float, float]:
        shoe = tuple(n - gone * (v == self.value) for v, n in enumerate(self.shoe))
        chances = draws(self.house, shoe, self.up)
        if gone >= FOLLOWED and self.value != TEN:
            pair, other, _ = self._hand(gone - 1)
            pair_before, other_before, _ = self._hand(gone - 2)
            return 2 * pair - pair_before, 2 * other - other_before, max(0.0, chances[self.value])
        one_card = self.value == ACE and not self.house.hit_aces
        known = self._endless or worths(self.house, shoe, self.up, self.single, one_card)
        values = [self._best(known, child) for child in hands().child[self.single].tolist()]
        chance = max(0.0, chances[self.value])
        other = sum(p * x for v, (p, x) in enumerate(zip(chances, values, strict=True)) if v != self.value)
        return values[self.value], other / (1.0 - chance), chance

    def _best(self, known: Worths, hand: int) -> float:
        if self.value == ACE and not self.house.hit_aces:
            return float(known.stand.item(hand))
        best = max(known.stand.item(hand), known.hit.item(hand))
        if self.house.das and may_double(self.house, hand):
            best = max(best, known.double.item(hand))
        return float(best)


def may_double(house: House, hand: int) -> bool:
    """Say whether a hand of two cards may be doubled."""
    if house.double_from == 0:
        return True
    known = hands()
    return bool(known.cards[ACE, hand] == 0 and house.double_from <= known.best[hand] <= 11)


def pair_value(hand: int) -> int:
    """Return the value of a pair, or -1 if the hand is none."""
    counts = hands().cards[:, hand].tolist()
    return counts.index(2.0) if 2.0 in counts and sum(counts) == 2.0 else -1


def surrender_worth(house: House, natural: float) -> float:
    """Return the value of surrender: a late one does not save the half from a blackjack still to come."""
    return -0.5 - 0.5 * natural if house.surrender == 1 else -0.5


@lru_cache(maxsize=4096)
def hand_worth(
    house: House, shoe: Shoe, up: int, hand: int, number: int = 1
) -> tuple[Worth, tuple[float, ...]]:
    """Value every action with a hand, and give the dealer's ends if one stands now.

    The shoe is what is unseen, the hole card too; `number` is how many hands there are. Whether the rules
    allow an action in the moment is the caller's affair.
    """
    known = worths(house, shoe, up, hand)
    nan = float("nan")
    two = hands().size[hand] == 2
    value = pair_value(hand)
    worth = Worth(
        stand=float(known.stand[hand]),
        hit=float(known.hit[hand]),
        double=float(known.double[hand]) if two and may_double(house, hand) else nan,
        split=Split(house, shoe, up, value).gain(number) if value >= 0 and number < house.hands else nan,
        surrender=surrender_worth(house, float(known.ends[NATURAL])) if two and house.surrender else nan,
    )
    return worth, tuple(float(p) for p in known.ends)
