"""An opening book for Connect Four: the exact score of every position with up to twelve discs.

Three plies are stored, one position of each mirror pair; a score before one of them follows from a look a few
discs ahead. The position's keys are stored sorted, as the differences between neighbours: few numbers make up
nearly all of them, so a byte says which of the 255 commonest it is, or that a rarer one comes next.
`tools/build_connect_four_book.py` makes the files.
"""

from __future__ import annotations

import io
import lzma
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from parlour.games.connect_four import State, has_four
from parlour.games.connect_four.play.positions import (
    COLUMNS,
    Positions,
    canonical,
    dropped,
    next_ply,
    scores_before,
)

PLIES = (4, 8, 12)
RARE = 255


def file_of(ply: int) -> str:
    """Return the name of the file that holds a ply."""
    return f"connect_four_book_{ply}.xz"


def unpack(data: bytes) -> tuple[Any, Any]:
    """Read the sorted keys and their scores."""
    stored = np.load(io.BytesIO(lzma.decompress(data)))
    ranks = stored["common"].astype(np.uint16)
    ranks[ranks == RARE] = stored["rare"]
    return np.cumsum(stored["steps"][ranks]), stored["scores"]


@cache
def _stored(ply: int) -> tuple[Any, Any] | None:
    """Load a ply, once; None where there is no file."""
    path = files("parlour.data") / file_of(ply)
    return unpack(path.read_bytes()) if path.is_file() else None


def book_score(s: State) -> int | None:
    """Return the exact score of an early position for its mover; None where the book does not reach."""
    found = _looked_ahead(s, 0)
    return int(found[1][0]) if found else None


def book_scores(s: State) -> dict[int, int] | None:
    """Return the exact score of each move of an early position; None where the book does not reach."""
    found = _looked_ahead(s, 1)
    if not found:
        return None
    known = dict(zip(found[0].tolist(), found[1].tolist(), strict=True))
    scores, here = {}, _alone(s)
    for column in range(COLUMNS):
        legal, after, won = dropped(here, column)
        if legal[0]:
            scores[column] = (43 - s.ply) // 2 if won[0] else -known[int(after.keys[0])]
    return scores


def _alone(s: State) -> Positions:
    return Positions(np.array([s.mine], np.uint64), np.array([s.mask], np.uint64))


@cache
def _looked_ahead(s: State, discs: int) -> tuple[Any, Any] | None:
    """Give the keys and scores of the undecided positions that many discs later, from the next ply stored."""
    ply = next((ply for ply in PLIES if ply >= s.ply + discs), None)
    stored = _stored(ply) if ply is not None and not has_four(s.mine ^ s.mask) else None
    if ply is None or stored is None:
        return None
    keys, scores = stored
    ahead = [canonical(_alone(s))]
    while s.ply + len(ahead) <= ply:
        ahead.append(next_ply(ahead[-1]))
    places = np.minimum(np.searchsorted(keys, ahead[-1].keys), len(keys) - 1)
    if not np.array_equal(keys[places], ahead[-1].keys):
        return None
    found = scores[places]
    for back in range(len(ahead) - 2, discs - 1, -1):
        found = scores_before(ahead[back], s.ply + back, ahead[back + 1], found)
    return ahead[discs].keys, found
