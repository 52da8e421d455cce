"""The Liar's Dice players: what they do where it is clear, what they tell, and that they never go wrong."""

from __future__ import annotations

import json
import time

import pytest

import liars_dice_players
from parlour import Match, Stream, analyse, game, play
from parlour.arena import run
from parlour.core.errors import BadOption
from parlour.core.limit import Limit
from parlour.core.spec import make
from parlour.games.liars_dice.bids import ORDERS
from parlour.games.liars_dice.play.liars_expert import biddings, is_small
from parlour.games.liars_dice.play.words import expected_words, held_words, percent
from parlour.laws import check_strategy
from parlour.search.cfr import is_quick
from parlour.search.cfr_form import public_size

PLAYERS = liars_dice_players.PLAYERS
LITTLE = Limit(simulations=200)


def decided(spec, moves, deal="11111/23456", limit=None, **options):
    it = game("liars_dice", **{"deal": deal, **options})
    match = Match(it, 1)
    for move in moves.split():
        match.play(move)
    return make(it, spec, match.turn, Stream.of(7)).decide(match.view(match.turn), limit)


@pytest.mark.parametrize("spec", [*(f"{name}:bluff=0" for name in PLAYERS[:2]), *PLAYERS[2:]])
def test_what_cannot_hold_is_called_and_what_one_holds_is_not(spec):
    assert decided(spec, "6x2 8x1", deal="23456/11111").move == "liar"  # five dice are hidden
    choice = decided(spec, "2x1 3x1", deal="11111/11111")
    assert choice.move != "liar"


@pytest.mark.parametrize("spec", PLAYERS)
def test_a_decision_is_told_with_its_parts(spec):
    choice = decided(spec, "3x5", deal="12345/15523", wild="ones", limit=LITTLE)
    text = " ".join(choice.reasons)
    assert "3x5: Ben holds two fives and one wild" not in text  # that makes three: it holds for certain
    assert "3x5 holds for certain: Ben holds two fives and one wild." in text
    assert choice.evidence["holds"] == 1.0
    json.dumps(choice.to_json(), allow_nan=False)
    needy = decided(spec, "4x6", deal="12345/15523", wild="ones", limit=LITTLE)
    assert "4x6: Ben holds no sixes and one wild; three of five hidden dice are needed:" in " ".join(
        needy.reasons
    )
    assert 0.0 < needy.evidence["holds"] < 0.9


def test_what_cannot_hold_names_its_player_and_the_one_hidden_die():
    match = Match(game("liars_dice", dice=1, deal="3/4"), 1)
    match.play("2x6")
    told = held_words(match.view(1).state, 1, match.state.last, 0.0)
    assert told == "2x6 cannot hold: {1 holds} no sixes, and only one die is hidden."


def test_faces_that_are_expected_alike_are_told_alike():
    hidden = {1: 5}
    alike = {1: {str(face): 5 / 6 for face in range(1, 7)}}
    assert expected_words(alike, hidden) == [
        "{1 is} as likely to hold every face: 0.8 of each among five dice."
    ]
    two = {1: {"1": 0.5, "2": 1.32, "3": 0.5, "4": 1.3, "5": 0.8, "6": 0.5}}
    assert expected_words(two, hidden) == [
        "{1 is} expected to hold 1.3 twos and about as many fours among five dice, "
        "more than of any other face."
    ]
    one = {1: {"1": 0.5, "2": 0.5, "3": 2.0, "4": 1.0, "5": 0.5, "6": 0.5}}
    assert expected_words(one, hidden) == [
        "{1 is} expected to hold 2.0 threes among five dice, more than of any other face."
    ]


def test_what_is_expected_is_shown_and_a_prior_told_as_one():
    first = decided("liars_bayes", "", limit=LITTLE)
    assert first.exhibits[1].caption == (
        "Dice that Ben is expected to hold, before any bid, as likely for every face"
    )
    assert set(first.exhibits[1].data["values"]) == {"ones", "twos", "threes", "fours", "fives", "sixes"}
    later = decided("liars_bayes", "2x3", limit=LITTLE)
    assert later.exhibits[1].caption == "Dice that Ann is expected to hold, given the bidding"
    assert later.exhibits[1].data["values"]["threes"] == later.evidence["expected_dice"]["Ann"]["3"]


