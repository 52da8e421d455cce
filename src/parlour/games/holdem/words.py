"""Hold'em as text: the options that fix cards and bets, moves, and the table."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from parlour.cards.cards import (
    FACE_DOWN,
    NO_CARD_YET,
    POKER,
    BadCards,
    card_text,
    highest_first,
    parse_cards,
    set_text,
)
from parlour.core.errors import BadOption, clipped
from parlour.core.picture import Block, Cell, Grid, Picture, Place, Table, Text
from parlour.core.rules import OVER, UNKNOWN
from parlour.games.holdem.betting import to_call
from parlour.games.holdem.hand import receiver, seat_at
from parlour.games.holdem.side_pots import pots
from parlour.games.holdem.table import (
    ALL_IN_SIZE,
    BET,
    EMPTY,
    EVERY_AMOUNT,
    HANDS,
    HOLE,
    MIN_SIZE,
    MOST_SIZES,
    NO_CARD,
    PUSH_OR_FOLD,
    SIZE_BITS,
    with_chips,
)

MENU = "min,half,pot,allin"
NAMED_SIZES = {"min": MIN_SIZE, "half": 51, "pot": 101, "allin": ALL_IN_SIZE}
WHOLE_MENUS = {"all": EVERY_AMOUNT, "push": ALL_IN_SIZE | PUSH_OR_FOLD}
MOST_POT = 1000  # percent
STREETS = ("before the flop", "flop", "turn", "river")
MOVE = re.compile(r"(?:raise|bet|raise to|r|b) ([0-9]{1,12})")
ALL_IN = ("allin", "all-in", "all in", "shove")


def read_menu(text: str) -> int:
    """Read the sizes of raises that are offered: words and shares of the pot, or `all`, or `push`."""
    if text.strip().lower() in WHOLE_MENUS:
        return WHOLE_MENUS[text.strip().lower()]
    sizes = sorted({_size(word) for word in text.replace(",", " ").split()})
    if not 1 <= len(sizes) <= MOST_SIZES:
        raise BadOption(f"bets={clipped(text)}: give 1 to {MOST_SIZES} sizes such as {MENU}, all, or push")
    return sum(size << SIZE_BITS * entry for entry, size in enumerate(sizes))


def _size(word: str) -> int:
    named = NAMED_SIZES.get(word.lower())
    if named is not None:
        return named
    try:
        if not word.isascii() or len(word) > 20:
            raise ValueError
        share = Fraction(word.removesuffix("%")) * (1 if word.endswith("%") else 100)
    except (ValueError, ZeroDivisionError):
        share = Fraction(0)
    if not 1 <= share <= MOST_POT:
        raise BadOption(
            f"bets: {clipped(word)} is no size; give min, half, pot, allin, or a share such as 0.75"
        )
    return 1 + round(share)


def read_cards(deal: str, board: str, players: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Read the hands and the board cards that are fixed: a set of cards a seat, 0 for one to be dealt."""
    hands = [0] * players
    given = deal.split("/") if deal.strip() else []
    if len(given) > players:
        raise BadOption(f"deal: {len(given)} hands for {players} players; set seats={min(len(given), 10)}")
    used: list[int] = []
    for seat, text in enumerate(given):
        if text.strip() in ("", "?", "??", "random"):
            continue
        cards = _cards("deal", text)
        if len(cards) != 2:
            raise BadOption(f"deal: {clipped(text)} must be two cards; write hands such as AsKs/QdQh")
        hands[seat] = sum(1 << card for card in cards)
        used += cards
    planned = _cards("board", board)
    if len(planned) > 5:
        raise BadOption(f"board: {len(planned)} cards, a board has at most 5")
    used += planned
    POKER.refuse_twice(used, "deal and board")
    return tuple(hands), (*planned, *EMPTY[len(planned) :])


def _cards(name: str, text: str) -> tuple[int, ...]:
    try:
        return parse_cards(text)
    except BadCards as error:
        raise BadOption(f"{name}: {error}") from None


def by_position(name: str, values: tuple[int, ...], players: int, least: int) -> tuple[int, ...]:
    """Check amounts given by position and fill them up with zeros."""
    if not least <= len(values) <= players:
        raise BadOption(f"{name}: {len(values)} amounts for {players} players; give {least} to {players}")
    return (*values, *[0] * (players - len(values)))


# -- the table -----------------------------------------------------------------------------------------------


