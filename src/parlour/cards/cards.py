"""Playing cards as plain ints, and their text.

A card is its number, 13 * suit + rank; a set of cards is one int of 52 bits. Text is rank then suit: `As`,
`Td`, `2c`; several cards stand together or apart: `QsJs2c`, `Qs Js 2c`, `Qs,Js,2c`.

    bit   0 ... 12   13 ... 25   26 ... 38   39 ... 51
          2c .. Ac   2d  ..  Ad  2h  ..  Ah  2s  ..  As
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from parlour.core.bits import listed
from parlour.core.errors import ParlourError, clipped
from parlour.core.letters import suit_letters

RANKS = "23456789TJQKA"
SUITS = "cdhs"
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
SUIT = (1 << 13) - 1  # one suit, once it is shifted down
FORM = "a card is a rank 23456789TJQKA and a suit cdhs, such as As or Td"
_ONE = re.compile(r"(10|[2-9TJQKA])([cdhs♣♦♥♠])\ufe0f?", re.IGNORECASE | re.ASCII)
_GAPS = " ,\t\n"


class BadCards(ParlourError):
    """A text names no card, or names one twice."""


def rank_of(card: int) -> int:
    """Give the rank of a card: 0 for a two, 12 for an ace."""
    return card % 13


def suit_of(card: int) -> int:
    """Give the suit of a card: clubs 0, diamonds 1, hearts 2, spades 3."""
    return card // 13


def card_text(card: int) -> str:
    """Write a card: `As`."""
    return RANKS[card % 13] + SUITS[card // 13]


def cards_text(cards: Iterable[int], gap: str = " ") -> str:
    """Write some cards in the order given: `Qs Js 2c`."""
    return gap.join(map(card_text, cards))


def set_text(cards: int, gap: str = " ") -> str:
    """Write a set of cards, the highest ranks first."""
    return cards_text(sorted(listed(cards), key=lambda card: (card % 13, card // 13), reverse=True), gap)


def parse_card(text: str) -> int:
    """Read one card."""
    found = _ONE.fullmatch(text.strip())
    if found is None:
        raise BadCards(f"{clipped(text)} is no card: {FORM}")
    return _number(found)


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
        card = _number(found)
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


def _number(found: re.Match[str]) -> int:
    rank, suit = found[1].upper(), suit_letters(found[2]).lower()
    return 13 * SUITS.index(suit) + RANKS.index("T" if rank == "10" else rank)
