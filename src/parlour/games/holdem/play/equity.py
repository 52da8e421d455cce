"""Hold'em by the odds: what every action is worth against players who are all the same to it.

Its share of the pot is taken against any cards; where a player has bet or raised, against the better ones. A
typical player's folds to a bet are counted in.
"""

from __future__ import annotations

from parlour.core.choice import Candidate, Choice
from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.rng import Stream
from parlour.core.strategy import Strategy
from parlour.core.view import View
from parlour.core.words import percent
from parlour.games.holdem.belief.equity import Floats
from parlour.games.holdem.belief.profile import Profile
from parlour.games.holdem.belief.ranges import range_of
from parlour.games.holdem.belief.reading import RAISED, Reader
from parlour.games.holdem.play.ev import Value, weigh
from parlour.games.holdem.play.preflop import before_the_flop
from parlour.games.holdem.play.table import Spot, spot_of
from parlour.games.holdem.play.words import values_shown, values_words


class EquityPlayer(Strategy):
    """Play what has the highest expected value against any two cards, or better ones after a bet."""

    name = "equity"
    ahead = False  # whether the betting of the next street counts

    def __init__(self, game: Game, seat: int, rng: Stream, **options: object) -> None:
        super().__init__(game, seat, rng, **options)
        self._reader = Reader()

    def choose(self, view: View, limit: Limit) -> Choice:
        """Weigh every action; take the best."""
        hand, spot, typical = self._reader.read(view)[-1], spot_of(view), Profile()
        known = spot.own | spot.board
        ranges = [range_of(hand, other, known, typical, telling=(RAISED,)) for other in spot.others]
        return self._best(view, spot, ranges, [typical] * len(spot.others))

    def _best(self, view: View, spot: Spot, ranges: list[Floats], profiles: list[Profile]) -> Choice:
        weighed = before_the_flop if spot.street == 0 else weigh
        values = weighed(spot, view.state, ranges, profiles, self.ahead)
        best = max(values, key=lambda value: value.ev)
        candidates = [_candidate(value) for value in sorted(values, key=lambda v: (v is not best, -v.ev))]
        here = next(value for value in values if not value.folds)
        evidence = {
            "equity": round(here.equity, 4),
            "pot": spot.pot,
            "price": spot.price,
            "pot_odds": round(spot.odds, 4),
            "ev": {view.format(value.action): round(value.ev, 3) for value in values},
            "fold_probability": {view.format(v.action): round(v.folds, 3) for v in values if v.amount},
        }
        reasons = values_words(view, spot, best, values)
        shown = values_shown(view, spot, values)
        return Choice(best.action, "", tuple(candidates), evidence, reasons, exhibits=shown)


def _candidate(value: Value) -> Candidate:
    note = f"{percent(value.equity, 0)} of the pot"
    if value.amount:
        note += f" if called, all fold {percent(value.folds, 0)} of the time"
    return Candidate(value.action, value=round(value.ev, 4), win=round(value.equity, 4), note=note)
