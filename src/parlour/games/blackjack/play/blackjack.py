"""Blackjack players: the dealer's own rule, basic strategy, exact values, and Hi-Lo counting.

All tell the same things: what every action is worth by the unseen cards, what a worse one costs, how the
dealer's hand ends, what insurance is worth, and the count.
"""

from __future__ import annotations

from math import floor
from typing import Any

from parlour.core.choice import Candidate, Choice
from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.rules import AnyState, turn
from parlour.core.solve import Solution
from parlour.core.strategy import Strategy, option
from parlour.core.view import View
from parlour.games.blackjack.cards import (
    BET,
    DECLINE,
    EARLY,
    GO,
    HIT,
    INSURANCE,
    PLAY,
    SIDE,
    STAND,
    SURRENDER,
    decks_of,
    top_bet,
    total_of,
)
from parlour.games.blackjack.moves import by_thumb
from parlour.games.blackjack.play.basic import as_text, basic_order, code, table
from parlour.games.blackjack.play.round import insurance_worth, natural_chance, round_of
from parlour.games.blackjack.play.sight import Sight, action_values, dealer_told, hi_lo, sight
from parlour.games.blackjack.play.tables import ACE
from parlour.games.blackjack.play.value import DECK
from parlour.search.explain import best_first

INFINITE = 15  # the bits of the decks in a word of rules
SKEW = 40  # cards of a deck that the count tells apart


class Player(Strategy):
    """What all players share: the bets, and the telling of exact values."""

    name = ""
    games = ("blackjack",)

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
        action, why = self.decide_on(it, legal, true)
        worth = {a: s.bet * value for a, value in legal.items()}  # in units, as results are counted
        told = [
            Candidate(a, view.format(a), value, exact=True, note=_cost(value, worth))
            for a, value in worth.items()
        ]
        evidence: dict[str, Any] = {"values": {view.format(a): value for a, value in worth.items()}}
        evidence["lost"] = max(worth.values()) - worth[action]
        if ends:
            evidence["dealer"] = dealer_told(ends)
        if it.up == ACE and s.phase == EARLY:
            evidence["insurance"] = 2.0 * insurance_worth(natural_chance(it.up, it.shoe))
        return Choice(
            action,
            candidates=best_first(told, action),
            evidence={**evidence, **(count if decks_of(s.rules) else {})},
            reasons=(*why, *_why(view, worth, action, ends)),
        )

    def stake(self, s: AnyState, true: float) -> tuple[int, str]:
        """Choose the bet in units."""
        return 1, "A bet of 1: this player does not count."

    def decide_on(self, it: Sight, legal: dict[int, float], true: float) -> tuple[int, tuple[str, ...]]:
        """Choose among the legal actions, each with its exact value; give words for it."""
        raise NotImplementedError


class MimicDealer(Player):
    """Hit to 17 as the dealer does; never double, split, surrender or insure."""

    name = "mimic_dealer"

    def decide_on(self, it: Sight, legal: dict[int, float], true: float) -> tuple[int, tuple[str, ...]]:
        """Hit below 17."""
        if it.state.phase == EARLY:
            return DECLINE, ("The dealer never insures.",)
        total = total_of(it.state.facts[it.state.active])
        action = HIT if total < 17 and HIT in legal else STAND
        return action, (f"The dealer's own rule: {'hit' if action == HIT else 'stand'} on {it.words}.",)


class RulesOfThumb(Player):
    """Never bust against 2 to 6, otherwise hit to 17 (soft 18); double 10 and 11 against less."""

    name = "rules_of_thumb"

    def decide_on(self, it: Sight, legal: dict[int, float], true: float) -> tuple[int, tuple[str, ...]]:
        """Follow the rules that the game's own playouts follow."""
        if it.state.phase == EARLY:
            return DECLINE, ("By rule of thumb, never insure.",)
        s = it.state
        action = by_thumb(sum(1 << a for a in legal), s.facts[s.active], s.dealer_facts)
        return action, (f"By rule of thumb with {it.words} against {it.dealer}.",)


class BasicStrategy(Player):
    """Play basic strategy, derived for the rules of the table; no insurance."""

    name = "basic_strategy"

    def decide_on(self, it: Sight, legal: dict[int, float], true: float) -> tuple[int, tuple[str, ...]]:
        """Look the hand up."""
        if it.state.phase == EARLY:
            leave = SURRENDER in legal and legal[SURRENDER] > legal[DECLINE]
            return (SURRENDER if leave else DECLINE), ("Basic strategy never insures.",)
        return looked_up(it, legal, it.state.rules, ())


