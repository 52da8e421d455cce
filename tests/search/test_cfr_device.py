"""Regret minimisation by levels against the solver that walks the rows one after the other."""

import json

import numpy as np
import pytest

from parlour import game, solve
from parlour.core.errors import BadOption, Unsuitable
from parlour.search.cfr import laid_flat
from parlour.search.cfr_device import DeviceSolver
from parlour.search.cfr_form import form_of
from parlour.search.cfr_levels import levels_of
from parlour.search.cfr_solver import VARIANTS, Solver, plan_of
from parlour.search.cfr_wide import wide_form

SMALL = [
    ("kuhn_poker", {}),
    ("leduc_poker", {}),
    ("liars_dice", {"dice": (1, 2), "faces": 3}),
    ("rock_paper_scissors", {}),
]


@pytest.mark.parametrize(("name", "options"), SMALL, ids=[name for name, _ in SMALL])
def test_levels_lead_where_the_rows_of_the_form_do(name, options):
    form = form_of(game(name, **options))
    for seat, levels in enumerate(levels_of(form)):
        side = form.sides[seat]
        assert sorted(levels.old) == list(range(side.rows))
        at = {int(old): new for new, old in enumerate(levels.old)}
        parts = side.first, side.count, side.before
        known = {(at[int(b)], at[int(f)], int(c)) for f, c, b in zip(*parts, strict=True)}
        laid = zip(levels.before, levels.first, np.diff(levels.first), strict=False)
        assert {(int(b), int(f), int(c)) for b, f, c in laid} == known
        assert (np.diff(levels.before) >= 0).all()  # what follows a row lies side by side
        assert all(
            levels.before[n] == row
            for row in range(levels.rows)
            for n in range(levels.after[row], levels.after[row + 1])
        )


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("name", "options"), SMALL, ids=[name for name, _ in SMALL])
def test_both_solvers_learn_the_same(name, options, variant):
    form = laid_flat(game(name, **options))
    one, other = Solver(form, variant), DeviceSolver(form, variant, "cpu", np.float64)
    one.run(6)
    other.run(2)
    other.run(4)
    assert (one.iterations, one.weights) == (other.iterations, other.weights)
    proof, found = one.certify(), other.certify()
    # Discounted regrets that cancel leave what was rounded, and that decides where nothing else does.
    near = 1e-5 if variant == "dcfr" else 1e-9
    assert (found.low, found.high) == pytest.approx((proof.low, proof.high), abs=near)
    assert found.played == pytest.approx(proof.played, abs=near)
    for seat, policy in enumerate(other.policies() if variant != "dcfr" else ()):
        np.testing.assert_allclose(plan_of(form, seat, policy), one.plans()[seat], atol=1e-9)


def test_32_bits_are_enough_for_a_good_proof():
    solver = DeviceSolver(laid_flat(game("leduc_poker")), "dcfr", "cpu")
    proof = solver.run_until(2000, 2e-4)
    assert proof.exploitability <= 2e-4
    assert proof.low <= -0.0856064 <= proof.high
    assert solver.progress[-1] == (solver.iterations, proof.exploitability)


@pytest.mark.parametrize(
    "options", [{"dice": 1, "faces": 3}, {"dice": (2, 1), "faces": 2, "wild": "highest"}]
)
def test_a_tree_grown_by_levels_is_the_one_that_is_walked(options):
    it = game("liars_dice", **options)
    walked, grown = form_of(it), wide_form(it, "cpu")
    assert (grown.nodes, grown.sets, grown.hands) == (len(walked.nodes), walked.sets, walked.hands)
    assert len(grown.tables[0]) == len(walked.tables[0])
    one, other = Solver(walked, "cfr+"), DeviceSolver(grown, "cfr+", "cpu")
    one.run(5)
    other.run(5)
    proof, found = one.certify(), other.certify()
    assert (found.low, found.high) == pytest.approx((proof.low, proof.high), abs=1e-6)


def test_what_has_no_such_tree_is_told():
    with pytest.raises(Unsuitable, match="too large"):
        wide_form(game("liars_dice", dice=1), "cpu", most=50)
    with pytest.raises(Unsuitable, match="chance acts again"):
        wide_form(game("leduc_poker"), "cpu")
    with pytest.raises(Unsuitable, match="more than the first deal is hidden"):
        wide_form(game("rock_paper_scissors"), "cpu")
    with pytest.raises(Unsuitable, match="deals or more"):
        wide_form(game("liars_dice", dice=6, faces=12), "cpu")


def test_solve_takes_a_device_and_a_target():
    found = solve("leduc_poker", device="cpu", target=0.01)
    assert found.certificate["device"] == "cpu"
    assert 1e-3 < found.certificate["exploitability"] <= 0.01
    assert found.certificate["at_least"] <= -0.0856064 <= found.certificate["at_most"]
    assert (found.certificate["information_sets"], found.certificate["nodes"]) == (936, 465)
    json.dumps(found.to_json())
    assert "device" not in solve("leduc_poker", target=0.01).certificate
    assert solve("leduc_poker", limit="simulations=3", device="cpu").certificate["iterations"] == 3
    assert solve("kuhn_poker", device="cpu").value == pytest.approx(-1 / 18)  # by a linear program
    assert solve("nim", device="cpu").moves


def test_what_is_no_device_or_no_target_is_told_in_a_line():
    with pytest.raises(BadOption, match="use cpu, gpu, or auto"):
        solve("nim", device="tpu")
    with pytest.raises(BadOption, match="an exploitability is a number"):
        solve("leduc_poker", target=-1.0)
    with pytest.raises(Unsuitable, match="deals or more"):
        solve("holdem", device="cpu")


def test_kernels_compile_for_a_gpu():
    gpu = pytest.importorskip("parlour.compile.gpu")
    from parlour.search import cfr_lanes, cfr_wide

    n, x, exact = np.zeros(3, np.int32), np.zeros((3, 2), np.float32), np.zeros((3, 2))
    paid, ones = np.zeros((1, 2, 2), np.float32), np.ones(3)
    for kernel, args in (
        (cfr_lanes.begin, (x,)),
        (cfr_lanes.behave, (2, 0, n, x, exact)),
        (cfr_lanes.follow, (2, 0, n, n, exact, exact)),
        (cfr_lanes.gather, (2, 0, n, n, n, n, ones, paid, x, x, x)),
        (cfr_lanes.expect, (2, 0, n, exact, exact, exact)),
        (cfr_lanes.respond, (2, 0, n, exact, exact)),
        (cfr_lanes.learn, (2, 0, n, x, x, x, x, x, x, 1.0, 1.0, 0.0, 0.0, 1.0)),
    ):
        assert ".visible .entry" in gpu.ptx(kernel, *args)
    s, whole, moves = game("kuhn_poker").start(), np.zeros((3, 4), np.int64), np.zeros(3, np.int16)
    assert ".visible .entry" in gpu.ptx(cfr_wide.look, s, whole, np.zeros((3, 4), np.int32))
    sizes, turns = np.zeros(3, np.int64), np.zeros(3, np.int8)
    grown = whole, whole, sizes, turns, n, n, moves, moves, whole, exact, whole, exact, sizes
    assert ".visible .entry" in gpu.ptx(cfr_wide.advance, s, *grown)
