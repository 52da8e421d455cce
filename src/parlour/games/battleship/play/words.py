"""Heat maps of a sea, as text, picture and data, and sentences about fleets and shots."""

from __future__ import annotations

from typing import Any

from parlour.core.picture import Cell, Grid, Picture, heat
from parlour.games.battleship.words import ROWS, bits_of, shape


def heat_picture(v: Any, side: int, chances: Any, chosen: int = -1) -> Picture:
    """Draw the chance of a ship in per cent on every cell not fired at; X and o are hits and misses."""
    rows, cols = shape(v)
    shots, hits = bits_of(v, v.shots, side), bits_of(v, v.hits, side)
    most = max((float(chances[c]) for c in range(rows * cols) if c not in shots), default=0.0) or 1.0

    def cell_at(cell: int) -> Cell:
        if cell in shots:
            return Cell("X" if cell in hits else "o", "bad" if cell in hits else "empty")
        share = float(chances[cell])
        return Cell(f"{100 * share:.0f}", heat(share / most), cell == chosen)

    grid = tuple(tuple(cell_at(row * cols + col) for col in range(cols)) for row in range(rows))
    labels = tuple(str(col + 1) for col in range(cols))
    return Picture((Grid(grid, tuple(ROWS[:rows]), labels, style="bare"),), "Chance of a ship, per cent")


def heat_rows(v: Any, chances: Any) -> list[list[float]]:
    """Return the map as data, row by row."""
    rows, cols = shape(v)
    return [[round(float(chances[row * cols + col]), 12) for col in range(cols)] for row in range(rows)]


def fleets_words(rows: int, total: float, error: float) -> str:
    """Say how many fleets explain the view, as estimated from those drawn."""
    if total != total:
        return f"The fleets that explain what was said are too many to count; {rows:,} were drawn."
    about, by = rounded(total, 3), rounded(error, 1)
    return f"About {about:,.0f} fleets (standard error {by:,.0f}) explain what was said; {rows:,} were drawn."


def rounded(value: float, digits: int) -> float:
    """Round to so many significant digits."""
    return float(f"{value:.{digits}g}")
