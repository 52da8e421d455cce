"""Regret minimisation: OpenSpiel's iterates, published values, and the linear program's best responses."""

from __future__ import annotations

import json
import os
from fractions import Fraction
from pathlib import Path

import numpy as np
import pyspiel
import pytest

from parlour import Match, game
from parlour.core.analyse import analyse
from parlour.core.errors import BadOption, Unsuitable
from parlour.core.limit import Limit
from parlour.core.rng import Stream
from parlour.core.solve import solve
from parlour.search.cfr import CFR, is_quick, laid_flat, solved_by
from parlour.search.cfr_form import flat_form, form_of, public_form, public_size
from parlour.search.cfr_solver import VARIANTS, Solver, certify, policy_of
from parlour.search.information_sets import walk
from parlour.search.sequence_form import best_response_value, policy_value, uniform_policy

VALUES = json.loads(
    (Path(__file__).parents[1] / "values" / "extensive_games.json").read_text(encoding="utf-8")
)
FOUR = {"dice": 1, "faces": 4, "wild": "highest"}
PAIRS = [
    ("kuhn_poker", {}, "kuhn_poker"),
    ("leduc_poker", {}, "leduc_poker"),
    ("liars_dice", FOUR, "liars_dice(dice_sides=4)"),
]
RULES = {
    "no wild": {},
    "ones wild, ones not biddable": {"wild": "ones", "bid_wild": False},
    "ones wild, ones biddable (1s count only themselves)": {"wild": "ones"},
    "highest face wild (OpenSpiel liars_dice)": {"wild": "highest"},
}
ROWS = [
    row
    for row in VALUES["liars_dice"]["rows"]
    if sum(row["n"]) == 2 or (sum(row["n"]) == 3 and row["sides"] < 5)
]


def proven(form, variant, iterations):
    solver = Solver(form, variant)
    solver.run(iterations)
    return certify(form, solver.plans())


# -- the same iterates as OpenSpiel's ------------------------------------------------------------------------


@pytest.mark.parametrize(("variant", "theirs"), [("cfr+", pyspiel.CFRPlusSolver), ("cfr", pyspiel.CFRSolver)])
@pytest.mark.parametrize(("name", "options", "spiel"), PAIRS, ids=[pair[0] for pair in PAIRS])
def test_openspiel_is_as_exploitable_after_as_many_iterations(name, options, spiel, variant, theirs):
    other = pyspiel.load_game(spiel)
    solver, form = theirs(other), laid_flat(game(name, **options))
    for _ in range(10):
        solver.evaluate_and_update_policy()
    wanted = pyspiel.exploitability(other, solver.average_policy())
    assert proven(form, variant, 10).exploitability == pytest.approx(wanted, abs=1e-9)


@pytest.mark.parametrize("variant", VARIANTS)
def test_vectors_over_hands_and_single_information_sets_learn_the_same(variant):
    it = game("kuhn_poker")
    vectors, sets = public_form(it), flat_form(walk(it))
    assert (vectors.hands, sets.hands) == ((3, 3), (1, 1))
    assert (vectors.sets, sets.sets) == (12, 12)
    one, other = proven(vectors, variant, 25), proven(sets, variant, 25)
    assert (one.low, one.high, one.played) == pytest.approx((other.low, other.high, other.played), abs=1e-12)


# -- values --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "value"),
    [("kuhn_poker", -1 / 18), ("leduc_poker", VALUES["leduc_poker"]["value_p0"])],
)
@pytest.mark.parametrize("variant", VARIANTS[1:])
def test_published_values_of_poker(name, value, variant):
    proof = Solver(laid_flat(game(name)), variant).run_until(20_000, 1e-4)
    assert proof.exploitability <= 1e-4
    assert proof.low <= value <= proof.high
    assert proof.value == pytest.approx(value, abs=1e-4)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['n']}-{row['sides']}-{row['rule'][:12]}")
def test_published_values_of_liars_dice(row):
    it = game("liars_dice", dice=tuple(row["n"]), faces=row["sides"], **RULES[row["rule"]])
    proof = Solver(laid_flat(it), "dcfr").run_until(30_000, 1e-4)
    assert proof.exploitability <= 1e-4
    low, high = row["interval"]
    assert proof.low <= high + 1e-9
    assert proof.high >= low - 1e-9
    exact = str(row["value"]).split()[0]
    if "/" in exact or exact == "0":
        assert proof.low - 1e-9 <= float(Fraction(exact)) <= proof.high + 1e-9


