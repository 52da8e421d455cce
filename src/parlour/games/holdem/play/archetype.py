"""Players by type: how many hands they play, how often they raise, how often they bet with nothing.

They look at the strength of their hand and at the price, not at what the others do; the four well-known types
are named in the game (`tight_passive`, `tight_aggressive`, `loose_passive`, `loose_aggressive`). A type plays
the same share of hands at any table; with `seats` it is the share with five others in the hand, and the fewer
there are the more is played, so that a hand is played where it is as likely to be the best. A raise then
counts as one more, and only the better half of what is played raises again.
"""

from __future__ import annotations

from parlour.cards.ranges import holding_index
from parlour.core.choice import Candidate, Choice
from parlour.core.exhibit import bars
from parlour.core.limit import Limit
from parlour.core.strategy import Strategy, option
from parlour.core.view import View
from parlour.core.words import percent
from parlour.games.holdem.belief.answers import BEFORE_THE_FLOP, GROWTHS
from parlour.games.holdem.belief.equity import board_equity
from parlour.games.holdem.play.table import CALL, FOLD, Spot, spot_of
from parlour.games.holdem.play.words import holding_words

# Set by hand, so that the four types show the habits they are known for; nothing was fitted.
GOOD = 0.62  # rank on the board from which a hand is bet for value
WEAK = 0.40  # below it a bet is a bluff
STRONG = 0.86  # from which a bet is raised
RESPECT = 0.06  # equity taken off against a bet: a player who bets has something
NERVE, TIGHT = 0.04, 0.25  # equity beyond the pot odds that a tight player wants and a loose one does without
LEAST_BETS = 0.15  # the share of good hands that even a passive player bets
BLUFF_RAISES = 0.25  # of the bluffs, those that are made as a raise
BEST = 0.025  # of all hands, QQ, AK and better, that are played at any price
FULL = 5  # others in the hand with whom a type that heeds the seats plays its share
DEARER = GROWTHS[BEFORE_THE_FLOP][
    -1
]  # the odds of playing fall by the price in pots, beyond one, to this power


class Archetype(Strategy):
    """Plays by three numbers."""

    name = "archetype"
    vpip: float = option(0.25, "share of hands it pays for before the flop", low=0.0, high=1.0)
    aggression: float = option(1.0, "bets and raises to a call", low=0.0, high=100.0)
    bluff: float = option(0.10, "share of weak hands it bets", low=0.0, high=1.0)
    seats: bool = option(False, "pay for more hands the fewer others are in; vpip is then the share of six")

    def choose(self, view: View, limit: Limit) -> Choice:
        """Play by the strength of the hand and three habits."""
        spot = spot_of(view)
        board = board_equity(spot.board)
        place = holding_index(spot.own)
        rank, equity = float(board.rank[place]), float(board.equity[place])
        upward = self.aggression / (1.0 + self.aggression)
        if spot.street == 0:
            share, why = self._before_the_flop(spot, rank, upward)
        else:
            share, why = self._later(spot, rank, equity, upward)
        action = spot.nearest(share) if share > 0.0 and spot.raises else CALL
        if spot.price > 0 and (share < 0.0 or (action == CALL and not spot.may_call)):
            action = FOLD
        better = f"{{{spot.seat} has}} {holding_words(spot)}, better than {percent(rank, 0)} of hands here"
        reason = f"{better} and {percent(equity, 0)} against any two cards: {why}."
        evidence = {"equity": round(equity, 4), "rank": round(rank, 4), "pot_odds": round(spot.odds, 4)}
        parts = {"better than": rank, "share against any two cards": equity}
        if spot.street == 0:
            evidence["plays"] = self._playing(spot)[1]
        if spot.price > 0:
            parts["needed for a call"] = spot.odds
        shown = bars(f"The hand of {{{spot.seat}}}", parts, "%", 1.0)
        return Choice(action, "", (Candidate(action),), evidence, (reason,), exhibits=(shown,))

    def _playing(self, spot: Spot) -> tuple[float, float]:
        """Return the share of hands that it opens with, and that it stays in with at this price."""
        again = min(spot.raised_before, 1)
        opened = 1.0 - (1.0 - self.vpip) ** (FULL / (len(spot.others) + again)) if self.seats else self.vpip
        playing = opened * 0.5 ** max(spot.raised_before - 1, 0)
        dear = max(spot.price / max(spot.pot - spot.price, 1), 1.0) ** DEARER if spot.raised_before else 1.0
        return opened, max(playing / (playing + (1.0 - playing) * dear), min(BEST, self.vpip))

    def _before_the_flop(self, spot: Spot, rank: float, upward: float) -> tuple[float, str]:
        """Return the size of a raise in pots, 0 to stay or -1 to fold; and why."""
        again = spot.raised_before > 0
        opened, playing = self._playing(spot)
        if spot.price == 0:
            up = rank > 1.0 - opened * upward
            return (1.0, "raised for value") if up else (0.0, "checked")
        if rank > 1.0 - playing:
            bold = self.rng.uniform() < upward and spot.raised_before < 3
            bold = bold and (not self.seats or not again or rank > 1.0 - playing / 2)
            return (1.0, "worth a raise") if bold else (0.0, "worth a call")
        return -1.0, f"outside the {percent(playing, 0)} that such a player plays here"

    def _later(self, spot: Spot, rank: float, equity: float, upward: float) -> tuple[float, str]:
        size = 0.5 if upward < 0.5 else 0.75
        if spot.price == 0:
            if rank > GOOD and self.rng.uniform() < max(upward, LEAST_BETS):
                return size, "bet for value"
            if rank < WEAK and self.rng.uniform() < self.bluff:
                return size, "a bluff"
            return 0.0, "checked"
        if rank > STRONG and self.rng.uniform() < upward:
            return 1.0, "raised for value"
        nerve = NERVE if self.vpip < TIGHT else -NERVE
        if equity - RESPECT - nerve >= spot.odds:
            return 0.0, f"the {percent(spot.odds, 0)} that the call needs are there"
        if self.rng.uniform() < self.bluff * BLUFF_RAISES:
            return 1.0, "a bluff raise"
        return -1.0, f"too little for a call that needs {percent(spot.odds, 0)}"
