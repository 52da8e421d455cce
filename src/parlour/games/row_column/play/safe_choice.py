"""Safe choice for Row-Column: what a number gains, less the best it opens to the other, and two parities."""

from __future__ import annotations

from typing import NamedTuple

from parlour.core.bits import WORD
from parlour.core.choice import Candidate, Choice
from parlour.core.limit import Limit
from parlour.core.strategy import Strategy, option
from parlour.core.view import View
from parlour.games.row_column import State, action_of, cell_of, number_at, side
from parlour.search.explain import best_first


class Weighed(NamedTuple):
    """One cell and what speaks for it."""

    action: int
    value: int
    reply: int  # the highest number it opens to the other, 0 if it opens none
    replies: int  # how many it opens
    row_parity: int  # 1 if the highest number then left in the row is there an even number of times, else -1
    column_parity: int
    score: float

    @property
    def signals(self) -> int:
        """Count the parities that are +1."""
        return (self.row_parity > 0) + (self.column_parity > 0)


class SafeChoice(Strategy):
    """Take what gains most over the best reply; parities of the highest numbers left tip the balance.

    A line whose highest number stands there an even number of times (never, in an empty line) counts as safe.
    Among equal scores: more safe lines, then a safe row, then a safe column, then further down, then further
    right.
    """

    name = "safe_choice"

    alpha: float = option(1.0, "weight of the number taken", low=-1e6, high=1e6)
    beta: float = option(1.0, "weight of the other's best reply", low=-1e6, high=1e6)
    gamma: float = option(0.15, "weight of the number of safe lines", low=-1e6, high=1e6)
    delta: float = option(0.05, "weight of the row's parity", low=-1e6, high=1e6)
    epsilon: float = option(0.05, "weight of the column's parity", low=-1e6, high=1e6)
    jitter: float = option(0.0, "size of a random number added to each score", low=0.0, high=1e6)

    def choose(self, view: View, limit: Limit) -> Choice:
        """Weigh every cell; no tree is searched."""
        s: State = view.state
        lead = float(s.first - s.second) * (1.0 if view.seat == 0 else -1.0)
        weighed = [self._weigh(s, a) for a in view.legal()]
        best = max(weighed, key=lambda w: _rank(s, w))
        moves = {w.action: view.format(w.action) for w in weighed}
        candidates = [
            Candidate(
                w.action,
                moves[w.action],
                lead + w.score,
                line=(moves[w.action],),
                note=_note(w, 1 - view.seat),
            )
            for w in weighed
        ]
        return Choice(
            best.action,
            candidates=best_first(candidates, best.action),
            evidence={moves[w.action]: w._asdict() for w in weighed},
            reasons=self._why(view, best, weighed, lead),
            work={"nodes": len(weighed), "lead": lead},
        )

    def _weigh(self, s: State, a: int) -> Weighed:
        n = side(s)
        row, column = divmod(cell_of(s, a), n)
        along = [number_at(s, b) for k in range(n) if (b := action_of(s, row, k)) != a and _is_left(s, b)]
        down = [number_at(s, b) for k in range(n) if (b := action_of(s, k, column)) != a and _is_left(s, b)]
        value, reply = number_at(s, a), max(along + down, default=0)
        signs = (_parity(along), _parity(down))
        score = (
            self.alpha * value
            - self.beta * reply
            + self.gamma * signs.count(1)
            + self.delta * signs[0]
            + self.epsilon * signs[1]
        )
        if self.jitter > 0.0:
            score += self.jitter * self.rng.uniform()
        # Equal sums must stay equal whatever the order of their parts was.
        return Weighed(a, value, reply, len(along + down), *signs, round(score, 9))

    def _why(self, view: View, best: Weighed, weighed: list[Weighed], lead: float) -> tuple[str, ...]:
        move, other = view.format(best.action), 1 - view.seat
        words = [
            f"{move} takes {best.value} and {_opened(best, other)}; with the parities of its row "
            f"({best.row_parity:+d}) and column ({best.column_parity:+d}) its score is "
            f"{_scored(best, lead)}."
        ]
        equal = [view.format(w.action) for w in weighed if w.score == best.score and w != best]
        if equal:
            words.append(f"As high: {', '.join(equal)}; {move} comes first by its parities and its place.")
        others = [w for w in weighed if w.score < best.score]
        if others:
            second = max(others, key=lambda w: _rank(view.state, w))
            words.append(
                f"The next, {view.format(second.action)}, takes {second.value} and {_opened(second, other)}: "
                f"its score is {_scored(second, lead)}."
            )
        return (*words, f"Weighed {len(weighed)} cells, one reply ahead.")


def _scored(w: Weighed, lead: float) -> str:
    """Write a score, and what it comes to with the lead so far, by which moves are listed."""
    return f"{w.score:g}" + (f" ({lead + w.score:+g} with the lead of {lead:+g})" if lead else "")


def _opened(w: Weighed, other: int) -> str:
    return f"opens {w.reply if w.replies else 'nothing'} to {{{other}}}"


def _is_left(s: State, a: int) -> bool:
    return bool(s.left[a // WORD] >> a % WORD & 1)


def _parity(line: list[int]) -> int:
    return 1 if line.count(max(line, default=0)) % 2 == 0 else -1


def _rank(s: State, w: Weighed) -> tuple[float, int, int, int, int]:
    # Cells count from the top left, so the greatest of equals is the furthest down, then right.
    return (w.score, w.signals, w.row_parity, w.column_parity, cell_of(s, w.action))


def _note(w: Weighed, other: int) -> str:
    return f"takes {w.value}, {_opened(w, other)}, parities {w.row_parity:+d} and {w.column_parity:+d}"
