"""Draw a choice as HTML, for notebooks: the move, the reasons, and the candidates as a table."""

from __future__ import annotations

from collections.abc import Callable

from parlour.core.choice import Candidate, Choice
from parlour.core.draw.page import block, paragraph, table
from parlour.core.words import short

MOST = 30  # candidates shown
LONGEST_LINE = 10  # moves of a line shown


def draw_choice(choice: Choice) -> str:
    """Draw the decision; columns that no candidate can fill are left out."""
    parts = [paragraph(choice.move or str(choice.action), bold=True), *map(paragraph, choice.reasons)]
    rows = choice.candidates[:MOST]
    used = {name: text for name, text in COLUMNS.items() if any(text(c) for c in rows)}
    if used:
        lines = [_texts(c, list(used.values()), c.action == choice.action) for c in rows]
        chosen = next((at for at, c in enumerate(rows) if c.action == choice.action), -1)
        left = len(choice.candidates) - len(rows)
        more = f"<p>and {left:,} more</p>" if left > 0 else ""
        parts.append(table(("", "move", *used), lines, chosen) + more)
    parts += [exhibit.html() for exhibit in choice.shown]
    return block("choice", parts)


def _texts(c: Candidate, columns: list[Callable[[Candidate], str]], chosen: bool) -> list[str]:
    return ["*" if chosen else "", c.move or str(c.action), *(text(c) for text in columns)]


def _value(c: Candidate) -> str:
    if c.told:
        return f"{c.told} exact" if c.exact else c.told
    return "" if c.value is None else f"{short(c.value)} exact" if c.exact else f"{c.value:+.3f}"


def _line(c: Candidate) -> str:
    if len(c.line) < 2:
        return ""
    return " ".join(c.line[:LONGEST_LINE]) + (" ..." if len(c.line) > LONGEST_LINE else "")


COLUMNS: dict[str, Callable[[Candidate], str]] = {
    "value": _value,
    "95 %": lambda c: "" if c.low is None or c.high is None else f"{c.low:+.3f} to {c.high:+.3f}",
    "plies": lambda c: "" if c.distance is None else str(c.distance),
    "win": lambda c: "" if c.win is None else f"{c.win:.1%}",
    "played": lambda c: "" if c.probability is None else f"{c.probability:.1%}",
    "visits": lambda c: "" if c.visits is None else f"{c.visits:,}",
    "line": _line,
    "note": lambda c: c.note,
}
