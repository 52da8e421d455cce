"""Lay a picture out on a grid of characters: drawn as plain text here, in colours by the terminal's renderer.

A layout is a list of lines, a line a list of spans. Marked cells stand in brackets, with or without
colour: "[X]", and a run of marked neighbours that share their gaps as "[X X X]". In ASCII the texts are
spelled before they are measured, and the rules after: these keep their width.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from parlour.core.draw.ascii import in_ascii, spelled
from parlour.core.draw.measure import (
    clean,
    columns,
    has_heat,
    is_dark,
    numeric,
    rank_and_suit,
    starts_block,
)
from parlour.core.picture import SEATS, WIDTH, Beside, Block, Cell, Grid, Picture, Table, Text

DISCS = "●○◉◎"
BETWEEN = 4  # columns between blocks beside each other


class Span(NamedTuple):
    """Hold a run of characters drawn alike; role is cell, rule, label, text or title.

    A square's is dark or light, on a board with black men brown or tan.
    """

    text: str
    role: str
    tone: str = "plain"
    mark: bool = False


Line = list[Span]


def lay_out(picture: Picture, coloured: bool = False, ascii: bool = False, width: int = WIDTH) -> list[Line]:
    """Lay out the title and the blocks, grids set apart by an empty line.

    Without colour whatever only colour would show is spelt out: heat as a digit, dark squares as a dot.
    """
    how = _How(coloured, ascii, width)
    if ascii:
        picture = in_ascii(picture)
    lines = _stacked(picture.blocks, how)
    if picture.title:
        lines = [[Span(clean(picture.title), "title")], [], *lines]
    return [[span._replace(text=spelled(span.text)) for span in line] for line in lines] if ascii else lines


class _How(NamedTuple):
    """Hold what a layout is made for."""

    coloured: bool
    ascii: bool
    width: int


def _stacked(blocks: Iterable[Block], how: _How) -> list[Line]:
    """Lay out blocks from top to bottom."""
    lines: list[Line] = []
    tall = False
    for index, block in enumerate(blocks):
        was_tall, tall = tall, not isinstance(block, Text)
        if index and (tall or was_tall):
            lines.append([])
        if isinstance(block, Grid):
            lines += _GridLayout(block, how).lines()
        elif isinstance(block, Beside):
            lines += _beside(block, how)
        elif isinstance(block, Table):
            lines += _stacked(block.in_lines(), how)
        else:
            text = clean(block.text)
            indent = len(block.text) - len(block.text.lstrip(" ")) if text else 0
            lines.append([Span(" " * indent + text, "text", block.tone)])
    return lines


def _beside(block: Beside, how: _How) -> list[Line]:
    """Lay out columns side by side, or from top to bottom if they are too wide for that."""
    parts = [_stacked(part, how) for part in block.parts()]
    widths = [max((_width(line) for line in part), default=0) for part in parts]
    if sum(widths) + BETWEEN * (len(parts) - 1) > how.width:
        return [line for index, part in enumerate(parts) for line in ([[], *part] if index else part)]
    lines: list[Line] = []
    for row in range(max(map(len, parts), default=0)):
        line: Line = []
        for part, wide in zip(parts, widths, strict=True):
            here = part[row] if row < len(part) else []
            room = wide + BETWEEN - _width(here)
            line += [
                *(s._replace(role="cell") if s.role == "text" else s for s in here),
                Span(" " * room, "cell"),
            ]
        lines.append(line[:-1])
    return lines


def _width(line: Line) -> int:
    return sum(columns(span.text) for span in line)


def _face(grid: Grid, row: int, column: int, cell: Cell, how: _How) -> str:
    text = clean(cell.text)
    coloured = how.coloured
    if grid.style == "discs":
        if coloured and not how.ascii and cell.tone in SEATS and len(text) == 1 and text not in DISCS:
            return "●"
        if not text or (coloured and cell.tone == "empty" and len(text) == 1):
            return "·"
    if cell.shape == "card" and coloured and not how.ascii:
        return "".join(rank_and_suit(text)) or text
    if not text and cell.name:
        return clean(cell.name)
    if text or coloured:
        return text
    if cell.tone.startswith("heat"):
        return cell.tone[-1]
    return "·" if grid.style == "squares" and is_dark(grid, row, column) else ""


def _margins(text: str, width: int, side: str) -> tuple[str, str]:
    spare = width - columns(text)
    left = {"left": 0, "centre": spare // 2, "right": spare}[side]
    return " " * left, " " * (spare - left)


def _align(text: str, width: int, side: str) -> str:
    left, right = _margins(text, width, side)
    return left + text + right


class _GridLayout:
    """Lay out one grid; widths are settled first, so that every line has the same columns."""

    def __init__(self, grid: Grid, how: _How) -> None:
        self.grid = grid
        missing = [grid.width - len(row) for row in grid.rows]
        self.cells = [[*row, *[Cell()] * short] for row, short in zip(grid.rows, missing, strict=True)]
        self.faces = [
            [*(_face(grid, r, c, cell, how) for c, cell in enumerate(row)), *[""] * missing[r]]
            for r, row in enumerate(grid.rows)
        ]
        wooden = any(cell.tone == "black" for row in grid.rows for cell in row)
        self.squares = ("tan", "brown") if wooden else ("light", "dark")
        self.row_labels = [clean(label) for label in grid.row_labels]
        self.column_labels = [clean(label) for label in grid.column_labels] or [""] * grid.width
        self.label_width = max(map(columns, self.row_labels), default=0)
        self.label_side = "right" if grid.style != "bare" or numeric(self.row_labels) else "left"

        texts = [[row[c] for row in self.faces] for c in range(grid.width)]
        self.even = grid.style != "bare" or has_heat(grid)
        longest = max(
            map(columns, [*self.column_labels, *(text for column in texts for text in column)]), default=0
        )
        # A cell with a background owns the space on both sides of it, or the background shows stripes; long
        # words need the wider gap to be told apart.
        self.owns_pads = grid.style in ("lines", "squares") or (
            grid.style == "bare" and (self.even or longest > 3)
        )
        # A centred label may reach into one of its cell's own spaces: column 10 need not widen the board.
        self.overhang = int(self.even and self.owns_pads)
        self.widths = [
            max(int(grid.style == "lines"), columns(label) - self.overhang, *map(columns, column))
            for label, column in zip(self.column_labels, texts, strict=True)
        ]
        if self.even:
            self.widths = [max(self.widths, default=0)] * grid.width
            self.sides = ["centre"] * grid.width
        else:
            dealt = [any(row[c].shape in ("card", "back") for row in self.cells) for c in range(grid.width)]
            rights = [numeric(column) and not dealt[c] for c, column in enumerate(texts)]
            self.sides = ["right" if right else "left" for right in rights]

    def lines(self) -> list[Line]:
        """Draw the rows, the rules between them, the frame and the labels."""
        style, head = self.grid.style, " " * (self.label_width + 1 if self.row_labels else 0)
        lines: list[Line] = []
        for r in range(len(self.cells)):
            heavy = starts_block(r, self.grid.block_rows)
            if style == "lines" and r:
                lines.append([Span(head + self._rule(heavy), "rule")])
            elif style == "bare" and heavy:
                lines.append([])
            lines.append(self._row(r))
        span = sum(self.widths) + (2 * self.grid.width if self.owns_pads else self.grid.width + 1)
        if style == "squares":
            lines.insert(0, [Span(head + "┌" + "─" * span + "┐", "rule")])
        if style in ("squares", "discs"):
            lines.append([Span(head + "└" + "─" * span + "┘", "rule")])
        if self.grid.column_labels:
            lines.insert(0 if style == "bare" else len(lines), [Span(head + self._labels(), "label")])
        return lines

    def _row(self, r: int) -> Line:
        line: Line = []
        if self.row_labels:
            line.append(Span(_align(self.row_labels[r], self.label_width, self.label_side) + " ", "label"))
        framed = self.grid.style in ("discs", "squares")
        if framed:
            line.append(Span("│", "rule"))
        for c, cell in enumerate(self.cells[r]):
            role = "cell"
            if self.grid.style == "squares":
                role = self.squares[is_dark(self.grid, r, c)]
            text = self.faces[r][c] or " " * self.widths[c]
            left, right = _margins(text, self.widths[c], self.sides[c])
            tone = "empty" if cell.name and not clean(cell.text) else cell.tone
            # Only a cell of an even grid has its background to the edges; a card is no wider than its text.
            pad_tone = tone if self.owns_pads and (self.even or self.grid.style != "bare") else "plain"
            shown = [
                Span(left, role, pad_tone),
                Span(text, role, tone, cell.mark),
                Span(right, role, pad_tone),
            ]
            if self.owns_pads:
                opened, closed = (
                    Span(side if cell.mark else " ", role, pad_tone, cell.mark) for side in "[]"
                )
                line.append(Span(self._divider(c), "rule"))
                line += [shown[0], opened, shown[1], closed, shown[2]]
                continue
            before = c > 0 and self.cells[r][c - 1].mark
            bracket = " " if before == cell.mark else "[" if cell.mark else "]"
            gap = [Span(self._divider(c), "rule"), Span(bracket, role, "plain", cell.mark or before)]
            line += [*(reversed(gap) if bracket == "]" else gap), *shown]
            if c == self.grid.width - 1:
                line.append(Span("]" if cell.mark else " ", role, "plain", cell.mark))
        if framed:
            line.append(Span("│", "rule"))
        return line

    def _divider(self, c: int) -> str:
        if c == 0:
            return ""
        heavy = starts_block(c, self.grid.block_columns)
        if self.grid.style == "lines":
            return "║" if heavy else "│"
        return " " if heavy and self.grid.style == "bare" else ""

    def _rule(self, heavy: bool) -> str:
        bar, crossings = ("═", "╪╬") if heavy else ("─", "┼╫")
        parts = [bar * (width + 2) for width in self.widths]
        for c in range(1, len(parts)):
            parts[c] = crossings[starts_block(c, self.grid.block_columns)] + parts[c]
        return "".join(parts)

    def _labels(self) -> str:
        parts = [" " if self.grid.style in ("discs", "squares") else ""]
        for c, label in enumerate(self.column_labels):
            parts.append(" " * len(self._divider(c)))
            if self.overhang:
                parts.append(_align(label, self.widths[c] + 2, "centre"))
            else:
                parts.append(" " + _align(label, self.widths[c], self.sides[c]) + " " * self.owns_pads)
        return "".join(parts)


def draw_text(picture: Picture, ascii: bool = False, width: int = WIDTH) -> str:
    """Draw with printable characters alone, trailing spaces stripped, no newline at the end."""
    lines = ("".join(s.text for s in line).rstrip() for line in lay_out(picture, False, ascii, width))
    return "\n".join(lines).rstrip("\n")
