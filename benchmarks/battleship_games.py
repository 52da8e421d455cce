"""Whole games alone, compiled: the rules of thumb of Battleship against many fleets.

The decisions are those of the strategies, by the same reading of the sea. Chance decides between equals from
one stream.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.compile import kernel
from parlour.core.bits import WORD
from parlour.core.rng import below
from parlour.core.rules import AnyState
from parlour.games.battleship.play.board import HIT, MISS, UNSEEN, settle
from parlour.games.battleship.sea import NAMED, SILENT

RANDOM, PARITY, HUNT, HUNT_PARITY = range(4)


@kernel
def simple_games(s: AnyState, boards: Any, how: int, rng: Any, notes: Any, shots: Any) -> int:
    """Play whole games by a rule of thumb: RANDOM, PARITY, HUNT or HUNT_PARITY."""
    status, number, lengths, events = notes
    cells, cols, ships = len(status), s.cols, len(s.ships)
    rows, upright = cells // cols, WORD * len(s.sea)
    owner, afloat = np.zeros(cells, np.int64), np.zeros(ships, np.int64)
    picked = np.zeros(cells, np.int64)
    total = 0
    for n in range(len(boards)):
        status[:] = UNSEEN
        number[:] = -1
        lengths[:] = 0
        owner[:] = -1
        need = 0
        for k in range(ships):
            lengths[s.ships[k]] += 1
            need += s.ships[k]
            afloat[k] = s.ships[k]
            code = int(boards[n, k])
            for i in range(s.ships[k]):
                owner[code % upright + i * (cols if code >= upright else 1)] = k
        sinkings, hits, fired = 0, 0, 0
        while hits < need:
            found = 0
            last = -1
            if how >= HUNT:
                while found == 0 and last < hits:  # the open hits, from the last to the first
                    last += 1
                    for cell in range(cells):
                        if status[cell] == HIT and number[cell] == hits - 1 - last:
                            row, col = cell // cols, cell % cols
                            if row > 0 and status[cell - cols] == UNSEEN:
                                picked[found] = cell - cols
                                found += 1
                            if col > 0 and status[cell - 1] == UNSEEN:
                                picked[found] = cell - 1
                                found += 1
                            if col < cols - 1 and status[cell + 1] == UNSEEN:
                                picked[found] = cell + 1
                                found += 1
                            if row < rows - 1 and status[cell + cols] == UNSEEN:
                                picked[found] = cell + cols
                                found += 1
            step = 1
            if how == PARITY:
                step = 2
            elif how == HUNT_PARITY:
                while step < len(lengths) - 1 and lengths[step] == 0:
                    step += 1
            while found == 0:
                for cell in range(cells):
                    if status[cell] == UNSEEN and (cell // cols + cell % cols) % step == 0:
                        picked[found] = cell
                        found += 1
                step = 1
            cell = int(picked[below(rng, found)])
            fired += 1
            k = owner[cell]
            status[cell] = MISS if k < 0 else HIT
            if k >= 0:
                number[cell] = hits
                hits += 1
                afloat[k] -= 1
                if afloat[k] == 0 and s.announce != SILENT:
                    events[sinkings, 0] = s.ships[k] if s.announce == NAMED else 0
                    events[sinkings, 1] = hits - 1
                    events[sinkings, 2] = hits
                    events[sinkings, 3] = 0
                    lengths[events[sinkings, 0]] -= int(s.announce == NAMED)
                    sinkings += 1
                    settle(cols, status, number, lengths, events, sinkings)
        shots[n] = fired
        total += fired
    return total
