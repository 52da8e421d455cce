"""Hearts' own playouts: under the queen, rid of her when that is safe, and what the evaluation counts."""

from __future__ import annotations

import pytest

from parlour import Stream, game
from parlour.core import rules
from parlour.games._hearts_words import card_name

from .helpers import after
from .test_hearts import MOON, SUITS, held, legal


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
