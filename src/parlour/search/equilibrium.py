"""Equilibrium play: solve a small hidden-information game whole, then play its mixed policy.

The solver is the sequence form (Koller, Megiddo and von Stengel 1996). A seat's beliefs about what is hidden
follow from chance and from how an opponent in equilibrium plays (Kreps and Wilson 1982).
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from parlour.core.choice import Candidate, Choice
from parlour.core.errors import Unsuitable
from parlour.core.exhibit import Exhibit, shares
from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.rules import CHANCE, AnyState
from parlour.core.solve import Solution
from parlour.core.strategy import Strategy
from parlour.core.view import View
from parlour.core.words import percent
from parlour.search.explain import NOISE, drawn_by, gaining
from parlour.search.information_sets import NODES, InformationTree, rough_size, walk
from parlour.search.sequence_form import SequenceForm, node_values, plan_of, solve_tree, trembling

if TYPE_CHECKING:
    from parlour.search.information_sets import Floats

MOST_ROWS = 1000  # of a policy shown in a certificate
MOST_WORLDS = 32  # shown in a posterior
MOST_TOLD = 6  # actions, or worlds, named in a reason
RARE = 0.0005  # a share too small to name
KEPT = 8  # solved games kept in memory

_lock = threading.RLock()


@dataclass(frozen=True)
class Solved:
    """Hold a solved game and what explaining a choice needs."""

    tree: InformationTree
    form: SequenceForm
    values: Floats  # of each node, for seat 0
    reach: tuple[Floats, Floats]  # how likely each seat's policy makes each node
    slips: tuple[Floats, Floats]  # the same when hands tremble, so nowhere 0


def needs_no_mixing(game: Game) -> str:
    """Say why a game is none of two seats, zero-sum and with hidden information; empty if it is one."""
    if game.seats != 2 or not game.traits.zero_sum:
        return "it solves two-seat zero-sum games only"
    return "" if game.traits.hidden else "nothing is hidden in it, so nothing needs mixing"


class Equilibrium(Strategy):
    """Play the exact mixed equilibrium of a small hidden-information game (Koller and others 1996)."""

    name = "equilibrium"

    @classmethod
    def unfit(cls, game: Game) -> str:
        """Take zero-sum games of two with hidden information, small enough to be solved from the start."""
        found = needs_no_mixing(game) or _tree(game.public)
        return found if isinstance(found, str) else ""

    def choose(self, view: View, limit: Limit) -> Choice:
        """Draw an action of the equilibrium policy, and say what each is worth."""
        solved = solved_game(self.game)
        tree, form = solved.tree, solved.form
        index = tree.number.get((view.seat, view.state))
        if index is None:
            raise Unsuitable(f"{self.game.name}: no line of play from the start leads to this view")
        policy = form.policies[view.seat][tree.keys[index]]
        action = tree.actions[index][self.rng.weighted([policy[a] for a in tree.actions[index]])]
        members = tree.members(index)
        beliefs, slip = _beliefs(solved, members, view.seat)
        worth = _worth(solved, members, beliefs, view.seat)
        candidates = tuple(
            Candidate(a, view.format(a), value=worth[a], probability=policy[a])
            for a in sorted(policy, key=lambda a: -policy[a])
        )
        worlds = _worlds(tree, members, beliefs)
        evidence = {
            "information_set": " ".join(tree.seen(members[0])[0]),
            "policy": {c.move: c.probability for c in candidates},
            "posterior": worlds,
            "game_value": form.value,
            "exploitability": form.exploitability,
            "opponent_gains_at_most": form.gains[1 - view.seat],
        }
        reasons = mixing(candidates, action)
        if worlds:
            reasons.append(f"{hidden_from(view.seat, slip)}: {likely_words(worlds)}.")
        gain = gaining(form.gains[1 - view.seat])
        reasons.append(f"Against this policy no opponent gains {gain} by any other play.")
        work = {"nodes": len(tree.states), "information_sets": len(tree.keys)}
        shown = unseen(view.seat, worlds, slip)
        return Choice(action, "", candidates, evidence, tuple(reasons), work, shown)

    @classmethod
    def solve(cls, game: Game, s: Any, limit: Limit) -> Solution | None:
        """Return the value of the whole game to seat 0, with both policies and what deviating would gain.

        A fixed deal is a secret from the seats, so it is solved as if it were not yet dealt.
        """
        solved = solved_game(game.public)
        tree, form = solved.tree, solved.form
        if s != game.start() and not _before_any_decision(tree, s):
            raise Unsuitable(
                f"{game.name}: a position within a game of hidden information has no value of its own, "
                "for it depends on what the seats believe; solve the start, or analyse the position"
            )
        rows = _table(solved)
        certificate: dict[str, Any] = {
            "method": "sequence-form linear program",
            "exploitability": form.exploitability,
            "gap": form.gap,
            "information_sets": len(tree.keys),
            "nodes": len(tree.states),
            "policy": rows,
        }
        if len(rows) < len(tree.keys):
            certificate["policy_left_out"] = len(tree.keys) - len(rows)
        return Solution(form.value, 0, certificate=certificate)


def solved_game(game: Game) -> Solved:
    """Solve a game from its start, once a process; raise Unsuitable if it is too large."""
    with _lock:
        return _solved(game)


@lru_cache(KEPT)
def _solved(game: Game) -> Solved:
    tree = _tree(game)
    if isinstance(tree, str):
        raise Unsuitable(f"{game.name}: {tree}")
    form = solve_tree(tree)
    reach, slips = (
        tuple(plan_of(tree, policies[seat], seat)[tree.last[seat]] for seat in (0, 1))
        for policies in (form.policies, [trembling(policy) for policy in form.policies])
    )
    values = node_values(tree, form.policies)
    return Solved(tree, form, values, (reach[0], reach[1]), (slips[0], slips[1]))


def unsolvable(game: Game, most: int) -> str:
    """Say why a game cannot be solved with some certainty within that many lines of play; empty if it can."""
    found = f"it has far more than {most:,} lines of play" if rough_size(game) > 2 * most else _tree(game)
    return found if isinstance(found, str) else ""


def _tree(game: Game) -> InformationTree | str:
    with _lock:
        return _tree_or_reason(game)


@lru_cache(KEPT)
def _tree_or_reason(game: Game) -> InformationTree | str:
    """Walk the game, or say why it cannot be solved; games far too large are told by a few lines of play."""
    if rough_size(game) > 2 * NODES:
        return f"it has far more than {NODES:,} lines of play, too many to solve whole"
    try:
        return walk(game)
    except Unsuitable as error:
        return str(error).removeprefix(f"{game.name}: ")


def _beliefs(solved: Solved, members: list[int], seat: int) -> tuple[Floats, bool]:
    """Return the probability of each node of an information set, and whether only a slip leads to it."""
    chance = solved.tree.chance[members]
    weights = chance * solved.reach[1 - seat][members]
    slip = bool(weights.sum() <= 0.0)
    if slip:
        weights = chance * solved.slips[1 - seat][members]
    return weights / weights.sum(), slip


def _worth(solved: Solved, members: list[int], beliefs: Floats, seat: int) -> dict[int, float]:
    """Return what each action of an information set is worth to the seat, averaged over its beliefs."""
    belief = dict(zip(members, beliefs.tolist(), strict=True))
    worth: dict[int, float] = {}
    sign = 1.0 if seat == 0 else -1.0
    for child in np.flatnonzero(np.isin(solved.tree.parent, members)):
        action, parent = int(solved.tree.action[child]), int(solved.tree.parent[child])
        worth[action] = worth.get(action, 0.0) + sign * belief[parent] * float(solved.values[child])
    return worth


def _worlds(tree: InformationTree, members: list[int], beliefs: Floats) -> dict[str, float]:
    """Name each world by the moves that the seat did not see; the likely ones, and the rest as one."""
    worlds: dict[str, float] = {}
    for node, belief in zip(members, beliefs.tolist(), strict=True):
        name = " ".join(tree.seen(node)[1])
        if name:
            worlds[name] = worlds.get(name, 0.0) + belief
    likely = sorted(worlds.items(), key=lambda item: -item[1])
    shown = dict(likely[:MOST_WORLDS])
    if len(likely) > MOST_WORLDS:
        shown["any other"] = sum(belief for _, belief in likely[MOST_WORLDS:])
    return shown


def mixing(candidates: tuple[Candidate, ...], action: int) -> list[str]:
    """Say how an action was drawn from the policy of an information set, and what the actions are worth."""
    shown = [c for c in candidates if (c.probability or 0.0) >= RARE][:MOST_TOLD] or [candidates[0]]
    valued = [c for c in candidates if c.value is not None][: max(len(shown), MOST_TOLD)]
    drawn = next(c for c in candidates if c.action == action)
    if (drawn.probability or 0.0) >= 1.0 - NOISE:
        told = f"The policy always plays {drawn.move} here."
    else:
        shown += [drawn] * (drawn not in shown)
        told = f"{drawn_by(drawn.move, {c.move: c.probability or 0.0 for c in shown})}."
    return [told, _worths(valued)] if len(valued) > 1 else [told]


def _worths(candidates: Sequence[Candidate]) -> str:
    """Say what actions are worth, and of equal ones that they are."""
    values = [c.value or 0.0 for c in candidates]
    if max(values) - min(values) < NOISE:
        return f"Worth the same, {thousandths(values[0])}: {listed_words([c.move for c in candidates])}."
    worth = listed_words([f"{c.move} {thousandths(c.value or 0.0)}" for c in candidates])
    return f"What they are worth: {worth}."


def hidden_from(seat: int, slip: bool) -> str:
    """Begin a sentence on what a player cannot see."""
    since = "supposing that the opponent slipped" if slip else "given the play so far"
    return f"What {{{seat}}} cannot see, {since}"


def unseen(seat: int, worlds: Mapping[str, float], slip: bool) -> tuple[Exhibit, ...]:
    """Show how likely each of the things is that a player cannot see."""
    likely = {world: share for world, share in worlds.items() if share > 0.0}
    return (shares(hidden_from(seat, slip), likely),) if likely else ()


def thousandths(value: float) -> str:
    """Write a value to three decimals, and nought without a sign."""
    text = f"{value:.3f}"
    return "0.000" if text == "-0.000" else text


def _before_any_decision(tree: InformationTree, s: AnyState) -> bool:
    """Say whether the state is the root or a chance node that no decision led to."""
    early = (tree.player == CHANCE) & (tree.last[0] == 0) & (tree.last[1] == 0)
    return s == tree.states[0] or any(s == tree.states[node] for node in np.flatnonzero(early))


def _table(solved: Solved) -> list[Mapping[str, Any]]:
    """Return the policy as rows: the seat, the moves as it saw them, and how often it plays what."""
    tree = solved.tree
    shown: dict[int, int] = {}  # information set -> its first node
    for node in np.flatnonzero(tree.set_of >= 0):
        shown.setdefault(int(tree.set_of[node]), int(node))
    rows: list[Mapping[str, Any]] = []
    for index, place in sorted(shown.items(), key=lambda item: (tree.keys[item[0]][0], item[0]))[:MOST_ROWS]:
        seat, masked = tree.keys[index]
        policy = solved.form.policies[seat][tree.keys[index]]
        plays = {tree.game.format(masked, a): p for a, p in policy.items()}
        rows.append({"seat": seat, "seen": " ".join(tree.seen(place)[0]), "plays": plays})
    return rows


def likely_words(worlds: Mapping[str, float]) -> str:
    """List the likeliest worlds with their chances, and how many more there are."""
    likely = [(world, p) for world, p in worlds.items() if p > 0.0]
    if len(likely) > MOST_TOLD:
        likely.sort(key=lambda pair: -pair[1])
    told = listed_words([f"{world} with {percent(p)}" for world, p in likely[:MOST_TOLD]])
    more = len(likely) - MOST_TOLD
    return f"{told} and {more} more" if more > 0 else told


def listed_words(words: list[str]) -> str:
    """Join words as a sentence lists them."""
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]
