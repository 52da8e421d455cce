"""Monte Carlo regret minimisation by playing the rules themselves: no tree is held, only a table.

An information set is a key of what the seat to move sees; the table gives it a stretch of regrets and summed
policies, in the order of its legal actions. External sampling tries every action of one seat and draws those
of chance and of the other; outcome sampling draws a single line of play and weighs what it finds by how
likely it was to be drawn (M. Lanctot and others, "Monte Carlo sampling for regret minimization in extensive
games", 2009).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from parlour.compile import kernel
from parlour.core.bits import count, lowest, rest
from parlour.core.fingerprint import fingerprint
from parlour.core.rng import uniform
from parlour.core.rules import CHANCE, OVER, AnyState, legal, mask, play, random_action, returns, rule, turn

SETS, NUMBERS, VISITS, MOST = range(4)  # places of what is used; a walk that visits more than MOST gives up

FAINT = 1e-100  # lines less likely to be drawn weigh too much to learn from


class Table(NamedTuple):
    """Information sets by key, with open addressing; and what was learnt about their actions."""

    keys: Any  # 0 is a free place
    places: Any  # where the set's stretch begins
    regret: Any
    average: Any
    used: Any
    scratch: Any  # of each depth and action: policy and value


@rule
def place_of(table: Table, key: int, actions: int) -> int:
    """Find the stretch of a key, or give it one; -1 when the table is full."""
    size = len(table.keys)
    at = key & (size - 1)
    while table.keys[at] != 0:
        if table.keys[at] == key:
            return int(table.places[at])
        at = (at + 1) & (size - 1)
    start = table.used[NUMBERS]
    if 4 * table.used[SETS] >= 3 * size or start + actions > len(table.regret):
        return -1
    table.used[SETS] += 1
    table.used[NUMBERS] += actions
    table.keys[at] = key
    table.places[at] = start
    return int(start)


@rule
def match_regrets(table: Table, place: int, actions: int, depth: int) -> None:
    """Write the policy that regret matching gives to the scratch of a depth."""
    total = 0.0
    if place >= 0:
        for k in range(actions):
            total += max(0.0, table.regret[place + k])
    for k in range(actions):
        if total > 0.0:
            table.scratch[depth, k, 0] = max(0.0, table.regret[place + k]) / total
        else:
            table.scratch[depth, k, 0] = 1.0 / actions


@rule
def drawn(table: Table, actions: int, depth: int, explore: float, rng: Any) -> int:
    """Draw an action by the policy in the scratch, mixed with any action alike."""
    mark = uniform(rng)
    last = 0
    for k in range(actions):
        share = explore / actions + (1.0 - explore) * table.scratch[depth, k, 0]
        if share > 0.0:
            last = k
            mark -= share
            if mark < 0.0:
                break
    return last


@rule
def skipped(actions: Any, number: int) -> int:
    """Return the action after so many lower ones."""
    for _ in range(number):
        actions = rest(actions)
    return int(lowest(actions))


@rule
def key_of(s: AnyState, seat: int) -> int:
    """Return the key of what a seat sees, never 0."""
    key = fingerprint(mask(s, seat))
    return key if key != 0 else 1


@rule
def played_out(s: AnyState, seat: int, rng: Any) -> float:
    """Play at random to the end: what lies deeper than the scratch is not learnt."""
    while turn(s) != OVER:
        s = play(s, random_action(s, rng))
    return float(returns(s)[seat])


@kernel
def external(s: AnyState, seat: int, table: Table, depth: int, rng: Any) -> float:
    """Walk once with every action of the seat, one of the others: what the state is worth to the seat."""
    mover = turn(s)
    table.used[VISITS] += 1
    if mover == OVER or table.used[VISITS] > table.used[MOST]:
        return float(returns(s)[seat])
    if depth >= len(table.scratch):
        return float(played_out(s, seat, rng))
    if mover == CHANCE:
        return float(external(play(s, random_action(s, rng)), seat, table, depth, rng))
    options = legal(s)
    actions = count(options)
    place = place_of(table, key_of(s, mover), actions)
    match_regrets(table, place, actions, depth)
    if mover != seat:
        if place >= 0:
            for k in range(actions):
                table.average[place + k] += table.scratch[depth, k, 0]
        chosen = skipped(options, drawn(table, actions, depth, 0.0, rng))
        return float(external(play(s, chosen), seat, table, depth + 1, rng))
    total = 0.0
    for k in range(actions):
        value = external(play(s, lowest(options)), seat, table, depth + 1, rng)
        options = rest(options)
        table.scratch[depth, k, 1] = value
        total += table.scratch[depth, k, 0] * value
    if place >= 0:
        for k in range(actions):
            table.regret[place + k] += table.scratch[depth, k, 1] - total
    return total


@kernel
def outcome(
    s: AnyState,
    seat: int,
    table: Table,
    depth: int,
    rng: Any,
    explore: float,
    mine: float,
    theirs: float,
    sampled: float,
) -> float:
    """Walk one line; give an unbiased estimate of what the state is worth to the seat.

    `mine`, `theirs` and `sampled` are how likely the seat, the other and the sampling were to come here.
    """
    mover = turn(s)
    if mover == OVER:
        return float(returns(s)[seat])
    if depth >= len(table.scratch) or sampled < FAINT:
        return float(played_out(s, seat, rng))
    if mover == CHANCE:
        after = play(s, random_action(s, rng))
        return float(outcome(after, seat, table, depth, rng, explore, mine, theirs, sampled))
    options = legal(s)
    actions = count(options)
    place = place_of(table, key_of(s, mover), actions)
    match_regrets(table, place, actions, depth)
    stray = explore if mover == seat else 0.0 * explore
    chosen = drawn(table, actions, depth, stray, rng)
    share = table.scratch[depth, chosen, 0]
    odds = stray / actions + (1.0 - stray) * share
    after = play(s, skipped(options, chosen))
    if mover == seat:
        value = outcome(after, seat, table, depth + 1, rng, explore, mine * share, theirs, sampled * odds)
    else:
        value = outcome(after, seat, table, depth + 1, rng, explore, mine, theirs * share, sampled * odds)
    value /= odds
    if mover == seat and place >= 0:
        for k in range(actions):
            hit = value if k == chosen else 0.0
            table.regret[place + k] += theirs / sampled * (hit - share * value)
            table.average[place + k] += mine / sampled * table.scratch[depth, k, 0]
    return float(share * value)


@kernel
def walks(
    s: AnyState, table: Table, more: int, outcomes: int, explore: float, one: float, depth: int, rng: Any
) -> None:
    """Walk so many times for each seat in turn."""
    for _ in range(more):
        for seat in range(2):
            if table.used[VISITS] > table.used[MOST]:
                return
            table.used[VISITS] = 0
            if outcomes == 1:
                outcome(s, seat, table, depth, rng, explore, one, one, one)
            else:
                external(s, seat, table, depth, rng)
