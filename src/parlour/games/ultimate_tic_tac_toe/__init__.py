"""Ultimate Tic-Tac-Toe: nine small boards in a big one; the cell played in names the board to play in next.

Three in a row win a small board, three small boards in a row win the game. A board that is won or full is
closed; a player sent to a closed board may play in any open one. When all are closed without a line the game
is a draw (the rule of OpenSpiel and most programs), or with `tie=count` goes to who won more boards.

Boards and cells are numbered alike, from a1 at the bottom left; an action is 9 * board + cell.

    3 | 6 7 8      Sets of cells are two words, nine bits a board:
    2 | 3 4 5          first    c2 b2 a2 c1 b1 a1     `mine` and `theirs` have a tenth board above c3:
    1 | 0 1 2          second   .. .. ++ c3 b3 a3     the small boards won (++); `open` has the empty
        a b c                                         cells of the boards that are not closed

Move sequences of length 1, 2, ...: 81, 720, 6,336, 55,080, 473,256, 4,020,960, 33,782,544 (published).
"""

from __future__ import annotations

from typing import NamedTuple

from parlour.core.bits import nth, popcount
from parlour.core.errors import BadOption, clipped
from parlour.core.event import Event
from parlour.core.game import Traits
from parlour.core.guide import Guide
from parlour.core.options import Option
from parlour.core.picture import Cell, Grid, Picture, Text
from parlour.core.rng import below
from parlour.core.rules import OVER
from parlour.games.ultimate_tic_tac_toe.words import EXAMPLES, guide_of

TITLE = "Ultimate Tic-Tac-Toe"
BLURB = "Nine boards in one; a cell names the next board"
GROUP = "Boards"
SEAT_NAMES = ("X", "O")
SEATS = 2
ACTIONS = 81
TRAITS = Traits(zero_sum=True)
OPTIONS = {
    "tie": Option(
        "draw",
        "all boards closed without a line: draw, or count (who has won more boards wins)",
        choices=("draw", "count"),
    ),
    "position": Option(
        "",
        "nine rows of nine cells from the top, such as x......../... with / between, then the board to play "
        "in, such as b2 (none: any open one); x moves first",
        most=1,
    ),
}
LEVELS = {
    "easy": "mcts:simulations=30,blunder=0.2",
    "medium": "mcts:simulations=200",
    "hard": "ultimate:nodes=5000,table=14",
    "expert": "ultimate",
}
STRATEGIES = {"mcts": "mcts:c=0.5"}  # 61.5 % (56.6 to 66.2) of 300 games against c=1, 1000 simulations a move

FULL = 0o777
LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
LINED = bytes(any(cells & line == line for line in LINES) for cells in range(512))
FREE = 9  # instead of a board: any open one
LOW = 54  # bits of the first word
WON = 27  # where the boards won begin in the second


class State(NamedTuple):
    """What the player to move has, what the other has, the open cells (none at the end), where to play."""

    mine: tuple[int, int]
    theirs: tuple[int, int]
    open: tuple[int, int]
    board: int
    ply: int
    counted: int  # 1 if boards are counted at the end


def start(tie: str = "draw", position: str = "") -> State:
    """Return the empty board, or the position asked for."""
    if not position:
        return State((0, 0), (0, 0), ((1 << LOW) - 1, (1 << WON) - 1), FREE, 0, int(tie == "count"))
    cells, _, name = position.lower().replace("/", "").strip().partition(" ")
    if len(cells) != 81 or set(cells) - set("xo."):
        raise BadOption("position: needs 81 of x, o and . (dot), row by row from the top")
    x, o = (_boards(cells, mark) for mark in "xo")
    ahead = cells.count("x") - cells.count("o")
    if ahead not in (0, 1):
        raise BadOption("position: x moves first, so it has as many marks as o or one more")
    mine, theirs = (x, o) if ahead == 0 else (o, x)
    if any(has_line(a) and has_line(b) for a, b in zip(mine, theirs, strict=True)):
        raise BadOption("position: a board or the game is won by both")
    if has_line(mine[9]):
        raise BadOption("position: the game was over before the last move")
    closed = FULL if has_line(theirs[9]) else mine[9] | theirs[9]
    free = [0 if closed >> b & 1 else FULL & ~(mine[b] | theirs[b]) for b in range(9)]
    board = FREE if name.strip() in ("", "-") else _index(name.strip())
    if board < 0 or (board != FREE and free[board] == 0):
        raise BadOption(f"position: {clipped(name.strip())} is not an open board, such as b2")
    plies = 81 - cells.count(".")
    return State(_words(mine), _words(theirs), _words(free), board, plies, int(tie == "count"))


