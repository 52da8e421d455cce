"""Draw a choice as HTML, for notebooks: the move, the reasons, and the candidates as a table."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from parlour.core.choice import Candidate, Choice
from parlour.core.words import short

MOST = 30  # candidates shown
LONGEST_LINE = 10  # moves of a line shown
CELL = "text-align:left;padding:.1em .7em .1em 0"


def draw_choice(choice: Choice) -> str:
    """Draw the decision; columns that no candidate can fill are left out."""
    move = escape(choice.move or str(choice.action))
    parts = [f"<p><b>{move}</b></p>", *(f"<p>{escape(reason)}</p>" for reason in choice.reasons)]
    rows = choice.candidates[:MOST]
    used = {name: text for name, text in COLUMNS.items() if any(text(c) for c in rows)}
    if used:
        heads = "".join(f'<th style="{CELL}">{escape(name)}</th>' for name in ("", "move", *used))
        lines = [_row(c, list(used.values()), c.action == choice.action) for c in rows]
        left = len(choice.candidates) - len(rows)
        more = f"<p>and {left:,} more</p>" if left > 0 else ""
        body = "".join(lines)
        parts.append(f"<table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>{more}")
    parts += [exhibit.html() for exhibit in choice.exhibits]
    return f'<div class="parlour-choice">{"".join(parts)}</div>'


def _row(c: Candidate, columns: list[Callable[[Candidate], str]], chosen: bool) -> str:
    texts = ["*" if chosen else "", c.move or str(c.action), *(text(c) for text in columns)]
    cells = "".join(f'<td style="{CELL}">{escape(text)}</td>' for text in texts)
    return f'<tr style="font-weight:bold">{cells}</tr>' if chosen else f"<tr>{cells}</tr>"


def _value(c: Candidate) -> str:
    if c.told:
        return c.told
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
