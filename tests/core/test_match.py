"""Matches: turns, undo, forfeits of every kind, resuming, and what each seat gets to see."""

from __future__ import annotations

import json
import logging
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour import CHANCE, OVER, Choice, Match, ParlourError, Record, Strategy, game, play
from parlour.core import registry
from parlour.core.driver import Seat, step
from parlour.core.errors import (
    BadOption,
    GameOver,
    IllegalMove,
    InvalidMove,
    NotYourTurn,
    UnknownName,
    Unsuitable,
)
from parlour.core.keys import seat_key, seat_stream

NIM = game("nim", heaps=(1, 2))


@pytest.fixture
def strategy(monkeypatch):
    """Give a function that makes a strategy of a function and registers it for this test."""

    def register(choose, name="odd", **more):
        kind = type(name.title(), (Strategy,), {"name": name, "choose": choose, **more})
        monkeypatch.setitem(registry._kinds, ("strategy", "", name), kind)
        return name

    return register


# -- playing -----------------------------------------------------------------------------------------------


def test_moves_are_texts_or_actions_and_only_in_turn():
    match = Match(NIM, 1)
    assert (match.turn, match.ply, match.over) == (0, 0, False)
    assert match.play("1:1", 0) == 0
    with pytest.raises(NotYourTurn, match="seat 1 is to move, not seat 0"):
        match.play("2:1", 0)
    with pytest.raises(IllegalMove, match="legal: 2:1 2:2"):
        match.play("1:1")
    with pytest.raises(InvalidMove, match="'what' is not a move"):
        match.play("what")
    for wrong in (0, 10**40, -1, True, 1.0, None):
        with pytest.raises(IllegalMove):
            match.play(wrong)
    assert match.moves() == ["1:1"]
    match.play(63)
    assert (match.turn, match.over, match.returns) == (OVER, True, (-1.0, 1.0))
    with pytest.raises(GameOver, match="start a new one or undo"):
        match.play("2:1")


def test_chance_is_drawn_until_a_seat_is_to_move():
    match = Match(game("kuhn_poker"), 5)
    assert match.ply == 2
    assert match.turn == 0
    assert game("kuhn_poker").turn(match.states[1]) == CHANCE
    assert Match(game("kuhn_poker"), 5).states == match.states


def test_a_match_without_a_seed_draws_one_and_does_not_tell_before_the_end():
    matches = [Match(game("kuhn_poker")) for _ in range(3)]
    assert len({match.seed for match in matches}) == 3
    match = matches[0]
    assert match.record().seed is None
    match.play("bet")
    match.play("fold")
    assert match.record().seed == match.seed


# -- undo --------------------------------------------------------------------------------------------------


def test_undo_goes_back_to_a_decision_and_never_redraws_chance():
    match = Match(game("kuhn_poker"), 5)
    dealt = match.states[:3]
    match.play("check")
    match.play("bet")
    match.undo()
    assert match.moves()[2:] == ["check"]
    match.play("bet")
    match.undo(0)
    assert match.states == dealt
    with pytest.raises(GameOver, match="no move to undo"):
        match.undo()
    assert match.states == dealt


def test_undo_takes_a_finished_match_and_a_forfeit_back():
    match = Match(NIM, 1)
    match.play("1:1")
    match.play("2:2")
    match.undo()
    assert (match.over, match.turn, match.moves()) == (False, 1, ["1:1"])
    match.forfeit(1, "tired")
    assert match.returns == (1.0, -1.0)
    match.undo()
    assert (match.over, match.reason, match.moves()) == (False, "", ["1:1"])


@given(st.integers(0, 2**64), st.lists(st.integers(0, 9), max_size=40))
def test_any_mixture_of_moves_and_undos_is_the_match_its_moves_make(seed, script):
    it = game("rock_paper_scissors", rounds=4)
    match = Match(it, seed)
    for number in script:
        if number > 6:
            if match.ply:
                match.undo()
        elif not match.over:
            match.play(number % 3)
            match.view(number % 2)  # views are remembered: an undo must forget them
    fresh = Match(it, seed)
    for action in match.actions:
        fresh.play(action)
    assert fresh.states == match.states
    assert [fresh.view(seat) for seat in (0, 1, -1)] == [match.view(seat) for seat in (0, 1, -1)]
    assert fresh.record() == match.record()


# -- views -------------------------------------------------------------------------------------------------