def table(s: Any) -> Picture:
    """Draw a state or a view: the board, then for each seat its cards, stack, bet and place."""
    board = tuple(_card(card) for card in s.board)
    rows = tuple(_row(s, seat) for seat in range(len(s.stacks)))
    seats = tuple(f"{{{seat}}}" for seat in range(len(s.stacks)))
    listed = Grid(rows, seats, ("", "", "stack", "bet", ""), style="bare")
    centre = (Grid((board,), style="bare"), Text(f"pot {sum(s.paid) + s.dead}"))
    places = tuple(_place(s, seat, rows[seat]) for seat in range(len(s.stacks)))
    table = Table(places, centre, plain=(Grid((board,), ("board",), style="bare"), listed))
    blocks: list[Block] = [Text(_headline(s)), table]
    if s.hand_no > 0:
        blocks.insert(0, Text(_last_hand(s)))
    side = pots(s)
    if len(side) > 1 and with_chips(s) != s.live:
        amounts = ", ".join(f"{amount} for {_listed(who)}" for amount, who in side)
        blocks.append(Text(f"pots: {amounts}"))
    return Picture(tuple(blocks), "Texas Hold'em")


def _place(s: Any, seat: int, row: tuple[Cell, ...]) -> Place:
    """Draw what a seat has: its cards unless they are thrown away unseen, its bet, its stack."""
    *cards, stack, bet, note = row
    thrown = s.hands[seat] == UNKNOWN and not s.live >> seat & 1
    grids = [Grid((tuple(cards),), style="bare")] if not thrown else []
    if s.bets[seat]:
        grids.append(Grid(((bet,),), style="bare"))
    facts = ", ".join(filter(None, (f"{stack.text} chips", note.text)))
    return Place(f"{{{seat}}}", (*grids, Text(facts)), active=s.actor == seat)


def _listed(seats: tuple[int, ...]) -> str:
    return " ".join(f"{{{seat}}}" for seat in seats)


def _card(card: int) -> Cell:
    return NO_CARD_YET if card == NO_CARD else POKER.cell(card)


def _row(s: Any, seat: int) -> tuple[Cell, ...]:
    hand = s.hands[seat]
    cards: tuple[Cell, ...]
    if hand == UNKNOWN:
        cards = (FACE_DOWN,) * 2
    else:
        cards = tuple(_card(card) for card in (*highest_first(hand), *EMPTY)[:2])
    bet = Cell(str(s.bets[seat]), shape="chips") if s.bets[seat] else Cell("-", "empty")
    return (*cards, Cell(str(s.stacks[seat])), bet, Cell(_note(s, seat)))


def _note(s: Any, seat: int) -> str:
    notes = []
    players, dealt_in = len(s.stacks), _dealt_in(s)
    if seat == s.button:
        notes.append("button")
    if not dealt_in >> seat & 1:
        notes.append("out")
    else:
        for position, name in enumerate(("small blind", "big blind")):
            if seat == seat_at(dealt_in, s.button, position, players):
                notes.append(name)
        if not s.live >> seat & 1:
            notes.append("folded")
        elif s.actor != OVER and s.stacks[seat] == 0:
            notes.append("all-in")
        elif s.actor == seat:
            notes.append("to act")
    return ", ".join(notes)


def _dealt_in(s: Any) -> int:
    """Return the seats that take part in this hand: those with chips, or with something paid."""
    seats = 0
    for seat in range(len(s.stacks)):
        if s.live >> seat & 1 or s.hands[seat] != 0:
            seats |= 1 << seat
    return seats


def _last_hand(s: Any) -> str:
    """Tell the hand before: the board, who showed what, who took how much."""
    players = len(s.stacks)
    board, hands, won = s.last[:5], s.last[5 : 5 + players], s.last[5 + players :]
    cards = [card_text(card) for card in board if card >= 0]
    parts = [f"board {' '.join(cards)}"] if cards else []
    parts += [f"{{{seat}}} showed {set_text(hand)}" for seat, hand in enumerate(hands) if hand]
    parts += [f"{{{seat}}} took {chips}" for seat, chips in enumerate(won) if chips]
    return f"hand {s.hand_no}: {', '.join(parts)}"


def _headline(s: Any) -> str:
    hand = f"hand {s.hand_no + 1} of {s.terms[HANDS]}, " if s.terms[HANDS] > 1 else ""
    pot = sum(s.paid) + s.dead
    if s.actor == OVER:
        return f"{hand}over, the pot was {pot}"
    if s.phase == HOLE:
        return f"{hand}{{{receiver(s)} gets}} a card, pot {pot}"
    if s.phase == BET:
        price = f", {to_call(s)} to call" if to_call(s) else ""
        return f"{hand}{STREETS[s.street]}, pot {pot}, {{{s.actor}}} to act{price}"
    return f"{hand}{STREETS[s.street]} to be dealt, pot {pot}"


__all__ = ["ALL_IN", "MENU", "MOST_SIZES", "MOVE", "by_position", "read_cards", "read_menu", "table"]
