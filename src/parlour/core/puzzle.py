"""Puzzles: positions with the moves that are proven best. A game keeps its own beside its rules.

They are found, not listed: `puzzles.json` in a game's folder, or `NAME.puzzles.json` beside a game of one
file, a user's too. The file is made by `tools/make_puzzles.py`, or by hand:

    {"judge": "expert", "puzzles": [{"moves": "4 4 3", "options": {}, "best": ["5"], "task": "Win."}]}

`theme` and `grade` are optional; a grade counts the levels of the game that miss the solution.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

from parlour.core.analyse import EXPERT, analyse, view_of
from parlour.core.choice import Choice
from parlour.core.errors import BadRules, ParlourError, UnknownName, clipped
from parlour.core.game import Game
from parlour.core.jsonable import plain
from parlour.core.limit import Limit
from parlour.core.moves import out_of_a_row
from parlour.core.options import from_json
from parlour.core.registry import game_names, rules_module, settled_game
from parlour.core.review.loss import said
from parlour.core.rules import mask, play
from parlour.core.view import View

FILE = "puzzles.json"
NOISE = 1e-9  # by which exact values may differ and be the same


@dataclass(frozen=True)
class Puzzle:
    """A position and what is best there; `number` counts from 1 within its game."""

    game: Game
    number: int
    moves: tuple[str, ...]  # that lead to it
    best: tuple[str, ...]
    task: str = "Find the best move."
    theme: str = ""
    grade: int | None = None
    judge: str = EXPERT  # who has proven it, and says why

    @cached_property
    def view(self) -> View:
        """Return the position, as the seat knows it that is to move."""
        try:
            view = view_of(self.game, self.moves)
            for move in self.best:
                self.game.read(view.state, move)
        except ParlourError as error:
            raise BadRules(f"puzzle {self.number}: {error}") from None
        if not view.moves() or not self.best:
            raise BadRules(f"{self.game.name}: puzzle {self.number}: nobody is to move, or nothing is best")
        return view

    def is_right(self, move: str) -> bool:
        """Say whether a move is among the best; raise IllegalMove for what is none."""
        actions = self.game.read(self.view.state, move)
        return any(actions == self.game.read(self.view.state, best) for best in self.best)

    def after(self, move: str) -> View:
        """Return the position once the move is played, as its player sees it."""
        view, s = self.view, self.view.world()
        actions = self.game.read(view.state, move)
        for action in actions:
            s = play(s, action)
        history = (*view.history, *((view.seat, action) for action in actions))
        return View(view.game, view.seat, mask(s, view.seat), history)

    def verdict(self, move: str, choice: Choice) -> str:
        """Say whether a move solves it, and if not, what it is worth beside the best."""
        if self.is_right(move):
            others = [best for best in self.best if best != move]
            also = f"; so {'are' if len(others) > 1 else 'is'} {', '.join(others)}" if others else ""
            return f"{move} is right{also}."
        values = {c.move: said(self.game, c) for c in choice.candidates if c.exact and c.value is not None}
        best = next((best for best in self.best if best in values), "")
        if move not in values or not best:
            return f"{move} is not the best."
        return f"{move} is not the best: it {values[move]}, and {best} {values[best]}."

    def to_json(self) -> dict[str, Any]:
        """Return all of it but the solution."""
        return {
            "game": self.game.name,
            "number": self.number,
            "options": plain(self.game.changed_options()),
            "moves": list(self.moves),
            "task": self.task,
            "theme": self.theme,
            "grade": self.grade,
        }


def puzzles(game: Game | str) -> list[Puzzle]:
    """Return the puzzles of a game, the easiest first; none if it has none."""
    module = settled_game(game).module
    path = _file(module)
    if not path.is_file():
        return []
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        judge = str(data.get("judge", EXPERT))
        return [_read(module, number, judge, each) for number, each in enumerate(data["puzzles"], 1)]
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadRules(f"{path.name}: {type(error).__name__}: {error}; see parlour.core.puzzle") from None
    except ParlourError as error:
        raise BadRules(f"{path.name}: {error}") from None


def puzzle(game: Game | str, number: int) -> Puzzle:
    """Return one puzzle of a game."""
    game = settled_game(game)
    found = puzzles(game)
    if not found:
        raise UnknownName(f"{game.name} has no puzzles; {_those_with()}")
    if not 1 <= number <= len(found):
        raise UnknownName(
            f"{game.name} has no puzzle {clipped(number)}; give a number from 1 to {len(found)}"
        )
    return found[number - 1]


def games_with_puzzles() -> list[str]:
    """Name the games that have puzzles."""
    return [name for name in game_names() if _file(rules_module(name)).is_file()]


def prove(game: Game, moves: Sequence[str], judge: str, limit: Limit | None = None) -> Choice | None:
    """Let a judge value every move of a position; None unless all these values are exact."""
    choice = analyse(game, moves, judge, limit)
    view = view_of(game, moves)
    proven = {c.move for c in choice.candidates if c.exact and c.value is not None}
    return choice if proven >= set(view.moves()) else None


def best_of(choice: Choice) -> tuple[str, ...]:
    """List the moves of an exact choice that are worth most."""
    values = {c.move: c.value for c in choice.candidates if c.value is not None}
    return tuple(sorted(move for move, value in values.items() if value > max(values.values()) - NOISE))


def _file(module: ModuleType) -> Path:
    home = Path(str(module.__file__))
    return home.parent / FILE if home.name == "__init__.py" else home.with_suffix(f".{FILE}")


def _read(module: ModuleType, number: int, judge: str, data: Mapping[str, Any]) -> Puzzle:
    moves, best = data.get("moves", ""), data["best"]
    moves = out_of_a_row(moves) if isinstance(moves, str) else moves
    rest = {key: data[key] for key in ("task", "theme", "grade") if key in data}
    game = Game(module, **from_json(data.get("options", {})))
    return Puzzle(game, number, tuple(moves), tuple(best), judge=judge, **rest)


def _those_with() -> str:
    names = games_with_puzzles()
    return f"these have some: {', '.join(names)}" if names else "no game has any"
