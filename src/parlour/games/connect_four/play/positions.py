"""List the positions of Connect Four ply by ply, one of each mirror pair, with numpy alone.

Boards are as in `parlour.games.connect_four`: seven bits a column, from the bottom, the seventh always empty.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

COLUMNS = 7


class Positions(NamedTuple):
    """Undecided positions with equally many discs, by ascending key: the mover's discs and all discs."""

    mine: Any
    mask: Any

    @property
    def keys(self) -> Any:
        """Return the number that stands for each position and its mirror image."""
        return self.mine + self.mask


def mirrored(boards: Any) -> Any:
    """Return the boards with their columns in the opposite order."""
    out = np.zeros_like(boards)
    for column in range(COLUMNS):
        out |= ((boards >> np.uint64(7 * column)) & np.uint64(127)) << np.uint64(7 * (6 - column))
    return out


def have_four(boards: Any) -> Any:
    """Say which boards have four in a row."""
    found = np.zeros(boards.shape, bool)
    for step in (1, 6, 7, 8):
        pairs = boards & (boards >> np.uint64(step))
        found |= (pairs & (pairs >> np.uint64(2 * step))) != 0
    return found


def canonical(these: Positions) -> Positions:
    """Return each position or its mirror image, whichever has the smaller key."""
    turned = Positions(mirrored(these.mine), mirrored(these.mask))
    swap = turned.keys < these.keys
    return Positions(np.where(swap, turned.mine, these.mine), np.where(swap, turned.mask, these.mask))


def dropped(these: Positions, column: int) -> tuple[Any, Positions, Any]:
    """Play a column everywhere: give where that is legal, what follows (canonical), and where it wins."""
    disc = (these.mask + np.uint64(1 << 7 * column)) & np.uint64(63 << 7 * column)
    legal = disc != 0
    mine, mask, disc = these.mine[legal], these.mask[legal], disc[legal]
    return legal, canonical(Positions(mine ^ mask, mask | disc)), have_four(mine | disc)


def next_ply(these: Positions) -> Positions:
    """List the undecided positions one disc later."""
    mines, masks = [], []
    for column in range(COLUMNS):
        _, after, won = dropped(these, column)
        mines.append(after.mine[~won])
        masks.append(after.mask[~won])
    every = Positions(np.concatenate(mines), np.concatenate(masks))
    _, first = np.unique(every.keys, return_index=True)
    return Positions(every.mine[first], every.mask[first])


def scores_before(these: Positions, ply: int, after: Positions, scores: Any) -> Any:
    """Return the scores of a ply's positions from those of the ply after it."""
    best = np.full(len(these.mine), -127, np.int8)
    for column in range(COLUMNS):
        legal, reached, won = dropped(these, column)
        place = np.searchsorted(after.keys, reached.keys)
        found = -scores[np.minimum(place, len(scores) - 1)]
        found = np.where(won, (43 - ply) // 2, found).astype(np.int8)
        best[legal] = np.maximum(best[legal], found)
    return best
