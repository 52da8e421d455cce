"""Greedy play: one ply ahead by the game's evaluation, or by the result where the game ends."""

from __future__ import annotations

from parlour.core.choice import Candidate, Choice
from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.rules import OVER, AnyState, evaluate, fill, play, returns, turn
from parlour.core.strategy import Strategy, option
from parlour.core.view import View
from parlour.search.explain import best_first, many, reasons


class Greedy(Strategy):
    """Take the move whose position looks best at once; among equals, any."""

    name = "greedy"

    worlds: int = option(16, "worlds to average over where something is hidden", low=1, high=10_000)

    @classmethod
    def unfit(cls, game: Game) -> str:
        """The game must say what a position is worth."""
        return "" if hasattr(game.module, "evaluate") else "the game defines no evaluate()"

    def choose(self, view: View, limit: Limit) -> Choice:
        """Value every move by the position right after it."""
        count = self.worlds if self.game.traits.hidden else 1
        worlds = [fill(view.state, self.seat, self.rng) for _ in range(count)]
        values = {a: sum(self._worth(w, a) for w in worlds) / count for a in view.legal()}
        best = max(values.values())
        action = self.rng.choice([a for a, value in values.items() if value == best])
        candidates = [
            Candidate(a, view.format(a), v, line=(view.format(a),), note="one ply ahead")
            for a, v in values.items()
        ]
        ranked = best_first(candidates, action)
        plain = reasons(self.game, ranked)
        why = (*plain, f"Valued {many(len(values), 'position')}, one ply ahead.")
        work = {"nodes": len(values) * count}
        return Choice(action, candidates=ranked, reasons=why, work=work, lesson=len(plain))

    def _worth(self, s: AnyState, action: int) -> float:
        after = play(s, action)
        return float(returns(after)[self.seat] if turn(after) == OVER else evaluate(after, self.seat))
