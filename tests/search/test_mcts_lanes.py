"""UCT by lanes, on the cores: it finds what the sequential one finds, whatever the lanes' order."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from test_mcts import COIN

import parlour
from parlour.compile.device import is_simulated, why_no_gpu
from parlour.core import registry
from parlour.core.choice import Choice
from parlour.core.errors import NoDevice
from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.match import Match
from parlour.core.rng import Stream
from parlour.core.spec import make
from parlour.search import mcts_lanes
from parlour.search.mcts import MCTS
from parlour.search.mcts_lanes import LaneSearch


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")


def search(game: Game | str, moves: str, seed: int = 0, limit: Any = None, **options: Any) -> Choice:
    """Search by lanes on the cores."""
    match = Match(parlour.game(game) if isinstance(game, str) else game, 0)
    for move in moves.split():
        match.play(move)
    assert match.turn is not None
    player = MCTS(match.game, match.turn, Stream.of(seed), **options)
    choice = player._choose_on("cpu", match.view(match.turn), Limit.of(limit))
    return player._worded(match.view(match.turn), choice)


@pytest.mark.usefixtures("interpreted")
def test_lanes_win_at_once_and_block_at_once() -> None:
    won = search("connect_four", "4 1 4 1 4 1", simulations=400)
    assert won.move == "4"
    assert won.work["proven"]
    assert won.candidates[0].exact
    assert search("connect_four", "4 1 4 1 4", simulations=600).move == "4"


@pytest.mark.usefixtures("interpreted")
def test_what_lanes_prove_is_true() -> None:
    game, checked = parlour.game("tic_tac_toe"), 0
    for n in range(20):
        rng, match = Stream.of(n), Match(game, 0)
        for _ in range(2 + rng.below(5)):
            if not match.over:
                match.play(rng.choice(game.legal(match.state)))
        if match.over:
            continue
        exact = {c.action: c.value for c in parlour.analyse(game, match, "alphabeta").candidates}
        found = search(game, " ".join(match.moves()), seed=n, simulations=500)
        for c in found.candidates:
            if c.exact:
                checked += 1
                assert c.value == exact[c.action], (match.moves(), c)
        if found.work["proven"]:
            assert exact[found.action] == max(exact.values())
    assert checked >= 8


@pytest.mark.usefixtures("interpreted")
def test_lanes_come_to_the_values_of_the_sequential_search() -> None:
    found = search("tic_tac_toe", "", simulations=2000, lanes=64)
    sequential = parlour.analyse("tic_tac_toe", "", "mcts:simulations=2000")
    assert found.move == sequential.move == "b2"
    other = {c.action: c for c in sequential.candidates}
    for (
        c
    ) in found.candidates:  # the intervals hold the noise of sampling; trees of two shapes differ a little
        assert c.low is not None
        assert c.high is not None
        assert c.low - 0.15 <= other[c.action].value <= c.high + 0.15
    assert sum(c.visits or 0 for c in found.candidates) == 2000
    assert found.candidates[0].line[0] == "b2"
    assert len(found.candidates[0].line) > 1


@pytest.mark.usefixtures("interpreted")
def test_same_stream_same_answer_and_another_stream_another_tree() -> None:
    one, again, other = (
        search("connect_four", "4 4", seed=seed, simulations=300).to_json() for seed in (5, 5, 6)
    )
    assert one == again
    assert one != other


def test_interpreted_and_native_lanes_grow_the_same_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    """Native lanes run in threads, so the order in which nodes are made must not matter either."""
    native = search("connect_four", "4 4", simulations=1000, lanes=200).to_json()
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")
    assert search("connect_four", "4 4", simulations=1000, lanes=200).to_json() == native


@pytest.mark.usefixtures("interpreted")
def test_chance_is_drawn_by_weight(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_loaded", dict(registry._loaded))  # the game goes when the test does
    (tmp_path / "coin.py").write_text(COIN)
    parlour.load(tmp_path / "coin.py")
    found = search("coin", "", simulations=3000)
    assert found.move == "1"
    assert found.value == pytest.approx(0.5, abs=0.08)


@pytest.mark.usefixtures("interpreted")
def test_a_full_pool_still_plays_out() -> None:
    game = parlour.game("tic_tac_toe")
    settings = MCTS(game, 0, Stream.of(0)).settings
    with LaneSearch("cpu", game.start(), settings, True, room=40) as lanes:
        assert lanes.grow(Stream.of(1), 500, None, 50, lambda made: None) == 500
        found = lanes.found()
    assert found.nodes <= 40
    assert sum(visits for visits, _, _ in found.rows.values()) == 500
    mcts_lanes._spare.pop()


@pytest.mark.usefixtures("interpreted")
def test_limits_are_kept_and_what_is_found_so_far_is_told() -> None:
    assert search("tic_tac_toe", "", limit="simulations=1").work["simulations"] == 1
    assert search("tic_tac_toe", "", limit="simulations=77").work["simulations"] == 77
    assert search("tic_tac_toe", "", limit="seconds=0.02", lanes=4).work["simulations"] > 0


@pytest.mark.usefixtures("interpreted")
def test_a_gpu_that_is_not_there_is_refused_in_a_line() -> None:
    game = parlour.game("tic_tac_toe")
    if why_no_gpu() is None:
        pytest.skip("there is one")
    with pytest.raises(NoDevice, match=r"^device=gpu: .*; use device=cpu, or auto$"):
        make(game, "mcts:device=gpu")
    auto = parlour.analyse(game, "", "mcts:device=auto,simulations=50").to_json()
    assert auto == parlour.analyse(game, "", "mcts:simulations=50").to_json()


@pytest.mark.skipif(is_simulated(), reason="the simulator makes no code")
def test_the_lanes_compile_for_a_gpu() -> None:
    pytest.importorskip("numba_cuda")
    import numpy as np

    from parlour.compile.gpu import ptx
    from parlour.search import lane_tree

    game = parlour.game("connect_four")
    pool = lane_tree.Pool(
        np.zeros((4, lane_tree.FIELDS), np.int32),
        np.zeros(4, np.int32),
        np.zeros(8, np.int64),
        np.zeros(4, np.int32),
        np.zeros(2, np.int64),
    )
    settings = MCTS(game, 0, Stream.of(0)).settings
    rounds = lane_tree.rounds
    assert rounds.names == ("root", *pool._fields, "number", "settings", "solve", "stride", "c")
    text = ptx(rounds, game.start(), *pool, 1, settings, 1, 64, 1.0)
    assert "atom" in text
    assert "bar.sync" in text
    table = np.zeros((7, lane_tree.TOLD + lane_tree.LINE), np.int64)
    assert ".entry" in ptx(lane_tree.report, pool.nodes, pool.gates, pool.sums, table)
