"""Tuples in code for a GPU: short ones stay in registers, and so do the tables of card games."""

from typing import Any, NamedTuple

import numpy as np
import pytest

from parlour.compile.device import is_simulated
from parlour.compile.lanes import lanes
from parlour.core.bits import replace
from parlour.core.registry import game
from parlour.core.rules import OVER, play, random_action, returns, turn

pytest.importorskip("numba_cuda")
pytestmark = pytest.mark.skipif(is_simulated(), reason="the simulator compiles nothing")


class Row(NamedTuple):
    """Some numbers."""

    items: tuple[int, ...]


@lanes
def _swap(lane: int, rng: Any, row: Row, places: Any, found: Any) -> None:
    one, two = places[lane], places[lane + 1]
    items = replace(replace(row.items, one, row.items[two]), two, row.items[one])
    found[lane] = items[places[lane + 2]]


@lanes
def _play_out(lane: int, rng: Any, s: Any, games: int, totals: Any) -> None:
    for _ in range(games):
        x = s
        while turn(x) != OVER:
            x = play(x, random_action(x, rng))
        totals[lane] += returns(x)[0]


def _ptx(kernel: Any, *args: Any) -> str:
    from parlour.compile.gpu import ptx

    return ptx(kernel, *args)


@pytest.mark.parametrize(("size", "in_memory"), [(3, False), (16, False), (40, True)])
def test_short_tuples_stay_in_registers(size, in_memory):
    numbers = np.zeros(8, np.int64)
    text = _ptx(_swap, Row(tuple(range(size))), numbers, numbers)
    assert ("st.local" in text) == in_memory


def test_the_same_items_are_swapped_on_a_cpu():
    found = np.zeros(1, np.int64)
    _swap("cpu", 1, 0, Row((5, 6, 7)), np.array([0, 2, 0]), found)
    assert found[0] == 7


@pytest.mark.parametrize(("name", "most"), [("holdem", 6000), ("blackjack", 5000)])
def test_a_card_game_is_little_code_and_stays_in_registers(name, most):
    text = _ptx(_play_out, game(name).start(), 1, np.zeros(8))
    assert ".local" not in text
    assert sum(line.endswith(";") for line in text.splitlines()) < most