@pytest.mark.parametrize("spec", ["liars_bayes", "liars_expert"])
def test_the_bid_that_stands_and_the_next_of_each_face_are_shown_with_their_chances(spec):
    first = decided(spec, "", limit=LITTLE).exhibits[0]
    assert first.caption == "How likely each bid is to hold, before any bid"
    assert list(first.data["values"]) == ["1x1", "1x2", "1x3", "1x4", "1x5", "1x6"]
    later = decided(spec, "2x3", limit=LITTLE)
    values = later.exhibits[0].data["values"]
    assert list(values) == ["2x3", "2x4", "2x5", "2x6", "3x1", "3x2", "3x3"]
    assert values["2x3"] == later.evidence["holds"]
    assert values["2x3"] >= values["3x3"]


@pytest.mark.parametrize("spec", ["liars_bayes", "liars_expert"])
def test_the_hint_says_how_likely_a_bid_holds_and_how_often_the_move_wins(spec):
    choice = decided(spec, "2x3", limit=LITTLE)
    assert choice.hint[0].startswith(("2x3" if choice.move == "liar" else choice.move) + ": Ben holds ")
    assert choice.hint[1].startswith(f"{choice.move} wins the round with ")
    assert "; the next best, " in choice.hint[1] or " as often." in choice.hint[1]


def test_a_round_of_two_that_is_left_of_a_larger_table_names_the_players_of_the_table():
    match = Match(game("liars_dice", dice=1, match=True, seats=3), 3)
    for move in ("3x6", "liar", "1x2"):  # Ann is out, Ben opens
        match.play(move)
    choice = analyse(match.game, match, "liars_expert", limit="simulations=2")
    assert choice.evidence["method"] == "equilibrium"
    assert choice.reasons[0].startswith("1x2: Cleo holds ")
    assert [shown.caption for shown in choice.exhibits] == [
        "How likely each bid is to hold, before the bidding is weighed",
        "What Cleo cannot see, given the play so far",
    ]
    assert not any("Ann" in reason for reason in choice.reasons)


@pytest.mark.parametrize(
    ("chance", "text"), [(0.0, "0 %"), (0.004, "0.4 %"), (0.31, "31 %"), (0.9997, "99.97 %"), (1.0, "100 %")]
)
def test_only_what_is_certain_is_told_as_certain(chance, text):
    assert percent(chance) == text


def test_the_models_and_the_posterior_are_evidence():
    choice = decided("liars_bayes", "2x3 3x3 4x3", seats=3, deal="11111/23456/33346", limit=LITTLE)
    expected = choice.evidence["expected_dice"]
    assert set(expected) == {"Ben", "Cleo"}
    assert expected["Cleo"]["3"] > 1.5
    for model in choice.evidence["models"].values():
        assert model["bluff_low"] < model["bluff_rate"] < model["bluff_high"]
        assert abs(sum(model["kind"].values()) - 1.0) < 1e-9
    assert choice.evidence["values"][choice.move] == max(choice.evidence["values"].values())


def test_few_simulations_weigh_few_hands():
    whole, some = (decided("liars_bayes", "3x5", limit=limit) for limit in (LITTLE, Limit(simulations=8)))
    assert whole.evidence["exact_posterior"]
    assert not some.evidence["exact_posterior"]
    assert some.work["worlds"] < whole.work["worlds"]


def test_the_rookie_goes_by_its_options():
    it = "3x6"  # three of five hidden dice are needed: 4 %
    assert decided("liars_rookie:bluff=0", it, deal="66611/11234").move == "liar"
    assert decided("liars_rookie:bluff=0,call_threshold=1,risk=0.5", it, deal="66611/11122").move == "4x1"
    bluffs = decided("liars_rookie:bluff=1,call_threshold=1", it, deal="66611/11234")
    assert bluffs.move in ("4x1", "4x2", "4x3")
    plain = decided("liars_rookie:bluff=0", "2x6", deal="66611/11234").evidence["holds"]
    trusting = decided("liars_rookie:bluff=0,statistical=yes", "2x6", deal="66611/11234").evidence["holds"]
    assert trusting > plain


def test_the_reader_believes_bids_unless_told_not_to():
    believed = decided("liars_reader", "3x6", deal="66611/11234").evidence["holds"]
    exact = decided("liars_reader:bayesian=no,track=no", "3x6", deal="66611/11234").evidence["holds"]
    assert exact == pytest.approx(sum((10, 5, 1)[k - 3] * 5 ** (5 - k) for k in (3, 4, 5)) / 6**5)
    assert believed > 2 * exact


