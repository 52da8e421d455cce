"""The three cards to pass in Hearts, by search over all 286 triples.

Every triple is tried in the same worlds: hands drawn by the rules' `fill`, which before play is all that a
belief has to go by; everybody passes, and the hand is played out by the rules' `rollout`. In each world all
triples get the same random numbers, so what they differ by is mostly the triple. The better half goes on to
the next round and gets as many playouts again (sequential halving: Karnin, Koren and Somekh 2013), until few
are left.

A triple is three actions. The search looks at the thirteen cards dealt, with a stream made from these, so
that it finds the same triple for the second and the third card, whoever asks and whatever was remembered.
"""

from __future__ import annotations

from itertools import combinations
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from parlour.compile import kernel
from parlour.core.bits import listed, trailing
from parlour.core.clock import now
from parlour.core.limit import Limit
from parlour.core.rng import Stream
from parlour.core.rules import changed, fill, play, rollout, rule
from parlour.core.words import Z
from parlour.games.hearts import SEATS, State
from parlour.games.hearts.cards import DONE, NONE, PASS, TWO, standing
from parlour.games.hearts.play.heuristic import pass_scores

LAST = 3  # triples that the last round leaves
LEAST = 4  # playouts that a triple needs to be in the search at all
TRIAL = 2  # worlds by which the time of one is measured


class Triple(NamedTuple):
    """Three cards to pass and what their playouts gave."""

    cards: int
    playouts: int
    value: float  # by how much the others' points exceed one's own
    error: float  # half of the 95 % interval
    points: float  # one's own


class Passing(NamedTuple):
    """What the search found: the triples, the best first, and its work."""

    triples: tuple[Triple, ...]
    tried: int
    playouts: int
    worlds: int


@rule
def before_passing(s: State) -> State:
    """Return all cards that were passed back."""
    hands = (
        s.hands[0] | s.given[0],
        s.hands[1] | s.given[1],
        s.hands[2] | s.given[2],
        s.hands[3] | s.given[3],
    )
    return changed(s, hands=hands, given=NONE, phase=PASS, turn_seat=0, count=0)


@rule
def passed_and_played(s: State, seat: int, triple: int, rng: Any) -> State:
    """Let the seat pass these cards and the others theirs, then play the hand out."""
    number, left = s.hand_no, triple
    while s.phase == PASS:
        if s.turn_seat == seat:
            card = trailing(left)
            left &= left - 1
        else:
            card = rollout(s, rng)
        s = play(s, card)
    while s.phase != DONE and s.hand_no == number:  # not `finish`: in a match the game goes on
        s = play(s, rollout(s, rng))
    return s


@kernel
def value_triples(base: State, seat: int, triples: Any, worlds: int, rng: Any, sums: Any, stop: Any) -> int:
    """Add to the sums of each triple, in that many worlds, its value, the value's square and the points."""
    made = 0
    before = base.scores
    for _ in range(worlds):
        if stop[0] != 0 and made > 0:
            break
        world = before_passing(fill(base, seat, rng))
        mark = rng[0]
        for j in range(len(triples)):
            rng[0] = mark
            after = passed_and_played(world, seat, int(triples[j]), rng).scores
            cost = (after[0] - before[0], after[1] - before[1], after[2] - before[2], after[3] - before[3])
            value = standing(cost, 0)[seat]
            sums[j, 0] += value
            sums[j, 1] += value * value
            sums[j, 2] += cost[seat]
        made += 1
    return made


def before_own_pass(v: State, seat: int) -> State:
    """Return the view as it was before the seat passed anything."""
    hands, given = list(v.hands), list(v.given)
    hands[seat] |= given[seat]
    given[seat] = 0
    a, b = tuple(hands), tuple(given)
    return v._replace(hands=a, given=b, count=3 * seat, turn_seat=seat)  # type: ignore[arg-type]


def search_passes(v: State, seat: int, must: int, playouts: int, limit: Limit) -> Passing:
    """Search the triples that hold the cards of `must`; the limit's simulations go before `playouts`."""
    base = before_own_pass(v, seat)
    dealt = base.hands[seat]
    scores = pass_scores(dealt)
    sets = [sum(1 << card for card in three) for three in combinations(listed(dealt), 3)]
    if seat == SEATS - 1 and must.bit_count() == 2:
        sets = [t for t in sets if t & ~must != TWO]  # the very last card passed cannot be the two of clubs
    sets = sorted((t for t in sets if t & must == must), key=lambda t: (-_wish(scores, t), t))
    rng = Stream.of("passing", seat, dealt, must, v.direction, v.switches)
    stop = np.zeros(1, np.int64)
    budget = limit.simulations or playouts
    if limit.seconds is not None:
        budget = limit.simulations or 10**9
    if limit.cap is not None:
        budget = min(budget, _in_time(base, seat, sets, limit.cap, stop))
    tried = max(1, min(len(sets), budget // LEAST))
    ends_at = None if limit.cap is None else now() + limit.cap
    return _halving(base, seat, sets[:tried], budget, rng, stop, ends_at)


def _wish(scores: dict[int, float], triple: int) -> float:
    return sum(scores[card] for card in listed(triple))


def _in_time(base: State, seat: int, sets: list[int], seconds: float, stop: Any) -> int:
    """Return the playouts that there is time for, by a trial."""
    array, rng = np.array(sets, np.int64), Stream.of("trial", seat)
    value_triples(base, seat, array[:1], 1, rng, np.zeros((1, 3)), stop)  # what runs first is slower
    began = now()
    value_triples(base, seat, array, TRIAL, rng, np.zeros((len(sets), 3)), stop)
    each = (now() - began) / (TRIAL * len(sets))
    return max(1, int(0.8 * seconds / each) - TRIAL * len(sets))


def _halving(
    base: State, seat: int, sets: list[int], budget: int, rng: Stream, stop: Any, ends_at: float | None
) -> Passing:
    left = np.array(sets, np.int64)
    sums = np.zeros((len(left), 3))
    counts = np.zeros(len(left), np.int64)
    rounds = 1
    while len(left) >> rounds > LAST - 1:
        rounds += 1
    dropped: list[Triple] = []
    worlds = made = 0
    for number in range(rounds):
        each = max(1, (budget - made) // ((rounds - number) * len(left)))
        done = value_triples(base, seat, left, each, rng, sums, stop)
        counts += done
        worlds += done
        made += done * len(left)
        order = np.lexsort((left, -sums[:, 0] / counts))
        keep = max(min(LAST, len(left)), (len(left) + 1) // 2) if number < rounds - 1 else len(left)
        rows = [_triple(left[j], sums[j], int(counts[j])) for j in order]
        dropped = rows[keep:] + dropped
        left, sums, counts = left[order[:keep]], sums[order[:keep]], counts[order[:keep]]
        if ends_at is not None and now() > ends_at:
            break
    rows = [_triple(left[j], sums[j], int(counts[j])) for j in range(len(left))]
    return Passing((*rows, *dropped), len(sets), made, worlds)


def _triple(cards: int, sums: Any, n: int) -> Triple:
    mean = float(sums[0]) / n
    spread = max(0.0, float(sums[1]) / n - mean * mean)
    return Triple(int(cards), n, mean, Z * sqrt(spread / max(1, n - 1)), float(sums[2]) / n)
