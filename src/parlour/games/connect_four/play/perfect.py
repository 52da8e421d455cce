"""Perfect play in Connect Four: the exact score of every move, by the book early on and then by search."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from parlour.compile.device import settle
from parlour.core.choice import Candidate, Choice
from parlour.core.exhibit import bars
from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.rng import Stream
from parlour.core.rules import play
from parlour.core.solve import Solution
from parlour.core.strategy import Strategy, option
from parlour.core.view import View
from parlour.games.connect_four import State
from parlour.games.connect_four.play import kernel
from parlour.games.connect_four.play.book import book_score, book_scores
from parlour.search.clock import deadline, interruptible
from parlour.search.deepening import UNLIMITED
from parlour.search.explain import best_first, many
from parlour.search.mcts import MCTS

HALF = 21  # discs of each player
SEARCHING = 0.6  # share of the time after which sampling takes over


class Perfect(Strategy):
    """Play Connect Four perfectly: win as soon as possible, lose as late as possible (Pons' scores)."""

    name = "perfect"

    nodes: int = option(200_000_000, "positions to search before sampling takes over", low=1, high=10**12)
    table: int = option(20, "the table has 2**table buckets of 32 bytes", low=8, high=26)
    book: bool = option(True, "look early positions up")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._table: Any = None

    def choose(self, view: View, limit: Limit) -> Choice:
        """Score every move; among the best take the most central."""
        counters = kernel.new_counters(limit.nodes or (UNLIMITED if limit.seconds else self.nodes))
        searching = limit.cap * SEARCHING if limit.cap else None
        with deadline(counters, kernel.STOP, searching):
            scores, source = interruptible(lambda: self._scores(view.state, counters), counters, kernel.STOP)
        if scores is None:
            return self._sampled(view, limit, int(counters[kernel.NODES]))
        return self._explain(view, scores, source, int(counters[kernel.NODES]))

    def _scores(self, s: State, counters: Any) -> tuple[dict[int, int] | None, str]:
        """Return the score of every move for the player to move, and where they come from."""
        known = book_scores(s) if self.book else None
        if known is not None:
            return known, "book"
        if self._table is None:
            self._table = kernel.new_table(self.table)
        best = book_score(s) if self.book else None  # where the book ends, it still says what is best
        scores = {}
        for action in self.game.legal(s):
            after = play(s, action)
            if after.won:
                scores[action] = (kernel.CELLS + 1 - s.ply) // 2
            elif after.ply == kernel.CELLS:
                scores[action] = 0
            else:
                low = -((kernel.CELLS - after.ply) // 2) if best is None else -best
                scores[action] = -int(kernel.score_above(after, low, self._table, 1, counters))
            if counters[kernel.STOPPED]:
                return None, "search"
        return scores, "search"

    def _explain(self, view: View, scores: dict[int, int], source: str, nodes: int) -> Choice:
        best = max(scores.values())
        equal = [a for a, score in scores.items() if score == best]
        action = min(equal, key=lambda a: (abs(a - 3), a))
        candidates = [
            Candidate(
                a,
                view.format(a),
                float((score > 0) - (score < 0)),
                exact=True,
                distance=plies_to_end(score, view.state.ply) if score else None,
                line=(view.format(a),),
            )
            for a, score in sorted(scores.items(), key=lambda each: -each[1])
        ]
        ranked = best_first(candidates, action)
        by_column = sorted(ranked, key=lambda c: c.action)
        ends = _ending(ranked[0], view.seat)
        reasons = [f"{ends[:1].upper()}{ends[1:]}."]
        as_good = [c.move for c in ranked[1:] if scores[c.action] == best]
        if as_good:
            reasons.append(f"As good: {', '.join(as_good)}.")
        worse = [c for c in ranked if scores[c.action] < best]
        if worse:
            reasons.append(f"The next best, {worse[0].move}: {_ending(worse[0], view.seat)}.")
        spent = (
            "All from the opening book."
            if source == "book"
            else f"Solved to the end in {many(nodes, 'position')}."
        )
        return Choice(
            action,
            candidates=ranked,
            evidence={
                "scores": {c.move: scores[c.action] for c in ranked},
                "moves_to_win": {c.move: _moves(c) for c in ranked if c.value},
                "source": source,
            },
            reasons=(*reasons, spent),
            work={"nodes": nodes, "exact": True},
            exhibits=(bars(_scale(view.seat), {c.move: scores[c.action] for c in by_column}),),
            lesson=len(reasons),
        )

    def _sampled(self, view: View, limit: Limit, nodes: int) -> Choice:
        """Fall back on tree search where the limit came before the end."""
        player = MCTS(self.game, self.seat, self.rng, playout="rules", keep=False)
        simulations = limit.simulations or (None if limit.seconds else 200_000)
        rest = limit.after(limit.cap * SEARCHING) if limit.cap else limit
        choice = player.choose(view, replace(rest, simulations=simulations))
        why = f"Not solved within {nodes:,} positions, so sampled."
        tree = choice.work.get("nodes", 0)
        work = {**choice.work, "nodes": nodes, "tree": tree, "exact": False}
        return replace(choice, evidence={"source": "sampling"}, reasons=(*choice.reasons, why), work=work)

    @classmethod
    def solve(cls, game: Game, s: State, limit: Limit) -> Solution | None:
        """Return the exact score as certificate; None when the limit comes first."""
        player = cls(game, game.turn(s), Stream([0]), nodes=limit.nodes or 10**12, table=22)
        counters = kernel.new_counters(limit.nodes or UNLIMITED)
        with deadline(counters, kernel.STOP, limit.cap):
            scores, source = interruptible(lambda: player._scores(s, counters), counters, kernel.STOP)
        if scores is None:
            return None
        return _solution(
            game,
            s,
            scores,
            "opening book" if source == "book" else "search to the end of every line",
            int(counters[kernel.NODES]),
        )

    @classmethod
    def solve_on(cls, game: Game, s: State, limit: Limit, device: str, target: float) -> Solution | None:
        """Solve on a GPU if one is asked for and the book ends: all positions some plies later at once."""
        if not cls.suits(game):
            return None
        if not device or settle(device) == "cpu" or book_scores(s) is not None:
            return cls.solve(game, s, limit)
        from parlour.games.connect_four.play.many import split

        began, most = time.monotonic(), limit.nodes or UNLIMITED
        cap = limit.cap or float("inf")
        solved = split(s, "gpu", goes_on=lambda nodes: nodes < most and time.monotonic() - began < cap)
        if solved is None:
            return None
        return _solution(game, s, solved[0], "search to the end of every line, on the GPU", solved[1])


def _solution(game: Game, s: State, scores: dict[int, int], method: str, nodes: int) -> Solution:
    """State the exact score, with those of all moves as certificate."""
    best = max(scores.values())
    certificate = {
        "method": method,
        "score": best,
        "scores": {game.format(s, a): score for a, score in scores.items()},
        "plies": plies_to_end(best, s.ply) if best else kernel.CELLS - s.ply,
        "nodes": nodes,
    }
    moves = tuple(game.format(s, a) for a, score in scores.items() if score == best)
    return Solution(float((best > 0) - (best < 0)), game.turn(s), moves, certificate)


def _ending(c: Candidate, seat: int) -> str:
    """Say how the game ends after a move with best play, and how soon."""
    if not c.value:
        return "with best play on both sides the game ends in a draw"
    winner = seat if c.value > 0 else 1 - seat
    moves = _moves(c)
    if moves == 1:
        return f"{{{winner} wins}} at once" if winner == seat else f"{{{winner} wins}} with the answer"
    return f"{{{winner}}} can force a win in {moves} moves, whatever {{{1 - winner} plays}}"


def _moves(c: Candidate) -> int:
    """Count the winner's own moves until four are made."""
    return ((c.distance or 0) + 1) // 2


def _scale(seat: int) -> str:
    return f"How each column ends: above 0 {{{seat} wins}}, below {{{1 - seat}}}; the sooner, the farther"


def plies_to_end(score: int, ply: int) -> int:
    """Turn a score for the player to move into the number of plies until four are made."""
    winner_moves_first = (ply % 2 == 0) == (score > 0)
    discs = HALF + 1 - abs(score)  # of the winner, at the end
    return (2 * discs - 1 if winner_moves_first else 2 * discs) - ply
