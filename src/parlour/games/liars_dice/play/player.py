"""What all Liar's Dice players share: a memory of the rounds shown, past matches, and time to think."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from parlour.beliefs.history import past_matches
from parlour.core.choice import Candidate, Choice
from parlour.core.limit import Limit
from parlour.core.memory import Past
from parlour.core.strategy import Strategy, option
from parlour.core.view import View
from parlour.games.liars_dice.belief.habits import Habits
from parlour.games.liars_dice.belief.rounds import Memory, Round, past_rounds
from parlour.games.liars_dice.bids import all_bids
from parlour.games.liars_dice.play.words import held_words, percent


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

    def weighed(
        self, view: View, action: int, chances: dict[int, float], holds: float, by: tuple[str, str]
    ) -> tuple[list[Candidate], dict[str, Any], list[str]]:
        """Return the bids it weighed and the call, the chances as evidence, and both in words.

        `by` says what the chance of the last bid goes by, and that of one's own.
        """
        v = view.state
        shown = {a: p for a, p in chances.items() if a == action or p >= 0.01}
        candidates = [Candidate(a, view.format(a), note=f"holds: {percent(p)}") for a, p in shown.items()]
        evidence: dict[str, Any] = {"own_bids_hold": {view.format(a): p for a, p in shown.items()}}
        reasons = []
        if v.last >= 0:
            liar = all_bids(v.table)
            candidates.append(Candidate(liar, view.format(liar), note=f"right: {percent(1.0 - holds)}"))
            evidence |= {"holds": holds, "wrong": 1.0 - holds}
            reasons.append(held_words(v, self.seat, v.last, holds, by[0]))
        if action in chances:
            reasons.insert(0, held_words(v, self.seat, action, chances[action], by[1]))
        candidates.sort(key=lambda c: (c.action != action, -chances.get(c.action, 1.0 - holds), c.action))
        return candidates, evidence, reasons


class LearningPlayer(DicePlayer):
    """Learn from the rounds that were shown, in this match and in past ones."""

    name = ""

    history: str = option("", "file of past matches to learn from: records, or an arena's event", local=True)

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._memory = Memory()
        self._past: list[Round] = []
        if self.history:
            self.recall(past_matches(self.history, self.game, self.seat))

    def recall(self, past: Sequence[Past]) -> None:
        """Remember the rounds that were shown in earlier matches with those who are here again."""
        mine = [match for match in past if match.view.game.name == self.game.name]
        self._past += past_rounds(mine, self._past[-1].match + 1 if self._past else 0)

    def remembered(self, rounds: Sequence[Round], players: Sequence[int]) -> dict[int, dict[str, float]]:
        """Return what these players did in the rounds of earlier matches, those that were shown."""
        found = {}
        for player in players:
            habits, matches = Habits(0.0, 0), set()
            for shown in rounds:
                seat = shown.seat_of(player)
                if shown.match >= 0 and seat >= 0:
                    matches.add(shown.match)
                    habits.note_round(seat, shown)
            if habits.judged:
                counts = {"bids": habits.judged, "bluffs": habits.bluffs, "calls": habits.calls}
                share = habits.bluffs / habits.judged
                found[player] = {"matches": len(matches), **counts, "bluff_share": share}
        return found

    def rounds(self, view: View) -> list[Round]:
        """Return all rounds shown so far, the oldest first."""
        return self._past + self._memory.follow(view)
