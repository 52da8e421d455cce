"""What all Liar's Dice players share: a memory of the rounds shown, past matches, and time to think."""

from __future__ import annotations

import time
from typing import Any

from parlour.beliefs.history import past_views
from parlour.core.choice import Choice
from parlour.core.limit import Limit
from parlour.core.strategy import Strategy, option
from parlour.core.view import View
from parlour.games.liars_dice.belief.rounds import Memory, Round, past_rounds


class DicePlayer(Strategy):
    """Wait if asked to, then choose."""

    name = ""  # a base, not a strategy to be named

    think_time: float = option(0.0, "seconds to wait before each move, as a person would", low=0.0, high=60.0)

    def choose(self, view: View, limit: Limit) -> Choice:
        """Pick a bid or a call."""
        if self.think_time:
            time.sleep(self.think_time)
        return self.select(view, limit)

    def select(self, view: View, limit: Limit) -> Choice:
        """Do the choosing."""
        raise NotImplementedError


class LearningPlayer(DicePlayer):
    """Learn from the rounds that were shown, in this match and in past ones."""

    name = ""

    history: str = option("", "file of past matches to learn from: records, or an arena's event")

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._memory = Memory()
        self._past = past_rounds(past_views(self.history, self.game, self.seat)) if self.history else []

    def rounds(self, view: View) -> list[Round]:
        """Give all rounds shown so far, the oldest first."""
        return self._past + self._memory.follow(view)
