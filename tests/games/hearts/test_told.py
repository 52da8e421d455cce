"""What a table of Hearts tells each seat: in one line each, and no more than it may know."""

from __future__ import annotations

from typing import Any

import parlour
from parlour.core.names import Names
from parlour.core.narrate import result, story
from parlour.games.hearts import marked
from parlour.laws.told import blind_events, events, guides

SUITS = "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac"
DEAL = "/".join(SUITS.replace("c", suit) for suit in "cdsh")  # South all clubs, West diamonds, ...


def told(moves: str, seat: int = 0, you: bool = False, **options: Any) -> list[str]:
    """Play moves and give the story of a seat, line by line."""
    match = parlour.Match(parlour.game("hearts", **options), seed=1)
    for move in moves.split():
        match.play(move)
    names = Names(match.game.names.names, seat if you else -1)
    return [event.text for event in [*story(match, seat, 0, names), *result(match, names)]]


def tricks(ranks: str = "23456789TJQKA") -> str:
    """Play suit after suit: South leads its clubs from the bottom, each plays its own suit."""
    return " ".join(f"{rank}{suit}" for rank in ranks for suit in "cdsh")


def test_passes_take_one_line_each_and_show_their_cards_to_giver_and_receiver() -> None:
    moves = "2c 3c 4c 2d 3d 4d 2s 3s 4s 2h 3h 4h"
    assert told(moves, 0, True, deal=DEAL) == [
        "You choose 2♣ to pass",
        "You choose 3♣ to pass",
        "You pass 2♣ 3♣ 4♣ to West",
        "West passes three cards to North",
        "North passes three cards to East",
        "You get 2♥ 3♥ 4♥ from East",
    ]
    assert told(moves, 1, True, deal=DEAL)[0] == "South passes three cards to you"
    assert told(moves, 1, True, deal=DEAL)[-1] == "You get 2♣ 3♣ 4♣ from South"
    assert told(moves, -1, deal=DEAL)[-1] == "East passes three cards to South"


def test_the_deal_is_one_line_with_the_own_cards() -> None:
    match = parlour.Match(parlour.game("hearts", target=50), seed=1)
    lines = [event.text for event in story(match, 2)]
    assert len(lines) == 1
    assert lines[0].startswith("Hand 1: North is dealt ")
    assert lines[0].endswith("; three go to East")
    assert len(lines[0]) <= 100
    unseen = [event.text for event in story(match, -1)]
    assert unseen == ["Hand 1: thirteen cards each; three go left"]


def test_a_trick_tells_who_takes_it_and_what_it_costs() -> None:
    lines = told("2c 2d 2s 3h 3c 3d Qs 4h", deal=DEAL, pass_cards=False, no_pts_on_first_trick=False)
    assert lines == [
        "South leads 2♣",
        "West plays 2♦",
        "North plays 2♠",
        "East plays 3♥: hearts are broken",
        "South takes the trick: 1 point",
        "South leads 3♣",
        "West plays 3♦",
        "North plays Q♠",
        "East plays 4♥",
        "South takes the trick: 14 points, the queen of spades with it",
    ]


def test_a_bonus_jack_is_told() -> None:
    options = {"deal": DEAL, "pass_cards": False, "jd_bonus": True, "no_pts_on_first_trick": False}
    lines = told("2c Jd 2s 2h", **options)
    assert lines[-1] == "South takes the trick: 9 points off, the jack of diamonds with it"
    assert "jack of diamonds takes 10" in parlour.game("hearts", jd_bonus=True).guide.goal


def test_the_moon_and_the_points_of_each_are_told() -> None:
    options: dict[str, Any] = {"deal": DEAL, "pass_cards": False, "no_pts_on_first_trick": False}
    lines = told(tricks(), 1, True, **options)
    assert lines[-5:] == [
        "South takes the trick: 1 point",
        "South shoots the moon: 26 points for each of the others",
        "Points of the hand: South 0, you 26, North 26, East 26",
        "South wins.",
        "Points: South 0, you 26, North 26, East 26.",
    ]
    assert "South shoots the moon: 26 points off" in told(tricks(), moon="subtract", **options)


def test_a_match_tells_the_score_after_a_hand() -> None:
    options: dict[str, Any] = {"deal": DEAL, "pass_cards": False, "no_pts_on_first_trick": False}
    lines = told(tricks(), target=200, **options)
    assert "Points of hand 1: South 0, West 26, North 26, East 26" in lines
    assert lines[-1].startswith("Hand 2: South is dealt ")


def test_the_last_card_is_marked() -> None:
    match = parlour.Match(parlour.game("hearts", deal=DEAL, pass_cards=False), seed=1)
    match.play("2c")
    assert match.game.picture(match.state, match.actions[-1]) != match.game.picture(match.state)
    assert marked(match.state, match.actions[-1]) == ["2c"]


def test_the_guide_and_the_events_keep_the_laws() -> None:
    for options in ({}, {"target": 30, "jd_bonus": True}, {"passing": "hold", "moon": "subtract"}):
        game = parlour.game("hearts", **options)
        assert guides(game, 1, 1)
        assert events(game, 1, 1)
        assert blind_events(game, 1, 1)
        assert "{" not in str(game.guide)


def test_a_trick_is_seen_before_it_is_taken_away() -> None:
    options = {"deal": DEAL, "pass_cards": False, "no_pts_on_first_trick": False}
    match = parlour.Match(parlour.game("hearts", **options), seed=1)
    seen: list[str] = []
    for move in ["2c", "2d", "2s", "3h", "3c"]:
        match.play(move)
        shown = match.moment(1, Names(("Ann", "Ben", "Cleo", "Dan"), 1))
        seen.append("" if shown is None else shown.text())
    *before, trick, after = seen
    assert (before, after) == (["", "", ""], "")
    assert "trick 1 of 13 goes to Ann\n" in trick
    assert "2c   2d   2s   [3h]" in trick
    assert trick.endswith("You  Ad Kd Qd Jd Td 9d 8d 7d 6d 5d 4d 3d")  # and nobody else's cards


def test_the_last_trick_of_a_hand_is_seen_though_cards_were_dealt_since() -> None:
    options = {"deal": DEAL, "pass_cards": False, "no_pts_on_first_trick": False, "target": 100}
    match = parlour.Match(parlour.game("hearts", **options), seed=1)
    for move in tricks().split():
        match.play(move)
    assert match.ply == 2 * 52  # the next hand is dealt
    shown = match.moment(0)
    assert shown is not None
    assert "trick 13 of 13 goes to South" in shown.text()
