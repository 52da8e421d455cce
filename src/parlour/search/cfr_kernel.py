"""Regret minimisation and best responses on the sequence form in vectors, over flat arrays.

A seat's sequence is what it has played so far in public; a row holds one number for each hand the seat may
have. `reach[row, hand]` is how likely the seat's own choices make the sequence with that hand, and
`values[row, hand]` what follows it is worth to the seat, weighed by chance and the other seat. Row 0 is
nothing played yet. Decision n of a seat follows row `before[n]` and leads to rows `first[n]` to `first[n] +
count[n] - 1`; an earlier decision has a smaller number. End z of the public tree pays by a table over both
seats' hands, in which the chances of the deal and of all later cards are multiplied in. Nodes of the other
seat and of chance need no work at all.

M. Zinkevich and others, "Regret minimization in games with incomplete information" (2007); M. Johanson and
others, "Accelerating best response calculation" (2011), for vectors over public states; O. Tammelin, "Solving
large imperfect information games using CFR+" (2014); N. Brown and T. Sandholm, "Solving imperfect-information
games via discounted regret minimization" (2019); G. Farina, C. Kroer and T. Sandholm, "Faster game solving
via predictive Blackwell approachability" (2021).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from parlour.compile import kernel
from parlour.core.rules import rule

PLAIN, PLUS, DISCOUNTED, PREDICTIVE = range(4)  # variants
WIDE = 16  # hands from which on a loop over them is worth setting up
LARGE, SMALL = 1e300, 1e-290  # beyond these, nothing is told apart any more


class Sequences(NamedTuple):
    """A seat's decisions; see above."""

    first: Any
    count: Any
    before: Any


class Ends(NamedTuple):
    """The ends as one seat sees them: both seats' rows, the table of each and its factor, and the tables."""

    mine: Any
    theirs: Any
    table: Any
    factor: Any
    tables: Any  # by the other's hand and then by one's own
    room: Any  # for a vector over one's own hands


class Memory(NamedTuple):
    """What a seat has learnt, by row and hand."""

    policy: Any
    reach: Any
    values: Any
    regret: Any
    average: Any
    scratch: Any  # two rows of its own


@kernel
def uniform(own: Sequences, policy: Any) -> None:
    """Set a policy to any action alike."""
    for n in range(len(own.first)):
        for row in range(own.first[n], own.first[n] + own.count[n]):
            for h in range(policy.shape[1]):
                policy[row, h] = 1.0 / own.count[n]


@kernel
def follow(own: Sequences, policy: Any, reach: Any) -> None:
    """Find how likely a seat's policy makes each of its sequences."""
    size = reach.shape[1]
    first, count, before = own.first, own.count, own.before
    for h in range(size):
        reach[0, h] = 1.0
    for n in range(len(first)):
        start = before[n]
        for row in range(first[n], first[n] + count[n]):
            for h in range(size):
                reach[row, h] = reach[start, h] * policy[row, h]


@kernel
def settle(ends: Ends, reach: Any, values: Any) -> None:
    """Pay out every end to the sequences that lead there, given the other seat's reach."""
    mine, theirs, table, tables, factor = ends.mine, ends.theirs, ends.table, ends.tables, ends.factor
    others, size = tables.shape[1], tables.shape[2]
    total = ends.room
    values[:] = 0.0
    for z in range(len(mine)):
        row, other, t, times = mine[z], theirs[z], table[z], factor[z]
        if size < WIDE:
            for h in range(size):
                paid = 0.0
                for k in range(others):
                    paid += tables[t, k, h] * reach[other, k]
                values[row, h] += times * paid
            continue
        total[:] = 0.0  # the same sums in the same order, but for several hands at a time
        for k in range(others):
            weight = reach[other, k]
            for h in range(size):
                total[h] += tables[t, k, h] * weight
        for h in range(size):
            values[row, h] += times * total[h]


@kernel
def respond(own: Sequences, values: Any) -> None:
    """Carry what the best action is worth with each hand back to the start."""
    first, count, before = own.first, own.count, own.before
    for n in range(len(first) - 1, -1, -1):
        row, start = first[n], before[n]
        for h in range(values.shape[1]):
            best = values[row, h]
            for k in range(1, count[n]):
                best = max(best, values[row + k, h])
            values[start, h] += best


