"""Liar's Dice at native speed: how likely a bidding is from each hand, and rounds rolled forward."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from parlour.compile import kernel
from parlour.core.rng import uniform
from parlour.core.rules import rule
from parlour.games.liars_dice.belief.bidder import (
    ACTION,
    LEAN,
    STRAY,
    TERMS,
    chances,
    claimed,
    describe,
    drawn_row,
    next_seat,
    settled,
)
from parlour.games.liars_dice.belief.odds import Sheet, sheet_of
from parlour.games.liars_dice.belief.rounds import Step
from parlour.games.liars_dice.bids import EXACT, FACES, all_bids


def actions_of(table: tuple[int, ...]) -> int:
    """Count the bids and calls of a table."""
    return all_bids(table) + (2 if table[EXACT] else 1)


@kernel
def score(
    sheet: Sheet,
    seat: int,
    follower: int,
    own: int,
    dice: int,
    steps: Any,
    hands: Any,
    kinds: Any,
    work: Any,
    out: Any,
) -> int:
    """Multiply into `out[hand, kind]` how likely a seat's actions are with each hand, by each kind of player.

    `steps` has a row (seat, action) for each bid and call; `work` is room for claims, what is weighed and
    chances.
    """
    claims, rows, chance = work
    claims[:, :] = 0
    last = -1
    for step in range(len(steps)):
        who, action = steps[step, 0], steps[step, 1]
        if who == seat:
            for h in range(len(hands)):
                number, row = 0, 0
                for k in range(len(kinds)):
                    if k == 0 or kinds[k, LEAN] != kinds[k - 1, LEAN]:
                        number = describe(
                            sheet, hands[h], own, dice, seat, follower, last, claims, kinds[k, LEAN], rows
                        )
                        row = 0
                        while row < number and rows[row, ACTION] != action:
                            row += 1
                    if row < number:
                        chances(rows, number, len(sheet.quantity), kinds[k], chance)
                        out[h, k] *= chance[row]
                    else:
                        out[h, k] *= kinds[k, STRAY] / len(rows)
        if action < len(sheet.quantity):
            claimed(sheet, claims, who, action)
            last = action
    return len(steps)


@kernel
def weigh(
    sheet: Sheet,
    seat: int,
    follower: int,
    own: int,
    dice: int,
    hand: int,
    last: int,
    kinds: Any,
    work: Any,
    out: Any,
) -> int:
    """Add up the chances of each action of a seat that is to move, over the kinds of player."""
    claims, rows, chance = work
    number = 0
    for k in range(len(kinds)):
        if k == 0 or kinds[k, LEAN] != kinds[k - 1, LEAN]:
            number = describe(sheet, hand, own, dice, seat, follower, last, claims, kinds[k, LEAN], rows)
        chances(rows, number, len(sheet.quantity), kinds[k], chance)
        for row in range(number):
            out[int(rows[row, ACTION])] += chance[row]
    return number


@rule
def drawn_index(sums: Any, row: int, rng: Any) -> int:
    """Draw a place of a row of running sums that ends with 1."""
    mark = uniform(rng)
    low, high = 0, len(sums[row]) - 1
    while low < high:
        middle = (low + high) // 2
        if sums[row, middle] > mark:
            high = middle
        else:
            low = middle + 1
    return low


@kernel
def roll(
    sheet: Sheet,
    seat: int,
    hand: int,
    counts: Any,
    last: int,
    claims: Any,
    hands: Any,
    sums: Any,
    kinds: Any,
    own_kind: int,
    tried: Any,
    worlds: int,
    rng: Any,
    work: Any,
    results: Any,
    stop: Any,
) -> int:
    """Roll the round forward from each action in the same worlds; add up results and their squares.

    A world draws for every other seat a hand and a kind of player together, from `sums[seat]` over
    `hands[seat]` and the kinds. The seat itself goes on as `own_kind`. Give the number of worlds made.
    """
    table, rows, chance, world, kind = work
    bids = len(sheet.quantity)
    number = len(kinds)
    dice, players = 0, 0
    for count in counts:
        dice += count
        players += 1 if count > 0 else 0
    bidder = seat
    if last >= 0:
        bidder = (seat + len(counts) - 1) % len(counts)
        while counts[bidder] == 0:
            bidder = (bidder + len(counts) - 1) % len(counts)
    for made in range(worlds):
        if stop[0] != 0 and made > 0:
            return made
        for other in range(len(counts)):
            world[other], kind[other] = 0, own_kind
            if other == seat:
                world[other] = hand
            elif counts[other] > 0:
                place = drawn_index(sums, other, rng)
                world[other] = hands[other, place // number]
                kind[other] = place % number
        for t in range(len(tried)):
            table[:, :] = claims
            who, top, made_by, a = seat, last, bidder, int(tried[t])
            while a < bids:
                claimed(sheet, table, who, a)
                top, made_by = a, who
                who = next_seat(counts, who)
                k = kind[who]
                after = next_seat(counts, who)
                weighed = describe(
                    sheet, world[who], counts[who], dice, who, after, top, table, kinds[k, LEAN], rows
                )
                chances(rows, weighed, bids, kinds[k], chance)
                a = int(rows[drawn_row(chance, weighed, rng), ACTION])
            worth = settled(sheet, world, made_by, who, top, a, seat, players)
            results[t, 0] += worth
            results[t, 1] += worth * worth
    return worlds


def room(seats: int, table: tuple[int, ...]) -> tuple[Any, Any, Any]:
    """Return room to work in: claims, what is weighed, and chances."""
    actions = actions_of(table)
    claims = np.zeros((seats, table[FACES] + 1), np.int64)
    return claims, np.zeros((actions, TERMS + 1)), np.zeros(actions)


def score_hands(
    seat: int, counts: tuple[int, ...], table: tuple[int, ...], steps: Sequence[Step], hands: Any, kinds: Any
) -> Any:
    """Say how likely a seat's bids and calls are with each hand, for each kind of player."""
    out = np.ones((len(hands), len(kinds)))
    taken = np.array(steps, np.int64).reshape(-1, 2)
    score(
        sheet_of(table), seat, next_seat(counts, seat), counts[seat], sum(counts), taken, hands, kinds,
        room(len(counts), table), out,
    )  # fmt: skip
    return out


def claims_of(steps: Sequence[Step], seats: int, table: tuple[int, ...]) -> Any:
    """Write the bidding of a round as the matrix that the bidder reads."""
    sheet = sheet_of(table)
    claims = room(seats, table)[0]
    for seat, bid in steps:
        claimed(sheet, claims, seat, bid)
    return claims


def own_chances(seat: int, v: Any, steps: Sequence[Step], kinds: Any) -> Any:
    """Return how often each action is taken by a seat that is to move, over all kinds of player."""
    _, rows, chance = room(len(v.counts), v.table)
    work = (claims_of(steps, len(v.counts), v.table), rows, chance)
    out = np.zeros(len(chance))
    weigh(
        sheet_of(v.table), seat, next_seat(v.counts, seat), v.counts[seat], sum(v.counts), v.hands[seat],
        v.last, kinds, work, out,
    )  # fmt: skip
    return out / len(kinds)
