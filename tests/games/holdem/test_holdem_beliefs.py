"""What a Hold'em player may know of the others: the table read back, habits, ranges, types."""

from __future__ import annotations

import numpy as np
import pytest

import parlour
from parlour.cards.cards import card_set, parse_cards
from parlour.cards.ranges import holding_index
from parlour.core.match import Match
from parlour.games import holdem
from parlour.games.holdem.belief.equity import HOLDS, board_equity, shares
from parlour.games.holdem.belief.profile import BET, BLINDS, LARGE_BET, TYPICAL, Profile, Rate
from parlour.games.holdem.belief.ranges import anything, narrowed, places
from parlour.games.holdem.belief.reading import FOLDED, PASSED, RAISED, Act, Hand, Reader
from parlour.games.holdem.belief.types import likely_type, type_probabilities

NAMES = list(holdem.STRATEGIES)


def cards(text):
    return card_set(parse_cards(text))


@pytest.mark.parametrize(
    "options",
    [
        {"hands": 12},
        {"hands": 12, "seats": 4, "stacks": (30, 60, 200, 90), "antes": (1,)},
        {"hands": 8, "fresh": True, "structure": "limit"},
    ],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_the_table_is_read_back_from_a_view(options, seat):
    """Every action with its price and pot, and the money at the start of each hand, as they truly were."""
    game = parlour.game("holdem", **options)
    for seed in range(4):
        match = parlour.play(game, ["random"] * game.seats, seed=seed).replay()
        hands = Reader().read(match.view(seat))
        acts = [act for hand in hands for act in hand.acts]
        truth = [s for s in match.states[:-1] if s.actor >= 0]
        assert [(act.seat, act.street, act.pot, act.behind) for act in acts] == [
            (s.actor, s.street, sum(s.paid) + s.dead, s.stacks[s.actor]) for s in truth
        ]
        for hand in hands:
            held = [s.hands for s in match.states if s.hand_no == hand.number and s.actor >= 0][:1]
            # Where the blinds put everybody all-in, nobody acts.
            assert all(hands[owner] == own for hands in held for owner, own in hand.shown.items())


def test_reading_goes_on_where_it_stopped():
    game = parlour.game("holdem", hands=6)
    match = Match(game, 3)
    rng = parlour.Stream([1])
    reader = Reader()
    while not match.over:
        match.play(rng.choice(match.view(match.turn).legal()))
        again = Reader().read(match.view(0))
        assert reader.read(match.view(0)) == again


def test_set_up_hands_are_read_too():
    game = parlour.game("holdem", deal="AsKs/QdQh", board="Qs Js 2c")
    match = Match(game, 1)
    for move in ("call", "check", "check"):
        match.play(move)
    (hand,) = Reader().read(match.view(match.turn))
    assert [act.kind for act in hand.acts] == [PASSED] * 3
    assert hand.board == cards("QsJs2c")
    assert list(hand.shown) == [match.turn]  # its own, and nobody else's


def test_rates_start_from_a_prior_and_move_with_what_is_seen():
    rate = Rate(0.25)
    assert rate.value == 0.25
    low, high = rate.interval()
    assert 0.0 < low < 0.25 < high < 1.0
    for _ in range(100):
        rate.add(True)
    assert rate.value == pytest.approx((0.25 * 8 + 100) / 108)
    before = rate.value
    rate.fade(0.5)
    assert 0.25 < rate.value < before


def test_vpip_and_pfr_are_per_hand_dealt():
    """Three hands: a raise, a free look from the big blind, a fold; however many actions each had."""
    profile = Profile(half_life=1e6)
    board = cards("2c7d9h")

    def act(kind, street, price, raises=0):
        return Act(0, kind, street, board if street else 0, price, 4, 0, raises, 100)

    profile.add(Hand(0, 3, [act(RAISED, 0, 1), act(RAISED, 1, 0), act(FOLDED, 1, 4, 1)], {}, board, True), 0)
    profile.add(Hand(1, 3, [act(PASSED, 0, 0), act(PASSED, 1, 0)], {}, board, True), 0)
    profile.add(Hand(2, 3, [act(FOLDED, 0, 1)], {}, 0, True), 0)
    assert profile.hands == 3
    assert profile.rates["vpip"].hits == pytest.approx(1.0, abs=1e-4)
    assert profile.rates["pfr"].hits == pytest.approx(1.0, abs=1e-4)
    assert profile.rates["vpip"].seen == pytest.approx(3.0, abs=1e-4)
    assert profile.rates["voluntary"].seen == pytest.approx(2.0, abs=1e-4)
    assert sum(profile.shares(LARGE_BET)) == pytest.approx(1.0)
    assert profile.shares(LARGE_BET)[0] > TYPICAL[LARGE_BET][0]  # a fold to a bet of the pot as it then was
    assert profile.shares(BET) == pytest.approx(TYPICAL[BET])
    assert profile.shares(BLINDS)[0] != TYPICAL[BLINDS][0]


def test_a_player_of_whom_nothing_is_known_is_typical():
    profile = Profile()
    for context, shares_of in enumerate(TYPICAL):
        assert profile.shares(context) == pytest.approx(shares_of)
    assert profile.aggression == 1.0
    told = profile.to_json()
    assert told["vpip"]["value"] == 0.28
    assert told["acts"]["a bet about the pot"] == {"fold": 0.42, "call": 0.45, "raise": 0.13}


def test_a_raise_leaves_the_strong_holdings_and_a_call_the_middle():
    known = cards("2c2d") | cards("Th7h3c")
    board = cards("Th7h3c")
    weights = anything(known)
    at = places(weights, board)
    raised = narrowed(weights, Act(0, RAISED, 1, board, 6, 12, 20, 1, 100), Profile())
    called = narrowed(weights, Act(0, PASSED, 1, board, 6, 12, 6, 1, 100), Profile())
    folded = narrowed(weights, Act(0, FOLDED, 1, board, 6, 12, 0, 1, 100), Profile())
    mean = [float(w @ at / w.sum()) for w in (folded, called, raised)]
    assert mean[0] < 0.35 < mean[1] < 0.80 < mean[2]
    assert np.all(raised[HOLDS & known != 0] == 0.0)


@pytest.mark.parametrize(
    ("hand", "board"), [("AsKs", "QsJs2c"), ("7c7d", "AhKd7s2c"), ("9h8h", "AhKh2h5c6d")]
)
def test_strength_is_near_the_exact_equity(hand, board):
    exact = parlour.equity(hand, "random", board=board, exact=True).players[0].equity
    near = float(shares(cards(hand), cards(board), np.ones((1, 1, len(HOLDS))))[0])
    assert near == pytest.approx(exact, abs=0.03 if len(board) == 6 else 1e-9)
    assert board_equity(cards(board)).equity[holding_index(cards(hand))] == pytest.approx(exact, abs=0.04)


def test_before_the_flop_strength_is_exact():
    found = shares(cards("AsKs"), 0, np.ones((1, 1, len(HOLDS))))[0]
    assert found == pytest.approx(0.670446323, abs=1e-9)


@pytest.mark.parametrize(("name", "other"), list(zip(NAMES, NAMES[1:] + NAMES[:1], strict=True)))
def test_types_are_told_from_two_hundred_hands(name, other):
    game = parlour.game("holdem", hands=200, fresh=True)
    match = parlour.play(game, [name, other], seed=1).replay()
    profile = Profile()
    for hand in Reader().read(match.view(1)):
        profile.add(hand, 0)
    assert likely_type(profile) == name
    assert sum(type_probabilities(profile).values()) == pytest.approx(1.0)
