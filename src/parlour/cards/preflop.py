"""Every heads-up match-up before the flop, counted once and for all: wins and ties out of 1,712,304 boards.

Swapping suits or seats makes 47,008 match-ups of the 812,175; the file holds those, made by
`tools/build_preflop_table.py`. Looking up needs no compiled code.
"""

from __future__ import annotations

import lzma
from functools import cache
from itertools import permutations
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from parlour.cards.exact import Tally
from parlour.cards.ranges import all_holdings, holding_index
from parlour.cards.spot import Spot

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

FILE = Path(__file__).parent.parent / "data" / "preflop.xz"
HOLDINGS = 1326
BOARDS = comb(48, 5)
MATCHUPS = 47_008
_PART = 200_000  # match-ups looked up at a time


class Table(NamedTuple):
    """The match-ups, in the order of their keys."""

    keys: Ints
    wins: Ints  # boards the first hand wins
    ties: Ints


@cache
def table() -> Table:
    """Read the file."""
    import numpy as np

    steps = np.frombuffer(lzma.decompress(FILE.read_bytes()), np.int32).reshape(3, MATCHUPS)
    return Table(np.cumsum(steps[0], dtype=np.int64), *steps[1:].astype(np.int64))


def packed(keys: Ints, wins: Ints, ties: Ints) -> bytes:
    """Return the content of the file."""
    import numpy as np

    steps = np.array([np.diff(keys, prepend=0), wins, ties], np.int32)
    return lzma.compress(steps.tobytes(), preset=9 | lzma.PRESET_EXTREME)


@cache
def _permuted() -> Ints:
    """Return for each way to permute the suits where it takes each holding."""
    import numpy as np

    high = np.array([b for b in range(52) for _ in range(b)])
    low = np.array([a for b in range(52) for a in range(b)])
    found = []
    for suits in permutations(range(4)):
        move = np.array([13 * suits[card // 13] + card % 13 for card in range(52)])
        one, two = move[low], move[high]
        above = np.maximum(one, two)
        found.append(above * (above - 1) // 2 + np.minimum(one, two))
    return np.array(found, np.int64)


def keys_of(first: Ints, second: Ints) -> tuple[Ints, NDArray[np.bool_]]:
    """Return the keys of match-ups between holdings (by index), and whether each is kept turned round."""
    import numpy as np

    ahead = np.full(len(first), HOLDINGS * HOLDINGS, np.int64)
    behind = ahead.copy()
    for move in _permuted():
        one, two = move[first], move[second]
        np.minimum(ahead, HOLDINGS * one + two, out=ahead)
        np.minimum(behind, HOLDINGS * two + one, out=behind)
    return np.minimum(ahead, behind), behind < ahead


def results(first: Ints, second: Ints) -> tuple[Ints, Ints]:
    """Return the boards that the first of two holdings wins, and those that tie; the two share no card."""
    import numpy as np

    keys, turned = keys_of(first, second)
    known = table()
    at = np.searchsorted(known.keys, keys)
    wins, ties = known.wins[at], known.ties[at]
    return np.where(turned, BOARDS - wins - ties, wins), ties


def tally(spot: Spot) -> Tally:
    """Count all deals of two ranges before the flop."""
    import numpy as np

    one, two = (_listed(spot, seat) for seat in (0, 1))
    tied, total = np.zeros((2, 2)), 0.0
    step = max(_PART // len(two[0]), 1)
    for begin in range(0, len(one[0]), step):
        part = slice(begin, begin + step)
        apart = (one[1][part, None] & two[1][None, :]) == 0
        a, b = np.nonzero(apart)
        weights = one[2][part][a] * two[2][b]
        wins, ties = results(one[0][part][a], two[0][b])
        total += float(weights.sum()) * BOARDS
        tied += [[weights @ wins, weights @ ties], [weights @ (BOARDS - wins - ties), weights @ ties]]
    return Tally(tied, total)


def _listed(spot: Spot, seat: int) -> tuple[Any, Any, Any]:
    import numpy as np

    holdings = spot.players[seat].holdings
    masks = np.array(list(holdings), np.int64)
    return np.array([holding_index(h) for h in holdings]), masks, np.array(list(holdings.values()))


@cache
def against_random() -> Any:
    """Return the equity of each holding, by index, against any two cards."""
    import numpy as np

    masks = np.array(all_holdings(), np.int64)
    found = np.zeros(HOLDINGS)
    known: dict[int, float] = {}
    homes = _permuted().min(axis=0)
    for i, home in enumerate(homes):
        if int(home) not in known:
            others = np.nonzero(masks & masks[i] == 0)[0]
            wins, ties = results(np.full(len(others), i), others)
            known[int(home)] = float((wins + ties / 2).mean()) / BOARDS
        found[i] = known[int(home)]
    return found
