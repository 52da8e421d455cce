"""Playing cards as plain ints, and their text: the one reader of every game that is played with 52 cards.

A card is its number, 13 * suit + rank; a set of cards is one int of 52 bits. Text is rank then suit: `As`,
`Td`, `2c`; several cards stand together or apart: `QsJs2c`, `Qs Js 2c`, `Qs,Js,2c`.

    bit   0 ... 12   13 ... 25   26 ... 38   39 ... 51
          2c .. Ac   2d  ..  Ad  2h  ..  Ah  2s  ..  As

Hearts, Blackjack and Bluff number their cards in another order, each by a `Deck` of its own: cards are drawn
by their numbers, and a record has to be drawn again from its seed as it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from parlour.core.bits import listed, nth, popcount
from parlour.core.errors import BadOption, ParlourError, clipped
from parlour.core.letters import suit_letters
from parlour.core.picture import Cell
from parlour.core.rng import below
from parlour.core.rules import UNKNOWN, rule

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SYMBOLS = dict(zip(SUITS, "♣♦♥♠", strict=True))
INKS = dict(zip(SUITS, ("black", "red", "red", "black"), strict=True))
RANK_NAMES = (
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
)
DECK = (1 << 52) - 1
NO_CARD_YET = Cell("-", "empty", shape="card")
FACE_DOWN = Cell("?", "empty", shape="back")
SUIT = (1 << 13) - 1  # one suit, once it is shifted down
FORM = "a card is a rank 23456789TJQKA and a suit cdhs, such as As or Td"
_ONE = re.compile(r"(10|[2-9TJQKA])([cdhs♣♦♥♠])\ufe0f?", re.IGNORECASE | re.ASCII)
_GAPS = " ,\t\n"


class BadCards(ParlourError):
    """A text names no card, or names one twice."""


@dataclass(frozen=True)
class Deck:
    """A way to number the cards, by an order of the suits: 13 * suit + rank, or `by_rank` 4 * rank + suit."""

    suits: str = SUITS
    by_rank: bool = False

    def name(self, card: int) -> str:
        """Write a card."""
        rank, suit = divmod(card, 4) if self.by_rank else (card % 13, card // 13)
        return RANKS[rank] + self.suits[suit]

    def names(self, cards: int) -> str:
        """Write a set of cards in the order of their numbers."""
        return " ".join(map(self.name, listed(cards)))

    def face(self, card: int) -> str:
        """Write a card with the symbol of its suit."""
        name = self.name(card)
        return name[0] + SYMBOLS[name[1]]

    def faces(self, cards: int) -> str:
        """Write a set of cards with symbols, in the order of their numbers."""
        return " ".join(map(self.face, listed(cards)))

    def cell(self, card: int) -> Cell:
        """Draw a card in the ink of its suit."""
        name = self.name(card)
        return Cell(name, INKS[name[1]], shape="card")

    def rows(self, cards: Sequence[int]) -> list[tuple[Cell, ...]]:
        """Draw cards in rows of thirteen: one empty row if there are none."""
        cells = tuple(map(self.cell, cards))
        return [cells[at : at + 13] for at in range(0, max(1, len(cells)), 13)]

    def number(self, text: str) -> int:
        """Read a card in either case, 10 or T for a ten, the suit as letter or symbol; -1 if it is none."""
        found = _ONE.fullmatch(suit_letters(text))
        if found is None:
            return -1
        rank, suit = RANKS.index(found[1].upper().replace("10", "T")), self.suits.index(found[2].lower())
        return 4 * rank + suit if self.by_rank else 13 * suit + rank

    def hands(self, deal: str) -> list[list[int]]:
        """Read the hands of an option `deal`: a / between them, spaces or commas between cards."""
        hands = [hand.replace(",", " ").split() for hand in deal.split("/")] if deal.strip() else []
        odd = next((text for hand in hands for text in hand if self.number(text) < 0), "")
        if odd:
            raise BadOption(f"deal: {odd[:20]!r} is no card; write cards such as As, Td, 2c")
        return [[self.number(text) for text in hand] for hand in hands]

    def refuse_twice(self, cards: Iterable[int], where: str = "deal") -> None:
        """Raise BadOption if a card is dealt twice."""
        seen: set[int] = set()
        for card in cards:
            if card in seen:
                raise BadOption(f"{where}: {self.name(card)} is dealt twice")
            seen.add(card)


POKER = Deck()


def card_text(card: int) -> str:
    """Write a card: `As`."""
    return POKER.name(card)


def cards_text(cards: Iterable[int], gap: str = " ") -> str:
    """Write some cards in the order given: `Qs Js 2c`."""
    return gap.join(map(card_text, cards))


def highest_first(cards: int) -> list[int]:
    """List a set of cards, the highest ranks first."""
    return sorted(listed(cards), key=lambda card: (card % 13, card // 13), reverse=True)


def set_text(cards: int, gap: str = " ") -> str:
    """Write a set of cards, the highest ranks first."""
    return cards_text(highest_first(cards), gap)


def parse_card(text: str) -> int:
    """Read one card."""
    card = POKER.number(text.strip())
    if card < 0:
        raise BadCards(f"{clipped(text)} is no card: {FORM}")
    return card


def parse_cards(text: str) -> tuple[int, ...]:
    """Read any number of cards, in their order; none of them twice."""
    cards: list[int] = []
    at = 0
    while at < len(text):
        if text[at] in _GAPS:
            at += 1
            continue
        found = _ONE.match(text, at)
        if found is None:
            word = re.split(f"[{_GAPS}]", text[at:])[0]
            bad = word if len(word) <= 3 else word[:2]
            whole = f" in {clipped(text)}" if bad != text else ""
            raise BadCards(f"{bad!r}{whole} is no card: {FORM}")
        card = POKER.number(found[0])
        if card in cards:
            raise BadCards(f"{card_text(card)} is twice in {clipped(text)}: a card can only be in one place")
        cards.append(card)
        at = found.end()
    return tuple(cards)


def card_set(cards: Iterable[int]) -> int:
    """Make a set of cards."""
    bits = 0
    for card in cards:
        bits |= 1 << card
    return bits


@rule
def draw_some(cards: int, number: int, rng: Any) -> int:
    """Draw so many of the cards, each choice as likely."""
    left = cards
    for size in range(popcount(cards), popcount(cards) - number, -1):
        left ^= 1 << nth(left, below(rng, size))
    return cards ^ left


@rule
def filled_pair(first: int, second: int, left: int, rng: Any) -> tuple[int, int]:
    """Draw each of two cards that is UNKNOWN from those left."""
    if first == UNKNOWN:
        first = nth(left, below(rng, popcount(left)))
        left ^= 1 << first
    if second == UNKNOWN:
        second = nth(left, below(rng, popcount(left)))
    return first, second
