"""Hearts: passing, tricks and points, every switch, OpenSpiel's positions and OpenSpiel itself as referee."""

from __future__ import annotations

import pytest

from parlour import CHANCE, OVER, Match, Stream, game
from parlour.core import rules
from parlour.core.bits import listed
from parlour.core.errors import IllegalMove, InvalidMove
from parlour.core.rules import UNKNOWN
from parlour.games.hearts import DONE, PASS, PLAY, points, tally
from parlour.games.hearts.words import card_name, card_number, names

from ..helpers import after, drawn, refuses_move, refuses_option, stored
from .referee import DIRECTIONS, SWITCHES, compare

RANKS = "23456789TJQKA"
# Each seat one suit: seat 0 clubs, 1 diamonds, 2 spades, 3 hearts.
SUITS = "/".join(" ".join(rank + suit for rank in RANKS) for suit in "cdsh")
# Seat 0 has all hearts but the two, and the ace of clubs; the two of hearts is seat 1's.
MOON = (
    "Ac 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah/2c 2h 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc/"
    "2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad/2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As"
)
REFEREED = 1500  # hands


def cards(text):
    """Read a set of cards."""
    return sum(1 << card_number(name) for name in text.split())


def held(deal, **options):
    """Give a game without passing, from a deal."""
    return game("hearts", deal=deal, passing="hold", **options)


def legal(it, s):
    """Write the legal cards."""
    return names(sum(1 << a for a in it.legal(s)))


# -- dealing and passing -----------------------------------------------------------------------------------


def test_cards_are_dealt_one_by_one_in_seat_order():
    it = game("hearts")
    s = it.start()
    for number in range(52):
        assert it.turn(s) == CHANCE
        assert it.legal(s) == list(range(number, 52))
        s = it.play(s, number)
    assert all(s.hands[seat] == sum(1 << card for card in range(seat, 52, 4)) for seat in range(4))
    assert it.turn(s) == 0
    assert s.phase == PASS


@pytest.mark.parametrize(("passing", "to"), [("left", 1), ("across", 2), ("right", 3)])
def test_three_cards_go_to_the_seat_asked_for(passing, to):
    it = game("hearts", deal=SUITS, passing=passing)
    s = it.start()
    for seat, suit in enumerate("cdsh"):
        for rank in "A35":  # in any order
            assert it.turn(s) == seat
            s = it.play(s, it.parse(s, rank + suit))
    for seat, suit in enumerate("cdsh"):
        passed = cards(f"A{suit} 3{suit} 5{suit}")
        assert s.given[seat] == passed
        assert s.hands[(seat + to) % 4] & passed == passed
        assert s.hands[seat] & passed == 0
        assert bin(s.hands[seat]).count("1") == 13
    assert s.phase == PLAY
    assert it.turn(s) == 0


def test_holding_goes_straight_to_the_tricks():
    assert held(SUITS).start().phase == PLAY
    assert game("hearts", deal=SUITS, pass_cards=False).start().phase == PLAY


def test_a_card_is_passed_once_and_only_by_its_holder():
    it = game("hearts", deal=SUITS)
    s = after(it, "Ac")
    refuses_move(it, s, "Ac", IllegalMove)
    refuses_move(it, s, "Ad", IllegalMove)
    assert len(it.legal(s)) == 12


def test_whoever_gets_the_two_of_clubs_leads_even_as_the_last_card_passed():
    deal = SUITS.replace("2c", "2x").replace("2h", "2c").replace("2x", "2h")  # seat 3 has the two of clubs
    it = game("hearts", deal=deal)
    s = after(it, "Ac Kc Qc Ad Kd Qd As Ks Qs Ah Kh")
    assert "2c" in legal(it, s)
    assert it.turn(after(it, "Ac Kc Qc Ad Kd Qd As Ks Qs Ah Kh 2c")) == 0
    assert it.turn(after(it, "Ac Kc Qc Ad Kd Qd As Ks Qs Ah 2c Kh")) == 0
    assert it.turn(after(it, "Ac Kc Qc Ad Kd Qd As Ks Qs Ah Kh Qh")) == 3


