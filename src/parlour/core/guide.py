"""How a game is played, for people: what to read before the first move."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from types import ModuleType
from typing import Any

TOLD = {"legal": "Moves", "returns": "Result", "weights": "Chance", "mask": "Hidden"}  # docstrings shown


@dataclass(frozen=True)
class Guide:
    """The rules of a game in plain words, for the options as they are set.

    `examples` are moves with what they mean; each of them is legal somewhere in the game.
    """

    goal: str
    turn: str = ""  # how a turn goes
    end: str = ""  # what ends the game, and who has won
    symbols: str = ""  # what the signs on the board mean
    moves: str = ""  # how a move is written
    examples: tuple[tuple[str, str], ...] = ()
    more: tuple[tuple[str, str], ...] = ()  # further headings of the game's own, with their texts

    def parts(self) -> dict[str, str]:
        """Return the text by its headings, those with nothing to say left out."""
        own = {
            "Goal": self.goal,
            "A turn": self.turn,
            "The end": self.end,
            "Symbols": self.symbols,
            "Moves": self.moves,
            **dict(self.more),
        }
        return {heading: " ".join(text.split()) for heading, text in own.items() if text}

    def to_json(self) -> dict[str, Any]:
        """Return the guide as data."""
        return {"parts": self.parts(), "examples": [list(example) for example in self.examples]}

    def __str__(self) -> str:
        lines = [f"{heading}: {text}" for heading, text in self.parts().items()]
        widest = max((len(move) for move, _ in self.examples), default=0)
        return "\n".join([*lines, *(f"  {move:{widest}}  {what}" for move, what in self.examples)])


def from_docstrings(module: ModuleType, title: str) -> Guide:
    """Make a guide from what a rules file says of itself."""
    told = [(label, words.replace("`", "")) for label, words in facts(module).items()]
    return Guide(goal=summary(module, title).replace("`", "") or title, more=tuple(told))


def facts(module: ModuleType) -> dict[str, str]:
    """Return what a rules file says of moves, result, chance, what is hidden, and how moves are written."""
    told = {label: paragraph(getattr(module, verb, None)) for verb, label in TOLD.items()}
    written = paragraph(module.format) if hasattr(module, "format") else "The number of the action."
    return {label: words for label, words in {**told, "Move text": written}.items() if words}


def summary(module: ModuleType, title: str) -> str:
    """Say in a paragraph what the game is; empty if its file does not say."""
    words = paragraph(module).removeprefix(f"{title}: ")
    return words[:1].upper() + words[1:]


def paragraph(it: Any) -> str:
    """Return the first paragraph of a docstring as one line."""
    text = None if it is None else inspect.getdoc(it)
    return " ".join((text or "").partition("\n\n")[0].split())
