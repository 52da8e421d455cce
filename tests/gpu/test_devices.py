"""Every game is played alike on both devices: the same plies, positions and draws for the same seed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.bench import gpu as bench
from parlour.compile.device import is_simulated, memory, settle
from parlour.compile.lanes import add, lanes
from parlour.core import loading
from parlour.core.columns import pack, unpack, width
from parlour.core.errors import NoDevice
from parlour.core.rng import below
from parlour.core.rules import OVER, AnyState, play, random_action, turn

LANES, MOST = 4, 60
PIG = Path(__file__).parents[2] / "docs" / "examples" / "pig.py"


@lanes
def some_plies(lane: int, rng: Any, s: AnyState, most: int, table: Any, told: Any, sums: Any) -> None:
    """Play at random for so many plies at most; write down the position, the plies and the next draw."""
    x = s
    ply = 0
    while ply < most and turn(x) != OVER:
        x = play(x, random_action(x, rng))
        ply += 1
    pack(x, table, lane)
    pack(unpack(s, table, lane), table, lane)
    told[0, lane] = ply
    told[1, lane] = below(rng, 1 << 30)
    add(sums, 0, ply)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile nothing for the CPU where the GPU is simulated: interpreted code gives the same bits."""
    if is_simulated():
        monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")


def played(device: str, s: AnyState, most: int) -> list[Any]:
    """Play on a device; give all that was written down."""
    where = memory(device)
    arrays = [where.zeros(shape, np.int64) for shape in ((width(s), LANES), (2, LANES), 1)]
    some_plies(device, LANES, 7, s, most, *arrays)
    where.finish()
    return [where.get(array).tolist() for array in arrays]


@pytest.mark.parametrize("name", parlour.game_names())
def test_a_game_is_played_alike_on_both_devices(name: str) -> None:
    s = parlour.game(name).start()
    there, here = played("gpu", s, MOST), played("cpu", s, MOST)
    assert there == here
    assert sum(there[1][0]) == there[2][0] > 0


@pytest.mark.usefixtures("own_registry")
def test_a_game_of_a_users_file_is_too() -> None:
    loading.load(PIG)
    s = parlour.game("pig").start()
    assert played("gpu", s, MOST) == played("cpu", s, MOST)


def test_the_benchmark_finds_both_devices_alike() -> None:
    (row,) = bench.run(["tic_tac_toe"], bench.Settings(seconds=0.001, threads=4, blocks=1))
    assert row.equal
    assert row.agree
    assert row.gpu is not None
    assert row.cores is not None
    assert 5 <= row.gpu.plies <= 9
    assert row.to_json()["steps_a_second"] > 0


def test_arrays_come_back_as_they_went() -> None:
    assert settle("gpu") == settle("auto") == "gpu"
    where = memory("gpu")
    given = np.arange(6, dtype=np.int64).reshape(2, 3)
    there = where.put(given)
    assert where.put(there) is there
    assert np.array_equal(where.get(there), given)
    assert not where.get(where.zeros((2, 3), np.float64)).any()


if not is_simulated():  # the simulator's memory is the machine's own

    def test_too_little_memory_is_said_in_a_line() -> None:
        with pytest.raises(NoDevice, match="too little memory"):
            memory("gpu").zeros(1 << 45, np.int64)