def test_what_was_hidden_shows_once_it_is_revealed_and_not_after_an_undo():
    match = Match(game("rock_paper_scissors", rounds=2), 1)
    match.play("rock")
    assert match.view(1).history == ((0, -3),)
    match.play("paper")
    assert match.view(1).history == ((0, 0), (1, 1))
    match.undo()
    assert match.view(1).history == ((0, -3),)
    assert match.view(0).history == ((0, 0),)


def test_a_view_is_data_and_lists_moves_only_to_the_mover():
    match = Match(game("kuhn_poker"), 5)
    first, second, nobody = (match.view(seat) for seat in (0, 1, -1))
    assert (first.legal(), second.legal(), nobody.legal()) == ([0, 1], [], [])
    assert json.loads(json.dumps(first.to_json()))["seat"] == 0
    assert first.ply == 2
    assert str(match.seed) not in json.dumps([v.to_json() for v in (first, second, nobody)])
    with pytest.raises(TypeError, match="not a sequence"):
        list(first)


def test_a_spectator_never_gets_the_outcomes_of_chance_as_moves():
    it = game("kuhn_poker")
    assert it.view(it.start(), -1).legal() == []


def test_a_record_under_way_has_no_seed_and_hides_what_is_hidden():
    match = Match(game("kuhn_poker"), 5, ("random", "random"))
    record = match.record()
    assert (record.seed, record.moves, record.returns, record.ended) == (None, ("?", "?"), None, "unfinished")
    match.play("bet")
    assert match.record().moves == ("?", "?", "bet")
    match.play("call")
    assert "?" not in match.record().moves
    assert match.record().ended == "finished"


# -- saving ------------------------------------------------------------------------------------------------


def test_a_saved_match_goes_on_the_same_way(tmp_path):
    match = Match(game("kuhn_poker"), 5, ("a", "b"))
    match.play("check")
    match.save(tmp_path / "deep" / "match.json")
    back = Match.resume(tmp_path / "deep" / "match.json")
    assert (back.states, back.seed, back.seats) == (match.states, 5, ("a", "b"))
    back.undo()
    assert back.turn == 0


def test_a_forfeit_is_saved_with_its_reason(tmp_path):
    match = Match(NIM, 1)
    match.play("1:1")
    match.forfeit(1, "left the table")
    with pytest.raises(GameOver):
        match.forfeit(0, "too")
    match.save(tmp_path / "match.json")
    back = Match.resume(tmp_path / "match.json")
    assert (back.loser, back.reason, back.returns, back.over) == (1, "left the table", (1.0, -1.0), True)
    assert back.record() == match.record()


def test_an_agreed_draw_is_saved_and_taken_back(tmp_path):
    match = Match(NIM, 1)
    match.play("1:1")
    match.agree()
    with pytest.raises(GameOver):
        match.agree()
    match.save(tmp_path / "match.json")
    back = Match.resume(tmp_path / "match.json")
    assert (back.agreed, back.over, back.returns) == (True, True, (0.0, 0.0))
    assert (back.record(), back.record().ended) == (match.record(), "agreed")
    assert (back.at(1).over, match.over) == (False, True)
    back.undo()
    assert (back.over, back.moves()) == (False, ["1:1"])


# -- strategies that go wrong ------------------------------------------------------------------------------


def raising(self, view, limit):
    raise ZeroDivisionError("no idea")


def slow(self, view, limit):
    time.sleep(5)
    return view.legal()[0]


WRONG = {
    "raising": (raising, "error: ZeroDivisionError: no idea"),
    "illegal": (lambda self, view, limit: 500, "illegal move: nim: action 500 is illegal here; legal: 1:1"),
    "negative": (lambda self, view, limit: -1, "illegal move: nim: action -1 is illegal"),
    "huge": (lambda self, view, limit: 10**30, "illegal move"),
    "bool": (lambda self, view, limit: False, "illegal move: nim: action False"),
    "nothing": (lambda self, view, limit: None, "illegal move: nim: action None"),
    "float": (lambda self, view, limit: 0.0, "illegal move: nim: action 0.0"),
    "object": (lambda self, view, limit: object(), "illegal move: nim: action <object"),
    "rubbish": (lambda self, view, limit: Choice("no such move"), "illegal move: nim: 'no such move' is not"),
    "candidates": (lambda self, view, limit: Choice(view.legal()[0], candidates=7), "error: TypeError"),
}


