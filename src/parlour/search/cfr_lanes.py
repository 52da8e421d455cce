"""Regret minimisation and best responses as lane kernels, level by level over `Levels`.

The same sums as in `cfr_kernel`. A lane is a decision, or a row, times `parts` plus a part of its hands: on a
GPU each hand is a part, so that neighbours read and write side by side; on a core one lane takes them all.
Vectors are kept in whatever floats their arrays have.
"""

from __future__ import annotations

from typing import Any

from parlour.compile.lanes import lanes
from parlour.search.cfr_kernel import SMALL
from parlour.search.cfr_levels import Levels


@lanes(key=Levels)
def begin(lane: int, rng: Any, reach: Any) -> None:
    """Set the empty sequence, with which everything begins."""
    reach[0, lane] = 1.0


@lanes(key=Levels)
def behave(lane: int, rng: Any, parts: int, low: int, rows: Any, average: Any, policy: Any) -> None:
    """Turn summed reaches into a policy; any action alike where there is nothing to go by."""
    n = low + lane // parts
    for h in range(lane % parts, policy.shape[1], parts):
        total = 0.0
        for row in range(rows[n], rows[n + 1]):
            total += average[row, h]
        for row in range(rows[n], rows[n + 1]):
            policy[row, h] = average[row, h] / total if total > 0.0 else 1.0 / (rows[n + 1] - rows[n])


@lanes(key=Levels)
def follow(
    lane: int, rng: Any, parts: int, low: int, rows: Any, before: Any, policy: Any, reach: Any
) -> None:
    """Find how likely a seat's policy makes its sequences; both may be the same array."""
    n = low + lane // parts
    for row in range(rows[n], rows[n + 1]):
        for h in range(lane % parts, reach.shape[1], parts):
            reach[row, h] = reach[before[n], h] * policy[row, h]


@lanes(key=Levels)
def gather(
    lane: int,
    rng: Any,
    parts: int,
    low: int,
    after: Any,
    ends: Any,
    theirs: Any,
    table: Any,
    factor: Any,
    tables: Any,
    reach: Any,
    worth: Any,
    values: Any,
) -> None:
    """Add up what a row is worth: the ends that it leads to, and the decisions that may come next."""
    row = low + lane // parts
    for h in range(lane % parts, values.shape[1], parts):
        total = 0.0
        for z in range(ends[row], ends[row + 1]):
            t, other = table[z], theirs[z]
            paid = tables[t, 0, h] * reach[other, 0]
            for k in range(1, tables.shape[1]):
                paid += tables[t, k, h] * reach[other, k]
            total += factor[z] * paid
        for n in range(after[row], after[row + 1]):
            total += worth[n, h]
        values[row, h] = total


@lanes(key=Levels)
def expect(
    lane: int, rng: Any, parts: int, low: int, rows: Any, policy: Any, values: Any, worth: Any
) -> None:
    """Find what a policy makes of a decision."""
    n = low + lane // parts
    for h in range(lane % parts, values.shape[1], parts):
        total = 0.0
        for row in range(rows[n], rows[n + 1]):
            total += policy[row, h] * values[row, h]
        worth[n, h] = total


@lanes(key=Levels)
def respond(lane: int, rng: Any, parts: int, low: int, rows: Any, values: Any, worth: Any) -> None:
    """Find what the best action makes of a decision."""
    n = low + lane // parts
    for h in range(lane % parts, values.shape[1], parts):
        best = values[rows[n], h]
        for row in range(rows[n] + 1, rows[n + 1]):
            best = max(best, values[row, h])
        worth[n, h] = best


@lanes(key=Levels)
def learn(
    lane: int,
    rng: Any,
    parts: int,
    low: int,
    rows: Any,
    reach: Any,
    values: Any,
    worth: Any,
    policy: Any,
    regret: Any,
    average: Any,
    gains: float,
    losses: float,
    floor: float,
    hope: float,
    weight: float,
) -> None:
    """Add a seat's regrets, set its next policy by regret matching, and add the last one to the mean."""
    n = low + lane // parts
    start, stop = rows[n], rows[n + 1]
    for h in range(lane % parts, values.shape[1], parts):
        mean = 0.0
        for row in range(start, stop):
            mean += policy[row, h] * values[row, h]
        worth[n, h] = mean
        total = 0.0
        for row in range(start, stop):
            average[row, h] += weight * reach[row, h]
            now, old = values[row, h] - mean, regret[row, h]
            kept = max(floor, old * (gains if old > 0.0 else losses) + now)
            regret[row, h] = kept
            kept = max(0.0, kept + hope * now)
            policy[row, h] = kept
            total += kept
        scale = 1.0 / total if total > SMALL else 0.0
        alike = 0.0 if total > SMALL else 1.0 / (stop - start)
        for row in range(start, stop):
            policy[row, h] = policy[row, h] * scale + alike
