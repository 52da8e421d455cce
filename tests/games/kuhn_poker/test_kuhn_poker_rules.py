"""Kuhn poker: every line of play, Kuhn's equilibria and their value of -1/18, and what each seat may know."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import permutations, product

import pytest

from parlour import CHANCE, OVER, Match, game
from parlour.core.errors import IllegalMove, InvalidMove
from parlour.core.rules import evaluate, mask

from ..helpers import after, drawn, refuses_move, refuses_option, stored

IT = game("kuhn_poker")
VALUE = Fraction(stored("extensive_games")["kuhn_poker"]["value_p0"])
LINES = {  # the betting, and what the first player wins with the higher and with the lower card
    "check check": (1, -1),
    "check bet fold": (-1, -1),
    "check bet call": (2, -2),
    "bet fold": (1, 1),
    "bet call": (2, -2),
}
SPOTS = ("first", "facing a bet"), ("after check", "facing a bet")


def expected(policies, s=None):
    """Give the first player's mean result; a policy maps (card, spot) to the chance of betting or calling."""
    s = IT.start() if s is None else s
    turn = IT.turn(s)
    if turn == OVER:
        return Fraction(IT.returns(s)[0])
    if turn == CHANCE:
        return sum(
            Fraction(w).limit_denominator(6) * expected(policies, IT.play(s, a)) for a, w in IT.outcomes(s)
        )
    spot = SPOTS[turn][s.bets in (0b101, 0b11)]
    bet = policies[turn]["JQK"[s.cards[turn]], spot]
    return bet * expected(policies, IT.play(s, 1)) + (1 - bet) * expected(policies, IT.play(s, 0))


def kuhns_first(alpha):
    third = Fraction(1, 3)
    opening = {"J": alpha, "Q": 0, "K": 3 * alpha}
    calling = {"J": 0, "Q": alpha + third, "K": 1}
    return {
        (card, spot): (opening if spot == "first" else calling)[card] for card in "JQK" for spot in SPOTS[0]
    }


KUHNS_SECOND = {
    ("J", "after check"): Fraction(1, 3),
    ("Q", "after check"): 0,
    ("K", "after check"): 1,
    ("J", "facing a bet"): 0,
    ("Q", "facing a bet"): Fraction(1, 3),
    ("K", "facing a bet"): 1,
}


def pure(seat):
    keys = list(product("JQK", SPOTS[seat]))
    return [dict(zip(keys, choice, strict=True)) for choice in product((0, 1), repeat=len(keys))]


@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 7), Fraction(1, 3)])
def test_kuhns_equilibria_are_worth_minus_one_eighteenth(alpha):
    first = kuhns_first(alpha)
    assert expected((first, KUHNS_SECOND)) == VALUE == Fraction(-1, 18)
    assert min(expected((first, reply)) for reply in pure(1)) == VALUE
    assert max(expected((reply, KUHNS_SECOND)) for reply in pure(0)) == VALUE


def test_another_policy_loses_more():
    assert min(expected((kuhns_first(Fraction(2, 5)), reply)) for reply in pure(1)) < VALUE


@pytest.mark.parametrize("cards", list(permutations("JQK", 2)), ids="".join)
@pytest.mark.parametrize("line", LINES)
def test_every_line_of_play(cards, line):
    s = after(IT, f"{cards[0]} {cards[1]} {line}")
    win = LINES[line][0 if "JQK".index(cards[0]) > "JQK".index(cards[1]) else 1]
    assert IT.turn(s) == OVER
    assert IT.returns(s) == (win, -win)
    shown = "fold" not in line
    for seat in (0, 1, -1):
        seen = mask(s, seat).cards
        assert all((card >= 0) == (shown or owner == seat) for owner, card in enumerate(seen))


def test_the_deal_is_even_and_without_replacement():
    s = IT.start()
    assert IT.outcomes(s) == [(0, 1 / 3), (1, 1 / 3), (2, 1 / 3)]
    assert IT.outcomes(IT.play(s, 1)) == [(0, 1 / 2), (2, 1 / 2)]


def test_moves_in_words():
    assert IT.read_moves("Q K check bet fold") == [1, 2, 0, 1, 0]
    assert IT.read_moves("q k pass bet pass") == [1, 2, 0, 1, 0]
    s = after(IT, "J K")
    for text in ("call", "fold", "raise", "", "0", "K"):
        refuses_move(IT, s, text, InvalidMove)
    refuses_move(IT, after(IT, "J K bet"), "check", InvalidMove)
    refuses_move(IT, after(IT, "J"), "J", IllegalMove)
    refuses_move(IT, IT.start(), "A", InvalidMove)


def test_a_deal_can_be_set_up():
    it = game("kuhn_poker", deal="K/Q")
    assert it.start() == after(IT, "K Q")
    assert game("kuhn_poker", deal="kq").start() == it.start()
    for deal in ("K", "KK", "K/Q/J", "A/K", "K/"):
        refuses_option("kuhn_poker", "two different cards of J, Q and K", deal=deal)


def test_a_fixed_deal_is_a_secret():
    for seat, one, other in ((0, "K/Q", "K/J"), (1, "Q/J", "K/J"), (-1, "Q/J", "K/J")):
        views = []
        for deal in (one, other):
            match = Match(game("kuhn_poker", deal=deal), 7)
            match.play("check")
            view = match.view(seat)
            views.append(json.dumps([view.to_json(), str(view), repr(view.game), match.record().to_json()]))
        assert views[0] == views[1]
    done = Match(game("kuhn_poker", deal="K/Q"), 7)
    done.play("bet")
    done.play("fold")
    assert done.record().options == {"deal": "K/Q"}


def test_a_fold_leaves_the_cards_hidden_in_the_history_and_a_showdown_shows_them():
    for line, seen in (("bet fold", "K ? bet fold"), ("bet call", "K J bet call")):
        match = Match(IT, seed_for("K J"))
        for move in line.split():
            match.play(move)
        assert " ".join(match.moves(0)) == seen
        assert match.moves(-1)[:2] == (["?", "?"] if "fold" in line else ["K", "J"])


def seed_for(deal):
    return next(seed for seed in range(1000) if " ".join(Match(IT, seed).moves()) == deal)


def test_every_deal_is_drawn_as_often():
    deals = [" ".join(Match(IT, seed).moves()) for seed in range(3000)]
    for cards in permutations("JQK", 2):
        assert 400 < deals.count(" ".join(cards)) < 600


def test_evaluation_goes_by_the_card_and_knows_no_hidden_one():
    s = after(IT, "K J")
    assert evaluate(s, 0) > 0 > evaluate(s, 1)
    assert evaluate(mask(s, 0), 1) == 0.0


def test_drawing():
    s = after(IT, "K J check bet")
    assert IT.show(s) == drawn("""
Kuhn Poker

 Ann Ben
 K   J

pot 3, check, bet
""")
    assert str(IT.view(s, 1)) == drawn("""
Kuhn Poker

 Ann Ben
 ?   J

pot 3, check, bet
""")
    assert IT.show(after(IT, "K J bet call")).endswith("pot 4, bet, call")
    assert " -   -" in IT.show(IT.start())
