"""What a table of Hold'em tells: blinds, bets, the board, hand names, pots and stacks, and no hidden card."""

from __future__ import annotations

from typing import Any

import parlour
from parlour.core.names import Names
from parlour.core.narrate import result, story
from parlour.laws.told import blind_events, events, guides
from parlour.laws.walk import random_match

BOARD = "Kd 9d 2s 4h Jc"


def table(moves: str, seat: int = 0, you: bool = True, **options: Any) -> list[str]:
    """Play moves and give the story of a seat, with the result."""
    match = parlour.Match(parlour.game("holdem", **options), seed=1)
    for move in moves.split(","):
        match.play(move.strip())
    names = Names(match.game.names.names, seat if you else -1)
    return [event.text for event in [*story(match, seat, 0, names), *result(match, names)]]


def test_a_hand_with_a_showdown_names_hands_and_the_pot() -> None:
    moves = "call, check, check, check, bet 2, raise 6, call, check, check"
    lines = table(moves, 1, deal="KcQs/Kh9c", board=BOARD)
    assert lines == [
        "You call 1",
        "Ann checks",
        "Flop K♦ 9♦ 2♠, pot 4",
        "Ann checks",
        "You check",
        "Turn 4♥, pot 4",
        "Ann bets 2",
        "You raise to 6",
        "Ann calls 4",
        "River J♣, pot 16",
        "Ann checks",
        "You check",
        "Ann shows K♣ Q♠: a pair of kings",
        "You show K♥ 9♣: two pair, kings and nines",
        "You win the pot of 16",
        "You win.",
        "Chips: Ann 192, you 208.",
    ]


def test_a_beaten_hand_is_thrown_away_unseen() -> None:
    lines = table("call, check, check, check, check, check, check, check", deal="Kh9c/3c3d", board=BOARD)
    assert "You show K♥ 9♣: two pair, kings and nines" in lines
    assert "Ben throws a beaten hand away unseen" in lines


def test_a_kicker_that_decides_is_told() -> None:
    lines = table("call, check, check, check, check, check, check, check", deal="KcTs/KhAc", board=BOARD)
    assert "Ben wins the pot of 4, by a higher card" in lines


def test_all_in_hands_are_turned_up_and_the_pots_told() -> None:
    options = {"seats": 3, "stacks": (30, 60, 200), "deal": "AcAs/KcKs/7h6h", "board": BOARD}
    lines = table("allin, allin, allin", 0, **options)
    assert lines[:2] == ["Cleo raises to 200, all-in", "You call 29, all-in"]
    assert "Ben calls 58, all-in" in lines
    assert "Cleo takes back 140 that nobody could call" in lines
    assert "Ben shows K♠ K♣: three of a kind, kings" in lines
    assert "Ben wins the pot of 150" in lines
    options["deal"] = "AcAs/QcQs/7h6h"
    lines = table("allin, allin, allin", 0, **options)
    assert "You win the main pot of 90" in lines
    assert "Ben wins the side pot of 60" in lines
    assert lines[-1] == "Chips: you 90, Ben 60, Cleo 140."


def test_equal_hands_share() -> None:
    lines = table("allin, call", deal="7c6c/7d6s", board="Kd Qd Js Th 2c")
    assert "You and Ben share the pot of 400" in lines


def test_a_session_tells_each_hand_with_its_blinds_cards_and_stacks() -> None:
    match = parlour.Match(parlour.game("holdem", hands=3, seats=3), seed=4)
    for move in ("raise 4", "fold", "fold"):
        match.play(move)
    lines = [event.text for event in story(match, 1, 0, Names(match.game.names.names, 1))]
    assert lines[0] == "Hand 1: Ann posts the small blind of 1, you the big blind of 2"
    assert lines[1].startswith("You are dealt ")
    assert lines[-4:-1] == [
        "Cleo wins the pot of 5, and 2 uncalled go back",
        "Stacks: Ann 199, you 198, Cleo 203",
        "Hand 2: you post the small blind of 1, Cleo the big blind of 2",
    ]


def test_hands_are_turned_up_once_nobody_can_bet() -> None:
    match = parlour.Match(parlour.game("holdem", deal="AcAs/KcKs"), seed=1)
    match.play("allin")
    match.play("call")
    lines = [event.text for event in story(match, 0)]
    assert lines[2:4] == ["Ann turns up A♠ A♣", "Ben turns up K♠ K♣"]
    assert lines[4].startswith("Flop ")
    assert any(line.startswith("Ann has ") for line in lines)


def test_lines_are_short_and_no_chip_is_lost() -> None:
    for seed in range(20):
        match = random_match(parlour.game("holdem", hands=3, seats=10), seed)
        assert all(len(event.text) <= 100 for event in story(match, 0))
        assert sum(match.game.scores(match.state)) == sum(match.states[0].began)


def test_one_hand_pays_what_its_pots_say() -> None:
    for seed in range(60):
        match = random_match(parlour.game("holdem", seats=4, stacks=(20, 35, 50, 90), antes=1), seed)
        gain = [0] * 4
        for event in story(match, -1):
            if event.kind == "pot":
                for seat in event.data["seats"]:
                    gain[seat] += event.data["chips"] // len(event.data["seats"])
        for seat in range(4):
            change = match.returns[seat] + match.state.paid[seat] - gain[seat]
            assert 0 <= change < 4, (seed, seat)


def test_the_guide_and_the_events_keep_the_laws() -> None:
    for options in (
        {"hands": 2},
        {"seats": 3, "stacks": (5, 9, 30), "hands": 3, "antes": (1,)},
        {"bets": "push", "fresh": True, "hands": 2},
        {"structure": "limit"},
        {"structure": "pot-limit", "bets": "all", "stacks": (20,)},
    ):
        game = parlour.game("holdem", **options)
        assert guides(game, 1, 1)
        assert events(game, 3, 1)
        assert blind_events(game, 1, 1)


def test_the_last_board_card_is_marked_until_somebody_acts() -> None:
    match = parlour.Match(parlour.game("holdem", deal="AcAs/KcKs"), seed=1)
    match.play("call")
    match.play("check")
    game = match.game
    assert game.picture(match.state, match.actions[-1]) != game.picture(match.state)
