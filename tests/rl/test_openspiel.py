"""OpenSpiel's games are games of Parlour: the same rules, the same values, every door."""

from __future__ import annotations

import builtins
import pickle
import random
import subprocess
import sys

import pyspiel
import pytest

import parlour
from parlour.compile import ahead
from parlour.core import registry
from parlour.core.bits import listed
from parlour.core.errors import BadOption, ParlourError, UnknownName
from parlour.core.rng import Stream
from parlour.core.rules import OVER, fill, legal, mask, play, random_action
from parlour.laws import check_game

LAWFUL = [
    *("tic_tac_toe", "connect_four", "kuhn_poker", "leduc_poker", "breakthrough", "hex(board_size=5)"),
    *("goofspiel(num_cards=4)", "goofspiel(imp_info=True,num_cards=4)", "matrix_rps", "pig", "liars_dice"),
    *("oshi_zumo(coins=6)", "dark_hex(board_size=2)", "tiny_hanabi", "catch", "cliff_walking"),
]


@pytest.mark.parametrize("name", LAWFUL)
def test_every_law_of_games_holds(name):
    check_game(parlour.from_openspiel(name), games=1)


@pytest.mark.parametrize("name", [*LAWFUL, "backgammon", "chess", "hearts", "2048"])
def test_random_games_are_openspiels(name):
    game, rng = parlour.from_openspiel(name), Stream.of(name)
    s, theirs = game.start(), pyspiel.load_game(name)
    if theirs.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        theirs = pyspiel.convert_to_turn_based(theirs)
    theirs = theirs.new_initial_state()
    while game.turn(s) != OVER:
        assert game.legal(s) == sorted(theirs.legal_actions())
        if theirs.is_chance_node():
            assert game.outcomes(s) == [pytest.approx(each) for each in sorted(theirs.chance_outcomes())]
        action = random_action(s, rng)
        s = game.play(s, action)
        theirs.apply_action(action)
    assert theirs.is_terminal()
    assert game.returns(s) == tuple(theirs.returns())


def test_a_game_has_one_name_however_it_is_written():
    game = parlour.from_openspiel("hex( board_size=5 )")
    assert game.name == "openspiel:hex(board_size=5)"
    assert game == parlour.game(game.name) == parlour.from_openspiel(pyspiel.load_game("hex(board_size=5)"))
    assert pickle.loads(pickle.dumps(game)) == game


def test_exact_values_are_ours():
    same = {"kuhn_poker": "kuhn_poker", "matrix_rps": "rock_paper_scissors", "tic_tac_toe": "tic_tac_toe"}
    for theirs, ours in same.items():
        assert parlour.solve(f"openspiel:{theirs}").value == pytest.approx(parlour.solve(ours).value)


def test_connect_four_is_worth_the_same_late_in_random_games():
    theirs, draws = parlour.from_openspiel("connect_four"), random.Random(1)
    ours, done = parlour.game("connect_four"), 0
    while done < 3:
        s, line = ours.start(), []
        while len(line) < 36 and ours.turn(s) != OVER:
            line.append(draws.choice(ours.legal(s)))
            s = ours.play(s, line[-1])
        if ours.turn(s) == OVER:
            continue
        done += 1
        worth = [parlour.analyse(game, line, "minimax:depth=9").candidates for game in (ours, theirs)]
        assert {c.action: c.value for c in worth[0]} == {c.action: c.value for c in worth[1]}


def test_leduc_poker_has_its_936_information_sets_and_the_value_of_ours():
    from parlour.search.cfr import solved_by

    theirs = solved_by(parlour.from_openspiel("leduc_poker"), "dcfr", 30)
    ours = solved_by(parlour.game("leduc_poker"), "dcfr", 30)
    assert theirs.proof.low - 1e-9 <= ours.proof.high
    assert ours.proof.low - 1e-9 <= theirs.proof.high
    assert theirs.proof.exploitability < 0.1
    seen, waiting = set(), [parlour.from_openspiel("leduc_poker").start()]
    while waiting:
        s = waiting.pop()
        if s.turn >= 0:
            seen.add((s.turn, mask(s, s.turn)))
        waiting += [play(s, a) for a in listed(legal(s))]
    assert len(seen) == 936


