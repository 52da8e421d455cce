"""Checkers (English draughts): jump the other side's pieces; a side that cannot move loses. Solved: a draw.

Squares are numbered as in Portable Draughts Notation (PDN). The bitboards leave three bits out, as Samuel's
program of 1959 did, so that a diagonal step is the same shift everywhere and never runs over an edge:

       1   2   3   4         .   0   .   1   .   2   .   3          down: +4 (left) and +5 (right)
     5   6   7   8           4   .   5   .   6   .   7   .   (8)    up:   -5 (left) and -4 (right)
       9  10  11  12         .   9   .  10   .  11   .  12
    13  14  15  16          13   .  14   .  15   .  16   .  (17)    Black, seat 0, begins on 1 to 12, moves
      17  18  19  20         .  18   .  19   .  20   .  21          down and goes first; White moves up.
    21  22  23  24          22   .  23   .  24   .  25   .  (26)
      25  26  27  28         .  27   .  28   .  29   .  30
    29  30  31  32          31   .  32   .  33   .  34   .

An action is one step or one jump: a direction (0: +4, 1: +5, 2: -4, 3: -5) and the square it starts from.
What goes down starts on bits 0 to 30, what goes up on bits 4 to 34, so each direction needs 31 bits and a set
of actions is two words: action 31 * direction + bit, less 4 when going up. Several jumps are several actions.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from parlour.core.bits import listed, popcount
from parlour.core.errors import BadOption
from parlour.core.event import Event
from parlour.core.game import Traits
from parlour.core.guide import Guide
from parlour.core.options import Option
from parlour.core.picture import Picture, Text
from parlour.core.rules import MIDWAY, OPEN, OVER, WHOLE, changed
from parlour.games.checkers.fen import START, Placed, fen_of, read_fen
from parlour.games.checkers.memory import DIGITS, digit_at, forgotten, remembered
from parlour.games.checkers.told import caption, guide_of, happened, mark, remark_of
from parlour.games.checkers.words import bits_of, board_of, cut, find, is_jump, square_of, written

TITLE = "Checkers"
BLURB = "Jump the other side's pieces on a board of 64 squares"
GROUP = "Boards"
SEAT_NAMES = ("Black", "White")
ACTIONS = 124
TRAITS = Traits(zero_sum=True)
NOTATIONS = {"pdn": ".pdn"}
OPTIONS = {
    "position": Option("", "a FEN such as B:W18,24,K10:B12,K22 (first who moves, then the pieces)", most=1),
    "forty": Option(40, "a draw after so many moves of each side without progress", low=1, high=100),
    "advance": Option(True, "progress is a capture or a man's advance; otherwise a capture only"),
    "threefold": Option(False, "a draw when a position comes up for the third time"),
}
LEVELS = {
    "easy": "mcts:simulations=30,blunder=0.2",
    "medium": "mcts:simulations=300",
    "hard": "draughts:nodes=3000",
    "expert": "draughts:nodes=1000000",
}

BOARD = 0x7FBFDFEFF  # the 32 squares
TOP, BOTTOM = 0xF, 0x780000000  # where White's men and Black's men are crowned
SPAN = 31  # actions of one direction
NOWHERE = 8  # a step from a bit that is no square: never legal
DISCS = ("●○", "◉◎")  # men and kings


class State(NamedTuple):
    """Pieces as bits, who is to move and what may be played, and what the draw rules have counted."""

    mine: int  # pieces of the player to move
    theirs: int
    kings: int  # of both
    player: int
    jumper: int = 0  # the piece that must jump on, or 0
    quiet: int = 0  # turns since the last progress; past the limit when drawn by repetition
    limit: int = 80
    advance: int = 1
    moves: tuple[int, int] = (0, 0)  # the legal actions, worked out once
    past: tuple[int, ...] = (0,)  # the actions since the last progress; one idle word if none are kept


def start(position: str = "", forty: int = 40, advance: bool = True, threefold: bool = False) -> State:
    """Return the usual position, or the one asked for."""
    placed = read_fen(position or START)
    player, quiet, limit = placed.player, placed.quiet, 2 * forty
    if quiet >= limit:
        raise BadOption(f"position: drawn already, after {quiet} turns without progress")
    black, white, kings = (bits_of(squares) for squares in placed[1:4])
    mine, theirs = (black, white) if player == 0 else (white, black)
    past = (0,) * max(2, -(-limit // DIGITS)) if threefold else (0,)
    s = State(mine, theirs, kings, player, quiet=quiet, limit=limit, advance=int(advance))
    return changed(s, moves=moves_of(mine, theirs, kings, player), past=past)


def ways(pieces: int, kings: int, player: int) -> tuple[int, int]:
    """Return those of a player's pieces that go down and those that go up: men forward, kings both ways."""
    if player == 0:
        return pieces, pieces & kings
    return pieces & kings, pieces


