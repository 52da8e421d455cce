"""Whatever the cells say, a picture keeps its shape: rules and frames stay in place, and SVG stays legal."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from parlour.core.picture import STYLES, TONES, Cell, Grid, Picture, Text

printable = st.text(st.characters(exclude_categories=["C", "Z"]), max_size=6)
anything = st.text(max_size=6)


@st.composite
def grids(draw: st.DrawFn, texts: st.SearchStrategy[str], style: str | None = None) -> Grid:
    """Draw a rectangular grid, with or without labels and blocks."""
    height, width = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    cells = st.builds(Cell, texts, st.sampled_from(sorted(TONES)), st.booleans())
    row = st.lists(cells, min_size=width, max_size=width).map(tuple)
    rows = draw(st.lists(row, min_size=height, max_size=height).map(tuple))
    return Grid(
        rows,
        row_labels=tuple(draw(texts) for _ in range(height)) if draw(st.booleans()) else (),
        column_labels=tuple(draw(texts) for _ in range(width)) if draw(st.booleans()) else (),
        block_rows=draw(st.integers(0, 3)),
        block_columns=draw(st.integers(0, 3)),
        style=style or draw(st.sampled_from(sorted(STYLES))),
    )


def bars(line: str, glyphs: str) -> set[int]:
    """Find the terminal columns at which a line shows one of the glyphs."""
    return {cell_len(line[:i]) for i, character in enumerate(line) if character in glyphs}


@settings(max_examples=150, deadline=None)
@given(grids(printable, style="lines"))
def test_no_cell_text_moves_a_rule(grid: Grid) -> None:
    lines = Picture((grid,)).text().split("\n")
    rows, rules = lines[: 2 * len(grid.rows) : 2], lines[1 : 2 * len(grid.rows) - 1 : 2]
    assert len({cell_len(rule) for rule in rules}) <= 1
    for rule, above, below in zip(rules, rows, rows[1:], strict=False):
        crossings = bars(rule, "┼╫╪╬")
        assert len(crossings) == grid.width - 1
        assert crossings <= bars(above, "│║")
        assert crossings <= bars(below, "│║")


@settings(max_examples=100, deadline=None)
@given(grids(printable, style="discs") | grids(printable, style="squares"))
def test_no_cell_text_moves_the_frame(grid: Grid) -> None:
    lines = Picture((grid,)).text().split("\n")
    top = int(grid.style == "squares")
    floor = lines[top + len(grid.rows)]
    left, right = sorted(bars(floor, "└┘"))
    for line in lines[top : top + len(grid.rows)]:
        assert {left, right} <= bars(line, "│")
        assert cell_len(line) == right + 1


@settings(max_examples=150, deadline=None)
@given(st.lists(grids(anything) | st.builds(Text, anything), max_size=3), anything)
def test_any_text_at_all_draws_as_legal_xml_on_single_lines(blocks: list[Grid | Text], title: str) -> None:
    picture = Picture(tuple(blocks), title)
    ET.fromstring(picture.svg())
    ET.fromstring(picture.html())
    text = picture.text()
    assert all(line == line.rstrip() and line.isprintable() for line in text.split("\n"))
    assert not text.endswith("\n")
