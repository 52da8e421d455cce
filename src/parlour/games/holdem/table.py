"""The state of a Hold'em table and what everything else about it is worked out from.

Seats are bits of an int; `after` walks them clockwise. Money is whole chips. A hand is a set of cards,
52 bits (see cards/cards.py); the board keeps the order in which it was dealt.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from parlour.core.bits import popcount, trailing
from parlour.core.rules import CHANCE, rule

Chips: TypeAlias = tuple[int, ...]  # one number a seat

DECK = (1 << 52) - 1
NO_CARD = -1
EMPTY = (NO_CARD, NO_CARD, NO_CARD, NO_CARD, NO_CARD)
HOLE, BOARD, BET, DONE, PAY = range(5)  # phases; the last is over before anybody sees it
NO_LIMIT, POT_LIMIT, LIMIT = range(3)  # betting structures
# What `terms` holds, fixed for the whole game.
HANDS, STRUCTURE, MIN_BET, CAP, CAP_FIRST, DEAD_ANTES, MENU, FRESH = range(8)
FOLD, CALL, FIRST_RAISE = range(3)  # actions; raises count up from the last
EVERY_AMOUNT = -1  # a menu: raising to x is action x + 1
SIZE_BITS, SIZE_MASK, MOST_SIZES = 10, 1023, 6  # a menu: the bits of a size, the smallest size in the lowest
MIN_SIZE, ALL_IN_SIZE = 1, 1023  # sizes beside 1 + a percentage of the pot
PUSH_OR_FOLD = 1 << 60  # added to a menu: no limping, the first to come in must raise


class State(NamedTuple):
    """The cards, the money, the round of betting, and the terms."""

    hands: tuple[int, ...]  # two cards a seat, as a set; 0 for none
    board: tuple[int, ...]  # five cards in the order dealt, or NO_CARD
    plan: tuple[int, ...]  # board cards fixed beforehand; nobody at the table knows them
    stacks: Chips  # what each seat has behind
    bets: Chips  # what lies in front of each seat in this round
    paid: Chips  # what each seat has put into the pot in this hand, those bets too
    dead: int = 0  # antes of some seats only: they belong to the main pot, whoever paid them
    live: int = 0  # seats that have not folded
    waiting: int = 0  # seats that are still to act; at the deal, those still to get cards
    acted: int = 0  # seats that have acted since the last full raise
    actor: int = CHANCE  # whose turn it is
    opener: int = 0  # who opened the round, or bet or raised last: shows first
    raised: int = 0  # the largest bet or raise of this round
    raises: int = 0  # how many there were
    short: int = 0  # by how much all-ins below a full raise have raised since
    phase: int = HOLE
    street: int = 0  # 0 before the flop, 3 on the river
    dealt: int = 0  # hole cards dealt in this hand
    button: int = 0
    hand_no: int = 0
    shown: tuple[int, ...] = ()  # bit players * hand_no + seat, in words of 62: those cards were turned up
    began: Chips = ()  # the stacks at the start of the game
    banked: Chips = ()  # what was won or lost in the hands before, where every hand begins with those stacks
    blinds: Chips = ()  # by position, from the button's left (two players: from the button)
    antes: Chips = ()  # likewise
    last: tuple[int, ...] = ()  # of the hand before: the board, by seat the cards shown, by seat what it took
    terms: tuple[int, ...] = ()
    blank: tuple[int, ...] = ()  # the words of a set of actions


@rule
def after(seats: int, seat: int, players: int) -> int:
    """Return the first of some seats clockwise from a seat, the seat itself last."""
    beyond = seats >> (seat + 1)
    if beyond != 0:
        return seat + 1 + trailing(beyond)
    return trailing(seats) if seats != 0 else seat


@rule
def total(chips: Chips) -> int:
    """Add up."""
    amount = 0
    for part in chips:
        amount += part
    return amount


@rule
def highest(chips: Chips) -> int:
    """Return the largest."""
    most = chips[0]
    for part in chips:
        most = max(most, part)
    return most


@rule
def second(chips: Chips) -> int:
    """Return the largest of the others: as much as the largest if two have that."""
    most, next_most = 0, 0
    for part in chips:
        if part > most:
            most, next_most = part, most
        else:
            next_most = max(next_most, part)
    return next_most


@rule
def with_chips(s: Any) -> int:
    """Return the seats of a hand that are in it and not all-in."""
    seats = 0
    for seat in range(len(s.stacks)):
        if (s.live >> seat) & 1 == 1 and s.stacks[seat] > 0:
            seats |= 1 << seat
    return seats


@rule
def set_of(cards: tuple[int, ...]) -> int:
    """Return the cards of a board as a set."""
    bits = 0
    for card in cards:
        bits |= 1 << card if card >= 0 else 0
    return bits


@rule
def known(hands: tuple[int, ...]) -> int:
    """Return the cards of all hands that are known, as a set."""
    bits = 0
    for hand in hands:
        bits |= max(hand, 0)
    return bits


@rule
def cards_left(s: Any) -> int:
    """Return the cards that may come, as a set: those in no known hand and not meant for the board."""
    return DECK & ~(known(s.hands) | set_of(s.board) | set_of(s.plan))


@rule
def on_board(board: tuple[int, ...]) -> int:
    """Count the cards on the board."""
    return popcount(set_of(board))


@rule
def turned_up(shown: tuple[int, ...], bit: int) -> int:
    """Say whether a hand was shown."""
    return (shown[bit // 62] >> (bit % 62)) & 1


@rule
def pot_of(s: Any) -> int:
    """Count what lies on the table, in the pot and in front of the seats."""
    amount: int = total(s.paid) + s.dead
    return amount
