"""Draw what cells stand for as SVG: cards and their backs, dice, men and kings, chips, and what is at sea."""

from __future__ import annotations

from typing import NamedTuple

from parlour.core.draw.colours import (
    BACK,
    BACK_LINE,
    BORDER,
    CARD,
    CARD_EDGE,
    CARD_INKS,
    DISC_EDGE,
    FIRE,
    GOLD,
    HULL,
    HULL_EDGE,
    LEATHER,
    LEATHER_EDGE,
    MARK,
    PIECES,
    RING,
    SPRAY,
    TONES,
    WATER,
    WATER_LINE,
    WRECK,
    WRECK_EDGE,
    contrast,
)
from parlour.core.draw.measure import rank_and_suit
from parlour.core.draw.shapes import circle, glyph, line, path, rect
from parlour.core.picture import AT_SEA, Cell

# The room that a shape needs, across and down.
ROOM = {
    "card": (44.0, 60.0),
    "back": (44.0, 60.0),
    "die": (42.0, 44.0),
    "cup": (42.0, 44.0),
    "chips": (42.0, 44.0),
    "man": (40.0, 40.0),
    "king": (40.0, 40.0),
    **dict.fromkeys(AT_SEA, (32.0, 32.0)),
}
# Where the pips of a die lie, by their number, in steps from the middle.
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
# Suits in a box from -1 to 1, so that no font decides what they look like.
_SUITS = {
    "♦": "M0 -1L.75 0L0 1L-.75 0Z",
    "♥": "M0 .95C-1.5 -.05 -.9 -1 -.42 -.9C-.15 -.85 0 -.6 0 -.42C0 -.6 .15 -.85 .42 -.9"
    "C.9 -1 1.5 -.05 0 .95Z",
    "♠": "M0 -1C-1.5 .05 -.9 .75 -.42 .65C-.25 .6 -.12 .5 -.08 .4L-.3 1L.3 1L.08 .4C.12 .5 .25 .6 .42 .65"
    "C.9 .75 1.5 .05 0 -1Z",
    "♣": "M-.1 .3A.44 .44 0 1 1 -.38 -.2A.44 .44 0 1 1 .38 -.2A.44 .44 0 1 1 .1 .3L.3 1L-.3 1Z",
}
_CUP = "M-.6 -.95L.6 -.95L.95 .8Q1 .95 .8 .95L-.8 .95Q-1 .95 -.95 .8Z"
_CROWN = "M-1 -.55L-.5 0L0 -.8L.5 0L1 -.55L.75 .7L-.75 .7Z"


class Frame(NamedTuple):
    """Hold the rectangle of a cell."""

    left: float
    top: float
    width: float
    height: float

    @property
    def x(self) -> float:
        """Return the middle across."""
        return self.left + self.width / 2

    @property
    def y(self) -> float:
        """Return the middle down."""
        return self.top + self.height / 2


def piece(cell: Cell, text: str, frame: Frame) -> list[str]:
    """Draw a cell that has a shape."""
    if cell.shape in AT_SEA:
        return _at_sea(cell, frame)
    if cell.shape in ("man", "king"):
        return _man(cell, frame, cell.shape == "king")
    draw = {"card": card, "back": _back, "die": _die, "cup": _cup, "chips": _chips}[cell.shape]
    return draw(cell, text, frame)


def card(cell: Cell, text: str, frame: Frame) -> list[str]:
    """Draw a playing card, its rank over its suit; what is no such card is written in the middle of one."""
    if cell.tone == "empty":  # a place for a card
        shape = {"rx": 6, "fill": "none", "stroke": BORDER, "stroke_width": 2.5 if cell.mark else 1.5}
        return [rect(frame.left + 3, frame.top + 3, frame.width - 6, frame.height - 6, **shape)]
    ink = CARD_INKS.get(cell.tone, CARD_INKS["black"])
    rank, suit = rank_and_suit(text)
    room = frame.width - 14
    parts = [_blank(cell, frame, CARD, CARD_EDGE)]
    if not suit:
        return [*parts, glyph(text, frame.x, frame.y, 20, ink, room)]
    shown = "10" if rank == "T" else rank
    rank_at, suit_at = frame.y - 0.17 * frame.height, frame.y + 0.19 * frame.height
    return [
        *parts,
        glyph(shown, frame.x, rank_at, 19, ink, room),
        path(_SUITS[suit], frame.x, suit_at, 8, ink),
    ]


def _back(cell: Cell, text: str, frame: Frame) -> list[str]:
    left, right, top, bottom = frame.x - 13, frame.x + 13, frame.y - 20, frame.y + 20
    lattice = [
        line(x1, y1, x2, y2, BACK_LINE, 1)
        for x1, y1, x2, y2 in (
            (left, top, right, bottom),
            (right, top, left, bottom),
            (left, frame.y, frame.x, top),
            (frame.x, top, right, frame.y),
            (right, frame.y, frame.x, bottom),
            (frame.x, bottom, left, frame.y),
        )
    ]
    inner = rect(left, top, 26, 40, rx=3, fill="none", stroke=BACK_LINE, stroke_width=1)
    return [_blank(cell, frame, BACK, CARD_EDGE), inner, *lattice]


def _blank(cell: Cell, frame: Frame, fill: str, edge: str) -> str:
    width = 1.0
    if cell.mark:
        edge, width = GOLD, 4.0
    shape = {"rx": 6, "fill": fill, "stroke": edge, "stroke_width": width}
    return rect(frame.left + 3, frame.top + 3, frame.width - 6, frame.height - 6, **shape)