class ExactPlayer(Player):
    """Play what is worth most by the very cards that are unseen."""

    name = "exact_blackjack"

    def decide_on(self, it: Sight, legal: dict[int, float], true: float) -> tuple[int, tuple[str, ...]]:
        """Take the highest value."""
        return max(legal, key=lambda a: (legal[a], -a)), ()


class CardCounter(ExactPlayer):
    """Count by Hi-Lo: more on the table when the true count is high; play by exact values or by the count.

    The bet is 1 unit up to a true count of 1, and `ramp` units more for each further one, up to `spread`.
    With play=index every hand is played by the basic strategy of an infinite shoe with that count.
    """

    name = "card_counter"

    spread: int = option(12, "the highest bet, in units", low=1, high=40)
    ramp: int = option(3, "units more for each true count above 1", low=1, high=40)
    play: str = option("exact", "decide by exact values or by the true count", choices=("exact", "index"))

    def stake(self, s: AnyState, true: float) -> tuple[int, str]:
        """Bet by the true count."""
        units = bet_at(floor(true), min(self.spread, top_bet(s.rules)), self.ramp)
        return units, f"A bet of {units} at a true count of {true:+.1f}."

    def decide_on(self, it: Sight, legal: dict[int, float], true: float) -> tuple[int, tuple[str, ...]]:
        """Play by values or by the table for the count."""
        if self.play == "exact":
            return super().decide_on(it, legal, true)
        if it.state.phase == EARLY:
            shoe = counted_shoe(true)
            insure = INSURANCE in legal and insurance_worth(natural_chance(ACE, shoe)) > 0.0
            leave = SURRENDER in legal and legal[SURRENDER] > legal[DECLINE]
            action = INSURANCE if insure else SURRENDER if leave else DECLINE
            return action, (
                f"At a true count of {true:+.1f} insurance {'pays' if insure else 'does not pay'}.",
            )
        rules = it.state.rules & ~INFINITE
        return looked_up(it, legal, rules, counted_shoe(true))


def bet_at(count: int, most: int, ramp: int) -> int:
    """Give the bet for a true count, rounded down."""
    return min(most, max(1, 1 + ramp * (count - 1)))


def counted_shoe(true: float) -> tuple[int, ...]:
    """Give a shoe with a true count (to the whole number below): tens and aces more likely, 2 to 6 less."""
    count = min(max(floor(true), -20), 20)
    return tuple(
        many * (SKEW + count * (value in (0, 9)) - count * (1 <= value <= 5))
        for value, many in enumerate(DECK)
    )


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


class BlackjackSolver(ExactPlayer):
    """The exact player under the game's own name, which also solves: the value of a round, and its table."""

    name = "blackjack"

    @classmethod
    def solve(cls, game: Game, s: AnyState, limit: Limit) -> Solution | None:
        """Value the round with its basic strategy, or the decision."""
        view = game.view(s, 0)
        if turn(s) == 0 and s.phase in (PLAY, EARLY):
            it = sight(view.state)
            values, ends = action_values(it)
            legal = {a: values[a] for a in view.legal()}
            best = max(legal, key=lambda a: (legal[a], -a))
            told = {view.format(a): s.bet * value for a, value in legal.items()}
            return Solution(
                s.won / 10.0 + s.bet * legal[best],
                0,
                (view.format(best),),
                {
                    "method": "all hands and all ends of the dealer",
                    "values": told,
                    "dealer": dealer_told(ends),
                },
            )
        if s.facts[0] and turn(s) != 0 and s.round == 0:
            return None  # in the middle of a deal
        found = round_of(s.rules)
        tables = table(s.rules, found)
        return Solution(
            found.value,
            0,
            (),
            {
                "method": "all hands and all ends of the dealer, by the composition of a full shoe",
                "of": "one round of one unit",
                "house_edge": -found.value,
                "basic_strategy": as_text(tables),
                "rows": [
                    {"kind": kind, "hand": name, "against": "2 3 4 5 6 7 8 9 T A", "plays": codes}
                    for kind, rows in tables.items()
                    for name, codes in rows.items()
                ],
            },
        )