def actions_of(down: int, up: int, theirs: int, empty: int) -> tuple[int, int]:
    """Return the jumps of pieces that go down and up; where there are none, their steps."""
    down_4 = down & (theirs >> 4) & (empty >> 8)
    down_5 = down & (theirs >> 5) & (empty >> 10)
    up_4 = up & (theirs << 4) & (empty << 8)
    up_5 = up & (theirs << 5) & (empty << 10)
    if down_4 | down_5 | up_4 | up_5 == 0:
        down_4 = down & (empty >> 4)
        down_5 = down & (empty >> 5)
        up_4 = up & (empty << 4)
        up_5 = up & (empty << 5)
    return down_4 | down_5 << SPAN, up_4 >> 4 | (up_5 >> 4) << SPAN


def jumpers(down: int, up: int, theirs: int, empty: int) -> int:
    """Return those of the pieces that can jump."""
    below = (theirs >> 4) & (empty >> 8) | (theirs >> 5) & (empty >> 10)
    above = (theirs << 4) & (empty << 8) | (theirs << 5) & (empty << 10)
    return down & below | up & above


def moves_of(mine: int, theirs: int, kings: int, player: int) -> tuple[int, int]:
    """Return what the player may do at the beginning of a turn."""
    down, up = ways(mine, kings, player)
    return actions_of(down, up, theirs, BOARD & ~(mine | theirs))


def captures(s: State) -> bool:
    """Say whether the player to move can jump, and so must."""
    down, up = ways(s.mine, s.kings, s.player)
    return jumpers(down, up, s.theirs, BOARD & ~(s.mine | s.theirs)) != 0


def turn(s: State) -> int:
    """Black first, then in turn; the game is over when there is no move, or a draw rule has said so."""
    if s.moves[0] | s.moves[1] == 0:
        return OVER
    return s.player


def legal(s: State) -> tuple[int, int]:
    """Men step forward, kings both ways; jumping is compulsory, any jump, and on as far as it goes."""
    return s.moves


def stage(s: State) -> int:
    """A step is a whole turn; a jump may not be the last."""
    if s.jumper != 0:
        return MIDWAY
    return OPEN if captures(s) else WHOLE


def place_and_step(a: int) -> tuple[int, int]:
    """Return the bit that an action starts from and the shift of its direction."""
    way = a // SPAN
    upward = way >> 1
    return a - SPAN * way + 4 * upward, (4 + (way & 1)) * (1 - 2 * upward)


def play(s: State, a: int) -> State:
    """Step, or jump and take; a man that reaches the last row is crowned, and that ends the turn."""
    place, step = place_and_step(a)
    origin = 1 << place
    taken = (1 << (place + step)) & s.theirs
    goal = 1 << (place + step + (step if taken != 0 else 0))
    mine = s.mine ^ origin ^ goal
    theirs = s.theirs ^ taken
    kings = s.kings & ~taken
    man = kings & origin == 0
    crowned = 0
    if man:
        crowned = goal & (BOTTOM if s.player == 0 else TOP)
        kings |= crowned
    else:
        kings ^= origin ^ goal
    quiet = s.quiet + 1
    empty = BOARD & ~(mine | theirs)
    if taken != 0:
        quiet = 0
        if crowned == 0:
            down, up = ways(goal, kings, s.player)
            if jumpers(down, up, theirs, empty) != 0:
                moves = actions_of(down, up, theirs, empty)
                return changed(s, mine=mine, theirs=theirs, kings=kings, jumper=goal, quiet=0, moves=moves)
    elif man and s.advance != 0:
        quiet = 0
    player, past = 1 - s.player, s.past
    moves = moves_of(theirs, mine, kings, player)
    if len(past) > 1:
        if quiet == 0:
            past = forgotten(past)
        elif quiet < s.limit:
            past = remembered(past, quiet - 1, 0 if man else a + 1)
            if times_before(theirs, mine, kings, past, quiet) == 2:
                quiet = s.limit + 1
    if quiet >= s.limit:
        moves = (0, 0)
    after = changed(s, mine=theirs, theirs=mine, kings=kings, player=player, jumper=0)
    return changed(after, quiet=quiet, moves=moves, past=past)