def test_plain_cfr_gets_there_too():
    assert proven(laid_flat(game("kuhn_poker")), "cfr", 5000).exploitability < 1e-3


# -- the proof -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "options"), [(name, options) for name, options, _ in PAIRS])
def test_the_linear_programs_best_responses_agree(name, options):
    it = game(name, **options)
    tree, form = walk(it), laid_flat(it)
    solver = Solver(form, "cfr+")
    solver.run(7)
    plans, policies = solver.plans(), []
    for seat in (0, 1):
        drawn, side = policy_of(form, seat, plans[seat]), form.sides[seat]
        policy = {}
        for key in (key for key in tree.keys if key[0] == seat):
            decision, hand = form.place(*key)
            rows = range(side.first[decision], side.first[decision] + side.count[decision])
            policy[key] = {int(side.action[row]): float(drawn[row, hand]) for row in rows}
        policies.append(policy)
    proof = certify(form, plans)
    assert proof.high == pytest.approx(best_response_value(tree, policies[1], 0), abs=1e-12)
    assert -proof.low == pytest.approx(best_response_value(tree, policies[0], 1), abs=1e-12)
    assert proof.played == pytest.approx(policy_value(tree, policies), abs=1e-12)


def test_uniform_play_is_as_exploitable_as_the_tree_says():
    tree, form = walk(game("leduc_poker")), laid_flat(game("leduc_poker"))
    first = Solver(form, "cfr")
    first.run(1)  # the first iteration plays any action alike
    assert certify(form, first.plans()).high == pytest.approx(
        best_response_value(tree, uniform_policy(tree, 1), 0)
    )


# -- which games have a public tree --------------------------------------------------------------------------


def test_a_public_tree_is_found_where_only_the_deal_is_hidden():
    assert public_size(game("liars_dice", dice=1)) == 2**13 - 1
    assert public_size(game("leduc_poker")) < 465  # two cards of the deal cannot come up
    leduc = laid_flat(game("leduc_poker"))
    assert (leduc.hands, leduc.sets) == ((6, 6), 936)
    dice = laid_flat(game("liars_dice", dice=1))
    assert (len(dice.nodes), dice.sets) == (2**13 - 1, 2**12 * 6)


def test_hidden_commitments_have_none_and_are_laid_flat_by_information_sets():
    it = game("rock_paper_scissors")
    assert "more than the first deal is hidden" in public_size(it)
    with pytest.raises(Unsuitable, match="hidden"):
        public_form(it)
    assert form_of(it).hands == (1, 1)
    assert "hidden" in public_size(game("liars_dice", dice=(1, 2), faces=2, match=True))


def test_games_too_large_are_told_at_once():
    assert "too large" in public_size(game("liars_dice", dice=2))
    assert "too large" in CFR.unsuited(game("liars_dice", dice=2))
    assert CFR.suits(game("liars_dice", dice=(1, 2)))
    assert "nodes" in public_size(game("liars_dice", dice=3))
    assert "deals" in public_size(game("liars_dice", dice=6, faces=12))
    assert "deals" in CFR.unsuited(game("liars_dice"))
    assert is_quick(game("liars_dice", dice=1))
    assert not is_quick(game("liars_dice", dice=(1, 2)))
    with pytest.raises(Unsuitable, match="too large"):
        public_form(game("liars_dice", dice=1), most=100)
    assert "two-seat" in CFR.unsuited(game("liars_dice", seats=3))
    assert "nothing is hidden" in CFR.unsuited(game("tic_tac_toe"))


# -- the strategy --------------------------------------------------------------------------------------------


def test_bayes_gives_the_beliefs_of_an_indifferent_queen():
    # A check is answered by a bet with every king and a third of the jacks: three kings for each jack.
    choice = analyse("kuhn_poker", "Q K check bet", "cfr:iterations=20000")
    assert choice.evidence["posterior"] == pytest.approx({"K": 3 / 4, "J": 1 / 4}, abs=1e-3)
    assert [c.value for c in choice.candidates] == pytest.approx([-1, -1], abs=5e-3)
    assert choice.evidence["information_set"] == "Q ? check bet"
    assert min(choice.evidence["regret"].values()) == 0.0
    assert choice.evidence["exploitability"] < 1e-4
    assert sum(choice.evidence["policy"].values()) == pytest.approx(1)
    json.dumps(choice.to_json())


