"""What past games tell of an opponent: where its ships were, and when it fired at each cell.

The records are those of finished matches, one JSON document a line, of the same sea; the opponent is who sat
opposite. Both counts start from what chance would give, so that few games change little.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from parlour.beliefs.history import past_records
from parlour.core.paths import user_path
from parlour.games.battleship import DONE, PLACE, State
from parlour.games.battleship.words import line, shape

DOUBT = 4.0  # games' worth of belief that ships are anywhere


class Lesson(NamedTuple):
    """A factor for each cell by the ships seen there, and the mean number of the shot fired at it."""

    prior: Any
    times: Any  # None without a record
    games: int


@lru_cache(maxsize=16)
def _read(path: str, changed: int) -> tuple[Any, ...]:
    records = past_records(path)
    return tuple(
        tuple(r.replay().states) for r in records if r.game == "battleship" and r.ended == "finished"
    )


def lesson_from(path: str, v: State, seat: int) -> Lesson:
    """Learn from the records in a file; with no file, nothing."""
    rows, cols = shape(v)
    cells = rows * cols
    if not path:
        return Lesson(np.ones(cells), None, 0)
    file = user_path(path)
    matches = _read(path, file.stat().st_mtime_ns if file.is_file() else 0)
    ships, times, games = np.zeros(cells), np.zeros(cells), 0
    for states in matches:
        last: State = states[-1]
        if last.sea != v.sea or last.cols != v.cols or last.ships != v.ships or last.phase != DONE:
            continue
        sides = len(last.fleets) // len(last.ships)
        other = 1 - seat if sides == 2 else 0
        games += 1
        for k, length in enumerate(last.ships):
            ships[line(last, last.fleets[other * len(last.ships) + k], length)] += 1.0
        times += _times(states, seat, cells)
    if games == 0:
        return Lesson(np.ones(cells), None, 0)
    usual = sum(v.ships) / cells
    prior = (DOUBT * usual + ships) / (DOUBT * usual + games * usual)
    return Lesson(prior, times / games, games)


def _times(states: tuple[Any, ...], seat: int, cells: int) -> Any:
    """Return the number of the shot at each cell of one's own sea; what was never fired at comes last."""
    times = np.full(cells, float(cells))
    fired = 0
    for before, after in pairwise(states):
        if before.phase == PLACE or len(before.fleets) == len(before.ships):
            continue
        width = len(before.sea)
        for i in range(width):
            new = after.shots[seat * width + i] & ~before.shots[seat * width + i]
            while new:
                cell = i * 62 + (new & -new).bit_length() - 1
                fired += 1
                times[cell] = fired
                new &= new - 1
    return times