def taken_back(mine: int, theirs: int, kings: int, digit: int) -> tuple[int, int, int]:
    """Return both sides and the kings as they were before a king's step, whosever it was."""
    place, step = place_and_step(digit - 1)
    goal = 1 << (place + step)
    both = goal | 1 << place
    if mine & goal != 0:
        return mine ^ both, theirs, kings ^ both
    return mine, theirs ^ both, kings ^ both


def times_before(mine: int, theirs: int, kings: int, past: tuple[int, ...], quiet: int) -> int:
    """Count how often a position was there before: take the steps back, one by one."""
    was, were, crowns = mine, theirs, kings
    times = 0
    for ago in range(1, quiet + 1):
        digit = digit_at(past, quiet - ago)
        if digit == 0:
            break
        was, were, crowns = taken_back(was, were, crowns, digit)
        if ago & 1 == 0 and was == mine and were == theirs and crowns == kings:
            times += 1
    return times


def stuck(s: State) -> bool:
    """Say whether the player to move has nothing to move, whatever the draw rules say."""
    moves = moves_of(s.mine, s.theirs, s.kings, s.player)
    return moves[0] | moves[1] == 0


def returns(s: State) -> tuple[float, float]:
    """The side that cannot move gets -1, the other 1; a draw is 0 for both."""
    if not stuck(s):
        return (0.0, 0.0)
    if s.player == 0:
        return (-1.0, 1.0)
    return (1.0, -1.0)


# -- hints -------------------------------------------------------------------------------------------------

ROWS_ODD, ROWS_PAIRED, ROWS_LOWER = 0x783C1E0F0, 0x7F801FE00, 0x7FBFC0000  # the bits of a row's number


def worth(pieces: int, kings: int, player: int) -> int:
    """Value one side's pieces in hundredths of a man: men by how far they came, kings, the back rank."""
    men = pieces & ~kings
    rows = popcount(men & ROWS_ODD) + 2 * popcount(men & ROWS_PAIRED) + 4 * popcount(men & ROWS_LOWER)
    if player == 1:
        rows = 7 * popcount(men) - rows
    home = popcount(men & (TOP if player == 0 else BOTTOM))
    return 100 * popcount(men) + 140 * popcount(pieces & kings) + 2 * rows + 5 * home


def evaluate(s: State, seat: int) -> float:
    """Material, advancement and the back rank, counted for more the fewer pieces are left."""
    mine = worth(s.mine, s.kings, s.player)
    theirs = worth(s.theirs, s.kings, 1 - s.player)
    score = max(-0.95, min(0.95, 3.0 * (mine - theirs) / (mine + theirs + 300)))
    return score if s.player == seat else -score


