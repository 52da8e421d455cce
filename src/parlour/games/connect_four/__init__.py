"""Connect Four: drop discs into seven columns of six; four in a line win. Solved: the first player wins.

Each column has seven bits, six cells and an empty one on top that keeps lines from running over the edge:

     6 13 20 27 34 41 48     <- always empty
     5 12 19 26 33 40 47        `mine` are the discs of the player to move, `mask` all discs
     4 11 18 25 32 39 46        (the layout of Pons' and Tromp's programs)
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42
"""

from __future__ import annotations

from typing import NamedTuple

from parlour.core.bits import nth, popcount
from parlour.core.errors import BadOption
from parlour.core.event import Event
from parlour.core.game import Traits
from parlour.core.guide import Guide
from parlour.core.options import Option
from parlour.core.picture import Picture, Text, grid_of
from parlour.core.remarks import line_remark
from parlour.core.rng import below
from parlour.core.rules import OVER

TITLE = "Connect Four"
BLURB = "Drop discs into columns; four in a row win"
GROUP = "Boards"
SEAT_NAMES = ("Red", "Yellow")
SEATS = 2
ACTIONS = 7
TRAITS = Traits(zero_sum=True)
OPTIONS = {"position": Option("", "columns played so far, such as 4453", most=1)}
LEVELS = {
    "easy": "mcts:simulations=30,blunder=0.2",
    "medium": "mcts:simulations=150",
    "hard": "mcts:simulations=2500",
    "expert": "perfect",
}

BOTTOM = 0x40810204081  # the lowest cell of every column
BOARD = BOTTOM * 0x3F  # the 42 cells
GATHER = 0x1041041041  # multiplied with bits 7i, it puts them side by side at bits 36 + i
OPENING = 6  # plies in which a disc in the middle is remarked on
CENTRALITY = (0.0, 1.0, 2.0, 3.0, 2.0, 1.0, 0.0)
# What `evaluate` counts, set by hand: a cell that would complete a four, one that can be filled at once by
# the player to move or by the other, a disc by how near the centre it is; and the most, well below a win.
WIN_CELL, WIN_NOW, MUST_BLOCK, CENTRE, MOST = 0.06, 0.25, 0.05, 0.005, 0.95


class State(NamedTuple):
    """Discs as bits, the number of moves made, and whether the last one made four."""

    mine: int
    mask: int
    ply: int
    won: int


def start(position: str = "") -> State:
    """Return the empty board, or the one after the columns asked for."""
    s = State(0, 0, 0, 0)
    for number, digit in enumerate("".join(position.split()), 1):
        column = "1234567".find(digit)
        if column < 0 or legal(s) >> column & 1 == 0:
            why = "is not a column from 1 to 7" if column < 0 else "cannot be played there"
            raise BadOption(f"position: move {number}, {digit!r}, {why}")
        s = play(s, column)
    return s


def has_four(discs: int) -> bool:
    """Say whether the discs hold four in a line: along a column, a row or a diagonal."""
    pairs = discs & (discs >> 7)
    found = pairs & (pairs >> 14)
    pairs = discs & (discs >> 6)
    found |= pairs & (pairs >> 12)
    pairs = discs & (discs >> 8)
    found |= pairs & (pairs >> 16)
    pairs = discs & (discs >> 1)
    found |= pairs & (pairs >> 2)
    return found != 0


def completing(discs: int, mask: int) -> int:
    """Return the empty cells, reachable or not, where one more disc makes four."""
    found = (discs << 1) & (discs << 2) & (discs << 3)
    for step in (6, 7, 8):
        pair = (discs << step) & (discs << (2 * step))
        found |= pair & (discs << (3 * step))
        found |= pair & (discs >> step)
        pair = (discs >> step) & (discs >> (2 * step))
        found |= pair & (discs << step)
        found |= pair & (discs >> (3 * step))
    return found & (BOARD ^ mask)


def turn(s: State) -> int:
    """The first player moves at even plies."""
    if s.won != 0 or s.ply == 42:
        return OVER
    return s.ply & 1


def legal(s: State) -> int:
    """Any column whose top cell is empty."""
    if s.won != 0:
        return 0
    open_tops = (~s.mask >> 5) & BOTTOM
    return ((open_tops * GATHER) >> 36) & 0x7F


def play(s: State, a: int) -> State:
    """Drop a disc: adding the column's lowest bit carries up to its first empty cell."""
    disc = (s.mask + (1 << (7 * a))) & (0x3F << (7 * a))
    mine = s.mine | disc
    mask = s.mask | disc
    return State(mask ^ mine, mask, s.ply + 1, int(has_four(mine)))


def returns(s: State) -> tuple[float, float]:
    """The maker of four gets 1, the other -1."""
    if s.won == 0:
        return (0.0, 0.0)
    if s.ply & 1 == 1:
        return (1.0, -1.0)
    return (-1.0, 1.0)


def evaluate(s: State, seat: int) -> float:
    """Cells that would complete a four, more if they can be reached, and discs near the centre."""
    if s.won != 0:
        return returns(s)[seat]
    theirs = s.mine ^ s.mask
    reachable = (s.mask + BOTTOM) & BOARD
    my_wins = completing(s.mine, s.mask)
    their_wins = completing(theirs, s.mask)
    score = WIN_CELL * (popcount(my_wins) - popcount(their_wins))
    score += WIN_NOW * popcount(my_wins & reachable) - MUST_BLOCK * popcount(their_wins & reachable)
    for column in range(7):
        cells = 0x3F << (7 * column)
        score += CENTRE * CENTRALITY[column] * (popcount(s.mine & cells) - popcount(theirs & cells))
    score = max(-MOST, min(MOST, score))
    return score if s.ply & 1 == seat else -score


