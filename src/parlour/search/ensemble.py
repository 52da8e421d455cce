"""Second-guessing in a game of rounds: many hypotheses of the opponent, and trust in what predicts best.

A hypothesis turns a Markov table into a prediction of the opponent: that it goes on like that; that it
answers what this seat's own table predicts; or that it expects to be answered and answers that (after
D. Egnor, "Iocaine Powder", ICGA Journal 23, 2000). Each is scored by what answering it would have earned,
over all rounds and over recent ones.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from parlour.core.strategy import option
from parlour.search.markov import OWN, Rounds, Table, habit_words
from parlour.search.repeated import Learner, Security

GOES_ON, ANSWERS, ANSWERS_ANSWER = range(3)
LONGEST = 180  # letters of a sentence that a learner reads
MEMORIES = (1.0, 0.97)  # how much of a score is kept each round: everything, or the recent past


class Hypothesis:
    """A table, how it is taken for a prediction of the opponent, and how well that has gone."""

    def __init__(self, table: Table, taken: int) -> None:
        self.table = table
        self.taken = taken
        self.sums = [0.0] * len(MEMORIES)
        self.squares = [0.0] * len(MEMORIES)

    def predict(self, recent: Rounds, side: Security) -> list[float] | None:
        """Return the chances of the opponent's next action; None where there is nothing to go by."""
        chances = self.table.chances(recent)
        if chances is None or self.taken == GOES_ON:
            return chances
        if self.taken == ANSWERS_ANSWER:
            mine = side.best(chances)[0]
            chances = [float(a == mine) for a in range(len(side.gains))]
        answer = side.reply(chances)
        return [float(a == answer) for a in range(len(side.theirs))]

    def score(self, earned: float) -> None:
        """Take in what answering the prediction would have earned, above the value."""
        for i, kept in enumerate(MEMORIES):
            self.sums[i] = kept * self.sums[i] + earned
            self.squares[i] = kept * kept * self.squares[i] + earned * earned

    def certainty(self) -> tuple[float, float]:
        """Return how many standard deviations the better score lies above nought, and its mean.

        The mean is over as many rounds as the memory holds, so that a recent habit has its own.
        """
        best = (0.0, 0.0)
        for total, square in zip(self.sums, self.squares, strict=True):
            if square > 0.0:
                best = max(best, (total / sqrt(square), total))
        return best


class Ensemble(Learner):
    """Keep many hypotheses of the opponent and trust the one that has predicted best, once it is proven."""

    name = "ensemble"

    order: int = option(2, "how many rounds back habits are looked for", low=0, high=4)
    proof: float = option(
        1.7, "standard deviations above nought before a habit is played", low=0.0, high=100.0
    )

    def start(self) -> None:
        """Start with empty tables."""
        sizes = (len(self.names), len(self.other_names))
        self._tables = [Table(whose, n, sizes[whose]) for n in range(self.order + 1) for whose in (0, 1)]
        self._hypotheses = [
            Hypothesis(table, taken)
            for table in self._tables
            for taken in ((ANSWERS,) if table.whose == OWN else (GOES_ON, ANSWERS_ANSWER))
        ]
        self._recent: Rounds = ()
        self._predicted: list[list[float] | None] | None = None

    def _predictions(self) -> list[list[float] | None]:
        if self._predicted is None:
            self._predicted = [h.predict(self._recent, self.side) for h in self._hypotheses]
        return self._predicted

    def learn(self, mine: int, theirs: int) -> None:
        """Score every hypothesis by what answering it would have earned, then let the tables count."""
        for hypothesis, chances in zip(self._hypotheses, self._predictions(), strict=True):
            if chances is not None:
                answer = self.side.best(chances)[0]
                hypothesis.score(self.side.gains[answer][theirs] - self.side.value)
        for table in self._tables:
            table.learn(self._recent, (mine, theirs))
        self._recent = (*self._recent, (mine, theirs))[-self.order :] if self.order else ()
        self._predicted = None

    def aim(self) -> tuple[int, bool, list[str], dict[str, Any]]:
        """Answer the hypothesis that has proved itself best, if it has enough."""
        ready = [
            (*hypothesis.certainty(), -index)
            for index, (hypothesis, chances) in enumerate(
                zip(self._hypotheses, self._predictions(), strict=True)
            )
            if chances is not None
        ]
        sure, score, negative = max(ready, default=(0.0, 0.0, 0))
        found: dict[str, Any] = {"standard_deviations": sure}
        other = f"{{{1 - self.seat}}}"
        if not ready:
            return 0, False, [f"Nothing was seen of {other} yet: {self.unknown()}"], found
        if sure < self.proof or sure <= 0.0:
            best = f"The best of the habits tried is {sure:.1f} standard deviations above chance; "
            why = [f"{{{1 - self.seat} has}} shown no habit that is proven: {self.unknown()}"]
            return 0, False, [*why, f"{best}{self.proof:g} are asked for."], found
        hypothesis, chances = self._hypotheses[-negative], self._predictions()[-negative]
        assert chances is not None
        action, edge = self.side.best(chances)
        expected = self.other_names[max(range(len(chances)), key=lambda a: chances[a])]
        fact = habit_words(hypothesis.table, self._recent, self.names, self.other_names, self.seat)
        taken = (
            f"{{{1 - self.seat} goes}} on like that",
            f"{{{1 - self.seat} answers}} that",
            f"{{{1 - self.seat} answers}} the answer to that",
        )[hypothesis.taken]
        found |= {
            "pattern": self.game.names.tell(fact),
            "taken_for": self.game.names.tell(taken),
            "chances": dict(zip(self.other_names, chances, strict=True)),
            "edge": edge,
            "score": score,
        }
        next_comes = f"If {taken}, {expected} comes next: {self.gaining(action, edge)}"
        told = f"{fact}. {next_comes}"
        why = [
            *([told] if len(told) <= LONGEST else [f"{fact}.", next_comes]),
            f"Of the habits tried this one has predicted best: {score:+.1f} in the rounds it remembers, "
            f"{sure:.1f} standard deviations above chance.",
        ]
        return action, edge > 0.0, why, found
