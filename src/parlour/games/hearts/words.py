"""Cards, deals and the table of Hearts as text: `As`, `Td`, `2c`."""

from __future__ import annotations

from typing import Any

from parlour.cards.cards import FACE_DOWN, NO_CARD_YET, SYMBOLS, Deck
from parlour.core.bits import listed
from parlour.core.errors import BadOption
from parlour.core.picture import Cell, Grid, Picture, Place, Table, Text

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


def table(s: Any, points: tuple[int, ...], phase: str, headline: str = "") -> Picture:
    """Draw a state or a view: the trick, the hands that are known, and the points."""
    trick = tuple(_on_table(s, seat) for seat in range(4))
    tricks = tuple(Cell(str(cards.bit_count() // 4)) for cards in s.taken)
    rows = [trick, tricks, tuple(Cell(str(number)) for number in points)]
    labels = ["on the table", "tricks taken", "points"]
    if s.target:
        rows.append(tuple(Cell(str(number)) for number in s.scores))
        labels.append("score" if phase == "over" else "points before")
    voids = [_voids(s, seat) for seat in range(4)]
    if any(voids):
        rows.append(tuple(Cell(suits or "-", "plain" if suits else "empty") for suits in voids))
        labels.append("has run out of")
    seats = tuple(f"{{{seat}}}" for seat in range(4))
    middle = Grid(tuple(rows), tuple(labels), seats, style="bare")
    hands = [(name, _hand(s.hands[seat])) for seat, name in enumerate(seats) if s.hands[seat] > 0]
    known = [Grid(tuple(row for _, row in hands), tuple(name for name, _ in hands), style="bare")] * bool(
        hands
    )
    places = tuple(_place(s, seat, points[seat], voids[seat], phase) for seat in range(4))
    above = Text(headline or _headline(s, phase))
    return Picture((above, Table(places, plain=(middle, *known)), *_passed(s)), "Hearts")


def _place(s: Any, seat: int, points: int, voids: str, phase: str) -> Place:
    """Draw what a seat has: its cards, the one it has played, and what it has taken so far."""
    tricks = s.taken[seat].bit_count() // 4
    facts = [f"{tricks} trick{'' if tricks == 1 else 's'}", f"{points} point{'' if points == 1 else 's'}"]
    if s.target:
        facts.append(f"score {s.scores[seat]}" if phase == "over" else f"{s.scores[seat]} before")
    blocks: list[Grid | Text] = [Text(", ".join(facts))]
    if voids:
        blocks.append(Text(f"no {voids}"))
    if s.hands[seat] > 0:
        blocks.insert(0, Grid((_hand(s.hands[seat]),), style="bare"))
    elif s.hands[seat] < 0 and phase != "deal":
        blocks.insert(0, Grid(((FACE_DOWN,),), style="bare"))
    active = phase in ("pass", "play") and seat == s.turn_seat
    return Place(
        f"{{{seat}}}", tuple(blocks), "plain", active, _on_table(s, seat) if phase == "play" else None
    )


def _on_table(s: Any, seat: int) -> Cell:
    card = s.trick[seat]
    return NO_CARD_YET if card < 0 else deck.cell(card)


def _hand(cards: int) -> tuple[Cell, ...]:
    """Draw a hand suit by suit, the highest first."""
    return tuple(map(deck.cell, sorted(listed(cards), key=lambda card: (card // 13, -card))))


def _voids(s: Any, seat: int) -> str:
    """Name the suits that a hand which is not known has run out of."""
    if s.hands[seat] >= 0:
        return ""
    return "".join(FACES[suit] for suit in range(4) if s.voids >> 4 * seat + suit & 1)


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
