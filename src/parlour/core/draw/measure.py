"""Measure and clean the texts of a picture, the same way for every renderer."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rich.cells import cell_len

from parlour.core.picture import Grid

_NUMBER = re.compile(r"[-+−±]?[\d.,½]*\d[\d.,½]*%?")

_CARD = re.compile(r"(10|[2-9TJQKA])([cdhs♣♦♥♠])\ufe0f?")
_SUITS = str.maketrans("cdhs", "♣♦♥♠")


def clean(text: str) -> str:
    """Make a text safe to draw on one line: white space becomes a space, the unprintable becomes �."""
    # Escape codes would move a terminal's cursor, and most control characters are not legal XML at all.
    return "".join(c if c.isprintable() else " " if c.isspace() else "\ufffd" for c in text).strip()


def columns(text: str) -> int:
    """Count the terminal columns of a cleaned text: two for a wide character, none for a combining one."""
    return cell_len(text)


def numeric(texts: Iterable[str]) -> bool:
    """Tell whether texts read as a column of numbers, blanks and dashes aside."""
    written = [text for text in texts if text not in ("", "-", "–", "—")]
    return bool(written) and all(_NUMBER.fullmatch(text) for text in written)


def has_heat(grid: Grid) -> bool:
    """Tell whether a grid is a heat map, in whole or in part."""
    return any(cell.tone.startswith("heat") for row in grid.rows for cell in row)


def is_dark(grid: Grid, row: int, column: int) -> bool:
    """Tell whether a square of a chequered board is dark; the bottom left one is."""
    return (len(grid.rows) - 1 - row + column) % 2 == 0


def starts_block(index: int, size: int) -> bool:
    """Tell whether a block boundary lies before a row or column; size 0 means no blocks."""
    return size > 0 and index > 0 and index % size == 0


def rank_and_suit(text: str) -> tuple[str, str]:
    """Take a card such as As or T♦ apart, the suit as a symbol; two empty texts if it is none."""
    found = _CARD.fullmatch(text)
    return (found[1], found[2].translate(_SUITS)) if found else ("", "")
