"""Blackjack by basic strategy, derived for the rules of the table."""

from __future__ import annotations

from parlour.games.blackjack.cards import DECLINE, EARLY, STAND, SURRENDER
from parlour.games.blackjack.play.basic import basic_order, code
from parlour.games.blackjack.play.player import Player
from parlour.games.blackjack.play.sight import Sight


class BasicStrategy(Player):
    """Play basic strategy, derived for the rules of the table; no insurance."""

    name = "basic_strategy"

    def decide_on(self, it: Sight, legal: dict[int, float], true: float) -> tuple[int, tuple[str, ...]]:
        """Look the hand up."""
        if it.state.phase == EARLY:
            leave = SURRENDER in legal and legal[SURRENDER] > legal[DECLINE]
            return (SURRENDER if leave else DECLINE), ("Basic strategy never insures.",)
        return looked_up(it, legal, it.state.rules, ())


def looked_up(
    it: Sight, legal: dict[int, float], rules: int, shoe: tuple[int, ...]
) -> tuple[int, tuple[str, ...]]:
    """Look a hand up in the basic strategy of the rules and a shoe."""
    row = it.row
    if it.pair:
        order = basic_order(rules, it.up, it.pair, shoe)
        if order[0] in legal:
            words = f"Basic strategy for {it.words} against {it.dealer}: {code(order, it.pair)}."
            return order[0], (words,)
    order = basic_order(rules, it.up, row, shoe)
    action = next(a for a in (*order, STAND) if a in legal)
    return action, (f"Basic strategy for {row[0]} {row[1]} against {it.dealer}: {code(order, row)}.",)
