"""A bidder of Liar's Dice as a formula: how likely each bid and call is from a hand, after such a bidding.

Each legal action gets a score, a weighted sum of what a player weighs, and is made with a chance that goes up
with e to that score. For a bid: how likely it holds, to its bidder and to who sees none of the dice, how far
it jumps, and whether it stays with a face. For a call: how likely the bid is wrong. A face that others have
bid is taken to be a little more frequent with them (`LEAN` dice for each of them). With a chance `STRAY` a
player does anything at all. Bids far beyond what there can be are not weighed.

The formula needs no memory beyond the bidding, so a posterior over hands follows from it by Bayes, and rounds
can be rolled forward with it.

The bidding of a round is a matrix `claims`, a row a seat: the quantity last bid of each face, 0 for none, and
in column 0 the face last bid.
"""

from __future__ import annotations

from math import exp, log
from typing import Any

from parlour.core.rng import uniform
from parlour.core.rules import rule
from parlour.games.liars_dice.belief.odds import SURE, Sheet
from parlour.games.liars_dice.bids import (
    EXACT,
    FACE,
    FACES,
    LOWEST,
    MORE,
    ORDER,
    PERUDO,
    WILD,
    matching,
    may_follow,
)

# What is weighed of a bid: log-odds that it holds, to its bidder, and the part of them below zero; the same
# to somebody who sees no dice; own dice of it above average; steps up; the face of the bid before, and of
# one's own; the height of the face; that it is about even; that it is the lowest of the safest bids; that the
# next seat has bid the face itself; how many of the others have.
HOLDS, FALLS, SOUNDS, ABSURD, OWN, JUMP, AGAIN, KEEPS, HIGH, EVEN, SAFEST, SUITS, SHARED = range(13)
# What is weighed of a call: that it is one; log-odds that the bid is wrong; the part of them below zero; the
# log-odds that the safest bid holds; those that the bid holds to somebody who sees no dice, and the part of
# them below zero.
CALL, WRONG, RIGHT, ROOM, PUBLIC, STRAINED = range(13, 19)
TERMS = 19
# Not weighed, but kept in the same row of numbers: in a row of weights, and in one of what is weighed.
LEAN, STRAY = 19, 20
ACTION = 19
SIZE = 21
REACH = 4  # dice above the last bid, or the usual number, up to which bids are weighed; others are strays


@rule
def bidders(claims: Any, seat: int, face: int) -> int:
    """Count the other seats that have bid a face in this round."""
    found = 0
    for other in range(len(claims)):
        if other != seat and claims[other, face] > 0:
            found += 1
    return found


@rule
def between(odds: Any, kind: int, dice: int, need: float) -> float:
    """Look log-odds up for a need that is no whole number."""
    if need <= 0.0:
        return float(odds[kind, dice, 0])
    low = int(need)
    if low > dice:
        return -SURE
    part = need - low
    return float((1.0 - part) * odds[kind, dice, low] + part * odds[kind, dice, low + 1])


@rule
def held(sheet: Sheet, mine: int, hidden: int, kind: int, quantity: int, lean: float) -> float:
    """Return the log-odds that a bid holds for a seat with that many matching dice of its own."""
    if quantity - mine > hidden:
        return -SURE
    return between(sheet.odds, kind, hidden, quantity - mine - lean)


