"""Best responses by lanes are the exact ones: those of the solvers' certificates, and published values."""

from __future__ import annotations

import pytest

import parlour
from parlour import Policy, best_response, exploitability
from parlour.batches import best_response as walks
from parlour.core.errors import BadOption, Unsuitable
from parlour.search.cfr import solved_by


@pytest.fixture(autouse=True)
def interpreted(monkeypatch):
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")


@pytest.mark.parametrize("iterations", [1, 10])
def test_they_earn_what_the_solver_proves(iterations, monkeypatch):
    game = parlour.game("kuhn_poker")
    proof = solved_by(game, "dcfr", iterations).proof
    for at_once in (1 << 14, 5):
        monkeypatch.setitem(walks.AT_ONCE, "cpu", at_once)
        found = exploitability(game, f"cfr:iterations={iterations}", "cpu")
        assert found.responses[0].value == pytest.approx(proof.high, abs=1e-12)
        assert found.responses[1].value == pytest.approx(-proof.low, abs=1e-12)
        assert found.value == pytest.approx(proof.exploitability, abs=1e-12)


def test_nothing_is_gained_against_an_equilibrium():
    found = exploitability("kuhn_poker", "equilibrium", "cpu")
    assert found.value == pytest.approx(0.0, abs=1e-9)
    assert found.responses[0].value == pytest.approx(-1 / 18)
    assert found.responses[0].information_sets == 6


def test_against_random_play_of_kuhn_poker_half_a_chip_is_won():
    """Betting a king, folding a jack: by hand, 1/2 as the first and 5/12 as the second player."""
    assert best_response("kuhn_poker", "random", 0, "cpu").value == pytest.approx(1 / 2)
    assert best_response("kuhn_poker", "random", 1, "cpu").value == pytest.approx(5 / 12)


def test_a_policy_of_ones_own_is_responded_to():
    """Who always throws rock is beaten every time."""
    game = parlour.game("rock_paper_scissors")
    rock = {}
    for seat, s in ((0, game.start()), (1, game.play(game.start(), 0))):
        rock[game.view(s, seat).state] = {0: 1.0}
    policy = Policy.of(game, rock, "rock")
    found = best_response(game, policy, 1, "cpu")
    assert len(policy) == 2
    assert policy.of_view(game.view(game.start(), 0).state) == {0: 1.0, 1: 0.0, 2: 0.0}
    assert found.value == game.bounds[1]


def test_a_game_whose_states_forget_is_refused():
    game = parlour.game("nim", heaps=(1, 2))
    with pytest.raises(Unsuitable, match="forget what seat 0 did or knew"):
        best_response(game, "random", 0, "cpu")


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({0: {}}, "is not a state"),
        ("x", "give a dict of masked states"),
    ],
)
def test_a_table_that_is_no_policy_is_refused(table, words):
    with pytest.raises(parlour.ParlourError, match=words):
        Policy.of("nim", table)


@pytest.mark.parametrize("plays", [{99: 1.0}, {0: 0.5}, {0: 2.0}, {0: -1.0, 1: 2.0}, {0: "x"}, 5])
def test_shares_are_of_legal_actions_and_add_up(plays):
    game = parlour.game("nim", heaps=(1, 2))
    with pytest.raises(BadOption, match="policy of State"):
        Policy.of(game, {game.start(): plays})


def test_games_and_strategies_without_such_numbers_are_refused():
    with pytest.raises(Unsuitable, match="zero-sum games of two seats"):
        exploitability("blackjack", "random", "cpu")
    with pytest.raises(Unsuitable, match="montecarlo has no policy as a table; those that have: cfr"):
        best_response("kuhn_poker", "montecarlo", 0, "cpu")
    with pytest.raises(Unsuitable, match="a spectator responds to nothing"):
        best_response("kuhn_poker", "random", -1, "cpu")
