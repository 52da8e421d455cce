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

    def aim(self) -> tuple[int, bool, str, dict[str, Any]]:
        """Answer what has been counted."""
        total = sum(self._counts)
        found: dict[str, Any] = {"counts": dict(zip(self.other_names, self._counts, strict=True))}
        if not total:
            return 0, False, "Nothing was seen yet: plays the equilibrium.", found
        action, edge = self.side.best([n / total for n in self._counts])
        most = max(range(len(self._counts)), key=lambda a: self._counts[a])
        why = (
            f"The opponent chose {self.other_names[most]} {self._counts[most]} of {many(total, 'time')}: "
            f"{self.names[action]} does best against its counts, {edge:+.3f} a round."
        )
        return action, edge > 0.0, why, {**found, "edge": edge}
