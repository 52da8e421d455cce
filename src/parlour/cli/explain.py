"""A choice for people: in short the move and why, in full with the candidates, the exhibits and the work."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from parlour.cli import output
from parlour.core.draw.choice import COLUMNS

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from parlour.core.choice import Choice

MOST_SHOWN = 12  # entries of a mapping or a list of evidence shown


def brief_hint(choice: Choice, console: Console) -> None:
    """Print the move, which can be typed as it stands, and a sentence or three on why."""
    console.print(f"move: {choice.move}", style="bold", soft_wrap=True)
    output.sentences(choice.hint, console)


def show(choice: Choice, console: Console, most: int = 30) -> None:
    """Print the move and why, what it was weighed against, and what there is to show for it."""
    console.print(f"move: {choice.move}", style="bold", soft_wrap=True)
    evidence_shown(choice, console, most)


def evidence_shown(choice: Choice, console: Console, most: int) -> None:
    """Print all that a choice tells besides its move."""
    output.sentences(choice.reasons, console)
    if any(c.value is not None or c.probability is not None or c.visits for c in choice.candidates):
        console.print()
        console.print(candidates(choice, most), width=output.room(console))
    for exhibit in choice.exhibits:
        text = exhibit.text(output.room(console), output.is_plain(console))
        console.print(f"\n{text}", soft_wrap=True)
    if choice.work:
        work = ", ".join(f"{name.replace('_', ' ')} {brief(value)}" for name, value in choice.work.items())
        console.print()
        output.sentences([f"work: {work}"], console, "dim")


def candidates(choice: Choice, most: int) -> Table:
    """Tabulate the candidates, with the columns that some of them can fill."""
    rows = choice.candidates[:most]
    used = [name for name, text in COLUMNS.items() if any(text(c) for c in rows)]
    left = len(choice.candidates) - len(rows)
    table = output.table(
        "", "move", *used, right=("value", "plies", "win", "played", "visits"), fold=("line", "note")
    )
    for c in rows:
        chosen = c.action == choice.action
        texts = [COLUMNS[name](c) for name in used]
        table.add_row("*" if chosen else "", c.move, *texts, style="bold" if chosen else None)
    if left:
        table.add_row("", f"and {left} more", *[""] * len(used), style="dim")
    return table


def evidence(found: Mapping[str, Any]) -> list[str]:
    """Put a certificate into short lines; what is too long for one is left to --json."""
    texts = {name.replace("_", " "): brief(value) for name, value in found.items() if value is not None}
    told = {name: text for name, text in texts.items() if text}  # nothing found is nothing to tell
    return [f"{name}:{chr(10) if chr(10) in text else ' '}{text}" for name, text in told.items()]


def brief(value: Any) -> str:
    """Write any value in a few words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, Mapping):
        value = {key: part for key, part in value.items() if part is not None}
        parts = [f"{key} {brief(part)}" for key, part in list(value.items())[:MOST_SHOWN]]
        return _some(parts, len(value))
    if isinstance(value, (list, tuple)):
        if any(isinstance(part, (list, tuple, Mapping)) for part in value):
            return f"{len(value)} rows (see --json)"
        return _some([brief(part) for part in value[:MOST_SHOWN]], len(value), " ")
    return str(value)


def _some(parts: list[str], total: int, between: str = ", ") -> str:
    return between.join(parts) + (f" ... ({total} in all)" if total > len(parts) else "")
