"""What a table of Blackjack tells: cards as they come, what each round pays and why, and the total."""

from __future__ import annotations

from typing import Any

import parlour
from parlour.core.names import Names
from parlour.core.narrate import result, story
from parlour.laws.told import blind_events, events, guides
from parlour.laws.walk import random_match

YOU = Names(("Ann",), 0)


def told(deal: str, moves: str, **options: Any) -> list[str]:
    """Play moves at a table with these cards and give the story, with the result."""
    match = parlour.Match(parlour.game("blackjack", bets=2, deal=deal, **options), seed=1)
    for move in ["bet 1", *moves.split()]:
        match.play(move if move != "bet1" else "bet 1")
    return [event.text for event in [*story(match, 0, 0, YOU), *result(match, YOU)]]


def test_a_round_tells_the_cards_and_the_result() -> None:
    assert told("Ts 9c 6d 8h 4c", "hit stand") == [
        "You bet 1",
        "You are dealt T♠ 6♦: 16; the dealer shows 9♣",
        "You hit",
        "You get 4♣: 20",
        "You stand on 20",
        "The dealer turns up 8♥: 17",
        "You win 1 unit: 20 against 17",
        "Bets won: you 1.",
    ]


def test_a_blackjack_wins_one_and_a_half() -> None:
    assert told("As 9c Kd 8h", "") == [
        "You bet 1",
        "You are dealt A♠ K♦: blackjack; the dealer shows 9♣",
        "The dealer turns up 8♥: 17",
        "You win 1.5 units: blackjack",
        "Bets won: you 1.5.",
    ]
    assert "You win 1.2 units: blackjack" in told("As 9c Kd 8h", "", payout="6:5")
    both = told("As Tc Kd Ah", "")
    assert both[-2] == "You get the bet back: both have blackjack"


def test_insurance_splits_and_doubles_are_told_hand_by_hand() -> None:
    lines = told("Ts Ac 6d Kh", "insurance")
    assert lines[-3:-1] == ["On insurance you win 1 unit", "You lose 1 unit: the dealer has blackjack"]
    lines = told("8s 6c 8d Th 3c Tc 2d Ks 5h", "split double stand")
    assert "You split 8♠ and 8♦" in lines
    assert lines[-4:-1] == [
        "The dealer turns up T♥ K♠: 26 bust",
        "Hand 1: you win 2 units: the dealer's 26 is over 21",
        "Hand 2: you win 1 unit: the dealer's 26 is over 21",
    ]


def test_what_each_round_pays_adds_up_and_the_total_is_told() -> None:
    for options in ({"rounds": 6}, {"rounds": 6, "bets": 4, "side": "both", "surrender": "early"}):
        for seed in range(40):
            match = random_match(parlour.game("blackjack", **options), seed)
            lines = story(match, 0)
            paid = sum(event.data["won"] for event in lines if event.kind in ("result", "insurance", "side"))
            assert abs(paid - match.returns[0]) < 1e-9
            totals = [event for event in lines if event.kind == "total"]
            assert len(totals) == 6
            assert totals[-1].data["won"] == match.returns[0] == match.game.scores(match.state)[0]
            assert all(len(event.text) <= 100 for event in lines)


def test_no_size_of_bet_means_bets() -> None:
    match = random_match(parlour.game("blackjack", rounds=20), 1)
    texts = " | ".join(event.text for event in story(match, 0, 0, YOU))
    assert "unit" not in texts
    assert "After 20 rounds you are " in texts


def test_the_guide_and_the_events_keep_the_laws() -> None:
    for options in (
        {},
        {"rounds": 3},
        {"peek": False, "rounds": 3, "surrender": "late"},
        {"bets": 5, "side": "both", "rounds": 3, "h17": True},
    ):
        game = parlour.game("blackjack", **options)
        assert guides(game, 1, 1)
        assert events(game, 5, 1)
        assert blind_events(game, 3, 1)
