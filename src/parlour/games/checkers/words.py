"""Moves and boards of draughts as text, over the numbers of squares alone: 11-15, 22x15, 1x10x17.

Portable Draughts Notation (Millett 1995) lets several jumps be written jump by jump, as the whole path, or by
their first and last square where that can be only one move.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from parlour.core.errors import InvalidMove
from parlour.core.picture import Cell, Grid

Path = tuple[int, ...]  # the squares a piece visits

SEPARATORS = re.compile("[-x:*]")
MEN, KINGS = "●○", "◉◎"  # Black's and White's
NUMBERS = re.compile(r"[0-9]+\.+")  # of moves: 1. 11-15, or 1... 23-19


def square_of(bit: int) -> int:
    """Return the number of the square at a bit of Samuel's layout."""
    return bit - bit // 9 + 1


def bit_of(square: int) -> int:
    """Return the bit of a square from 1 to 32 in Samuel's layout."""
    return square - 1 + (square - 1) // 8


def bits_of(squares: Iterable[int]) -> int:
    """Return the bitboard of some squares."""
    return sum(1 << bit_of(square) for square in squares)


def is_jump(origin: int, goal: int) -> bool:
    """Say whether two squares are a jump apart."""
    return abs(bit_of(goal) - bit_of(origin)) in (8, 10)


def squares_in(text: str) -> Path:
    """Read the squares of a move; none if the text is no move."""
    numbers = SEPARATORS.split(text.lower())
    if len(numbers) < 2 or not all(re.fullmatch("[0-9]{1,2}", number) for number in numbers):
        return ()
    squares = tuple(map(int, numbers))
    return squares if all(1 <= square <= 32 for square in squares) else ()


def find(text: str, known: Iterable[Path]) -> Path | None:
    """Return the path that a text means, or as much of one as it tells; () if it fits none of those known.

    None says that it is no move at all. Raise InvalidMove if it fits several, with what tells them apart.
    """
    asked, steps = squares_in(text), "-" in text
    if not asked:
        return None
    paths = [p for p in known if steps != is_jump(*p[:2])]
    if any(p[: len(asked)] == asked for p in paths):
        return asked
    fits = [p for p in paths if (p[0], p[-1]) == (asked[0], asked[-1]) and _passes(p, asked)]
    if len(fits) > 1:
        written = " or ".join("x".join(map(str, p)) for p in fits)
        raise InvalidMove(f"{text} may be {written}: write the squares in between")
    return fits[0] if fits else ()


def _passes(path: Path, asked: Path) -> bool:
    rest = iter(path)
    return all(square in rest for square in asked)


def written(path: Path, others: Iterable[Path]) -> str:
    """Write a path of jumps: by its ends where no other could be meant, otherwise in full."""
    if any(p[0] == path[0] and path[-1] in (p[1], p[-1]) for p in others):
        return "x".join(map(str, path))
    return f"{path[0]}x{path[-1]}"


def cut(text: str) -> list[str]:
    """Take a line of moves apart, with or without numbers: 1. 11-15 23-19."""
    return NUMBERS.sub(" ", text).replace(",", " ").split()


def board_of(faces: Mapping[int, str], marked: Iterable[int]) -> Grid:
    """Draw faces on their squares, Black's side on top, rows labelled by the squares in them."""
    rows, marks = [[Cell()] * 8 for _ in range(8)], set(marked)
    for square in range(1, 33):
        row, column = corner(square)
        face = faces.get(square, "")
        rows[row][column] = _square(face, square, square in marks)
    labels = tuple(f"{first}-{first + 3}" for first in range(1, 33, 4))
    return Grid(tuple(map(tuple, rows)), labels, style="squares")


def _square(face: str, square: int, mark: bool) -> Cell:
    if not face:
        return Cell("", "empty", mark, name=str(square))
    tone = "black" if face in (MEN[0], KINGS[0]) else "white"
    return Cell(face, tone, mark, "king" if face in KINGS else "man", name=str(square))


def corner(square: int) -> tuple[int, int]:
    """Return the row and the column of a square, from the top left."""
    row, place = divmod(square - 1, 4)
    return row, 2 * place + 1 - row % 2