# -- tricks --------------------------------------------------------------------------------------------------


def test_two_of_clubs_leads_and_only_it():
    it = game("hearts", deal=MOON, passing="hold")
    assert it.turn(it.start()) == 1
    assert legal(it, it.start()) == "2c"
    free = held(MOON, can_lead_any_club=True)
    assert legal(free, free.start()) == "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc"


def test_one_follows_suit_if_one_can_and_else_plays_anything():
    it = held(MOON)
    s = after(it, "2c 2d 2s")
    assert legal(it, s) == "Ac"
    s = after(it, "2c 2d 2s Ac 3h")
    assert legal(it, s) == "2h"
    s = after(it, "2c 2d 2s Ac 3h 2h")
    assert len(it.legal(s)) == 12


def test_highest_card_of_the_suit_led_takes_the_trick():
    s = after(held(MOON), "2c Ad As Ac")
    assert s.turn_seat == 0
    assert s.taken == (cards("2c Ac Ad As"), 0, 0, 0)
    assert s.trick == (-1, -1, -1, -1)


def test_no_points_on_the_first_trick_if_there_is_a_choice():
    it, free = held(SUITS), held(SUITS, no_pts_on_first_trick=False)
    assert "Qs" not in legal(it, after(it, "2c 2d"))
    assert "Qs" in legal(free, after(free, "2c 2d"))
    assert len(it.legal(after(it, "2c 2d 2s"))) == 13  # nothing but hearts: any of them


def test_hearts_are_led_once_broken():
    deal = (
        "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc 2h/Ac 2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd/"
        "Ad 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs 3h/Ks As 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah"
    )
    it, free = held(deal), held(deal, must_break_hearts=False)
    s = after(it, "2c Ac 2s As 2d Ad")
    assert legal(it, s) == "Ks 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah"
    unbroken = after(it, "2c Ac 2s As 2d Ad Ks Kc")
    assert unbroken.broken == 0
    assert legal(it, unbroken) == "3s 4s 5s 6s 7s 8s 9s Ts Js Qs"
    assert "3h" in legal(free, after(free, "2c Ac 2s As 2d Ad Ks Kc"))
    assert "3h" in legal(it, after(it, "2c Ac 2s As 2d Ad 4h Kc"))


def test_queen_of_spades_breaks_hearts_by_option():
    for breaks in (True, False):
        it = held(SUITS, qs_breaks_hearts=breaks, no_pts_on_first_trick=False)
        assert after(it, "2c 2d Js").broken == 0
        assert after(it, "2c 2d Qs").broken == breaks


def test_who_has_hearts_and_the_queen_alone_may_keep_her_by_option():
    deal = MOON.replace("Ac", "xx").replace("Qs", "Ac").replace("xx", "Qs")
    strict, kept = held(deal), held(deal, can_lead_hearts_instead_of_qs=True)
    s = strict.start()._replace(leader=0, turn_seat=0, count=4)
    assert legal(strict, s) == "Qs"
    assert legal(kept, s._replace(switches=kept.start().switches)).startswith("Qs 3h 4h")


# -- points --------------------------------------------------------------------------------------------------


def test_hearts_cost_1_and_the_queen_13():
    assert points(after(held(SUITS), "2c 2d 3s 2h")) == (1, 0, 0, 0)
    free = held(SUITS, no_pts_on_first_trick=False)
    assert points(after(free, "2c 2d Qs 2h")) == (14, 0, 0, 0)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, [0, 26, 26, 26]),
        ({"moon": "subtract"}, [-26, 0, 0, 0]),
        ({"jd_bonus": True}, [-10, 26, 26, 26]),
        ({"avoid_all_tricks_bonus": True}, [0, 26, 26, 26]),
        ({"moon": "subtract", "jd_bonus": True, "avoid_all_tricks_bonus": True}, [-36, 0, 0, 0]),
    ],
)
def test_who_takes_everything_has_shot_the_moon(options, expected):
    it = held(SUITS, **options)
    s = it.start()
    while it.turn(s) != OVER:
        s = it.play(s, it.legal(s)[-1])
    assert list(points(s)) == list(s.scores) == expected
    mean = [(sum(expected) - mine) / 3 - mine for mine in expected]
    assert it.returns(s) == pytest.approx(mean)
    assert it.bounds[0] <= min(it.returns(s))
    assert max(it.returns(s)) <= it.bounds[1]


