"""Spell a picture in ASCII, for terminals and files that know nothing else.

Every symbol that stands for something has a spelling of its own here, so that what differs goes on to differ:
men in small letters, kings in capitals. Accents are dropped, and what is left over becomes a question mark.
"""

from __future__ import annotations

from dataclasses import replace
from unicodedata import combining, normalize

from parlour.core.picture import Cell, Grid, Picture, Text

_PIECES = {"●": "x", "○": "o", "◉": "X", "◎": "O", "•": "+", "·": ".", "■": "#", "□": "_", "★": "*"}
_SUITS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}
_CHESSMEN = dict(zip("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBNPkqrbnp", strict=True))
_HULLS = {"◀": "<", "▶": ">", "▲": "^", "▼": "v", "◆": "@", "━": "=", "┃": "|"}
_LINES = {"─": "-", "│": "|", "═": "=", "║": "#", "╬": "#", "╫": "#", **dict.fromkeys("┼╪┌┐└┘├┤┬┴", "+")}
_SIGNS = {"×": "x", "÷": "/", "−": "-", "–": "-", "—": "-", "…": "...", "±": "+/-", "½": "1/2", "→": "->"}
_QUOTES = {"’": "'", "‘": "'", "“": '"', "”": '"', "\ufe0f": ""}
SPELLED = str.maketrans({**_PIECES, **_SUITS, **_CHESSMEN, **_HULLS, **_LINES, **_SIGNS, **_QUOTES})


def spelled(text: str) -> str:
    """Write a text in ASCII."""
    text = text.translate(SPELLED)
    if text.isascii():
        return text
    apart = normalize("NFKD", text)
    return "".join(letter if letter.isascii() else "?" for letter in apart if not combining(letter))


def in_ascii(picture: Picture) -> Picture:
    """Spell every text of a picture in ASCII; what it is laid out with comes after."""
    return replace(picture.changed(_block), title=spelled(picture.title))


def _block(block: Grid | Text) -> Grid | Text:
    if isinstance(block, Text):
        return replace(block, text=spelled(block.text))
    return replace(
        block,
        rows=tuple(tuple(_cell(cell) for cell in row) for row in block.rows),
        row_labels=tuple(map(spelled, block.row_labels)),
        column_labels=tuple(map(spelled, block.column_labels)),
    )


def _cell(cell: Cell) -> Cell:
    return replace(cell, text=spelled(cell.text), name=spelled(cell.name))
