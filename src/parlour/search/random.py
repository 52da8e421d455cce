"""Random play: the baseline that every other strategy must beat."""

from __future__ import annotations

from parlour.core.choice import Choice
from parlour.core.limit import Limit
from parlour.core.rules import random_action
from parlour.core.strategy import Strategy
from parlour.core.view import View


class Random(Strategy):
    """Play any legal move, each as likely as the other."""

    name = "random"

    def choose(self, view: View, limit: Limit) -> Choice:
        """Draw a legal action."""
        action = random_action(view.state, self.rng)
        return Choice(action, reasons=("Any legal move, each as likely as the other.",))
