"""Retrograde analysis of checkers: every position of a material solved backwards from its ends.

Materials are solved in pairs (the same pieces with one side or the other to move), simplest first, so that
what captures and crownings lead to is known already. `prepare` looks at every position once, forwards:
without a move it is lost in 0; where a capture is forced it is settled by what that leads to; of all others
the steps that stay within the pair are counted. `spread` then works outwards, turn by turn: who can step to
a position lost in d wins in d + 1; who has only steps to positions won in d or fewer is lost in d + 1. What
is never reached is drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np

from parlour.compile import kernel
from parlour.core.bits import Actions, lowest, popcount, rest, some
from parlour.core.rules import rule
from parlour.games.checkers import BOARD, State, actions_of, jumpers, play, start, ways
from parlour.games.checkers.play.endgames import (
    KINGS,
    MEN,
    OFFSETS,
    PIECES,
    SIZE,
    code,
    index_of,
    materials,
    places,
)
from parlour.games.checkers.words import bit_of

FAR = 1000  # more than any distance; a win in d turns is worth FAR - d, a loss in d turns d - FAR
NEVER = 255
UNLOSABLE = 200  # as many steps as are never used up


@rule
def reached(entry: int) -> int:
    """Value a position for who moved to it, by its entry for the other side."""
    if entry == 0:
        return 0
    return entry - FAR if entry & 1 == 0 else FAR - entry


@kernel
def captured(s: State, table: Any) -> int:
    """Value a position where a piece must jump, or jump on, for its player."""
    best = -FAR
    moves: Actions = s.moves
    while some(moves):
        after = play(s, lowest(moves))
        moves = rest(moves)
        if after.jumper != 0:
            value = captured(after, table)
        elif after.mine == 0:
            value = FAR - 1
        else:
            value = reached(int(table[index_of(after.mine, after.theirs, after.kings, after.player)]))
        best = max(best, value)
    return best


@kernel
def prepare(s: State, sets: Any, offset: int, table: Any, due: Any, left: Any, worst: Any) -> int:
    """Settle what needs no other position of the pair, and count the steps of the rest; give the latest due.

    `sets` holds the squares of each kind of piece by rank; the other arrays have an entry for every position.
    """
    latest = 0
    place = offset - 1
    for my_men in sets[0]:
        for their_men in sets[1]:
            for my_kings in sets[2]:
                for their_kings in sets[3]:
                    place += 1
                    mine, theirs, kings = my_men | my_kings, their_men | their_kings, my_kings | their_kings
                    if my_men & my_kings | their_men & their_kings | mine & theirs != 0:
                        worst[place] = NEVER
                        continue
                    empty = BOARD & ~(mine | theirs)
                    down, up = ways(mine, kings, 0)
                    actions = actions_of(down, up, theirs, empty)
                    here = State(mine, theirs, kings, 0, 0, 0, s.limit, s.advance, actions, s.past)
                    moves: Actions = actions
                    if not some(moves):
                        due[place] = 0
                        continue
                    if jumpers(down, up, theirs, empty) != 0:
                        value = captured(here, table)
                        if value != 0:
                            due[place] = FAR - abs(value)
                            latest = max(latest, int(due[place]))
                        continue
                    steps = 0
                    while some(moves):
                        after = play(here, lowest(moves))
                        moves = rest(moves)
                        if popcount(after.kings) == popcount(kings):
                            steps += 1
                            continue
                        entry = table[index_of(after.mine, after.theirs, after.kings, after.player)]
                        value = reached(int(entry))
                        if value >= 0:
                            steps += UNLOSABLE
                        if value > 0:
                            due[place] = min(int(due[place]), FAR - value)
                        elif value < 0:
                            worst[place] = max(int(worst[place]), FAR + value)
                    left[place] = min(steps, UNLOSABLE)
                    if steps == 0:
                        due[place] = worst[place]
                    if due[place] != NEVER:
                        latest = max(latest, int(due[place]))
    return latest


@kernel
def spread(s: State, turns: int, sets: Any, offset: int, table: Any, due: Any, left: Any, worst: Any) -> int:
    """Settle the positions due after so many turns, and tell those from which they can be reached.

    Give the latest turn at which one of these is now due.
    """
    latest = 0
    place = offset - 1
    for my_men in sets[0]:
        for their_men in sets[1]:
            for my_kings in sets[2]:
                for their_kings in sets[3]:
                    place += 1
                    if due[place] != turns or table[place] != 0:
                        continue
                    table[place] = turns + 1
                    mine, theirs, kings = my_men | my_kings, their_men | their_kings, my_kings | their_kings
                    empty = BOARD & ~(mine | theirs)
                    pieces = theirs
                    while pieces != 0:
                        now = pieces & -pieces
                        pieces ^= now
                        is_king = now & kings != 0
                        # The other side moves up, so its men came from below.
                        origins = now << 4 | now << 5
                        if is_king:
                            origins |= now >> 4 | now >> 5
                        origins &= empty
                        while origins != 0:
                            before = origins & -origins
                            origins ^= before
                            was = theirs ^ now ^ before
                            crowns = kings ^ now ^ before if is_king else kings
                            down, up = ways(was, crowns, 1)
                            if jumpers(down, up, mine, empty ^ now ^ before) != 0:
                                continue
                            earlier = index_of(was, mine, crowns, 1)
                            if table[earlier] != 0:
                                continue
                            if turns & 1 == 0:
                                due[earlier] = min(int(due[earlier]), turns + 1)
                            else:
                                left[earlier] -= 1
                                if left[earlier] != 0:
                                    continue
                                due[earlier] = max(int(worst[earlier]), turns + 1)
                            latest = max(latest, int(due[earlier]))
    return latest


def squares_by_rank(size: int, first: int, count: int) -> Any:
    """List the sets of `count` squares, from `first` on, as bitboards in the order of their ranks."""
    chosen = sorted(combinations(range(size), count), key=lambda squares: squares[::-1])
    return np.array([sum(1 << bit_of(i + first + 1) for i in squares) for squares in chosen], np.int64)


def build(pieces: int = PIECES, progress: Callable[[str], None] = print) -> tuple[Any, Any]:
    """Solve all with up to so many pieces; give the table, and which places are impossible positions."""
    s = start()
    table = np.zeros(SIZE, np.uint8)
    due, left, worst = np.full(SIZE, NEVER, np.uint8), np.zeros(SIZE, np.uint8), np.zeros(SIZE, np.uint8)
    for a, b, c, d in materials():
        if (c, d, a, b) < (a, b, c, d) or a + b + c + d > pieces:
            continue  # solved with the other side of its pair, or not asked for
        pair = {(a, b, c, d), (c, d, a, b)}
        work = [(_sets(*material), int(OFFSETS[code(*material)])) for material in sorted(pair)]
        latest = max(prepare(s, sets, offset, table, due, left, worst) for sets, offset in work)
        turns = 0
        while turns <= latest:
            for sets, offset in work:
                latest = max(latest, spread(s, turns, sets, offset, table, due, left, worst))
            turns += 1
        progress(
            f"{a} men {b} kings against {c} men {d} kings: {len(pair) * places(a, b, c, d):,} places, "
            f"at most {latest} turns"
        )
    return table, worst == NEVER


def _sets(a: int, b: int, c: int, d: int) -> tuple[Any, Any, Any, Any]:
    """Give the squares that the pieces of a material can stand on, in the order of an index."""
    return (
        squares_by_rank(MEN, 0, a),
        squares_by_rank(MEN, 4, c),
        squares_by_rank(KINGS, 0, b),
        squares_by_rank(KINGS, 0, d),
    )
