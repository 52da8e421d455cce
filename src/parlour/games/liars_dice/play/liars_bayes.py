"""Liar's Dice by Bayes and sampling: what the others hold given their bids, and what each action then earns.

The posterior over the hidden dice comes from the bidding and from what kind of player each seat has shown
itself to be. Each action is then tried in worlds drawn from it: the round is rolled forward with players of
those kinds, and the action with the best mean result is played. A call needs no sampling: its result follows
from the posterior.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any, ClassVar

import numpy as np

from parlour.core.choice import Candidate, Choice
from parlour.core.limit import Limit
from parlour.core.strategy import option
from parlour.core.view import View
from parlour.core.words import Z
from parlour.games.liars_dice.belief.bids import (
    MOST_HANDS,
    Posterior,
    expected_faces,
    posterior,
    total_matching,
)
from parlour.games.liars_dice.belief.habits import Habits, habits_of
from parlour.games.liars_dice.belief.models import KINDS, LEVEL_ONE, OWN_KIND, learned, players
from parlour.games.liars_dice.belief.odds import sheet_of
from parlour.games.liars_dice.belief.play import actions_of, claims_of, own_chances, roll, room
from parlour.games.liars_dice.belief.rounds import Round, Step, bidding
from parlour.games.liars_dice.bids import WILD, all_bids, face_of, matching, quantity_of
from parlour.games.liars_dice.play.player import LearningPlayer
from parlour.games.liars_dice.play.words import (
    bids_shown,
    expected_bars,
    expected_words,
    habits_words,
    held_words,
    hidden_dice,
    next_bids,
    past_words,
    winning_words,
)
from parlour.search.clock import deadline
from parlour.search.explain import best_first, many

FINALISTS = 4  # bids that are tried in all worlds, the others in a fifth of them
USUAL = 150  # actions up to which all worlds are made; the more there are, the fewer worlds
HANDS_EACH = 4  # hands of every other seat that are weighed for each simulation asked for
EXPECTED_BLUFFS, RECENT = 0.2, 20  # what is told of habits: where they start from, bids listed


@dataclass(frozen=True)
class BeliefState:
    """What is believed of a table: the bidding, the hands of the others, and the kinds of players."""

    steps: list[Step]
    others: dict[int, Posterior]
    kinds: Any


class LiarsBayes(LearningPlayer):
    """Infer the hidden dice from the bids and each player's ways; play what does best against that."""

    name = "liars_bayes"
    expects: ClassVar[Any] = LEVEL_ONE  # what kinds of players it takes the others for at first
    goes_on: ClassVar[int] = OWN_KIND  # as what kind it sees itself when a round is rolled forward

    worlds: int = option(400, "worlds in which the actions are tried", low=1, high=10**7)
    width: int = option(14, "bids that are tried, the most natural ones", low=1, high=1000)
    history_size: int = option(50, "rounds that are remembered", low=1, high=10_000)
    learn: bool = option(True, "learn what kind of player each opponent is from the rounds shown")

    def select(self, view: View, limit: Limit) -> Choice:
        """Infer, try, compare."""
        actions = view.legal()
        belief = self.believe(view, limit)
        if len(actions) == 1 and not self.thorough:
            return Choice(actions[0], reasons=(f"{view.format(actions[0])} is the only move.",))
        tried = self.tried(view, belief, actions)
        results, worlds = self.tried_out(view, belief, tried, limit)
        return self.explained(view, belief, results, worlds)

    # -- believing ---------------------------------------------------------------------------------------

    def believe(self, view: View, limit: Limit) -> BeliefState:
        """Return the posterior over the others' dice and kinds, of few hands for few simulations."""
        v, steps = view.state, bidding(view.state)
        rounds = self.kept(view) if self.learn else []
        kinds = players(v.counts)
        most = MOST_HANDS if limit.simulations is None else HANDS_EACH * limit.simulations
        others = {}
        for seat in self.opponents(v):
            chances = learned(seat, rounds, self.expects)
            rng = self.rng.spawn("hands", view.ply, seat)
            others[seat] = posterior(seat, v, steps, kinds, chances, rng, most)
        return BeliefState(steps, others, kinds)

    def kept(self, view: View) -> list[Round]:
        """Return the rounds that are remembered."""
        return self.rounds(view)[-self.history_size :]

    def opponents(self, v: Any) -> list[int]:
        """List the other seats that have dice."""
        return [seat for seat, count in enumerate(v.counts) if count and seat != self.seat]

    # -- trying ------------------------------------------------------------------------------------------

    def tried(self, view: View, belief: BeliefState, actions: list[int]) -> list[int]:
        """List the actions worth trying: calls, and the bids that players of all kinds make most often."""
        bids = [a for a in actions if a < all_bids(view.state.table)]
        if not self.thorough and len(bids) > self.width:
            chance = own_chances(self.seat, view.state, belief.steps, belief.kinds)
            bids = sorted(sorted(bids, key=lambda a: (-chance[a], a))[: self.width])
        return bids + [a for a in actions if a >= all_bids(view.state.table)]

    def tried_out(
        self, view: View, belief: BeliefState, tried: list[int], limit: Limit
    ) -> tuple[dict[int, tuple[float, float, int]], int]:
        """Return for each action its mean result, the error of it and the worlds it was tried in."""
        v = view.state
        bids = [a for a in tried if a < all_bids(v.table)]
        found = {a: (self.call_value(v, belief, a), 0.0, 0) for a in tried if a >= all_bids(v.table)}
        worlds = -(-self.worlds * USUAL // max(USUAL, len(bids) and actions_of(v.table)))
        if limit.simulations is not None:
            worlds = max(1, limit.simulations // max(1, len(bids)))
        elif limit.seconds is not None:
            worlds = 10**9
        stop = np.zeros(1, np.int64)
        made = 0
        with deadline(stop, 0, limit.cap):
            if bids:
                share = worlds if len(bids) <= FINALISTS else min(-(-worlds // 5), 5000)
                made, sums = self.rolled(view, belief, bids, share, "all", stop)
                found |= {a: measured(row, made) for a, row in zip(bids, sums, strict=True)}
                if made < worlds and stop[0] == 0:
                    best = sorted(bids, key=lambda a: -found[a][0])[:FINALISTS]
                    more, again = self.rolled(view, belief, best, worlds - made, "best", stop)
                    both = {a: again[i] + sums[bids.index(a)] for i, a in enumerate(best)}
                    found |= {a: measured(row, made + more) for a, row in both.items()}
                    made += more
        return found, made

    def rolled(
        self, view: View, belief: BeliefState, bids: list[int], worlds: int, purpose: str, stop: Any
    ) -> tuple[int, Any]:
        """Roll the round forward from each bid; give the worlds made and the sums of the results."""
        v = view.state
        seats, most = len(v.counts), max(len(known.hands) for known in belief.others.values())
        hands = np.zeros((seats, most), np.int64)
        sums = np.ones((seats, most * len(belief.kinds)))
        for seat, known in belief.others.items():
            hands[seat, : len(known.hands)] = known.hands
            running = np.cumsum(known.joint.ravel())
            sums[seat, : len(running)] = running / running[-1]
        claims, rows, chance = room(seats, v.table)
        work = (claims, rows, chance, np.zeros(seats, np.int64), np.zeros(seats, np.int64))
        results = np.zeros((len(bids), 2))
        made = roll(
            sheet_of(v.table), self.seat, v.hands[self.seat], np.array(v.counts, np.int64), v.last,
            claims_of(belief.steps, seats, v.table), hands, sums, belief.kinds, self.goes_on,
            np.array(bids, np.int64), worlds, self.rng.spawn(purpose, view.ply), work, results, stop,
        )  # fmt: skip
        return int(made), results

    def holds(self, v: Any, belief: BeliefState, bid: int) -> tuple[float, float]:
        """Return how likely it is that a bid holds, and that it is exactly right."""
        face = face_of(bid, v.table)
        total = total_matching(belief.others, face, v)
        need = quantity_of(bid, v.table) - matching(v.hands[self.seat], face, v.table[WILD])
        exactly = float(total[need]) if 0 <= need < len(total) else 0.0
        return min(1.0, float(total[max(need, 0) :].sum())) if need > 0 else 1.0, exactly

    def call_value(self, v: Any, belief: BeliefState, call: int) -> float:
        """Return what a call earns."""
        at_least, exactly = self.holds(v, belief, v.last)
        if call > all_bids(v.table):
            return 2.0 * exactly - 1.0
        return (1.0 - at_least) / len(belief.others) - at_least

    # -- telling -----------------------------------------------------------------------------------------

    def picked(self, results: dict[int, tuple[float, float, int]]) -> int:
        """Pick the action to play."""
        return max(results, key=lambda a: (results[a][0], -a))

    def explained(
        self, view: View, belief: BeliefState, results: dict[int, tuple[float, float, int]], worlds: int
    ) -> Choice:
        """Put the choice together with its evidence."""
        v = view.state
        action = self.picked(results)
        candidates = [
            Candidate(
                a, view.format(a), mean, made or None,
                win=(1.0 + mean) / 2.0 if len(belief.others) == 1 else None,
                low=max(-1.0, mean - error) if made else None,
                high=min(1.0, mean + error) if made else None,
                line=(view.format(a),),
            )
            for a, (mean, error, made) in results.items()
        ]  # fmt: skip
        ranked = best_first(candidates, action)
        blank = [Habits(EXPECTED_BLUFFS, RECENT) for _ in v.counts]
        habits = habits_of(self.kept(view), belief.steps, v.table, blank)
        names = self.game.names
        expected = {
            seat: {
                str(face + 1): count
                for face, count in enumerate(expected_faces(known, v.counts[seat], v.table))
            }
            for seat, known in belief.others.items()
        }
        exact = all(known.exact for known in belief.others.values())
        evidence: dict[str, Any] = {
            "expected_dice": {names[seat]: faces for seat, faces in expected.items()},
            "exact_posterior": exact,
            "models": {
                names[seat]: habits[seat].to_json() | {"kind": self.kind_of(known)}
                for seat, known in belief.others.items()
            },
            "values": {c.move: c.value for c in ranked},
        }
        bids = [action] if action < all_bids(v.table) else []
        if v.last >= 0:
            chance, exactly = self.holds(v, belief, v.last)
            evidence["holds"] = chance
            if all_bids(v.table) + 1 in results:
                evidence["exactly"] = exactly
            bids.append(v.last)
        if action < all_bids(v.table):
            evidence["own_bid_holds"] = self.holds(v, belief, action)[0]
        by = "given the bidding" if belief.steps else "before any bid"
        held = [held_words(v, self.seat, bid, self.holds(v, belief, bid)[0], by) for bid in bids]
        bidders = {seat for seat, _ in belief.steps}
        why = held[:1] + winning_words(self.game, ranked, len(results) == len(view.legal())) + held[1:]
        seen = {seat: faces for seat, faces in expected.items() if seat in bidders}
        why += expected_words(seen, hidden_dice(view))
        why += [habits_words(seat, habits[seat]) for seat in belief.others if habits[seat].judged]
        past = self.remembered(self.kept(view) if self.learn else [], list(belief.others))
        evidence |= {"past": {names[seat]: seen for seat, seen in past.items()}} if past else {}
        why += [past_words(seat, seen) for seat, seen in past.items()]
        if worlds:
            how = "every hand weighed" if exact else "hands drawn and weighed"
            why.append(f"Tried in {many(worlds, 'world')} drawn by what the bids say ({how}).")
        return Choice(
            action,
            candidates=ranked,
            evidence=evidence,
            reasons=tuple(why),
            work={"worlds": worlds},
            exhibits=(
                bids_shown(v, {b: self.holds(v, belief, b)[0] for b in next_bids(v, view.legal())}, by),
                *(
                    expected_bars(seat, faces, v.counts[seat], seat in bidders)
                    for seat, faces in expected.items()
                ),
            ),
        )

    def kind_of(self, known: Posterior) -> dict[str, float]:
        """Return how likely each kind of player is."""
        chances = zip(KINDS, known.by_kind, self.expects, strict=True)
        return {kind: float(chance) for kind, chance, at_first in chances if at_first > 0.0}


def measured(row: Any, worlds: int) -> tuple[float, float, int]:
    """Return the mean, the half of its 95 % interval and the number of results."""
    mean = float(row[0]) / worlds
    spread = max(float(row[1]) / worlds - mean * mean, 0.0)
    return mean, Z * sqrt(spread / max(1, worlds - 1)), worlds
