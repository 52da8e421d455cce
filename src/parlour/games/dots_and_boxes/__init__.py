"""Dots and Boxes: draw an edge in turn; closing a box earns it and another move; most boxes win.

Closing a box is not compulsory. The result is the net number of boxes. Edges are numbered in reading order,
and a box goes by the number of its top edge (here 2 rows of 3 boxes):

     •  0 •  1 •  2 •         a box b has its top     at b
     3    4    5    6                         left    at b + cols
     •  7 •  8 •  9 •                         right   at b + cols + 1
    10   11   12   13                         bottom  at b + 2 cols + 1
     • 14 • 15 • 16 •

So all boxes are looked at together by three shifts. One word holds the 60 edges of 5 x 5, two the 112 of
7 x 7.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from parlour.core.bits import WORD, count, has, lowest, nth, replace, some
from parlour.core.errors import BadOption, clipped
from parlour.core.event import Event
from parlour.core.game import Traits
from parlour.core.guide import Guide
from parlour.core.options import Option
from parlour.core.picture import Cell, Grid, Picture, Text
from parlour.core.remarks import counted
from parlour.core.rng import below
from parlour.core.rules import OVER, changed

TITLE = "Dots and Boxes"
BLURB = "Draw edges; who closes a box owns it and moves again"
GROUP = "Boards"
SEAT_NAMES = ("A", "B")
SCORE = "boxes"
SEATS = 2
TRAITS = Traits(zero_sum=True)
OPTIONS = {
    "rows": Option(3, "rows of boxes", low=1, high=7),
    "cols": Option(3, "columns of boxes", low=1, high=7),
    "position": Option(
        "",
        "edges drawn so far, in order, such as h0,0 v1,2; to set something else up, then a slash, the owners "
        "of the closed boxes in reading order, and who is to move: / AAB B",
        most=2,
    ),
}
LEVELS = {
    "easy": "mcts:simulations=20,blunder=0.2",
    "medium": "mcts:simulations=300,playout=rules",
    "hard": "chains:simulations=100,nodes=300,blunder=0.05",
    "expert": "chains",
}

NAMES = "AB"
FULL = (1 << WORD) - 1
MOVE = re.compile(r"([hv])([0-9]),([0-9])")


class State(NamedTuple):
    """The open edges, where there are boxes, the boxes of each player, and who is to move."""

    open: tuple[int, ...]
    boxes: tuple[int, ...]
    first: tuple[int, ...]
    second: tuple[int, ...]
    cols: int
    player: int


def start(rows: int = 3, cols: int = 3, position: str = "") -> State:
    """Return the board without edges, or the position asked for."""
    edges = (1 << (2 * rows * cols + rows + cols)) - 1
    boxes = sum(((1 << cols) - 1) << (row * (2 * cols + 1)) for row in range(rows))
    size = -(-edges.bit_length() // WORD)
    s = State(_words(edges, size), _words(boxes, size), (0,) * size, (0,) * size, cols, 0)
    drawn, slash, owned = position.partition("/")
    for number, text in enumerate(split(drawn), 1):
        a = parse(s, text)
        if not has(s.open, a):
            why = "is drawn already" if a >= 0 else f"is no edge of {rows} x {cols} boxes"
            raise BadOption(f"position: edge {number}, {clipped(text)}, {why}")
        s = play(s, a)
    return _owned(s, owned.upper().split()) if slash else s


def _words(mask: int, size: int) -> tuple[int, ...]:
    return tuple(mask >> (WORD * i) & FULL for i in range(size))


def _owned(s: State, given: list[str]) -> State:
    """Set who owns the closed boxes and who is to move, whoever drew the edges."""
    closed = [box for box in range(ACTIONS(s)) if has(s.first, box) or has(s.second, box)]
    owners, mover = "".join(given[:-1]), "".join(given[-1:])
    if len(owners) != len(closed) or len(mover) != 1 or set(owners + mover) - set(NAMES):
        what = f"{len(closed)} owners of closed boxes and " if closed else ""
        raise BadOption(f"position: after / give {what}who is to move, as A or B")
    first, second = (
        _words(sum(1 << box for box, owner in zip(closed, owners, strict=True) if owner == name), len(s.open))
        for name in NAMES
    )
    return changed(s, first=first, second=second, player=NAMES.index(mover))


def ACTIONS(s: State) -> int:  # noqa: N802
    """As many as there are edges."""
    return 2 * count(s.boxes) + count(s.boxes) // s.cols + s.cols


def BOUNDS(s: State) -> tuple[float, float]:  # noqa: N802
    """All the boxes, or none."""
    size = float(count(s.boxes))
    return (-size, size)


def turn(s: State) -> int:
    """The game is over when every edge is drawn."""
    return s.player if some(s.open) else OVER


def legal(s: State) -> tuple[int, ...]:
    """Any open edge."""
    return s.open


def play(s: State, a: int) -> State:
    """Draw the edge; the boxes it closes are the mover's, who then moves again."""
    index = a // WORD
    left = replace(s.open, index, s.open[index] ^ (1 << (a % WORD)))
    first, second = s.first, s.second
    gained = 0
    for i in range(len(left)):
        word = left[i]
        beyond = left[i + 1] if i + 1 < len(left) else 0
        sides = word | (word >> s.cols) | (word >> (s.cols + 1)) | (word >> (2 * s.cols + 1))
        sides |= (beyond << (WORD - s.cols)) | (beyond << (WORD - s.cols - 1))
        sides |= beyond << (WORD - 2 * s.cols - 1)
        new = s.boxes[i] & ~(sides | first[i] | second[i])
        gained |= new
        first = replace(first, i, first[i] | (new & (s.player - 1)))
        second = replace(second, i, second[i] | (new & -s.player))
    return changed(s, open=left, first=first, second=second, player=s.player ^ int(gained == 0))


