"""Flat Monte Carlo, greedy, expectimax and hybrid."""

from __future__ import annotations

import pytest

import parlour
from parlour.core.errors import ParlourError
from parlour.core.spec import make


def test_standard_errors_are_those_of_the_mean() -> None:
    """Kuhn, king in hand, facing a bet: a call wins 2 for sure, a fold loses 1 for sure."""
    choice = parlour.analyse("kuhn_poker", "K Q bet", "montecarlo:simulations=400")
    assert choice.move == "bet" or choice.move == "call"
    sure = parlour.analyse("kuhn_poker", "Q K bet", "montecarlo:simulations=400")
    values = {c.move: c.value for c in sure.candidates}
    assert values == {"call": 2.0, "fold": -1.0}
    assert sure.evidence["standard_errors"] == {"call": 0.0, "fold": 0.0}
    unsure = parlour.analyse("kuhn_poker", "K Q bet", "montecarlo:simulations=20000")
    call = next(c for c in unsure.candidates if c.move == "call")
    # Queen against king or jack, each as likely: +2 or -2, standard deviation 2.
    assert call.value == pytest.approx(0.0, abs=0.08)
    assert unsure.evidence["standard_errors"]["call"] == pytest.approx(2 / 10000**0.5, rel=0.02)


def test_sampling_never_depends_on_the_hidden_card() -> None:
    for first in ("J", "K"):
        choice = parlour.analyse("kuhn_poker", f"{first} Q bet", "montecarlo", seed=4)
        if first == "J":
            kept = choice.to_json()
    assert choice.to_json() == kept


def test_estimates_agree_with_the_exact_mean_of_random_play() -> None:
    # Random play from the empty board: X wins 0.585, O 0.288 (so a mean of about 0.297).
    from parlour.core.rng import Stream
    from parlour.search.playout import playouts

    total, squares = playouts(parlour.game("tic_tac_toe").start(), Stream.of(1), 200_000, 0)
    assert total / 200_000 == pytest.approx(0.2968, abs=0.006)
    assert squares / 200_000 == pytest.approx(0.873, abs=0.006)


def test_greedy_takes_a_win_and_is_only_one_ply_deep() -> None:
    assert parlour.analyse("connect_four", "4 1 4 1 4 1", "greedy").move == "4"
    assert parlour.analyse("connect_four", "", "greedy").work["nodes"] == 7
    with pytest.raises(ParlourError, match="no evaluate"):
        make(parlour.game("nim"), "greedy")


def test_expectimax_equals_minimax_without_chance() -> None:
    for moves in ("a1 b2", "a1 b1", "b2 a1 c3 c1"):
        exact = parlour.analyse("tic_tac_toe", moves, "alphabeta")
        mean = parlour.analyse("tic_tac_toe", moves, "expectimax", limit="nodes=10000000")
        assert mean.work["exact"]
        assert {c.action: c.value for c in mean.candidates} == {c.action: c.value for c in exact.candidates}


@pytest.mark.parametrize(
    ("game", "moves", "method"),
    [
        ("nim", "", "nim_sum"),
        ("tic_tac_toe", "", "alphabeta"),
        ("connect_four", "", "mcts"),
        ("connect_four", "156134326754367671637445", "alphabeta"),
        ("kuhn_poker", "K Q", "equilibrium"),
        ("rock_paper_scissors", "", "equilibrium"),
    ],
)
def test_hybrid_picks_by_traits_and_position_and_says_so(game: str, moves: str, method: str) -> None:
    choice = parlour.analyse(game, moves, "hybrid:simulations=200")
    assert choice.evidence["method"] == method
    assert any(reason.startswith(f"Method: {method}, because ") for reason in choice.reasons)


def test_hybrid_searches_worlds_where_hidden_information_is_too_large_to_solve() -> None:
    game = parlour.game("rock_paper_scissors", rounds=50)
    choice = parlour.analyse(game, "", "hybrid:simulations=300")
    assert choice.evidence["method"] == "determinized"
