"""Cards, deals and the table of Hearts as text: `As`, `Td`, `2c`."""

from __future__ import annotations

from typing import Any

from parlour.core.errors import BadOption
from parlour.core.letters import suit_letters
from parlour.core.picture import Cell, Grid, Picture, Text

RANKS = "23456789TJQKA"
SUITS = "cdsh"
FACES = "♣♦♠♥"
INKS = ("black", "red", "black", "red")
DIRECTIONS = ("hold", "left", "across", "right")  # by the number of seats that cards are passed on


def card_name(card: int) -> str:
    """Write a card."""
    return RANKS[card % 13] + SUITS[card // 13]


def card_number(text: str) -> int:
    """Read a card in either case, 10 or T for a ten, the suit as letter or symbol; -1 if it is none."""
    text = suit_letters(text)
    if not text.isascii():
        return -1
    text = text.lower().replace("10", "t")
    if len(text) != 2 or text[0] not in RANKS.lower() or text[1] not in SUITS:
        return -1
    return 13 * SUITS.index(text[1]) + RANKS.lower().index(text[0])


def names(cards: int) -> str:
    """Write a set of cards, suit by suit."""
    return " ".join(card_name(card) for card in range(52) if cards >> card & 1)


def player(seat: int) -> str:
    """Name a seat."""
    return f"player {seat + 1}"


def read_deal(deal: str) -> list[int]:
    """Read four hands into the order in which their cards are dealt; nothing if there is no deal."""
    if not deal.strip():
        return []
    hands = [hand.replace(",", " ").split() for hand in deal.split("/")]
    if len(hands) != 4 or any(len(hand) != 13 for hand in hands):
        sizes = "/".join(str(len(hand)) for hand in hands)
        raise BadOption(f"deal: needs four hands of 13 cards with / between them, not {sizes[:40]}")
    cards = [card_number(hands[n % 4][n // 4]) for n in range(52)]
    if -1 in cards:
        odd = hands[cards.index(-1) % 4][cards.index(-1) // 4]
        raise BadOption(f"deal: {odd[:20]!r} is no card; write cards such as As, Td, 2c")
    twice = [card for card in range(52) if cards.count(card) > 1]
    if twice:
        raise BadOption(f"deal: {card_name(twice[0])} is dealt twice")
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
    seats = tuple(player(seat) for seat in range(4))
    middle = Grid(tuple(rows), tuple(labels), seats, style="bare")
    hands = Grid(tuple(_hand(s, seat) for seat in range(4)), seats, tuple(FACES), style="bare")
    return Picture((Text(_headline(s, phase)), middle, hands, *_passed(s)), "Hearts")


def _on_table(s: Any, seat: int) -> Cell:
    card = s.trick[seat]
    return Cell("-", "empty") if card < 0 else Cell(card_name(card), INKS[card // 13])


def _hand(s: Any, seat: int) -> tuple[Cell, ...]:
    """Write a hand suit by suit, highest first; of one that is not known, the suits it has run out of."""
    cells = []
    for suit in range(4):
        if s.hands[seat] < 0:
            void = s.voids >> 4 * seat + suit & 1
            cells.append(Cell("-" if void else "?", "empty"))
            continue
        held = [RANKS[rank] for rank in range(12, -1, -1) if s.hands[seat] >> 13 * suit + rank & 1]
        cells.append(Cell("".join(held), INKS[suit]) if held else Cell("-", "empty"))
    return tuple(cells)


def _headline(s: Any, phase: str) -> str:
    hand = f"hand {s.hand_no + 1} to {s.target}, " if s.target else ""
    if phase == "deal":
        return f"{hand}{s.count} of 52 cards are dealt"
    if phase == "pass":
        return (
            f"{hand}{player(s.turn_seat)} gives card {s.count % 3 + 1} of 3, passed {DIRECTIONS[s.direction]}"
        )
    if phase == "over":
        return f"{hand}over"
    mover = player(s.turn_seat)
    who = f"{player(s.leader)} led, {mover} plays" if s.count % 4 else f"{mover} leads"
    broken = "hearts are broken" if s.broken else "hearts are not broken"
    return f"{hand}trick {s.count // 4 + 1} of 13, {who}, {broken}"


def _passed(s: Any) -> list[Text]:
    """Tell the cards that are known to have been passed."""
    passes = []
    for seat, cards in enumerate(s.given):
        if cards > 0:
            passes.append(Text(f"{player(seat)} gave {player((seat + s.direction) % 4)}: {names(cards)}"))
    return passes