def returns(s: State) -> tuple[float, float]:
    """The boxes one has more than the other."""
    if some(s.open):
        return (0.0, 0.0)
    net = float(count(s.first) - count(s.second))
    return (net, -net)


def bordering(s: State, sides: int) -> tuple[int, ...]:
    """Return the open edges of all boxes that have that many open edges, 1 or 2."""
    found = s.open
    carried = 0
    for i in range(len(s.open)):
        top = s.open[i]
        beyond = s.open[i + 1] if i + 1 < len(s.open) else 0
        left = (top >> s.cols) | (beyond << (WORD - s.cols))
        right = (top >> (s.cols + 1)) | (beyond << (WORD - s.cols - 1))
        bottom = (top >> (2 * s.cols + 1)) | (beyond << (WORD - 2 * s.cols - 1))
        # Adding the four bits of every box at once: `odd` is the lowest bit of the sums, `two` the next.
        odd = top ^ left ^ right ^ bottom
        two = (top & left) ^ (right & bottom) ^ ((top ^ left) & (right ^ bottom))
        wanted = s.boxes[i] & (odd & ~two if sides == 1 else two & ~odd)
        edges = wanted | (wanted << s.cols) | (wanted << (s.cols + 1)) | (wanted << (2 * s.cols + 1))
        found = replace(found, i, top & (edges | carried))
        carried = (wanted >> (WORD - s.cols)) | (wanted >> (WORD - s.cols - 1))
        carried |= wanted >> (WORD - 2 * s.cols - 1)
    return found


def evaluate(s: State, seat: int) -> float:
    """The net number of boxes, and one for each edge with which the player to move can close some."""
    ready = count(bordering(s, 1))
    size = count(s.boxes)
    net = count(s.first) - count(s.second) + (ready if s.player == 0 else -ready)
    net = max(-size, min(size, net))
    return float(net if seat == 0 else -net)


def order(s: State, a: int) -> float:
    """Edges that close boxes first, those that let the other close one last."""
    if has(bordering(s, 1), a):
        return 2.0
    return 0.0 if has(bordering(s, 2), a) else 1.0


def rollout(s: State, rng: object) -> int:
    """Close a box, or draw an edge that gives none away, or any."""
    ready = bordering(s, 1)
    if some(ready):
        return lowest(ready)
    edges = s.open
    unsafe = bordering(s, 2)
    for i in range(len(edges)):
        edges = replace(edges, i, edges[i] & ~unsafe[i])
    if not some(edges):
        edges = s.open
    return nth(edges, below(rng, count(edges)))


def format(s: State, a: int) -> str:
    """Direction, row and column from the top left: h0,1 or v1,0."""
    row, column = divmod(a, 2 * s.cols + 1)
    return f"h{row},{column}" if column < s.cols else f"v{row},{column - s.cols}"


def parse(s: State, text: str) -> int:
    """Read h0,1 or v1,0."""
    found = MOVE.fullmatch(text.lower())
    if not found:
        return -1
    upright, row, column = int(found[1] == "v"), int(found[2]), int(found[3])
    if row > count(s.boxes) // s.cols - upright or column >= s.cols + upright:
        return -1
    return row * (2 * s.cols + 1) + column + s.cols * upright


def split(text: str) -> list[str]:
    """Moves may stand apart by spaces, commas or semicolons."""
    return re.sub(r"([hv][0-9],[0-9])[\s,;]*", r"\1 ", text, flags=re.I).split()


