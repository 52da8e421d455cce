"""Hold'em by its rules: blinds, raises, all-ins, pots, showdowns, sessions, and what each seat may know."""

from __future__ import annotations

from collections import Counter
from math import comb

import pytest

from parlour import Match, Stream, game
from parlour.cards.cards import card_set, parse_cards
from parlour.cards.hands import strength
from parlour.core.errors import BadOption, IllegalMove, InvalidMove
from parlour.core.rules import UNKNOWN, fill, mask, play, turn
from parlour.games import holdem

from .referee import compare

ACES, KINGS, QUEENS = "AcAd", "KcKd", "QcQd"
DULL = "2s 7h 9d Jc 3s"  # a board that helps no big pair


def table(moves="", **options):
    """Give a game and the state after some moves."""
    it = game("holdem", **{"bets": "all", **options})
    s = it.start()
    for action in it.read_moves(moves):
        s = play(s, action)
    return it, s


def raises(it, s):
    """Give the least and the most that may be raised to, or None."""
    amounts = [a - 1 for a in it.legal(s) if a > holdem.CALL]
    return (amounts[0], amounts[-1]) if amounts else None


def test_fresh_stacks_in_every_hand():
    match = Match(game("holdem", hands=3, fresh=True, stacks=(20, 50)), 1)
    for banked in ((0, 0), (1, -1), (0, 0)):  # who has the button folds the small blind
        s = match.state
        assert s.banked == banked
        assert (s.stacks[0] + s.bets[0], s.stacks[1] + s.bets[1]) == (20, 50)
        match.play("fold")
    assert match.over
    assert match.returns == (1.0, -1.0)


def test_pokerkit_agrees_on_random_hands():
    seen = compare(150)
    assert min(seen[kind] for kind in holdem.STRUCTURES) > 30
    assert min(seen[f"{players} players"] for players in range(2, 10)) > 5
    assert seen["3 pots"] > 10
    assert seen["mucked"] > 0


def test_heads_up_the_button_has_the_small_blind_and_acts_first_before_the_flop_only():
    _, s = table(deal=f"{ACES}/{KINGS}", board=DULL)
    assert s.button == 1
    assert s.bets == (2, 1)
    assert turn(s) == 1
    _, s = table("call check", deal=f"{ACES}/{KINGS}", board=DULL)
    assert turn(s) == 0
    assert s.street == 1


def test_with_three_the_button_is_last_and_acts_first_before_the_flop():
    _, s = table(seats=3, deal=f"{ACES}/{KINGS}/{QUEENS}", board=DULL, antes=(1,))
    assert s.bets == (1, 2, 0)
    assert s.paid == (2, 3, 1)
    assert turn(s) == 2
    _, s = table("call call check", seats=3, deal=f"{ACES}/{KINGS}/{QUEENS}", board=DULL)
    assert turn(s) == 0


def test_a_straddle_acts_last_and_the_button_may_be_anywhere():
    _, s = table(seats=4, blinds=(1, 2, 4), button=1, deal="2c2d/3c3d/4c4d/5c5d")
    assert s.bets == (2 * 2, 0, 1, 2)
    assert turn(s) == 1


def test_big_blind_antes_belong_to_the_main_pot():
    _, s = table(seats=3, antes=(0, 2), deal=f"{ACES}/{KINGS}/{QUEENS}")
    assert s.dead == 2
    assert s.stacks == (199, 196, 200)


def test_a_raise_is_at_least_as_large_as_the_last():
    deal = f"{ACES}/{KINGS}/{QUEENS}"
    it, s = table(seats=3, deal=deal)
    assert raises(it, s) == (4, 200)
    it, s = table("raise 7", seats=3, deal=deal)
    assert raises(it, s) == (12, 200)
    it, s = table("raise 7 raise 30", seats=3, deal=deal)
    assert raises(it, s) == (53, 200)


