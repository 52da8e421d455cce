"""A game laid flat for regret minimisation: the sequences of both seats, with vectors over their hands.

Where chance deals hands and all else is public, the rows are public sequences and a vector has one entry for
each hand (see `cfr_tree`). Any other small game is the same thing with one hand: its information sets.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np

from parlour.core import rules
from parlour.core.bits import listed
from parlour.core.errors import Unsuitable
from parlour.core.fingerprint import fingerprint
from parlour.core.game import Game
from parlour.core.rng import GOLDEN, Stream
from parlour.core.rules import CHANCE, NOBODY, OVER, AnyState
from parlour.search import cfr_tree
from parlour.search.cfr_kernel import Ends, Sequences
from parlour.search.information_sets import InformationTree, walk

MOST_DEALS = 10_000
MOST_NODES = 1 << 20  # of a public tree
MOST_NUMBERS = 1 << 28  # of payoffs held while tables are made
DIVES = 64
FAR = 64  # times too large, or small enough: no need to count
REASONS = {
    cfr_tree.FULL: "its public tree is too large",
    cfr_tree.DIFFERENT: "what may be played depends on the hidden hands",
    cfr_tree.HIDDEN: "more than the first deal is hidden",
    cfr_tree.TOLD: "a seat learns of the other's hand while it still plays",
}

Deal: TypeAlias = tuple[AnyState, float, tuple[int, ...]]  # a state, its chance, and a line that leads to it


@dataclass(frozen=True)
class Side:
    """One seat's decisions, a seat's earlier ones first; see `cfr_kernel` for the rows."""

    hands: int
    rows: int
    first: Any
    count: Any
    before: Any
    action: Any = None  # of each row of a game
    keys: Any = None  # fingerprints of what the seat sees, sorted
    places: Any = None  # decision * hands + hand of each key


@dataclass(frozen=True)
class Form:
    """What is solved: both seats' decisions, and what every end pays by both hands."""

    name: str
    sides: tuple[Side, Side]
    ends: tuple[Any, Any]  # each seat's row at every end
    table: Any  # of every end
    factor: Any  # by which an end multiplies its table
    tables: tuple[Any, Any]  # what they pay each seat, by the other's hand and then its own
    odds: Any  # tables of the chances alone, by the first seat's hand and then the second's

    @property
    def hands(self) -> tuple[int, int]:
        """Return how many hands each seat may have: the size of its vectors."""
        return self.sides[0].hands, self.sides[1].hands

    def own(self, seat: int) -> Sequences:
        """Return a seat's decisions to the kernels."""
        side = self.sides[seat]
        return Sequences(side.first, side.count, side.before)

    def pays(self, seat: int) -> Ends:
        """Return the ends as they pay a seat."""
        return self._ends(seat, self.factor, self.tables[seat])

    def chances(self, seat: int) -> Ends:
        """Return the ends with their chances in the place of what they pay."""
        odds = self.odds if seat == 1 else np.ascontiguousarray(self.odds.transpose(0, 2, 1))
        return self._ends(seat, np.ones(len(self.table)), odds)

    def _ends(self, seat: int, factor: Any, tables: Any) -> Ends:
        room = np.zeros(self.sides[seat].hands)
        return Ends(self.ends[seat], self.ends[1 - seat], self.table, factor, tables, room)


@dataclass(frozen=True)
class GameForm(Form):
    """A whole game."""

    game: Game
    nodes: Any  # of the public tree, see `cfr_tree`; of a tree of information sets only their number counts
    rows: Any  # both seats' rows at every node
    deals: tuple[Deal, ...] = ()
    held: tuple[tuple[int, int], ...] = ()  # both seats' hands in each of the deals

    @property
    def sets(self) -> int:
        """Count the information sets of both seats."""
        return sum(len(side.keys) for side in self.sides)

    def place(self, seat: int, masked: AnyState) -> tuple[int, int]:
        """Find the decision and the hand in which a seat sees this; raise Unsuitable if it never does."""
        side, key = self.sides[seat], fingerprint(masked)
        at = int(np.searchsorted(side.keys, key))
        if at == len(side.keys) or int(side.keys[at]) != key:
            raise Unsuitable(f"{self.game.name}: no line of play from the start leads to this view")
        return divmod(int(side.places[at]), side.hands)

    def signature(self) -> str:
        """Return a short text that differs when the game differs in any way that matters to a policy."""
        digest = hashlib.sha256()
        paid = (-tables for tables in reversed(self.tables))  # by a seat's own hand and then the other's
        for part in (*self.ends, self.table, *paid, *(side.keys for side in self.sides)):
            digest.update(np.ascontiguousarray(part).tobytes())
        return digest.hexdigest()[:24]


def form_of(game: Game) -> GameForm:
    """Lay a two-seat zero-sum game flat: by its public tree, or by its information sets if it has none."""
    return flat_form(walk(game)) if has_public_tree(game) else public_form(game)


