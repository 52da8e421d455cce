"""What searches of worlds run on a GPU compiles for one, without one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import parlour
from parlour.core.columns import width
from parlour.search.determinized_lanes import Woods, search, search_at_random, sum_up
from parlour.search.playout import Settings
from parlour.search.playout_lanes import (
    draw_worlds,
    play_by_policy,
    play_random,
    try_moves,
    try_moves_at_random,
)

SETTINGS = Settings(0.5, 0, 0.0, -1.0, 1.0)
COUNTS = np.zeros(64, np.int64)


def code_of(kernel: Any, *args: Any) -> str:
    from parlour.compile import gpu

    return gpu.ptx(kernel, *args)


@pytest.mark.parametrize("name", ["connect_four", "leduc_poker", "bluff"])
def test_playouts_compile_for_a_gpu(name: str) -> None:
    s = parlour.game(name).start()
    table = np.zeros((width(s), 4), np.int64)
    assert ".entry" in code_of(draw_worlds, s, 0, table)
    assert ".entry" in code_of(play_random, s, table, np.zeros((4, 2)))
    assert ".entry" in code_of(play_by_policy, s, table, 1, 0.1, np.zeros((4, 2)))
    assert ".entry" in code_of(try_moves_at_random, s, table, 0, 2, SETTINGS, COUNTS)
    assert ".entry" in code_of(try_moves, s, table, 0, 2, SETTINGS, COUNTS)


@pytest.mark.parametrize("name", ["leduc_poker", "hearts"])
def test_trees_in_worlds_compile_for_a_gpu(name: str) -> None:
    s = parlour.game(name).start()
    forest, table = Woods("cpu", 8, 4)._room(s, 4)
    assert ".entry" in code_of(draw_worlds, s, 0, table)
    assert ".entry" in code_of(search_at_random, s, table, forest, 1, 2, 1, SETTINGS)
    assert ".entry" in code_of(sum_up, forest, 2, COUNTS)
    if name == "leduc_poker":  # of a large game one of the two is enough
        assert ".entry" in code_of(search, s, table, forest, 1, 2, 1, SETTINGS)
