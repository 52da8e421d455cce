"""A choice for people: the candidates as a table, the evidence, the reasons."""

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


def show(choice: Choice, console: Console, most: int = 30) -> None:
    """Print the move, what it was weighed against, and why."""
    console.print(f"move: {choice.move}", style="bold")
    if any(c.value is not None or c.probability is not None or c.visits for c in choice.candidates):
        console.print()
        console.print(candidates(choice, most))
    for lines in filter(None, (evidence(choice.evidence), choice.reasons)):
        console.print()
        for line in lines:
            console.print(line, soft_wrap=not console.is_terminal)
    if choice.work:
        work = ", ".join(f"{name.replace('_', ' ')} {brief(value)}" for name, value in choice.work.items())
        console.print(f"\nwork: {work}", style="dim", soft_wrap=not console.is_terminal)


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
    """Put a strategy's own evidence into short lines; what is too long for one is left to --json."""
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
