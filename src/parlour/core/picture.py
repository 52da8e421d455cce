"""Describe a board as plain data, once, so that every renderer can draw it.

A game returns a `Picture` and knows nothing of terminals, notebooks or SVG; the renderers in
`parlour.core.draw` know nothing of games.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING, TypeAlias

from parlour.core.names import Names

if TYPE_CHECKING:
    from parlour.core.draw.terminal import Drawing

SEATS = ("first", "second", "third", "fourth")
HEATS = tuple(f"heat{level}" for level in range(10))
TONES = frozenset({"plain", *SEATS, "empty", "good", "bad", "red", "black", "white", *HEATS})
SHAPES = frozenset(
    {"", "card", "back", "die", "man", "king", "chips", "water", "ship", "hit", "miss", "sunk"}
)
SIDES = "nesw"
WIDTH = 100  # columns of plain text in which blocks may stand beside each other
STYLES = frozenset({"lines", "discs", "squares", "bare"})


def _check_tone(tone: str) -> None:
    if tone not in TONES:
        raise ValueError(f"unknown tone {tone!r}; known tones: {', '.join(sorted(TONES))}")


@dataclass(frozen=True, slots=True)
class Cell:
    """Hold one place of a grid: its text, its tone (see `TONES`) and whether it is highlighted.

    Two seats must differ in `text`, not in `tone` alone, so that they differ without colour too.

    `shape` says what the text stands for (see `SHAPES`), for renderers that can draw it: a card (`As`; toned
    "empty", a place for one), the back of one, a die (`5`), a man or a king of the tone's colour, chips
    (`120`), and at sea water, a ship, a hit, a miss or a part of a sunk ship. `joins` names the
    sides, of n e s w, on which a ship goes on. `name` is the place's own, small in its corner; text shows
    it where nothing else stands. `part` is the name by which moves touch the cell, see `handle`; it is drawn
    nowhere.
    """

    text: str = ""
    tone: str = "plain"
    mark: bool = False
    shape: str = ""
    joins: str = ""
    name: str = ""
    part: str = ""

    @property
    def handle(self) -> str:
        """Return the name by which moves touch the cell; cells may share one. A card has its own."""
        return self.part or self.name or (self.text if self.shape == "card" and self.tone != "empty" else "")

    def __post_init__(self) -> None:
        _check_tone(self.tone)
        if self.shape not in SHAPES:
            raise ValueError(
                f"unknown shape {self.shape!r}; known shapes: {', '.join(sorted(SHAPES - {''}))}"
            )
        if not set(self.joins) <= set(SIDES):
            raise ValueError(f"unknown side in joins={self.joins!r}; the sides are n, e, s and w")


@dataclass(frozen=True, slots=True)
class Grid:
    """Hold a board or a table, top row first; rows shorter than the longest one end early.

    Styles: "lines" rules between cells, "discs" shows round holes, "squares" a chequered board whose
    bottom left square is dark, "bare" nothing but the cells, those toned "red" or "black" and without a
    shape as playing cards, bars between dots (• ─ │) as lines. Column labels stand above a bare grid and
    below a board. Blocks, a heavier line ("lines") or a gap ("bare") every few cells, count from the top
    left; the other styles ignore them.
    """

    rows: tuple[tuple[Cell, ...], ...]
    row_labels: tuple[str, ...] = ()
    column_labels: tuple[str, ...] = ()
    block_rows: int = 0
    block_columns: int = 0
    style: str = "lines"

    def __post_init__(self) -> None:
        if self.style not in STYLES:
            raise ValueError(f"unknown style {self.style!r}; known styles: {', '.join(sorted(STYLES))}")
        if self.row_labels and len(self.row_labels) != len(self.rows):
            raise ValueError(f"{len(self.row_labels)} row labels for {len(self.rows)} rows")
        if self.column_labels and len(self.column_labels) != self.width:
            raise ValueError(f"{len(self.column_labels)} column labels for {self.width} columns")
        if self.block_rows < 0 or self.block_columns < 0:
            raise ValueError("block_rows and block_columns cannot be negative")

    @property
    def width(self) -> int:
        """Count the columns: the cells of the longest row."""
        return max((len(row) for row in self.rows), default=0)

    def with_parts(self, part: Callable[[int, int], str]) -> Grid:
        """Give every cell the part that a function of its row and column names, from 0 at the top left."""
        rows = (
            tuple(replace(cell, part=part(r, c)) for c, cell in enumerate(row))
            for r, row in enumerate(self.rows)
        )
        return replace(self, rows=tuple(rows))


@dataclass(frozen=True, slots=True)
class Text:
    """Hold one line of text; line breaks in it are drawn as spaces."""

    text: str
    tone: str = "plain"

    def __post_init__(self) -> None:
        _check_tone(self.tone)


@dataclass(frozen=True, slots=True)
class Beside:
    """Hold blocks to be drawn side by side, one above the other where there is no room for that.

    A column is a grid, a line of text, or a tuple of these from top to bottom.
    """

    columns: tuple[Grid | Text | tuple[Grid | Text, ...], ...]

    def parts(self) -> list[tuple[Grid | Text, ...]]:
        """List the columns, each as a tuple of blocks."""
        return [column if isinstance(column, tuple) else (column,) for column in self.columns]


Block: TypeAlias = Grid | Text | Beside


@dataclass(frozen=True, slots=True)
class Picture:
    """Hold what a position looks like, top to bottom; equal pictures draw to equal bytes."""

    blocks: tuple[Block, ...]
    title: str = ""

    def changed(self, change: Callable[[Grid | Text], Grid | Text]) -> Picture:
        """Change every grid and every line, those beside each other too, from top to bottom."""

        def whole(block: Block) -> Block:
            if isinstance(block, Beside):
                return Beside(tuple(tuple(map(change, column)) for column in block.parts()))
            return change(block)

        return replace(self, blocks=tuple(map(whole, self.blocks)))

    def grids(self) -> list[Grid]:
        """List the grids, those beside each other too."""
        found: list[Grid] = []
        for block in self.blocks:
            parts = block.parts() if isinstance(block, Beside) else [(block,)]
            found += [part for column in parts for part in column if isinstance(part, Grid)]
        return found

    def told(self, names: Names) -> Picture:
        """Fill in the names of players, see `core/names.py`."""
        return replace(self.changed(lambda block: _told(block, names)), title=names.tell(self.title))

    def marked(self, cells: Iterable[tuple[int, int, int]]) -> Picture:
        """Mark cells: the number of the grid, the row and the column of each, from the top left."""
        wanted, number = set(cells), count()

        def change(block: Grid | Text) -> Grid | Text:
            at = next(number) if isinstance(block, Grid) else -1
            places = {(row, column) for grid, row, column in wanted if grid == at}
            return _marked(block, places) if places else block

        return self.changed(change) if wanted else self

    def text(self, ascii: bool = False, width: int = WIDTH) -> str:
        """Draw as plain text: no colour codes, no trailing spaces, no final newline.

        With `ascii` there is nothing beyond ASCII in it. Blocks stand beside each other if the width allows.
        """
        from parlour.core.draw.layout import draw_text

        return draw_text(self, ascii, width)

    def rich(self) -> Drawing:
        """Wrap as a rich renderable, coloured where the console has colours."""
        from parlour.core.draw.terminal import Drawing

        return Drawing(self)

    def svg(self) -> str:
        """Draw as one self-contained SVG element on a panel of its own."""
        from parlour.core.draw.svg import draw_svg

        return draw_svg(self)

    def html(self) -> str:
        """Draw as an HTML figure: the SVG, and the plain text for those who cannot see it."""
        from parlour.core.draw.svg import draw_html

        return draw_html(self)

    def __str__(self) -> str:
        return self.text()

    __rich__ = rich
    _repr_svg_ = svg
    _repr_html_ = html


def _told(block: Grid | Text, names: Names) -> Grid | Text:
    if isinstance(block, Text):
        return replace(block, text=names.tell(block.text))
    return replace(
        block,
        rows=tuple(tuple(replace(cell, text=names.tell(cell.text)) for cell in row) for row in block.rows),
        row_labels=tuple(map(names.tell, block.row_labels)),
        column_labels=tuple(map(names.tell, block.column_labels)),
    )


def _marked(grid: Grid | Text, places: Collection[tuple[int, int]]) -> Grid | Text:
    if isinstance(grid, Text):
        return grid
    rows = (
        tuple(replace(cell, mark=True) if (r, c) in places else cell for c, cell in enumerate(row))
        for r, row in enumerate(grid.rows)
    )
    return replace(grid, rows=tuple(rows))


def grid_of(
    texts: Iterable[Iterable[str]],
    tones: Mapping[str, str] | None = None,
    *,
    marks: Collection[tuple[int, int]] = (),
    row_labels: Iterable[str] = (),
    column_labels: Iterable[str] = (),
    block_rows: int = 0,
    block_columns: int = 0,
    style: str = "lines",
) -> Grid:
    """Build a grid from texts such as ["X.O", ".X."], each cell's tone looked up by its text.

    A row may be a string, one cell a character, or a sequence of strings; texts missing from `tones` are
    "plain"; `marks` are (row, column) from the top left; labels may be strings, one label a character.
    """
    tone_of = tones or {}
    rows = tuple(
        tuple(
            Cell(text, tone_of.get(text, "plain"), (row, column) in marks) for column, text in enumerate(line)
        )
        for row, line in enumerate(texts)
    )
    return Grid(rows, tuple(row_labels), tuple(column_labels), block_rows, block_columns, style)


def heat(share: float) -> str:
    """Name the heat tone of a share from 0 (coldest) to 1 (hottest); shares beyond are clamped."""
    return HEATS[min(int(min(max(share, 0.0), 1.0) * 10), 9)]
