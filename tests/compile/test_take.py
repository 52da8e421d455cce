"""Lanes that take from one counter each get a number of their own."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from parlour.compile.device import memory
from parlour.compile.lanes import lanes, take


class Counter:
    """What the kernel below is keyed by."""


@lanes(key=Counter)
def draw_numbers(lane: int, rng: Any, counter: Any, taken: Any) -> None:
    """Take one, twice."""
    taken[lane, 0] = take(counter, 0, 1)
    taken[lane, 1] = take(counter, 0, 1)


@pytest.mark.parametrize("backend", ["native", "interpreted"])
def test_no_two_lanes_get_the_same_number(backend: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_BACKEND", backend)
    cores = memory("cpu")
    counter, taken = cores.zeros(1, np.int64), cores.zeros((1000, 2), np.int64)
    draw_numbers("cpu", 1000, 1, counter, taken)
    assert counter[0] == 2000
    assert sorted(taken.ravel().tolist()) == list(range(2000))
    assert (taken[:, 0] < taken[:, 1]).all()