@rule
def describe(
    sheet: Sheet,
    hand: int,
    own: int,
    dice: int,
    seat: int,
    follower: int,
    last: int,
    claims: Any,
    lean: float,
    rows: Any,
) -> int:
    """Write a row for each action that a seat weighs, bids first, and give their number.

    Rows of bids fill the columns before `CALL`, rows of calls those from there on, and all `ACTION`.
    """
    table = sheet.table
    bids = len(sheet.quantity)
    hidden = dice - own
    last_quantity, last_face, low = 0, 0, 1
    top = -(-dice * (2 if table[WILD] > 0 else 1) // table[FACES])
    if last >= 0:
        last_quantity, last_face = int(sheet.quantity[last]), int(sheet.face[last])
        doubled = table[ORDER] == PERUDO and last_face == 1
        top = max(top, 2 * last_quantity if doubled else last_quantity)
        if table[ORDER] != FACE and table[ORDER] != PERUDO:
            low = last_quantity
    top = min(top + REACH, dice)
    number = 0
    safest, safest_bid, most = -1, bids, -2.0 * SURE
    for face in range(table[LOWEST], table[FACES] + 1):
        kind = 1 if table[WILD] > 0 and face != table[WILD] else 0
        mine = matching(hand, face, table[WILD])
        others = bidders(claims, seat, face)
        claimants = others + (1 if claims[seat, face] > 0 else 0)
        for quantity in range(low, top + 1):
            bid = int(sheet.number[quantity, face])
            if bid <= last or (table[ORDER] >= MORE and not may_follow(last, bid, table)):
                continue
            holds = held(sheet, mine, hidden, kind, quantity, lean * others)
            sounds = between(sheet.odds, kind, dice, quantity - lean * claimants)
            rows[number, HOLDS] = holds
            rows[number, FALLS] = min(holds, 0.0)
            rows[number, SOUNDS] = sounds
            rows[number, ABSURD] = min(sounds, 0.0)
            rows[number, OWN] = mine - own * (1.0 + kind) / table[FACES]
            rows[number, JUMP] = quantity - max(last_quantity, 1)
            rows[number, AGAIN] = 1.0 if face == last_face else 0.0
            rows[number, KEEPS] = 1.0 if face == claims[seat, 0] else 0.0
            rows[number, HIGH] = face / table[FACES]
            rows[number, EVEN] = max(0.0, 1.0 - abs(holds) / 1.5)
            rows[number, SAFEST] = 0.0
            rows[number, SUITS] = 1.0 if claims[follower, face] > 0 else 0.0
            rows[number, SHARED] = others
            rows[number, ACTION] = bid
            if holds > most or (holds == most and bid < safest_bid):
                safest, safest_bid, most = number, bid, holds
            number += 1
    if safest >= 0:
        rows[safest, SAFEST] = 1.0
    if last < 0:
        return number
    kind = 1 if table[WILD] > 0 and last_face != table[WILD] else 0
    mine = matching(hand, last_face, table[WILD])
    others = bidders(claims, seat, last_face)
    trust = lean * others
    claimants = others + (1 if claims[seat, last_face] > 0 else 0)
    sounds = between(sheet.odds, kind, dice, last_quantity - lean * claimants)
    wrong = -held(sheet, mine, hidden, kind, last_quantity, trust)
    for call in range(bids, bids + (2 if table[EXACT] > 0 else 1)):
        if call > bids:  # exactly right: so many, and not one more
            more = held(sheet, mine, hidden, kind, last_quantity + 1, trust)
            exactly = 1.0 / (1.0 + exp(wrong)) - 1.0 / (1.0 + exp(-more))
            wrong = -SURE if exactly < 0.0025 else -log(1.0 / min(exactly, 0.9975) - 1.0)
        rows[number, CALL] = 1.0
        rows[number, WRONG] = wrong
        rows[number, RIGHT] = min(wrong, 0.0)
        rows[number, ROOM] = max(most, -SURE)
        rows[number, PUBLIC] = sounds
        rows[number, STRAINED] = min(sounds, 0.0)
        rows[number, ACTION] = call
        number += 1
    return number


@rule
def chances(rows: Any, number: int, bids: int, weights: Any, out: Any) -> float:
    """Turn the scores of the first rows into chances (a softmax)."""
    best = -1e300
    for row in range(number):
        score = 0.0
        if rows[row, ACTION] < bids:
            for term in range(CALL):
                score += weights[term] * rows[row, term]
        else:
            for term in range(CALL, TERMS):
                score += weights[term] * rows[row, term]
        out[row] = score
        best = max(best, score)
    total = 0.0
    for row in range(number):
        out[row] = exp(out[row] - best)
        total += out[row]
    stray = weights[STRAY]
    for row in range(number):
        out[row] = (1.0 - stray) * out[row] / total + stray / number
    return total


@rule
def drawn_row(out: Any, number: int, rng: Any) -> int:
    """Draw one of the first rows by its chance."""
    mark = uniform(rng)
    for row in range(number - 1):
        mark -= out[row]
        if mark < 0.0:
            return row
    return number - 1


@rule
def claimed(sheet: Sheet, claims: Any, seat: int, bid: int) -> int:
    """Note a bid; give its face."""
    face = int(sheet.face[bid])
    claims[seat, face] = int(sheet.quantity[bid])
    claims[seat, 0] = face
    return face


@rule
def next_seat(counts: Any, seat: int) -> int:
    """Return the next seat that has dice."""
    seat = (seat + 1) % len(counts)
    while counts[seat] == 0:
        seat = (seat + 1) % len(counts)
    return seat


@rule
def settled(
    sheet: Sheet, hands: Any, bidder: int, caller: int, bid: int, call: int, seat: int, players: int
) -> float:
    """Return what a called round is worth to a seat: 1 is lost by the loser and shared by the others."""
    found = 0
    for hand in hands:
        found += matching(int(hand), int(sheet.face[bid]), sheet.table[WILD])
    quantity = int(sheet.quantity[bid])
    if call > len(sheet.quantity) and found == quantity:
        return 1.0 if seat == caller else -1.0 / (players - 1)
    loser = bidder if call == len(sheet.quantity) and found < quantity else caller
    return -1.0 if seat == loser else 1.0 / (players - 1)
