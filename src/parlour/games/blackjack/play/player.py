"""What all Blackjack players share: the bets, and telling what every action is worth by the unseen cards."""

from __future__ import annotations

from typing import Any, ClassVar

from parlour.core.choice import Candidate, Choice
from parlour.core.exhibit import Exhibit, shares
from parlour.core.limit import Limit
from parlour.core.strategy import Strategy
from parlour.core.view import View
from parlour.core.words import percent
from parlour.games.blackjack import State
from parlour.games.blackjack.cards import BET, DECLINE, EARLY, GO, PLAY, SIDE, decks_of, top_bet
from parlour.games.blackjack.play.round import insurance_worth, natural_chance
from parlour.games.blackjack.play.sight import Sight, action_values, dealer_summary, hi_lo, sight
from parlour.games.blackjack.play.tables import ACE, BUST
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
        unit = "units" if top_bet(s.rules) > 1 else "bets"
        candidates = [
            Candidate(
                a,
                view.format(a),
                value,
                exact=True,
                note=_cost(value, worth, unit),
                told=f"{value:+.4f} {unit}",
            )
            for a, value in worth.items()
        ]
        evidence: dict[str, Any] = {"values": {view.format(a): value for a, value in worth.items()}}
        evidence["lost"] = max(worth.values()) - worth[action]
        evidence |= {"hand": it.words, "against": it.dealer, "over_21": it.over}
        if ends:
            evidence["dealer"] = dealer_summary(ends)
        if it.up == ACE and s.phase == EARLY:
            evidence["insurance"] = 2.0 * insurance_worth(natural_chance(it.up, it.shoe))
        return Choice(
            action,
            candidates=best_first(candidates, action),
            evidence={**evidence, **(count if decks_of(s.rules) else {})},
            reasons=(*why, *_why(view, worth, action, unit), *_risks(view, it.over, ends)),
            exhibits=(*_dealers(ends, it), *(self.charts(it) if self.thorough else ())),
        )

    def charts(self, it: Sight) -> tuple[Exhibit, ...]:
        """Show the chart that the hand was looked up in, if there is one."""
        return ()

    def stake(self, s: State, true: float) -> tuple[int, str]:
        """Choose the bet in units."""
        return 1, "A bet of 1: this player does not count the cards."

    def decide_on(self, it: Sight, legal: dict[int, float], true: float) -> tuple[int, tuple[str, ...]]:
        """Choose among the legal actions, each with its exact value; give words for it."""
        raise NotImplementedError


def _cost(value: float, worth: dict[int, float], unit: str) -> str:
    lost = max(worth.values()) - value
    return "best" if lost == 0.0 else f"costs {lost:.4f} {unit}"


def _why(view: View, worth: dict[int, float], action: int, unit: str) -> tuple[str, ...]:
    """Compare the best two actions, and own up to what a worse one costs."""
    ranked = sorted(worth, key=lambda a: -worth[a])
    words = []
    if len(ranked) > 1:
        best, second = ranked[0], ranked[1]
        bet = f" The bet is {view.state.bet} units." if view.state.bet > 1 else ""
        words.append(
            f"By the unseen cards {view.format(best)} is worth {worth[best]:+.4f} {unit} to {{{view.seat}}}, "
            f"{view.format(second)} {worth[second]:+.4f}.{bet}"
        )
    if worth[action] < worth[ranked[0]]:
        words.append(f"{view.format(action)} gives away {worth[ranked[0]] - worth[action]:.4f} {unit}.")
    return tuple(words)


def _risks(view: View, over: float, ends: tuple[float, ...]) -> tuple[str, ...]:
    """Say how likely either side is to go over 21."""
    if not ends or view.state.phase != PLAY:
        return ()
    who = f"{{{view.seat}}}"
    mine = (
        f"One more card takes {who} over 21 with {percent(over)}" if over else f"No card takes {who} over 21"
    )
    return (f"{mine}; the dealer goes bust with {percent(ends[BUST])}.",)


def _dealers(ends: tuple[float, ...], it: Sight) -> tuple[Exhibit, ...]:
    if not ends:
        return ()
    return (shares(f"How the dealer ends who shows {it.up_words}", dealer_summary(ends)),)
