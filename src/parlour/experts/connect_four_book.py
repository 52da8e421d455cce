"""An opening book for Connect Four: exact scores of every position of the first plies, up to mirror images.

Only the last of these plies is stored (key and score, sorted by key); scores before it follow from those.
`tools/build_connect_four_book.py` makes the file.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from parlour.core.bits import listed
from parlour.games.connect_four import State, has_four, legal, play

FILE = "connect_four_book.npz"


def positions_at(ply: int) -> list[State]:
    """List the undecided positions with so many discs, one of each mirror pair, neighbours together."""
    found: dict[int, State] = {}
    seen: set[tuple[int, int]] = set()
    start = State(0, 0, 0, 0)
    stack = [start]
    while stack:
        s = stack.pop()
        key = book_key(s)
        if (key, s.ply) in seen:
            continue
        seen.add((key, s.ply))
        if s.ply == ply:
            found[key] = s
            continue
        stack.extend(t for a in reversed(listed(legal(s))) if not (t := play(s, a)).won)
    return list(found.values())


def book_key(s: State) -> int:
    """Give the number that stands for a position and its mirror image."""
    from parlour.experts.connect_four_kernel import mirror

    return min(s.mine + s.mask, mirror(s.mine) + mirror(s.mask))


@cache
def _book() -> tuple[int, dict[int, int]]:
    """Load the book: the ply it holds and score by key; ply -1 when there is none."""
    import numpy as np

    path = files("parlour.data") / FILE
    if not path.is_file():
        return -1, {}
    with path.open("rb") as handle:
        data: Any = np.load(handle)
        return int(data["ply"]), dict(zip(data["keys"].tolist(), data["scores"].tolist(), strict=True))


def deepest() -> int:
    """Give the last ply the book answers, or -1 without a book."""
    return _book()[0]


@cache
def book_score(s: State) -> int | None:
    """Give the exact score of an early position for the player to move; None when the book does not reach."""
    ply, scores = _book()
    if s.ply > ply or has_four(s.mine ^ s.mask):
        return None
    if s.ply == ply:
        return scores.get(book_key(s))
    # No four is possible before the seventh disc, so every move here is in the book or ahead of it.
    after = [book_score(play(s, a)) for a in listed(legal(s))]
    known = [-score for score in after if score is not None]
    return max(known) if len(known) == len(after) else None
