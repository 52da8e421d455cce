"""Exact equilibria of small hidden-information games by linear programming, with a proof of each.

D. Koller, N. Megiddo and B. von Stengel, "Efficient computation of equilibria for extensive two-person
games" (1996): over the probabilities of whole sequences of a seat's own actions, not of single actions, the
expected result is linear in each seat's plan, so the program is as small as the tree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from parlour.core.errors import Unsuitable
from parlour.core.rules import CHANCE, OVER
from parlour.search.information_sets import InformationTree, Key

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]

Policy: TypeAlias = Mapping[Key, Mapping[int, float]]  # information set -> action -> probability
TOLERANCE = 1e-10  # the least that the solver takes
CRUMB = 1e-9  # a probability below this is the solver's rounding
NUDGE = 1e-6  # how much earning against uniform play counts beside the value
TREMBLE = 1e-3  # how often a trembling hand plays at random


@dataclass(frozen=True)
class SequenceForm:
    """Hold an equilibrium and its certificate: what each seat's best response would gain against it.

    `gap` is the sum of both gains (NashConv) and `exploitability` half of it. Whatever the solver did, the
    true value lies within `exploitability` of `value`.
    """

    value: float  # for seat 0
    policies: tuple[Policy, Policy]
    gains: tuple[float, float]

    @property
    def gap(self) -> float:
        """Add up what the two best responses gain."""
        return self.gains[0] + self.gains[1]

    @property
    def exploitability(self) -> float:
        """Average what the two best responses gain: half the gap."""
        return self.gap / 2


def solve_tree(tree: InformationTree) -> SequenceForm:
    """Find an equilibrium of the tree by linear programming (Koller, Megiddo and von Stengel 1996).

    Of many optimal plans each seat takes one that earns most against uniform play, which no other plan
    dominates. Where a seat's own plan never comes, its policy is the best response to an opponent whose
    hand trembles (Selten 1975), so that it makes sense there too.
    """
    form = _certified(tree, NUDGE)
    scale = float(np.abs(tree.payoff).max())
    return form if form.gap <= CRUMB * scale else _certified(tree, 0.0)


def _certified(tree: InformationTree, nudge: float) -> SequenceForm:
    plans = [_plan(tree, seat, nudge) for seat in (0, 1)]
    drafts = [_behaviour(tree, plans[seat], seat, {}) for seat in (0, 1)]
    fills = [best_response(tree, trembling(drafts[1 - seat]), seat)[1] for seat in (0, 1)]
    policies = _behaviour(tree, plans[0], 0, fills[0]), _behaviour(tree, plans[1], 1, fills[1])
    most, most_of_other = (best_response_value(tree, policies[1 - seat], seat) for seat in (0, 1))
    played = policy_value(tree, policies)
    # Never negative in exact arithmetic: the policy itself is one of the responses.
    gains = max(0.0, most - played), max(0.0, most_of_other + played)
    return SequenceForm((most - most_of_other) / 2, policies, gains)


def best_response_value(tree: InformationTree, policy: Policy, seat: int) -> float:
    """Return what the seat's best response to the other seat's policy earns it, exactly."""
    return best_response(tree, policy, seat)[0]


def best_response(tree: InformationTree, policy: Policy, seat: int) -> tuple[float, Policy]:
    """Find the seat's best response to the other seat's policy: its value to the seat, and its actions.

    Works bottom-up through the seat's information sets: an action earns the leaves it leads to, weighed by
    chance and the other seat, and the best of every later set that it opens.
    """
    ends = np.flatnonzero(tree.player == OVER)
    others = plan_of(tree, policy, 1 - seat)[tree.last[1 - seat][ends]]
    sign = 1.0 if seat == 0 else -1.0
    earned = np.bincount(
        tree.last[seat][ends],
        weights=sign * tree.chance[ends] * others * tree.payoff[ends],
        minlength=tree.sequences[seat],
    )
    response: dict[Key, dict[int, float]] = {}
    for index in reversed(range(len(tree.keys))):
        if tree.keys[index][0] != seat:
            continue
        first, actions = tree.first[index], tree.actions[index]
        values = earned[first : first + len(actions)]
        best = int(values.argmax())
        earned[tree.before[index]] += values[best]
        response[tree.keys[index]] = {a: float(place == best) for place, a in enumerate(actions)}
    return float(earned[0]), response


def policy_value(tree: InformationTree, policies: Sequence[Policy]) -> float:
    """Return what seat 0 expects when both seats play their policies."""
    plans = [plan_of(tree, policies[seat], seat)[tree.last[seat]] for seat in (0, 1)]
    return float((tree.chance * plans[0] * plans[1] * tree.payoff).sum())


def plan_of(tree: InformationTree, policy: Policy, seat: int) -> Floats:
    """Turn a policy into the probability of each of the seat's sequences: the product of its own choices."""
    plan = np.zeros(tree.sequences[seat])
    plan[0] = 1.0
    for index, key in enumerate(tree.keys):
        if key[0] == seat:
            played, first = policy[key], tree.first[index]
            if any(p > 0.0 and a not in tree.actions[index] for a, p in played.items()):
                raise Unsuitable(f"{tree.game.name}: the policy plays an action that is not legal")
            for place, a in enumerate(tree.actions[index]):
                plan[first + place] = plan[tree.before[index]] * played.get(a, 0.0)
    return plan