def test_no_trick_is_worth_5_unless_the_moon_is_shot():
    bits = held(SUITS, avoid_all_tricks_bonus=True).start().switches
    hearts, queen = cards(" ".join(rank + "h" for rank in RANKS)), cards("Qs")
    assert tally((hearts, queen, 0, 1), bits, 1) == (13, 13, -5, 0)
    assert tally((hearts, queen, 0, 1), bits, 0) == (13, 13, 0, 0)
    assert tally((hearts | queen, 0, 0, 1), bits, 1) == (0, 26, 26, 26)


def test_a_match_goes_on_to_its_target_and_passing_rotates():
    it = game("hearts", target=60)
    match = Match(it, 3)
    directions, before = [], (0, 0, 0, 0)
    while not match.over:
        s = match.state
        if s.hand_no == len(directions):
            directions.append(DIRECTIONS[s.direction])
            assert max(s.scores) < 60
            assert all(new >= old for new, old in zip(s.scores, before, strict=True))
            assert sum(s.scores) - sum(before) in (0, 26, 78)
            before = s.scores
        match.play(Stream.of(3, match.ply).choice(it.legal(s)))
    assert len(directions) >= 3
    assert directions == (["left", "right", "across", "hold"] * 9)[: len(directions)]
    assert max(match.state.scores) >= 60
    total = sum(match.state.scores)
    assert match.returns == pytest.approx([(total - 4 * mine) / 3 for mine in match.state.scores])


# -- what a seat may know ------------------------------------------------------------------------------------


def test_views_hold_own_cards_and_those_passed_and_received():
    it = game("hearts", deal=SUITS)
    s = after(it, "Ac Kc Qc Ad Kd")
    assert rules.mask(s, 0).hands == (s.hands[0], UNKNOWN, UNKNOWN, UNKNOWN)
    assert rules.mask(s, 0).given == (s.given[0], UNKNOWN, 0, 0)
    assert rules.mask(s, 1).given == (UNKNOWN, s.given[1], 0, 0)  # not before all have passed
    s = after(it, "Ac Kc Qc Ad Kd Qd As Ks Qs Ah Kh Qh")
    assert rules.mask(s, 1).given == (s.given[0], s.given[1], UNKNOWN, UNKNOWN)
    assert rules.mask(s, -1).hands == (UNKNOWN,) * 4
    assert rules.mask(s, -1).given == (UNKNOWN,) * 4


def test_history_shows_own_cards_only():
    it = game("hearts")
    match = Match(it, 11)
    for move in range(14):
        match.play(it.legal(match.state)[-1 if move < 12 else 0])
    for seat in range(4):
        history = match.view(seat).history
        dealt = [card for _, card in history[:52]]
        own = [card for number, card in enumerate(match.actions[:52]) if number % 4 == seat]
        assert [card for card in dealt if card != UNKNOWN] == own
        known = {3 * seat + n for n in range(3)} | {3 * ((seat - 1) % 4) + n for n in range(3)}
        assert {n for n, (_, card) in enumerate(history[52:64]) if card != UNKNOWN} == known
        assert [card for _, card in history[64:]] == match.actions[64:]


def test_the_deal_is_a_secret():
    match = Match(held(SUITS), 1)
    assert "deal" not in match.view(0).game.changed_options()
    assert "Ah" not in str(match.view(0).to_json())


# -- words ---------------------------------------------------------------------------------------------------


def test_cards_are_read_in_either_case_and_ten_both_ways():
    assert [card_name(card) for card in (0, 12, 21, 36, 51)] == ["2c", "Ac", "Td", "Qs", "Ah"]
    assert [card_number(text) for text in ("qs", "QS", "10d", "tD")] == [36, 36, 21, 21]
    assert [card_number(text) for text in ("", "1c", "Qx", "Qss", "Q")] == [-1] * 5
    assert all(card_number(card_name(card)) == card for card in range(52))


