"""The player whose holding is steered: its holdings from the weakest to the strongest, with exact odds."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from parlour.cards.cards import BadCards
from parlour.cards.evaluator import evaluate_many
from parlour.cards.exact import MOST_CHOICES, joint
from parlour.cards.preflop import BOARDS, against_random, results
from parlour.cards.ranges import holding_index
from parlour.cards.sampling import Deals
from parlour.cards.spot import Spot
from parlour.cards.tables import tables


class Focus(NamedTuple):
    """The player whose holding is steered: the one with the widest range."""

    place: int  # in the order of the deals; -1 if all hands are known
    pair: tuple[int, int]  # the first player and a rival, the steered one if it can be, in that order too
    holds: Any  # its holdings, from the weakest to the strongest
    keys: Any
    edges: Any  # the probability of each holding or a weaker one
    worth: Any  # how good each is, on any scale
    mean: float  # the exact mean of that


def focus_of(spot: Spot, d: Deals) -> Focus:
    """Choose the player to steer, with the exact probabilities of its holdings."""
    nobody = np.zeros(1, np.int64)
    place = d.known
    if place == len(d.order):
        return Focus(-1, _pair(d, -1), nobody, nobody, np.ones(1), np.zeros(1), 0.0)
    if d.ranged > d.known:
        sizes = np.diff(d.bounds)
        place = int(np.argmax(np.where(np.arange(d.ranged) >= d.known, sizes, 0)))
        holds, chances = _chances(spot, d, place)
    else:  # any two of the cards left, all alike
        holds = np.array(list(spot.players[d.order[place]].holdings), np.int64)
        chances = np.full(len(holds), 1.0 / len(holds))
    worth = _worth(spot, d, place, holds)
    up = np.argsort(worth, kind="stable")
    low = holds[up] & -holds[up]
    cards = tables().cards
    keys = cards[np.log2(low).astype(int)] + cards[np.log2(holds[up] ^ low).astype(int)]
    edges = np.cumsum(chances[up])
    edges[-1] = 1.0
    return Focus(place, _pair(d, place), holds[up], keys, edges, worth[up], float(worth @ chances))


def _pair(d: Deals, place: int) -> tuple[int, int]:
    first = int(np.flatnonzero(d.order == 0)[0])
    if place in (-1, first):
        place = 1 if first == 0 else 0
    return first, place


def _chances(spot: Spot, d: Deals, place: int) -> tuple[Any, Any]:
    """Return the exact probability of each holding of a player with a range, whatever the others may hold."""
    ranged = [spot.players[p] for p in d.order[: d.ranged]]
    if np.prod([float(len(player.holdings)) for player in ranged]) > MOST_CHOICES:
        raise BadCards("this method needs the exact odds of ranges held together, too many here: use plain")
    holes, weights = joint(ranged)
    if not len(holes):
        raise BadCards("no deal exists in which these ranges share no card; make one of them wider")
    holds, where = np.unique(holes[:, place], return_inverse=True)
    chances = np.bincount(where.ravel(), weights)
    return holds, chances / chances.sum()


def _worth(spot: Spot, d: Deals, place: int, holds: Any) -> Any:
    """Say how good holdings are now: by their class on the board, or before the flop by their equity.

    Before the flop that is the equity against the one known hand if there is one, else against any two cards.
    """
    if spot.board.bit_count() >= 3:
        ranks = evaluate_many(spot.board | holds)
        if d.known == 1:
            mine = evaluate_many(np.array([spot.board | int(d.holds[0])]))[0]
            return np.where(ranks > mine, 2.0, np.where(ranks == mine, 1.0, 0.0)) + ranks / 10_000.0
        return ranks / 10_000.0
    index = np.array([holding_index(int(holding)) for holding in holds])
    if d.known == 1:
        wins, ties = results(np.full(len(index), holding_index(int(d.holds[0]))), index)
        return 1.0 - (wins + ties / 2.0) / BOARDS
    return against_random()[index]
