"""The rules of a game on the screen: its guide, a heading beside each text, the examples last."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from parlour.cli import output

if TYPE_CHECKING:
    from rich.console import Console

    from parlour.core.guide import Guide

EXAMPLES = "Examples"
GAP = 2


def show(guide: Guide, console: Console) -> None:
    """Print the guide."""
    for line in lines(guide, output.room(console)):
        console.print(line, soft_wrap=True)


def lines(guide: Guide, width: int) -> list[str]:
    """Lay the guide out in so many columns."""
    parts = guide.parts()
    widest = max(map(len, (*parts, EXAMPLES))) + GAP
    laid: list[str] = []
    for heading, text in parts.items():
        laid += _beside(heading, widest, wrap(text, width - widest))
    moves = max((len(move) for move, _ in guide.examples), default=0) + GAP
    told: list[str] = []
    for move, what in guide.examples:
        told += _beside(move, moves, wrap(what, max(width - widest - moves, 20)))
    return laid + (_beside(EXAMPLES, widest, told) if told else [])


def _beside(label: str, room: int, texts: list[str]) -> list[str]:
    """Put a label before the first of some lines and as much room before the others."""
    labels = [label, *[""] * len(texts)]
    return [f"{before:{room}}{text}".rstrip() for before, text in zip(labels, texts or [""], strict=False)]
