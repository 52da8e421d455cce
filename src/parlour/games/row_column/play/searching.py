"""What the two searches of Row-Column share: the horizon's worth, the table, and how they tell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parlour.core.bits import count
from parlour.core.choice import Choice
from parlour.core.strategy import Strategy, option
from parlour.core.view import View
from parlour.games.row_column import State
from parlour.games.row_column.play.search import Found, Searcher, Weights
from parlour.search.deepening import CUTS, HITS, NODES
from parlour.search.explain import best_first, many, reasons


class Searching(Strategy):
    """What the two searches of Row-Column share: the horizon's worth, the table, and how they tell."""

    name = ""  # not a strategy by itself

    mobility: float = option(0.1, "points that a move at the horizon is worth", low=-100.0, high=100.0)
    potential: float = option(0.1, "share of the numbers in reach at the horizon", low=-1.0, high=1.0)
    table: int = option(20, "the table has 2**table entries", low=4, high=24)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._searcher: Searcher | None = None

    def searcher(self, s: State) -> Searcher:
        """Return the searcher of this state's square; it serves the whole match."""
        if self._searcher is None or self._searcher.matrix != s.matrix:
            self._searcher = Searcher(s, self.table, Weights(self.mobility, self.potential))
        return self._searcher

    def explain(
        self, view: View, found: Found, counters: Any, how: str, plan: Mapping[str, int] | None = None
    ) -> Choice:
        """Choose any of the best moves and say what was found."""
        action = self.rng.choice(found.best())
        searcher = self.searcher(view.state)
        ranked = best_first(searcher.candidates(view, found, action, self.thorough), action)
        work = work_of(view.state, found, counters)
        spent = f"{how} Visited {many(work['nodes'], 'position')} to depth {work['depth']}"
        spent += ", and reached the end of every line: the value is exact." if found.settled else "."
        why = reasons(self.game, ranked)
        return Choice(
            action, candidates=ranked, reasons=(*why, spent), work={**work, **(plan or {})}, lesson=len(why)
        )


def work_of(s: State, found: Found, counters: Any) -> dict[str, Any]:
    """Say what a search has cost, and how far it went."""
    return {
        "nodes": int(counters[NODES]),
        "depth": min(found.depth, count(s.left)),
        "exact": found.settled,
        "cutoffs": int(counters[CUTS]),
        "table_hits": int(counters[HITS]),
        "cells_left": count(s.left),
    }
