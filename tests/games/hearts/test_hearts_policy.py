"""Hearts' own playouts: under the queen, rid of her when that is safe, and what the evaluation counts."""

from __future__ import annotations

import pytest

from parlour import Stream, game
from parlour.core import rules
from parlour.games.hearts import aware
from parlour.games.hearts.cards import DECK, PLAY
from parlour.games.hearts.policy import shooter, sure
from parlour.games.hearts.words import card_name, card_number

from ..helpers import after
from .test_hearts_rules import MOON, SUITS, held, legal


def careful(it, s):
    """Name the cards that the playout policy draws, most often first."""
    found = [rules.rollout(s, Stream.of(n)) for n in range(60)]
    return [card_name(a) for a in sorted(set(found), key=lambda a: -found.count(a))]


def test_playouts_stay_under_the_queen():
    deal = (
        "As Ks 3s 7h 2h Jd 9d 8d Tc 6c 5c 4c 2c/3c 2s 4s 5s 6s 3h 4h 5h 2d 3d 4d 5d 7c/"
        "8c 9c 7s 8s 9s 6h 8h 9h 6d 7d Td Qd Kc/Ac Qs Js Ts Jc Qc Kd Ad Th Jh Qh Kh Ah"
    )
    it = held(deal)
    s = after(it, "2c 3c 8c Ac Qs")
    assert legal(it, s) == "3s Ks As"
    assert careful(it, s)[0] == "3s"


def test_playouts_throw_the_queen_when_they_cannot_follow():
    deal = SUITS.replace("Qs", "xx").replace("Ad", "Qs").replace("xx", "Ad")
    it = held(deal, no_pts_on_first_trick=False)
    assert careful(it, after(it, "2c"))[0] == "Qs"
    assert careful(held(deal), after(held(deal), "2c"))[0] == "Kd"  # not on the first trick


def test_playouts_pass_high_spades_that_lack_guards():
    deal = MOON.replace("Ac", "xx").replace("Qs", "Ac").replace("xx", "Qs")
    it = game("hearts", deal=deal)
    assert careful(it, it.start())[0] == "Qs"


def test_evaluation_counts_what_lies_on_the_table():
    it = held(SUITS, no_pts_on_first_trick=False)
    s = after(it, "2c 2d Qs")
    assert rules.evaluate(s, 0) == pytest.approx(-13)
    assert rules.evaluate(s, 1) == pytest.approx(13 / 3)


# -- the moon ------------------------------------------------------------------------------------------------


def cards(text):
    return sum(1 << card_number(card) for card in text.split())


def late(hands, taken, table=("", "", "", ""), turn=0, leader=0):
    """Give a state near the end of a hand: who holds and has taken what, and what lies on the table."""
    held_now = tuple(cards(hand) for hand in hands)
    trick = tuple(card_number(card) if card else -1 for card in table)
    laid = sum(1 << card for card in trick if card >= 0)
    gone = DECK & ~sum(held_now) & ~laid
    got = tuple(cards(some) for some in taken)
    s = game("hearts", passing="hold").start()
    return s._replace(
        hands=held_now, played=(gone | laid, 0, 0, 0), taken=got, trick=trick, leader=leader, voids=1 << 20,
        broken=1, phase=PLAY, turn_seat=turn, count=40 + sum(card >= 0 for card in trick),
    )  # fmt: skip


def drawn(s, policy):
    """Name the card that a policy draws most often."""
    found = [policy(s, Stream.of(n)) for n in range(40)]
    return card_name(max(set(found), key=found.count))


def test_a_moon_shows_by_four_cards_with_points_all_with_one_seat():
    assert shooter((0, 0, 0, 0)) == -1
    assert shooter((0, cards("2h 3h 4h"), 0, 0)) == -1
    assert shooter((0, cards("2h 3h 4h Qs 9c"), 0, 0)) == 1
    assert shooter((0, cards("2h 3h 4h 5h"), cards("9c"), 0)) == 1
    assert shooter((cards("6h"), cards("2h 3h 4h 5h Qs"), 0, 0)) == -1


def test_sure_cards_are_those_that_none_out_can_beat():
    assert sure(cards("Ac Qc 2d Ks 9h"), cards("Kc 3c As 8h")) == cards("Ac 2d 9h")
    assert sure(cards("2c 2d 2s 2h"), cards("Ac Ad As Ah")) == 0
    assert sure(cards("Ac 2d"), 0) == cards("Ac 2d")


def test_the_aware_take_a_point_from_the_shooter_and_the_careful_do_not():
    all_his = ("", "2h 3h 4h 5h Qs", "", "")
    s = late(("Ah 6h 2c", "Ac 3c", "4c 5c", "6c 7c"), all_his, ("", "Kh", "7h", "8h"), leader=1)
    assert drawn(s, aware) == "Ah"
    assert drawn(s, rules.rollout) == "6h"
    shared = s._replace(taken=(0, cards("2h 3h 4h Qs"), cards("5h"), 0))
    assert drawn(shared, aware) == "6h"
    assert drawn(shared._replace(taken=(0, cards("2h 3h"), 0, 0)), aware) == "6h"  # too early to tell


def test_the_aware_lead_a_heart_that_cannot_be_beaten_to_stop_a_moon():
    s = late(("Ah 2c 3d", "Kh 3c Ad", "4c 5c 6d", "6c 7c 8d"), ("", "2h 3h 4h 5h Qs", "", ""))
    assert drawn(s, aware) == "Ah"


def test_the_aware_throw_points_on_others_and_not_on_the_shooter():
    hands, all_his = ("9h 2d", "Ad 3d", "4d 5d", "6d 7d"), ("", "2h 3h 4h 5h Qs", "", "")
    feeding = late(hands, all_his, ("", "Ac", "4c", "5c"), leader=1)
    assert drawn(feeding, aware) == "2d"
    assert drawn(feeding, rules.rollout) == "9h"
    splitting = late(hands, all_his, ("", "3c", "Ac", "5c"), leader=1)
    assert drawn(splitting, aware) == "9h"


def test_the_aware_go_on_with_a_moon_of_their_own_while_the_hand_is_strong():
    mine = ("2h 3h 4h 5h Qs", "", "", "")
    s = late(("Ah Kh 2c", "3c 7h Ad", "4c 5c 6d", "6c 7c 8d"), mine)
    assert drawn(s, aware) == "Ah"
    last = late(("Ah 9h 2c", "3c 7d Ad", "4c 5c 6d", "6c 7c 8d"), mine, ("", "Th", "6h", "7h"), leader=1)
    assert drawn(last, aware) == "Ah"
    assert drawn(last, rules.rollout) == "9h"
    weak = late(("Jh 9h 2c", "3c Qh Ad", "4c 5c 6d", "6c 7c 8d"), mine, ("", "Th", "6h", "7h"), leader=1)
    assert drawn(weak, aware) == "9h"