def test_an_all_in_below_a_full_raise_does_not_reopen_the_betting():
    options = {"seats": 3, "stacks": (200, 200, 26), "deal": f"{ACES}/{KINGS}/{QUEENS}", "board": DULL}
    to_flop = "call call check "
    it, s = table(to_flop + "raise 20 call", **options)
    assert raises(it, s) == (24, 24)  # all that seat 2 has
    it, s = table(to_flop + "raise 20 call allin", **options)
    assert turn(s) == 0
    assert raises(it, s) is None
    assert it.moves(s) == ["fold", "call"]
    it, s = table(to_flop + "raise 20 call allin call", **options)
    assert turn(s) == 1
    assert raises(it, s) is None


def test_all_ins_that_together_make_a_full_raise_reopen_it():
    options = {"seats": 4, "stacks": (200, 200, 32, 42), "deal": "AcAd/KcKd/QcQd/TcTd", "board": DULL}
    it, s = table("call call call check raise 20 call allin", **options)
    assert turn(s) == 3
    assert raises(it, s) == (40, 40)
    it, s = table("call call call check raise 20 call allin allin", **options)
    assert turn(s) == 0
    assert raises(it, s) == (60, 198)


def test_who_has_not_acted_may_raise_a_short_all_in():
    options = {"seats": 3, "stacks": (200, 26, 200), "deal": f"{ACES}/{KINGS}/{QUEENS}", "board": DULL}
    it, s = table("call call check raise 20 allin", **options)
    assert turn(s) == 2
    assert raises(it, s) == (44, 198)


def test_limit_has_one_size_that_doubles_on_the_turn_and_four_raises():
    options = {"structure": "limit", "deal": f"{ACES}/{KINGS}", "board": DULL}
    it, s = table(**options)
    assert it.moves(s) == ["fold", "call", "raise 4"]
    it, s = table("raise 4 raise 6 raise 8 raise 10", **options)
    assert it.moves(s) == ["fold", "call"]
    it, s = table("call check raise 2 raise 4 call", **options)
    assert s.street == 2
    assert it.moves(s) == ["check", "raise 4"]
    it, s = table("raise 4 raise 6 raise 8", blind_counts=True, **options)
    assert it.moves(s) == ["fold", "call"]
    it, s = table("raise 4 raise 6 raise 8 raise 10 raise 12", cap=0, **options)
    assert it.moves(s) == ["fold", "call", "raise 14"]


def test_pot_limit_is_the_pot_after_a_call():
    options = {"structure": "pot-limit", "deal": f"{ACES}/{KINGS}", "board": DULL}
    it, s = table(**options)
    assert raises(it, s) == (4, 6)  # call 1, then the pot is 4
    it, s = table("raise 6", **options)
    assert raises(it, s) == (10, 18)
    it, s = table("raise 6 call raise 12", **options)
    assert raises(it, s) == (24, 12 + 12 + 24)


def test_nobody_may_raise_whom_nobody_can_answer():
    it, s = table("allin", stacks=(200, 50), deal=f"{ACES}/{KINGS}")
    assert it.moves(s) == ["fold", "call"]
    it, s = table(stacks=(2, 200), deal=f"{ACES}/{KINGS}")  # the blind has put the other all-in
    assert it.moves(s) == ["fold", "call"]


def test_side_pots_go_to_the_best_hand_that_paid_for_them():
    _, s = table(
        "allin allin allin", seats=3, stacks=(20, 50, 120), deal=f"{ACES}/{KINGS}/{QUEENS}", board=DULL
    )
    assert holdem.pots(s) == [(60, (0, 1, 2)), (60, (1, 2))]
    assert holdem.returns(s) == (40.0, 10.0, -50.0)  # what nobody called came back


def test_odd_chips_go_to_the_first_from_the_button_s_left():
    options = {"seats": 3, "deal": "2c2d/AcKd/AdKc", "board": "Qs Js Ts 3h 4h"}
    _, s = table("call fold check" + " check" * 6, **options)
    assert holdem.returns(s) == (-1.0, 1.0, 0.0)  # of five chips, three to the big blind
    _, s = table(
        "call fold check" + " check" * 6, button=1, blinds=(1, 2), **{**options, "deal": "AdKc/AcKd/2c2d"}
    )
    assert holdem.returns(s) == (1.0, 0.0, -1.0)


