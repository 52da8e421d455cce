"""Positions of draughts as text: the FEN of Portable Draughts Notation, B:W21-32:B1,2,K12.

First who is to move, then each side's squares, K before a king's; 21-32 stands for all from 21 to 32. Two
fields of newer programs may follow: H, the turns without progress, and F, the number of the move.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from parlour.core.errors import BadOption

START = "B:W21-32:B1-12"
MOST = 12  # pieces of one side
GROUP = re.compile(r"(K?)([0-9]{1,2})(?:-([0-9]{1,2}))?")


class Placed(NamedTuple):
    """A position as sets of squares."""

    player: int  # 0 is Black
    black: frozenset[int]
    white: frozenset[int]
    kings: frozenset[int]
    quiet: int  # turns without progress


def read_fen(text: str) -> Placed:
    """Read a position; raise BadOption with what is wrong."""
    head, *parts = text.replace(" ", "").rstrip(".").upper().split(":")
    if head not in ("B", "W") or not parts:
        raise BadOption(f"position={text!r:.60}: needs a FEN such as {START}")
    sides: dict[str, set[int]] = {"B": set(), "W": set()}
    kings: set[int] = set()
    quiet = 0
    for part in parts:
        side, squares = part[:1], part[1:]
        if side in ("H", "F") and re.fullmatch("[0-9]{1,4}", squares):
            quiet = int(squares) if side == "H" else quiet
            continue
        if side not in sides:
            raise BadOption(f"position: {part!r:.40} should be W or B and squares")
        for word in filter(None, squares.split(",")):
            king, numbers = _group(word)
            for number in numbers:
                _check(side, king, number, sides)
                sides[side].add(number)
            kings.update(numbers if king else ())
    if max(map(len, sides.values())) > MOST:
        raise BadOption(f"position: more than {MOST} pieces of one side")
    return Placed("BW".index(head), frozenset(sides["B"]), frozenset(sides["W"]), frozenset(kings), quiet)


def _group(word: str) -> tuple[bool, range]:
    found = GROUP.fullmatch(word)
    if found:
        first, last = int(found[2]), int(found[3] or found[2])
        if 1 <= first <= last <= 32:
            return bool(found[1]), range(first, last + 1)
    raise BadOption(f"position: {word!r:.40} is not a square from 1 to 32, with K before a king's")


def _check(side: str, king: bool, number: int, sides: dict[str, set[int]]) -> None:
    if number in sides["B"] or number in sides["W"]:
        raise BadOption(f"position: two pieces on square {number}")
    if not king and (number >= 29 if side == "B" else number <= 4):
        raise BadOption(f"position: a man on square {number} would be a king; write K{number}")


def fen_of(placed: Placed) -> str:
    """Write a position, White's pieces first, without ranges."""

    def squares(pieces: frozenset[int]) -> str:
        return ",".join(f"{'K' if number in placed.kings else ''}{number}" for number in sorted(pieces))

    return f"{'BW'[placed.player]}:W{squares(placed.white)}:B{squares(placed.black)}"
