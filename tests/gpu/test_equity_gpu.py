"""Equity on a GPU, or its simulator: the CPU's counts, and the lanes' deals on the cores."""

import numpy as np
import pytest

import parlour
from parlour.cards import device, exact
from parlour.cards.spot import make_spot
from parlour.compile.device import why_no_gpu
from parlour.core.rng import Stream

pytestmark = pytest.mark.skipif(why_no_gpu() is not None, reason="no GPU, and not its simulator")


@pytest.mark.parametrize("hands", [["AsKs", "QdQh"], ["AsKs", "QQ, 77:0.5", "KQs"]])
def test_a_gpu_counts_and_draws_as_the_cores_do(hands):
    spot = make_spot(hands, "Qs Js 2c 3d")
    assert np.array_equal(device.count(spot, "gpu").tied, exact.count(spot).tied)
    drawn = [device.draw(spot, 300, Stream.of(1), where) for where in ("cpu", "gpu")]
    assert np.array_equal(*drawn)


def test_the_answer_on_a_gpu_is_exact_or_has_its_error():
    known = parlour.equity("AsKs", "QdQh", board="Qs Js 2c 3d")
    assert parlour.equity("AsKs", "QdQh", board="Qs Js 2c 3d", device="gpu") == known
    found = parlour.equity("AsKs", "QdQh", board="Qs Js 2c 3d", samples=500, device="gpu")
    assert (found.exact, found.samples, found.method) == (False, 500, "plain")
    apart = abs(found.players[0].equity - known.players[0].equity)
    assert apart < 5 * found.players[0].standard_error