def test_the_last_to_bet_shows_first_and_a_beaten_hand_stays_hidden():
    options = {"deal": f"{KINGS}/{ACES}", "board": DULL}
    _, s = table("call check" + " check" * 6, **options)  # seat 0 shows first, seat 1 beats it
    assert mask(s, -1).hands == s.hands
    _, s = table("call check check check check check check raise 4 call", **options)
    assert holdem.returns(s) == (-6.0, 6.0)
    assert mask(s, -1).hands == (UNKNOWN, s.hands[1])
    assert mask(s, 0).hands == s.hands
    _, s = table("fold", **options)
    assert mask(s, -1).hands == (UNKNOWN, UNKNOWN)


def test_all_in_hands_are_turned_up_before_the_board_is_dealt():
    _, s = table("allin call", deal=f"{KINGS}/{ACES}", board="2s 7h 9d")
    assert turn(s) == -1
    assert mask(s, -1).hands == s.hands


def test_a_session_moves_the_button_and_leaves_out_who_has_nothing():
    it = game("holdem", seats=3, hands=3, stacks=(20, 50, 120), deal="QcQd/KcKd/AcAd", board=DULL)
    match = Match(it, 1)
    for move in ("allin", "allin", "fold"):
        match.play(move)
    s = match.state
    assert (s.hand_no, s.button, s.hands[0], s.bets) == (1, 1, 0, (0, 1, 2))
    assert tuple(map(sum, zip(s.stacks, s.bets, strict=True))) == (0, 48, 142)
    assert match.view(1).history[0][1] != UNKNOWN  # cards of the first hand, all shown there
    match.play("fold")
    assert (match.state.button, match.state.bets) == (2, (0, 2, 1))
    match.play("allin")
    match.play("call")
    assert match.over
    assert sum(match.returns) == 0


def test_a_session_ends_when_one_has_everything():
    it = game("holdem", hands=50, stacks=(20,), deal="AcAd/KcKd", board=DULL)
    match = Match(it, 1)
    match.play("allin")
    match.play("call")
    assert match.over
    assert match.returns == (20.0, -20.0)


def test_moves_are_read_in_other_words_too():
    it, s = table(deal=f"{ACES}/{KINGS}")
    assert it.parse(s, "bet 8") == it.parse(s, "RAISE 8") == it.parse(s, "raise to 8") == 9
    assert it.parse(s, "all in") == it.parse(s, "all-in") == it.parse(s, "raise 200") == 201
    for text in ("raise", "raise -4", "raise 4.5", "raise x", "40"):
        with pytest.raises(InvalidMove):
            it.parse(s, text)
    for text in ("raise 3", "raise 201", "check", "raise 0"):
        with pytest.raises(IllegalMove):
            it.parse(s, text)
    _, s = table("allin", stacks=(50, 200), deal=f"{ACES}/{KINGS}")
    assert it.parse(s, "allin") == holdem.CALL


def test_an_amount_that_is_not_on_the_menu_is_told_with_the_sizes_and_the_way_to_any():
    it, s = table(deal=f"{ACES}/{KINGS}", bets="min,half,pot,allin")
    with pytest.raises(
        IllegalMove, match=r"'raise 10' is no size .* raise 4 \| raise 6 \| allin; -o bets=all"
    ):
        it.parse(s, "raise 10")
    for text in ("raise 3", "raise 500"):  # no menu allows these
        with pytest.raises(IllegalMove) as error:
            it.parse(s, text)
        assert "bets=all" not in str(error.value)