def _die(cell: Cell, text: str, frame: Frame) -> list[str]:
    fill = PIECES.get(cell.tone) or TONES.get(cell.tone, CARD)
    ink = contrast(fill)
    edge, width = (MARK, 3.5) if cell.mark else (DISC_EDGE, 1.0)
    shape = {"rx": 7, "fill": fill, "stroke": edge, "stroke_width": width}
    die = rect(frame.x - 17, frame.y - 17, 34, 34, **shape)
    pips = _PIPS.get(int(text), ()) if text.isascii() and text.isdigit() and len(text) == 1 else ()
    if not pips:
        return [die, glyph(text, frame.x, frame.y, 19, ink, 26)]
    return [die, *(circle(frame.x + 9 * dx, frame.y + 9 * dy, 3.2, ink) for dx, dy in pips)]


def _cup(cell: Cell, text: str, frame: Frame) -> list[str]:
    """Draw a cup upside down, under which lies a die that is not seen."""
    edge, width = (MARK, 0.2) if cell.mark else (LEATHER_EDGE, 0.1)
    band = line(frame.x - 10, frame.y - 6, frame.x + 10, frame.y - 6, LEATHER_EDGE, 2)
    return [path(_CUP, frame.x, frame.y, 17, LEATHER, edge, width), band]


def _man(cell: Cell, frame: Frame, crowned: bool) -> list[str]:
    fill = PIECES.get(cell.tone) or TONES.get(cell.tone, PIECES["plain"])
    ink, radius = contrast(fill), min(frame.width, frame.height) / 2 - (7 if cell.name else 5)
    edge, width = (RING, 4.0) if cell.mark else (DISC_EDGE, 1.5)
    parts = [circle(frame.x, frame.y, radius, fill, edge, width)]
    if crowned:
        return [*parts, path(_CROWN, frame.x, frame.y, radius * 0.6, GOLD, DISC_EDGE, 0.1)]
    return [*parts, circle(frame.x, frame.y, radius * 0.62, "none", ink, 1.2)]


def _chips(cell: Cell, text: str, frame: Frame) -> list[str]:
    fill = PIECES.get(cell.tone) or TONES.get(cell.tone, PIECES["plain"])
    fill = PIECES["red"] if cell.tone == "plain" else fill
    edge, width = (MARK, 3.0) if cell.mark else (DISC_EDGE, 1.0)
    ink = contrast(fill)
    rim = [
        rect(frame.x - 2.5, frame.y - 18, 5, 36, fill=ink),
        rect(frame.x - 18, frame.y - 2.5, 36, 5, fill=ink),
    ]
    inner = [circle(frame.x, frame.y, 13.5, fill), glyph(text, frame.x, frame.y, 15, ink, 24)]
    return [circle(frame.x, frame.y, 18, fill, edge, width), *rim, *inner]


def _at_sea(cell: Cell, frame: Frame) -> list[str]:
    water = rect(*frame, fill=WATER, stroke=WATER_LINE, stroke_width=1)
    parts = [water]
    if cell.shape == "ship" or cell.joins or cell.shape == "sunk":
        wreck = cell.shape == "sunk"
        parts += _hull(cell.joins, frame, WRECK if wreck else HULL, WRECK_EDGE if wreck else HULL_EDGE)
    x, y = frame.x, frame.y
    if cell.shape == "hit":
        parts += [circle(x, y, 9, FIRE, DISC_EDGE, 1.5), circle(x, y, 3.5, "#ffe08a")]
    elif cell.shape == "miss":
        parts.append(circle(x, y, 5.5, "none", SPRAY, 2.2))
    elif cell.shape == "sunk":
        parts += [line(x - 6, y - 6, x + 6, y + 6, FIRE, 3.5), line(x - 6, y + 6, x + 6, y - 6, FIRE, 3.5)]
    if cell.mark:
        shape = {"rx": 4, "fill": "none", "stroke": MARK, "stroke_width": 2.5}
        parts.append(rect(frame.left + 2, frame.top + 2, frame.width - 4, frame.height - 4, **shape))
    return parts


def _hull(joins: str, frame: Frame, fill: str, edge: str) -> list[str]:
    """Draw a part of a ship: round where it ends, open to the parts that it joins."""
    gap, x, y = 5.0, frame.x, frame.y
    left = frame.left if "w" in joins else frame.left + gap
    right = frame.left + frame.width - (0 if "e" in joins else gap)
    top = frame.top if "n" in joins else frame.top + gap
    bottom = frame.top + frame.height - (0 if "s" in joins else gap)
    parts = [rect(left, top, right - left, bottom - top, rx=9, fill=fill, stroke=edge, stroke_width=1.5)]
    # A second rectangle squares the joined end, and covers the edge between two parts.
    for side, box in {
        "w": (frame.left - 1, frame.top + gap + 0.75, frame.width / 2 + 1, frame.height - 2 * gap - 1.5),
        "e": (x, frame.top + gap + 0.75, frame.width / 2 + 1, frame.height - 2 * gap - 1.5),
        "n": (frame.left + gap + 0.75, frame.top - 1, frame.width - 2 * gap - 1.5, frame.height / 2 + 1),
        "s": (frame.left + gap + 0.75, y, frame.width - 2 * gap - 1.5, frame.height / 2 + 1),
    }.items():
        if side in joins:
            parts.append(rect(*box, fill=fill))
    return parts
