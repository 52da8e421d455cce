"""Habits in a game of rounds: a Markov table counts what one seat chose after each context.

A context is the last 0 to k rounds of both seats.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from parlour.core.strategy import option
from parlour.search.explain import many
from parlour.search.repeated import Learner

Rounds: TypeAlias = tuple[tuple[int, int], ...]
OWN, THEIRS = 0, 1
PRIOR = 1.0  # rounds that the even mixture counts for, before anything was seen


class Table:
    """Count what one seat chooses after each context: the last few rounds of both seats."""

    def __init__(self, whose: int, order: int, actions: int) -> None:
        self.whose = whose
        self.order = order
        self.actions = actions
        self._counts: dict[Rounds, list[int]] = {}

    def counts(self, recent: Rounds) -> list[int]:
        """Return what was counted in this context."""
        context = recent[len(recent) - self.order :] if self.order else ()
        return self._counts.get(context, [0] * self.actions)

    def chances(self, recent: Rounds) -> list[float] | None:
        """Return the chances of the next action; None where the context is new."""
        counts = self.counts(recent)
        total = sum(counts)
        if total == 0:
            return None
        return [(n + PRIOR / self.actions) / (total + PRIOR) for n in counts]

    def learn(self, recent: Rounds, pair: tuple[int, int]) -> None:
        """Count the action in its context."""
        if len(recent) >= self.order:
            context = recent[len(recent) - self.order :] if self.order else ()
            self._counts.setdefault(context, [0] * self.actions)[pair[self.whose]] += 1


class Markov(Learner):
    """Predict the opponent by what it did after the last rounds, and answer that."""

    name = "markov"

    order: int = option(1, "how many rounds back the habit is looked for", low=1, high=6)

    def start(self) -> None:
        """Start with an empty table."""
        self._table = Table(THEIRS, self.order, len(self.other_names))
        self._recent: Rounds = ()

    def learn(self, mine: int, theirs: int) -> None:
        """Count the opponent's action after the rounds before."""
        self._table.learn(self._recent, (mine, theirs))
        self._recent = (*self._recent, (mine, theirs))[-self.order :]

    def aim(self) -> tuple[int, bool, list[str], dict[str, Any]]:
        """Answer what usually follows."""
        chances = self._table.chances(self._recent)
        if chances is None:
            rounds = "Nothing was seen yet" if not self._recent else "These rounds have not come before"
            return 0, False, [f"{rounds}: {self.unknown()}"], {}
        action, edge = self.side.best(chances)
        fact = habit_words(self._table, self._recent, self.names, self.other_names, self.seat)
        found = {
            "pattern": self.game.names.tell(fact),
            "chances": dict(zip(self.other_names, chances, strict=True)),
            "edge": edge,
        }
        if edge <= 0.0:
            return action, False, [f"{fact}: nothing gains by that. {self.unknown()}"], found
        return action, True, [f"{fact}: {self.gaining(action, edge)}"], found


def habit_words(table: Table, recent: Rounds, names: list[str], other_names: list[str], seat: int) -> str:
    """Put a habit into words with its count, for the seat that looks for it."""
    counts = table.counts(recent)
    words = (names, other_names)[table.whose]
    most = max(range(len(counts)), key=lambda a: counts[a])
    own, other = f"{{{seat}}}", f"{{{1 - seat}}}"
    text = (
        f"{(own, other)[table.whose]} chose {words[most]} in {counts[most]} of {many(sum(counts), 'round')}"
    )
    return text + after_words(
        recent[len(recent) - table.order :] if table.order else (), names, other_names, seat
    )


def after_words(rounds: Rounds, names: list[str], other_names: list[str], seat: int) -> str:
    """Say which rounds came before; nothing if it does not matter."""
    said = [
        f"{{{seat}'s}} {names[mine]} and {{{1 - seat}'s}} {other_names[theirs]}" for mine, theirs in rounds
    ]
    return f" after {', then '.join(said)}" if said else ""
