"""Checkers by search: alpha-beta on bitboards, with every endgame of up to four pieces looked up."""

from __future__ import annotations

from math import exp
from typing import Any

from parlour.core import sofar
from parlour.core.choice import Candidate, Choice
from parlour.core.errors import Unsuitable
from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.remarks import counted
from parlour.core.rng import Stream
from parlour.core.rules import OVER
from parlour.core.solve import Solution
from parlour.core.strategy import Strategy, option
from parlour.core.view import View
from parlour.games.checkers import State, captures, play, read, turn
from parlour.games.checkers.play.endgames import PIECES, knows
from parlour.games.checkers.play.engine import DEEPEST, Engine, Root, certain, roots, slim, table_value
from parlour.games.checkers.play.kernel import FAR, WIN
from parlour.search.deepening import CUTS, HITS, NODES, Findings, nodes_within
from parlour.search.explain import many, reasons

SCALE = 130.0  # hundredths of a man that make an expected result of 0.46
NEARLY = 0.99  # the value of a win by the table that a draw rule may spoil
SOLVING = 30_000_000  # positions that solving may visit, when nothing else is said


class Draughts(Strategy):
    """Search checkers deeply with alpha-beta; look endgames of up to four pieces up."""

    name = "draughts"

    depth: int = option(0, "turns to look ahead; 0 is as deep as the other limits allow", low=0, high=DEEPEST)
    nodes: int = option(1_000_000, "positions to visit at most", low=1, high=10**12)
    table: int = option(18, "the transposition table has 2**table entries", low=4, high=26)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._engine: Engine | None = None

    def choose(self, view: View, limit: Limit) -> Choice:
        """Deepen until the limit; among equals take any, among drawn endgames the one hardest to hold."""
        moves = roots(slim(view.state))
        if len(moves) == 1 and not self.thorough:
            action, words = moves[0].actions[0], moves[0].words
            return Choice(action, words, (Candidate(action, words),), reasons=(_only(view.state),))
        engine = self._ready()
        engine.prepare(view, nodes_within(limit, self.nodes, self.depth))
        deepest = limit.depth or self.depth or DEEPEST

        def so_far(found: Findings[Root]) -> None:
            sofar.tell(view, lambda: self._explain(view, found.moves, found.depth))

        found = engine.deepen(moves, deepest, self.thorough, limit.cap, so_far)
        return self._explain(view, found.moves, found.depth)

    def _ready(self) -> Engine:
        if self._engine is None:
            self._engine = Engine(self.table)
        return self._engine

    def _explain(self, view: View, moves: list[Root], depth: int) -> Choice:
        s: State = view.state
        best = moves[0]
        equal = [m for m in moves if (m.value, m.depth, m.bound) == (best.value, best.depth, best.bound)]
        if best.value == 0 and all(knows(m.after) for m in equal):
            hardest = max(_pitfalls(m.after)[0] for m in equal)
            equal = [m for m in equal if _pitfalls(m.after)[0] == hardest]
        chosen = self.rng.choice(sorted(equal, key=lambda m: m.actions))
        shown = [m for m in moves if self.thorough or m is chosen or m in equal]
        shown.sort(key=lambda m: (m is not chosen, -m.value, m.actions))
        candidates = tuple(self._candidate(s, m) for m in shown)
        scratch = self._ready().scratch
        nodes = int(scratch[NODES])
        men = {m.words: m.value / 100 for m in shown if abs(m.value) < FAR and not certain(s, m)}
        why = _outlook(s, chosen, candidates[0])
        why += reasons(self.game, candidates, every=len(candidates) == len(moves))
        lesson = len(why)
        if all(knows(m.after) or turn(m.after) == OVER for m in moves):
            source = "endgame table"
            why.append(
                f"Every move leads to an ending of at most {PIECES} pieces, and the table holds them all."
            )
            if chosen.value == 0 and knows(chosen.after):
                lose, replies = _pitfalls(chosen.after)
                why.append(_traps(lose, replies))
        else:
            source = "search"
            why.append(
                f"Searched {many(nodes, 'position')}, {many(depth, 'turn')} deep and captures to their end."
            )
        return Choice(
            chosen.actions[0],
            chosen.words,
            candidates,
            evidence={"source": source} | ({"men": men} if men else {}),
            reasons=tuple(why),
            lesson=lesson,
            work={
                "nodes": nodes,
                "depth": depth,
                "exact": candidates[0].exact,
                "cutoffs": int(scratch[CUTS]),
                "table_hits": int(scratch[HITS]),
            },
        )

    def _candidate(self, s: State, move: Root) -> Candidate:
        value, exact, distance = _result(s, move)
        if exact:
            note = ""
        elif abs(move.value) > FAR:
            note = f"a {'win' if move.value > 0 else 'loss'}, if no draw rule comes first"
        else:
            note = f"{move.value / 100:+.2f} men at depth {move.depth}"
        line = (move.words, *self._ready().line(move.after))
        return Candidate(
            move.actions[0], move.words, value, exact=exact, distance=distance, line=line, note=note
        )

    @classmethod
    def solve(cls, game: Game, s: State, limit: Limit) -> Solution | None:
        """Look the position up, or search for a forced win or loss; raise Unsuitable when there is none."""
        player = cls(game, turn(s), Stream([0]), nodes=SOLVING, table=22)
        player.thorough = True
        choice = player.choose(game.view(s, turn(s)), limit)
        best = choice.candidates[0]
        losing = all(c.exact and c.value == -1.0 for c in choice.candidates)
        holding = best.exact and all(c.exact for c in choice.candidates)
        if not (holding or losing or (best.exact and best.value == 1.0)):
            raise Unsuitable(
                f"{game.name}: no forced win found within {choice.work['nodes']:,} positions, and more than "
                f"{PIECES} pieces are left; raise --limit nodes=..., or give more --moves"
            )
        equal = [c.move for c in choice.candidates if (c.value, c.distance) == (best.value, best.distance)]
        certificate = {
            "method": f"{choice.evidence['source']}, every ending of up to {PIECES} pieces known",
            "distance": best.distance,
            "line": list(best.line),
            "moves": {c.move: c.value for c in choice.candidates},
            **choice.work,
        }
        return Solution(best.value or 0.0, turn(s), tuple(sorted(equal)), certificate)