def test_the_menu_offers_shares_of_the_pot():
    it, s = table(
        "call check", bets="min,1/3,75%,pot,2,allin", deal=f"{ACES}/{KINGS}", board=DULL, blinds=(5, 10)
    )
    assert it.moves(s) == ["check", "raise 10", "raise 15", "raise 20", "raise 40", "allin"]
    it, s = table("raise 20", bets="min,half,pot,allin", deal=f"{ACES}/{KINGS}", blinds=(5, 10), stacks=(30,))
    assert it.moves(s) == ["fold", "call", "allin"]  # of equal amounts one is left


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"seats": 1}, "seats"),
        ({"seats": 11}, "seats"),
        ({"stacks": (1, 2, 3)}, "stacks"),
        ({"stacks": (0,)}, "stacks"),
        ({"blinds": (2, 1)}, "blinds"),
        ({"blinds": (0, 0)}, "blinds"),
        ({"blinds": (1,)}, "blinds"),
        ({"blinds": (1, 2, 4)}, "blinds"),
        ({"antes": (1, 2, 3)}, "antes"),
        ({"button": 2}, "button"),
        ({"bets": "some"}, "bets"),
        ({"bets": ""}, "bets"),
        ({"bets": "1/0"}, "bets"),
        ({"bets": "1,2,3,4,5,6,7"}, "bets"),
        ({"bets": "all", "stacks": (10**8,)}, "bets=all"),
        ({"deal": "AsKs/AsQd"}, "As"),
        ({"deal": "AsKsQs"}, "two cards"),
        ({"deal": "AsKs/QdQh/2c2d"}, "seats=3"),
        ({"deal": "AxKs"}, "Ax"),
        ({"board": "2c3c4c5c6c7c"}, "6 cards"),
        ({"deal": "AsKs", "board": "As"}, "As"),
        ({"structure": "spread"}, "no-limit"),
    ],
)
def test_bad_options_are_named(options, word):
    with pytest.raises(BadOption, match=word):
        game("holdem", **options)


def test_hands_to_be_dealt_leave_the_fixed_cards_out():
    it, s = table(deal="?/AsKs", board="Qs Js")
    assert turn(s) == -1
    assert it.legal(s) == sorted(set(range(52)) - set(parse_cards("AsKsQsJs")))


def test_worlds_are_drawn_evenly_from_the_unseen_cards():
    _, s = table("call check check", deal="AcAd/KcKd", board="2s 7h 9d")
    rng, counts = Stream.of(1), Counter()
    for _ in range(4000):
        counts[fill(mask(s, 0), 0, rng).hands[1]] += 1
    expected = 4000 / comb(47, 2)
    square = (
        sum((n - expected) ** 2 / expected for n in counts.values()) + (comb(47, 2) - len(counts)) * expected
    )
    assert abs(square - comb(47, 2)) < 4 * (2 * comb(47, 2)) ** 0.5


def test_a_hand_kept_hidden_at_a_showdown_is_drawn_as_one_that_lost():
    _, s = table("call check check check check check check raise 4 call", deal="2c2d/AcKd", board=DULL)
    assert mask(s, 1).hands[0] != UNKNOWN  # three twos win, and are shown
    _, s = table("call check check check check check check raise 4 call", deal="2c4d/AcJd", board=DULL)
    shown = strength(s.hands[1] | card_set(parse_cards(DULL)))
    drawn = {fill(mask(s, 1), 1, Stream.of(seed)).hands[0] for seed in range(300)}
    assert len(drawn) > 200
    assert all(strength(hand | card_set(parse_cards(DULL))) < shown for hand in drawn)


def test_the_board_names_the_players():
    options = {"seats": 3, "deal": f"{ACES}/{KINGS}/{QUEENS}", "board": DULL, "hands": 2}
    it, s = table("call call check" + " check" * 9, **options)
    text = it.show(s)
    assert "Ann showed Ac Ad" in text or "Ann showed Ad Ac" in text
    assert "Ann took" in text
    assert "seat" not in text
    assert [name in text for name in ("Ann", "Ben", "Cleo", "Dan")] == [True, True, True, False]


def test_side_pots_name_their_players():
    options = {"seats": 3, "stacks": (10, 40, 40), "deal": f"{ACES}/{KINGS}/{QUEENS}", "board": DULL}
    it, s = table("allin allin", **options)
    assert "pots: " in it.show(s)
    assert "Ann Ben Cleo" in it.show(s)
