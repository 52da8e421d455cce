"""Random deals: hands of the players without shared cards, then the board; every deal as likely as it is.

Ranges are drawn together: each player's holding by its weight, and all of them again when two share a card.
(Drawing only the last one again would favour some deals.) Players who may hold any two cards come after the
ranges and before the board, from the cards that are left: each choice before leaves them equally many.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from parlour.cards.cards import BadCards
from parlour.cards.evaluator import showdown
from parlour.cards.exact import arrays
from parlour.cards.spot import Spot
from parlour.cards.tables import BIAS, Tables, tables
from parlour.compile import kernel
from parlour.core.bits import listed
from parlour.core.rng import below, uniform

TRIES = 5_000_000  # draws of the ranges in a row that share a card before we give up


class Deals(NamedTuple):
    """A question as the samplers read it: players with known hands first, then ranges, then any two cards."""

    order: Any  # which player each of these is
    known: int  # how many have a known hand
    ranged: int  # how many of them have a known hand or a range
    holds: Any  # the holdings of those, one player after the other
    keys: Any
    shares: Any
    bounds: Any
    even: int  # 1 if all shares are 1
    deck: Any  # cards that may come, from the lowest rank
    pairs: Any  # every two of them, as sets
    pair_keys: Any
    board: int
    board_key: int
    missing: int


def deals_of(spot: Spot) -> Deals:
    """Prepare a question for sampling."""
    kinds = [0 if p.is_hand else 2 if free else 1 for p, free in zip(spot.players, spot.random, strict=True)]
    order = sorted(range(len(kinds)), key=lambda p: kinds[p])
    ranged = [spot.players[p] for p in order if kinds[p] < 2]
    holds, keys, shares, bounds = arrays(spot._replace(players=tuple(ranged)))
    deck = np.array(sorted(listed(spot.live), key=lambda card: (card % 13, card)), np.int64)
    one, two = (deck[side] for side in np.triu_indices(len(deck), 1))
    cards = tables().cards
    return Deals(
        np.array(order),
        kinds.count(0),
        len(ranged),
        holds,
        keys,
        shares,
        bounds,
        int(np.all(shares == 1.0)),
        deck,
        np.int64(1) << one | np.int64(1) << two,
        cards[one] + cards[two],
        spot.board,
        BIAS + int(cards[listed(spot.board)].sum()),
        spot.missing,
    )


@kernel(key=Tables)
def draw_ranges(d: Deals, rng: Any, picks: Any) -> int:
    """Draw the holdings of the known hands and the ranges; give all cards out, -1 if none fit."""
    for _ in range(TRIES):
        used, fits = d.board, True
        for p in range(d.ranged):
            first, size = d.bounds[p], d.bounds[p + 1] - d.bounds[p]
            i = first if p < d.known else first + below(rng, size)
            if d.even == 0 and p >= d.known:
                while uniform(rng) >= d.shares[i]:
                    i = first + below(rng, size)
            if d.holds[i] & used != 0:
                fits = False
                break
            used |= d.holds[i]
            picks[p] = i
        if fits:
            return used
    return -1


@kernel
def sample(t: Tables, d: Deals, samples: int, rng: Any, tied: Any) -> int:
    """Deal and compare; row p of `tied` counts the deals player p wins alone, ties by two and so on."""
    players = len(d.order)
    picks, masks, keys, values = d.order * 0, d.order * 0, d.order * 0, d.order * 0
    live, twos = len(d.deck), len(d.pairs)
    deck, cards, pairs, pair_keys = d.deck, t.cards, d.pairs, d.pair_keys
    fixed = d.board
    for p in range(d.known):
        fixed |= d.holds[d.bounds[p]]
        keys[p], masks[p] = d.keys[d.bounds[p]], d.holds[d.bounds[p]]
    for _ in range(samples):
        used = fixed
        if d.ranged > d.known:
            used = draw_ranges(d, rng, picks)
            if used < 0:
                return -1
            for p in range(d.known, d.ranged):
                keys[p], masks[p] = d.keys[picks[p]], d.holds[picks[p]]
        # Two cards at a time: there are equally many twos that share no card with what is out.
        for p in range(d.ranged, players):
            i = below(rng, twos)
            while used & pairs[i] != 0:
                i = below(rng, twos)
            used |= pairs[i]
            keys[p], masks[p] = pair_keys[i], pairs[i]
        key, board = d.board_key, d.board
        for _k in range(d.missing // 2):
            i = below(rng, twos)
            while used & pairs[i] != 0:
                i = below(rng, twos)
            used |= pairs[i]
            board |= pairs[i]
            key += pair_keys[i]
        if d.missing % 2 == 1:
            card = deck[below(rng, live)]
            while (used >> card) & 1 == 1:
                card = deck[below(rng, live)]
            board |= 1 << card
            key += cards[card]
        best, many = showdown(t, key, board, keys, masks, values)
        for p in range(players):
            if values[p] == best:
                tied[p, many - 1] += 1
    return samples


def no_deal() -> BadCards:
    """Build the error for ranges that hardly ever fit together."""
    return BadCards("no deal was found in which these ranges share no card; make one of them wider")
