"""Write the SVG shapes that boards are made of: escaped, and the same bytes for the same numbers."""

from __future__ import annotations

from html import escape
from typing import Any, NamedTuple

from parlour.core.draw.measure import columns

SANS = "system-ui, 'Segoe UI', Roboto, Helvetica, Arial, 'DejaVu Sans', sans-serif"
# Widths of a character are estimates on the wide side: nobody can say here what font a reader has.
_EM = {"normal": 0.62, "bold": 0.72}


class Box(NamedTuple):
    """Hold elements drawn from (0, 0) with the room they take; tall ones are set apart from neighbours."""

    width: float
    height: float
    parts: tuple[str, ...]
    tall: bool = False


def element(name: str, *children: str, text: str = "", **attributes: str | float) -> str:
    """Write one element; an attribute's underscores become hyphens, its value and the text are escaped."""
    written = "".join(f' {key.replace("_", "-")}="{_value(value)}"' for key, value in attributes.items())
    inside = "".join(children) + escape(text)
    return f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>"


def _value(value: str | float) -> str:
    if isinstance(value, str):
        return escape(value)
    return number(value)


def number(value: float) -> str:
    """Write a number with two decimals at most."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def label(
    text: str, x: float, y: float, size: float, fill: str, anchor: str = "middle", weight: str = "normal"
) -> str:
    """Write a text centred on the height y; x is its start, middle or end, as the anchor says."""
    # Renderers disagree on dominant-baseline; a third of the size below the middle is right for most fonts.
    return element(
        "text",
        x=x,
        y=y + 0.355 * size,
        font_size=size,
        font_weight=weight,
        text_anchor=anchor,
        fill=fill,
        text=text,
    )


def rect(x: float, y: float, width: float, height: float, **how: Any) -> str:
    """Write a rectangle."""
    return element("rect", x=x, y=y, width=width, height=height, **how)


def line(x1: float, y1: float, x2: float, y2: float, ink: str, width: float) -> str:
    """Write a line with round ends."""
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=ink, stroke_width=width, stroke_linecap="round")


def circle(x: float, y: float, radius: float, fill: str, stroke: str = "none", width: float = 0) -> str:
    """Write a circle; the stroke lies inside the radius."""
    return element("circle", cx=x, cy=y, r=radius - width / 2, fill=fill, stroke=stroke, stroke_width=width)


def path(
    drawing: str, x: float, y: float, size: float, fill: str, stroke: str = "none", width: float = 0
) -> str:
    """Write an outline that is drawn in a box from -1 to 1, moved to (x, y) and enlarged to a size."""
    where = f"translate({number(x)} {number(y)}) scale({number(size)})"
    return element("path", d=drawing, transform=where, fill=fill, stroke=stroke, stroke_width=width)


def glyph(
    text: str,
    x: float,
    y: float,
    size: float,
    fill: str,
    room: float,
    anchor: str = "middle",
    weight: str = "bold",
) -> str:
    """Write a cell's text, shrunk to the room there is; ●, ○ and · become true circles."""
    if text in ("●", "○", "·"):
        radius = size * 0.42
        centre = x + {"start": radius, "middle": 0.0, "end": -radius}[anchor]
        if text == "·":
            return circle(centre, y, size * 0.14, fill)
        if text == "●":
            return circle(centre, y, radius, fill)
        return circle(centre, y, radius, "none", fill, size * 0.13)
    if not text:
        return ""
    return label(
        text, x, y, size * min(1, room / (text_width(text, size, weight) or 1)), fill, anchor, weight
    )


def text_width(text: str, size: float, weight: str = "normal") -> float:
    """Estimate the width of a text."""
    return columns(text) * size * _EM[weight]
