"""How a game goes, in the words of its rules file: what it is, its moves, its result, what is hidden."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from parlour.core.game import Game

TOLD = {"legal": "Moves", "returns": "Result", "weights": "Chance", "mask": "Hidden"}  # docstrings shown


def summary(game: Game) -> str:
    """Say in a paragraph what the game is; empty if its file does not say."""
    words = paragraph(game.module).removeprefix(f"{game.title}: ")
    return words[:1].upper() + words[1:]


def facts(game: Game) -> dict[str, str]:
    """Give what the rules file says of moves, result, chance, what is hidden, and how moves are written."""
    told = {label: paragraph(getattr(game.module, verb, None)) for verb, label in TOLD.items()}
    written = paragraph(game.module.format) if hasattr(game.module, "format") else "The number of the action."
    return {label: words for label, words in {**told, "Move text": written}.items() if words}


def paragraph(it: Any) -> str:
    """Give the first paragraph of a docstring as one line."""
    text = None if it is None else inspect.getdoc(it)
    return " ".join((text or "").partition("\n\n")[0].split())
