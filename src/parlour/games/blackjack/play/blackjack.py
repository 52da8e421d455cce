"""Blackjack solved: the value of a round with its basic strategy, or of a decision."""

from __future__ import annotations

from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.rules import turn
from parlour.core.solve import Solution
from parlour.games.blackjack import State
from parlour.games.blackjack.cards import EARLY, PLAY
from parlour.games.blackjack.play.basic import as_text, table
from parlour.games.blackjack.play.exact_blackjack import ExactPlayer
from parlour.games.blackjack.play.round import round_of
from parlour.games.blackjack.play.sight import action_values, dealer_summary, sight


class BlackjackSolver(ExactPlayer):
    """The exact player under the game's own name, which also solves: the value of a round, and its table."""

    name = "blackjack"

    @classmethod
    def solve(cls, game: Game, s: State, limit: Limit) -> Solution | None:
        """Value the round with its basic strategy, or the decision."""
        view = game.view(s, 0)
        if turn(s) == 0 and s.phase in (PLAY, EARLY):
            it = sight(view.state)
            values, ends = action_values(it)
            legal = {a: values[a] for a in view.legal()}
            best = max(legal, key=lambda a: (legal[a], -a))
            worths = {view.format(a): s.bet * value for a, value in legal.items()}
            return Solution(
                s.won / 10.0 + s.bet * legal[best],
                0,
                (view.format(best),),
                {
                    "method": "all hands and all ends of the dealer",
                    "values": worths,
                    "dealer": dealer_summary(ends),
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
