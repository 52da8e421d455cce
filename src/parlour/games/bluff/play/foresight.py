"""Bluff by looking ahead: each claim or answer is played on to the end in worlds that explain the view.

It is a one-step best response to plain players over sampled worlds (rollouts, after G. Tesauro and G. R.
Galperin 1996). Worlds are drawn by the rules; in those for an answer the open claim is a lie as often as the
Bayesian estimate says, so that what the claim tells is not lost. Candidates are dropped by halves, and all of
them see the same worlds with the same luck.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace as changed
from math import hypot, sqrt
from typing import Any

import numpy as np

from parlour.beliefs.fill import drawn
from parlour.compile import kernel
from parlour.core.bits import listed
from parlour.core.choice import Candidate, Choice
from parlour.core.limit import Limit
from parlour.core.rng import Stream, draw
from parlour.core.rules import OVER, evaluate, play, returns, rollout, turn
from parlour.core.strategy import option
from parlour.core.view import View
from parlour.core.words import Z
from parlour.games.bluff import State
from parlour.games.bluff.cards import AS, CHALLENGE, PASS, cards_of, count_of, of_rank
from parlour.games.bluff.play.bayes import Bayes, claims_to_weigh
from parlour.games.bluff.play.claimer import Plan, claim_move
from parlour.games.bluff.play.words import claim_words
from parlour.search.explain import many

LONGEST = 400  # actions of a playout; one that is longer is valued where it stands
WIDTH = 5  # actions of a claim: four cards and the rank


@kernel
def look_ahead(world: State, seat: int, moves: Any, chosen: Any, repeats: int, rng: Any, sums: Any) -> int:
    """Play each chosen move and on from there; add the results and their squares. All have the same luck."""
    seed = draw(rng)
    for k in range(len(chosen)):
        row = chosen[k]
        rng[0] = seed
        for _ in range(repeats):
            s = world
            for i in range(moves.shape[1]):
                if moves[row, i] >= 0:
                    s = play(s, int(moves[row, i]))
            steps = 0
            # Not `finish`, which has no such bound.
            while turn(s) != OVER and steps < LONGEST:
                s = play(s, rollout(s, rng))
                steps += 1
            value = returns(s)[seat] if turn(s) == OVER else evaluate(s, seat)
            sums[row, 0] += value
            sums[row, 1] += value * value
            sums[row, 2] += 1.0
    rng[0] = seed
    return len(chosen)


class Foresight(Bayes):
    """Play every claim and answer on to the end in many worlds, and take what comes out best."""

    name = "foresight"
    unit = "where a win is 1"

    worlds: int = option(300, "worlds to look at", low=1, high=100_000)
    repeats: int = option(1, "playouts of each candidate in a world", low=1, high=10_000)
    proof: float = option(
        1.0, "standard errors by which another move must be better than that by rule", low=0.0, high=10.0
    )

    def _budget(self, limit: Limit) -> int:
        if limit.simulations is None:
            return self.worlds
        return max(1, min(self.worlds, limit.simulations // self.repeats))

    # -- claims ------------------------------------------------------------------------------------------

    def plans(self, view: View, limit: Limit) -> list[Plan]:
        """Look ahead after each claim worth weighing."""
        v = view.state
        hand = cards_of(v.hands[view.seat]) | cards_of(v.picked)
        claims = [
            (cards, rank)
            for cards, rank in claims_to_weigh(v, view.seat, hand)
            if listed(cards)[: v.number] == listed(max(v.picked, 0))
        ]
        if len(claims) < 2:
            return super().plans(view, limit)
        moves = np.full((len(claims), WIDTH), -1, np.int64)
        for row, (cards, rank) in enumerate(claims):
            left = [*listed(cards & ~max(v.picked, 0)), AS + rank]
            moves[row, : len(left)] = left
        rng = self.rng.spawn("claims", view.ply)
        worlds = drawn(v, view.seat, self._budget(limit), rng)
        sums = self._halved(worlds, view.seat, moves, rng)
        usual = max(range(len(claims)), key=lambda row: self.valued(view, hand, *claims[row]).value or 0.0)
        order = sorted(range(len(claims)), key=lambda row: (-sums[row, 2], -_mean(sums[row])))
        best = order[0]
        # By rule unless looking ahead says clearly otherwise: the best of many estimates flatters itself.
        doubtful = hypot(_error(sums[best]), _error(sums[usual])) * self.proof / Z
        if best != usual and _mean(sums[best]) - _mean(sums[usual]) < doubtful:
            order = [usual, *(row for row in order if row != usual)]
        plans = {row: self._plan_of(view, hand, claims[row], sums[row]) for row in order}
        first = plans[order[0]]
        more: list[str] = []
        numbers = dict(first.numbers)
        if order[0] != best:
            ahead = _mean(sums[best]) - _mean(sums[usual])
            numbers |= {"ahead": ahead, "error_of_the_two": doubtful}
            more.append(
                f"{plans[best].words} came out {ahead:.3f} higher, less than the error of the two, "
                f"{doubtful:.3f}: so the claim is made that is best by rule of thumb."
            )
        above = max(plans, key=lambda row: _mean(sums[row]))
        if above != best and _mean(sums[above]) > _mean(sums[best]):
            numbers |= {"dropped_at": _mean(sums[above]), "dropped_after": int(sums[above, 2])}
            more.append(
                f"{plans[above].words} stands at {_mean(sums[above]):+.3f}, but over "
                f"{many(int(sums[above, 2]), 'playout')} only: it was behind others when it was dropped."
            )
        first = first._replace(why=(*first.why, *more), numbers=numbers)
        return [first, *(plans[row] for row in order[1:])]

    def _plan_of(self, view: View, hand: int, claim: tuple[int, int], row: Any) -> Plan:
        mean, error, made = _mean(row), _error(row), int(row[2])
        low, high = mean - error, mean + error
        why = (
            claim_words(claim_move(*claim), *claim, hand, view.seat),
            f"Played on {many(made, 'time')} it is worth {mean:+.3f}, where a win is 1 "
            f"(95 % between {low:+.3f} and {high:+.3f}).",
        )
        return Plan(*claim, mean, why, low, high, {"playouts": made})

    def _halved(self, worlds: Sequence[State], seat: int, moves: Any, rng: Stream) -> Any:
        """Share the worlds out over rounds; after each, the better half of the moves goes on."""
        sums = np.zeros((len(moves), 3))
        alive = list(range(len(moves)))
        rounds = max(1, (len(moves) - 1).bit_length())
        each = -(-len(worlds) // rounds)
        for number in range(rounds):
            chosen = np.array(alive, np.int64)
            for world in worlds[number * each : (number + 1) * each]:
                look_ahead(world, seat, moves, chosen, self.repeats, rng, sums)
                draw(rng)
            alive = sorted(alive, key=lambda row: -_mean(sums[row]))[: max(1, (len(alive) + 1) // 2)]
        return sums

    # -- answers -----------------------------------------------------------------------------------------

    def answer(self, view: View, limit: Limit) -> Choice:
        """Look ahead after a challenge and after a pass, in worlds with a lie and worlds with the truth."""
        plain = super().answer(view, limit)
        chance = plain.evidence["lie_chance"]
        v = view.state
        if count_of(v.sizes, v.claimer) == 0 or chance >= 1.0:
            return plain
        rng = self.rng.spawn("answers", view.ply)
        moves = np.array([[CHALLENGE], [PASS]], np.int64)
        both = np.array([0, 1], np.int64)
        sides = []
        for lie in (True, False):
            sums = np.zeros((2, 3))
            for world in drawn(v, view.seat, max(1, self._budget(limit) // 2), rng):
                look_ahead(retold(world, view, lie, rng), view.seat, moves, both, self.repeats, rng, sums)
                draw(rng)
            sides.append(sums)
        values = [chance * _mean(sides[0][row]) + (1.0 - chance) * _mean(sides[1][row]) for row in range(2)]
        errors = [
            hypot(chance * _error(sides[0][row]), (1.0 - chance) * _error(sides[1][row])) for row in range(2)
        ]
        usual = 0 if plain.action == CHALLENGE else 1
        clear = values[1 - usual] - values[usual] > hypot(*errors) * self.proof / Z
        better = 1 - usual if clear else usual
        names = ("challenge", "pass")
        candidates = tuple(
            Candidate(
                (CHALLENGE, PASS)[row],
                names[row],
                values[row],
                low=values[row] - errors[row],
                high=values[row] + errors[row],
            )
            for row in (better, 1 - better)
        )
        if_lie, if_true = (sides[0][row] for row in (0, 1)), (sides[1][row] for row in (0, 1))
        made = int(sides[0][0, 2] + sides[1][0, 2])
        why = (
            f"Played on {many(made, 'time')} each, {names[better]} is worth "
            f"{values[better]:+.3f} and {names[1 - better]} {values[1 - better]:+.3f}, where a win is 1."
        )
        reasons = [plain.reasons[0], why]
        if values[better] < values[1 - better]:
            reasons.append("That is less apart than the error of the two, so the rule decides.")
            reasons.append(plain.reasons[1])
        lesson = min(len(reasons), 3)
        reasons += plain.reasons[2:]
        evidence = {
            **plain.evidence,
            "playouts": made,
            "if_it_is_a_lie": dict(zip(names, map(_mean, if_lie), strict=True)),
            "if_it_is_true": dict(zip(names, map(_mean, if_true), strict=True)),
        }
        return changed(
            plain,
            action=candidates[0].action,
            candidates=candidates,
            evidence=evidence,
            reasons=tuple(reasons),
            lesson=lesson,
        )


def retold(world: State, view: View, lie: bool, rng: Stream) -> State:
    """Swap cards that the seat cannot place until the open claim of a world is a lie, or true."""
    cards, seats = of_rank(world.rank), len(world.hands)
    fixed = 0  # what the seat can place stays where it is
    for i in range(seats):
        known = view.state.hands[i]
        fixed |= ~known if known < 0 else known | cards_of(view.state.laid[i])
    wrong, right = world.claim & ~cards, world.claim & cards
    if lie == bool(wrong):
        return world
    if lie:
        others = [c for c in range(52) if ~(fixed | cards | world.claim) >> c & 1 and _owner(world, c) >= 0]
        out = [c for c in listed(right) if not fixed >> c & 1]
        return _swapped(world, rng.choice(out), rng.choice(others)) if out and others else world
    for card in listed(wrong):
        spare = [c for c in listed(cards & ~fixed & ~world.claim) if _owner(world, c) >= 0]
        if not spare or fixed >> card & 1:
            return world
        world = _swapped(world, card, rng.choice(spare))
    return world


def _owner(world: State, card: int) -> int:
    """Return the seat that has a card, in hand or in the pile; -1 if it is out of play."""
    return next((i for i in range(len(world.hands)) if (world.hands[i] | world.laid[i]) >> card & 1), -1)


def _swapped(world: State, one: int, two: int) -> State:
    """Let two cards change places."""
    both = 1 << one | 1 << two

    def turned(cards: int) -> int:
        return cards ^ both if (cards >> one ^ cards >> two) & 1 else cards

    return world._replace(
        hands=tuple(map(turned, world.hands)), laid=tuple(map(turned, world.laid)), claim=turned(world.claim)
    )


def _mean(row: Any) -> float:
    return float(row[0] / row[2]) if row[2] else 0.0


def _error(row: Any) -> float:
    """Return half the width of the 95 % interval."""
    if row[2] < 2:
        return 1.0
    return Z * sqrt(max(float(row[1] / row[2]) - _mean(row) ** 2, 0.0) / float(row[2] - 1))
