"""Dots and Boxes solved without any theory: what every set of open edges is worth, by looking at every move.

    python tests/games/dots_and_boxes/oracle.py --rows 5 --cols 5 --edges 24 --positions 3

compares the expert's value of every move with this, at random positions with so many open edges (24 take some
twenty seconds and 200 MB each). Positions are sets of open edges here, as bits; an edge has the number that
the game gives it.
"""

from __future__ import annotations

import argparse
import sys
from functools import cache

import numpy as np

import parlour
from parlour import Game, Stream
from parlour.core.bits import listed
from parlour.core.rules import AnyState


def boxes_of(s: AnyState) -> list[int]:
    """Give the four edges of every box."""
    return [
        1 << box | 1 << box + s.cols | 1 << box + s.cols + 1 | 1 << box + 2 * s.cols + 1
        for box in listed(s.boxes)
    ]


def open_edges(s: AnyState) -> int:
    """Give the open edges of a state as one number."""
    return sum(1 << edge for edge in listed(s.open))


def closed_by(boxes: list[int], edges: int, edge: int) -> int:
    """Count the boxes that drawing an edge closes."""
    return sum(box & edges == 1 << edge for box in boxes)


def values_by_minimax(s: AnyState) -> dict[int, int]:
    """Give what every open edge is worth to who draws it, in boxes still to come."""
    boxes = boxes_of(s)

    @cache
    def to_come(edges: int) -> int:
        return max((drawn(edges, edge) for edge in listed(edges)), default=0)

    def drawn(edges: int, edge: int) -> int:
        closed, after = closed_by(boxes, edges, edge), to_come(edges ^ 1 << edge)
        return closed + after if closed else -after

    return {edge: drawn(open_edges(s), edge) for edge in listed(s.open)}


def values_by_retrograde(s: AnyState) -> dict[int, int]:
    """Give the same for more edges: a table of all sets of open edges, those with fewer edges first."""
    edges = listed(s.open)
    boxes = [sum((box >> edge & 1) << n for n, edge in enumerate(edges)) for box in boxes_of(s)]
    best = np.full(1 << len(edges), -len(boxes), np.int8)
    best[0] = 0

    def drawn(here: np.ndarray, n: int) -> np.ndarray:
        closed = sum(((here & box) == 1 << n).astype(np.int8) for box in boxes if box >> n & 1)
        after = best[here ^ np.uint32(1 << n)]
        return np.where(closed > 0, closed + after, -after)

    sizes = np.bitwise_count(np.arange(1 << len(edges), dtype=np.uint32))
    for size in range(1, len(edges) + 1):
        layer = np.flatnonzero(sizes == size).astype(np.uint32)
        for n in range(len(edges)):
            here = layer[layer >> n & 1 == 1]
            best[here] = np.maximum(best[here], drawn(here, n))
    whole = np.array([(1 << len(edges)) - 1], np.uint32)
    return {edge: int(drawn(whole, n)[0]) for n, edge in enumerate(edges)}


# -- chains and loops --------------------------------------------------------------------------------------

# A piece without joints is its number of boxes and what it has more of edges: a chain 1, a chain that is open
# at one end 0, at both -1; a loop is LOOP. So (1, -1) is a closed box.
Piece = tuple[int, int]
LOOP = 2


def values_by_pieces(s: AnyState) -> dict[int, int] | None:
    """Give the same for any number of edges, where every box has at most two; None where one has more."""
    boxes, edges = boxes_of(s), open_edges(s)
    if any((box & edges).bit_count() > 2 for box in boxes):
        return None
    out = {}
    for edge in listed(edges):
        closed, after = closed_by(boxes, edges, edge), pieces_to_come(pieces_of(boxes, edges ^ 1 << edge))
        out[edge] = closed + after if closed else -after
    return out


def pieces_of(boxes: list[int], edges: int) -> tuple[Piece, ...]:
    """Tell what a position without joints is made of."""
    left = [box & edges for box in boxes if box & edges]
    found = []
    while left:
        piece = [left.pop()]
        while touching := [box for box in left if any(box & other for other in piece)]:
            piece += touching
            left = [box for box in left if box not in touching]
        union = 0
        for box in piece:
            union |= box
        more = union.bit_count() - len(piece)
        whole = all(box.bit_count() == 2 for box in piece)
        found.append((len(piece), LOOP if more == 0 and whole else more))
    return tuple(sorted(found))


@cache
def pieces_to_come(pieces: tuple[Piece, ...]) -> int:
    """Give what such a position is worth to the player to move: every cut of every piece is looked at."""
    best = -sum(size for size, _ in pieces)
    for index in {pieces.index(piece) for piece in pieces}:
        for parts in cuts(*pieces[index]):
            closed = parts.count((1, -1))
            others = [part for part in parts if part[0] > 0 and part != (1, -1)]
            after = pieces_to_come(tuple(sorted([*pieces[:index], *pieces[index + 1 :], *others])))
            best = max(best, closed + after if closed else -after)
    return best


def cuts(size: int, more: int) -> list[list[Piece]]:
    """List what drawing an edge can leave of a piece."""
    if more == LOOP:
        return [[(size, -1)]]
    if more == 1:
        return [[(n, 0), (size - n, 0)] for n in range(size + 1)]
    if more == 0:
        return [[(n, 0), (size - n, -1)] for n in range(size)]
    return [[(n, -1), (size - n, -1)] for n in range(1, size)]


# -- positions ---------------------------------------------------------------------------------------------


def random_position(it: Game, count: int, rng: Stream, safe: bool) -> tuple[list[int], AnyState]:
    """Play at random down to so many open edges; `safe` gives no box away while that can be helped."""
    s, moves = it.start(), []
    boxes = boxes_of(s)
    while True:
        edges = open_edges(s)
        choice = listed(edges)
        if len(choice) <= count:
            return moves, s
        if safe:
            given = 0
            for box in boxes:
                given |= box & edges if (box & edges).bit_count() == 2 else 0
            taken = [edge for edge in choice if closed_by(boxes, edges, edge)]
            choice = taken or listed(edges & ~given) or choice
        moves.append(rng.choice(choice))
        s = it.play(s, moves[-1])


def values_of_expert(it: Game, moves: list[int], s: AnyState, spec: str = "chains") -> dict[int, int]:
    """Give the expert's values, less the boxes that the player to move has more than the other."""
    choice = parlour.analyse(it, moves, spec)
    assert choice.work["exact"]
    first, second = (len(listed(words)) for words in (s.first, s.second))
    net = first - second if s.player == 0 else second - first
    return {candidate.action: int(candidate.value) - net for candidate in choice.candidates}


def main() -> int:
    """Compare as many positions as asked for; give the exit code."""
    parser = argparse.ArgumentParser(description="The Dots and Boxes expert against plain enumeration.")
    parser.add_argument("--rows", type=int, default=5)
    parser.add_argument("--cols", type=int, default=5)
    parser.add_argument("--edges", type=int, default=24)
    parser.add_argument("--positions", type=int, default=3)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    it = parlour.game("dots_and_boxes", rows=given.rows, cols=given.cols)
    wrong = 0
    for index in range(given.positions):
        moves, s = random_position(it, given.edges, Stream.of(given.seed, "oracle", index), index % 2 == 0)
        wrong += values_of_expert(it, moves, s) != values_by_retrograde(s)
    boards = f"{given.rows} x {given.cols}: {given.positions} positions with {given.edges} open edges"
    print(f"{boards}, {wrong} differ")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
