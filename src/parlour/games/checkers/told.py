"""What happens in a game of checkers, in words: its rules, steps, jumps, kings, and the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.core.event import MOVE, Event
from parlour.core.guide import Guide
from parlour.games.checkers.words import corner, square_of

if TYPE_CHECKING:
    from parlour.games.checkers import State


def guide_of(opening: str, forty: int, advance: bool, threefold: bool) -> Guide:
    """Tell how the game is played, with an opening move as the example where there is one."""
    draws = f"after {forty} moves of each side without {_progress(advance)}"
    draws += ", or when a position comes up for the third time" if threefold else ""
    origin, _, goal = opening.partition("-")
    return Guide(
        goal="Take all pieces of the other side, or leave them no move.",
        turn="Black begins, at the top. A man moves one square diagonally forward, Black down and White up. "
        "A piece jumps over one of the other side's next to it if the square behind is empty, and takes it. "
        "Jumping is compulsory, and goes on as long as the same piece can jump. A man that reaches the last "
        "row becomes a king, which ends the turn; kings move and jump backwards too.",
        end=f"Who cannot move loses. It is a draw {draws}.",
        symbols="● and ○ are the men of Black and White, ◉ and ◎ their kings. The dark squares are numbered "
        "1 to 32 from the top left; those that are empty show their number.",
        moves="The squares from and to, with a dash, or an x for a jump. Several jumps are written 1x10x17, "
        "or 1x17 where only one way leads there.",
        examples=(
            (opening, f"move the man on square {origin} to square {goal}"),
            ("22x15", "jump from square 22 over the man on 18 to square 15"),
        )
        if opening
        else (),
    )


def _progress(advance: bool) -> str:
    return "a capture or a move of a man" if advance else "a capture"


def _step(before: State, after: State) -> tuple[int, int, int]:
    """Return the bits of where a piece came from, where it stands, and what it took, or 0."""
    goes_on = after.player == before.player
    own, other = (after.mine, after.theirs) if goes_on else (after.theirs, after.mine)
    return before.mine & ~own, own & ~before.mine, before.theirs & ~other


def _square(bit: int) -> int:
    return square_of(bit.bit_length() - 1)


def _crowned(before: State, after: State) -> bool:
    origin, goal, _ = _step(before, after)
    return bool(after.kings & goal and not before.kings & origin)


def happened(before: State, after: State, over: bool, stuck: bool) -> list[Event]:
    """Tell a step, or a jump with what it takes, a king, and the end."""
    who, (origin, goal, taken) = before.player, _step(before, after)
    data = {"seat": who, "from": _square(origin), "to": _square(goal)}
    told = [Event(MOVE, f"{{{who} moves}} {{move}}", data)]
    if taken:
        piece = "king" if before.kings & taken else "man"
        on = "on " if before.jumper else ""
        text = f"{{{who} jumps}} {on}{data['from']}x{data['to']}, taking the {piece} on {_square(taken)}"
        told = [Event("capture", text, {**data, "taken": _square(taken), "piece": piece})]
    if _crowned(before, after):
        told.append(Event("king", f"{{{who}'s}} man on {data['to']} is crowned", data))
    if over:
        kind = "blocked" if stuck else "draw"
        told.append(Event(kind, _ending(after, stuck), {"seat": after.player} if stuck else {}))
    return told


def _ending(s: State, stuck: bool) -> str:
    if stuck:
        return f"{{{s.player} has}} no {'move' if s.mine else 'piece'} left"
    if s.quiet > s.limit:
        return "A draw: the position came up for the third time"
    return f"A draw: {s.limit // 2} moves of each side without {_progress(bool(s.advance))}"


def caption(s: State, over: bool, stuck: bool, must_jump: bool) -> str:
    """Say who is to move, and if by a jump, or how it ended."""
    if over:
        return f"{{{1 - s.player} wins}}" if stuck else _ending(s, stuck)
    disc = "●○"[s.player]
    if s.jumper:
        return f"{{{s.player}}} ({disc}) to jump on from {_square(s.jumper)}"
    return f"{{{s.player}}} ({disc}) to {'jump' if must_jump else 'move'}"


def remark_of(s: State, after: State, exposed: bool) -> str:
    """Say what a step or the first jump takes, crowns, or lets the other jump."""
    taken = _step(s, after)[2]
    parts = []
    if taken:
        piece = "king" if s.kings & taken else "man"
        parts.append(f"takes a {piece}" + (" and jumps on" if after.jumper else ""))
    if _crowned(s, after):
        parts.append("crowns a man")
    if not after.jumper and exposed:
        parts.append(f"lets {{{1 - s.player}}} jump")
    return " and ".join(parts)


def mark(s: State, place: int, step: int) -> list[tuple[int, int, int]]:
    """Find where an action led from and to; a jump has left the square in between empty."""
    pieces = s.mine | s.theirs
    goal = place + step if pieces >> place + step & 1 else place + 2 * step
    return [(0, *corner(square_of(bit))) for bit in (place, goal)]
