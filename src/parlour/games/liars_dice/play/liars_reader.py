"""A fair Liar's Dice player: exact odds, Bayes over what the others hold, and an eye on their habits.

For every opponent who bid a face, the number of its matching dice is weighed by Bayes: one who does not bluff
bids by the chance that the bid holds with the dice it has, one who bluffs bids whatever it has. The chance
that a bid holds is then exact, by adding up the opponents. Habits (bluff rate, escalation, unusual faces)
move it by `pattern_weight`.
"""

from __future__ import annotations

from functools import cache
from math import exp
from typing import Any

from parlour.core.choice import Choice
from parlour.core.limit import Limit
from parlour.core.strategy import option
from parlour.core.view import View
from parlour.core.words import signed
from parlour.games.liars_dice.belief.habits import Habits, habits_of, shifted
from parlour.games.liars_dice.belief.odds import chance_of, parts_of, tail
from parlour.games.liars_dice.belief.rounds import Round, Step, bidding
from parlour.games.liars_dice.bids import (
    MORE,
    ORDER,
    WILD,
    all_bids,
    face_of,
    kinds,
    matching,
    may_follow,
    quantity_of,
)
from parlour.games.liars_dice.play.player import LearningPlayer
from parlour.games.liars_dice.play.words import habits_words, past_words, percent

CALLS = 6.0  # how surely the next player calls when a raise looks worse to it
LATER = 0.5  # what an edge in the bidding to come counts for


@cache
def binomial(dice: int, chance: float) -> tuple[float, ...]:
    """Return how likely each number of matching dice is."""
    return tuple(tail(dice, k, chance) - tail(dice, k + 1, chance) for k in range(dice + 1))


