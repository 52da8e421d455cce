"""Rock-Paper-Scissors in words: a round is one line, with what beats what and the lead."""

from __future__ import annotations

import pytest

from parlour import Match, game
from parlour.core.narrate import result

from ..told import kinds, told

IT = game("rock_paper_scissors", rounds=4)
ROUNDS = "rock scissors paper scissors rock rock"


@pytest.mark.parametrize(
    ("seat", "lines"),
    [
        (
            -1,
            [
                "Round 1: Ann throws rock, Ben scissors: rock blunts scissors, Ann wins (Ann leads by 1)",
                "Round 2: Ann throws paper, Ben scissors: scissors cut paper, Ben wins (level)",
                "Round 3: Ann throws rock, Ben rock: a tie (level)",
            ],
        ),
        (
            1,
            [
                "Round 1: Ann throws rock, you scissors: rock blunts scissors, Ann wins (Ann leads by 1)",
                "Round 2: Ann throws paper, you scissors: scissors cut paper, you win (level)",
                "Round 3: Ann throws rock, you rock: a tie (level)",
            ],
        ),
    ],
)
def test_a_round_is_told_when_both_have_thrown(seat, lines):
    assert told(IT, ROUNDS, seat) == lines
    assert told(IT, f"{ROUNDS} paper", seat) == lines  # a commitment is told to nobody else
    assert kinds(IT, f"{ROUNDS} paper", seat) == ["round"] * 3


def test_one_round_has_no_number():
    assert told(game("rock_paper_scissors"), "p r", 0) == [
        "You throw paper, Ben rock: paper wraps rock, you win"
    ]


def test_the_score_is_rounds_won_less_rounds_lost():
    match = Match(IT, 1)
    for move in f"{ROUNDS} paper rock".split():
        match.play(move)
    assert [str(event) for event in result(match)] == [
        "Ann wins.",
        "Rounds won less rounds lost: Ann 1, Ben -1.",
    ]


def test_the_guide_counts_the_rounds_and_a_sitting_has_ten():
    assert "After 4 rounds" in IT.guide.end
    assert "One round" in game("rock_paper_scissors").guide.end
    assert IT.sitting == {"rounds": 10}