def _only(s: State) -> str:
    return "It is the only move: jumping is compulsory." if captures(s) else "It is the only move."


def _outlook(s: State, move: Root, c: Candidate) -> list[str]:
    """Say who wins or loses pieces in the line to expect, where nothing is proven."""
    if c.exact or len(c.line) < 2:
        return []
    end = s
    for words in c.line:
        for action in read(end, words):
            end = play(end, action)
    won = s.theirs.bit_count() - _pieces(end, 1 - s.player)
    lost = s.mine.bit_count() - _pieces(end, s.player)
    if won == lost:
        even = "the pieces stay even" if won else "no piece is taken"
        return [f"In the line that the search expects {even}."]
    seat = s.player if won > lost else 1 - s.player
    return [f"In the line that the search expects {{{seat} gains}} {counted(abs(won - lost), 'piece')}."]


def _pieces(s: State, seat: int) -> int:
    return (s.mine if s.player == seat else s.theirs).bit_count()


def expected(value: int) -> float:
    """Turn hundredths of a man into an expected result between -1 and 1."""
    return 2.0 / (1.0 + exp(-value / SCALE)) - 1.0


def _result(s: State, move: Root) -> tuple[float, bool, int | None]:
    """Give the value of a move on the scale of the results, whether it is proven, and how far the end is."""
    sign = (move.value > 0) - (move.value < 0)
    if certain(s, move):
        return float(sign), True, WIN - abs(move.value) if sign else None
    if abs(move.value) > FAR:
        return sign * NEARLY, False, None
    return expected(move.value), False, None


def _traps(lose: int, replies: int) -> str:
    if replies == 1:
        return "There is only one reply, and it draws."  # for a drawn ending has a reply that holds it
    return f"{lose or 'None'} of the {replies} replies would lose."


def _pitfalls(s: State) -> tuple[int, int]:
    """Count the moves that lose a drawn endgame, and all moves."""
    moves = roots(s)
    return sum(table_value(m.after) < 0 for m in moves), len(moves)
