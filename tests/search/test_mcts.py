"""UCT: proven results, the tree kept between moves, threads, limits and playout policies."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import parlour
from parlour.core import registry
from parlour.core.errors import ParlourError
from parlour.core.limit import Limit
from parlour.core.match import Match
from parlour.core.rng import Stream
from parlour.core.spec import make
from parlour.search import tree as trees
from parlour.search.playout import Settings

PLAIN = Settings(1.0, 0, 0.0, -1.0, 1.0)


def search(moves: str, spec: str, game: str = "connect_four", seed: int = 0, limit: Any = None) -> Any:
    return parlour.analyse(game, moves, spec, limit=limit, seed=seed)


def test_proven_wins_and_losses_agree_with_exact_search() -> None:
    game = parlour.game("tic_tac_toe")
    checked = 0
    for n in range(60):
        rng, match = Stream.of(n), Match(game, 0)
        for _ in range(rng.below(7)):
            if match.over:
                break
            match.play(rng.choice(game.legal(match.state)))
        if match.over:
            continue
        exact = {c.action: c.value for c in parlour.analyse(game, match, "alphabeta").candidates}
        found = parlour.analyse(game, match, "mcts:simulations=3000", seed=n)
        for c in found.candidates:
            if c.exact:
                checked += 1
                assert c.value == exact[c.action], (match.moves(), c)
        if found.work["proven"]:
            assert exact[found.action] == max(exact.values())
    assert checked > 100


def test_a_proven_root_ends_the_search_early() -> None:
    choice = search("a1 b1 a2 b2", "mcts:simulations=100000", game="tic_tac_toe")
    assert choice.move == "a3"
    assert choice.work["proven"]
    assert choice.work["simulations"] < 5000


def test_it_wins_at_once_and_blocks_at_once() -> None:
    assert search("4 1 4 1 4 1", "mcts:simulations=500").move == "4"
    assert search("4 1 4 1 4", "mcts:simulations=500").move == "4"


def test_the_choice_is_the_most_visited_move() -> None:
    choice = search("", "mcts:simulations=5000")
    assert choice.candidates[0].visits == max(c.visits for c in choice.candidates)
    assert sum(c.visits for c in choice.candidates) == 5000


def test_same_stream_same_answer_and_another_stream_another_tree() -> None:
    for spec in ("mcts:simulations=2000", "mcts:simulations=2000,threads=2", "mcts:playout=rules"):
        assert search("44", spec, seed=5).to_json() == search("44", spec, seed=5).to_json()
    first, second = (search("44", "mcts:simulations=2000", seed=seed).to_json() for seed in (1, 2))
    assert first != second


def test_two_threads_share_the_simulations_and_lose_none() -> None:
    choice = search("", "mcts:simulations=10001,threads=2")
    assert choice.work["simulations"] == 10001
    assert sum(c.visits for c in choice.candidates) == 10001


def test_the_tree_is_kept_between_moves_and_only_when_asked() -> None:
    game = parlour.game("connect_four")
    for keep, kept in (("yes", True), ("no", False)):
        player = make(game, f"mcts:simulations=3000,keep={keep}", 0, Stream.of(1))
        match = Match(game, 1)
        first = player.decide(match.view(0))
        match.play(first.action)
        match.play(3)
        second = player.decide(match.view(0))
        assert (second.work["kept"] > 0) is kept
        visits = sum(c.visits or 0 for c in second.candidates)
        assert visits == pytest.approx(second.work["kept"] + 3000, abs=1)


def test_a_kept_tree_holds_what_the_old_one_held() -> None:
    game = parlour.game("connect_four")
    tree = trees.new_tree(100_000)
    trees.simulate(game.start(), tree, Stream.of(3), 5000, PLAIN, 1, 10**6, np.zeros(1, np.int64))
    child = int(tree.first[0]) + 3
    part = trees.rerooted(tree, child, 20_000)
    assert part.visits[0] == tree.visits[child]
    old, new = int(tree.first[child]), int(part.first[0])
    assert part.visits[new : new + 7].tolist() == tree.visits[old : old + 7].tolist()
    assert part.total[new : new + 7].tolist() == tree.total[old : old + 7].tolist()
    used = int(part.used[0])
    assert part.first[:used].max() < used


def test_after_undo_the_kept_tree_is_not_trusted() -> None:
    game = parlour.game("connect_four")
    player, match = make(game, "mcts:simulations=500", 0, Stream.of(1)), Match(game, 1)
    for move in (3, 3):
        player.decide(match.view(0))
        match.play(move)
    match.undo()
    match.undo()
    match.play(0)
    match.play(0)
    choice = player.decide(match.view(0))
    assert choice.work["kept"] == 0
    assert match.game.legal(match.state)[0] == 0


def test_limits_are_kept() -> None:
    assert search("", "mcts", limit="simulations=1").work["simulations"] == 1
    assert search("", "mcts", limit="simulations=77").work["simulations"] == 77
    quick = search("", "mcts:threads=2", limit="seconds=0.05")
    assert quick.work["simulations"] > 0


def test_a_small_pool_grows_and_a_full_one_still_plays_out() -> None:
    game, stop = parlour.game("connect_four"), np.zeros(1, np.int64)
    tree = trees.new_tree(64)
    done = trees.simulate(game.start(), tree, Stream.of(1), 1000, PLAIN, 1, 10**6, stop)
    assert 0 < done < 1000
    full = trees.new_tree(64)
    done = trees.simulate(game.start(), full, Stream.of(1), 1000, PLAIN, 1, 64, stop)
    assert done == 1000
    assert full.visits[0] == 1000


@pytest.mark.parametrize("policy", ["random", "greedy", "rules"])
def test_every_playout_policy_finds_the_block(policy: str) -> None:
    assert search("4 1 4 1 4", f"mcts:simulations=300,playout={policy}").move == "4"


def test_interpreted_and_native_trees_are_the_same_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    native = search("44", "mcts:simulations=300").to_json()
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")
    assert search("44", "mcts:simulations=300").to_json() == native


def test_chance_nodes_are_sampled_by_weight(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_loaded", dict(registry._loaded))  # the game goes when the test does
    (tmp_path / "coin.py").write_text(COIN)
    parlour.load(tmp_path / "coin.py")
    choice = parlour.analyse("coin", "", "mcts:simulations=4000", seed=3)
    values = {c.move: c.value for c in choice.candidates}
    assert choice.move == "1"  # the coin: 0.75 * 1 - 0.25 * 1 = 0.5 beats the sure 0.2
    assert values["1"] == pytest.approx(0.5, abs=0.06)
    assert parlour.analyse("coin", "", "expectimax").value == pytest.approx(0.5)
    assert parlour.solve("coin").value == pytest.approx(0.5)


def test_it_refuses_hidden_information() -> None:
    with pytest.raises(ParlourError, match="without hidden information"):
        make(parlour.game("kuhn_poker"), "mcts")
    assert Limit() == Limit.of(None)


COIN = '''
"""Take a sure fifth, or toss a coin that is heads three times in four."""
from typing import NamedTuple
from parlour import CHANCE, OVER
SEATS, ACTIONS = 1, 2
class State(NamedTuple):
    stage: int
    won: int
def start(): return State(0, 0)
def turn(s): return 0 if s.stage == 0 else (CHANCE if s.stage == 1 else OVER)
def legal(s): return 3 if s.stage < 2 else 0
def play(s, a):
    if s.stage == 0:
        return State(1, 0) if a == 1 else State(2, 2)
    return State(2, 1 if a == 1 else 0)
def weights(s, a): return 0.75 if a == 1 else 0.25
def returns(s): return (0.2 if s.won == 2 else (1.0 if s.won == 1 else -1.0),)
'''


FLIPS = '''
"""Write six digits, 0 or 1: the more ones the better."""
from typing import NamedTuple
from parlour import OVER
SEATS, ACTIONS, BOUNDS = 1, 2, (0.0, 6.0)
class State(NamedTuple):
    made: int
    ones: int
def start(): return State(0, 0)
def turn(s): return 0 if s.made < 6 else OVER
def legal(s): return 3 if s.made < 6 else 0
def play(s, a): return State(s.made + 1, s.ones + a)
def returns(s): return (float(s.ones),)
def rollout(s, rng): return s.made & 1
def noughts(s, rng): return 0
def ones(s, rng): return 1
PLAYOUTS = {"noughts": noughts, "ones": ones}
'''


@pytest.mark.parametrize("backend", ["native", "interpreted"])
def test_a_game_may_name_playouts_of_its_own(
    backend: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "_loaded", dict(registry._loaded))
    monkeypatch.setenv("PARLOUR_BACKEND", backend)
    (tmp_path / "flips.py").write_text(FLIPS)
    parlour.load(tmp_path / "flips.py")
    for search in ("montecarlo", "mcts:simulations=2"):
        for playout, values in (("noughts", [1, 0]), ("rules", [4, 3]), ("ones", [6, 5])):
            spec = f"{search}{',' if ':' in search else ':'}playout={playout}"
            choice = parlour.analyse("flips", "", spec)
            assert [c.value for c in choice.candidates] == values
        half = parlour.analyse("flips", "", f"{spec},epsilon=0.5,simulations=2000")
        assert half.value == pytest.approx(4.75, abs=1.3)
        with pytest.raises(ParlourError, match=r"choose one of random, greedy, rules, noughts, ones$"):
            make(parlour.game("flips"), "mcts:playout=twos")


def test_rules_that_keep_an_action_in_a_tuple_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_BACKEND", "native")  # raises where it would fall back
    s, pool = parlour.game("kuhn_poker", deal="K/Q").start(), trees.new_tree(100)
    stop = np.zeros(1, np.int64)
    assert trees.simulate(s, pool, Stream.of(1), 50, Settings(1.0, 0, 0.0, -2.0, 2.0), 0, 100, stop) == 50
    assert pool.visits[0] == 50
