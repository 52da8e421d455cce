"""Every game compiles for a GPU without one; a line says why there is none; lanes agree on any backend."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.bench.gpu import finished_games, random_games
from parlour.compile import device
from parlour.compile.lanes import lanes
from parlour.core import loading
from parlour.core.errors import BadOption, NoDevice

PIG = Path(__file__).parents[2] / "docs" / "examples" / "pig.py"


@pytest.fixture
def asked_anew() -> Iterator[None]:
    """Forget what is known of the machine, before and after."""
    device.why_no_gpu.cache_clear()
    yield
    device.why_no_gpu.cache_clear()


def code_of(s: Any) -> str:
    from parlour.compile import gpu

    return gpu.ptx(random_games, s, 1, np.zeros((4, 4)))


@pytest.mark.parametrize("name", parlour.game_names())
def test_a_game_compiles_for_a_gpu(name: str) -> None:
    assert ".entry" in code_of(parlour.game(name).start())


def test_a_product_and_a_sum_are_rounded_one_after_the_other() -> None:
    from parlour.compile import gpu

    @lanes(key=tuple)
    def line(lane: int, rng: Any, xs: Any) -> None:
        xs[lane] = 0.1 * xs[lane] + 0.3

    code = gpu.ptx(line, np.zeros(4))
    assert "mul" in code
    assert "fma" not in code


@pytest.mark.usefixtures("own_registry")
def test_a_users_file_does_too() -> None:
    loading.load(PIG)
    assert ".entry" in code_of(parlour.game("pig").start())


@pytest.mark.usefixtures("asked_anew")
class TestWithoutAGpu:
    """Each way to have none is a line of its own, and `auto` takes the CPU."""

    def refusal(self) -> str:
        assert device.settle("auto") == "cpu"
        with pytest.raises(NoDevice) as refused:
            device.settle("gpu")
        text = str(refused.value)
        assert text.startswith("device=gpu: ")
        assert text.endswith("; use device=cpu, or auto")
        assert "\n" not in text
        return text

    def test_numba_cuda_is_not_installed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(device, "find_spec", lambda name: None)
        assert 'pip install "parlour[gpu]"' in self.refusal()

    def test_there_is_no_driver(self, monkeypatch: pytest.MonkeyPatch) -> None:
        told = "\nCUDA driver library cannot be found.\nIf you are sure that a CUDA driver is installed, ..."
        self.without(monkeypatch, RuntimeError(told))
        assert "no NVIDIA driver is installed on this machine" in self.refusal()

    def test_the_driver_is_too_old(self, monkeypatch: pytest.MonkeyPatch) -> None:
        told = "Error at driver init: \nCUDA driver version is insufficient for CUDA runtime version (35):"
        self.without(monkeypatch, RuntimeError(told))
        assert "the NVIDIA driver does not start: CUDA driver version is insuff" in self.refusal()

    def test_there_is_a_driver_but_no_card(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.without(monkeypatch, None)
        assert "no GPU is in this machine" in self.refusal()

    def test_cuda_fails_in_a_way_nobody_foresaw(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from numba import cuda

        def fail() -> bool:
            raise ValueError("libnvvm of another version\nand much more")

        monkeypatch.setattr(cuda, "is_available", fail)
        assert "CUDA does not start: libnvvm of another version;" in self.refusal()

    @staticmethod
    def without(monkeypatch: pytest.MonkeyPatch, error: Exception | None) -> None:
        """Let the driver be one that gave up for a reason."""
        from numba import cuda
        from numba.cuda.cudadrv.driver import driver

        monkeypatch.delenv("NUMBA_ENABLE_CUDASIM", raising=False)
        monkeypatch.setattr(cuda, "is_available", lambda: False)
        monkeypatch.setattr(driver, "initialization_error", error)


def test_a_device_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BadOption, match="device='tpu': use cpu, gpu, or auto"):
        device.settle("tpu")
    assert device.settle("cpu") == "cpu"


class CudaAPIError(Exception):
    """Stand for the one of numba-cuda."""


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (CudaAPIError("[2] Call to cuMemAlloc results in CUDA_ERROR_OUT_OF_MEMORY"), "too little memory"),
        (MemoryError(), "too little memory"),
        (CudaAPIError("[719] Call to cuCtxSynchronize results in CUDA_ERROR_LAUNCH_FAILED"), "GPU failed"),
    ],
)
def test_what_happens_on_a_gpu_is_told_in_a_line(error: Exception, told: str) -> None:
    with pytest.raises(NoDevice, match=told) as refused, device.room():
        raise error
    assert "\n" not in str(refused.value)


def test_other_faults_are_not_the_gpus() -> None:
    with pytest.raises(KeyError), device.room():
        raise KeyError("mine")


@pytest.mark.parametrize("name", ["connect_four", "kuhn_poker", "hearts"])
def test_lanes_are_alike_compiled_and_interpreted(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    s, number = parlour.game(name).start(), 130  # two threads, where there are two cores
    found = []
    for backend in ("native", "interpreted"):
        monkeypatch.setenv("PARLOUR_BACKEND", backend)
        sums = np.zeros((4, number))
        random_games("cpu", number, 3, s, 1, sums)
        found.append(sums)
    assert np.array_equal(*found)
    assert (found[0][2] > 0).all()


def test_one_loop_over_plies_plays_the_games_that_a_search_plays() -> None:
    s = parlour.game("connect_four").start()
    one, other = np.zeros((4, 70)), np.zeros((4, 70))
    random_games("cpu", 70, 3, s, 5, one)
    finished_games("cpu", 70, 3, s, 5, other)
    assert np.array_equal(one[:2], other[:2])