def remark(s: State, a: int) -> str:
    """Say how many boxes an edge closes, or lets the other close."""
    after = play(s, a)
    closed = _owned_by(after, s.player) - _owned_by(s, s.player)
    if closed:
        return f"closes {counted(closed, 'box', 'boxes')}"
    given, other = 0, 1 - s.player
    while some(after.open) and some(bordering(after, 1)):
        before = _owned_by(after, other)
        after = play(after, lowest(bordering(after, 1)))
        given += _owned_by(after, other) - before
    if given:
        return f"lets {{{other}}} close {counted(given, 'box', 'boxes')}{' in a row' * (given > 1)}"
    return "gives no box away"


def _owned_by(s: State, seat: int) -> int:
    return count(s.second if seat else s.first)


def guide(rows: int = 3, cols: int = 3, position: str = "") -> Guide:
    """Tell how the game is played."""
    s = start(rows, cols, position)
    examples = (
        ("h0,0", "the top edge of the top left box"),
        ("v0,0", "the left edge of the top left box"),
        (f"h{rows},{cols - 1}", "the bottom edge of the bottom right box"),
    )
    return Guide(
        goal="Close more boxes than the other.",
        turn="In turn, each draws one edge between two dots that are side by side. Who draws the fourth edge "
        "of a box owns it, and must draw another edge at once. Nobody has to close a box.",
        end="When every edge is drawn, who owns more boxes wins.",
        symbols="• are the dots, ─ and │ the edges drawn; A and B stand in the boxes they own.",
        moves="h for an edge that lies or v for one that stands, then its row and column from the top left, "
        "both counted from 0: as the labels beside and above the board say.",
        examples=tuple(example for example in examples if has(s.open, parse(s, example[0]))),
    )


def events(before: State, action: int, after: State, seat: int) -> list[Event]:
    """Tell which edge was drawn, the boxes it closes, and the score."""
    who = before.player
    own, others = _owned_by(after, who), _owned_by(after, 1 - who)
    closed = own - _owned_by(before, who)
    data = {"seat": who, "edge": format(before, action), "closed": closed, "boxes": list(scores(after))}
    if not closed:
        return [Event("move", f"{{{who} draws}} {{move}}", data)]
    again = " and must move again" if some(after.open) else ""
    text = f"{{{who} closes}} {counted(closed, 'box', 'boxes')} with {{move}}{again}: {own} to {others}"
    return [Event("box", text, data)]


def scores(s: State) -> tuple[int, int]:
    """Count the boxes of each."""
    return (count(s.first), count(s.second))


def value_told(value: float) -> str:
    """Write a lead in boxes."""
    text = f"{value:+.2f}".rstrip("0").rstrip(".") if abs(value) >= 0.005 else "0"
    return f"{text} {'box' if text in ('+1', '-1') else 'boxes'}"


def marked(s: State, a: int) -> list[tuple[int, int, int]]:
    """Find the last edge."""
    row, column = divmod(a, 2 * s.cols + 1)
    return [(0, 2 * row, 2 * column + 1) if column < s.cols else (0, 2 * row + 1, 2 * (column - s.cols))]


def picture(s: State) -> Picture:
    """Draw dots, edges and owners; the labels spell the moves: row h0 and column 1 meet in h0,1."""
    lines, places = range(2 * (count(s.boxes) // s.cols) + 1), range(2 * s.cols + 1)
    board = Grid(
        tuple(tuple(_cell(s, *divmod(line, 2), *divmod(place, 2)) for place in places) for line in lines),
        tuple(f"{'hv'[line % 2]}{line // 2}" for line in lines),
        tuple(str(place // 2) for place in places),
        style="bare",
    )
    return Picture((board, Text(_caption(s))), TITLE)


def _cell(s: State, row: int, upright: int, column: int, between: int) -> Cell:
    """Draw what stands in a line of dots or one of boxes, at a dot's place or between two."""
    if not upright and not between:
        return Cell("•", shape="dot")
    at = row * (2 * s.cols + 1) + column
    if upright and between:
        owner = 0 if has(s.first, at) else 1 if has(s.second, at) else -1
        return Cell(NAMES[owner], ("first", "second")[owner]) if owner >= 0 else Cell(tone="empty")
    edge = at + s.cols * upright
    if has(s.open, edge):
        return Cell(tone="empty", shape="edge", part=format(s, edge))
    return Cell("│" if upright else "─", shape="edge", part=format(s, edge))


def _caption(s: State) -> str:
    boxes = f"{NAMES[0]} {count(s.first)}, {NAMES[1]} {count(s.second)}"
    if turn(s) != OVER:
        return f"{boxes}; {{{s.player}}} to move"
    net = returns(s)[0]
    return f"{boxes}; a draw" if net == 0.0 else f"{boxes}; {{{int(net < 0.0)} wins}}"
