"""Deals steered by given numbers instead of drawn at random, for estimates with less variance.

One player's holding and the board come from numbers in [0, 1): the holding by its exact probability, from the
weakest to the strongest; the board by how much it helps one hand rather than another, again by the exact
probability, and then card by card. Numbers that are uniform give the true distribution whatever else they
are: spread out, paired, or one for each stratum.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from parlour.cards.cards import SUIT
from parlour.cards.evaluator import showdown
from parlour.cards.focus import Focus
from parlour.cards.sampling import TRIES, Deals, no_deal
from parlour.cards.tables import Tables, tables
from parlour.compile import kernel
from parlour.core.bits import nth, popcount
from parlour.core.rng import Stream, below, uniform
from parlour.core.rules import rule

FEATURES = 2  # of a card and a hand: it pairs it, it is of its suit


class Dealt(NamedTuple):
    """Some deals and what came of them."""

    shares: Any  # of the pot, a row a deal, in the order of the players
    worth: Any  # of the holding that was steered
    hits: Any  # for each player: board cards that pair the hand, or suit it, beyond what was to be expected
    come: Any  # the cards that came
    weights: Any  # how much more likely a deal is than it was made; 1 without a tilt


@rule
def fits_hand(card: int, hole: int, feature: int) -> int:
    """Say whether a card has a rank of the hand (feature 0), or the suit of a suited hand (1)."""
    if feature == 0:
        ranks = hole | (hole >> 13) | (hole >> 26) | (hole >> 39)
        return (ranks >> (card % 13)) & 1
    return 1 if popcount(int((hole >> (13 * (card // 13))) & SUIT)) == 2 else 0


@kernel
def deal_hands(t: Tables, d: Deals, f: Focus, held: int, rng: Any, masks: Any, keys: Any) -> int:
    """Deal everybody's hand around the one that is steered; give the cards dealt, -1 if none fit."""
    for _ in range(TRIES):
        fits, used = True, d.board
        if f.place >= 0:
            used |= f.holds[held]
            masks[f.place], keys[f.place] = f.holds[held], f.keys[held]
        for p in range(d.ranged):
            if p == f.place:
                continue
            first, many = d.bounds[p], d.bounds[p + 1] - d.bounds[p]
            i = first if p < d.known else first + below(rng, many)
            if d.even == 0 and p >= d.known:
                while uniform(rng) >= d.shares[i]:
                    i = first + below(rng, many)
            if d.holds[i] & used != 0:
                fits = False
                break
            used |= d.holds[i]
            masks[p], keys[p] = d.holds[i], d.keys[i]
        if fits:
            for p in range(d.ranged, len(masks)):
                if p != f.place:
                    masks[p], keys[p] = 0, 0
                    for _two in range(2):
                        card = d.deck[below(rng, len(d.deck))]
                        while (used >> card) & 1 == 1:
                            card = d.deck[below(rng, len(d.deck))]
                        used |= 1 << card
                        masks[p] |= 1 << card
                        keys[p] += t.cards[card]
            return int(used)
    return -1


@kernel(key=Tables)
def expect(d: Deals, left: int, masks: Any, hits: Any) -> int:
    """Begin each player's hits with what is to be expected of the cards left, taken off."""
    remaining = popcount(left)
    for p in range(len(masks)):
        for feature in range(FEATURES):
            fitting = 0
            for k in range(len(d.deck)):
                if (left >> k) & 1 == 1:
                    fitting += fits_hand(d.deck[k], masks[p], feature)
            hits[d.order[p], feature] = -float(d.missing * fitting) / max(remaining, 1)
    return remaining


