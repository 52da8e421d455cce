"""Events: many matches between strategies, and what can honestly be said about the result."""

from __future__ import annotations

from parlour.arena.report import Forfeit as Forfeit
from parlour.arena.report import Pair as Pair
from parlour.arena.report import Result as Result
from parlour.arena.report import Standing as Standing
from parlour.arena.run import run as run

__all__ = ["Forfeit", "Pair", "Result", "Standing", "run"]
