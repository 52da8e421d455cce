"""Information-set search: best replies, no strategy fusion, what nodes and edges mean, threads, limits."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from secrets_kit import Load, Tell, kuhn_queen, some_way_on, told_in_equal_worlds

import parlour
from parlour.core import rules
from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.match import Match
from parlour.core.rng import Stream
from parlour.core.rules import AnyState
from parlour.core.spec import make
from parlour.search import ismcts
from parlour.search.ismcts_kernel import UNSEEN, Views, cleared, explore, new_views
from parlour.search.playout import Settings
from parlour.search.tree import new_tree, simulate

NEVER = np.zeros(1, np.int64)


def explored(game: Game, s: AnyState, simulations: int, draws: int = 1, seed: int = 1) -> Views:
    """Grow a tree for the seat to move, from its masked state or, without draws, from the world itself."""
    seat = rules.turn(s)
    tree = new_views(simulations + 2, game.actions)
    given = rules.mask(s, seat) if draws else s
    settings = Settings(0.5, 0, 0.0, *(float(bound) for bound in game.bounds))
    made = explore(given, seat, draws, tree, Stream.of(seed), simulations, settings, NEVER)
    assert made == simulations
    return tree


def chain(first: Any, following: Any) -> list[int]:
    """List the edges, or nodes, from one on."""
    found, at = [], int(first)
    while at != 0:
        found.append(at)
        at = int(following[at])
    return found


def edges_of(tree: Views, node: int) -> list[int]:
    return chain(tree.edges[node], tree.next)


def nodes_of(tree: Views, edge: int) -> list[int]:
    return chain(tree.below[edge], tree.beside)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    ("moves", "best"),
    [
        ("Q K bet", "call"),  # the king cannot lose
        ("K J bet", "fold"),  # the jack cannot win
        ("K J check bet", "call"),
        ("J K check bet", "fold"),
        ("J Q check bet", "fold"),
        ("J K check", "bet"),
    ],
)
def test_kuhn_1950_best_replies_where_there_is_one_at_any_belief(moves: str, best: str, seed: int) -> None:
    assert parlour.analyse("kuhn_poker", moves, "ismcts:simulations=3000", seed=seed).move == best


def test_a_plan_is_the_same_in_worlds_that_look_alike(load: Load) -> None:
    """Declining a sure 0.4 for a guess is worth 0, not the 1 that `determinized` takes it for."""
    choice = parlour.analyse(load("coin"), "", "ismcts")
    assert choice.move == "take"
    values = choice.evidence["averages"]
    assert values["take"] == pytest.approx(0.4)
    assert values["guess"] == pytest.approx(0.0, abs=0.25)


def test_in_one_world_it_chooses_as_plain_uct(load: Load, tell: Tell) -> None:
    clear = 0
    for seed in range(60):
        game = load("tricks", shuffle=seed)
        match = some_way_on(game, seed)
        tell(match.state)
        tree = new_tree(200_000)
        settings = Settings(0.5, 0, 0.0, *game.bounds)
        simulate(match.state, tree, Stream.of(seed), 8000, settings, 0, 200_000, NEVER)
        kids = int(tree.kids[0])
        visits = tree.visits[1 : kids + 1]
        if np.sort(visits)[-2] * 4 > np.max(visits):  # no move stands out
            continue
        clear += 1
        spec = "ismcts:belief=told,worlds=4,simulations=8000"
        choice = make(game, spec, match.turn, Stream.of(seed)).decide(match.view(match.turn))
        assert choice.action == tree.action[1 + int(np.argmax(visits))]
        assert choice.work["worlds"] == 4
    assert clear >= 10


def test_edges_count_how_often_they_were_offered_and_taken(load: Load) -> None:
    game = load("tricks", ranks=4, shuffle=3)
    tree = explored(game, game.start(), 6000)
    root = edges_of(tree, 0)
    assert sorted(int(tree.label[e]) for e in root) == game.legal(game.start())
    assert sum(int(tree.visits[e]) for e in root) == 6000
    used = int(tree.used[0])
    assert (tree.visits[1:used] >= 1).all()
    assert (tree.visits[1:used] <= tree.offered[1:used]).all()
    for edge in root:  # one's own cards are there in every world, from the first time they were tried
        assert tree.offered[edge] > 6000 - len(root)
    rare = 0
    for edge in root:
        (node,) = nodes_of(tree, edge)  # an open card: there is one view after it
        replies = edges_of(tree, node)
        assert sum(int(tree.visits[e]) for e in replies) == tree.visits[edge] - 1  # but for the first time
        # Another's cards are there in some worlds only.
        rare += sum(int(tree.offered[e]) < int(tree.visits[edge]) // 2 for e in replies)
    assert rare > 20


def test_what_is_done_unseen_is_one_edge_and_what_it_reveals_parts_the_views() -> None:
    """Rock, paper, scissors: seat 1 does not see the throw it has to answer, and does see it afterwards."""
    game = parlour.game("rock_paper_scissors", rounds=3)
    s = game.play(game.start(), 0)
    tree = explored(game, s, 4000)
    for edge in edges_of(tree, 0):
        (after,) = nodes_of(tree, edge)  # own throw made, seat 0 to throw again
        (hidden,) = edges_of(tree, after)
        assert tree.label[hidden] == UNSEEN
        waiting = nodes_of(tree, hidden)  # of that throw nothing is seen, but the one before has been shown
        assert len({int(tree.key[node]) for node in waiting}) == len(waiting) == 3
        for node in waiting:
            assert sorted(int(tree.label[e]) for e in edges_of(tree, node)) == [0, 1, 2]
    open_tree = explored(game, game.start(), 4000)  # seat 0 sees every answer at once
    (first,) = nodes_of(open_tree, edges_of(open_tree, 0)[0])
    assert sorted(int(open_tree.label[e]) for e in edges_of(open_tree, first)) == [0, 1, 2]


def test_chance_is_drawn_by_weight_and_parts_the_tree_where_it_is_seen(
    write_game: Callable[..., Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")
    for shown in (0, 1):
        game = write_game(DRAW.replace("SHOWN = 1", f"SHOWN = {shown}"), f"draw{shown}")
        tree = explored(game, game.start(), 2000)
        edge = max(edges_of(tree, 0), key=lambda e: int(tree.visits[e]))
        (node,) = nodes_of(tree, edge)
        outcomes = {int(tree.label[e]): int(tree.visits[e]) for e in edges_of(tree, node)}
        taken = int(tree.visits[edge]) - 1
        if shown:
            assert outcomes[0] == pytest.approx(taken / 4, abs=4.0 * (taken * 3 / 16) ** 0.5)
            assert outcomes[0] + outcomes[1] == taken
        else:
            assert outcomes == {UNSEEN: taken}
        # Shown, the outcome is guessed; hidden, the likelier one is: right always, or three times in four.
        value = float(tree.total[edge] / tree.visits[edge])
        assert value == pytest.approx(1.0 if shown else 0.75, abs=0.06)


def test_a_belief_is_what_it_acts_on(tell: Tell) -> None:
    game = parlour.game("rock_paper_scissors")
    match = Match(game, 1)
    match.play("scissors")
    for throw, answer in ((0, "paper"), (1, "scissors"), (2, "rock")):
        tell(match.view(1).state._replace(pending=throw))
        for spec in ("ismcts:belief=told,simulations=300", "determinized:belief=told"):
            choice = parlour.analyse(game, match, spec)
            assert choice.move == answer
            assert choice.evidence["belief"] == "told"
            assert choice.evidence["worlds"] == 30  # ismcts: ten playouts in each


def test_weights_of_a_belief_say_how_often_a_world_comes(tell: Tell) -> None:
    view = kuhn_queen()
    weak, strong = (view.state._replace(cards=(card, 1)) for card in (0, 2))
    for shares, value, move in (((3.0, 1.0), 1.0, "call"), ((0.1, 0.9), -1.6, "fold")):
        tell(weak, strong, shares=shares)
        choice = parlour.analyse("kuhn_poker", view, "ismcts:belief=told,worlds=4000,simulations=4000,c=2")
        assert choice.evidence["averages"]["call"] == pytest.approx(value, abs=0.2)
        assert choice.move == move


def test_two_worlds_with_one_view_give_the_same_bytes(load: Load) -> None:
    for seed in range(150):
        assert len(told_in_equal_worlds(load, "ismcts:simulations=100", seed)) == 1


def test_the_same_for_any_number_of_threads_and_another_for_another_stream(load: Load) -> None:
    game = load("tricks", ranks=5, shuffle=2)
    for spec in ("ismcts:trees=4,simulations=5003", "ismcts:trees=2,playout=rules,epsilon=0.2"):
        told = [
            parlour.analyse(game, "", f"{spec},threads={threads}", seed=7).to_json() for threads in (1, 2, 5)
        ]
        assert told[0] == told[1] == told[2]
        assert parlour.analyse(game, "", spec, seed=8).to_json() != told[0]


def test_a_second_decision_starts_from_an_empty_tree(load: Load) -> None:
    game = load("tricks", ranks=5, shuffle=2)
    match = Match(game, 1)
    player = make(game, "ismcts:simulations=3000", 0, Stream.of(4))
    first = player.decide(match.view(0))
    assert player.decide(match.view(0)) == first
    tree = explored(game, game.start(), 500)
    assert cleared(tree).used[:2].tolist() == [1, 1]


def test_simulations_and_worlds_are_as_asked() -> None:
    for spec, limit, simulations, worlds in (
        ("ismcts", "simulations=1", 1, 1),
        ("ismcts:simulations=4321", None, 4321, 4321),
        ("ismcts:trees=3", "simulations=1000", 1000, 1000),
        ("ismcts:worlds=50", "simulations=1000", 1000, 50),
    ):
        choice = parlour.analyse("kuhn_poker", "K Q bet", spec, limit=limit)
        assert choice.work["simulations"] == simulations
        assert choice.work["worlds"] == choice.evidence["worlds"] == worlds
        assert sum(choice.evidence["visits"].values()) == simulations
    assert "1,000 simulations in 50 worlds" in choice.reasons[-1]


def test_it_stops_in_time(load: Load) -> None:
    game = load("tricks", ranks=5, shuffle=2)
    for spec in ("ismcts", "ismcts:trees=2,threads=2"):
        player = make(game, spec, 0, Stream.of(1))
        player.decide(Match(game, 1).view(0), Limit(simulations=100))  # compiled before the watch starts
        began = time.perf_counter()
        choice = player.decide(Match(game, 1).view(0), Limit(seconds=0.2))
        assert 0.15 < time.perf_counter() - began < 10.0
        assert choice.work["simulations"] > 100


def test_a_small_tree_grows_and_a_full_one_still_plays_out(
    load: Load, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = load("tricks", ranks=5, shuffle=2)
    spec = "ismcts:simulations=9000"
    roomy = parlour.analyse(game, "", spec)
    assert roomy.work["nodes"] > ismcts.CHUNK
    monkeypatch.setattr(ismcts, "MOST_NODES", 100)
    monkeypatch.setattr(ismcts, "CHUNK", 50)
    full = parlour.analyse(game, "", spec)
    assert full.work["simulations"] == 9000
    assert full.work["nodes"] <= 100
    assert full.reasons[-1].startswith(
        "9,000 simulations in 9,000 worlds drawn by the game's own rules, over "
    )


def test_interpreted_and_native_agree_to_the_last_digit(load: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("tricks", shuffle=4)
    for it, moves in ((game, ""), (parlour.game("rock_paper_scissors", rounds=3), "rock")):
        spec = "ismcts:simulations=250,playout=rules,epsilon=0.3"
        monkeypatch.delenv("PARLOUR_BACKEND", raising=False)
        native = parlour.analyse(it, moves, spec).to_json()
        monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")
        assert parlour.analyse(it, moves, spec).to_json() == native


DRAW = '''
"""Say anything; a bit is drawn, 1 three times in four; guess it."""
from typing import NamedTuple
from parlour import CHANCE, OVER, UNKNOWN
from parlour.core.rng import uniform
SEATS, ACTIONS, BOUNDS = 1, 2, (0.0, 1.0)
SHOWN = 1
class State(NamedTuple):
    moves: int
    bit: int
    guess: int
def start(): return State(0, -1, -1)
def turn(s): return (0, CHANCE, 0, OVER)[s.moves]
def legal(s): return 3 if s.moves < 3 else 0
def weights(s, a): return 0.75 if a == 1 else 0.25
def play(s, a):
    if s.moves == 0:
        return State(1, -1, -1)
    return State(2, a, -1) if s.moves == 1 else State(3, s.bit, a)
def returns(s): return (1.0 if s.guess == s.bit else 0.0,)
def mask(s, seat): return State(s.moves, UNKNOWN, -1) if s.moves == 2 and not SHOWN else s
def fill(v, seat, rng):
    return State(v.moves, int(uniform(rng) < 0.75), v.guess) if v.bit == UNKNOWN else v
def sees(s, a, seat, now): return s.moves != 1 or SHOWN == 1 or now.moves == 3
'''
