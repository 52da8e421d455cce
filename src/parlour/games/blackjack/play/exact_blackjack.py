"""Blackjack by the exact value of every action, given the cards that are unseen."""

from __future__ import annotations

from parlour.games.blackjack.cards import PLAY
from parlour.games.blackjack.play.player import Player
from parlour.games.blackjack.play.sight import Sight
from parlour.games.blackjack.words import MOVES


class ExactPlayer(Player):
    """Play what is worth most by the very cards that are unseen."""

    name = "exact_blackjack"

    def decide_on(self, it: Sight, legal: dict[int, float], true: float) -> tuple[int, tuple[str, ...]]:
        """Take the highest value."""
        action = max(legal, key=lambda a: (legal[a], -a))
        if it.state.phase != PLAY:
            return action, ()
        how = "loses least" if legal[action] < 0.0 else "wins most"
        return action, (f"With {it.words} against {it.up_words} {MOVES[action]} {how}.",)
