"""What a deal of Leduc poker tells: the own card, the betting, the board, and who wins how much."""

from __future__ import annotations

import pytest

import parlour
from parlour.core.names import Names
from parlour.core.narrate import result, story
from parlour.laws.told import blind_events, events, guides


def told(moves: str, seat: int, deal: str = "Ks/Qh/Qs", **options: int) -> list[str]:
    match = parlour.Match(parlour.game("leduc_poker", deal=deal, **options), seed=1)
    for move in moves.split():
        match.play(move)
    names = Names(match.game.names.names, seat)
    return [event.text for event in [*story(match, seat, 0, names), *result(match, names)]]


def test_betting_board_and_showdown() -> None:
    assert told("bet raise call check bet call", 1) == [
        "Ann bets 2",
        "You raise by 2",
        "Ann calls 2",
        "The board is Q♠, pot 10",
        "Ann checks",
        "You bet 4",
        "Ann calls 4",
        "Ann shows K♠",
        "You show Q♥: a pair of queens",
        "You win 9 chips",
        "You win.",
        "Chips won: Ann -9, you 9.",
    ]


def test_equal_hands_share_and_a_fold_tells_no_card() -> None:
    assert "Equal hands share the pot" in told("check check check check", 0, "Ks/Kh/Qs")
    lines = told("bet fold", 0)
    assert lines[-3:] == ["You win 1 chip", "You win.", "Chips won: you 1, Ben -1."]


def test_the_board_of_a_single_round_ends_it() -> None:
    assert told("bet call", 0, "6c/Ad/6s", ranks=13, suits=4, rounds=1) == [
        "You bet 2",
        "Ben calls 2",
        "The board is 6♠, pot 6",
        "You show 6♣: a pair of sixes",
        "Ben shows A♦",
        "You win 3 chips",
        "You win.",
        "Chips won: you 3, Ben -3.",
    ]


def test_the_board_is_marked_when_it_is_turned_up() -> None:
    match = parlour.Match(parlour.game("leduc_poker", deal="Ks/Qh/Qs"), seed=1)
    match.play("check")
    match.play("check")
    assert match.game.picture(match.state, match.actions[-1]) != match.game.picture(match.state)


@pytest.mark.parametrize(
    "options", [{}, {"ranks": 13, "suits": 4, "rounds": 1, "raises": 4}], ids=["", "one"]
)
def test_the_guide_and_the_events_keep_the_laws(options: dict[str, int]) -> None:
    game = parlour.game("leduc_poker", **options)
    assert guides(game, 1, 1)
    assert events(game, 20, 1)
    assert blind_events(game, 20, 1)