def order(s: State, a: int) -> float:
    """Wins, then blocks, then moves that make threats, then the centre."""
    disc = (s.mask + (1 << (7 * a))) & (0x3F << (7 * a))
    if has_four(s.mine | disc):
        return 100.0
    if has_four((s.mine ^ s.mask) | disc):
        return 50.0
    return 4.0 * popcount(completing(s.mine | disc, s.mask | disc)) + CENTRALITY[a]


def rollout(s: State, rng: object) -> int:
    """Win if it can be done at once, block if it must, otherwise anything."""
    reachable = (s.mask + BOTTOM) & BOARD
    cell = completing(s.mine, s.mask) & reachable
    if cell == 0:
        cell = completing(s.mine ^ s.mask, s.mask) & reachable
    if cell != 0:
        return nth(cell, 0) // 7
    columns = legal(s)
    return nth(columns, below(rng, popcount(columns)))


def format(s: State, a: int) -> str:
    """The column, from 1."""
    return str(a + 1)


def parse(s: State, text: str) -> int:
    """Read a column from 1 to 7."""
    return "1234567".find(text) if len(text) == 1 else -1


def split(text: str) -> list[str]:
    """Moves may be written without spaces: 4453."""
    return [
        digit for word in text.replace(",", " ").split() for digit in (word if word.isdigit() else [word])
    ]


def remark(s: State, a: int) -> str:
    """Say what a move completes, blocks or threatens; places are columns."""
    after = play(s, a)
    theirs = s.mine ^ s.mask
    blocks = has_four(theirs | (after.mask ^ s.mask))
    reachable = (after.mask + BOTTOM) & BOARD
    threats = completing(after.mine ^ after.mask, after.mask) & reachable
    replies = completing(theirs, after.mask) & reachable
    told = line_remark(
        "four",
        1 - (s.ply & 1),
        bool(after.won),
        blocks,
        _columns_of(threats),
        _columns_of(replies),
        "in column",
    )
    middle = a == 3 and s.ply < OPENING
    return told or ("takes the middle column, through which most lines of four run" if middle else "")


def _columns_of(cells: int) -> list[str]:
    return [str(column + 1) for column in range(7) if cells >> (7 * column) & 0x3F]


def guide(position: str = "") -> Guide:
    """Tell how the game is played."""
    s = start(position)
    examples = (("4", "drop a disc into the middle column"), ("1", "into the column at the left edge"))
    return Guide(
        goal="Get four of your own discs in a row: across, up or along a diagonal.",
        turn="Red begins. In turn, each drops a disc into a column; it falls to the lowest empty cell.",
        end="Four in a row win at once. A full board without them is a draw.",
        symbols="● is a disc of Red, ○ one of Yellow; brackets show the last disc, and at the end the four.",
        moves="The number of the column, from 1 at the left to 7 at the right.",
        examples=tuple(example for example in examples if legal(s) >> parse(s, example[0]) & 1),
    )


def events(before: State, action: int, after: State, seat: int) -> list[Event]:
    """Tell where a disc was dropped, and what ends the game."""
    who = before.ply & 1
    told = [
        Event("move", f"{{{who} drops}} a disc into column {{move}}", {"seat": who, "column": action + 1})
    ]
    if after.won:
        told.append(Event("line", f"{{{who} has}} four in a row", {"seat": who}))
    elif after.ply == 42:
        told.append(Event("full", "The board is full, without four in a row"))
    return told


def marked(s: State, a: int) -> list[tuple[int, int, int]]:
    """Find the last disc: the topmost of its column; at the end the four is marked instead."""
    height = (s.mask >> 7 * a & 0x3F).bit_length()
    return [] if s.won else [(0, 6 - height, a)]


def picture(s: State) -> Picture:
    """Draw the board, a four marked."""
    first, second = (s.mine, s.mine ^ s.mask) if s.ply & 1 == 0 else (s.mine ^ s.mask, s.mine)
    four = _four(second if s.ply & 1 == 0 else first) if s.won else 0
    texts, marks = [], []
    for row in range(5, -1, -1):
        line = ""
        for column in range(7):
            bit = 1 << (7 * column + row)
            line += "●" if first & bit else "○" if second & bit else " "
            if four & bit:
                marks.append((5 - row, column))
        texts.append(line)
    tones = {"●": "first", "○": "second", " ": "empty"}
    board = grid_of(texts, tones, marks=marks, column_labels="1234567", style="discs")
    board = board.with_parts(lambda row, column: str(column + 1))
    return Picture((board, Text(_caption(s))), TITLE)


def _four(discs: int) -> int:
    found = 0
    for step in (1, 6, 7, 8):
        run = discs & (discs >> step) & (discs >> (2 * step)) & (discs >> (3 * step))
        found |= run | run << step | run << (2 * step) | run << (3 * step)
    return found


def _caption(s: State) -> str:
    if turn(s) != OVER:
        return f"{{{turn(s)}}} ({'●○'[turn(s)]}) to move"
    return f"{{{0 if returns(s)[0] > 0 else 1} wins}}" if s.won else "A draw"
