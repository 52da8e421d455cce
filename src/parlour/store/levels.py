"""How strong the levels are: as tools/rate_levels.py has measured them, medium being 1500 in every game."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).parent.parent / "data" / "level_ratings.json"
ANCHORED, ANCHOR = "medium", 1500.0


class Measured(NamedTuple):
    """A level's rating, its standard error, and the games it was measured in."""

    rating: float
    error: float
    games: int


@cache
def level_ratings(game: str) -> dict[str, Measured]:
    """Return the ratings of a game's levels by name; none where nothing was measured."""
    found = _file().get(game, {})
    return {
        level: Measured(each["rating"], each["error"], int(each["games"])) for level, each in found.items()
    }


@cache
def _file() -> dict[str, dict[str, dict[str, float]]]:
    found: dict[str, dict[str, dict[str, float]]] = json.loads(FILE.read_text(encoding="utf-8"))
    return found