@pytest.mark.parametrize(
    ("name", "specs"),
    [
        ("tic_tac_toe", ["mcts:simulations=50", "alphabeta:depth=3"]),
        ("hex(board_size=3)", ["montecarlo:simulations=50", "minimax:depth=3"]),
        ("pig(winscore=10)", ["expectimax:depth=2", "mcts:simulations=30"]),
        ("kuhn_poker", ["ismcts:simulations=50", "determinized:worlds=5,simulations=20"]),
        ("kuhn_poker", ["equilibrium", "mccfr:iterations=50"]),
        ("matrix_rps", ["equilibrium", "random"]),
        ("goofspiel(num_cards=3)", ["ismcts:simulations=50", "montecarlo:simulations=20"]),
    ],
)
def test_strategies_play_it(name, specs):
    record = parlour.play(f"openspiel:{name}", specs, seed=1)
    assert record.ended == "finished", record.reason
    assert record.replay().returns == record.returns


def test_an_event_runs_in_several_processes():
    found = parlour.arena.run("openspiel:tic_tac_toe", ["mcts:simulations=30", "random"], games=4, workers=2)
    assert not found.to_json()["forfeits"]


def test_a_record_replays_in_another_process(tmp_path):
    record = parlour.play("openspiel:leduc_poker", ["random", "random"], seed=7)
    record.write(tmp_path / "record.json")
    code = "import parlour, sys; print(parlour.Record.read(sys.argv[1]).replay().returns)"
    run = subprocess.run(
        [sys.executable, "-c", code, tmp_path / "record.json"], capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == str(record.returns)


def test_a_state_travels_without_openspiels_object():
    game = parlour.from_openspiel("kuhn_poker")
    match = parlour.Match(game, 3)
    back = pickle.loads(pickle.dumps(match.state))
    assert back == match.state
    assert game.legal(back) == game.legal(match.state)
    assert mask(back, 0) == mask(match.state, 0)
    view = pickle.loads(pickle.dumps(match.view(0)))
    assert view == match.view(0)
    assert mask(fill(view.state, 0, Stream([1])), 0) == view.state


def test_what_is_wrong_is_told_in_one_line(monkeypatch):
    for name, error, words in [
        ("hexx", UnknownName, "unknown game of OpenSpiel 'hexx'; did you mean hex"),
        ("hex(boardsize=5)", BadOption, "openspiel:hex has no parameter 'boardsize=5'; it has board_size"),
        ("mfg_crowd_modelling", BadOption, "a mean-field game has no seats to play at"),
        ("phantom_ttt", BadOption, "hides from a player how often others moved, which Parlour shows to all"),
    ]:
        with pytest.raises(error, match=words.replace("(", r"\(")):
            parlour.from_openspiel(name)
    with pytest.raises(BadOption, match="7 is not a game of OpenSpiel"):
        parlour.from_openspiel(7)
    plain = builtins.__import__

    def missing(name, *rest, **more):
        if name == "pyspiel":
            raise ImportError(name)
        return plain(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(ParlourError, match="pip install open_spiel"):
        parlour.from_openspiel("pig")


def test_a_server_offers_what_is_listed_only():
    with pytest.raises(UnknownName, match="unknown game 'openspiel:pig'"):
        registry.listed_game("openspiel:pig")
    assert registry.is_game("openspiel:pig")
    assert not registry.is_game("pig")


def test_nothing_is_compiled_ahead_for_it(monkeypatch):
    monkeypatch.delenv("PARLOUR_BACKEND", raising=False)
    monkeypatch.delenv(ahead.SWITCH, raising=False)
    beside = ahead.Ahead()
    beside.ask([(parlour.from_openspiel("pig"), "mcts")])
    assert not beside.is_pending(parlour.from_openspiel("pig"), "mcts")
    beside.close()
