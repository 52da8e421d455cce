"""What all Blackjack players share: the bets, and telling what every action is worth by the unseen cards."""

from __future__ import annotations

from typing import Any, ClassVar

from parlour.core.choice import Candidate, Choice
from parlour.core.limit import Limit
from parlour.core.strategy import Strategy
from parlour.core.view import View
from parlour.games.blackjack import State
from parlour.games.blackjack.cards import BET, DECLINE, EARLY, GO, PLAY, SIDE, decks_of
from parlour.games.blackjack.play.round import insurance_worth, natural_chance
from parlour.games.blackjack.play.sight import Sight, action_values, dealer_summary, hi_lo, sight
from parlour.games.blackjack.play.tables import ACE
from parlour.search.explain import best_first


class Player(Strategy):
    """What all players share: the bets, and the telling of exact values."""

    name = ""
    never: ClassVar[str] = ""  # what it says to insurance, if that never changes

    def choose(self, view: View, limit: Limit) -> Choice:
        """Bet, or decide about the hand."""
        s = view.state
        running, true = hi_lo(s)
        count = {"running_count": running, "true_count": true}
        if s.phase == SIDE:
            return Choice(GO, evidence=count, reasons=("No side bet: each costs more than the game.",))
        if s.phase == BET:
            units, said = self.stake(s, true)
            return Choice(GO + units, evidence=count, reasons=(said,))
        it = sight(s)
        values, ends = action_values(it)
        legal = {action: values[action] for action in view.legal()}
        declines = s.phase == EARLY and bool(self.never)
        action, why = (DECLINE, (self.never,)) if declines else self.decide_on(it, legal, true)
        worth = {a: s.bet * value for a, value in legal.items()}  # in units, as results are counted
        candidates = [
            Candidate(a, view.format(a), value, exact=True, note=_cost(value, worth))
            for a, value in worth.items()
        ]
        evidence: dict[str, Any] = {"values": {view.format(a): value for a, value in worth.items()}}
        evidence["lost"] = max(worth.values()) - worth[action]
        if ends:
            evidence["dealer"] = dealer_summary(ends)
        if it.up == ACE and s.phase == EARLY:
            evidence["insurance"] = 2.0 * insurance_worth(natural_chance(it.up, it.shoe))
        return Choice(
            action,
            candidates=best_first(candidates, action),
            evidence={**evidence, **(count if decks_of(s.rules) else {})},
            reasons=(*why, *_why(view, worth, action, ends)),
        )

    def stake(self, s: State, true: float) -> tuple[int, str]:
        """Choose the bet in units."""
        return 1, "A bet of 1: this player does not count."

    def decide_on(self, it: Sight, legal: dict[int, float], true: float) -> tuple[int, tuple[str, ...]]:
        """Choose among the legal actions, each with its exact value; give words for it."""
        raise NotImplementedError


def _cost(value: float, units: dict[int, float]) -> str:
    lost = max(units.values()) - value
    return "best" if lost == 0.0 else f"costs {lost:.4f} units"


def _why(view: View, units: dict[int, float], action: int, ends: tuple[float, ...]) -> tuple[str, ...]:
    ranked = sorted(units, key=lambda a: -units[a])
    words = []
    if len(ranked) > 1:
        best, second = ranked[0], ranked[1]
        bet = f" The bet is {view.state.bet} units." if view.state.bet > 1 else ""
        words.append(
            f"By the unseen cards {view.format(best)} is worth {units[best]:+.4f} units, "
            f"{view.format(second)} {units[second]:+.4f}.{bet}"
        )
    if units[action] < units[ranked[0]]:
        words.append(f"{view.format(action)} gives away {units[ranked[0]] - units[action]:.4f} units.")
    if ends and view.state.phase == PLAY:
        words.append(f"The dealer goes bust with probability {ends[5]:.3f}.")
    return tuple(words)
