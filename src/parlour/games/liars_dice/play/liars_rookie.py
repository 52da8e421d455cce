"""A Liar's Dice beginner: counts its own dice, guesses the rest by eye, seldom bluffs, seldom doubts.

It calls a bid that seems wrong by at least `call_threshold`, now and then bluffs, and else makes the bid that
seems safest if that is safe enough for its `risk`. Chances are by the normal curve in its logistic form, not
exact: that is what a beginner does.
"""

from __future__ import annotations

from typing import Any

from parlour.core.choice import Choice
from parlour.core.limit import Limit
from parlour.core.strategy import option
from parlour.core.view import View
from parlour.games.liars_dice.belief.odds import chance_of, parts_of, rough_tail
from parlour.games.liars_dice.belief.rounds import bidding
from parlour.games.liars_dice.bids import WILD, all_bids, face_of, matching
from parlour.games.liars_dice.play.player import DicePlayer
from parlour.games.liars_dice.play.words import percent

BLUFF_STEPS = 3  # a bluff is one of this many lowest raises


class LiarsRookie(DicePlayer):
    """Bid what one's own dice make likely; call what seems nearly impossible."""

    name = "liars_rookie"

    risk: float = option(0.2, "chance of being wrong that a bid may have", low=0.0, high=1.0)
    bluff: float = option(0.1, "how often to bluff", low=0.0, high=1.0)
    call_threshold: float = option(0.8, "chance that a bid is wrong from which to call it", low=0.0, high=1.0)
    statistical: bool = option(False, "count half a die for each other player who bid the face")

    def select(self, view: View, limit: Limit) -> Choice:
        """Call, bluff, bid safely, or take the lesser evil."""
        v = view.state
        actions = view.legal()
        liar = all_bids(v.table)
        chances = {a: self.chance(v, a) for a in actions if a < liar}
        holds = self.chance(v, v.last) if v.last >= 0 else 1.0
        me = f"{{{self.seat} calls}}"
        if v.last >= 0 and 1.0 - holds >= self.call_threshold:
            wrong = f"{view.format(v.last)} is wrong with {percent(1.0 - holds)}"
            why = f"{wrong}, and {me} from {percent(self.call_threshold)} on."
            return self.explained(view, liar, chances, holds, why)
        if not chances:
            return self.explained(view, liar, chances, holds, f"No higher bid is left, so {me}.")
        if self.rng.uniform() < self.bluff:
            action = self.rng.choice(sorted(chances)[:BLUFF_STEPS])
            low = f"{view.format(action)} was drawn at random among the lowest bids"
            why = f"{low}: {{{self.seat} bluffs}} {percent(self.bluff)} of the time."
            return self.explained(view, action, chances, holds, why)
        best = max(chances, key=lambda a: (chances[a], -a))
        if chances[best] >= 1.0 - self.risk:
            why = f"{view.format(best)} is the safest bid; {{{self.seat} risks}} being wrong with "
            return self.explained(view, best, chances, holds, f"{why}{percent(self.risk)}.")
        if v.last >= 0 and 1.0 - holds > chances[best]:
            why = f"No bid is safe, the best holds with {percent(chances[best])}: calling is the lesser evil."
            return self.explained(view, liar, chances, holds, why)
        why = f"No bid is safe; {view.format(best)} is the safest."
        return self.explained(view, best, chances, holds, why)

    def chance(self, v: Any, bid: int) -> float:
        """Guess how likely a bid is to hold."""
        quantity, face = parts_of(v.table)[bid]
        need = quantity - matching(v.hands[self.seat], face, v.table[WILD])
        hidden = sum(v.counts) - v.counts[self.seat]
        if not self.statistical:
            return rough_tail(hidden, need, chance_of(face, v.table))
        bidders = {seat for seat, b in bidding(v) if seat != self.seat and face_of(b, v.table) == face}
        low = rough_tail(hidden, need - len(bidders) // 2, chance_of(face, v.table))
        high = rough_tail(hidden, need - -(-len(bidders) // 2), chance_of(face, v.table))
        return min(1.0, (low + high) / 2) if need <= hidden else 0.0

    def explained(self, view: View, action: int, chances: dict[int, float], holds: float, why: str) -> Choice:
        """Put the choice together with what it went by."""
        candidates, evidence, reasons = self.weighed(view, action, chances, holds, ("by eye", "by eye"))
        told = (*reasons[:1], why, *reasons[1:])
        return Choice(action, candidates=tuple(candidates), evidence=evidence, reasons=told)
