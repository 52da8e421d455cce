"""Reading an opponent's throws in Rock-Paper-Scissors: finding patterns and staying a step ahead.

The pattern finder follows D. Egnor, "Iocaine Powder", ICGA Journal 23 (2000): predict each seat's next throw
from what came before, take each prediction at every level of second-guessing, and trust the one that would
have done best lately.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

from parlour.core import exhibit
from parlour.core.choice import Choice
from parlour.core.limit import Limit
from parlour.core.strategy import option
from parlour.core.view import View
from parlour.games.rock_paper_scissors import NAMES
from parlour.games.rock_paper_scissors.play.throwing import drawn
from parlour.search.explain import many
from parlour.search.markov import after_words
from parlour.search.repeated import Rememberer

EVEN = (1 / 3, 1 / 3, 1 / 3)
CHANCE_VARIANCE = 2 / 3  # of a round's result, 1, 0 or -1, against random throws


class Patterns(Rememberer):
    """Find a habit in either seat's throws and stay a step ahead of it (after Egnor 2000)."""

    name = "patterns"
    chose = "threw"
    decay: float = option(0.98, "how much of a score is kept each round", low=0.5, high=0.9999)
    proof: float = option(1.5, "standard deviations above chance before a pattern is played", low=0.0)

    def forget(self) -> None:
        """Start from what earlier matches have taught."""
        self._tables = [_Table(whose, order) for order in (0, 1, 2) for whose in (0, 1)]
        self._recent: tuple[tuple[int, int], ...] = ()
        self.remember()

    def learn(self, mine: int, theirs: int) -> None:
        """Score what each table would have thrown, then let it learn."""
        for table in self._tables:
            table.score(self._recent, theirs, self.decay)
            table.learn(self._recent, (mine, theirs))
        self._recent = (*self._recent, (mine, theirs))[-2:]

    def choose(self, view: View, limit: Limit) -> Choice:
        """Play the pattern with the best score, if chance would hardly reach that score; else anything."""
        rounds = self.follow(view)
        ready = [table for table in self._tables if table.predict(self._recent) >= 0]
        sure, shift, table = max(
            ((table.certainty(shift), shift, table) for table in ready for shift in range(3)),
            key=lambda found: found[0],
            default=(0.0, 0, self._tables[0]),
        )
        evidence: dict[str, Any] = {"rounds": rounds, "standard_deviations": sure}
        past, counted = self.remembered(NAMES)
        evidence |= counted
        other = f"{{{1 - view.seat}}}"
        if sure < self.proof or sure <= 0.0:
            why = (
                f"Nothing was seen of {other} yet"
                if not ready
                else f"{{{1 - view.seat} has}} shown no habit that stands out"
            )
            third = f"{why}, so any throw will do, each a third of the time."
            best = (
                f"After {many(rounds, 'round')} the best pattern is {sure:.1f} standard deviations above "
                f"chance; {self.proof:g} are asked for."
            )
            return drawn(self, EVEN, evidence, third, *past, best, lesson=1 + len(past))
        habit = table.predict(self._recent)
        action = (habit + shift) % 3
        expected = (action + 2) % 3
        fact = table.fact(self._recent, view.seat)
        net = table.scores[shift]
        told = self.game.names.tell(fact)
        evidence |= {"pattern": told, "expected": NAMES[expected], "score": net}
        first, *more = (
            f"{fact}: {{{1 - view.seat} is}} taken to throw {NAMES[expected]} next, "
            f"and {NAMES[action]} wins against that.",
            f"Going by that would have won {net:.1f} more of the recent rounds than it lost, "
            f"{sure:.1f} standard deviations above chance.",
        )
        shares = [float(a == action) for a in range(3)]
        counts = dict(zip(NAMES, table.counts_after(self._recent), strict=True))
        whose = f"{{{(view.seat, 1 - view.seat)[table.whose]}}}"
        seen = exhibit.bars(f"What {whose} threw in such rounds", counts)
        return drawn(self, shares, evidence, first, *past, *more, exhibits=(seen,), lesson=1 + len(past))


class _Table:
    """Count what one seat throws after each context: the last 0, 1 or 2 rounds of both seats."""

    def __init__(self, whose: int, order: int) -> None:
        self.whose = whose  # 0: this seat, 1: the opponent
        self.order = order
        self.counts: dict[tuple[tuple[int, int], ...], list[int]] = {}
        self.scores = [0.0, 0.0, 0.0]  # of throwing what is predicted, plus 0, 1 or 2
        self.squares = 0.0

    def _counts(self, recent: tuple[tuple[int, int], ...]) -> list[int] | None:
        if len(recent) < self.order:
            return None
        return self.counts.get(recent[len(recent) - self.order :])

    def predict(self, recent: tuple[tuple[int, int], ...]) -> int:
        """Return the throw seen most often in this context; -1 when it is new."""
        counts = self._counts(recent)
        return -1 if counts is None else _most(counts)

    def score(self, recent: tuple[tuple[int, int], ...], theirs: int, decay: float) -> None:
        """Reward each level of second-guessing by how it would have done against the throw."""
        predicted = self.predict(recent)
        scored = predicted >= 0
        self.squares = decay * decay * self.squares + scored
        for shift in range(3):
            result = (0, 1, -1)[(predicted + shift - theirs) % 3] if scored else 0
            self.scores[shift] = decay * self.scores[shift] + result

    def learn(self, recent: tuple[tuple[int, int], ...], thrown: tuple[int, int]) -> None:
        """Count the throw in its context."""
        if len(recent) >= self.order:
            context = recent[len(recent) - self.order :]
            self.counts.setdefault(context, [0, 0, 0])[thrown[self.whose]] += 1

    def certainty(self, shift: int) -> float:
        """Say how many standard deviations a score lies above what random throws would give."""
        return self.scores[shift] / sqrt(CHANCE_VARIANCE * self.squares) if self.squares > 0.0 else 0.0

    def counts_after(self, recent: tuple[tuple[int, int], ...]) -> list[int]:
        """Return how often each throw was seen in this context."""
        return self._counts(recent) or [0, 0, 0]

    def fact(self, recent: tuple[tuple[int, int], ...], seat: int) -> str:
        """Put the habit into words with its count, for the seat that looks for it."""
        counts = self.counts_after(recent)
        most = _most(counts)
        who = f"{{{(seat, 1 - seat)[self.whose]}}}"
        text = f"{who} threw {NAMES[most]} in {counts[most]} of {many(sum(counts), 'round')}"
        names = list(NAMES)
        return text + after_words(
            recent[len(recent) - self.order :] if self.order else (), names, names, seat
        )


def _most(counts: Sequence[int]) -> int:
    return max(range(3), key=lambda throw: counts[throw])
