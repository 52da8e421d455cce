"""Bids, deals and the table of Liar's Dice as text: `3x5` is three fives."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from parlour.core.bits import listed
from parlour.core.errors import BadOption
from parlour.core.picture import SEATS, Block, Cell, Grid, Picture, Place, Table, Text
from parlour.core.rules import CHANCE, OVER, UNKNOWN
from parlour.games.liars_dice.bids import EXACT, FACES, WILD, all_bids, face_of, matching, quantity_of

LIAR = ("liar", "call", "doubt")
EXACTLY = ("exact", "spot on")
FACE_NAMES = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
NUMBERS = ("no", *FACE_NAMES)
BID = re.compile(r"([0-9]{1,3}) ?[x*×] ?([0-9]{1,3})")


def number(n: int) -> str:
    """Write a small number out."""
    return NUMBERS[n] if n < len(NUMBERS) else str(n)


def face_name(face: int, many: bool) -> str:
    """Name a face, as in one six or two sixes."""
    name = FACE_NAMES[face - 1]
    return name + ("es" if name.endswith("x") else "s") if many else name


def dice_of(count: int, face: int) -> str:
    """Write a number of dice of a face: `two fives`, `no sixes`."""
    return f"{number(count)} {face_name(face, count != 1)}"


def bid_name(a: int, table: tuple[int, ...]) -> str:
    """Write a bid or a call."""
    return _names(table)[a]


def spoken(a: int, table: tuple[int, ...]) -> tuple[str, ...]:
    """Name the number and the face of a bid, as in 3, fives; or a call."""
    if a >= all_bids(table):
        return (bid_name(a, table),)
    count = quantity_of(a, table)
    return str(count), face_name(face_of(a, table), count != 1)


@lru_cache(64)
def _names(table: tuple[int, ...]) -> tuple[str, ...]:
    bids = (f"{quantity_of(bid, table)}x{face_of(bid, table)}" for bid in range(all_bids(table)))
    return (*bids, LIAR[0], EXACTLY[0])


def bid_number(text: str, table: tuple[int, ...]) -> int:
    """Read a bid or a call; -1 if it is none."""
    text = text.lower()
    if text in LIAR:
        return all_bids(table)
    if text in EXACTLY:
        return all_bids(table) + 1 if table[EXACT] else -1
    found = BID.fullmatch(text)
    if found is None:
        return -1
    return _numbers(table).get((int(found[1]), int(found[2])), -1)


@lru_cache(64)
def _numbers(table: tuple[int, ...]) -> dict[tuple[int, int], int]:
    return {(quantity_of(bid, table), face_of(bid, table)): bid for bid in range(all_bids(table))}


def face_number(text: str, table: tuple[int, ...]) -> int:
    """Read the face of a die as a chance action; -1 if it is none."""
    if not (text.isascii() and text.isdecimal() and len(text) < 3 and 1 <= int(text) <= table[FACES]):
        return -1
    return int(text) - 1


def faces_of(hand: int) -> list[int]:
    """List the dice of a hand, lowest first."""
    found = []
    face = 1
    while hand > 0:
        found += [face] * (hand & 15)
        hand >>= 4
        face += 1
    return found


def read_deal(deal: str, counts: tuple[int, ...], faces: int) -> tuple[int, ...]:
    """Read the dice of every seat; digits may stand together, numbers of two digits apart."""
    hands = [part.replace(",", " ").split() for part in deal.split("/")]
    dice = [list(hand[0]) if len(hand) == 1 and faces < 10 else hand for hand in hands]
    sizes = tuple(len(hand) for hand in dice)
    if sizes != counts:
        wanted, given = ("/".join(str(n) for n in some)[:30] for some in (counts, sizes))
        raise BadOption(f"deal: has {given} dice, but the seats have {wanted}; set seats= and dice= to match")
    for die in (die for hand in dice for die in hand):
        if not (die.isascii() and die.isdecimal() and len(die) < 3 and 1 <= int(die) <= faces):
            raise BadOption(f"deal: {die[:20]!r} is no face; faces are 1 to {faces}")
    return tuple(sum(1 << (4 * (int(die) - 1)) for die in hand) for hand in dice)


def draw(s: Any, turn: int) -> Picture:
    """Draw a state or a view."""
    rows, before = [], 0
    for seat, count in enumerate(s.counts):
        rows.append(_hand(s, seat, count, min(max(s.rolled - before, 0), count), turn))
        before += count
    labels = tuple(f"{{{seat}}}" for seat in range(len(s.counts)))
    places = tuple(
        Place(label, (Grid((row,), style="bare"),), active=seat == turn)
        for seat, (label, row) in enumerate(zip(labels, rows, strict=True))
    )
    table = Table(places, _last_bid(s), plain=(Grid(tuple(rows), labels, style="bare"),))
    blocks: list[Block] = [table, Text(_bidding(s, turn))]
    if s.shown_bid >= 0:
        dice = "/".join("".join(str(face) for face in faces_of(hand)) or "-" for hand in s.shown)
        blocks.append(Text(f"last round {_verdict(s.shown, s.shown_bid, s.table)}; the dice were {dice}"))
    return Picture(tuple(blocks), "Liar's Dice")


def _last_bid(s: Any) -> tuple[Grid, ...]:
    """Draw the bid that stands: how many, and the face."""
    if s.last < 0:
        return ()
    face = Cell(str(face_of(s.last, s.table)), "white", shape="die")
    return (Grid(((Cell(f"{quantity_of(s.last, s.table)} ×"), face),), style="bare"),)


def _hand(s: Any, seat: int, count: int, rolled: int, turn: int) -> tuple[Cell, ...]:
    tone = SEATS[seat] if seat < len(SEATS) else "plain"
    hand = s.hands[seat]
    if hand == UNKNOWN:
        return (Cell("?", "empty", shape="cup"),) * rolled + (Cell("-", "empty"),) * (count - rolled)
    wild, bid = s.table[WILD], s.last
    cells = []
    for face in faces_of(hand):
        counts = turn == OVER and bid >= 0 and face in (face_of(bid, s.table), wild)
        cells.append(Cell(str(face), tone, mark=counts, shape="die"))
    return tuple(cells) + (Cell("-", "empty"),) * (count - len(cells)) or (Cell("out", "empty"),)


def _bidding(s: Any, turn: int) -> str:
    if turn == CHANCE:
        return "the dice are rolled"
    order = sorted(listed(s.bids))
    bids = " ".join(bid_name(bid, s.table) for bid in order) or "no bid yet"
    if turn == OVER:
        who = f"{{{s.result - 1} loses}}" if s.result < 9 else f"{{{s.result - 9} wins}}"
        return f"{bids}; {_verdict(s.hands, s.last, s.table)}; {who}"
    return f"{bids}; {{{s.seat}}} to {'bid' if s.last < 0 else 'bid or call'}"


def _verdict(hands: tuple[int, ...], bid: int, table: tuple[int, ...]) -> str:
    found = sum(matching(hand, face_of(bid, table), table[WILD]) for hand in hands)
    return f"{bid_name(bid, table)} was called: there {'was' if found == 1 else 'were'} {found}"
