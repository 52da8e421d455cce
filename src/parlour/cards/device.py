"""Equity on a device of many lanes, a GPU above all: every deal counted, or many drawn.

Hands are evaluated with the same tables as on a CPU, so that counts are the same numbers. Ranges are counted
choice by choice of hands, each on all its boards: more work than a CPU does, and far sooner done.
"""

from __future__ import annotations

from functools import cache
from math import comb, prod
from typing import Any

import numpy as np

from parlour.cards.cards import DECK
from parlour.cards.deal_lanes import MOST_BOARDS, ROW, Count, count_boards, deal_boards
from parlour.cards.exact import MOST_CHOICES, Progress, Tally, choices, swaps
from parlour.cards.sampling import deals_of, no_deal
from parlour.cards.spot import Spot
from parlour.cards.tables import Tables, tables
from parlour.compile.device import memory
from parlour.core.bits import listed
from parlour.core.rng import Stream

LANES = 1 << 18  # that fill a device
LEAST_SIZE = 16  # boards of a lane: finding the first takes as long as a few
LEAST_DEALS = 64  # of a lane
_SLOTS = 256  # places for each number of a tally
_AT_ONCE = 1 << 31  # hands evaluated between two reports
_EACH, _CALL = 1e-10, 1e-3  # seconds of a GPU to evaluate a player's hand, and of a call at least


def is_countable(spot: Spot) -> bool:
    """Say whether the choices of hands can be kept in memory: with many wide ranges there are too many."""
    return prod(len(player.holdings) for player in spot.players) <= MOST_CHOICES


def seconds_to_count(spot: Spot) -> float:
    """Say about how long counting takes on a GPU."""
    pairs = max(1, prod(len(player.holdings) for player in spot.players) / swaps(spot))
    return _CALL + pairs * comb(_left(spot), spot.missing) * len(spot.players) * _EACH


def _left(spot: Spot) -> int:
    """Count the cards that may come once every player has two."""
    return 52 - (spot.board | spot.dead).bit_count() - 2 * len(spot.players)


@cache
def _known(device: str) -> tuple[Tables, Any]:
    """Bring the tables to a device, and how many ways there are to choose."""
    mem = memory(device)
    ways = np.array([[comb(n, k) for n in range(ROW)] for k in range(6)], np.int64)
    return Tables(*map(mem.put, tables())), mem.put(ways)


def count(spot: Spot, device: str, progress: Progress | None = None) -> Tally:
    """Count all deals on a device."""
    holes, weights = choices(spot)
    players, live, missing = len(spot.players), _left(spot), spot.missing
    boards = comb(live, missing)
    tied, total = np.zeros((players, players)), 0.0
    step = max(1, _AT_ONCE // (boards * players))
    for first in range(0, len(holes), step):
        if progress is not None and first:
            progress(first, len(holes))
        part = slice(first, first + step)
        own = _counted(spot, holes[part], live, boards, device)
        for weight, deals in zip(weights[part], own, strict=True):
            tied += weight * deals
            total += weight * boards
    return Tally(tied, total)


def _counted(spot: Spot, holes: Any, live: int, boards: int, device: str) -> Any:
    """Return for each choice of hands a row a player: deals won alone, tied by two, by three ..."""
    mem = memory(device)
    t, ways = _known(device)
    chosen, players = holes.shape
    size = int(np.clip(chosen * boards // LANES, LEAST_SIZE, MOST_BOARDS))
    parts, slots = -(-boards // size), max(1, _SLOTS // chosen)
    tied = mem.zeros(chosen * players * players * slots, np.int64)
    q = Count(mem.put(_rows(spot, holes)), ways, players, live, spot.missing, boards, size, parts, slots)
    count_boards(device, chosen * parts, 0, t, q, tied)
    return mem.get(tied).reshape(chosen, players, players, slots).sum(axis=3)


def _rows(spot: Spot, holes: Any) -> Any:
    """Write for each choice the cards that may come, those on the board, and the players' hands and keys."""
    chosen, players = holes.shape
    rows = np.zeros((chosen, ROW + 2 * players), np.int64)
    bits = np.arange(52)
    gone = np.bitwise_or.reduce(holes, axis=1) | spot.dead | spot.board
    come = np.nonzero((gone[:, None] >> bits) & 1 == 0)[1].reshape(chosen, -1)
    rows[:, : come.shape[1]] = come
    rows[:, come.shape[1] : come.shape[1] + 5 - spot.missing] = listed(spot.board)
    rows[:, ROW : ROW + players] = holes
    held = ((holes[:, :, None] & DECK) >> bits) & 1
    rows[:, ROW + players :] = held @ tables().cards
    return rows


def draw(spot: Spot, samples: int, rng: Stream, device: str) -> Any:
    """Draw deals on a device; return a row a player: deals won alone, tied by two, by three ..."""
    mem = memory(device)
    d, players = deals_of(spot), len(spot.players)
    lanes = int(np.clip(samples // LEAST_DEALS, 1, LANES))
    there = d._replace(**{name: mem.put(part) for name, part in d._asdict().items() if np.ndim(part)})
    picks = mem.zeros((players, lanes if d.ranged > d.known else 1), np.int64)
    tied, stuck = mem.zeros(players * players * _SLOTS, np.int64), mem.zeros(1, np.int64)
    deal_boards(
        device, lanes, rng[0], _known(device)[0], there, divmod(samples, lanes), _SLOTS, picks, tied, stuck
    )
    if mem.get(stuck)[0]:
        raise no_deal()
    return mem.get(tied).reshape(players, players, _SLOTS).sum(axis=2)[np.argsort(d.order)]