@pytest.mark.parametrize("name", WRONG)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_strategy_that_goes_wrong_forfeits_with_its_reason(strategy, caplog, name, seat):
    choose, reason = WRONG[name]
    specs = ["random", "random"]
    specs[seat] = strategy(choose, name)
    with caplog.at_level(logging.WARNING, "parlour"):
        record = play(game("nim", heaps=(1, 2, 3)), specs, seed=1)
    if seat == 0:
        assert record.reason.startswith(reason)
    assert reason.split(":")[0] in record.reason
    assert (record.ended, record.loser) == ("forfeit", seat)
    assert record.returns == ((-1.0, 1.0) if seat == 0 else (1.0, -1.0))
    assert len(caplog.records) == 1
    assert f"seat {seat} ({name}) forfeits: " in caplog.text
    assert Record.from_json(record.to_json()).replay().loser == seat


def test_a_strategy_that_takes_too_long_forfeits(strategy):
    began = time.perf_counter()
    record = play(NIM, [strategy(slow), "random"], seed=1, timeout=0.05)
    assert time.perf_counter() - began < 3
    assert (record.ended, record.loser) == ("forfeit", 0)
    assert record.reason == "timed out: no move within 0.05 s"


def test_with_a_timeout_others_are_heard_as_without(strategy):
    record = play(NIM, [strategy(raising), "random"], seed=1, timeout=5)
    assert record.reason == "error: ZeroDivisionError: no idea"
    assert play(NIM, ["random", "random"], seed=1, timeout=5) == play(NIM, ["random", "random"], seed=1)


def test_an_error_of_the_strategy_itself_is_not_called_an_illegal_move(strategy):
    def unsuitable(self, view, limit):
        raise Unsuitable("nothing to go by")

    assert play(NIM, [strategy(unsuitable), "random"], seed=1).reason == "error: Unsuitable: nothing to go by"


def test_a_forfeit_in_a_game_of_other_bounds_gives_the_worst_there_is(strategy):
    record = play(game("kuhn_poker"), [strategy(raising), "random"], seed=1)
    assert record.returns == (-2.0, 2.0)


def test_a_forfeit_costs_one_match_not_the_next(strategy):
    moody = strategy(lambda self, view, limit: 500 if view.ply == 0 and self.rng[0] % 2 else view.legal()[0])
    records = [play(NIM, [moody, "random"], seed=seed) for seed in range(20)]
    assert {record.ended for record in records} == {"finished", "forfeit"}


def test_bad_calls_are_refused_before_anything_is_played():
    for specs, says in ((["random"], "2 strategies, one a seat; 1 given"), ("random", "1 given")):
        with pytest.raises(BadOption, match=says):
            play(NIM, specs)
    with pytest.raises(UnknownName, match="unknown strategy 'randum'; did you mean random"):
        play(NIM, ["random", "randum"])
    with pytest.raises(BadOption, match="has no option 'simulations'"):
        play(NIM, ["random:simulations=3", "random"])
    with pytest.raises(BadOption, match="simulations='0': needs"):
        play(NIM, ["random", "random"], limit="simulations=0")
    assert issubclass(UnknownName, ParlourError)


def test_the_same_seed_gives_the_same_match_and_each_ply_its_own_stream(strategy):
    seen = []

    def note(self, view, limit):
        seen.append((view.ply, view.seat, self.rng[0]))
        return view.legal()[0]

    name = strategy(note)
    assert play(NIM, [name, name], seed=9) == play(NIM, [name, name], seed=9)
    half = len(seen) // 2
    assert seen[:half] == seen[half:]
    assert len({stream for _, _, stream in seen}) == half
    assert all(seat_stream(seat_key(9), seat, ply)[0] == stream for ply, seat, stream in seen)


def test_watching_sees_every_move_and_its_choice():
    seen = []
    record = play(
        NIM, ["random", "random"], seed=2, watch=lambda match, choice: seen.append((match.ply, choice.move))
    )
    assert [move for _, move in seen] == list(record.moves)
    assert [ply for ply, _ in seen] == list(range(1, len(seen) + 1))


def test_step_gives_the_choice_or_none(strategy):
    match = Match(NIM, 1)
    choice = step(match, Seat(NIM, "random", 0, 1))
    assert match.moves() == [choice.move]
    assert step(match, Seat(NIM, strategy(raising), 1, 1)) is None
    assert match.over
