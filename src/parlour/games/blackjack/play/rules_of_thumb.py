"""Blackjack by the rules of thumb that the game's own playouts follow."""

from __future__ import annotations

from parlour.games.blackjack.moves import by_thumb
from parlour.games.blackjack.play.player import Player
from parlour.games.blackjack.play.sight import Sight
from parlour.games.blackjack.words import MOVES


class RulesOfThumb(Player):
    """Never bust against 2 to 6, otherwise hit to 17 (soft 18); double 10 and 11 against less."""

    name = "rules_of_thumb"
    never = "By rule of thumb, never insure."

    def decide_on(self, it: Sight, legal: dict[int, float], true: float) -> tuple[int, tuple[str, ...]]:
        """Follow the rules that the game's own playouts follow."""
        s = it.state
        action = by_thumb(sum(1 << a for a in legal), s.facts[s.active], s.dealer_facts)
        return action, (f"By rule of thumb: {MOVES[action]} with {it.words} against {it.up_words}.",)
