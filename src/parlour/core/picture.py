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
AT_SEA = ("water", "ship", "hit", "miss", "sunk")
SHAPES = frozenset({"", "card", "back", "die", "cup", "man", "king", "chips", "dot", "edge", *AT_SEA})
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
    "empty", a place for one), the back of one, a die (`5`) or the cup over one, a man or a king of the tone's
    colour, chips (`120`), a dot or an edge between two (toned "empty", one that may be drawn), and at sea
    water, a ship, a hit, a miss or a part of a sunk ship. `joins` names the
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
    """Hold one line of text; line breaks in it are drawn as spaces, and spaces before it are kept."""

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


@dataclass(frozen=True, slots=True)
class Place:
    """Hold what a seat at a table has: its name, its blocks, whose turn it is, and what it has played.

    `front` lies before the seat, in the middle of the table: the card that it has played to a trick.
    """

    title: str
    blocks: tuple[Grid | Text, ...] = ()
    tone: str = "plain"
    active: bool = False
    front: Cell | None = None

    def __post_init__(self) -> None:
        _check_tone(self.tone)


@dataclass(frozen=True, slots=True)
class Table:
    """Hold seats round a table, in the order of play, and what lies in the middle.

    Whoever looks sits in the south: `south` is the number of that place, and a view sets it. Where there are
    but lines of text `plain` is shown in place of it all; without that, one place after the other.
    """

    places: tuple[Place, ...]
    centre: tuple[Grid | Text, ...] = ()
    plain: tuple[Grid | Text, ...] = ()
    south: int = 0

    def around(self) -> list[tuple[str, Place]]:
        """List the places with the side of the table at which each is: south, west, north, east.

        They sit clockwise. Those of a side are listed from the left, or from the top.
        """
        number = len(self.places)
        flank = 2 if number > 7 else int(number > 2)
        left, right = 1 + flank, max(number - flank, 1)
        seats = [self.places[(self.south + step) % number] for step in range(number)]
        return [
            *(("south", place) for place in seats[:1]),
            *(("west", place) for place in reversed(seats[1:left])),
            *(("north", place) for place in seats[left:right]),
            *(("east", place) for place in seats[right:]),
        ]

    def middle(self) -> tuple[Grid | Text, ...]:
        """List the blocks in the middle; what four seats at most have played lies as they sit."""
        if not any(place.front for place in self.places):
            return self.centre
        if len(self.places) > 4:
            fronts = tuple(place.front or Cell() for place in self.places)
            names = tuple(place.title for place in self.places)
            return (*self.centre, Grid((fronts,), (), names, style="bare"))
        lying = {side: place.front or Cell() for side, place in self.around()}
        north, west, east, south = (lying.get(side, Cell()) for side in ("north", "west", "east", "south"))
        rows = ((Cell(), north, Cell()), (west, Cell(), east), (Cell(), south, Cell()))
        return (*self.centre, Grid(rows, style="bare"))

    def in_lines(self) -> tuple[Grid | Text, ...]:
        """List the blocks to be drawn one below the other."""
        if self.plain:
            return self.plain
        blocks = list(self.middle())
        for place in self.places:
            blocks += [Text(place.title + ", to move" * place.active, place.tone), *place.blocks]
        return tuple(blocks)

    def changed(self, change: Callable[[Grid | Text], Grid | Text]) -> Table:
        """Change every grid and every line, the titles too."""
        return replace(
            self,
            places=tuple(_changed(place, change) for place in self.places),
            centre=tuple(map(change, self.centre)),
            plain=tuple(map(change, self.plain)),
        )


def _changed(place: Place, change: Callable[[Grid | Text], Grid | Text]) -> Place:
    title = change(Text(place.title))
    front = change(Grid(((place.front,),), style="bare")) if place.front else None
    return replace(
        place,
        title=title.text if isinstance(title, Text) else place.title,
        blocks=tuple(map(change, place.blocks)),
        front=front.rows[0][0] if isinstance(front, Grid) else None,
    )


Block: TypeAlias = Grid | Text | Beside | Table


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
            return block.changed(change) if isinstance(block, Table) else change(block)

        return replace(self, blocks=tuple(map(whole, self.blocks)))

    def grids(self) -> list[Grid]:
        """List the grids, those beside each other and at a table too."""
        found: list[Grid] = []

        def look(block: Grid | Text) -> Grid | Text:
            if isinstance(block, Grid):
                found.append(block)
            return block

        self.changed(look)
        return found

    def seen_from(self, seat: int) -> Picture:
        """Turn tables so that a seat is in the south."""
        blocks = (replace(b, south=seat) if isinstance(b, Table) else b for b in self.blocks)
        return replace(self, blocks=tuple(blocks))

    def told(self, names: Names) -> Picture:
        """Fill in the names of players, see `core/names.py`."""
        return replace(self.changed(lambda block: _told(block, names)), title=names.tell(self.title))

    def marked(self, cells: Iterable[tuple[int, int, int] | str]) -> Picture:
        """Mark cells by their handles, or by the number of the grid, the row and the column, all from 0."""
        wanted, number = set(cells), count()

        def change(block: Grid | Text) -> Grid | Text:
            if isinstance(block, Text):
                return block
            grid = next(number)
            rows = (
                tuple(
                    replace(cell, mark=True) if {(grid, r, c), cell.handle} & wanted else cell
                    for c, cell in enumerate(row)
                )
                for r, row in enumerate(block.rows)
            )
            return replace(block, rows=tuple(rows))

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
