"""Counting what an opponent has chosen in a game of rounds, and answering the counts."""

from __future__ import annotations

from typing import Any

from parlour.search.explain import many
from parlour.search.repeated import Learner


class Frequency(Learner):
    """Count the opponent's actions and answer the mixture best."""

    name = "frequency"

    def start(self) -> None:
        """Start with empty counts."""
        self._counts = [0] * len(self.other_names)

    def learn(self, mine: int, theirs: int) -> None:
        """Count the opponent's action."""
        self._counts[theirs] += 1

    def aim(self) -> tuple[int, bool, list[str], dict[str, Any]]:
        """Answer what has been counted."""
        total, other = sum(self._counts), f"{{{1 - self.seat}}}"
        found: dict[str, Any] = {"counts": dict(zip(self.other_names, self._counts, strict=True))}
        if not total:
            return 0, False, [f"Nothing was seen of {other} yet: {self.unknown()}"], found
        action, edge = self.side.best([n / total for n in self._counts])
        most = max(range(len(self._counts)), key=lambda a: self._counts[a])
        chose = f"{other} chose {self.other_names[most]} in {self._counts[most]} of {many(total, 'round')}"
        alike = len({*self._counts}) == 1
        why = (
            f"{{{1 - self.seat} has}} chosen all equally often, in {many(total, 'round')}" if alike else chose
        )
        found |= {"edge": edge, "counted": total}
        if edge <= 0.0:
            return action, False, [f"{why}: nothing gains by that. {self.unknown()}"], found
        return action, True, [f"{why}: {self.gaining(action, edge)}"], found
