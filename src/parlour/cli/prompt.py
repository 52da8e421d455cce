"""Which legal moves to name, some of every kind in a prompt, all in a list; and what was typed, as a move."""

from __future__ import annotations

import re
from collections import deque
from typing import TYPE_CHECKING

from parlour.cli.output import READABLE
from parlour.core import rules
from parlour.core.errors import InvalidMove, ParlourError, clipped
from parlour.core.moves import in_a_row
from parlour.core.rules import MIDWAY, OPEN, AnyState

if TYPE_CHECKING:
    from parlour.core.view import View

MOST_OFFERED = 8  # moves named in a prompt, but for kinds
MOST_KINDS = 12
WIDEST = 60  # characters of the moves in a prompt, but for kinds
MOST_LISTED = 500  # moves named in a list
MOST_SOUGHT = 3000  # turns looked at to count them
GAP = "..."


def kind(move: str) -> str:
    """Give the shape of a move's text: words stay, what is but a letter or two or a number does not count."""
    return re.sub(r"[^\W_]+", lambda part: part[0] if len(part[0]) > 2 and part[0].isalpha() else "*", move)


def offered(view: View, room: int = READABLE) -> str:
    """Name moves for a prompt: all if they are few, otherwise some of every kind and always the last."""
    moves = view.moves()
    unlisted, _ = beyond(view, moves, MOST_SOUGHT, enough=1)
    return in_short([*moves, *unlisted], complete=not unlisted, room=room)


def in_short(moves: list[str], complete: bool = True, room: int = READABLE) -> str:
    """Write the moves, with gaps where some are left out.

    One of every kind takes all the room there may be, the last and the rarest kinds first: a call that ends
    the round is the only one of its kind.
    """
    alike: dict[str, list[int]] = {}
    for at, move in enumerate(moves):
        alike.setdefault(kind(move), []).append(at)
    most = max(MOST_OFFERED, min(len(alike) + 1, MOST_KINDS))
    rarest = sorted(alike.values(), key=lambda places: (len(places), places[0]))
    wanted = dict.fromkeys([len(moves) - 1, *[places[0] for places in rarest][: most - 1]])
    must = len(wanted)
    wanted |= dict.fromkeys([*(places[-1] for places in rarest), *range(len(moves))])
    number = len(moves) if len(moves) <= most + 1 else most
    while True:
        text = _with_gaps(moves, sorted(list(wanted)[:number]), complete) if moves else ""
        if number <= 1 or len(text) <= (room if number <= must else min(room, WIDEST)):
            return text
        number -= 1


def _with_gaps(moves: list[str], places: list[int], complete: bool) -> str:
    parts: list[str] = []
    for before, at in zip([-1, *places], places, strict=False):
        parts += [GAP, moves[at]] if at > before + 1 else [moves[at]]
    return in_a_row(parts if complete or len(parts) < 2 or parts[-2] == GAP else [*parts, GAP])


def listing(view: View) -> str:
    """Name every legal move; where a turn can be put together in too many ways to list, how."""
    moves = view.moves()
    if not moves:
        return "There is no legal move."
    words = in_a_row(moves[:MOST_LISTED])
    left = f" and {len(moves) - MOST_LISTED:,} more" if len(moves) > MOST_LISTED else ""
    unlisted, counted = beyond(view, moves, MOST_SOUGHT)
    if not unlisted:
        return f"{len(moves):,} legal: {words}{left}"
    if len(moves) + len(unlisted) <= MOST_LISTED and counted:
        return f"{len(moves) + len(unlisted):,} legal: {in_a_row([*moves, *unlisted])}"
    examples: dict[str, str] = {}
    for move in unlisted:
        examples.setdefault(kind(move), move)
    others = f"{len(unlisted):,}" if counted else f"more than {len(unlisted):,}"
    shown = in_a_row(list(examples.values()))
    return f"{len(moves):,} legal: {words}{left}; and {others} others, such as {shown}"


def beyond(view: View, listed: list[str], most: int, enough: int = MOST_SOUGHT) -> tuple[list[str], bool]:
    """Give whole turns that the game does not list, the shortest first, and whether these are all of them."""
    if rules.stage(view.state) != OPEN or view.turn() != view.seat:
        return [], True
    known, found = set(listed), list[str]()
    queue: deque[tuple[tuple[int, ...], AnyState]] = deque([((), view.world())])
    looked = 0
    while queue:
        actions, s = queue.popleft()
        for action in view.game.legal(s):
            looked += 1
            if looked > most:
                return found, False
            after, turn = rules.play(s, action), (*actions, action)
            if rules.turn(after) == view.seat and rules.stage(after) == MIDWAY:
                queue.append((turn, after))
                continue
            text = view.game.write(view.state, turn)[0]
            if text not in known:
                known.add(text)
                found.append(text)
                if len(found) == enough:
                    return found, False
    return found, True


def actions_of(text: str, view: View) -> list[int]:
    """Read what was typed, by what the seat may know: a move, or the several steps of one turn."""
    try:
        return view.game.read(view.state, text)
    except InvalidMove:
        try:
            actions = view.game.read_moves(text, view.state)
        except ParlourError:
            actions = []
        if not actions:
            raise
    s = view.state
    for action in actions:
        if rules.turn(s) != view.seat:
            raise InvalidMove(f"{view.game.name}: one move at a time; {clipped(text)} goes on past yours")
        s = rules.play(s, action)
    return actions


def is_move(text: str, view: View) -> bool:
    """Say whether what was typed is a move, and not an order of the same name."""
    try:
        return view.game.parse(view.state, text) >= 0
    except ParlourError:
        return False
