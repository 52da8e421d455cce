"""Draw a picture as HTML, for notebooks and pages."""

from __future__ import annotations

from html import escape

from parlour.core.draw.svg import draw_svg
from parlour.core.draw.text import draw_text
from parlour.core.picture import Picture


def draw_html(picture: Picture) -> str:
    """Draw a figure: the SVG in line, and under a fold the same board as text for screen readers."""
    return (
        '<figure class="parlour-picture" style="margin:0;overflow-x:auto">'
        f"{draw_svg(picture)}"
        "<details><summary>As text</summary>"
        f'<pre style="line-height:1.2">{escape(draw_text(picture))}</pre>'
        "</details></figure>"
    )