@kernel
def expect(own: Sequences, policy: Any, values: Any) -> None:
    """Carry what a policy is worth with each hand back to the start."""
    first, count, before = own.first, own.count, own.before
    for n in range(len(first) - 1, -1, -1):
        row, start = first[n], before[n]
        for k in range(row, row + count[n]):
            for h in range(values.shape[1]):
                values[start, h] += policy[k, h] * values[k, h]


@kernel
def behave(own: Sequences, average: Any, policy: Any) -> None:
    """Turn summed reaches into a policy; any action alike where there is nothing to go by."""
    for n in range(len(own.first)):
        row, actions = own.first[n], own.count[n]
        for h in range(policy.shape[1]):
            total = 0.0
            for k in range(row, row + actions):
                total += average[k, h]
            for k in range(row, row + actions):
                policy[k, h] = average[k, h] / total if total > 0.0 else 1.0 / actions


class Rates(NamedTuple):
    """What tells the variants apart, for one iteration."""

    gains: float  # by which positive regrets are multiplied before it
    losses: float  # and negative ones
    floor: float  # below which no regret falls
    hope: float  # 1 to expect the last regrets to come again
    weight: float  # of the policy in the mean


@rule
def rates_of(variant: int, t: int) -> Rates:
    """Return the rates of iteration t, which counts from 1."""
    if variant == PLAIN:
        return Rates(1.0, 1.0, -LARGE, 0.0, 1.0)
    if variant == PLUS:
        return Rates(1.0, 1.0, 0.0, 0.0, float(t))
    if variant == PREDICTIVE:
        return Rates(1.0, 1.0, 0.0, 1.0, float(t) * t)
    grown = float(t - 1) ** 1.5
    return Rates(grown / (grown + 1.0), 0.5, -LARGE, 0.0, float(t) * t)


@kernel
def learn(own: Sequences, me: Memory, rates: Rates) -> None:
    """Add a seat's regrets, set its next policy by regret matching, and add the last one to the mean."""
    first, count, before = own.first, own.count, own.before
    policy, reach, values, regret, average = me.policy, me.reach, me.values, me.regret, me.average
    gains, losses, floor, hope, weight = rates.gains, rates.losses, rates.floor, rates.hope, rates.weight
    size = values.shape[1]
    worth, total = me.scratch[0], me.scratch[1]
    # The hands come innermost and without branches, so that several are worked on by one instruction.
    for n in range(len(first) - 1, -1, -1):
        row, start, actions = first[n], before[n], count[n]
        for h in range(size):
            worth[h] = 0.0
            total[h] = 0.0
        for k in range(row, row + actions):
            for h in range(size):
                worth[h] += policy[k, h] * values[k, h]
        for h in range(size):
            values[start, h] += worth[h]
        for k in range(row, row + actions):
            for h in range(size):
                average[k, h] += weight * reach[k, h]
                now, old = values[k, h] - worth[h], regret[k, h]
                old = max(floor, old * (gains if old > 0.0 else losses) + now)
                regret[k, h] = old
                now = max(0.0, old + hope * now)
                policy[k, h] = now
                total[h] += now
        for h in range(size):
            worth[h] = 1.0 / total[h] if total[h] > SMALL else 0.0
            total[h] = 0.0 if total[h] > SMALL else 1.0 / actions
        for k in range(row, row + actions):
            for h in range(size):
                policy[k, h] = policy[k, h] * worth[h] + total[h]


@kernel(key=Sequences)
def iterate(
    owns: tuple[Sequences, Sequences],
    ends: tuple[Ends, Ends],
    minds: tuple[Memory, Memory],
    variant: int,
    done: int,
    more: int,
) -> float:
    """Make so many more iterations, the seats learning in turn; give the weight they have in the mean."""
    weights = 0.0
    for t in range(done + 1, done + more + 1):
        rates = rates_of(variant, t)
        weights += rates.weight
        follow(owns[1], minds[1].policy, minds[1].reach)
        settle(ends[0], minds[1].reach, minds[0].values)
        learn(owns[0], minds[0], rates)
        follow(owns[0], minds[0].policy, minds[0].reach)
        settle(ends[1], minds[0].reach, minds[1].values)
        learn(owns[1], minds[1], rates)
    return weights