def test_moves_that_are_none_are_refused():
    it = held(SUITS)
    refuses_move(it, it.start(), "zz", InvalidMove)
    refuses_move(it, it.start(), "Ac", IllegalMove)


def test_options_are_refused_with_the_reason():
    refuses_option("hearts", "four hands of 13 cards", deal="2c 3c/4c/5c/6c")
    refuses_option("hearts", "'Zc' is no card", deal=SUITS.replace("2c", "Zc"))
    refuses_option("hearts", "2c is dealt twice", deal=SUITS.replace("3c", "2c"))
    refuses_option("hearts", "choose one of", passing="up")
    refuses_option("hearts", "whole number", target=-1)
    assert game("hearts", deal=SUITS.replace("T", "10").lower()).start() == game("hearts", deal=SUITS).start()


def test_picture_of_a_view():
    it = game("hearts", deal=MOON, passing="left")
    s = after(it, "Ac Ah Kh Kc Qc Jc Ad Kd Qd As Ks Qs 2c Kc 2s")
    assert it.show(rules.mask(s, 0)) == drawn(
        """
Hearts

trick 1 of 13, West led, South plays, hearts are not broken

                South  West  North  East
on the table    -      2c    Kc     2s
tricks taken    0      0     0      0
points          0      0     0      0
has run out of  -      -     -      ♣

South  As Ks Qs Qh Jh Th 9h 8h 7h 6h 5h 4h 3h

South gave West: Ac Kh Ah
East gave South: Qs Ks As
"""
    )


# -- values and referees -------------------------------------------------------------------------------------

POSITIONS = stored("hearts_positions")["positions"]


@pytest.mark.parametrize("position", POSITIONS, ids=lambda p: str(p["id"]))
def test_position_of_openspiel(position):
    deal = "/".join(position["dealt"][seat] for seat in "NESW")
    it = game("hearts", deal=deal, passing=position["pass_dir"])
    passes = [card for seat in "NESW" for card in (position["passes"] or {}).get(seat, "").split()]
    if passes and passes[-1] == "2C":  # which may not be the last
        passes[-2:] = reversed(passes[-2:])
    s = it.start()
    for action in it.read_moves(passes):
        s = it.play(s, action)
    s = played(it, s, position["plays_before"])
    assert it.turn(s) == "NESW".index(position["to_move"])
    assert legal(it, s) == names(cards(position["legal"]))
    s = played(it, s, position["plays_after"])
    assert it.turn(s) == OVER
    assert s.phase == DONE
    assert list(points(s)) == [position["final_scores"][seat] for seat in "NESW"]


def played(it, s, plays):
    """Play cards written with their seats, checking each seat."""
    for play in plays.split():
        seat, card = play.split(":")
        assert it.turn(s) == "NESW".index(seat)
        s = it.play(s, it.parse(s, card))
    return s


def test_openspiel_deals_plays_and_scores_alike():
    tally = compare(REFEREED)
    assert tally.differences == []
    assert tally.hands == REFEREED
    assert tally.moons > 0
    assert all(REFEREED / 3 < tally.on[name] < 2 * REFEREED / 3 for name in SWITCHES)
    assert all(tally.on[direction] > 0 for direction in DIRECTIONS)


def test_rules_of_openspiel_are_all_switched():
    import pyspiel

    known = pyspiel.load_game("hearts").get_parameters()
    options = game("hearts").known_options
    assert set(SWITCHES) == set(known)
    assert {name: options[name].default for name in known} == known


def test_random_hands_are_worth_26_or_a_moon():
    for seed in range(50):
        match = Match(game("hearts"), seed)
        while not match.over:
            match.play(rules.random_action(match.state, Stream.of(seed, match.ply)))
        assert sum(points(match.state)) in (26, 78)
        assert abs(sum(match.returns)) < 1e-9
        assert listed(rules.legal(match.state)) == []
