"""Draw one grid of a picture as SVG."""

from __future__ import annotations

from itertools import accumulate

from parlour.core.draw.colours import (
    BOARD,
    BORDER,
    CARD_INKS,
    DARK_SQUARE,
    DISC_EDGE,
    GOLD,
    HEAT,
    HEAVY_RULE,
    HOLE,
    LABEL,
    LIGHT_SQUARE,
    MARK,
    RULE,
    TONES,
    contrast,
)
from parlour.core.draw.measure import clean, has_heat, is_dark, numeric, starts_block
from parlour.core.draw.pieces import ROOM, Frame, card, piece
from parlour.core.draw.shapes import Box, circle, glyph, label, line, rect, text_width
from parlour.core.picture import AT_SEA, HEATS, SEATS, Cell, Grid

_SIDE = {"lines": 46.0, "discs": 46.0, "squares": 44.0, "bare": 28.0}
_LABEL_SIZE = 13
_DOT, _EDGES = "•", ("─", "│")  # in a bare grid, bars between dots are drawn as lines from dot to dot
_BLOCK_GAP = 12.0
_FILLS = {**TONES, **dict(zip(HEATS, HEAT, strict=True))}


def grid_box(grid: Grid) -> Box:
    """Draw a grid with its labels, row labels on the left, in the room it needs."""
    return _GridDrawing(grid).box()


