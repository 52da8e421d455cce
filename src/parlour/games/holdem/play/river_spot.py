"""Betting on the river between two ranges: the balanced frequencies in closed form, and the spot to solve.

All cards are out, so that a hand is a strength and the cards it takes from the other range. A spot is two
ranges, a board, a pot and what may be bet; `holdem_river_cfr.solve_river` solves it. Values are what a seat
takes of the pot, less what it bets on the river: both together are the pot.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from parlour.cards.cards import parse_cards
from parlour.cards.hands import strength
from parlour.cards.ranges import parse_range
from parlour.core.errors import BadOption

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

FIRST, SECOND = 0, 1  # who acts first, who last
CHECK, CALL, FOLD = "check", "call", "fold"


def bluff_share(pot: float, bet: float) -> float:
    """Give the part of a betting range that bluffs, so that calling with what beats only bluffs wins nothing.

    The caller risks the bet to win pot and bet: b / (p + 2 b).
    """
    return _checked(pot, bet) / (pot + 2.0 * bet)


def defence_share(pot: float, bet: float) -> float:
    """Give how often a bet must be called, so that a bluff with no other value wins nothing: p / (p + b)."""
    return 1.0 - _checked(pot, bet) / (pot + bet)


def _checked(pot: float, bet: float) -> float:
    if not (pot > 0.0 and bet > 0.0):
        raise BadOption(f"pot {pot:g} and bet {bet:g}: both must be above 0")
    return bet


@dataclass(frozen=True)
class Node:
    """A place of the betting: whose turn it is and what may follow, or how it ended."""

    name: str  # the moves that led here
    seat: int = -1  # -1: the betting is over
    moves: tuple[str, ...] = ()
    after: tuple[Node, ...] = ()
    paid: tuple[float, float] = (0.0, 0.0)  # since the root
    folded: int = -1


def betting(
    pot: float,
    stack: float,
    bets: tuple[Sequence[float], Sequence[float]],
    raises: Sequence[float],
    most: int,
) -> Node:
    """Make the tree: bets as shares of the pot, raises as shares of the pot after the call, `most` raises."""

    def grow(name: str, seat: int, paid: tuple[float, float], count: int) -> Node:
        price = paid[1 - seat] - paid[seat]
        behind = stack - paid[seat]
        words, after = [], []

        def add(word: str, node: Node) -> None:
            words.append(word)
            after.append(node)

        if price > 0.0:
            add(FOLD, Node(f"{name} fold", paid=paid, folded=seat))
            add(CALL, Node(f"{name} call", paid=(max(paid), max(paid))))
        elif seat == FIRST:
            add(CHECK, grow(f"{name} check", SECOND, paid, count))
        else:
            add(CHECK, Node(f"{name} check", paid=paid))
        sizes = (raises if count <= most else ()) if price > 0.0 else bets[seat]
        amounts = sorted({min(price + size * (pot + sum(paid) + price), behind) for size in sizes})
        for amount in amounts:
            if amount > price and paid[1 - seat] < stack:
                to = paid[seat] + amount
                word = f"{'raise' if price > 0.0 else 'bet'} {to:g}"
                new = (to, paid[1]) if seat == FIRST else (paid[0], to)
                add(word, grow(f"{name} {word}", 1 - seat, new, count + 1))
        return Node(name.strip(), seat, tuple(words), tuple(after), paid)

    return grow("", FIRST, (0.0, 0.0), 0)


@dataclass(frozen=True)
class River:
    """A spot: the board, the range of who acts first and of who acts last, the pot and the stacks behind."""

    board: str
    first: str
    second: str
    pot: float
    stack: float
    bets: tuple[tuple[float, ...], tuple[float, ...]] = ((0.5, 1.0), (0.5, 1.0))
    raises: tuple[float, ...] = (1.0,)
    most_raises: int = 1
    given: Node | None = None  # a tree of its own, instead of one made from the sizes

    def __post_init__(self) -> None:
        if len(parse_cards(self.board)) != 5:
            raise BadOption(f"board {self.board!r}: the river has five cards")
        if not (self.pot > 0.0 and self.stack >= 0.0):
            raise BadOption(f"pot {self.pot:g} must be above 0 and stack {self.stack:g} not below it")
        for sizes in (*self.bets, self.raises):
            if any(size <= 0.0 for size in sizes):
                raise BadOption(f"bets {sizes}: sizes are shares of the pot above 0")
        if not any(self.chances[seat].size for seat in (0, 1)) or self.weight <= 0.0:
            raise BadOption("the two ranges leave no pair of hands on this board")

    @cached_property
    def cards(self) -> int:
        """Return the board as a set."""
        return sum(1 << card for card in parse_cards(self.board))

    @cached_property
    def hands(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the hands of each range that the board leaves."""
        ranges = (parse_range(self.first), parse_range(self.second))
        first, second = (tuple(hand for hand in one.holdings if hand & self.cards == 0) for one in ranges)
        return first, second

    @cached_property
    def chances(self) -> tuple[Floats, Floats]:
        """Return the weight of each of these hands."""
        import numpy as np

        ranges = (parse_range(self.first), parse_range(self.second))
        first, second = (
            np.array([one.holdings[hand] for hand in held])
            for one, held in zip(ranges, self.hands, strict=True)
        )
        return first, second

    @cached_property
    def apart(self) -> Floats:
        """Return 1 where a hand of the first and one of the second share no card."""
        import numpy as np

        one, two = (np.array(held, np.int64) for held in self.hands)
        answer: Floats = ((one[:, None] & two[None, :]) == 0).astype(np.float64)
        return answer

    @cached_property
    def wins(self) -> Floats:
        """Return what the first wins of 1 at a showdown of two hands that may meet."""
        import numpy as np

        one, two = (np.array([strength(h | self.cards) for h in held]) for held in self.hands)
        answer: Floats = self.apart * ((one[:, None] > two[None, :]) + 0.5 * (one[:, None] == two[None, :]))
        return answer

    @cached_property
    def weight(self) -> float:
        """Return the weight of all pairs of hands."""
        return float(self.chances[0] @ self.apart @ self.chances[1])

    @cached_property
    def tree(self) -> Node:
        """Return the betting."""
        return self.given or betting(self.pot, self.stack, self.bets, self.raises, self.most_raises)


