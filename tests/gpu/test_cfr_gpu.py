"""Regret minimisation on a GPU, or its simulator, gives what the cores give."""

import pytest

from parlour import game
from parlour.compile.device import why_no_gpu
from parlour.search.cfr import laid_flat
from parlour.search.cfr_device import DeviceSolver
from parlour.search.cfr_wide import wide_form

pytestmark = pytest.mark.skipif(why_no_gpu() is not None, reason="no GPU, and not its simulator")


def test_a_gpu_learns_what_the_cores_learn():
    form = laid_flat(game("kuhn_poker"))
    one, other = DeviceSolver(form, "cfr+", "cpu"), DeviceSolver(form, "cfr+", "gpu")
    one.run(3)
    other.run(3)
    proof, found = one.certify(), other.certify()
    assert (found.low, found.high, found.played) == pytest.approx((proof.low, proof.high, proof.played))


def test_a_gpu_grows_the_same_tree():
    it = game("liars_dice", dice=1, faces=2)
    one, other = wide_form(it, "cpu"), wide_form(it, "gpu")
    assert (one.nodes, one.sets) == (other.nodes, other.sets) == (31, 32)
    assert (one.table == other.table).all()
    assert (one.tables[0] == other.tables[0]).all()
    assert DeviceSolver(other, "dcfr", "gpu").run_until(4).low < 0.0