@lru_cache(64)
def public_size(game: Game, most: int = MOST_NODES) -> int | str:
    """Count the nodes of a game's public tree after one deal, or say why it has none of use."""
    guess = rough_public_size(game, most)
    if isinstance(guess, str):
        return guess
    error, nodes, *_ = _explored((deals(game) or [])[:1], [(0, 0)], 1, most)
    return REASONS[error] if error else len(nodes)


def has_public_tree(game: Game) -> str:
    """Say why a game has no public tree of use; empty if it has one. Nothing is compiled for small games."""
    guess = rough_public_size(game)
    size = public_size(game) if isinstance(guess, float) and guess > MOST_NODES / FAR else guess
    return size if isinstance(size, str) else ""


@lru_cache(64)
def rough_public_size(game: Game, most: int = MOST_NODES) -> float | str:
    """Guess the size of a game's public tree from a few lines of play, or say why it has none.

    D. E. Knuth (1975): the product of the branching on a random line is right on average, though often far
    too low. What is far too large is told by it for sure.
    """
    dealt = deals(game)
    if dealt is None:
        return f"it has {MOST_DEALS:,} deals or more"
    rng, size = Stream.of("public size", game.name), 0.0
    for _ in range(DIVES):
        s, product = rng.choice(dealt)[0], 1.0
        while rules.turn(s) != OVER:
            actions = listed(rules.legal(s))
            product *= len(actions)
            size += product / DIVES
            if size > FAR * most:
                return f"its public tree has far more than {most:,} nodes"
            a = rng.choice(actions)
            after = rules.play(s, a)
            if not rules.sees(s, a, NOBODY, after):
                return REASONS[cfr_tree.HIDDEN]
            s = after
    return size


def deals(game: Game, most: int = MOST_DEALS) -> list[Deal] | None:
    """List the states in which the first decision may be met; None if there are `most` of them or more.

    With each comes its chance and one line of outcomes that leads to it.
    """
    now: dict[AnyState, tuple[float, tuple[int, ...]]] = {game.start(): (1.0, ())}
    found: list[Deal] = []
    while now:
        later: dict[AnyState, tuple[float, tuple[int, ...]]] = {}
        for s, (p, line) in now.items():
            if len(found) + len(later) >= most:
                return None
            if rules.turn(s) != CHANCE:
                found.append((s, p, line))
                continue
            for a, share in game.outcomes(s):
                after = rules.play(s, a)
                before, way = later.get(after, (0.0, (*line, a)))
                later[after] = before + p * share, way
        now = later
    return found


def hands_of(dealt: list[Deal]) -> tuple[list[list[int]], tuple[int, int]]:
    """Number the hands of both seats: those of every deal, and how many each may have."""
    numbers: tuple[dict[AnyState, int], dict[AnyState, int]] = ({}, {})
    held = [
        [numbers[seat].setdefault(rules.mask(s, seat), len(numbers[seat])) for seat in (0, 1)]
        for s, _, _ in dealt
    ]
    return held, (len(numbers[0]), len(numbers[1]))


def public_form(game: Game, most: int = MOST_NODES) -> GameForm:
    """Lay a game of private hands flat; raise Unsuitable, with the reason, if it is none."""
    dealt = deals(game)
    if dealt is None:
        raise Unsuitable(f"{game.name}: it has {MOST_DEALS:,} deals or more")
    held, size = hands_of(dealt)
    capacity = 1 << 10
    while True:
        error, nodes, views, pays, odds = _explored(dealt, held, max(size), min(capacity, most))
        if error != cfr_tree.FULL or capacity >= most:
            break
        capacity *= 8
    if error:
        raise Unsuitable(f"{game.name}: {REASONS[error]}")
    used = len(nodes)
    rows, ends = np.zeros((used, 2), np.int64), np.array([0, 0, 1, 1, 0], np.int64)
    cfr_tree.number_rows(nodes, used, rows, ends)
    over = np.flatnonzero(nodes[:, cfr_tree.TURN] == OVER)
    table, tables, odds = _tables(pays[:, over], odds[:, over], dealt, held, size)
    sides = [_side(game, seat, nodes, views, rows, int(ends[2 + seat]), size[seat]) for seat in (0, 1)]
    return GameForm(
        game.name,
        (sides[0], sides[1]),
        (rows[over, 0].copy(), rows[over, 1].copy()),
        table,
        np.ones(len(table)),
        (np.ascontiguousarray(tables.transpose(0, 2, 1)), -tables),
        odds,
        game,
        nodes,
        rows,
        tuple(dealt),
        tuple((first, second) for first, second in held),
    )