@dataclass(frozen=True)
class Solved:
    """The average strategy of a spot, its value to each seat, and what best responses win beyond that."""

    river: River
    plans: Mapping[str, Floats] = field(repr=False)  # by node: a row a move, a column a hand
    values: tuple[float, float]
    gains: tuple[float, float]
    iterations: int

    @property
    def exploitability(self) -> float:
        """Return what a best response wins beyond the value, on the average of both seats."""
        return sum(self.gains) / 2

    def at(self, name: str = "") -> tuple[Node, tuple[Floats, Floats]]:
        """Return a node by the moves that lead there, and the weight with which each hand comes there."""
        node = self.river.tree
        reach = list(self.river.chances)
        while node.name != name:
            row = next((r for r, n in enumerate(node.after) if f"{name} ".startswith(f"{n.name} ")), -1)
            if row < 0 or node.seat < 0:
                known = ", ".join(node.moves) or "nothing"
                raise BadOption(f"{name!r} is no place of this betting; after {node.name!r} comes {known}")
            reach[node.seat] = reach[node.seat] * self.plans[node.name][row]
            node = node.after[row]
        return node, (reach[0], reach[1])

    def met(self, seat: int, reach: tuple[Floats, Floats]) -> Floats:
        """Return the weight of the other seat's hands that each hand of a seat can meet."""
        apart = self.river.apart
        answer: Floats = apart @ reach[1] if seat == FIRST else reach[0] @ apart
        return answer

    def frequencies(self, name: str = "") -> dict[str, float]:
        """Return how often each move is played at a node, over the hands that come there."""
        node, reach = self.at(name)
        shares = self.plans[name] @ (reach[node.seat] * self.met(node.seat, reach))
        return {move: float(part / shares.sum()) for move, part in zip(node.moves, shares, strict=True)}

    def bluffs(self, name: str, move: str) -> float:
        """Return the part of a betting range that bluffs: that wins less than half of what it meets."""
        node, reach = self.at(name)
        if move not in node.moves:
            raise BadOption(f"{move!r} is no move after {name!r}; the moves are {', '.join(node.moves)}")
        seat = node.seat
        met = self.met(seat, reach)
        won = self.river.wins @ reach[1] if seat == FIRST else met - reach[0] @ self.river.wins
        betting = self.plans[name][node.moves.index(move)] * reach[seat] * met
        total = float(betting.sum())
        return float(betting[won < 0.5 * met].sum()) / total if total > 0.0 else 0.0
