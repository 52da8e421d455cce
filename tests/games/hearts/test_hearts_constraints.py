"""What a Hearts player can be certain of, one constraint at a time."""

from __future__ import annotations

import numpy as np
import pytest

from parlour.core.match import Match
from parlour.core.registry import game as game_named
from parlour.core.rng import Stream
from parlour.core.rules import legal, random_action

from .deals import belief, cards_of, dealt, matrix, number, played_on, view_of

MODELS = ("om0", "om1", "om2")


def void_example() -> Match:
    """Seat 0 leads the ace of spades: 5 of spades, 2 of hearts, 9 of spades."""
    return dealt(
        "hold",
        "2c 3c 4c Ac As 5s 2h 9s",
        "Ac As 2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd",
        "2c 5s Qs",
        "3c 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh",
        "4c 9s",
    )


def test_the_void_example_gives_a_half_nothing_and_a_half() -> None:
    match = void_example()
    queen = number("Qs")
    assert matrix("om1", match, 0)[queen] == pytest.approx([0.0, 0.5, 0.0, 0.5], abs=1e-12)
    assert matrix("om0", match, 0)[queen] == pytest.approx([0.0, 1 / 3, 1 / 3, 1 / 3], abs=1e-12)
    assert matrix("om2", match, 0)[queen][2] == 0.0
    for world in belief("om1", match).worlds(match.view(0), 500, Stream.of(1)):
        assert not world.hands[2] & 0x1FFF << 26


@pytest.mark.parametrize("name", MODELS)
def test_own_cards_are_known_and_played_ones_are_nowhere(name: str) -> None:
    match = played_on("left", 3, 22)
    view = view_of(match)
    for card, row in enumerate(matrix(name, match, view.seat)):
        if match.state.hands[view.seat] >> card & 1:
            assert row == [float(seat == view.seat) for seat in range(4)]
        elif any(played >> card & 1 for played in match.state.played):
            assert row == [0.0] * 4
        else:
            assert row[view.seat] == 0.0
            assert sum(row) == pytest.approx(1.0)


@pytest.mark.parametrize("name", MODELS)
def test_hands_keep_their_size(name: str) -> None:
    match = played_on("left", 3, 22)
    view, sizes = view_of(match), [hand.bit_count() for hand in match.state.hands]
    assert np.array(matrix(name, match, view.seat)).sum(axis=0) == pytest.approx(sizes)
    for world in belief(name, match).worlds(view, 100, Stream.of(2)):
        assert [hand.bit_count() for hand in world.hands] == sizes
        assert sum(world.hands) == sum(match.state.hands)


def passed_left() -> Match:
    """Every seat passes three to the left; seat 0 passes queen, king and ace of spades."""
    moves = "Qs Ks As 3c 4c 5c 3d 4d 5d 3h 4h 5h"
    return dealt("left", moves, "Qs Ks As", "3c 4c 5c", "3d 4d 5d", "3h 4h 5h")


@pytest.mark.parametrize("name", ["om1", "om2"])
def test_the_giver_knows_where_its_cards_went_and_nobody_else(name: str) -> None:
    match = passed_left()
    for card in ("Qs", "Ks", "As"):
        assert matrix(name, match, 0)[number(card)] == [0.0, 1.0, 0.0, 0.0]
        assert matrix(name, match, 1)[number(card)] == [0.0, 1.0, 0.0, 0.0]  # holds it
        assert matrix(name, match, 2)[number(card)][1] < 1.0
    assert matrix("om0", match, 0)[number("Qs")][1] < 0.5


@pytest.mark.parametrize("name", ["om1", "om2"])
def test_a_passed_card_is_gone_once_it_is_played(name: str) -> None:
    match, rng = passed_left(), Stream.of(4)
    while not match.state.played[1] & match.state.given[0]:
        match.play(random_action(match.state, rng))
    for card in cards_of(match.state.given[0]):
        due = float(match.state.hands[1] >> card & 1)
        assert matrix(name, match, 0)[card] == [0.0, due, 0.0, 0.0]


@pytest.mark.parametrize("name", MODELS)
def test_who_is_to_lead_first_has_the_two_of_clubs(name: str) -> None:
    match = played_on("hold", 1, 0)
    first = match.turn
    row = [float(seat == first) for seat in range(4)]
    for seat in range(4):
        assert matrix(name, match, seat)[number("2c")] == row


def test_who_leads_another_club_still_has_the_two() -> None:
    match = Match(game_named("hearts", passing="hold", can_lead_any_club=True), 1)
    first = match.turn
    match.play(max(card for card in cards_of(legal(match.state))))
    if match.state.played[first] & 1:
        pytest.fail("choose a seed whose first hand has another club")
    for name in ("om1", "om2"):
        assert matrix(name, match, (first + 2) % 4)[0][first] == 1.0
    assert matrix("om0", match, (first + 2) % 4)[0][first] < 1.0


def test_who_leads_hearts_before_they_are_broken_has_only_hearts() -> None:
    match = dealt(
        "hold",
        "2c Ac 3c 4c 3h",
        "4c",
        "2c 2h",
        "Ac 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah",
        "3c",
    )
    for name in ("om1", "om2"):
        found = matrix(name, match, 3)
        for card in range(39):
            assert found[card][2] == 0.0
    assert max(matrix("om0", match, 3)[card][2] for card in range(39)) > 0.2


def test_who_throws_a_heart_on_the_first_trick_has_no_other_card_but_perhaps_the_queen() -> None:
    match = dealt(
        "hold",
        "2c 3c Kh",
        "2c",
        "3c 2h",
        "Qs 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah",
        "4c",
    )
    found = matrix("om1", match, 3)
    assert found[number("Qs")][2] > 0.0
    assert all(found[card][2] == 0.0 for card in range(39) if card != number("Qs"))
