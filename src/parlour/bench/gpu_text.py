"""The figures of `parlour bench gpu` as lines of text and as a table of a page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

NONE = "none"  # where there is nothing to show
COLUMNS = ("game", "1 core", "cores", "GPU", "x core", "plies/s", "compile", "mean", "plies", "same")
WIDTHS = (20, 8, 8, 8, 7, 8, 8, 8, 7, 6)


def figure(value: float | None) -> str:
    """Write a rate with three digits that count: 812, 36.9k, 4.02M, 3.61G."""
    if value is None:
        return NONE
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= 0.9995 * size:
            return f"{value / size:.3g}{letter}"
    return f"{value:.3g}"


def head() -> str:
    """Return the line over the columns."""
    return _aligned(COLUMNS)


def cells(row: Mapping[str, Any]) -> list[str]:
    """Write a row's figures: games a second, the GPU against one core, plies a second on the GPU."""
    best = row["gpu"] or row["cores"]
    seconds, times = row["compile_seconds"], row["times_core"]
    same = NONE if row["equal"] is None else "yes" if row["equal"] and row["agree"] is not False else "NO"
    return [
        row["game"],
        *(figure(row[name] and row[name]["rate"]) for name in ("core", "cores", "gpu")),
        NONE if times is None else f"{times:,.0f}",
        figure(row["steps_a_second"]),
        NONE if seconds is None else f"{seconds:.1f} s",
        NONE if best is None else f"{best['mean']:+.4f}",
        NONE if best is None or not best["plies"] else f"{best['plies']:.2f}",
        same,
    ]


def line(row: Mapping[str, Any]) -> str:
    """Write a row as a line, with what a GPU refused below it."""
    told = [_aligned(cells(row))]
    if row["refused"]:
        told.append(f"  {row['refused']}")
    return "\n".join(told)


def _aligned(words: Any) -> str:
    name, *rest = (f"{word:>{width}}" for word, width in zip(words, WIDTHS, strict=True))
    return f"{name.strip():{WIDTHS[0]}} " + " ".join(rest)


def page(found: Mapping[str, Any]) -> str:
    """Draw a whole measurement as a table of a page, with what it was measured on."""
    of, seconds = found["machine"], found["settings"]["seconds"]
    told = f"{of['gpu'] or 'No GPU'}; {of['cpu']} with {of['cores']} cores; {of['date']}, {seconds:g} s each."
    lines = [told, "", f"| {' | '.join(COLUMNS)} |", f"|---|{'---:|' * (len(COLUMNS) - 1)}"]
    return "\n".join([*lines, *(f"| {' | '.join(cells(row))} |" for row in found["rows"])])
