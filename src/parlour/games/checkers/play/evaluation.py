"""What a quiet checkers position is worth, in hundredths of a man, for the player to move.

Each side gets points for men and kings, for where they stand and for the steps they can make; two such sums,
for a full and for an empty board, are blended by the pieces left. The weights are tuned as a set: one alone
says little.
"""

from __future__ import annotations

from parlour.core.bits import popcount
from parlour.core.rules import rule
from parlour.games.checkers import BOARD, BOTTOM, ROWS_LOWER, ROWS_ODD, ROWS_PAIRED, TOP, State, ways
from parlour.games.checkers.words import bits_of

CENTRE = bits_of((10, 11, 14, 15, 18, 19, 22, 23))
SIDES = bits_of((4, 5, 12, 13, 20, 21, 28, 29))
RIM = SIDES | TOP | BOTTOM
BRIDGE = (bits_of((1, 3)), bits_of((30, 32)))  # two men that hold the back rank, for Black and for White
NEAR = (bits_of(range(21, 33)), bits_of(range(1, 13)))  # the last three rows
ALL = 24  # pieces on a full board

#        man  king row back bridge centre side near king-centre king-rim step  move
FULL = (120, 128, -14, -9, -10, 1, 5, 9, 4, 5, 8, 0)
BARE = (80, 92, 10, 8, 65, -13, -10, -4, -2, 6, 0, 3)


@rule
def strength(pieces: int, kings: int, player: int, empty: int) -> tuple[int, int]:
    """Sum up one side, for a full and for an empty board."""
    men, crowns = pieces & ~kings, pieces & kings
    count = popcount(men)
    rows = popcount(men & ROWS_ODD) + 2 * popcount(men & ROWS_PAIRED) + 4 * popcount(men & ROWS_LOWER)
    if player == 0:
        back, bridge, near = men & TOP, BRIDGE[0], NEAR[0]
    else:
        back, bridge, near = men & BOTTOM, BRIDGE[1], NEAR[1]
        rows = 7 * count - rows
    down, up = ways(pieces, kings, player)
    steps = popcount(down & (empty >> 4)) + popcount(down & (empty >> 5))
    steps += popcount(up & (empty << 4)) + popcount(up & (empty << 5))
    held = int(men & bridge == bridge)
    full = FULL[0] * count + FULL[1] * popcount(crowns) + FULL[2] * rows + FULL[3] * popcount(back)
    full += FULL[4] * held + FULL[5] * popcount(men & CENTRE) + FULL[6] * popcount(men & SIDES)
    full += FULL[7] * popcount(men & near) + FULL[8] * popcount(crowns & CENTRE)
    full += FULL[9] * popcount(crowns & RIM) + FULL[10] * steps
    bare = BARE[0] * count + BARE[1] * popcount(crowns) + BARE[2] * rows + BARE[3] * popcount(back)
    bare += BARE[4] * held + BARE[5] * popcount(men & CENTRE) + BARE[6] * popcount(men & SIDES)
    bare += BARE[7] * popcount(men & near) + BARE[8] * popcount(crowns & CENTRE)
    bare += BARE[9] * popcount(crowns & RIM) + BARE[10] * steps
    return full, bare


@rule
def advantage(s: State) -> int:
    """Estimate a position in which nobody is about to capture."""
    empty = BOARD & ~(s.mine | s.theirs)
    full, bare = strength(s.mine, s.kings, s.player, empty)
    their_full, their_bare = strength(s.theirs, s.kings, 1 - s.player, empty)
    left = popcount(s.mine | s.theirs)
    full += FULL[11] - their_full
    bare += BARE[11] - their_bare
    return (full * left + bare * (ALL - left)) // ALL