def test_the_board_counts_in_the_beliefs():
    choice = analyse("leduc_poker", "Ks Qs check check Jh", "cfr")
    assert choice.evidence["information_set"] == "Ks ? check check Jh"
    assert set(choice.evidence["posterior"]) == {"Js", "Qs", "Qh", "Kh"}
    assert sum(choice.evidence["posterior"].values()) == pytest.approx(1)


def test_the_view_of_a_seat_is_explained_alike_whatever_the_other_holds():
    one, other = (
        analyse(game("liars_dice", dice=1, deal=f"3/{held}"), "1x2 1x5", "cfr:iterations=20") for held in "26"
    )
    assert one == other


def test_limits_count_as_iterations_and_time():
    view = Match(game("leduc_poker", deal="Ks/Qs"), 1).view(0)
    player = CFR(game("leduc_poker"), 0, Stream.of(1))
    assert player.decide(view, Limit(simulations=7)).work["iterations"] == 7
    assert player.decide(view).work["iterations"] == 400
    assert CFR(game("leduc_poker"), 0, Stream.of(1), iterations=10**6).decide(view, Limit(seconds=0.05)).work[
        "iterations"
    ] < 10**5  # fmt: skip


def test_solve_gives_the_value_and_its_proof():
    solution = solve(game("leduc_poker", deal="Ks/Qh"))
    certificate = solution.certificate
    assert solution.value == pytest.approx(VALUES["leduc_poker"]["value_p0"], abs=1e-5)
    assert certificate["at_least"] <= VALUES["leduc_poker"]["value_p0"] <= certificate["at_most"]
    assert certificate["exploitability"] <= 1e-5
    assert certificate["iterations"] == certificate["progress"][-1]["iterations"]
    assert solve("leduc_poker", "Ks").value == solution.value
    with pytest.raises(Unsuitable, match="no value of its own"):
        solve("leduc_poker", "Ks Qh bet")
    json.dumps(solution.to_json())


# -- files ---------------------------------------------------------------------------------------------------


def test_a_policy_is_kept_in_a_file(tmp_path):
    it, path = game("leduc_poker"), tmp_path / "leduc.policy"
    made = solved_by(it, "cfr+", 300, None, str(path))
    assert path.stat().st_size < 20_000
    fresh = solved_by(it, "cfr+", 300)
    assert made.proof.exploitability == pytest.approx(fresh.proof.exploitability, abs=1e-6)
    again = analyse(it, "Ks Qs bet", f"cfr:file={path}")  # whatever else is asked for
    assert (again.evidence["iterations"], again.evidence["variant"]) == (300, "cfr+")
    np.testing.assert_allclose(made.plans[0], fresh.plans[0], atol=1e-6)


def test_files_that_are_damaged_or_for_another_game_are_refused(tmp_path):
    path = tmp_path / "kuhn.policy"
    solved_by(game("kuhn_poker"), "cfr+", 50, None, str(path))
    whole = path.read_bytes()

    def refused(name, content, says, it):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(BadOption, match=says) as caught:
            solved_by(it, "cfr+", 50, None, str(tmp_path / name))
        assert "\n" not in str(caught.value)

    refused("a", whole[:-40] + b"x" + whole[-39:], "damaged", game("kuhn_poker"))
    refused("b", whole[:50], "damaged", game("kuhn_poker"))
    refused("c", b"something else", "no file of a policy", game("kuhn_poker"))
    refused("d", whole, "made for kuhn_poker", game("leduc_poker"))
    with pytest.raises(BadOption, match="cannot be written"):
        solved_by(game("kuhn_poker"), "cfr+", 50, None, str(tmp_path / "none" / "x"))


def test_what_is_no_plain_file_is_not_read_for_ever(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for odd in ("/dev/zero", str(tmp_path / "pipe"), str(tmp_path)):
        with pytest.raises(BadOption, match="cannot be read: not a plain file; name a file") as caught:
            solved_by(game("kuhn_poker"), "cfr+", 50, None, odd)
        assert "\n" not in str(caught.value)
