"""Draw a picture as plain text."""

from __future__ import annotations

from parlour.core.draw.layout import lay_out
from parlour.core.picture import Picture


def draw_text(picture: Picture) -> str:
    """Draw with printable characters alone, trailing spaces stripped, no newline at the end."""
    lines = ("".join(span.text for span in line).rstrip() for line in lay_out(picture))
    return "\n".join(lines).rstrip("\n")
