"""A walk from world to world of Hearts that in the long run visits each as often as it is likely.

N. Metropolis, A. W. Rosenbluth, M. N. Rosenbluth, A. H. Teller and E. Teller, "Equation of state calculations
by fast computing machines" (1953): try a step that could as well be tried back; go there with the chance that
is the ratio of the two worlds' weights, if it is below 1. A step swaps cards of two hands, or a card of a
hidden pass with another that its receiver had.
"""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np

from parlour.compile import kernel
from parlour.core.bits import nth, popcount, trailing
from parlour.core.rng import below, uniform
from parlour.core.rules import rule
from parlour.games.hearts import State
from parlour.games.hearts.belief.worlds import THREE, before_each, log_pass, log_plays
from parlour.games.hearts.cards import QUEEN_CARD, SPADE

NOTHING = 0  # no step


@rule
def may_hold(v: State, seat: int, card: int) -> bool:
    """Say whether what play has shown lets a seat hold a card."""
    suit = card // 13
    if (v.voids >> (4 * seat + suit)) & 1 == 1:
        return False
    return suit != SPADE or card == QUEEN_CARD or (v.voids >> (16 + seat)) & 1 == 0


@rule
def swap_held(v: State, seat: int, sure: Any, rng: Any, full: Any, passed: Any) -> int:
    """Swap cards of two hands the seat cannot see; give the seats whose plays and passes that touches.

    These are bits: a seat's plays, and 4 places up its pass. A swapped card that had come with a hidden pass
    leaves the pass to the other card.
    """
    others, base = 3, seat + 1  # this many seats from this one on have hidden cards
    if seat < 0:
        others, base = 4, 0
    place = below(rng, others)
    one = (base + place) % 4
    two = (base + (place + 1 + below(rng, others - 1)) % others) % 4
    first = int(full[one]) & ~v.played[one] & ~int(sure[one])
    second = int(full[two]) & ~v.played[two] & ~int(sure[two])
    if first == 0 or second == 0:
        return NOTHING
    x = nth(first, below(rng, popcount(first)))
    y = nth(second, below(rng, popcount(second)))
    if not may_hold(v, one, y) or not may_hold(v, two, x):
        return NOTHING
    both = (1 << x) | (1 << y)
    full[one] ^= both
    full[two] ^= both
    touched = 0b10001 << one | 0b10001 << two
    for giver in range(4):
        to = (giver + v.direction) & 3
        if v.given[giver] < 0 and to in (one, two) and passed[giver] & both != 0:
            passed[giver] ^= both
            touched |= 16 << giver | 16 << to
    return touched


@rule
def swap_passed(v: State, rng: Any, full: Any, passed: Any) -> int:
    """Swap a card of a hidden pass for another of the receiver's; give the seats it touches, as above."""
    giver = below(rng, 4)
    if v.given[giver] >= 0:
        return NOTHING
    to = (giver + v.direction) & 3
    gave = int(passed[giver])
    kept = int(full[to]) & ~gave
    x = nth(gave, below(rng, THREE))
    y = nth(kept, below(rng, popcount(kept)))
    passed[giver] ^= (1 << x) | (1 << y)
    return 16 << giver | 16 << to


@kernel
def walk(
    v: State,
    seat: int,
    plays: Any,
    sure: Any,
    steps: int,
    weights: Any,
    rng: Any,
    hands: Any,
    given: Any,
    seen: Any,
) -> int:
    """Take each world some steps on, of both kinds; give how many of all were taken.

    Cards `sure` of their holder stay. Where each card was in the second half of the walk is counted in
    `seen`, if that has rows.
    """
    before = before_each(v, plays)
    full, passed = np.zeros(4, np.int64), np.zeros(4, np.int64)
    new_full, new_passed = np.zeros(4, np.int64), np.zeros(4, np.int64)
    logs, new_logs = np.zeros(8), np.zeros(8)  # of each seat's plays, and of its pass
    taken = 0
    for index in range(len(hands)):
        for other in range(4):
            full[other] = hands[index, other] | v.played[other]
            passed[other] = given[index, other]
        for other in range(4):
            if other != seat:
                logs[other] = log_plays(before, plays, other, int(full[other]), weights)
                logs[4 + other] = log_pass(v, other, full, passed, weights)
        for step in range(2 * steps):
            new_full[:] = full
            new_passed[:] = passed
            if step % 2 == 0:
                touched = swap_held(v, seat, sure, rng, new_full, new_passed)
            else:
                touched = swap_passed(v, rng, new_full, new_passed)
            if touched != NOTHING:
                ratio = 0.0
                for part in range(8):
                    other = part & 3
                    new_logs[part] = logs[part]
                    if (touched >> part) & 1 == 0 or other == seat:
                        continue
                    if part < 4:
                        new_logs[part] = log_plays(before, plays, other, int(new_full[other]), weights)
                    else:
                        new_logs[part] = log_pass(v, other, new_full, new_passed, weights)
                    ratio += new_logs[part] - logs[part]
                if ratio >= 0.0 or uniform(rng) < exp(ratio):
                    full[:] = new_full
                    passed[:] = new_passed
                    logs[:] = new_logs
                    taken += 1
            if len(seen) > 0 and step >= steps:
                for other in range(4):
                    left = int(full[other]) & ~v.played[other]
                    while left != 0:
                        seen[trailing(left), other] += 1.0
                        left &= left - 1
        for other in range(4):
            hands[index, other] = full[other] & ~v.played[other]
            given[index, other] = passed[other]
    return taken
