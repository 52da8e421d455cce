"""Blackjack by the exact value of every action, given the cards that are unseen."""

from __future__ import annotations

from parlour.games.blackjack.play.player import Player
from parlour.games.blackjack.play.sight import Sight


class ExactPlayer(Player):
    """Play what is worth most by the very cards that are unseen."""

    name = "exact_blackjack"

    def decide_on(self, it: Sight, legal: dict[int, float], true: float) -> tuple[int, tuple[str, ...]]:
        """Take the highest value."""
        return max(legal, key=lambda a: (legal[a], -a)), ()
