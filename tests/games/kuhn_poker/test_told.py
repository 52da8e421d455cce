"""What a deal of Kuhn poker tells: the own card, the betting, and who wins how much."""

from __future__ import annotations

import parlour
from parlour.core.names import Names
from parlour.core.narrate import result, story
from parlour.laws.told import blind_events, events, guides


def told(moves: str, seat: int, deal: str = "K/Q") -> list[str]:
    match = parlour.Match(parlour.game("kuhn_poker", deal=deal), seed=1)
    for move in moves.split():
        match.play(move)
    names = Names(match.game.names.names, seat)
    return [event.text for event in [*story(match, seat, 0, names), *result(match, names)]]


def test_a_showdown_tells_both_cards() -> None:
    assert told("check bet call", 1) == [
        "Ann checks",
        "You bet 1",
        "Ann calls 1",
        "Ann shows the king, you the queen: Ann wins 2 chips",
        "Ann wins.",
        "Chips won: Ann 2, you -2.",
    ]


def test_a_fold_tells_no_card() -> None:
    assert told("bet fold", 0) == [
        "You bet 1",
        "Ben folds",
        "You win 1 chip",
        "You win.",
        "Chips won: you 1, Ben -1.",
    ]


def test_the_deal_tells_a_seat_its_own_card() -> None:
    match = parlour.Match(parlour.game("kuhn_poker"), seed=1)
    card = ("jack", "queen", "king")[match.state.cards[1]]
    assert [event.text for event in story(match, 1)] == [f"Ben is dealt the {card}; both put in 1 chip"]
    assert [event.text for event in story(match, -1)] == ["A card each is dealt; both put in 1 chip"]


def test_the_guide_and_the_events_keep_the_laws() -> None:
    game = parlour.game("kuhn_poker")
    assert guides(game, 1, 1)
    assert events(game, 20, 1)
    assert blind_events(game, 20, 1)
