"""Liar's Dice: all roll in secret, then raise a claim about all the dice, until somebody calls it a lie.

A bid claims that at least that many dice on the table show a face. The next seat raises or calls `liar`; then
all dice are shown, and whoever was wrong, the bidder or the caller, loses the round (Pagat, "Liar's Dice").
Options: wild faces, five ways to raise, the call `exact`, unequal dice, and matches in which the loser drops
a die until one player has some left. With two seats and `wild=highest` one round is OpenSpiel's liars_dice.

Bids and hands are ints, see `bids.py`. Faces are rolled as chance actions 0 to `faces` - 1, die by
die, seat by seat; a hand keeps no order, as it means nothing.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from parlour.core.bits import WORD, replace, runs
from parlour.core.errors import BadOption
from parlour.core.game import Traits
from parlour.core.options import Option
from parlour.core.picture import Picture
from parlour.core.rng import below
from parlour.core.rules import CHANCE, OVER, UNKNOWN, changed, evenly
from parlour.games.liars_dice import words
from parlour.games.liars_dice.bids import (
    EXACT,
    FACES,
    GAIN,
    MATCH,
    MOST,
    ORDERS,
    WILD,
    all_bids,
    face_of,
    matching,
    quantity_of,
    raises,
    shares,
)
from parlour.games.liars_dice.told import events, guide, scores

__all__ = ["State", "events", "guide", "scores"]

TITLE = "Liar's Dice"
BLURB = "Bid on everybody's dice, seeing only your own"
GROUP = "Dice and guessing"
SEAT_NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hope")
SCORE = "dice left"
SITTING = {"match": True}
TRAITS = Traits(zero_sum=True)
OPTIONS = {
    "seats": Option(2, "players", low=2, high=8),
    "dice": Option((5,), "dice of every player, or of each: 1,2", low=1, high=6, most=8),
    "faces": Option(6, "faces of a die", low=2, high=12),
    "wild": Option("none", "the face that counts as any other", choices=("none", "ones", "highest")),
    "bid_wild": Option(True, "the wild face may be bid; it then counts for itself alone"),
    "order": Option("quantity", "how bids are raised", choices=ORDERS),
    "exact": Option(
        "no",
        "calling a bid exactly right: no; gain: wins a die back; others: the others lose one",
        choices=("no", "gain", "others"),
    ),
    "match": Option(False, "play on, the loser dropping a die, until one player has dice left"),
    "deal": Option("", "the dice of the first round, such as 12345/23466", most=1, secret=True),
}
LEVELS = {
    "easy": "liars_rookie",
    "medium": "liars_reader",
    "hard": "liars_bayes",
    "expert": "liars_expert",
}
LAST_GAIN = 50  # rounds after which nobody wins dice back, so that every match ends


class State(NamedTuple):
    """The dice, the bidding of this round, what the last one showed, and the rules of the table."""

    hands: tuple[int, ...]  # dice of each face, four bits a face
    counts: tuple[int, ...]  # dice that each seat has
    bids: tuple[int, ...]  # set of the bids made
    last: int = -1  # bid to beat, -1 at the start of a round
    seat: int = 0  # who bids or calls next
    rolled: int = 0  # dice rolled in this round
    round_no: int = 0
    result: int = 0  # 0 until the end; then 1 + the seat that lost, or 9 + the one that won
    shown: tuple[int, ...] = ()  # hands of the round before
    shown_bid: int = -1  # the bid that was called then
    table: tuple[int, ...] = ()  # the rules, see `bids.py`


def start(
    seats: int = 2,
    dice: tuple[int, ...] = (5,),
    faces: int = 6,
    wild: str = "none",
    bid_wild: bool = True,
    order: str = "quantity",
    exact: str = "no",
    match: bool = False,
    deal: str = "",
) -> State:
    """Return the start before the dice are rolled, or with those asked for."""
    counts = dice * seats if len(dice) == 1 else dice
    if len(counts) != seats:
        raise BadOption(f"dice: {len(counts)} numbers for {seats} seats; give one for all, or one a seat")
    if order == "perudo" and (wild != "ones" or not bid_wild):
        raise BadOption("order=perudo: aces count double only where they are wild; add wild=ones")
    wild_face = {"none": 0, "ones": 1, "highest": faces}[wild]
    if not bid_wild and wild == "highest":
        raise BadOption("bid_wild=no: only ones can be left out of the bidding; use wild=ones")
    lowest = 2 if wild == "ones" and not bid_wild else 1
    # Who has fewer dice than others at first may win as many.
    most = seats * max(counts) if match and exact == "gain" else sum(counts)
    table = (
        faces, lowest, wild_face, ORDERS.index(order), ("no", "gain", "others").index(exact),
        int(match), most, max(counts),
    )  # fmt: skip
    none = (0,) * seats
    blank = (0,) * -(-(max(faces, all_bids(table) + 2)) // WORD)
    hands, rolled = none, 0
    if deal:
        hands, rolled = words.read_deal(deal, counts, faces), sum(counts)
    return State(hands, counts, blank, rolled=rolled, shown=none, table=table)


def SEATS(s: State) -> int:  # noqa: N802
    """As many as asked for."""
    return len(s.hands)


def ACTIONS(s: State) -> int:  # noqa: N802
    """Every bid, `liar` and, where it is played, `exact`; chance needs a number for each face."""
    return max(s.table[FACES], all_bids(s.table) + (2 if s.table[EXACT] else 1))


def turn(s: State) -> int:
    """Roll first; then the seats in turn, those without dice left out."""
    if s.result != 0:
        return OVER
    return CHANCE if s.rolled < in_play(s) else s.seat


def in_play(s: State) -> int:
    """Count the dice on the table."""
    total = 0
    for count in s.counts:
        total += count
    return total


def legal(s: State) -> tuple[int, ...]:
    """A face; then a higher bid or, if there is a bid, a call."""
    blank = runs((0,), s.bids)
    if s.result != 0:
        return blank
    if s.rolled < in_play(s):
        return replace(blank, 0, (1 << s.table[FACES]) - 1)
    found = raises(s.last, in_play(s), s.table, blank)
    if s.last >= 0:
        liar = all_bids(s.table)
        found = _with(found, liar)
        if s.table[EXACT] > 0:
            found = _with(found, liar + 1)
    return found


def _with(actions: tuple[int, ...], a: int) -> tuple[int, ...]:
    return replace(actions, a // WORD, actions[a // WORD] | (1 << (a % WORD)))


def weights(s: State, a: int) -> float:
    """Every face is as likely."""
    return 1.0 / s.table[FACES]


def random_outcome(s: State, rng: Any) -> int:
    """Draw one as fast as that allows."""
    return evenly(s, rng)


def play(s: State, a: int) -> State:
    """Roll a die, bid or call."""
    if s.rolled < in_play(s):
        seat = _rolls(s)
        hands = replace(s.hands, seat, s.hands[seat] + (1 << (4 * a)))
        return changed(s, hands=hands, rolled=s.rolled + 1)
    if a < all_bids(s.table):
        return changed(s, bids=_with(s.bids, a), last=a, seat=_after(s.counts, s.seat))
    return _called(s, a > all_bids(s.table))


def _rolls(s: State) -> int:
    """Return the seat whose die is rolled next."""
    seat, before = 0, s.counts[0]
    while before <= s.rolled:
        seat += 1
        before += s.counts[seat]
    return seat


def _after(counts: tuple[int, ...], seat: int) -> int:
    """Return the next seat that has dice."""
    seat = (seat + 1) % len(counts)
    while counts[seat] == 0:
        seat = (seat + 1) % len(counts)
    return seat


def bidder(s: State) -> int:
    """Return the seat that made the last bid: the nearest with dice before the seat to move."""
    seat = (s.seat + len(s.counts) - 1) % len(s.counts)
    while s.counts[seat] == 0:
        seat = (seat + len(s.counts) - 1) % len(s.counts)
    return seat


def matches(s: State) -> int:
    """Count the dice that match the last bid; hands that are not known count for nothing."""
    found = 0
    for hand in s.hands:
        found += matching(max(hand, 0), face_of(s.last, s.table), s.table[WILD])
    return found


def _called(s: State, exact: bool) -> State:
    """Show the dice and settle the round: its loser or, by a right `exact`, its winner."""
    found, bid = matches(s), quantity_of(s.last, s.table)
    right = exact and found == bid
    who = bidder(s) if not exact and found < bid else s.seat
    if s.table[MATCH] == 0:
        return changed(s, result=9 + who if right else 1 + who)
    counts = s.counts
    if not right:
        counts = replace(counts, who, counts[who] - 1)
    elif s.table[EXACT] == GAIN and s.round_no < LAST_GAIN:
        counts = replace(counts, who, min(counts[who] + 1, s.table[MOST]))
    else:
        for seat in range(len(counts)):
            if seat != who:
                counts = replace(counts, seat, max(counts[seat] - 1, 0))
    first = who if counts[who] > 0 else _after(counts, who)
    result = 9 + first if _after(counts, first) == first else 0
    if result != 0:
        return changed(s, counts=counts, seat=first, rolled=0, result=result)
    again = changed(s, counts=counts, seat=first, rolled=0, round_no=s.round_no + 1)
    hands, bids = runs((0,), s.hands), runs((0,), s.bids)  # as many words, all 0
    return changed(again, hands=hands, bids=bids, last=-1, shown=s.hands, shown_bid=s.last)


def returns(s: State) -> tuple[float, ...]:
    """The loser of a round pays 1, shared by the others; the winner by `exact`, or of a match, gets 1."""
    if s.result == 0:
        return shares(s.hands, 0, 0.0)
    if s.result < 9:
        return shares(s.hands, s.result - 1, -1.0)
    return shares(s.hands, s.result - 9, 1.0)


# -- what a seat may know ------------------------------------------------------------------------------------


def mask(s: State, seat: int) -> State:
    """A hand is known to its owner until a call shows them all; how many dice were rolled is open."""
    if s.result != 0:
        return s
    hands, before = s.hands, 0
    for owner in range(len(hands)):
        if owner != seat and before < s.rolled and s.counts[owner] > 0:
            hands = replace(hands, owner, UNKNOWN)
        before += s.counts[owner]
    return changed(s, hands=hands)


def fill(v: State, seat: int, rng: Any) -> State:
    """Roll the dice that are not known; the bidding is no proof of anything."""
    hands, before = v.hands, 0
    for owner in range(len(hands)):
        if hands[owner] == UNKNOWN:
            hand = 0
            for _ in range(min(v.counts[owner], v.rolled - before)):
                hand += 1 << (4 * below(rng, v.table[FACES]))
            hands = replace(hands, owner, hand)
        before += v.counts[owner]
    return changed(v, hands=hands)


def sees(s: State, a: int, seat: int, now: State) -> bool:
    """Bids are open; a roll is known to the roller and, once its round was called, to all."""
    if s.rolled == in_play(s) or now.result != 0 or now.round_no > s.round_no:
        return True
    return _rolls(s) == seat


# -- hints ---------------------------------------------------------------------------------------------------


def evaluate(s: State, seat: int) -> float:
    """In a match the share of the dice; before that counts how far the last bid is from what to expect."""
    value = 0.0
    if s.table[MATCH] != 0:
        value = 0.5 * (s.counts[seat] * len(s.counts) / in_play(s) - 1.0) / (len(s.counts) - 1)
    if s.last < 0:
        return value
    chance = 1.0 / s.table[FACES]
    if s.table[WILD] > 0 and face_of(s.last, s.table) != s.table[WILD]:
        chance *= 2.0
    margin = 0.5 + matches(s) - quantity_of(s.last, s.table)
    for owner in range(len(s.hands)):
        if s.hands[owner] == UNKNOWN:
            margin += chance * s.counts[owner]
    margin = 0.4 * max(-1.0, min(1.0, margin / 2.0))
    if seat == s.seat:
        return value - margin
    return value + margin if seat == bidder(s) else value


# -- words ---------------------------------------------------------------------------------------------------


def format(s: State, a: int) -> str:
    """The face rolled; a bid as `3x5`, three fives; `liar` or `exact`."""
    return str(a + 1) if turn(s) == CHANCE else words.bid_name(a, s.table)


def parse(s: State, text: str) -> int:
    """Read a face, a bid or a call."""
    return words.face_number(text, s.table) if turn(s) == CHANCE else words.bid_number(text, s.table)


def picture(s: State) -> Picture:
    """Show the dice that are known, the bidding, and what the last round showed."""
    return words.draw(s, turn(s))


def touches(s: State, a: int) -> tuple[str, ...]:
    """For a bid how many, then of which face; a call by its word."""
    return (format(s, a),) if turn(s) == CHANCE else words.spoken(a, s.table)
