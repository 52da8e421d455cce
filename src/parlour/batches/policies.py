"""Policies as tables: how likely a seat plays each action, by a key of what it sees.

`keys` are fingerprints of masked states in ascending order; the shares of key i, in the order of its legal
actions, begin at `first[i]`. One table holds the policies of all seats: whose turn it is, is part of a key.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from parlour.core import rules, spec
from parlour.core.bits import listed
from parlour.core.errors import BadOption, Unsuitable, clipped
from parlour.core.fingerprint import fingerprint
from parlour.core.game import Game
from parlour.core.registry import settled_game
from parlour.core.rules import AnyState
from parlour.core.strategy import Strategy

TABLED = ("cfr", "equilibrium", "mccfr")  # strategies whose policies are tables
NO_KEY = np.int64(-(2**63))  # where there is none: an empty array cannot be sent to a GPU
ROUNDING = 1e-6  # by which shares may fail to add up to 1


@dataclass(frozen=True)
class Policy:
    """A policy for every seat of a game, laid flat for many games at once."""

    game: Game
    keys: Any = field(repr=False)
    first: Any = field(repr=False)
    shares: Any = field(repr=False)
    name: str = "policy"

    @classmethod
    def of(
        cls, game: Game | str, table: Mapping[AnyState, Mapping[int, float]], name: str = "policy"
    ) -> Policy:
        """Make a policy of a table from what a seat sees, its masked state, to the shares of its actions."""
        settled = settled_game(game)
        if not isinstance(table, Mapping):
            raise BadOption(f"policy={clipped(table)}: give a dict of masked states to shares of actions")
        if not isinstance(name, str):
            raise BadOption(f"name={clipped(name)}: needs text")
        rows = []
        for state, plays in table.items():
            actions = settled.legal(state)
            if not isinstance(plays, Mapping) or not set(plays) <= set(actions):
                raise BadOption(f"policy of {clipped(state)}: give shares of its legal actions, {actions}")
            rows.append((fingerprint(state), [_share(state, plays.get(a, 0.0)) for a in actions]))
            if abs(sum(rows[-1][1]) - 1.0) > ROUNDING:
                raise BadOption(f"policy of {clipped(state)}: the shares add up to {sum(rows[-1][1]):g}")
        return _laid_flat(settled, rows, name)

    def of_view(self, masked: AnyState) -> dict[int, float]:
        """Return the shares of the legal actions for what a seat sees; all alike where nothing is said."""
        actions = listed(rules.legal(masked))
        key = fingerprint(masked)
        place = int(np.searchsorted(self.keys, key))
        if place == len(self.keys) or int(self.keys[place]) != key:
            return dict.fromkeys(actions, 1.0 / len(actions))
        start = int(self.first[place])
        return {a: float(self.shares[start + at]) for at, a in enumerate(actions)}

    def __len__(self) -> int:
        return len(self.keys)


def _share(state: AnyState, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0.0 <= value <= 1.0 + ROUNDING:
        raise BadOption(f"policy of {clipped(state)}: a share is a number from 0 to 1, not {clipped(value)}")
    return float(value)


def _laid_flat(game: Game, rows: Iterable[tuple[int, Iterable[float]]], name: str) -> Policy:
    ordered = sorted((key, tuple(shares)) for key, shares in rows)
    if not ordered:
        return replace(nothing_said(game), name=name)
    lengths = [len(shares) for _, shares in ordered]
    return Policy(
        game,
        np.array([key for key, _ in ordered], np.int64),
        np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
        np.array([share for _, shares in ordered for share in shares], np.float64),
        name,
    )


def nothing_said(game: Game) -> Policy:
    """Return the policy that plays any action alike."""
    return Policy(game, np.array([NO_KEY]), np.zeros(2, np.int64), np.zeros(1), "random")


def policy_of(game: Game | str, player: str | Policy) -> Policy:
    """Return the whole policy of a strategy that has one as a table: cfr, equilibrium, mccfr or random."""
    settled = settled_game(game)
    if isinstance(player, Policy):
        if player.game != settled:
            raise BadOption(f"the policy is one for {player.game.name} with other options, or another game")
        return player
    strategy = spec.make(settled, player)
    if strategy.name == "random":
        return nothing_said(settled)
    if strategy.name not in TABLED:
        known = ", ".join((*TABLED, "random"))
        raise Unsuitable(f"{strategy.name} has no policy as a table; those that have: {known}")
    return tabled(strategy, player)


def tabled(strategy: Strategy, name: str) -> Policy:
    """Lay the policy of a strategy flat; it is solved for first."""
    made = {"cfr": _of_cfr, "equilibrium": _of_equilibrium, "mccfr": _of_samples}[strategy.name]
    return _laid_flat(strategy.game, made(strategy), name)


def _of_cfr(strategy: Any) -> Iterable[tuple[int, Iterable[float]]]:
    from parlour.search.cfr import solved_by

    solved = solved_by(strategy.game, strategy.variant, strategy.iterations, None, strategy.file)
    for seat, side in enumerate(solved.form.sides):
        policy = solved.policy(seat)
        for key, place in zip(side.keys, side.places, strict=True):
            decision, hand = divmod(int(place), side.hands)
            first = int(side.first[decision])
            rows = sorted(range(first, first + int(side.count[decision])), key=lambda row: side.action[row])
            yield int(key), [float(policy[row, hand]) for row in rows]


def _of_equilibrium(strategy: Strategy) -> Iterable[tuple[int, Iterable[float]]]:
    from parlour.search.equilibrium import solved_game

    solved = solved_game(strategy.game)
    for (seat, masked), actions in zip(solved.tree.keys, solved.tree.actions, strict=True):
        plays = solved.form.policies[seat][seat, masked]
        yield fingerprint(masked), [plays[a] for a in actions]


def _of_samples(strategy: Any) -> Iterable[tuple[int, Iterable[float]]]:
    from parlour.search.mccfr import learn
    from parlour.search.mccfr_kernel import NUMBERS

    learnt = learn(strategy.game, strategy.sampling, strategy.iterations, strategy.explore, strategy.table)
    table = learnt.table
    used = np.flatnonzero(table.keys)
    used = used[np.argsort(table.places[used])]
    starts = [int(start) for start in table.places[used]]
    for at, start, end in zip(used, starts, [*starts[1:], int(table.used[NUMBERS])], strict=True):
        sums = table.average[start:end]
        if sums.sum() > 0.0:
            yield int(table.keys[at]), sums / sums.sum()
