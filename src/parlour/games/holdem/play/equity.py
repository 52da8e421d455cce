"""Hold'em players that weigh what actions are worth: `equity` by the cards, `adaptive` by the players too.

`equity` knows the odds: its share of the pot against any cards, of which a bet or raise leaves the better
ones, and what a typical player folds to a bet; everybody is the same to it. `adaptive` narrows each player's
range with every action, looks at the betting of the next street, and learns how each one plays: over the
hands of the match, and from past matches if a file of them is given.
"""

from __future__ import annotations

from parlour.beliefs.history import past_views
from parlour.core.choice import Candidate, Choice
from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.rng import Stream
from parlour.core.strategy import Strategy, option
from parlour.core.view import View
from parlour.games.holdem.belief.equity import Floats
from parlour.games.holdem.belief.profile import Profile
from parlour.games.holdem.belief.ranges import learn, range_of
from parlour.games.holdem.belief.reading import RAISED, Hand, Reader
from parlour.games.holdem.play.ev import Value, weigh
from parlour.games.holdem.play.preflop import before_the_flop
from parlour.games.holdem.play.push_fold import PushFold
from parlour.games.holdem.play.push_fold import spot_of as push_spot
from parlour.games.holdem.play.table import Spot, spot_of
from parlour.games.holdem.play.words import profile_told, range_told, values_told


class Equity(Strategy):
    """Plays what is worth most against any cards, or the better ones where a player has bet."""

    name = "equity"
    games = ("holdem",)
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
        reasons = values_told(view, spot, best, values)
        return Choice(best.action, candidates=tuple(candidates), evidence=evidence, reasons=reasons)


class Adaptive(Equity):
    """Plays what is worth most against what these players do."""

    name = "adaptive"
    ahead = True
    learn: bool = option(True, "learn how the others play; if not, they are taken to be typical")
    half_life: float = option(200.0, "hands after which an observation counts half", low=1.0, high=1e6)
    history: str = option("", "a file of past matches to learn from")
    short: float = option(
        10.0, "big blinds up to which it pushes or folds by the equilibrium, heads-up", low=0.0, high=20.0
    )

    def __init__(self, game: Game, seat: int, rng: Stream, **options: object) -> None:
        super().__init__(game, seat, rng, **options)
        self._learnt = 0
        self.profiles = [Profile(self.half_life) for _ in range(game.seats)]
        if self.history:
            for past in past_views(self.history, game, seat):
                for hand in Reader().read(past):
                    self._learn(hand)

    def _learn(self, hand: Hand) -> None:
        for seat, profile in enumerate(self.profiles):
            if seat != self.seat and self.learn:
                learn(profile, hand, seat)

    def choose(self, view: View, limit: Limit) -> Choice:
        """Read the table, narrow the ranges, weigh every action; take the best."""
        hands = self._reader.read(view)
        for hand in hands[self._learnt : -1]:
            self._learn(hand)
        self._learnt = len(hands) - 1
        if self._is_short(view):
            return PushFold(self.game, self.seat, self.rng).choose(view, limit)
        spot = spot_of(view)
        known = spot.own | spot.board
        profiles = [self.profiles[other] for other in spot.others]
        ranges = [range_of(hands[-1], other, known, self.profiles[other]) for other in spot.others]
        choice = self._best(view, spot, ranges, profiles)
        told = {}
        reasons = list(choice.reasons)
        for other, weights in zip(spot.others, ranges, strict=True):
            told[str(other)] = {
                "range": range_told(weights),
                **profile_told(self.profiles[other], weights, spot.board),
            }
            reasons.append(_opponent(other, told[str(other)]))
        evidence = {**choice.evidence, "opponents": told}
        return Choice(choice.action, candidates=choice.candidates, evidence=evidence, reasons=tuple(reasons))

    def _is_short(self, view: View) -> bool:
        """Say whether the stacks are so short that the equilibrium of push or fold is the way to play."""
        s = view.state
        if not PushFold.suits(self.game) or s.street > 0:
            return False
        stack = min(s.stacks[seat] + s.paid[seat] for seat in (0, 1))
        return bool(stack <= self.short * s.blinds[1]) and push_spot(s) is not None


def _candidate(value: Value) -> Candidate:
    note = f"equity {value.equity:.3f}" + (f", all fold {value.folds:.3f}" if value.amount else "")
    return Candidate(value.action, value=round(value.ev, 4), win=round(value.equity, 4), note=note)


def _opponent(seat: int, told: dict[str, object]) -> str:
    return f"Player {seat + 1}: {told['words']}"
