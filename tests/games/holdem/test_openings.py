"""Hold'em before the flop: hands are opened, folded and defended as often as players do who know the game."""

from __future__ import annotations

from collections import Counter

import pytest

import parlour
from parlour.core.match import Match
from parlour.core.spec import make
from parlour.games.holdem.belief.profile import BET, Profile
from parlour.games.holdem.play.preflop import known_of, realised

GOOD = ("hard", "expert")


def acts(level, deals, moves=(), stack=100, seats=2):
    """Count what a level does after some moves: the words of its moves without the amounts."""
    game = parlour.game("holdem", seats=seats, stacks=(2 * stack,))
    found = Counter()
    for seed in range(deals):
        match = Match(game, seed)
        for move in moves:
            match.play(move)
        seat = match.turn
        view = match.view(seat)
        action = make(game, level, seat, parlour.Stream([seed])).decide(view).action
        found[view.format(action).split()[0]] += 1 / deals
    return found


@pytest.mark.parametrize("level", GOOD)
def test_the_button_opens_most_hands_and_never_for_all_its_chips(level):
    found = acts(level, 60)
    assert 0.02 <= found["fold"] <= 0.25
    assert found["raise"] >= 0.4
    assert found["raise"] + found["call"] >= 0.7
    assert found["allin"] == 0.0


def test_medium_folds_the_weaker_hands_and_raises_or_limps_with_the_others():
    found = acts("medium", 200)
    assert 0.20 <= found["fold"] <= 0.45
    assert found["call"] >= 0.1
    assert found["raise"] >= 0.2
    assert found["allin"] == 0.0


@pytest.mark.parametrize("level", ["medium", *GOOD])
def test_the_more_are_behind_the_more_is_folded(level):
    shares = [acts(level, 60, ["fold"] * folds, seats=6)["fold"] for folds in (0, 3, 4)]
    assert 0.70 <= shares[0] <= 0.92  # five behind
    assert 0.40 <= shares[1] <= 0.78  # the button
    assert 0.10 <= shares[2] <= 0.50  # the small blind
    assert shares == sorted(shares, reverse=True)


@pytest.mark.parametrize("level", GOOD)
def test_a_raise_is_defended_and_a_hundred_big_blinds_are_not_called_off_with_weak_hands(level):
    small, large, everything = (acts(level, 60, [move]) for move in ("raise 4", "raise 6", "allin"))
    assert 0.1 <= small["fold"] <= 0.4
    assert 0.25 <= large["fold"] <= 0.6
    assert small["allin"] <= 0.05
    assert 0.03 <= everything["call"] <= 0.15


def moved(level, cards, moves=(), **options):
    deal = f"3c2d/{cards}" if len(moves) % 2 == 0 else f"{cards}/3c2d"
    return parlour.analyse(parlour.game("holdem", deal=deal, **options), list(moves), strategy=level)


@pytest.mark.parametrize("level", GOOD)
def test_middling_hands_are_not_pushed_and_not_called_off(level):
    for cards in ("9s9h", "AsTh", "KsQs", "5s5h", "7s6s"):
        assert moved(level, cards).move in ("call", "raise 4", "raise 6")
        assert moved(level, cards, ["raise 6"]).move != "allin"
    for cards in ("5s5h", "As8h", "KsJs", "QsTs"):
        assert moved(level, cards, ["allin"]).move == "fold"
    assert moved(level, "AsAh", ["allin"]).move == "call"


def test_an_all_in_wins_from_nearly_all_and_is_called_by_the_best():
    choice = moved("hard", "Ts9s")
    chances = choice.evidence["fold_probability"]
    assert chances["raise 4"] < chances["raise 6"] < 0.6 < 0.9 < chances["allin"] < 0.98
    called = {candidate.move: candidate.win for candidate in choice.candidates}
    assert called["allin"] < called["raise 6"] - 0.05


@pytest.mark.parametrize("cards", ["AsAh", "9s9h", "Ks9h", "8s7s", "7s2h", "As2h", "Jh6d"])
def test_short_stacks_still_go_by_the_equilibrium(cards):
    """With eight big blinds the expert does what the solution of push or fold says."""
    expert = moved("expert", cards, stacks=(16,))
    exact = moved("push_fold", cards, stacks=(16,))
    assert expert.move == exact.move
    assert expert.candidates[0].exact
    assert expert.candidates[0].value == exact.candidates[0].value


def test_who_folds_much_is_raised_and_not_pushed_at(tmp_path):
    """The best hands call at any price, so that all-in is too much to win the blinds with."""
    session = parlour.game("holdem", hands=100, fresh=True)
    path = tmp_path / "past.jsonl"
    path.write_text(parlour.play(session, ["tight_passive", "loose_aggressive"], seed=3).to_json() + "\n")
    found = acts(f"adaptive:history={path}", 40)
    assert found["allin"] == 0.0
    assert found["fold"] < 0.1


def test_what_was_seen_after_the_flop_counts_against_the_prior():
    profile = Profile()
    assert known_of(profile) == 0.0
    profile.actions[BET] = [2.0, 5.0, 1.0]
    assert known_of(profile) == 0.5


def test_a_share_of_a_pot_is_worth_more_to_good_hands_the_more_is_behind():
    assert realised(0.6, 10, 0) == pytest.approx(6.0)  # nothing behind: the share
    assert realised(0.5, 10, 90) == pytest.approx(5.0)  # an even share stays one
    assert realised(0.8, 10, 190) > realised(0.8, 10, 90) > 8.0
    assert realised(0.3, 10, 190) < realised(0.3, 10, 90) < 3.0
    assert realised(0.4, 10, 90, others=2) > 4.0  # of three players more than an even share
    assert realised(0.05, 10, 990) == 0.0  # a hand that is given up loses no more