def order(s: State, a: int) -> float:
    """Crowning first, then men far ahead, and the back rank last."""
    place, _ = place_and_step(a)
    if (s.kings >> place) & 1 == 1:
        return 4.0
    row = (place - place // 9) // 4
    if s.player == 1:
        row = 7 - row
    return 9.0 if row == 6 else float(row)


# -- words -------------------------------------------------------------------------------------------------


def to_fen(s: State) -> str:
    """Write the position as a FEN, such as B:W21,22,K30:B1,2; no jump half made, no count of turns."""
    black, white = (s.mine, s.theirs) if s.player == 0 else (s.theirs, s.mine)
    first, second, kings = (frozenset(map(square_of, listed(board))) for board in (black, white, s.kings))
    return fen_of(Placed(s.player, first, second, kings, s.quiet))


def ends(s: State, a: int) -> tuple[int, int]:
    """Return the squares that an action leads from and to."""
    place, step = place_and_step(a)
    over = place + step
    jump = over >= 0 and s.theirs >> over & 1
    return square_of(place), square_of(over + step if jump else over)


def format(s: State, a: int) -> str:
    """Squares from and to, as in PDN: 11-15, or 22x15 for a jump."""
    origin, goal = ends(s, a)
    return f"{origin}{'x' if is_jump(origin, goal) else '-'}{goal}"


def whole_moves(s: State) -> list[tuple[int, ...]]:
    """List the moves of a turn, each as its actions: all the jumps of one way to capture."""
    found: list[tuple[int, ...]] = []
    for a in listed(s.moves):
        after = play(s, a)
        if after.jumper:
            found += [(a, *more) for more in whole_moves(after)]
        else:
            found.append((a,))
    return found


def path(s: State, actions: Iterable[int]) -> tuple[int, ...]:
    """Return the squares a piece visits in the actions of one turn."""
    squares: list[int] = []
    for a in actions:
        squares += ends(s, a)[len(squares) > 0 :]
        s = play(s, a)
    return tuple(squares)


def read(s: State, text: str) -> list[int]:
    """Read a move as its actions: 11-15, 1x10x17, or 1x17 where that can be only one; [] is no move.

    The first of several jumps may stand alone. A move that is not legal gives an action that is not legal.
    """
    known = {path(s, actions): actions for actions in whole_moves(s)}
    found = find(text, known)
    if found is None:
        return []
    for squares, actions in known.items():
        if found and squares[: len(found)] == found:
            return list(actions[: len(found) - 1])
    return [NOWHERE]


def write(s: State, actions: Iterable[int]) -> list[str]:
    """Put a line of actions into whole moves: 11-15, 22x15, 22x8, and 1x10x17 where 1x17 could be another."""
    words: list[str] = []
    here, made = s, []
    for a in actions:
        made.append(a)
        s = play(s, a)
        if not s.jumper:
            if len(made) == 1:
                words.append(format(here, a))
            else:
                others = [path(here, move) for move in whole_moves(here) if list(move) != made]
                words.append(written(path(here, made), others))
            here, made = s, []
    if made:  # a jump half made is told as far as it went
        words.append("x".join(map(str, path(here, made))))
    return words


def parse(s: State, text: str) -> int:
    """Read a step or a jump; of several jumps written as one move, the first."""
    actions = read(s, text)
    return actions[0] if actions else -1


def split(text: str) -> list[str]:
    """Moves stand apart, with or without numbers: 1. 11-15 23-19."""
    return cut(text)


def picture(s: State) -> Picture:
    """Draw the board with Black on top, rows labelled by their squares, a piece in mid-jump marked."""
    black = s.mine if s.player == 0 else s.theirs
    faces = {square_of(b): DISCS[s.kings >> b & 1][~black >> b & 1] for b in listed(s.mine | s.theirs)}
    board = board_of(faces, [square_of(b) for b in listed(s.jumper)])
    told = Text(caption(s, turn(s) == OVER, stuck(s), captures(s)))
    legend = [Text("◉ a black king, ◎ a white king", "empty")] if s.kings else []
    return Picture((board, *legend, told), TITLE)


def touches(s: State, a: int) -> tuple[str, str]:
    """The squares from and to."""
    origin, goal = ends(s, a)
    return str(origin), str(goal)


def guide(position: str = "", forty: int = 40, advance: bool = True, threefold: bool = False) -> Guide:
    """Tell how the game is played."""
    return guide_of("11-15" if not position else "", forty, advance, threefold)


def remark(s: State, a: int) -> str:
    """Say what a step or a jump takes, crowns or allows."""
    return remark_of(s, after := play(s, a), captures(after))


def events(before: State, action: int, after: State, seat: int) -> list[Event]:
    """Tell a step, each jump with what it takes, a king, and the end."""
    return happened(before, after, turn(after) == OVER, stuck(after))


def marked(s: State, a: int) -> list[tuple[int, int, int]]:
    """Find the squares that the last step or jump led from and to."""
    return mark(s, *place_and_step(a))