class _GridDrawing:
    """Draw one grid; the columns are measured first, then every cell is painted in its own rectangle."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.texts = [[clean(cell.text) for cell in row] for row in grid.rows]
        self.row_labels = [clean(text) for text in grid.row_labels]
        self.column_labels = [clean(text) for text in grid.column_labels]
        bare = grid.style == "bare"
        self.cards = bare and any(cell.tone in CARD_INKS for row in grid.rows for cell in row)
        self.tiled = bare and has_heat(grid)
        shapes = {cell.shape for row in grid.rows for cell in row}
        self.dotted = bare and ("dot" in shapes or any(_DOT in row for row in self.texts))
        self.size, self.weight = (16.0, "normal") if bare else (22.0, "bold")

        side = 36.0 if self.tiled else _SIDE[grid.style]
        self.heights = [max([side, *(self._room(cell)[1] for cell in row)]) for row in grid.rows]
        heads = self.column_labels or [""] * grid.width
        columns = [[row[c] for row in self.texts if c < len(row)] for c in range(grid.width)]
        widths = [self._column_width(c, side, heads[c]) for c in range(grid.width)]
        at_sea = any(cell.shape in AT_SEA for row in grid.rows for cell in row)
        if not bare or self.tiled or at_sea:
            widths = [max(widths, default=0.0)] * len(widths)
        centred = not bare or self.tiled or self.dotted or at_sea
        self.anchors = [
            "middle" if centred or self._holds_pieces(c) else "end" if numeric(column) else "start"
            for c, column in enumerate(columns)
        ]

        self.gutter = max((text_width(text, _LABEL_SIZE) for text in self.row_labels), default=-10.0) + 10
        self.inset = 6.0 if grid.style == "discs" else 0.0
        self.header = 22.0 if bare and grid.column_labels else 0.0
        self.widths = widths
        gap_columns = [bare * _BLOCK_GAP * starts_block(c, grid.block_columns) for c in range(grid.width)]
        gap_rows = [bare * _BLOCK_GAP * starts_block(r, grid.block_rows) for r in range(len(grid.rows))]
        self.lefts = _starts(widths, gap_columns, self.gutter + self.inset)
        self.tops = _starts(self.heights, gap_rows, self.header + self.inset)
        self.right = self.lefts[-1] + widths[-1] if widths else self.gutter
        self.bottom = self.tops[-1] + self.heights[-1] if self.tops else self.header

    def _is_card(self, cell: Cell) -> bool:
        """Say whether a cell without a shape is a card by its ink."""
        return self.cards and not cell.shape and cell.tone in CARD_INKS

    def _room(self, cell: Cell) -> tuple[float, float]:
        return ROOM["card"] if self._is_card(cell) else ROOM.get(cell.shape, (0.0, 0.0))

    def _holds_pieces(self, c: int) -> bool:
        return any(self._room(row[c])[0] > 0 for row in self.grid.rows if c < len(row))

    def _column_width(self, c: int, side: float, head: str) -> float:
        needed = [side, text_width(head, _LABEL_SIZE) + 14]
        for row, texts in zip(self.grid.rows, self.texts, strict=True):
            if c < len(row) and row[c].shape:
                needed.append(self._room(row[c])[0])
            elif c < len(row):
                size, weight = (20.0, "bold") if self._is_card(row[c]) else (self.size, self.weight)
                needed += [self._room(row[c])[0], text_width(texts[c], size, weight) + 14]
        return round(max(needed), 2)

    def box(self) -> Box:
        """Draw the board under the cells, the cells, and the labels around them."""
        parts = self._board()
        for r, row in enumerate(self.grid.rows):
            for c, cell in enumerate(row):
                parts += self._cell(r, c, cell)
        # Rules come last: a tinted cell must not cover half their width.
        parts += self._rules() + self._labels()
        below = 22.0 if self.column_labels and not self.header else 0.0
        width, height = self.right + self.inset, self.bottom + self.inset + below
        return Box(width, height, tuple(part for part in parts if part), tall=True)

    def _board(self) -> list[str]:
        if self.grid.style != "discs":
            return []
        width = self.right - self.gutter + self.inset
        return [rect(self.gutter, 0, width, self.bottom + 6, rx=10, fill=BOARD)]

    def _rules(self) -> list[str]:
        if self.grid.style != "lines":
            return []
        grid = self.grid
        rules = [
            _rule(x, 0, x, self.bottom, starts_block(c, grid.block_columns))
            for c, x in enumerate(self.lefts)
            if c
        ] + [
            _rule(self.gutter, y, self.right, y, starts_block(r, grid.block_rows))
            for r, y in enumerate(self.tops)
            if r
        ]
        # Heavy rules cross over light ones, whichever way they run.
        return sorted(rules, key=lambda rule: HEAVY_RULE in rule)

    def _labels(self) -> list[str]:
        names = self.grid.style == "bare" and not numeric(self.row_labels)
        x, anchor = (0.0, "start") if names else (self.gutter - 10, "end")
        parts = [
            label(text, x, self.tops[r] + self.heights[r] / 2, _LABEL_SIZE, LABEL, anchor)
            for r, text in enumerate(self.row_labels)
        ]
        y = 11.0 if self.header else self.bottom + self.inset + 12
        for c, text in enumerate(self.column_labels):
            parts.append(label(text, self._anchored(c), y, _LABEL_SIZE, LABEL, self.anchors[c]))
        return parts

    def _anchored(self, c: int) -> float:
        left, width = self.lefts[c], self.widths[c]
        return {"start": left + 7, "middle": left + width / 2, "end": left + width - 7}[self.anchors[c]]

    def _cell(self, r: int, c: int, cell: Cell) -> list[str]:
        left, top, width, height = frame = Frame(self.lefts[c], self.tops[r], self.widths[c], self.heights[r])
        x, y, radius, text = frame.x, frame.y, min(width, height) / 2, self.texts[r][c]
        if self.grid.style == "discs":
            return self._disc(cell, text, x, y, radius - 4)
        if self._is_card(cell):
            return card(cell, text, frame)
        if cell.shape in ("dot", "edge") or (self.dotted and not cell.shape and text in (_DOT, *_EDGES)):
            return [self._edge(cell, r, c, x, y)]
        if cell.shape and self.grid.style == "bare":
            return piece(cell, text, self._snug(cell, frame))

        ground = _FILLS[cell.tone] if cell.tone in HEATS else ""
        if self.grid.style == "squares" and not ground:
            ground = DARK_SQUARE if is_dark(self.grid, r, c) else LIGHT_SQUARE
        parts = []
        if ground:
            parts.append(rect(left, top, width, height, fill=ground))
        if cell.name:
            ink = contrast(ground) if ground else LABEL
            parts.append(label(clean(cell.name), left + 3, top + 7, 9.5, ink, "start"))
        if cell.shape:
            return parts + piece(cell, text, frame)
        if self.grid.style == "squares" and text and cell.tone in SEATS:
            return parts + self._disc(cell, text, x, y, radius - 5)
        ink = contrast(ground) if ground else TONES[cell.tone]
        if cell.mark:
            # A tint would change what a heat colour says, so on a coloured ground the ring alone marks.
            ring, tint = (contrast(ground), 0.0) if ground else (MARK, 0.14)
            shape = {"rx": 6, "fill": ring, "fill_opacity": tint, "stroke": ring, "stroke_width": 2.5}
            parts.append(rect(left + 3, top + 3, width - 6, height - 6, **shape))
        at, anchor = self._anchored(c), self.anchors[c]
        parts.append(glyph(text, at, y, self.size, ink, width - 10, anchor, self.weight))
        return parts

    def _edge(self, cell: Cell, r: int, c: int, x: float, y: float) -> str:
        """Draw a dot, or the line that joins the dots on both sides; a faint one may be drawn yet."""
        ink, row = _FILLS[cell.tone], self.grid.rows[r]
        if _is_dot(cell):
            return circle(x, y, 7.0, ink, GOLD, 2.5) if cell.mark else circle(x, y, 4.5, ink)
        level = any(map(_is_dot, row[max(c - 1, 0) : c + 2]))
        across, down = (_SIDE["bare"], 0.0) if level else (0.0, _SIDE["bare"])
        free = cell.tone == "empty"
        ink, width = (GOLD, 5.0) if cell.mark else (BORDER, 1.5) if free else (ink, 4.0)
        return line(x - across, y - down, x + across, y + down, ink, width)

    def _disc(self, cell: Cell, text: str, x: float, y: float, radius: float) -> list[str]:
        hole = cell.tone == "empty" or not (text or cell.tone in HEATS)
        fill = HOLE if hole else _FILLS[cell.tone]
        shown = "" if hole and text in (".", "·") else text
        ink = TONES["empty"] if hole else contrast(fill)
        edge, edge_width = (MARK, 4.0) if cell.mark else (DISC_EDGE, 1.5)
        return [
            circle(x, y, radius, fill, edge, edge_width),
            glyph(shown, x, y, radius * 0.95, ink, radius * 1.5),
        ]

    def _snug(self, cell: Cell, frame: Frame) -> Frame:
        """Give a piece the room it needs, in the middle of its column; at sea the whole cell."""
        if cell.shape in AT_SEA:
            return frame
        width, height = ROOM[cell.shape]
        return Frame(frame.x - width / 2, frame.y - height / 2, width, height)


def _is_dot(cell: Cell) -> bool:
    return cell.shape == "dot" or (not cell.shape and clean(cell.text) == _DOT)


def _starts(sizes: list[float], gaps: list[float], first: float) -> list[float]:
    """Add up sizes and gaps to where each row or column starts."""
    ends = zip(accumulate(sizes), sizes, accumulate(gaps), strict=True)
    return [first + end - size + gap for end, size, gap in ends]


def _rule(x1: float, y1: float, x2: float, y2: float, heavy: bool) -> str:
    return line(x1, y1, x2, y2, *((HEAVY_RULE, 3.5) if heavy else (RULE, 1.5)))
