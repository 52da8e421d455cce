"""Leduc poker: who wins what, how the betting goes, and what each seat may know."""

from __future__ import annotations

import json
from itertools import permutations

import pytest

from parlour import CHANCE, OVER, Match, game
from parlour.core.errors import IllegalMove, InvalidMove
from parlour.core.rules import evaluate, mask

from ..helpers import after, drawn, refuses_move, refuses_option
from .referee import compare

IT = game("leduc_poker")


def test_openspiel_plays_the_same_hands():
    tally = compare(500)
    assert tally.differences == []
    assert tally.showdowns > 100


@pytest.mark.parametrize(
    ("line", "won"),
    [
        ("Ks Qs check check Jh check check", 1),
        ("Ks Qs check check Qh check check", -1),  # a pair beats a king
        ("Ks Kh bet call Qh check check", 0),
        ("Js Qs bet fold", 1),
        ("Js Qs check bet fold", -1),
        ("Js Qs bet raise fold", -3),
        ("Js Qs bet raise call Jh check check", 5),
        ("Ks Qs bet raise call Jh bet raise call", 13),
        ("Ks Qs bet raise call Jh bet raise fold", -9),
        ("Ks Qs bet raise call Jh check bet raise fold", 9),
    ],
)
def test_what_a_hand_is_worth(line, won):
    s = after(IT, line)
    assert IT.turn(s) == OVER
    assert IT.returns(s) == (won, -won)


def test_two_raises_a_round_and_no_fold_without_one():
    assert IT.moves(after(IT, "Ks Qs")) == ["check", "bet"]
    assert IT.moves(after(IT, "Ks Qs bet")) == ["fold", "call", "raise"]
    assert IT.moves(after(IT, "Ks Qs bet raise")) == ["fold", "call"]
    assert IT.turn(after(IT, "Ks Qs bet call")) == CHANCE
    assert IT.moves(after(IT, "Ks Qs bet raise call Jh")) == ["check", "bet"]
    assert IT.turn(after(IT, "Ks Qs check bet call Jh")) == 0  # the first begins both rounds


def test_moves_in_words():
    assert IT.read_moves("ks Qh raise call JS call bet") == IT.read_moves("Ks Qh bet call Js check raise")
    s = after(IT, "Js Ks")
    for text in ("", "0", "K", "pass", "Qs"):
        refuses_move(IT, s, text, InvalidMove)
    refuses_move(IT, s, "fold", IllegalMove)
    refuses_move(IT, after(IT, "Js"), "Js", IllegalMove)
    refuses_move(IT, IT.start(), "As", InvalidMove)


def test_a_deal_can_be_set_up_and_stays_a_secret():
    assert game("leduc_poker", deal="Ks/Qh").start() == after(IT, "Ks Qh")
    fixed = game("leduc_poker", deal="ks qh js")
    assert fixed.moves(after(fixed, "check check")) == ["Js"]
    assert after(fixed, "check check Js") == after(IT, "Ks Qh check check Js")
    for deal in ("Ks", "Ks/Ks", "Ks/Qh/Js/Jh", "As/Ks", "K/Q"):
        refuses_option("leduc_poker", "different cards", deal=deal)
    seen = set()
    for deal in ("Ks/Qh/Js", "Ks/Jh/Qs"):
        match = Match(game("leduc_poker", deal=deal), 7)
        match.play("bet")
        view = match.view(0)
        seen.add(json.dumps([view.to_json(), str(view), repr(view.game), match.record().to_json()]))
    assert len(seen) == 1


def test_the_deal_is_even():
    assert IT.outcomes(IT.start()) == [(card, 1 / 6) for card in range(6)]
    assert len(IT.outcomes(after(IT, "Ks Qs check check"))) == 4
    assert len({IT.play(IT.play(IT.start(), a), b) for a, b in permutations(range(6), 2)}) == 30


def test_cards_are_shown_at_a_showdown_only():
    for line, shown in (
        ("check check Jh check check", True),
        ("bet call Jh bet fold", False),
        ("bet", False),
    ):
        s = after(IT, f"Ks Qs {line}")
        assert [card >= 0 for card in mask(s, -1).cards] == [shown, shown]
        assert mask(s, 0).cards[0] == s.cards[0]
        assert mask(s, 0).board == s.board


def test_evaluation_goes_by_the_card_and_knows_no_hidden_one():
    s = after(IT, "Ks Qs check check Qh")
    assert evaluate(s, 1) > evaluate(s, 0)
    assert evaluate(mask(s, 0), 1) == 0.0


def test_drawing():
    assert str(IT.view(after(IT, "Ks Qs bet raise call Jh check"), 1)) == drawn("""
Leduc Poker

 Ann  Ben  board
 ?    Qs   Jh

pot 10: bet, raise, call; check
""")


# -- larger decks --------------------------------------------------------------------------------------------


def test_one_round_is_bet_before_the_board():
    it = game("leduc_poker", ranks=13, suits=4, rounds=1, raises=3)
    assert (it.actions, it.bounds) == (52, (-7.0, 7.0))
    assert len(it.moves(it.start())) == 52
    s = after(it, "Ac 2d bet raise raise")
    assert it.moves(s) == ["fold", "call"]
    s = after(it, "Ac 2d bet raise raise call")
    assert it.turn(s) == CHANCE
    assert mask(s, 1).cards[0] < 0
    shown = after(it, "Ac 2d bet raise raise call 2s")
    assert it.turn(shown) == OVER
    assert it.returns(shown) == (-7, 7)  # a pair of twos
    assert mask(shown, 1) == shown
    assert it.returns(after(it, "Ac 2d check check Ts")) == (1, -1)
    assert it.returns(after(it, "Ac Ad check check Ts")) == (0, 0)
    assert it.returns(after(it, "Ac Ad bet fold")) == (1, -1)
    assert it.turn(after(it, "Ac Ad bet fold")) == OVER