def test_thinking_takes_time_only_on_request():
    began = time.perf_counter()
    decided("liars_rookie:think_time=0.2", "3x6")
    assert time.perf_counter() - began >= 0.2
    assert all(make(game("liars_dice"), name).think_time == 0.0 for name in PLAYERS)


def test_past_matches_are_learned_from(tmp_path):
    it = game("liars_dice", match=True)
    lines = [play(it, ["random", "liars_rookie"], seed=seed).to_json() for seed in range(3)]
    file = tmp_path / "past.jsonl"
    file.write_text("\n".join(json.dumps(json.loads(line)) for line in lines))
    match = Match(it, 1)
    match.play("2x2")
    view = match.view(1)
    for spec in ("liars_reader", "liars_bayes"):
        fresh, informed = (
            make(it, given, 1, Stream.of(1)).decide(view, LITTLE)
            for given in (spec, f"{spec}:history={file}")
        )
        before, after = (c.evidence["models"]["Ann"] for c in (fresh, informed))
        assert before["bids_judged"] == 0 < after["bids_judged"]
        assert after["bluff_rate"] > 0.4
    assert informed.evidence["models"]["Ann"]["kind"]["random"] > 0.5
    with pytest.raises(BadOption, match="history=nowhere"):
        make(it, "liars_bayes:history=nowhere", 0, Stream.of(1))


def test_the_expert_solves_small_duels_and_says_so():
    choice = decided("liars_expert", "", dice=1, deal="3/4", wild="highest")
    assert choice.evidence["method"] == "equilibrium"
    assert choice.evidence["exploitability"] < 1e-3
    assert choice.evidence["game_value"] == pytest.approx(-0.02713, abs=1e-3)
    large = decided("liars_expert", "2x3", limit=LITTLE)
    assert large.evidence["method"] == "search"
    assert (
        decided("liars_expert:solve_small=no", "", dice=1, deal="3/4", limit=LITTLE).evidence["method"]
        == "search"
    )


@pytest.mark.parametrize("order", ORDERS)
def test_what_is_too_large_to_solve_is_told_by_counting(order):
    """The public tree has a node for every bidding, and more for the calls."""
    for dice, faces in (((1, 1), 3), ((1, 1), 6), ((2, 1), 4), ((2, 2), 4), ((2, 3), 2)):
        it = game("liars_dice", dice=dice, faces=faces, wild="ones", order=order)
        assert 1 <= biddings(it.start().table, 10**9) < public_size(it)
        assert is_small(it) == is_quick(it)
    assert not is_small(game("liars_dice", dice=(6, 6), faces=12, wild="ones", order=order))


def test_the_expert_solves_the_end_of_a_match_of_three_in_its_own_numbers():
    """Bids are numbered by all dice of the match; the duel that is left has fewer."""
    it = game("liars_dice", seats=3, dice=1, match=True, order="face")
    match = Match(it, 1)
    for move in ("1x6", "2x6", "liar"):
        match.play(move)
    assert sum(match.state.counts) == 2
    choice = make(it, "liars_expert", match.turn, Stream.of(1)).decide(match.view(match.turn))
    assert choice.evidence["method"] == "equilibrium"
    assert {c.move for c in choice.candidates} == set(match.view(match.turn).moves())
    match.play(choice.move)
    reply = make(it, "liars_expert", match.turn, Stream.of(1)).decide(match.view(match.turn))
    assert {c.move for c in reply.candidates} == set(match.view(match.turn).moves())


def test_random_positions_get_legal_moves():
    assert liars_dice_players.illegal_moves(160) == []


def test_threads_play_the_same_matches():
    assert liars_dice_players.differing(8) == []


@pytest.mark.parametrize("spec", PLAYERS)
def test_the_laws_hold(spec):
    it = game("liars_dice", seats=3, dice=(1, 2, 1), wild="ones", match=True, exact="gain")
    check_strategy(it, spec, games=1)


def test_better_players_win_more():
    result = run(game("liars_dice"), ["liars_rookie", "liars_bayes:worlds=60"], games=80, seed=3)
    scores = {row["spec"].split(":")[0]: row["low"] for row in result.to_json()["standings"]}
    assert scores["liars_bayes"] > 0.5