def uniform_policy(tree: InformationTree, seat: int) -> Policy:
    """Return the policy that plays every action as often as the other."""
    return {
        key: dict.fromkeys(actions, 1.0 / len(actions))
        for key, actions in zip(tree.keys, tree.actions, strict=True)
        if key[0] == seat
    }


def trembling(policy: Policy, often: float = TREMBLE) -> Policy:
    """Return the policy with a little random play everywhere, so that it reaches every set (Selten 1975)."""
    return {
        key: {a: (1.0 - often) * p + often / len(played) for a, p in played.items()}
        for key, played in policy.items()
    }


def node_values(tree: InformationTree, policies: Sequence[Policy]) -> Floats:
    """Return what seat 0 expects from every node on when both seats play their policies."""
    values = tree.payoff.copy()
    for node in range(len(values) - 1, 0, -1):
        parent = int(tree.parent[node])
        mover = int(tree.player[parent])
        if mover == CHANCE:
            share = tree.chance[node] / tree.chance[parent]
        else:
            share = policies[mover][tree.keys[tree.set_of[parent]]].get(int(tree.action[node]), 0.0)
        values[parent] += share * values[node]
    return values


def _plan(tree: InformationTree, seat: int, nudge: float) -> Floats:
    """Solve for one seat: maximise v(nothing) over its plan x, where v bounds what the other can hold x to.

    `nudge` times what x earns against uniform play is added, to choose among the optimal plans.
    """
    from scipy.optimize import linprog
    from scipy.sparse import coo_array, hstack

    ends = np.flatnonzero(tree.player == OVER)
    scale = max(1e-300, float(np.abs(tree.payoff).max()))  # the solver's tolerances are absolute
    sign = 1.0 if seat == 0 else -1.0
    mine, theirs = tree.sequences[seat], tree.sequences[1 - seat]
    worth = coo_array(
        (
            sign / scale * tree.chance[ends] * tree.payoff[ends],
            (tree.last[1 - seat][ends], tree.last[seat][ends]),
        ),
        shape=(theirs, mine),
    )
    flow, flow_of_other = _flow(tree, seat), _flow(tree, 1 - seat)
    sets, sets_of_other = flow.shape[0], flow_of_other.shape[0]
    aims = np.zeros(mine + sets_of_other)
    aims[:mine] = nudge * (worth.T @ plan_of(tree, uniform_policy(tree, 1 - seat), 1 - seat))
    aims[mine] = 1.0
    solved = linprog(
        -aims,
        A_ub=hstack([-worth, flow_of_other.T]).tocsr(),
        b_ub=np.zeros(theirs),
        A_eq=hstack([flow, coo_array((sets, sets_of_other))]).tocsr(),
        b_eq=np.eye(1, sets)[0],
        bounds=[(0, None)] * mine + [(None, None)] * sets_of_other,
        method="highs",
        options={"primal_feasibility_tolerance": TOLERANCE, "dual_feasibility_tolerance": TOLERANCE},
    )
    if solved.x is None or not solved.success:
        raise Unsuitable(f"{tree.game.name}: the linear program was not solved: {solved.message}")
    return np.asarray(solved.x[:mine])


def _flow(tree: InformationTree, seat: int) -> Any:
    """Write down what makes a plan: row 0 says it starts with 1, each set passes on what comes to it."""
    from scipy.sparse import coo_array

    rows, columns, entries = [0], [0], [1.0]
    row = 0
    for index, key in enumerate(tree.keys):
        if key[0] != seat:
            continue
        row += 1
        size = len(tree.actions[index])
        rows += [row] * (size + 1)
        columns += [tree.before[index], *range(tree.first[index], tree.first[index] + size)]
        entries += [-1.0] + [1.0] * size
    return coo_array((entries, (rows, columns)), shape=(row + 1, tree.sequences[seat]))


def _behaviour(tree: InformationTree, plan: Floats, seat: int, fill: Policy) -> Policy:
    """Turn a plan into a policy; where the plan never comes, take `fill`, or any action alike."""
    policy: dict[Key, Mapping[int, float]] = {}
    for index, key in enumerate(tree.keys):
        if key[0] != seat:
            continue
        actions, first = tree.actions[index], tree.first[index]
        weights = plan[first : first + len(actions)].clip(min=0.0)
        total = float(weights.sum())
        if total <= CRUMB:
            policy[key] = fill.get(key) or dict.fromkeys(actions, 1.0 / len(actions))
            continue
        weights[weights < CRUMB * total] = 0.0
        shares = weights / weights.sum()
        policy[key] = {a: float(shares[place]) for place, a in enumerate(actions)}
    return policy
