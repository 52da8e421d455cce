"""Draw a picture as SVG, the title and the blocks on one panel, and as HTML for notebooks and pages."""

from __future__ import annotations

from html import escape

from parlour.core.draw.colours import BORDER, FELT, FELT_EDGE, GOLD, INK, PANEL, TONES
from parlour.core.draw.layout import draw_text
from parlour.core.draw.measure import clean
from parlour.core.draw.shapes import SANS, Box, element, label, number, rect, text_width
from parlour.core.draw.svg_grid import grid_box
from parlour.core.picture import Block, Grid, Picture, Place, Table, Text

_MARGIN = 18
_GRID_GAP = 14
_COLUMN_GAP = 32
_FELT_MARGIN = 22
_TITLE_SIZE = 17
_TEXT_SIZE = 14


def draw_svg(picture: Picture) -> str:
    """Draw one self-contained element: no script, no style sheet, no font and no id of its own.

    Nothing outside the element can change it, and any number of them can share a page.
    """
    boxes = [_line_box(picture.title, INK, _TITLE_SIZE, weight="bold")] if picture.title else []
    stack = _stacked([*boxes, *map(_box, picture.blocks)])
    parts = [element("g", *stack.parts, transform=f"translate({_MARGIN} {_MARGIN})")]
    width, height = stack.width + 2 * _MARGIN, stack.height + 2 * _MARGIN

    panel = rect(0.5, 0.5, width - 1, height - 1, rx=10, fill=PANEL, stroke=BORDER)
    return element(
        "svg",
        element("title", text=_name(picture)),
        panel,
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        width=width,
        height=height,
        viewBox=f"0 0 {number(width)} {number(height)}",
        role="img",
        font_family=SANS,
    )


def _box(block: Block) -> Box:
    if isinstance(block, Grid):
        return grid_box(block)
    if isinstance(block, Text):
        return _line_box(block.text, TONES.get(block.tone, INK), _TEXT_SIZE)
    if isinstance(block, Table):
        return _table(block)
    return _beside([_stacked(list(map(_box, part))) for part in block.parts()])


def _stacked(boxes: list[Box]) -> Box:
    """Put boxes one below the other, tall ones set apart."""
    parts: list[str] = []
    y = 0.0
    for index, box in enumerate(boxes):
        if index and (box.tall or boxes[index - 1].tall):
            y += _GRID_GAP
        parts.append(element("g", *box.parts, transform=f"translate(0 {number(y)})"))
        y += box.height
    return Box(max((box.width for box in boxes), default=0.0), y, tuple(parts), tall=True)


def _beside(boxes: list[Box]) -> Box:
    """Put boxes beside each other, their tops in line."""
    parts: list[str] = []
    x = 0.0
    for index, box in enumerate(boxes):
        x += _COLUMN_GAP if index else 0.0
        parts.append(element("g", *box.parts, transform=f"translate({number(x)} 0)"))
        x += box.width
    return Box(x, max((box.height for box in boxes), default=0.0), tuple(parts), tall=True)


def _table(block: Table) -> Box:
    """Put the places round a table, those of a side beside or below each other, the centre in the middle."""
    sides: dict[str, list[Box]] = {"north": [], "west": [], "east": [], "south": []}
    for side, place in block.around():
        sides[side].append(_place(place))
    north, south = _centred(sides["north"], across=True), _centred(sides["south"], across=True)
    west, east = _centred(sides["west"], across=False), _centred(sides["east"], across=False)
    centre = _centred(list(map(_box, block.middle())), across=False)
    row = _centred([west, centre, east], across=True)
    whole = _centred([north, row, south], across=False)
    width, height = whole.width + 2 * _FELT_MARGIN, whole.height + 2 * _FELT_MARGIN
    felt = rect(0, 0, width, height, rx=36, fill=FELT, stroke=FELT_EDGE, stroke_width=3)
    inside = element("g", *whole.parts, transform=f"translate({_FELT_MARGIN} {_FELT_MARGIN})")
    return Box(width, height, (felt, inside), tall=True)


def _place(place: Place) -> Box:
    ink = GOLD if place.active else TONES.get(place.tone, INK)
    title = _line_box(place.title, ink, _TEXT_SIZE, weight="bold")
    return _centred([title, *map(_box, place.blocks)], across=False, gap=4.0)


def _centred(boxes: list[Box], across: bool, gap: float = _GRID_GAP) -> Box:
    """Put boxes in a row or in a column, each in the middle of it; those that are empty take no room."""
    boxes = [box for box in boxes if box.width]
    room = max((box.height if across else box.width for box in boxes), default=0.0)
    parts: list[str] = []
    at = 0.0
    for box in boxes:
        spare = (room - (box.height if across else box.width)) / 2
        x, y = (at, spare) if across else (spare, at)
        parts.append(element("g", *box.parts, transform=f"translate({number(x)} {number(y)})"))
        at += (box.width if across else box.height) + gap
    at = max(at - gap, 0.0)
    return Box(at if across else room, room if across else at, tuple(parts), tall=True)


def _name(picture: Picture) -> str:
    lines = [block.text for block in picture.blocks if isinstance(block, Text)]
    return ". ".join(filter(None, map(clean, [picture.title, *lines]))) or "Board"


def _line_box(text: str, fill: str, size: int, weight: str = "normal") -> Box:
    text = clean(text)
    height = size * 1.5
    drawn = label(text, 0, height / 2, size, fill, anchor="start", weight=weight)
    return Box(text_width(text, size, weight), height, (drawn,) if text else (), tall=weight == "bold")


def draw_html(picture: Picture) -> str:
    """Draw a figure: the SVG in line, and under a fold the same board as text for screen readers."""
    return (
        '<figure class="parlour-picture" style="margin:0;overflow-x:auto">'
        f"{draw_svg(picture)}"
        "<details><summary>As text</summary>"
        f'<pre style="line-height:1.2">{escape(draw_text(picture))}</pre>'
        "</details></figure>"
    )