def _boards(cells: str, mark: str) -> list[int]:
    """Read the marks of each board out of rows from the top, and add the boards won."""
    boards = [0] * 9
    for place, text in enumerate(cells):
        rank, file = 8 - place // 9, place % 9
        boards[file // 3 + rank // 3 * 3] |= (text == mark) << file % 3 + rank % 3 * 3
    return [*boards, sum(has_line(boards[b]) << b for b in range(9))]


def _words(boards: list[int]) -> tuple[int, int]:
    words = [0, 0]
    for board, cells in enumerate(boards):
        words[board // 6] |= cells << 9 * (board % 6)
    return (words[0], words[1])


def has_line(cells: int) -> bool:
    """Say whether nine bits hold three in a row."""
    return LINED[cells] != 0


def turn(s: State) -> int:
    """X moves at even plies."""
    if s.open[0] | s.open[1] == 0:
        return OVER
    return s.ply & 1


def legal(s: State) -> tuple[int, int]:
    """Any open cell of the board one was sent to, or of all."""
    low, high = s.open
    if s.board < 6:
        return (low & FULL << 9 * s.board, 0)
    if s.board < FREE:
        low = 0
        high &= FULL << 9 * (s.board - 6)
    return (low | (high & 0xFF) << LOW, high >> 8)  # from 54 to 62 bits in the first word


def play(s: State, a: int) -> State:
    """Put the mover's mark on the cell; a line closes its board, and the third such board the game."""
    board = a * 57 >> 9  # a // 9 for every action, and cheaper
    cell = a - 9 * board
    mine0, mine1 = s.mine
    open0, open1 = s.open
    if a < LOW:
        mine0 |= 1 << a
        open0 ^= 1 << a
        lined = has_line(mine0 >> 9 * board & FULL)
        if lined:
            open0 &= ~(FULL << 9 * board)
    else:
        mine1 |= 1 << a - LOW
        open1 ^= 1 << a - LOW
        lined = has_line(mine1 >> 9 * (board - 6) & FULL)
        if lined:
            open1 &= ~(FULL << 9 * (board - 6))
    if lined:
        mine1 |= 1 << WON + board
        if has_line(mine1 >> WON):
            open0 = 0
            open1 = 0
    left = open0 >> 9 * cell if cell < 6 else open1 >> 9 * (cell - 6)
    target = cell if left & FULL != 0 else FREE
    return State(s.theirs, (mine0, mine1), (open0, open1), target, s.ply + 1, s.counted)


def returns(s: State) -> tuple[float, float]:
    """The maker of the line gets 1, the other -1; without a line, the winner of more boards if they count."""
    lead = 0
    if has_line(s.theirs[1] >> WON):
        lead = -1
    elif s.counted != 0 and s.open[0] | s.open[1] == 0:
        lead = popcount(s.mine[1] >> WON) - popcount(s.theirs[1] >> WON)
    if lead == 0:
        return (0.0, 0.0)
    if (lead > 0) == (s.ply & 1 == 0):
        return (1.0, -1.0)
    return (-1.0, 1.0)


def cells_of(words: tuple[int, int], board: int) -> int:
    """Return the nine bits of a board; board 9 is the big one."""
    if board < 6:
        return words[0] >> 9 * board & FULL
    return words[1] >> 9 * (board - 6) & FULL


def wins_in(words: tuple[int, int], free: tuple[int, int], board: int) -> int:
    """Return the free cells of a board where one more mark makes a line."""
    cells = cells_of(words, board)
    left = cells_of(free, board)
    found = 0
    for cell in range(9):
        if has_line(cells | 1 << cell):
            found |= 1 << cell
    return found & left


def grip(words: tuple[int, int], others: tuple[int, int], free: tuple[int, int], board: int) -> int:
    """Estimate the chance to win a board, in 63rds, by the lines still open to one's marks."""
    if cells_of(free, board) == 0:
        return 63 * (cells_of(words, 9) >> board & 1)
    cells = cells_of(words, board)
    blocked = cells_of(others, board)
    weight = 0
    for line in LINES:
        if blocked & line == 0:
            marks = popcount(cells & line)
            weight += 1 + marks * marks
    return 63 * weight // (weight + 9)


def evaluate(s: State, seat: int) -> float:
    """Both players' chances to win three boards in a row, line by line, as if boards were won by lot."""
    mine = 0  # nine numbers of six bits
    theirs = 0
    for board in range(9):
        mine |= grip(s.mine, s.theirs, s.open, board) << 6 * board
        theirs |= grip(s.theirs, s.mine, s.open, board) << 6 * board
    lead = 0
    for line in LINES:
        my_chance = 1
        their_chance = 1
        for board in range(9):
            if line >> board & 1 == 1:
                my_chance *= mine >> 6 * board & 63
                their_chance *= theirs >> 6 * board & 63
        lead += my_chance - their_chance
    if s.ply & 1 != seat:
        lead = -lead
    return lead / (abs(lead) + 63.0**3)


def order(s: State, a: int) -> float:
    """A win of the game, of a board, a block; and not where the opponent may choose or win a board."""
    board, cell = a // 9, a % 9
    hint = 0.0
    if has_line(cells_of(s.mine, board) | 1 << cell):
        hint = 100.0 if has_line(cells_of(s.mine, 9) | 1 << board) else 10.0
    elif has_line(cells_of(s.theirs, board) | 1 << cell):
        hint = 4.0
    if cells_of(s.open, cell) == 0:
        return hint - 5.0
    return hint - (3.0 if wins_in(s.theirs, s.open, cell) != 0 else 0.0)


def rollout(s: State, rng: object) -> int:
    """Win the board one was sent to if one mark does it, otherwise anything."""
    if s.board != FREE:
        wins = wins_in(s.mine, s.open, s.board)
        if wins != 0:
            return 9 * s.board + nth(wins, 0)
    cells = legal(s)
    return nth(cells, below(rng, popcount(cells[0]) + popcount(cells[1])))


def format(s: State, a: int) -> str:
    """Board and cell, each by file and rank: b2/a1."""
    return f"{_name(a // 9)}/{_name(a % 9)}"


def parse(s: State, text: str) -> int:
    """Read board/cell; the cell alone is enough where only one board can be played in."""
    first, slash, second = text.lower().partition("/")
    board, cell = (_index(first), _index(second)) if slash else (s.board, _index(first))
    if not slash and board == FREE:
        left = [b for b in range(9) if cells_of(s.open, b)]
        board = left[0] if len(left) == 1 else -1
    return 9 * board + cell if board >= 0 and cell >= 0 else -1


def _name(square: int) -> str:
    return "abc"[square % 3] + "123"[square // 3]


def _index(name: str) -> int:
    return next((square for square in range(9) if _name(square) == name), -1)


def remark(s: State, a: int) -> str:
    """Say what a move wins or stops, and where it sends the other."""
    other, (board, cell), after = 1 - (s.ply & 1), divmod(a, 9), play(s, a)
    if has_line(cells_of(after.theirs, 9)):
        return f"wins board {_name(board)}, the third board of a line"
    parts = []
    if cells_of(after.theirs, 9) != cells_of(s.mine, 9):
        parts.append(f"wins board {_name(board)}")
    elif has_line(cells_of(s.theirs, board) | 1 << cell):
        parts.append(f"keeps {{{other}}} from winning board {_name(board)}")
    if after.open[0] | after.open[1] == 0:
        parts.append("closes the last board")
    elif after.board == FREE:
        parts.append(f"leaves {{{other}}} a free choice, as board {_name(cell)} is closed")
    else:
        can = "can" if wins_in(after.mine, after.open, after.board) else "cannot"
        parts.append(f"sends {{{other}}} to board {_name(cell)}, which {{{other}}} {can} win at once")
    return " and ".join(parts)


def guide(tie: str = "draw", position: str = "") -> Guide:
    """Tell how the game is played."""
    free = start(tie, position).open
    return guide_of(
        tie, tuple(e for e in EXAMPLES if cells_of(free, _index(e[0][:2])) >> _index(e[0][3:]) & 1)
    )


def events(before: State, action: int, after: State, seat: int) -> list[Event]:
    """Tell the move with the board that the other is sent to, a board that is won, and the end."""
    who, board = before.ply & 1, _name(action // 9)
    data = {"seat": who, "board": board, "cell": _name(action % 9)}
    over = turn(after) == OVER
    sent = "may answer in any open board"
    if after.board != FREE:
        sent = f"must answer in board {_name(after.board)}"
    told = [Event("move", f"{{{who} plays}} {{move}}" + ("" if over else f"; {{{1 - who}}} {sent}"), data)]
    if cells_of(after.theirs, 9) != cells_of(before.mine, 9):
        told.append(Event("board", f"{{{who} wins}} board {board}", data))
    elif not over and cells_of(after.open, action // 9) == 0:
        told.append(Event("full", f"Board {board} is full and counts for nobody", data))
    if has_line(cells_of(after.theirs, 9)):
        told.append(Event("line", f"{{{who} has}} three boards in a row", data))
    elif over:
        told.append(Event("end", "All boards are closed, without three in a row"))
    return told


def marked(s: State, a: int) -> list[tuple[int, int, int]]:
    """Find the last mark, unless its board has become one large mark."""
    board, cell = divmod(a, 9)
    if cells_of(s.theirs, 9) >> board & 1:
        return []
    return [(0, 8 - 3 * (board // 3) - cell // 3, 3 * (board % 3) + cell % 3)]


def picture(s: State) -> Picture:
    """Draw a won board as one large mark; marked are the cells to play in, at the end the line of boards."""
    x, o = (s.mine, s.theirs) if s.ply & 1 == 0 else (s.theirs, s.mine)
    big = cells_of(s.theirs, 9)
    marked = next((line for line in LINES if big & line == line), 0 if s.board == FREE else 1 << s.board)
    rows = []
    for rank in range(8, -1, -1):
        row = []
        for file in range(9):
            board, cell = file // 3 + rank // 3 * 3, file % 3 + rank % 3 * 3
            text = _mark(x, o, board, cell)
            playable = text == " " or cells_of(s.open, board) == 0
            mark = marked >> board & 1 == 1 and playable
            tone = {"X": "first", "O": "second"}.get(text, "empty")
            row.append(Cell(text, tone, mark, part=format(s, 9 * board + cell)))
        rows.append(tuple(row))
    ranks = tuple(f"{board}/{cell}" for board in "321" for cell in "321")
    files = tuple(f"{board}/{cell}" for board in "abc" for cell in "abc")
    grid = Grid(tuple(rows), ranks, files, block_rows=3, block_columns=3)
    return Picture((grid, Text(_caption(s))), TITLE)


def _mark(x: tuple[int, int], o: tuple[int, int], board: int, cell: int) -> str:
    for words, mark, shape in ((x, "X", 0o525), (o, "O", 0o757)):
        if cells_of(words, 9) >> board & 1:
            return mark if shape >> cell & 1 else " "
    return "X" if cells_of(x, board) >> cell & 1 else "O" if cells_of(o, board) >> cell & 1 else " "


def _caption(s: State) -> str:
    if turn(s) != OVER:
        where = "any open board" if s.board == FREE else f"board {_name(s.board)}"
        return f"{{{turn(s)}}} to move in {where}"
    result = returns(s)[0]
    if result == 0:
        return "A draw"
    winner = f"{{{int(result < 0)} wins}}"
    if has_line(cells_of(s.theirs, 9)):
        return winner
    boards = sorted(popcount(cells_of(words, 9)) for words in (s.mine, s.theirs))
    return f"{winner} with {boards[1]} boards to {boards[0]}"
