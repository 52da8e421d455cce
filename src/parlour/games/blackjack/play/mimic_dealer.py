"""Blackjack by the dealer's own rule."""

from __future__ import annotations

from parlour.games.blackjack.cards import HIT, STAND, total_of
from parlour.games.blackjack.play.player import Player
from parlour.games.blackjack.play.sight import Sight


class MimicDealer(Player):
    """Hit to 17 as the dealer does; never double, split, surrender or insure."""

    name = "mimic_dealer"
    never = "The dealer never insures."

    def decide_on(self, it: Sight, legal: dict[int, float], true: float) -> tuple[int, tuple[str, ...]]:
        """Hit below 17."""
        total = total_of(it.state.facts[it.state.active])
        action = HIT if total < 17 and HIT in legal else STAND
        return action, (f"The dealer's own rule: {'hit' if action == HIT else 'stand'} on {it.words}.",)
