"""How Hold'em players answer bets is found out from their answers, and what that makes a pot worth."""

from __future__ import annotations

import numpy as np
import pytest

from parlour.cards.cards import card_set, parse_cards
from parlour.games.holdem.belief.answers import AFTER_THE_FLOP, BEFORE_THE_FLOP, Answers, Asked, Raising
from parlour.games.holdem.belief.equity import HOLDS, board_equity
from parlour.games.holdem.belief.profile import Profile
from parlour.games.holdem.belief.ranges import anything, learn, narrowed, places, strengths
from parlour.games.holdem.belief.reading import PASSED, Act, Hand
from parlour.games.holdem.play.later import worth

RIVER = "Kh9d4c7s2h"


def cards(text):
    return card_set(parse_cards(text))


def asked(price, manner=AFTER_THE_FLOP):
    return Asked(manner, price, price / (1 + 2 * price))


def folded(answers, bet, board):
    """Give the share of all holdings that is expected to fold."""
    held = anything(board)
    return float(held @ answers.folding(bet, strengths(board, places(held, board))) / held.sum())


def watched(calls, bets, board, shown, number=80):
    """Give what is learnt from a player's answers, each with one holding; calls may be shown."""
    rng, answers = np.random.default_rng(3), Answers()
    held = anything(board)
    hands = strengths(board, places(held, board))
    for _ in range(number):
        bet, own = bets[rng.integers(len(bets))], rng.choice(np.nonzero(held)[0])
        stays = calls(int(own), bet)
        known = np.where(np.arange(len(held)) == own, 1.0, 0.0) if stays and shown else held
        answers.add(not stays, bet, known, hands)
    return answers


def test_of_an_unknown_player_more_folds_are_expected_at_a_higher_price():
    for manner, board in ((BEFORE_THE_FLOP, 0), (AFTER_THE_FLOP, cards(RIVER))):
        shares = [folded(Answers(), asked(price, manner), board) for price in (0.3, 0.75, 2.0, 20.0)]
        assert shares == sorted(shares)
        low, high = ((0.85, 0.95), (0.5, 0.8))[manner]  # of twenty pots: nearly all, where all is to come
        assert 0.15 < shares[0] < 0.45 < low < shares[-1] < high


@pytest.mark.parametrize("margin", [-0.1, 0.1])
def test_who_calls_by_the_odds_is_found_out_with_its_margin(margin):
    board = cards(RIVER)
    equity = board_equity(board).equity
    bets = [asked(price) for price in (0.5, 1.0, 4.0, 30.0)]
    answers = watched(lambda own, bet: equity[own] >= bet.odds + margin, bets, board, shown=True)
    assert answers.by_odds(AFTER_THE_FLOP) > 0.9
    held = anything(board)
    for bet in bets:
        truth = float((equity[held > 0] < bet.odds + margin).mean())
        assert folded(answers, bet, board) == pytest.approx(truth, abs=0.07)


def test_who_plays_a_part_of_all_hands_at_any_price_is_found_out():
    rank = board_equity(0).rank
    bets = [asked(price, BEFORE_THE_FLOP) for price in (0.5, 1.0, 3.0, 20.0)]
    answers = watched(lambda own, _: rank[own] > 0.8, bets, 0, shown=False, number=150)
    assert answers.by_odds(BEFORE_THE_FLOP) < 0.05
    for bet in bets:
        assert folded(answers, bet, 0) == pytest.approx(0.8, abs=0.1)


def test_what_was_seen_fades():
    board = cards(RIVER)
    answers = watched(lambda own, bet: True, [asked(1.0)], board, shown=False)
    sure = folded(answers, asked(1.0), board)
    answers.fade(0.1)
    assert sure < folded(answers, asked(1.0), board) < folded(Answers(), asked(1.0), board)


def test_who_lets_good_hands_go_by_still_has_them_after_a_check():
    sly, eager = Raising(), Raising()
    for _ in range(12):
        for raising, raised in ((sly, False), (eager, True)):
            raising.add(raised, at=0.95, up=0.2, bluff=0.1)
        sly.add(True, at=0.7, up=0.2, bluff=0.1)
    at = np.linspace(0.0, 1.0, 1001)
    chances = [raising.chances(at, 0.2, 0.1) for raising in (sly, eager)]
    assert chances[0][950] < 0.5 < 0.8 < chances[1][950]
    for each in chances:  # as many are raised either way
        assert float(each.mean()) == pytest.approx(0.2, abs=0.04)


def test_a_hand_is_learnt_from_with_and_without_cards_shown():
    board = cards(RIVER)
    call = Act(0, PASSED, 3, board, 90, 100, 90, 1, 100)
    weak, kept = cards("Jc8d"), []
    for shown in ({}, {0: weak}):
        profile = Profile()
        for number in range(6):
            learn(profile, Hand(number, 3, [call], shown, board, True), 0)
        assert profile.hands == 6
        assert folded(profile.answers, asked(9.0), board) < folded(Answers(), asked(9.0), board)
        kept.append(float(narrowed(anything(board), call, profile)[weak == HOLDS][0]))
    assert kept[0] + 0.2 < kept[1]
    profile = Profile()
    learn(profile, Hand(0, 2, [call], {}, board, True), 0)  # it was not dealt in
    assert profile.hands == 0


def test_seeing_another_card_is_worth_more_with_money_behind_and_against_who_calls_too_much():
    own, board = cards("KsKd"), cards("Kc8h3d")
    held = anything(own | board)
    equity = board_equity(board).equity
    caller, folder = (
        watched(lambda o, b, m=m: equity[o] >= b.odds + m, [asked(1.0), asked(20.0)], board, True)
        for m in (-0.15, 0.3)
    )
    none, deep = (worth(own, board, 10.0, behind, held, caller) for behind in (0.0, 190.0))
    assert 8.0 < none < 10.0
    assert deep > none + 30.0
    assert deep > worth(own, board, 10.0, 190.0, held, folder) + 20.0


def test_who_folds_too_much_leaves_the_pot_to_nothing():
    own, board = cards("5c2d"), cards("Kc8h3d")
    held = anything(own | board)
    folder = watched(lambda *_: False, [asked(1.0), asked(0.5)], board, False)
    assert worth(own, board, 10.0, 190.0, held, folder) > 0.7 * 10.0
    assert worth(own, board, 10.0, 0.0, held, folder) < 0.5 * 10.0
