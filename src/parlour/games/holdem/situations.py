"""What a decision of Texas Hold'em is about: the street, the kind of hand, and what it faces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parlour.cards.hands import CATEGORIES, HIGH_CARD, category, strength
from parlour.core.bits import listed
from parlour.games.holdem.betting import to_call
from parlour.games.holdem.table import NO_CARD, set_of

if TYPE_CHECKING:
    from parlour.core.view import View

STREETS = ("before the flop", "flop", "turn", "river")
TEN = 8  # ranks count from the two


def situation(view: View) -> str:
    """Name street, hand and price: "flop, pair, facing a bet"."""
    s = view.state
    hand = _start(s.hands[view.seat]) if s.street == 0 else _made(s, view.seat)
    return f"{STREETS[s.street]}, {hand}, {_price(s)}"


def _start(hand: int) -> str:
    (low, high), suits = sorted(card % 13 for card in listed(hand)), {card // 13 for card in listed(hand)}
    if low == high:
        return "high pair" if low >= TEN else "low pair"
    if low >= TEN:
        return "two high cards"
    suited = "suited" if len(suits) == 1 else "offsuit"
    return f"{suited} ace" if high == 12 else f"{suited} cards"


def _made(s: Any, seat: int) -> str:
    board = set_of(tuple(card for card in s.board if card != NO_CARD))
    kind = category(strength(s.hands[seat] | board))
    return "no pair" if kind == HIGH_CARD else CATEGORIES[kind]


def _price(s: Any) -> str:
    """Say what it costs to stay in, by the betting of this round."""
    if s.raises:
        all_in = to_call(s) == s.stacks[s.actor]
        return "facing an all-in" if all_in else "facing a bet" if s.street else "facing a raise"
    return "not bet yet" if s.street else "not raised yet"
