"""Liar's Dice: who loses a round, five ways to raise, exact calls, matches, and what each seat may know."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from parlour import OVER, Match, Stream, game
from parlour.core.errors import IllegalMove, InvalidMove
from parlour.core.rules import evaluate, fill, mask

from ..helpers import after, drawn, refuses_move, refuses_option
from .referee import compare

DEAL = "12345/23466"


def ends(moves, **options):
    it = game("liars_dice", **{"deal": DEAL, **options})
    s = after(it, moves)
    assert it.turn(s) == OVER
    return it.returns(s)


def raised(it, moves):
    return it.moves(after(it, moves))


def test_openspiel_plays_the_same_rounds():
    tally = compare(400)
    assert tally.differences == []
    assert tally.states > 3000


@pytest.mark.parametrize(
    ("moves", "options", "first_wins"),
    [
        ("3x6 liar", {}, False),  # there are two sixes
        ("2x6 liar", {}, True),
        ("1x1 3x6 liar", {}, True),
        ("3x6 liar", {"wild": "ones"}, True),
        ("4x6 liar", {"wild": "ones"}, False),
        ("2x1 liar", {"wild": "ones"}, False),  # a wild face stands for itself alone when it is bid
        ("4x5 liar", {"wild": "highest"}, False),
        ("3x5 liar", {"wild": "highest"}, True),
        ("2x6 liar", {"wild": "highest"}, True),
        ("2x6 exact", {"exact": "gain"}, False),
        ("1x6 exact", {"exact": "gain"}, True),
        ("1x6 2x6 exact", {"exact": "others"}, True),
    ],
)
def test_who_wins_a_round(moves, options, first_wins):
    assert ends(moves, **options) == ((1.0, -1.0) if first_wins else (-1.0, 1.0))


def test_the_loser_pays_and_the_others_share():
    three = {"seats": 3, "dice": (1, 2, 1), "deal": "1/23/4", "exact": "others"}
    assert ends("1x1 1x2 2x6 liar", **three) == (0.5, 0.5, -1.0)
    assert ends("1x1 1x2 liar", **three) == (0.5, 0.5, -1.0)
    assert ends("1x1 1x2 exact", **three) == (-0.5, -0.5, 1.0)
    assert ends("1x1 1x2 2x2 exact", **three) == (-1.0, 0.5, 0.5)


@pytest.mark.parametrize(
    ("options", "bid", "replies"),
    [
        ({}, "1x3", "1x4 2x1 2x2 2x3 2x4 liar"),
        ({"order": "face"}, "1x3", "2x3 1x4 2x4 liar"),
        ({"order": "more"}, "1x3", "2x1 2x2 2x3 2x4 liar"),
        ({"order": "upward"}, "1x3", "1x4 2x3 2x4 liar"),
        ({"wild": "ones", "bid_wild": False}, "1x3", "1x4 2x2 2x3 2x4 liar"),
        ({"exact": "gain"}, "2x4", "liar exact"),
    ],
)
def test_what_may_follow_a_bid(options, bid, replies):
    it = game("liars_dice", dice=1, faces=4, deal="1/2", **options)
    assert raised(it, bid) == replies.split()


def test_perudo_counts_aces_double():
    # From q of a face to aces: half as many, rounded up. From k aces back: twice as many and one more.
    it = game("liars_dice", dice=(3, 2), faces=3, wild="ones", order="perudo", deal="111/22")
    order = it.moves(it.start())
    order[4:4], order[9:9], order[12:] = ["1x1"], ["2x1"], ["3x1", "4x1", "5x1"]
    assert " ".join(order) == "1x2 1x3 2x2 2x3 1x1 3x2 3x3 4x2 4x3 2x1 5x2 5x3 3x1 4x1 5x1"
    assert [it.format(it.start(), bid) for bid in range(15)] == order
    assert raised(it, "") == [bid for bid in order if not bid.endswith("x1")]  # nobody opens with aces
    for index, bid in enumerate(order[:-1]):
        if not bid.endswith("x1"):
            assert raised(it, bid) == [*order[index + 1 :], "liar"]
    assert raised(it, "1x2 2x1") == ["5x2", "5x3", "3x1", "4x1", "5x1", "liar"]


def test_the_first_may_not_call_and_the_highest_bid_must_be_called():
    it = game("liars_dice", dice=1, deal="1/2")
    refuses_move(it, it.start(), "liar", IllegalMove)
    assert raised(it, "2x6") == ["liar"]


def test_moves_in_words():
    it = game("liars_dice", deal=DEAL, exact="gain")
    assert it.read_moves("1x2 3*5 4 x 6 LIAR") == it.read_moves("1x2 3x5 4x6 liar")
    s = after(it, "2x3")
    for text in ("", "x", "3x", "0x3", "11x2", "3x7", "33", "pass", "-1x2"):
        refuses_move(it, s, text, InvalidMove)
    for text in ("2x3", "1x6"):
        refuses_move(it, s, text, IllegalMove)
    refuses_move(game("liars_dice"), game("liars_dice").start(), "7", InvalidMove)
    plain = game("liars_dice", deal=DEAL)
    refuses_move(plain, after(plain, "2x3"), "exact", InvalidMove)


def test_set_ups_and_their_mistakes():
    assert game("liars_dice", deal="54321/66432").start() == game("liars_dice", deal=DEAL).start()
    many = game("liars_dice", dice=2, faces=12, deal="1 12/11,3")
    assert many.start().hands == (1 + (1 << 44), (1 << 40) + (1 << 8))
    refuses_option("liars_dice", "set seats= and dice= to match", deal="1/2")
    refuses_option("liars_dice", "'7' is no face", deal="12345/23467")
    refuses_option("liars_dice", "is no face", deal="1234x/23466")
    refuses_option("liars_dice", "3 numbers for 2 seats", dice=(1, 2, 3))
    refuses_option("liars_dice", "from 1 to 6", dice=7)
    refuses_option("liars_dice", "from 2 to 8", seats=9)
    refuses_option("liars_dice", "add wild=ones", order="perudo")
    refuses_option("liars_dice", "use wild=ones", wild="highest", bid_wild=False)
    assert game("liars_dice", seats=8, dice=6).actions == 8 * 6 * 6 + 1


# -- matches -------------------------------------------------------------------------------------------------


def test_the_loser_drops_a_die_and_begins_until_one_is_left():
    it = game("liars_dice", seats=3, dice=(1, 2, 1), match=True, deal="1/23/4")
    s = after(it, "1x1 2x6 liar")
    assert (s.counts, s.seat, s.round_no, it.turn(s)) == ((1, 1, 1), 1, 1, -1)
    s = after(it, "1x1 2x6 liar 1 2 3 1x6 liar")
    assert (s.counts, s.seat) == ((1, 0, 1), 2)  # who is out is passed over
    s = after(it, "1x1 2x6 liar 1 2 3 1x6 liar 5 5 1x5 2x5 liar")
    assert (s.counts, it.turn(s), it.returns(s)) == ((1, 0, 0), OVER, (1.0, -0.5, -0.5))


@pytest.mark.parametrize(("exact", "after_right", "after_right_by_full"), [
    ("gain", (2, 2), (2, 1)), ("others", (1, 1), (2, 0)),
])  # fmt: skip
def test_an_exact_call_wins_a_die_back_or_costs_the_others_one(exact, after_right, after_right_by_full):
    it = game("liars_dice", dice=2, match=True, exact=exact, deal="12/34")
    before = "1x1 2x1 liar 1 2 3"  # the second has dropped a die and begins
    assert after(it, before).counts == (2, 1)
    assert after(it, f"{before} 1x1 1x3 exact").counts == after_right
    assert after(it, f"{before} 1x3 exact").counts == after_right_by_full  # nobody gets more than at first
    assert after(it, f"{before} 2x3 exact").counts == (1, 1)


@pytest.mark.parametrize("order", ["quantity", "perudo"])
def test_dice_that_are_won_can_be_bid(order):
    it = game(
        "liars_dice", dice=(3, 1), faces=2, wild="ones", order=order, match=True, exact="gain", deal="222/2"
    )
    s = after(it, "4x2 exact 1 1 1 1 1")
    assert s.counts == (3, 2)
    assert "5x2" in [it.format(s, a) for a in it.legal(s)]
    assert after(it, "4x2 exact 1 1 1 1 1 5x2 liar").counts == (2, 2)  # ones are wild: it held


def test_every_match_ends():
    for number in range(30):
        match = Match(game("liars_dice", dice=2, seats=2 + number % 3, match=True, exact="gain"), number)
        rng = Stream.of(number, "match")
        while not match.over:
            match.play(rng.choice(match.game.legal(match.state)))
        assert sum(count > 0 for count in match.state.counts) == 1


# -- what a seat may know ------------------------------------------------------------------------------------


def test_dice_are_secret_until_they_are_shown():
    it = game("liars_dice", dice=2)
    s = after(it, "1 2 3")
    assert [hand >= 0 for hand in mask(s, 0).hands] == [True, False]
    assert [hand >= 0 for hand in mask(s, 1).hands] == [False, True]
    assert mask(after(it, "1 2"), 1).hands[1] == 0
    assert mask(after(it, "1 2 3 4 2x2 liar"), -1).hands == after(it, "1 2 3 4 2x2 liar").hands
    match = Match(game("liars_dice", dice=1, match=True, seats=3), 5)
    match.play("1x1")
    assert match.moves(1)[:3].count("?") == 2
    match.play("liar")
    assert "?" not in match.moves(1)[:3]
    assert match.moves(-1)[5:] == ["?"] * (match.ply - 5)


def test_a_fixed_deal_is_a_secret():
    seen = set()
    for deal in (DEAL, "12345/11111"):
        match = Match(game("liars_dice", deal=deal), 7)
        match.play("2x3")
        view = match.view(0)
        seen.add(json.dumps([view.to_json(), str(view), repr(view.game), match.record().to_json()]))
    assert len(seen) == 1


def test_worlds_are_drawn_as_dice_fall():
    view = mask(after(game("liars_dice", dice=(1, 2), faces=3), "1 2 3"), 0)
    rng = Stream.of(1, "worlds")
    drawn_hands = Counter(fill(view, 0, rng).hands[1] for _ in range(9000))
    assert len(drawn_hands) == 6
    for hand, count in drawn_hands.items():
        assert count == pytest.approx(1000 if 2 in (hand & 15, hand >> 4 & 15, hand >> 8) else 2000, rel=0.15)


def test_evaluation_doubts_high_bids_and_knows_no_hidden_dice():
    it = game("liars_dice", deal=DEAL)
    high = after(it, "6x6")
    assert evaluate(high, 1) > 0 > evaluate(high, 0)
    other = after(game("liars_dice", deal="12345/11111"), "6x6")
    assert evaluate(mask(high, 0), 0) == evaluate(mask(other, 0), 0)


def test_drawing():
    it = game("liars_dice", seats=3, dice=(2, 3, 1), match=True, deal="12/334/5")
    assert str(it.view(after(it, "1x2 2x3"), 1)) == drawn("""
Liar's Dice

Ann   ? ?
Ben   3 3 4
Cleo  ?

1x2 2x3; Cleo to bid or call
""")
    shown = it.show(after(it, "1x2 2x3 liar 6 6"))
    assert shown.endswith(
        "the dice are rolled\nlast round 2x3 was called: there were 2; the dice were 12/334/5"
    )
    over = game("liars_dice", deal=DEAL)
    assert over.show(after(over, "3x6 liar")).endswith("3x6; 3x6 was called: there were 2; Ann loses")
