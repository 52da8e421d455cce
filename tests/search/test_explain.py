"""Reasons in words: equal values are told as equal, what cannot be told apart as that, draws as drawn."""

from __future__ import annotations

import pytest

from parlour import Candidate, Choice, analyse, game
from parlour.search.equilibrium import mixing
from parlour.search.explain import gaining, reasons

IT = game("tic_tac_toe")


def told(*candidates: Candidate) -> str:
    return " ".join(reasons(IT, candidates))


def test_values_that_read_the_same_are_told_as_the_same():
    text = told(Candidate(0, "a1", 0.1431, 900), Candidate(1, "b1", 0.1402, 700))
    assert text == "a1 is worth +0.14. The next best, b1, is worth the same to two decimals."


def test_equal_values_are_as_good():
    assert "As good: b1." in told(Candidate(0, "a1", 0.1 + 0.2), Candidate(1, "b1", 0.3))


def test_estimates_within_their_errors_are_not_told_as_a_loss():
    best = Candidate(0, "a1", 0.15, 900, low=0.05, high=0.25)
    near = Candidate(1, "b1", 0.12, 700, low=0.01, high=0.23)
    text = told(best, near)
    assert "(95 % between +0.01 and +0.23): the intervals do not tell the two apart." in text
    far = Candidate(1, "b1", -0.2, 700, low=-0.3, high=-0.1)
    assert told(best, far).endswith("is worth -0.20 (95 % between -0.30 and -0.10).")


def test_a_move_that_comes_out_higher_is_no_next_best():
    text = told(Candidate(0, "a1", 0.15, 900), Candidate(1, "b1", 0.2, 80), Candidate(2, "c1", 0.0, 20))
    assert "b1 comes out higher so far, +0.20, but was tried less, 80 times to 900" in text
    assert "next best" not in text


@pytest.mark.parametrize(
    ("gain", "words"),
    [
        (0.0, "anything"),
        (1.4e-17, "anything"),
        (-1e-18, "anything"),
        (4.7e-6, "more than 0.000005"),
        (0.0312, "more than 0.03"),
        (3.0, "more than 3"),
    ],
)
def test_rounding_noise_is_no_gain(gain, words):
    assert gaining(gain) == words


def test_a_drawn_move_is_told_as_drawn():
    check = Candidate(0, "check", -0.459, probability=0.259)
    bet = Candidate(1, "bet", -0.458, probability=0.741)
    assert mixing((bet, check), 0) == [
        "check was drawn at random by these odds: bet 74.1 %, check 25.9 %.",
        "What they are worth: bet -0.458 and check -0.459.",
    ]
    assert mixing((Candidate(1, "bet", -0.0, probability=1.0),), 1) == ["The policy always plays bet here."]
    same = (Candidate(0, "check", 0.5, probability=0.0), Candidate(1, "bet", 0.5, probability=1.0))
    assert mixing(same, 1)[1] == "Worth the same, 0.500: check and bet."


@pytest.mark.parametrize("spec", ["equilibrium", "cfr:iterations=50"])
def test_a_mixed_policy_says_that_it_draws(spec):
    choices = [analyse(game("kuhn_poker"), "J Q", spec, seed=seed) for seed in range(12)]
    assert {choice.move for choice in choices} == {"check", "bet"}
    for choice in choices:
        assert choice.reasons[0].startswith(f"{choice.move} was drawn at random by these odds: ")
        assert "e-" not in choice.reasons[-1]


@pytest.mark.parametrize(
    ("name", "spec"),
    [("rock_paper_scissors", s) for s in ("nash", "biased", "patterns", "frequency", "ensemble")]
    + [("matrix", "nash")],
)
def test_players_of_tables_say_what_they_drew(name, spec):
    options = {"payoffs": "1,-1;-1,1"} if name == "matrix" else {}
    choice: Choice = analyse(game(name, **options), "", spec)
    assert any(f"{choice.move} was drawn at random by these odds" in reason for reason in choice.hint)