def together(a: list[float], b: list[float]) -> list[float]:
    """Return how likely each sum of two independent numbers is."""
    out = [0.0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            out[i + j] += x * y
    return out


def settled(v: Any, right: float) -> float:
    """Return what a call earns if it is right with this chance: the loser pays the others 1."""
    players: int = sum(count > 0 for count in v.counts)
    return right / (players - 1) - (1.0 - right)


class LiarsReader(LearningPlayer):
    """Weigh bids by exact odds and by what is known of the bidder; raise boldly within the risk."""

    name = "liars_reader"

    risk: float = option(0.5, "chance of being wrong that a bid may have", low=0.0, high=1.0)
    bluff: float = option(0.25, "how often to bluff", low=0.0, high=1.0)
    call_threshold: float = option(
        0.65, "chance that a bid is wrong from which to call it", low=0.0, high=1.0
    )
    pattern_weight: float = option(0.3, "how much the habits of a bidder count", low=0.0, high=1.0)
    history_size: int = option(20, "rounds, and bids of each player, that are remembered", low=0, high=10_000)
    bayesian: bool = option(True, "infer from bids what dice the others hold")
    track: bool = option(True, "keep track of each opponent's habits")

    def select(self, view: View, limit: Limit) -> Choice:
        """Call, bluff, raise within the risk, or take the lesser evil."""
        v = view.state
        steps = bidding(v)
        habits = self.habits(view, steps)
        totals: dict[int, list[float]] = {}
        liar = all_bids(v.table)
        chances = {a: self.chance(v, a, steps, habits, totals) for a in view.legal() if a < liar}
        if v.last < 0:
            action, value, why = self.bid(view, chances)
            return self.explained(view, action, chances, 1.0, habits, why, bid_worth=value)
        holds = self.suspected(v, self.chance(v, v.last, steps, habits, totals), steps, habits)
        if not chances:
            why = f"No higher bid is left, so {{{self.seat} calls}}."
            return self.explained(view, liar, chances, holds, habits, why)
        action, value, why = self.bid(view, chances)
        call = settled(v, 1.0 - holds)
        sure, fine = 1.0 - holds >= self.call_threshold, chances[action] >= 1.0 - self.risk
        if call > value or (sure and not fine):
            bid = f"the best bid, {view.format(action)}, {signed(value)}"
            why = f"A call is worth {signed(call)} on average, {bid}."
            if sure:
                why += f" {{{self.seat} calls}} what is wrong with {percent(self.call_threshold)} or more."
            action = liar
        return self.explained(view, action, chances, holds, habits, why, bid_worth=value, call_worth=call)

    # -- what it thinks ----------------------------------------------------------------------------------

    def habits(self, view: View, steps: list[Step]) -> list[Habits]:
        """Return the habits of all seats."""
        blank = [Habits(self.bluff, self.history_size) for _ in view.state.counts]
        if not self.track:
            return blank
        return habits_of(self.kept(view), steps, view.state.table, blank)

    def kept(self, view: View) -> list[Round]:
        """Return the rounds that are remembered."""
        rounds = self.rounds(view)
        return rounds[max(0, len(rounds) - self.history_size) :]

    def chance(
        self, v: Any, bid: int, steps: list[Step], habits: list[Habits], totals: dict[int, list[float]]
    ) -> float:
        """Return how likely a bid is to hold: exactly, for what is believed of each opponent."""
        quantity, face = parts_of(v.table)[bid]
        need = quantity - matching(v.hands[self.seat], face, v.table[WILD])
        if need <= 0:
            return 1.0
        if face not in totals:
            total = [1.0]
            for seat, count in enumerate(v.counts):
                if count and seat != self.seat:
                    total = together(total, self.counts(v, seat, face, steps, habits[seat]))
            totals[face] = total
        return min(1.0, sum(totals[face][need:]))

    def counts(self, v: Any, seat: int, face: int, steps: list[Step], habits: Habits) -> list[float]:
        """Return how likely each number of matching dice is with one opponent, by Bayes from its bids."""
        chance, own, dice = chance_of(face, v.table), v.counts[seat], sum(v.counts)
        found = list(binomial(own, chance))
        if not self.bayesian:
            return found
        bluffs = habits.bluff_rate
        for bid in (bid for who, bid in steps if who == seat and face_of(bid, v.table) == face):
            quantity = quantity_of(bid, v.table)
            sound = [tail(dice - own, quantity - k, chance) for k in range(own + 1)]
            found = [p * (bluffs + (1.0 - bluffs) * s) for p, s in zip(found, sound, strict=True)]
        whole = sum(found)
        return [p / whole for p in found]

    def suspected(self, v: Any, chance: float, steps: list[Step], habits: list[Habits]) -> float:
        """Shift the chance that the last bid holds by the bidder's habits (an opponent model)."""
        if not self.track:
            return chance
        seat, bid = steps[-1]
        own = [quantity_of(b, v.table) for who, b in steps if who == seat]
        return shifted(chance, habits[seat].suspicion(bid, own, v.table), self.bluff, self.pattern_weight)

    # -- what it does ------------------------------------------------------------------------------------

    def bid(self, view: View, chances: dict[int, float]) -> tuple[int, float, str]:
        """Return the bid with the best prospects within the risk, or at times one that only looks good."""
        v = view.state
        if self.rng.uniform() < self.bluff:
            low = sorted(chances)[: kinds(v.table)]
            action = max(low, key=lambda a: (self.prospect(v, a, self.looks(v, a)), -a))
            value = self.prospect(v, action, chances[action])
            what = "is a bluff" if chances[action] < 0.5 else "goes by its looks"
            told = f"{view.format(action)} {what}: it seems good to the others."
            often = f"{{{self.seat} bids}} like that {percent(self.bluff)} of the time, at random."
            return action, value, f"{told} {often}"
        fine = {a: p for a, p in chances.items() if p >= 1.0 - self.risk} or chances
        value, action = max((self.prospect(v, a, p), -a) for a, p in fine.items())
        within = f"within the risk of {percent(self.risk)}" if fine is not chances else "though none is safe"
        best = f"{view.format(-action)} has the best prospects {within}"
        return -action, value, f"{best}: worth {signed(value)} on average."

    def looks(self, v: Any, bid: int) -> float:
        """Return how likely a bid is to hold for somebody who sees none of the dice."""
        quantity, face = parts_of(v.table)[bid]
        return tail(sum(v.counts), quantity, chance_of(face, v.table))

    def room_above(self, v: Any, bid: int) -> float:
        """Return how likely the next player's best raise is to hold, if it has one die more than average."""
        table, dice, best = v.table, sum(v.counts), 0.0
        bids = parts_of(table)
        for raised in range(bid + 1, min(bid + 1 + 2 * kinds(table), len(bids))):
            quantity, face = bids[raised]
            if quantity <= dice and (table[ORDER] < MORE or may_follow(bid, raised, table)):
                best = max(best, tail(dice - 1, quantity - 1, chance_of(face, table)))
        return best

    def prospect(self, v: Any, bid: int, chance: float) -> float:
        """Estimate what a bid earns: if called by its own chance, if not by the little room it leaves."""
        room = self.room_above(v, bid)
        called = 1.0 / (1.0 + exp(CALLS * (room - 1.0 + self.looks(v, bid))))
        later = LATER * (1.0 - 2.0 * room) * settled(v, 1.0)
        return called * settled(v, chance) + (1.0 - called) * later

    def explained(
        self,
        view: View,
        action: int,
        chances: dict[int, float],
        holds: float,
        habits: list[Habits],
        why: str,
        **worth: float,
    ) -> Choice:
        """Put the choice together with what it went by."""
        bidder = "given the bidding and the bidder's habits" if self.track else "given the bidding"
        by = (bidder, "given the bidding" if view.state.last >= 0 else "before any bid")
        candidates, evidence, reasons = self.weighed(view, action, chances, holds, by)
        evidence |= worth
        others = [seat for seat, count in enumerate(view.state.counts) if count and seat != self.seat]
        told = [*reasons[:1], why, *reasons[1:]]
        if self.track:
            evidence["models"] = {self.game.names[seat]: habits[seat].to_json() for seat in others}
            told += [habits_words(seat, habits[seat]) for seat in others if habits[seat].judged]
            past = self.remembered(self.kept(view), others)
            evidence |= {"past": {self.game.names[seat]: seen for seat, seen in past.items()}} if past else {}
            told += [past_words(seat, seen) for seat, seen in past.items()]
        return Choice(action, candidates=tuple(candidates), evidence=evidence, reasons=tuple(told))