@rule
def helping(d: Deals, left: int, hole: int) -> int:
    """Return the places in the deck of the cards left that pair a hand, or complete its flush."""
    found = 0
    held = hole | d.board
    for k in range(len(d.deck)):
        card = d.deck[k]
        flush = popcount(int((held >> (13 * (card // 13))) & SUIT)) == 4
        if fits_hand(card, hole, 0) == 1 or (flush and (hole >> (13 * (card // 13))) & SUIT != 0):
            found |= 1 << k
    return found & left


@rule
def ways(n: int, k: int) -> float:
    """Count the ways to take k, up to 5, of n cards."""
    found = 1.0
    for j in range(k):
        found *= (n - j) / (j + 1.0)
    return found


@kernel(key=Tables)
def deal_board(d: Deals, left: int, one: int, other: int, numbers: Any, come: Any) -> int:
    """Deal the board by the numbers: first how many cards help one hand and how many the other, then which.

    The more the first number, the more the board helps `one` rather than `other`.
    """
    mine, theirs = helping(d, left, one), helping(d, left, other)
    mine, theirs = mine & ~theirs, theirs & ~mine
    rest = left & ~mine & ~theirs
    n_mine, n_theirs, n_rest = popcount(mine), popcount(theirs), popcount(rest)
    missing = d.missing
    mark = numbers[1] * ways(n_mine + n_theirs + n_rest, missing)
    a = b = 0
    for lead in range(-missing, missing + 1):
        for least in range((missing - abs(lead)) // 2 + 1):
            up, down = least + max(lead, 0), least + max(-lead, 0)
            if mark >= 0.0 and up <= n_mine and down <= n_theirs and missing - up - down <= n_rest:
                a, b = up, down
                mark -= ways(n_mine, up) * ways(n_theirs, down) * ways(n_rest, missing - up - down)
    for k in range(missing):
        pool = mine if k < a else theirs if k < a + b else rest
        at = nth(pool, int(numbers[2 + k] * popcount(pool)))
        come[k] = d.deck[at]
        mine, theirs, rest = mine & ~(1 << at), theirs & ~(1 << at), rest & ~(1 << at)
    return left


@kernel(key=Tables)
def deal_tilted(d: Deals, left: int, numbers: Any, tilt: Any, come: Any) -> float:
    """Deal the board with card c drawn as tilt[c] to the tilts of all left; give true odds over these."""
    weight = 1.0
    for k in range(d.missing):
        total, at = 0.0, 0
        for j in range(len(d.deck)):
            total += tilt[d.deck[j]] if (left >> j) & 1 == 1 else 0.0
        mark = numbers[2 + k] * total
        for j in range(len(d.deck)):
            if (left >> j) & 1 == 1 and mark >= 0.0:
                at = j
                mark -= tilt[d.deck[j]]
        weight *= total / popcount(left) / tilt[d.deck[at]]
        left &= ~(1 << at)
        come[k] = d.deck[at]
    return weight


@kernel
def deal_out(
    t: Tables,
    d: Deals,
    f: Focus,
    numbers: Any,
    tilt: Any,
    rng: Any,
    shares: Any,
    rows: Any,
    hits: Any,
    come: Any,
) -> int:
    """Deal by the numbers, a row a deal; what is not steered comes from `rng`; -1 if no deal fits."""
    players = len(d.order)
    masks, keys, values = d.order * 0, d.order * 0, d.order * 0
    for n in range(len(numbers)):
        held = 0
        if f.place >= 0:
            held = min(np.searchsorted(f.edges, numbers[n, 0], side="right"), len(f.edges) - 1)
        used = deal_hands(t, d, f, held, rng, masks, keys)
        if used < 0:
            return -1
        left = 0
        for k in range(len(d.deck)):
            left |= (1 - ((used >> int(d.deck[k])) & 1)) << k
        expect(d, left, masks, hits[n])
        rows[n, 0], rows[n, 1] = f.worth[held], 1.0
        if len(tilt) == 0:
            deal_board(d, left, masks[f.pair[0]], masks[f.pair[1]], numbers[n], come[n])
        else:
            rows[n, 1] = deal_tilted(d, left, numbers[n], tilt, come[n])
        key, board = d.board_key, d.board
        for k in range(d.missing):
            card = come[n, k]
            key += t.cards[card]
            board |= 1 << card
            for p in range(players):
                for feature in range(FEATURES):
                    hits[n, d.order[p], feature] += fits_hand(card, masks[p], feature)
        best, many = showdown(t, key, board, keys, masks, values)
        for p in range(players):
            shares[n, d.order[p]] = 1.0 / many if values[p] == best else 0.0
    return players


def deal(d: Deals, f: Focus, numbers: Any, rng: Stream, tilt: Any = None) -> Dealt:
    """Deal by rows of numbers: the holding, how the board helps, and each card of the board to come."""
    many, players = len(numbers), len(d.order)
    shares, rows = np.zeros((many, players)), np.zeros((many, 2))
    hits, come = np.zeros((many, players, FEATURES)), np.zeros((many, d.missing), np.int64)
    bias = np.zeros(0) if tilt is None else tilt
    if deal_out(tables(), d, f, numbers, bias, rng, shares, rows, hits, come) < 0:
        raise no_deal()
    return Dealt(shares, rows[:, 0], hits, come, rows[:, 1])