def _explored(dealt: Any, held: Any, size: int, capacity: int) -> tuple[int, Any, Any, Any, Any]:
    """Grow the public tree from every deal: the error, the nodes, what is seen, paid and how likely it is."""
    nodes = np.zeros((capacity, 6), np.int64)
    nodes[0] = (cfr_tree.NEW, -1, -1, -1, 0, -1)
    views = np.zeros((capacity, size), np.int64)
    kind = np.float64 if len(dealt) * capacity <= MOST_NUMBERS // 8 else np.float32
    pays, odds = np.zeros((len(dealt), capacity), kind), np.zeros((len(dealt), capacity), kind)
    status, paid, chance = np.array([1, 0], np.int64), np.zeros(capacity), np.zeros(capacity)
    for number, (s, _, _) in enumerate(dealt):
        paid[:] = chance[:] = 0.0
        hands = np.array(held[number], np.int64)
        cfr_tree.explore(s, 0, 1.0, nodes, views, paid, chance, status, hands)
        if status[cfr_tree.ERROR]:
            return int(status[cfr_tree.ERROR]), nodes, views, pays, odds
        pays[number], odds[number] = paid, chance
    used = int(status[cfr_tree.USED])
    return 0, nodes[:used], views[:used], pays[:, :used], odds[:, :used]


def _tables(pays: Any, odds: Any, dealt: Any, held: Any, size: tuple[int, int]) -> tuple[Any, Any, Any]:
    """Return which table each end has, and the different tables by both hands: of payoffs and of chances."""
    mixed = np.zeros(pays.shape[1], np.uint64)
    for line in (*pays, *odds):
        mixed = (mixed ^ (line + 0.0).astype(np.float64).view(np.uint64)) * np.uint64(GOLDEN)
        mixed ^= mixed >> np.uint64(29)
    _, sample, table = np.unique(mixed, return_index=True, return_inverse=True)
    tables, chances = np.zeros((len(sample), *size)), np.zeros((len(sample), *size))
    for number, (_, p, _) in enumerate(dealt):
        first, second = held[number]
        tables[:, first, second] += p * pays[number, sample]
        chances[:, first, second] += p * odds[number, sample]
    return table.astype(np.int64), tables, chances


def _side(game: Game, seat: int, nodes: Any, views: Any, rows: Any, total: int, hands: int) -> Side:
    mine = np.flatnonzero(nodes[:, cfr_tree.TURN] == seat)
    seen = views[mine][:, :hands]
    places = np.arange(seen.size, dtype=np.int64)[seen.ravel() != 0]
    keys = seen.ravel()[places]
    order = np.argsort(keys, kind="stable")
    if (np.diff(keys[order]) == 0).any():
        raise Unsuitable(f"{game.name}: its states forget what seat {seat} did or knew (imperfect recall)")
    action = np.full(total, -1, np.int64)
    children = np.flatnonzero(nodes[np.maximum(nodes[:, cfr_tree.PARENT], 0), cfr_tree.TURN] == seat)
    children = children[children > 0]
    action[rows[children, seat]] = nodes[children, cfr_tree.ACTION]
    return Side(
        hands,
        total,
        rows[nodes[mine, cfr_tree.FIRST], seat].copy(),
        nodes[mine, cfr_tree.COUNT].copy(),
        rows[mine, seat].copy(),
        action,
        keys[order],
        places[order],
    )


def flat_form(tree: InformationTree) -> GameForm:
    """Lay any small game flat by its information sets: vectors of one entry."""
    over = np.flatnonzero(tree.player == OVER)
    pairs = np.stack([tree.chance[over] * tree.payoff[over], tree.chance[over]], axis=1)
    found, table = np.unique(pairs, axis=0, return_inverse=True)
    paid, odds = np.ascontiguousarray(found[:, 0]), np.ascontiguousarray(found[:, 1])
    sides = []
    for seat in (0, 1):
        sets = [index for index, key in enumerate(tree.keys) if key[0] == seat]
        keys = np.array([fingerprint(tree.keys[index][1]) for index in sets], np.int64)
        order = np.argsort(keys, kind="stable")
        action = [-1, *(a for index in sets for a in tree.actions[index])]
        sides.append(
            Side(
                1,
                tree.sequences[seat],
                np.array([tree.first[index] for index in sets], np.int64),
                np.array([len(tree.actions[index]) for index in sets], np.int64),
                np.array([tree.before[index] for index in sets], np.int64),
                np.array(action, np.int64),
                keys[order],
                order.astype(np.int64),
            )
        )
    return GameForm(
        tree.game.name,
        (sides[0], sides[1]),
        (tree.last[0][over].astype(np.int64), tree.last[1][over].astype(np.int64)),
        table.astype(np.int64).ravel(),
        np.ones(len(over)),
        (paid[:, None, None], -paid[:, None, None]),
        odds[:, None, None],
        tree.game,
        np.zeros((len(tree.states), 0), np.int64),
        np.stack(tree.last, axis=1),
    )
