"""Candidate worlds of Hearts, compiled: the passes nobody saw, and how likely all that was seen is in each.

A world is the hands and the cards passed. Hands come from counting; a hidden pass is three of the receiver's
thirteen, drawn evenly, or by what the model would pass, which wastes fewer candidates.
"""

from __future__ import annotations

from math import exp, log
from typing import Any

import numpy as np

from parlour.compile import kernel
from parlour.core.bits import count, popcount, trailing
from parlour.core.rng import uniform
from parlour.core.rules import changed, first_past, legal, play, rule
from parlour.games.hearts import NONE, PLAY, State, new_hand
from parlour.games.hearts.belief.behaviour import PASSING, dot, pass_chance, pass_features, play_chance
from parlour.games.hearts.cards import Four

THREE = 3  # cards passed
PASSES = 286.0  # ways to choose them
OF_A_KIND = 0.9  # the share of players taken to be of the model's kind; the rest play anything
IMPOSSIBLE = -1e300  # the logarithm of no chance


@rule
def first_lead(v: State, hands: Four, given: Four) -> State:
    """Return the state before the first trick, from all thirteen cards of each hand."""
    seat = trailing(v.voids >> 20)
    s = changed(new_hand(v), hands=hands, given=given)
    return changed(s, leader=seat, voids=1 << (20 + seat), phase=PLAY, turn_seat=seat)


@rule
def draw_three(cards: int, odds: Any, sums: Any, rng: Any) -> int:
    """Draw three of the cards, each three in proportion to the product of its cards' odds.

    `sums[place, need]` becomes the sum of these products over `need` of the cards from a place on.
    """
    size = popcount(cards)
    for need in range(THREE + 1):
        sums[size, need] = 1.0 if need == 0 else 0.0
    for back in range(size):
        place = size - 1 - back
        sums[place, 0] = 1.0
        for need in range(1, THREE + 1):
            sums[place, need] = sums[place + 1, need] + odds[place] * sums[place + 1, need - 1]
    left, need, chosen = cards, THREE, 0
    for place in range(size):
        bit = left & -left
        left ^= bit
        if need > 0:
            with_it = odds[place] * sums[place + 1, need - 1]
            if sums[place + 1, need] == 0.0 or uniform(rng) * sums[place, need] < with_it:
                chosen |= bit
                need -= 1
    return chosen


@kernel
def draw_passes(
    v: State, hands: Any, guided: int, weights: Any, rng: Any, given: Any, log_chance: Any
) -> int:
    """Draw the passes that the view hides into `given`; `log_chance` is that of the draw, up to a constant.

    `hands` are the cards held now. Guided, a card's weight is what the model gives it as one to pass, beside
    the cards that the giver has after the exchange.
    """
    draw = np.zeros(13)
    sums = np.zeros((14, THREE + 1))  # elementary symmetric sums of the weights from a card on
    for index in range(len(hands)):
        log_chance[index] = 0.0
        for giver in range(4):
            given[index, giver] = v.given[giver]
            if v.given[giver] >= 0:
                continue
            to = (giver + v.direction) & 3
            cards = int(hands[index, to]) | v.played[to]
            keeps = int(hands[index, giver]) | v.played[giver]
            size = popcount(cards)
            left = cards
            for place in range(size):
                card = trailing(left)
                left &= left - 1
                draw[place] = 1.0
                if guided == 1:
                    draw[place] = exp(dot(pass_features(keeps | (1 << card), card), weights, PASSING))
            chosen = draw_three(cards, draw, sums, rng)
            left = cards
            for place in range(size):
                if chosen & left & -left != 0:
                    log_chance[index] += log(draw[place])
                left &= left - 1
            given[index, giver] = chosen
            log_chance[index] -= log(sums[0, THREE])
    return len(hands)


@rule
def before_each(v: State, plays: Any) -> list[State]:
    """Return what was public before each card played: states in which a hand is what it was to play."""
    s = first_lead(v, v.played, NONE)
    found = [s]
    for row in range(len(plays)):
        s = play(s, int(plays[row, 1]))
        found.append(s)
    return found


@rule
def log_plays(before: list[State], plays: Any, seat: int, full: int, weights: Any) -> float:
    """Return the logarithm of the chance of all cards a seat played, from the thirteen it had.

    The seat is of the model's kind or, less likely, one that plays anything: which, its play tells by itself.
    """
    total, even, hand = 0.0, 0.0, full
    for row in range(len(plays)):
        if plays[row, 0] != seat:
            continue
        s = before[row]
        h = s.hands
        hands = (
            hand if seat == 0 else h[0],
            hand if seat == 1 else h[1],
            hand if seat == 2 else h[2],
            hand if seat == 3 else h[3],
        )
        seen = changed(s, hands=hands)
        card = int(plays[row, 1])
        chance = play_chance(seen, seat, card, weights)
        if chance <= 0.0:
            return IMPOSSIBLE
        total += log(chance)
        even -= log(float(count(legal(seen))))
        hand ^= 1 << card
    most = max(total, even)
    return most + log(OF_A_KIND * exp(total - most) + (1.0 - OF_A_KIND) * exp(even - most))


@rule
def log_pass(v: State, giver: int, full: Any, given: Any, weights: Any) -> float:
    """Return the logarithm of the chance of a seat's pass, from the hand it was dealt."""
    if v.direction == 0:
        return 0.0
    gave, got = int(given[giver]), int(given[(giver - v.direction) & 3])
    chance = pass_chance((int(full[giver]) & ~got) | gave, gave, weights)
    return log(OF_A_KIND * chance + (1.0 - OF_A_KIND) / PASSES)


@kernel
def weigh(v: State, seat: int, plays: Any, hands: Any, given: Any, weights: Any, log_weight: Any) -> int:
    """Add to each world's `log_weight` the logarithm of the chance of all passes and plays but one's own.

    `plays` has a row for each card played, in order: who played it, and the card.
    """
    before = before_each(v, plays)
    full = np.zeros(4, np.int64)
    for index in range(len(hands)):
        for other in range(4):
            full[other] = hands[index, other] | v.played[other]
        total = log_weight[index]
        for other in range(4):
            if other != seat and total > IMPOSSIBLE:
                total += log_pass(v, other, full, given[index], weights)
                total += log_plays(before, plays, other, int(full[other]), weights)
        log_weight[index] = max(IMPOSSIBLE, total)
    return len(hands)


@kernel(key=State)
def draw_rows(mounting: Any, rng: Any, rows: Any) -> int:
    """Draw rows by their weights, which are given as running sums."""
    for index in range(len(rows)):
        rows[index] = first_past(mounting, uniform(rng) * mounting[len(mounting) - 1])
    return len(rows)
