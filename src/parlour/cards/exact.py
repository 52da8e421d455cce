"""Exact equities: which way of counting is the shortest, and the counts it gives.

Three ways, all exact: look a heads-up pre-flop match-up up; count groups of boards for each choice of known
hands (`counting`); count boards for whole ranges (`boards`). `plan` says what each would cost.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, factorial, prod
from typing import TYPE_CHECKING, Any

from parlour.cards.cards import DECK, SUIT
from parlour.cards.ranges import Range
from parlour.cards.spot import Spot
from parlour.core.bits import listed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Progress = Callable[[int, int], None]
# Nanoseconds, measured; they only have to choose the right way and to warn of hours.
_BOARD, _RANK, _SORT, _LOOP, _PAIR, _WEIGHED = 200.0, 4.0, 25.0, 40.0, 0.5, 3.0
_GROUPS = 300_000.0  # the groups of boards of one choice of hands, for each player
TABLE, HANDS, BOARDS = "table", "hands", "boards"
MOST_CHOICES = 2_000_000  # choices of hands kept in memory
MOST_BOARDS = 4096  # counted at a time
SMALL = 4096  # pairs of holdings that are compared faster one by one than sorted


@dataclass(frozen=True)
class Tally:
    """The deals each player wins alone and ties with 1, 2, ... others, of all deals that are possible."""

    tied: NDArray[np.float64]  # a row a player: alone, by two, by three ...
    total: float


@dataclass(frozen=True)
class Plan:
    """One way to count, and about how many seconds it takes."""

    way: str
    seconds: float


def plan(spot: Spot) -> Plan:
    """Choose the shortest way to count."""
    sizes = [len(player.holdings) for player in spot.players]
    pairs = prod(sizes)
    if len(sizes) == 2 and not spot.board and not spot.dead:
        return Plan(TABLE, 1e-7 * pairs)
    live = spot.live.bit_count()
    boards = comb(live, spot.missing) / swaps(spot)
    even = all(share == 1.0 for player in spot.players for share in player.holdings.values())
    each = pairs * ((_PAIR if even else _WEIGHED) + _LOOP / sizes[-1])
    if len(sizes) == 2 and pairs > SMALL:
        each = _SORT * sum(sizes)
    by_boards = Plan(BOARDS, 1e-9 * boards * (_BOARD + _RANK * sum(sizes) + each))
    if spot.board or pairs > MOST_CHOICES:
        return by_boards
    by_hands = Plan(HANDS, 1e-9 * max(pairs / swaps(spot), 1) * _GROUPS * len(sizes))
    return min(by_boards, by_hands, key=lambda way: way.seconds)


def count(spot: Spot, progress: Progress | None = None, device: str = "cpu") -> Tally:
    """Count all deals."""
    if device == "gpu":
        from parlour.cards.device import count as count_there

        return count_there(spot, device, progress)
    way = plan(spot).way
    if way == TABLE:
        from parlour.cards.preflop import tally

        return tally(spot)
    return by_hands(spot, progress) if way == HANDS else by_boards(spot, progress)


def blocks(spot: Spot) -> tuple[int, int, int, int]:
    """Number the suits so that those which can be swapped without changing the question are alike."""
    numbers = [0, 1, 2, 3]
    for a, b in combinations(range(4), 2):
        if numbers[b] == b and _unchanged(spot, a, b):
            numbers[b] = numbers[a]
    return (numbers[0], numbers[1], numbers[2], numbers[3])


def swaps(spot: Spot) -> int:
    """Count the ways to permute suits without changing the question."""
    numbers = blocks(spot)
    return prod(factorial(numbers.count(number)) for number in set(numbers))


def _unchanged(spot: Spot, a: int, b: int) -> bool:
    import numpy as np

    if _swapped(spot.board, a, b) != spot.board or _swapped(spot.dead, a, b) != spot.dead:
        return False
    for player in spot.players:
        if player.is_hand:
            holding = next(iter(player.holdings))
            if _swapped(holding, a, b) != holding:
                return False
    for player in spot.players:
        holdings = np.array(list(player.holdings), np.int64)
        shares = np.array(list(player.holdings.values()))
        turned = _swapped(holdings, a, b)
        before, after = np.argsort(holdings), np.argsort(turned)
        same = np.array_equal(holdings[before], turned[after])
        if not same or not np.array_equal(shares[before], shares[after]):
            return False
    return True


def _swapped(cards: Any, a: int, b: int) -> Any:
    one, two = (cards >> (13 * a)) & SUIT, (cards >> (13 * b)) & SUIT
    rest = cards & ~(SUIT << (13 * a) | SUIT << (13 * b))
    return rest | one << (13 * b) | two << (13 * a)


def by_hands(spot: Spot, progress: Progress | None = None) -> Tally:
    """Count groups of boards for each choice of hands; choices alike but for their suits are counted once."""
    import numpy as np

    from parlour.cards.counting import count_boards
    from parlour.cards.tables import tables

    holes, weights = choices(spot)
    players = len(spot.players)
    tied, total = np.zeros((players, players)), 0.0
    for done, (row, weight) in enumerate(zip(holes, weights, strict=True)):
        if progress is not None:
            progress(done, len(holes))
        live = DECK & ~spot.dead & ~int(np.bitwise_or.reduce(row))
        own = np.zeros((players, players), np.int64)
        total += weight * count_boards(tables(), row, live, own)
        tied += weight * own
    return Tally(tied, total)


def joint(players: Sequence[Range]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """List what players can hold together without sharing a card, one row a choice, with its weight."""
    import numpy as np

    holes = np.zeros((1, 0), np.int64)
    used, weights = np.zeros(1, np.int64), np.ones(1)
    for player in players:
        own = np.array(list(player.holdings), np.int64)
        shares = np.array(list(player.holdings.values()))
        before, now = np.nonzero((used[:, None] & own[None, :]) == 0)
        holes = np.column_stack([holes[before], own[now]])
        used = used[before] | own[now]
        weights = weights[before] * shares[now]
    return holes, weights


def choices(spot: Spot) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """List what the players can hold together; choices alike but for swapped suits are put together."""
    import numpy as np

    holes, weights = joint(spot.players)
    if len(holes) < 2:
        return holes, weights
    numbers = blocks(spot)
    for _ in range(4):  # sort the suits of a block by what is held in them: alike choices become the same
        for a, b in combinations(range(4), 2):
            if numbers[a] == numbers[b]:
                turn = _first_differs_downwards(holes >> (13 * a) & SUIT, holes >> (13 * b) & SUIT)
                holes = np.where(turn[:, None], _swapped(holes, a, b), holes)
    alike, where = np.unique(holes, axis=0, return_inverse=True)
    return alike, np.bincount(where.ravel(), weights).astype(np.float64)


def _first_differs_downwards(one: Any, two: Any) -> Any:
    """Say for each row whether `one` comes after `two` where they first differ."""
    import numpy as np

    differs = one != two
    first = np.argmax(differs, axis=1)
    rows = np.arange(len(one))
    return differs.any(axis=1) & (one[rows, first] > two[rows, first])


def by_boards(spot: Spot, progress: Progress | None = None) -> Tally:
    """Rank all holdings on each board."""
    import numpy as np

    from parlour.cards.boards import count_ranges, list_boards
    from parlour.cards.tables import tables

    t = tables()
    holds, keys, shares, bounds = arrays(spot)
    twins = twins_of(spot)
    players = len(spot.players)
    tied, total = np.zeros((players, players)), 0.0
    live, missing, numbers = np.array(listed(spot.live), np.int64), spot.missing, blocks(spot)
    # In parts of a tenth of a second, so that progress shows and Ctrl-C is heard.
    each = plan(spot).seconds * swaps(spot) / comb(len(live), missing)
    size = max(1, min(MOST_BOARDS, int(0.1 / each)))
    last = len(live) if missing else 1
    step = last if missing < 4 else 1
    for first in range(0, last, step):
        room = comb(first + step, missing) - comb(first, missing) if missing else 1
        boards, counts = np.zeros(room, np.int64), np.zeros(room, np.int64)
        span = (first, first + step)
        found = list_boards(spot.board, live, span, missing, numbers, boards, counts)
        for begin in range(0, found, size):
            part = slice(begin, min(begin + size, found))
            total += count_ranges(t, boards[part], counts[part], holds, keys, shares, bounds, twins, tied)
            if progress is not None:
                progress(comb(first, missing) + begin, comb(len(live), missing))
    return Tally(tied, total)


def arrays(spot: Spot) -> tuple[Any, Any, Any, Any]:
    """Give all players' holdings, one after the other: cards, keys, shares; and where each player's begin."""
    import numpy as np

    from parlour.cards.tables import tables

    holdings = np.array([holding for player in spot.players for holding in player.holdings], np.int64)
    low = holdings & -holdings
    keys = tables().cards
    keys = keys[np.log2(low).astype(int)] + keys[np.log2(holdings ^ low).astype(int)]
    shares = np.array([share for player in spot.players for share in player.holdings.values()])
    bounds = np.cumsum([0, *(len(player.holdings) for player in spot.players)])
    return holdings, keys, shares, bounds


def twins_of(spot: Spot) -> Any:
    """Say for each holding of the first of two players where the second has the same; -1 if nowhere."""
    import numpy as np

    size = sum(len(player.holdings) for player in spot.players)
    twins = np.full(size, -1, np.int64)
    if len(spot.players) == 2:
        first, second = spot.players
        places = {holding: len(first.holdings) + i for i, holding in enumerate(second.holdings)}
        for i, holding in enumerate(first.holdings):
            twins[i] = places.get(holding, -1)
    return twins
