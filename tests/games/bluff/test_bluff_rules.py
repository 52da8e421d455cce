"""Bluff: claims and answers, who takes the pile, what each seat can place, worlds, words."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from parlour import OVER, UNKNOWN, Match, Stream, game
from parlour.core.errors import IllegalMove, InvalidMove
from parlour.core.rules import fill, mask
from parlour.games.bluff.words import names

from ..helpers import after, drawn, refuses_move, refuses_option
from .referee import compare

THREE = game("bluff", seats=3, deal="2c 2d 5h/3c 4c 2s/2h 4d 4h 5s")


def hands(s):
    return [names(hand) for hand in s.hands]


def test_an_independent_engine_agrees_over_random_games():
    assert compare(25, 7) > 1000


def test_the_liar_takes_the_pile():
    s = after(THREE, "5h as 2 challenge")
    assert hands(s) == ["2c 2d 5h", "2s 3c 4c", "2h 4d 4h 5s"]
    assert (s.taker, s.taken, s.doubter) == (0, 1, 1)
    assert (THREE.turn(s), s.rank) == (1, 1)  # the next seat goes on with the next rank


def test_who_doubts_the_truth_takes_the_pile_and_all_earlier_cards():
    s = after(THREE, "2c,2d as 2 pass pass 4c as 3 pass challenge")
    assert hands(s) == ["5h", "2c 2d 2s 3c 4c", "2h 4d 4h 5s"]
    s = after(THREE, "2c,2d as 2 pass challenge")
    assert hands(s) == ["5h", "2s 3c 4c", "2c 2d 2h 4d 4h 5s"]
    assert THREE.turn(s) == 1


def test_an_empty_hand_wins_once_it_was_passed_or_shown_to_be_true():
    two = game("bluff", seats=2, deal="2c 2d/3c 4c")
    for answer in ("pass", "challenge"):
        s = after(two, f"2c,2d as 2 {answer}")
        assert (two.turn(s), two.returns(s)) == (OVER, (1.0, -1.0))
    lie = game("bluff", seats=2, deal="3d 2d/3c 4c")
    s = after(lie, "2d,3d as 2 challenge")
    assert (lie.turn(s), hands(s)[0]) == (1, "2d 3d")
    assert lie.returns(after(lie, "2d,3d as 2 pass")) == (1.0, -1.0)


def test_the_fewest_cards_win_at_the_limit_and_share_it():
    it = game("bluff", seats=3, limit=1, deal="2c 5c 6c/3c 4c 2s/4d 4h 5s")
    assert it.returns(after(it, "2c as 2 pass pass")) == (1.0, -0.5, -0.5)
    level = game("bluff", seats=3, limit=1, deal="2c 5c 6c/3c 4c/4d 4h 5s")
    assert level.returns(after(level, "2c as 2 pass pass")) == pytest.approx((0.25, 0.25, -0.5))
    with pytest.raises(IllegalMove, match="the game is over"):
        it.parse(after(it, "2c as 2 pass pass"), "pass")


def test_ranks_go_round_and_any_may_be_chosen_by_option():
    it = game("bluff", seats=2, ranks=3, deal="2c 3c 4c/2d 3d 4d")
    s = after(it, "2c as 2 pass 3d as 3 pass 4c as 4 pass")
    assert (s.rank, it.turn(s)) == (0, 1)
    refuses_move(it, s, "2d as 3", IllegalMove)
    free = game("bluff", seats=2, claims="any", deal="2c 3c 4c/2d 3d 4d")
    s = after(free, "2c as A challenge")
    assert s.taker == 0
    assert "as 9" in [free.format(after(free, "2c"), a) for a in free.legal(after(free, "2c"))]


def test_a_claim_is_one_move_of_several_actions_in_any_order():
    assert THREE.read_moves("2d,2c as 2") == THREE.read_moves("2c 2d as 2") == [0, 1, 52]
    match = Match(THREE, 1)
    match.play("2c, 2d as twos")
    assert match.moves() == ["2c,2d as 2"]
    assert match.moves(1) == match.moves(-1) == ["2 cards as 2"]
    match.play("pass")
    match.play("challenge")
    assert match.moves(-1)[0] == "2c,2d as 2"  # turned up for all
    match.undo()
    match.undo()
    match.undo()
    assert match.ply == 0


@pytest.mark.parametrize(
    "text", ["as", "as 2", "2c,2c as 2", "2c as", "2c as 1", "x as 2", "", "2c,2d,5h,2c,3c as 2"]
)
def test_what_is_no_claim_is_refused(text):
    with pytest.raises((InvalidMove, IllegalMove)):
        THREE.read(THREE.start(), text)


def test_an_illegal_claim_lays_nothing():
    match = Match(THREE, 1)
    for text in ("2c,2d as 3", "2c,3c as 2", "2c as 2 pass"):
        with pytest.raises((InvalidMove, IllegalMove)):
            match.play(text)
        assert match.ply == 0


def test_answers_have_other_names():
    s = after(THREE, "2c as 2")
    assert {THREE.parse(s, word) for word in ("challenge", "Cheat", "doubt", "c")} == {65}
    assert {THREE.parse(s, word) for word in ("pass", "P")} == {66}
    refuses_move(THREE, s, "2c as 2", IllegalMove)


def test_a_seat_can_place_what_it_laid_and_what_was_shown():
    # Seat 1 lies with 4c; seat 2 doubts; seat 1 takes 2c and 4c: seat 0 knows of its 2c, all of the 4c.
    s = after(THREE, "2c as 2 pass pass 4c as 3 challenge")
    assert [names(~mask(s, seat).hands[1]) for seat in (0, 2, -1)] == ["2c 4c", "4c", "4c"]
    assert mask(s, 1).hands[1] == s.hands[1]
    assert mask(s, 0).known == (1, UNKNOWN, UNKNOWN)
    # Once seat 1 has laid a card, the 2c may be that; once seat 0 has taken the pile it has seen which.
    s = after(
        THREE, "2c as 2 pass pass 4c as 3 challenge 4d as 4 pass pass 5h as 5 pass pass 4c as 6 pass pass"
    )
    assert names(~mask(s, 0).hands[1]) == "2c 4c"
    s = THREE.play(THREE.play(s, THREE.parse(s, "2h")), 52 + 5)
    s = THREE.play(s, 65)  # seat 0 doubts: not a seven, so seat 2 takes all
    assert names(~mask(s, 0).hands[1]) == ""
    assert names(~mask(s, 0).hands[2]) == "2h 5h"


def test_worlds_are_drawn_evenly_from_all_that_explain_the_view():
    # Seat 1 sees its own hand; a pack of 12 has 8 other cards for 3 in hand and 1 laid, 4 in hand.
    it = game("bluff", seats=3, ranks=3, deal="2c 2d 3h 4c/3c 4d 2s 3d/2h 4s 4h 3s")
    v = mask(after(it, "3h as 2"), 1)
    found = Counter()
    for seed in range(14_000):
        world = fill(v, 1, Stream.of(seed))
        assert mask(world, 1) == v
        found[world.hands[0], world.claim] += 1
    expected = sum(
        1 for four in combinations(range(8), 4) for _ in four
    )  # who has which four, and the one laid
    assert len(found) == expected == 280
    chi = sum((n - 50) ** 2 / 50 for n in found.values())
    assert chi < 380  # 279 degrees of freedom: beyond it once in 25,000


def test_known_cards_stay_with_their_holder_in_hand_or_pile():
    s = after(THREE, "2c as 2 pass pass 4c as 3 challenge 4d as 4 pass pass 5h as 5 pass pass 2s as 6")
    v = mask(s, 2)
    for seed in range(50):
        world = fill(v, 2, Stream.of(seed))
        assert (world.hands[1] | world.laid[1]) >> 8 & 1  # the 4c that all saw
    assert {fill(v, 2, Stream.of(seed)).laid[1] >> 8 & 1 for seed in range(50)} == {0, 1}


def test_at_the_end_all_is_shown():
    it = game("bluff", seats=2, deal="2c/3c 4c")
    match = Match(it, 1)
    match.play("2c as 2")
    assert match.moves(1) == ["1 card as 2"]
    match.play("pass")
    assert match.moves(1) == ["2c as 2", "pass"]
    assert mask(match.state, 1) == match.state


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"deal": "2c/3c"}, "2 hands for 4 seats; set seats=2"),
        ({"seats": 2, "deal": "2c/2c"}, "2c is dealt twice"),
        ({"seats": 2, "deal": "2c/1c"}, "'1c' is no card"),
        ({"seats": 2, "deal": "2c/"}, "at least one card"),
        ({"seats": 2, "ranks": 4, "deal": "2c/Ac"}, "not in a pack of 4 ranks"),
        ({"seats": 9}, "from 2 to 8"),
        ({"limit": 249}, "from 1 to 248"),
        ({"claims": "some"}, "choose one of next, any"),
    ],
)
def test_impossible_options_are_refused(options, says):
    refuses_option("bluff", says, **options)


def test_drawing():
    s = after(THREE, "2c as 2 pass pass 4c as 3 challenge 4d as 4")
    assert str(THREE.view(s, 0)) == drawn("""
Bluff

Cleo challenged and saw 4c, a lie: Ben took 2 cards
Cleo claims one four; the pile has 1 card; Ann: challenge or pass

                   Ann  Ben  Cleo
cards in hand        2    4     3
cards in the pile    0    0     1

Ann holds  2d 5h

Ben holds 2c 4c among others
""")
    assert "Ann claims twos" in THREE.show(THREE.start())


def test_moves_with_blanks_in_them_are_told_apart():
    with pytest.raises(InvalidMove, match=r"legal: 2c,2d as 2 \| 2c as 2 \| 2d as 2"):
        THREE.read(THREE.start(), "xyzzy")
