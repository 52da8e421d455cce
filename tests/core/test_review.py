"""A review finds what was lost, and calls nothing a mistake that was none or that nobody could know."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest

import parlour
from parlour.core.choice import Candidate, Choice
from parlour.core.errors import BadOption, UnknownName, Unsuitable
from parlour.core.review import strongest
from parlour.core.review.data import BLUNDER, GOOD, MISTAKE, SLIP, accuracy, verdict
from parlour.core.rng import Stream
from parlour.core.strategy import Strategy

SMALL = "simulations=8,depth=2,nodes=200,at_most=0.02"
# What makes a match short enough to be judged interpreted, in a fraction of a second a decision.
OPTIONS = {"battleship": {"size": 4, "ships": (2,)}, "row_column": {"n": 3}}
MOST_MOVES = 12


@pytest.fixture(autouse=True)
def interpreted(monkeypatch):
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")


def played(name: str, moves: str, seed: int = 0, **options: object) -> parlour.Match:
    match = parlour.Match(parlour.game(name, **options), seed)
    for action in match.game.read_moves(moves, match.state):
        match.play(action)
    return match


def at_random(game: parlour.Game, seed: int) -> parlour.Match:
    match, rng = parlour.Match(game, seed), Stream.of(seed, "moves")
    while not match.over:
        match.play(rng.choice(match.view(match.turn).legal()))
    return match


# -- what is lost ----------------------------------------------------------------------------------------


def test_a_blunder_is_found_with_the_better_move_and_the_exact_value():
    found = parlour.review(played("nim", "1:1 1:1 1:1", heaps=(3, 4, 5)))  # 1:2 alone keeps the win
    first = found.moves[0]
    assert (first.move, first.verdict, first.loss, first.exact) == ("1:1", BLUNDER, 2.0, True)
    assert (first.best, first.best_value, first.value) == ("1:2", 1.0, -1.0)
    assert any("nim-sum" in reason for reason in first.reasons)


def test_a_draw_thrown_away_in_tic_tac_toe():
    match = played("tic_tac_toe", "b1 a1 c3 a3", position=".../.x./...")  # an edge against the centre loses
    found = parlour.review(match, limit="depth=9")
    assert [(move.verdict, move.told) for move in found.moves] == [
        (BLUNDER, "loss"),
        (GOOD, "win"),
        (GOOD, "loss"),
        (GOOD, "win"),
    ]
    assert found.moves[0].best in ("a1", "a3", "c1", "c3")
    assert found.worst() == [found.moves[0]]
    assert found.players[0].accuracy == 100.0
    assert found.players[1].accuracy == pytest.approx(100 * (1 - 0.5**0.5 / 2))


def test_a_win_overlooked_in_connect_four():
    moves = "4 1 4 1 4 1 5 1"  # the fourth disc in column 4 would have won
    found = parlour.review(played("connect_four", moves), judge="alphabeta", limit="depth=3")
    seventh = found.moves[6]
    assert (seventh.move, seventh.best, seventh.best_told, seventh.exact) == ("5", "4", "win", True)
    assert seventh.verdict == BLUNDER
    assert "completes four in a row" in seventh.reasons[0]


def test_perfect_play_loses_nothing():
    match = parlour.play("nim", ["expert", "expert"], seed=3)
    assert [player.accuracy for player in parlour.review(match).players] == [100.0, 100.0]


def test_the_position_after_it_tells_what_a_move_is_worth_that_was_not_looked_at():
    class Narrow(Strategy):
        """Value the best move alone."""

        name = "narrow"

        def choose(self, view, limit):
            choice = parlour.analyse(view.game, view, "nim_sum")
            return Choice(choice.action, candidates=choice.candidates[:1])

    parlour.core.registry._kinds["strategy", "", "narrow"] = Narrow
    try:
        found = parlour.review(played("nim", "1:1 1:1 2:4"), judge="narrow")
    finally:
        del parlour.core.registry._kinds["strategy", "", "narrow"]
    assert [(move.value, move.exact) for move in found.moves[:2]] == [(-1.0, True), (1.0, True)]


def test_forced_moves_and_openings_are_not_judged():
    found = parlour.review(played("nim", "1:2 1:1", heaps=(3,)))
    assert [move.verdict for move in found.moves] == [BLUNDER, "forced"]
    assert found.players[1].accuracy is None
    assert found.players[1].counts["forced"] == 1
    match = parlour.Match(parlour.game("nim"), 0)
    match.open_with([0])
    match.play("1:1")
    assert [move.number for move in parlour.review(match).moves] == [2]


def test_a_judge_that_values_nothing_is_not_asked_for_ever(monkeypatch):
    asked = []

    def mute(game, view, *args):
        asked.append(view.ply)
        return Choice(view.legal()[0], candidates=(Candidate(view.legal()[0]),))

    monkeypatch.setattr("parlour.core.review.bench.analyse", mute)
    found = parlour.review(at_random(parlour.game("checkers"), 1))
    assert len(asked) == 10
    assert {move.verdict for move in found.moves} <= {"forced", "not judged"}
    assert "nothing could be judged" in str(found)


# -- what is no mistake ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_no_throw_of_rock_paper_scissors_is_a_mistake(seed):
    found = parlour.review(at_random(parlour.game("rock_paper_scissors", rounds=5), seed))
    assert {move.verdict for move in found.moves} == {GOOD}


@pytest.mark.parametrize(
    ("moves", "verdicts"),
    [
        ("K J bet call", [GOOD, BLUNDER]),  # the jack cannot win
        ("K J check bet call", [GOOD, GOOD, GOOD]),  # both mix: the king may wait, the jack may bluff
        ("J K bet call", [GOOD, GOOD]),
    ],
)
def test_a_mixture_of_kuhn_poker_is_no_mistake_and_a_lost_call_is(moves, verdicts):
    deal = "/".join(moves.split()[:2])
    match = parlour.Match(parlour.game("kuhn_poker", deal=deal), 0)
    for move in moves.split()[2:]:
        match.play(move)
    assert [move.verdict for move in parlour.review(match).moves] == verdicts


def judged(best: Candidate, mine: Candidate, monkeypatch) -> str:
    choice = Choice(0, "1:1", (best, mine))
    monkeypatch.setattr("parlour.core.review.bench.analyse", lambda *args: choice)
    match = played("nim", "1:2 2:1")
    return parlour.review(match, seat=0).moves[0].verdict


def test_within_its_interval_an_estimate_tells_no_mistake(monkeypatch):
    other = parlour.game("nim").parse(parlour.game("nim").start(), "1:2")
    sure = Candidate(0, "1:1", 0.5, visits=9, low=0.4, high=0.6)
    assert judged(sure, Candidate(other, "1:2", 0.3, visits=9, low=0.1, high=0.45), monkeypatch) == GOOD
    assert judged(sure, Candidate(other, "1:2", 0.3, visits=9, low=0.2, high=0.35), monkeypatch) == MISTAKE
    rough = Candidate(0, "1:1", 0.5)
    assert judged(rough, Candidate(other, "1:2", 0.4985), monkeypatch) == GOOD
    assert judged(rough, Candidate(other, "1:2", 0.49), monkeypatch) == SLIP
    assert (
        judged(Candidate(0, "1:1", 0.5, visits=1), Candidate(other, "1:2", 0.3), monkeypatch) == "not judged"
    )
    assert judged(Candidate(0, "1:1"), Candidate(other, "1:2"), monkeypatch) == "not judged"


def test_sizes_and_accuracy_are_shares_of_the_range():
    assert [verdict(loss, 8.0) for loss in (0.0, 0.1, 0.16, 0.9, 1.0, 8.0)] == [
        GOOD,
        SLIP,
        MISTAKE,
        MISTAKE,
        BLUNDER,
        BLUNDER,
    ]
    assert accuracy([], 2.0) is None
    assert accuracy([0.0, 0.0], 2.0) == 100.0
    assert accuracy([2.0], 2.0) == 0.0
    assert accuracy([0.5, 0.0], 2.0) == 75.0


# -- what a player could know ----------------------------------------------------------------------------


HANDS = (
    "7c 3c Ad 6d 3d Ks Ts 8s 6s 5s 7h 6h 5h/2c Jc Tc 9c 5c Td 7d As 3s 2s 9h 8h 2h/"
    "8c 6c 4c Qd 9d 8d 4d 2d Js 9s Ah Qh 3h/Ac Kc Qc Kd Jd 5d Qs 7s 4s Kh Jh Th 4h"
)
ALIKE = {  # the same to player 1: what differs is in the others' hands, and never played
    "hearts": (
        {"pass_cards": False},
        ({"deal": HANDS}, {"deal": HANDS.replace("9h", "x").replace("3h", "9h").replace("x", "3h")}),
        "2c 4c Ac 7c Kd Ad Td Qd",
    ),
    "holdem": ({}, ({"deal": "As7d/KcKd"}, {"deal": "As7d/2c3d"}), "call raise_4 call"),
}


def test_where_not_every_move_has_a_value_agreeing_is_no_merit(monkeypatch):
    match = parlour.Match(parlour.game("kuhn_poker", deal="K/Q"), 0)
    match.play("bet")
    for other, expected in (((), "not judged"), ((Candidate(0, "check", 0.9),), GOOD)):
        choice = Choice(1, "bet", (Candidate(1, "bet", 1.0), *other))
        monkeypatch.setattr("parlour.core.review.bench.analyse", lambda *args, choice=choice: choice)
        assert parlour.review(match, seat=0).moves[0].verdict == expected


@pytest.mark.parametrize("name", ALIKE)
def test_worlds_that_look_alike_give_a_seat_the_same_review(name):
    common, worlds, moves = ALIKE[name]
    found = []
    for world in worlds:
        match = parlour.Match(parlour.game(name, **common, **world), 5)
        for move in moves.split():
            match.play(move.replace("_", " "))
        assert not match.over
        found.append(parlour.review(match, limit="simulations=20", seat=0))
    assert found[0].moves
    assert {move.seat for move in found[0].moves} == {0}
    assert json.dumps(found[0].to_json()) == json.dumps(found[1].to_json())


def test_the_judge_is_shown_views_and_never_the_truth(monkeypatch):
    match, shown = at_random(parlour.game("hearts", pass_cards=False), 2), []

    def look(game, view, *args):
        shown.append(view)
        return Choice(view.legal()[0], candidates=tuple(Candidate(a, value=0.0) for a in view.legal()))

    monkeypatch.setattr("parlour.core.review.bench.analyse", look)
    found = parlour.review(match)
    decided = [move for move in found.moves if move.verdict != "forced"]
    for view, move in zip(shown, decided, strict=True):
        assert view == match.at(move.ply).view(move.seat)
        assert view.state != match.states[move.ply]


def test_a_match_with_secrets_that_is_not_over_is_reviewed_for_one_seat():
    match = parlour.Match("kuhn_poker", 3)
    match.play("check")
    with pytest.raises(BadOption, match="not over"):
        parlour.review(match)
    found = parlour.review(match, seat=0)
    assert [(move.seat, move.move) for move in found.moves] == [(0, "check")]
    assert found.returns is None


def test_a_match_without_a_move_has_nothing_to_review():
    found = parlour.review(parlour.Match("nim", 0))
    assert found.moves == ()
    assert "0 moves" in str(found)
    assert ElementTree.fromstring(found.svg()) is not None


def test_bad_arguments_are_refused_in_a_line():
    match = played("nim", "1:1")
    for wrong, error in (
        ({"judge": "nobody"}, UnknownName),
        ({"judge": "cfr"}, Unsuitable),
        ({"seat": 9}, BadOption),
    ):
        with pytest.raises(error):
            parlour.review(match, **wrong)
    with pytest.raises(BadOption, match="neither a match nor a record"):
        parlour.review("game.json")
    with pytest.raises(BadOption, match="a spectator"):
        parlour.review(match, seat=-1)


# -- every game ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", parlour.game_names())
def test_every_game_can_be_reviewed(name):
    game = parlour.game(name, **OPTIONS.get(name, {}))
    match, rng = parlour.Match(game, 1, ["random"] * game.seats), Stream.of(1, "moves")
    while not match.over and len(match.turns()) < MOST_MOVES:
        match.play(rng.choice(match.view(match.turn).legal()))
    if not match.over:
        match.forfeit(match.turn, "resigned")
    told: list[tuple[int, int]] = []
    found = parlour.review(match.record(), limit=SMALL, progress=lambda *at: told.append(at))
    assert told[-1] == (len(found.moves), len(found.moves))
    for player in found.players:
        assert player.accuracy is None or 0.0 <= player.accuracy <= 100.0
    for move in found.moves:
        assert move.loss is None or move.loss >= 0.0
        assert (move.verdict in (GOOD, SLIP, MISTAKE, BLUNDER)) == (move.loss is not None)
    data = found.to_json()
    assert json.loads(json.dumps(data)) == data
    assert ElementTree.fromstring(found.svg()).tag.endswith("svg")
    for width in (24, 100):
        assert max(map(len, found.text(width, ascii_only=True).splitlines())) <= width
        assert found.text(width, ascii_only=True).isascii()
    assert found._repr_html_().startswith("<figure")
    assert found._repr_svg_() == found.svg()
    assert str(found) == found.text()


@pytest.mark.parametrize(
    ("name", "judge"), [("nim", "expert"), ("rock_paper_scissors", "nash"), ("tic_tac_toe", "expert")]
)
def test_the_judge_is_the_strongest_there_is(name, judge):
    assert strongest(parlour.game(name)) == judge
