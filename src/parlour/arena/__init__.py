"""Events: many matches between strategies, and what can honestly be said about the result."""

from __future__ import annotations

from parlour.arena.report import Forfeit, Pair, Result, Standing
from parlour.arena.run import run

__all__ = ["Forfeit", "Pair", "Result", "Standing", "run"]
