"""Cards, deals and the table of Hearts as text: `As`, `Td`, `2c`."""

from __future__ import annotations

from typing import Any

from parlour.cards.cards import INKS, RANKS, SYMBOLS, Deck
from parlour.core.errors import BadOption
from parlour.core.picture import Cell, Grid, Picture, Text

deck = Deck("cdsh")
card_name, card_number, names = deck.name, deck.number, deck.names
FACES = "".join(SYMBOLS[suit] for suit in deck.suits)
DIRECTIONS = ("hold", "left", "across", "right")  # by the number of seats that cards are passed on


def read_deal(deal: str) -> list[int]:
    """Read four hands into the order in which their cards are dealt; nothing if there is no deal."""
    hands = deck.hands(deal)
    if hands and [len(hand) for hand in hands] != [13] * 4:
        sizes = "/".join(str(len(hand)) for hand in hands)
        raise BadOption(f"deal: needs four hands of 13 cards with / between them, not {sizes[:40]}")
    cards = [hand[n] for n in range(13) for hand in hands]
    deck.refuse_twice(cards)
    return cards


def table(s: Any, points: tuple[int, ...], phase: str) -> Picture:
    """Draw a state or a view: the trick, the hands that are known, and the points."""
    trick = tuple(_on_table(s, seat) for seat in range(4))
    tricks = tuple(Cell(str(cards.bit_count() // 4)) for cards in s.taken)
    rows = [trick, tricks, tuple(Cell(str(number)) for number in points)]
    labels = ["on the table", "tricks taken", "points"]
    if s.target:
        rows.append(tuple(Cell(str(number)) for number in s.scores))
        labels.append("score" if phase == "over" else "points before")
    seats = tuple(f"{{{seat}}}" for seat in range(4))
    middle = Grid(tuple(rows), tuple(labels), seats, style="bare")
    hands = Grid(tuple(_hand(s, seat) for seat in range(4)), seats, tuple(FACES), style="bare")
    return Picture((Text(_headline(s, phase)), middle, hands, *_passed(s)), "Hearts")


def _on_table(s: Any, seat: int) -> Cell:
    card = s.trick[seat]
    return Cell("-", "empty") if card < 0 else deck.cell(card)


def _hand(s: Any, seat: int) -> tuple[Cell, ...]:
    """Write a hand suit by suit, highest first; of one that is not known, the suits it has run out of."""
    cells = []
    for suit in range(4):
        if s.hands[seat] < 0:
            void = s.voids >> 4 * seat + suit & 1
            cells.append(Cell("-" if void else "?", "empty"))
            continue
        held = [RANKS[rank] for rank in range(12, -1, -1) if s.hands[seat] >> 13 * suit + rank & 1]
        cells.append(Cell("".join(held), INKS[deck.suits[suit]]) if held else Cell("-", "empty"))
    return tuple(cells)


def _headline(s: Any, phase: str) -> str:
    hand = f"hand {s.hand_no + 1} to {s.target}, " if s.target else ""
    if phase == "deal":
        return f"{hand}{s.count} of 52 cards are dealt"
    if phase == "pass":
        to = f"{{{(s.turn_seat + s.direction) % 4}}}"
        return f"{hand}{{{s.turn_seat} passes}} card {s.count % 3 + 1} of 3 to {to}"
    if phase == "over":
        return f"{hand}over"
    mover = s.turn_seat
    who = f"{{{s.leader}}} led, {{{mover} plays}}" if s.count % 4 else f"{{{mover} leads}}"
    broken = "hearts are broken" if s.broken else "hearts are not broken"
    return f"{hand}trick {s.count // 4 + 1} of 13, {who}, {broken}"


def _passed(s: Any) -> list[Text]:
    """Tell the cards that are known to have been passed."""
    passes = []
    for seat, cards in enumerate(s.given):
        if cards > 0:
            passes.append(Text(f"{{{seat}}} gave {{{(seat + s.direction) % 4}}}: {names(cards)}"))
    return passes
