"""The tree of a small two-seat zero-sum game with its information sets, laid flat.

H. W. Kuhn, "Extensive games and the problem of information" (1953): a seat that cannot tell two nodes apart
must act alike at both. Here the nodes of one information set are those whose masked state is the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from parlour.core import rules
from parlour.core.bits import listed
from parlour.core.errors import BadRules, Unsuitable
from parlour.core.game import Game
from parlour.core.rng import Stream
from parlour.core.rules import CHANCE, OVER, AnyState

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints: TypeAlias = NDArray[np.int32]
    Floats: TypeAlias = NDArray[np.float64]

Key: TypeAlias = tuple[int, AnyState]  # a seat and the state as it sees it
NODES = 200_000  # of a tree that is walked at most
NONE = -1
DIVES = 7  # to guess the size of a tree before walking it


@dataclass(frozen=True)
class InformationTree:
    """Hold the nodes, parents before children, and the information sets, a seat's earlier ones first.

    A sequence is what a seat has played on the way to a node: 0 is nothing yet, and each action of each of
    its information sets adds one. The sequences of set i are `first[i]`, `first[i] + 1`, ... in the order of
    `actions[i]`; `before[i]` is the one that leads to the set.
    """

    game: Game
    states: list[AnyState]
    parent: Ints
    action: Ints  # that led to the node
    player: Ints  # a seat, CHANCE or OVER
    set_of: Ints  # the information set of a decision, NONE elsewhere
    last: tuple[Ints, Ints]  # each seat's sequence at the node
    chance: Floats  # product of the chances on the way to the node
    payoff: Floats  # seat 0's result where the game is over, else 0
    keys: list[Key]
    actions: list[tuple[int, ...]]
    first: list[int]
    before: list[int]
    sequences: tuple[int, int]  # how many each seat has
    number: dict[Key, int]  # the information set of a key

    def members(self, index: int) -> list[int]:
        """List the nodes of an information set."""
        return [int(node) for node in np.flatnonzero(self.set_of == index)]

    def seen(self, node: int) -> tuple[list[str], list[str]]:
        """Give the moves to a decision as its seat saw them, ? for what it did not, and those hidden ones."""
        seat, now = int(self.player[node]), self.states[node]
        seen, hidden = [], []
        while node:
            action, before = int(self.action[node]), self.states[self.parent[node]]
            word = self.game.format(before, action)
            known = rules.sees(before, action, seat, now)
            seen.append(word if known else "?")
            if not known:
                hidden.append(word)
            node = int(self.parent[node])
        return seen[::-1], hidden[::-1]


def walk(game: Game, s: AnyState | None = None, most: int = NODES) -> InformationTree:
    """Walk every line of play from a state, or the start, into a tree of at most `most` nodes."""
    if game.seats != 2 or not game.traits.zero_sum:
        raise Unsuitable(f"{game.name}: information sets are walked for two-seat zero-sum games only")
    builder = _Builder(game)
    root = game.start() if s is None else s
    # A stack of our own, because long games would pass Python's recursion limit.
    stack = [(root, NONE, NONE, 1.0, (0, 0))]
    while stack:
        state, parent, action, chance, last = stack.pop()
        if len(builder.states) + len(stack) >= most:
            raise Unsuitable(f"{game.name}: more than {most:,} nodes; choose options that make it smaller")
        node = builder.add(state, parent, action, chance, last)
        mover = builder.player[node]
        if mover == OVER:
            continue
        children = builder.outcomes(node) if mover == CHANCE else builder.decision(node)
        stack.extend(
            (rules.play(state, a), node, a, chance * share, after) for a, share, after in reversed(children)
        )
    return builder.tree()


def rough_size(game: Game, most: float = 1e9) -> float:
    """Guess how many lines of play there are, no higher than `most`, from a few random ones.

    D. E. Knuth, "Estimating the efficiency of backtrack programs" (1975): the product of the branching on a
    random line is right on average. The median of some such products is too low rather than too high.
    """
    rng, products = Stream.of("rough size", game.name), []
    for _ in range(DIVES):
        state, product = game.start(), 1.0
        while product < most and rules.turn(state) != OVER:
            actions = listed(rules.legal(state))
            product *= len(actions)
            state = rules.play(state, rng.choice(actions))
        products.append(product)
    return sorted(products)[DIVES // 2]


class _Builder:
    """Collect the lists of a tree while it is walked."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.states: list[AnyState] = []
        self.player: list[int] = []
        self.sequences = [1, 1]
        self._edges: list[tuple[int, int, int, int]] = []  # parent, action, both seats' sequences
        self._chance: list[float] = []
        self._payoff: list[float] = []
        self._set_of: list[int] = []
        self._keys: list[Key] = []
        self._actions: list[tuple[int, ...]] = []
        self._first: list[int] = []
        self._before: list[int] = []
        self._number: dict[Key, int] = {}

    def add(self, state: AnyState, parent: int, action: int, chance: float, last: tuple[int, int]) -> int:
        """Append a node and give its number."""
        mover = rules.turn(state)
        payoff = 0.0
        if mover == OVER:
            payoff, other = rules.returns(state)
            if abs(payoff + other) > 1e-9:
                raise BadRules(f"{self.game.name}: says it is zero-sum, but pays {payoff:g} and {other:g}")
        self.states.append(state)
        self.player.append(mover)
        self._edges.append((parent, action, *last))
        self._chance.append(chance)
        self._payoff.append(float(payoff))
        self._set_of.append(NONE)
        return len(self.states) - 1

    def outcomes(self, node: int) -> list[tuple[int, float, tuple[int, int]]]:
        """List what chance may do: outcome, probability and the sequences, which stay as they are."""
        state, last = self.states[node], self._edges[node][2:]
        found = [(a, p, last) for a, p in self.game.outcomes(state) if p > 0.0]
        total = sum(p for _, p, _ in found)
        if abs(total - 1.0) > 1e-9:
            raise BadRules(f"{self.game.name}: the weights of the outcomes add up to {total:g}, not to 1")
        return found

    def decision(self, node: int) -> list[tuple[int, float, tuple[int, int]]]:
        """List what a seat may do: action, 1 and the sequences after it; enter its information set."""
        state, seat, last = self.states[node], self.player[node], self._edges[node][2:]
        key = (seat, rules.mask(state, seat))
        actions = tuple(listed(rules.legal(state)))
        index = self._number.get(key, NONE)
        if index == NONE:
            index = self._open(key, last[seat])
        if self._actions[index] != actions:
            raise BadRules(f"{self.game.name}: seat {seat} could tell worlds apart by its legal actions")
        if self._before[index] != last[seat]:
            raise Unsuitable(
                f"{self.game.name}: its states forget what seat {seat} did or knew (imperfect recall)"
            )
        self._set_of[node] = index
        start = self._first[index]
        return [
            (a, 1.0, (start + place, last[1]) if seat == 0 else (last[0], start + place))
            for place, a in enumerate(actions)
        ]

    def _open(self, key: Key, before: int) -> int:
        seat, masked = key
        if rules.turn(masked) != seat:
            raise BadRules(f"{self.game.name}: seat {seat} cannot see in its view that it is to move")
        actions = tuple(listed(rules.legal(masked)))
        self._number[key] = len(self._keys)
        self._keys.append(key)
        self._actions.append(actions)
        self._first.append(self.sequences[seat])
        self._before.append(before)
        self.sequences[seat] += len(actions)
        return self._number[key]

    def tree(self) -> InformationTree:
        """Lay all that was collected flat."""
        edges = np.array(self._edges, np.int32)
        return InformationTree(
            game=self.game,
            states=self.states,
            parent=edges[:, 0],
            action=edges[:, 1],
            player=np.array(self.player, np.int32),
            set_of=np.array(self._set_of, np.int32),
            last=(edges[:, 2], edges[:, 3]),
            chance=np.array(self._chance),
            payoff=np.array(self._payoff),
            keys=self._keys,
            actions=self._actions,
            first=self._first,
            before=self._before,
            sequences=(self.sequences[0], self.sequences[1]),
            number=self._number,
        )
