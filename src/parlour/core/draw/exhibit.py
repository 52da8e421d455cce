"""Draw an exhibit: as text, as SVG and as HTML, from one layout, so that they show the same."""

from __future__ import annotations

from html import escape
from typing import Any

from parlour.core.draw.measure import columns as width_of
from parlour.core.exhibit import Exhibit
from parlour.core.picture import Cell, Grid, Picture, Text

LONGEST_BAR = 30  # characters
NARROWEST_BAR = 8
MOST_ROWS = 40


def draw_text(exhibit: Exhibit, width: int = 80, ascii: bool = False) -> str:
    """Draw the caption and what it stands above."""
    if exhibit.kind == "bars":
        body = "\n".join(_bars(exhibit, width, "#" if ascii else "█"))
    elif exhibit.kind == "line":
        body = "  " + " ".join(exhibit.data["moves"])
    else:
        body = as_picture(exhibit).text()
    return f"{exhibit.caption}\n{body}"


def draw_svg(exhibit: Exhibit) -> str:
    """Draw the caption and the picture in one element."""
    picture = as_picture(exhibit)
    return Picture(picture.blocks, exhibit.caption).svg()


def draw_html(exhibit: Exhibit) -> str:
    """Draw a figure with its caption; tables and lines are text that can be copied."""
    caption = f"<figcaption>{escape(exhibit.caption)}</figcaption>"
    if exhibit.kind == "table":
        heads = "".join(f"<th>{escape(str(head))}</th>" for head in exhibit.data["columns"])
        rows = "".join(
            f"<tr>{''.join(f'<td>{escape(written(value))}</td>' for value in row)}</tr>"
            for row in exhibit.data["rows"][:MOST_ROWS]
        )
        body = f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>{escape(_left(exhibit))}"
    elif exhibit.kind == "line":
        body = f"<p>{escape(' '.join(exhibit.data['moves']))}</p>"
    else:
        body = as_picture(exhibit).svg()
    return f'<figure class="parlour-exhibit" style="margin:0;overflow-x:auto">{caption}{body}</figure>'


def as_picture(exhibit: Exhibit) -> Picture:
    """Describe an exhibit of any kind as a picture."""
    if exhibit.picture is not None:
        return exhibit.picture
    if exhibit.kind == "table":
        shown = exhibit.data["rows"][:MOST_ROWS]
        rows = tuple(tuple(Cell(written(value)) for value in row) for row in shown)
        grid = (
            Grid(rows, (), tuple(map(str, exhibit.data["columns"])), style="bare") if rows else Text("none")
        )
        left = _left(exhibit)
        return Picture((grid, Text(left)) if left else (grid,))
    if exhibit.kind == "bars":
        return Picture(tuple(Text(text) for text in _bars(exhibit, 80, "█")))
    return Picture((Text(" ".join(exhibit.data["moves"])),))


def _left(exhibit: Exhibit) -> str:
    left = len(exhibit.data["rows"]) - MOST_ROWS
    return f"and {left:,} more" if left > 0 else ""


def _bars(exhibit: Exhibit, width: int, ink: str) -> list[str]:
    values: dict[str, float] = exhibit.data["values"]
    unit = exhibit.data.get("unit", "")
    texts = {label: _amount(value, unit) for label, value in values.items()}
    labels = max(map(width_of, values), default=0)
    numbers = max(map(width_of, texts.values()), default=0)
    most = exhibit.data.get("most") or max((abs(value) for value in values.values()), default=0.0) or 1.0
    room = max(NARROWEST_BAR, min(LONGEST_BAR, width - labels - numbers - 6))
    return [
        f"  {label}{' ' * (labels - width_of(label))}  {texts[label]:>{numbers}}  "
        f"{ink * round(room * min(abs(value) / most, 1.0))}".rstrip()
        for label, value in values.items()
    ]


def _amount(value: float, unit: str) -> str:
    return f"{100 * value:.1f} %" if unit == "%" else f"{written(value)} {unit}".rstrip()


def written(value: Any) -> str:
    """Write a number without more digits than it has, anything else as it is."""
    if isinstance(value, float):
        return f"{value:.4f}".rstrip("0").rstrip(".") if abs(value) >= 5e-5 else "0"
    return str(value)
