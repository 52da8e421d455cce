"""Searches of worlds in lanes: worth what they are one by one, the same for a seed, blind to the truth.

The lanes run on the cores here; `tests/gpu` runs them on a device.
"""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest

import parlour
from parlour.compile import device
from parlour.core.choice import Choice
from parlour.core.columns import unpack
from parlour.core.errors import NoDevice
from parlour.core.limit import Limit
from parlour.core.rng import LANES, WORD_MASK, Stream, draw, lane_seed
from parlour.core.rules import fill
from parlour.core.spec import make
from parlour.core.view import View
from parlour.core.words import Z
from parlour.search import determinized_lanes, montecarlo_lanes, rounds
from parlour.search.determinized_lanes import Plan, Woods
from parlour.search.montecarlo_lanes import Sampler
from parlour.search.playout import Settings
from parlour.search.rounds import Rounds
from parlour.search.tree import new_tree, simulate

SPECS = ("montecarlo", "determinized")


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spare the few lanes of a test the compiler."""
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")


def seen(name: str, moves: str = "", seed: int = 3) -> View:
    match = parlour.Match(parlour.game(name), seed)
    for move in moves.split():
        match.play(move)
    return match.view(match.turn)


def in_lanes(view: View, spec: str, simulations: int, seed: int = 1) -> Choice:
    player: Any = make(view.game, spec, view.seat, Stream.of(seed))
    if spec.startswith("montecarlo"):
        player._sampler, player._place = Sampler("cpu"), "cpu"
    else:
        player._woods = Woods("cpu", view.game.actions, player.simulations)
    return player.decide(view, Limit(simulations=simulations))  # type: ignore[no-any-return]


def one_by_one(view: View, spec: str, simulations: int) -> Choice:
    return make(view.game, spec, view.seat, Stream.of(1)).decide(view, Limit(simulations=simulations))


def error(candidate: Any) -> float:
    """Return the standard error that an interval was made from."""
    return float(candidate.high - candidate.low) / (2 * Z)


@pytest.mark.parametrize(
    ("name", "spec"),
    [
        ("leduc_poker", "montecarlo"),
        ("leduc_poker", "montecarlo:playout=greedy,epsilon=0.5"),
        ("tic_tac_toe", "montecarlo"),
        ("leduc_poker", "determinized"),
        ("leduc_poker", "determinized:playout=rules,epsilon=0.2"),
        ("kuhn_poker", "determinized"),
    ],
)
def test_moves_are_worth_what_they_are_one_by_one(name: str, spec: str) -> None:
    view = seen(name)
    lanes = {c.move: c for c in in_lanes(view, spec, 3000).candidates}
    plain = {c.move: c for c in one_by_one(view, spec, 3000).candidates}
    assert lanes.keys() == plain.keys()
    for move, c in lanes.items():
        other = plain[move]
        assert c.value is not None
        assert other.value is not None
        assert abs(c.value - other.value) < 5 * hypot(error(c), error(other))
        assert 0.3 * error(other) < error(c) < 3 * error(other)
    visits = [sum(c.visits or 0 for c in each.values()) for each in (lanes, plain)]
    assert visits[0] == visits[1] == 3000 - 3000 % (len(lanes) if spec.startswith("montecarlo") else 1)


@pytest.mark.parametrize("spec", SPECS)
def test_the_same_seed_gives_the_same_choice_however_large_the_rounds_are(
    spec: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = seen("leduc_poker")
    first = in_lanes(view, spec, 600)
    assert in_lanes(view, spec, 600) == first
    assert in_lanes(view, spec, 600, seed=2).candidates != first.candidates
    monkeypatch.setattr(montecarlo_lanes, "FIRST", 10)
    monkeypatch.setattr(montecarlo_lanes, "MOST", 34)
    monkeypatch.setattr(determinized_lanes, "MOST_STEP", 3)
    assert in_lanes(view, spec, 600) == first
    if spec == "determinized":
        monkeypatch.setattr(determinized_lanes, "AT_ONCE", 5)
        assert in_lanes(view, spec, 600).candidates == first.candidates


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("name", ["hearts", "leduc_poker", "bluff"])
def test_the_truth_has_no_part_in_it(name: str, spec: str) -> None:
    view = seen(name)
    worlds = [fill(view.state, view.seat, Stream.of(seed)) for seed in range(6)]
    assert len(set(worlds)) > 1
    views = [view.game.view(world, view.seat, view.history) for world in worlds]
    told = [in_lanes(each, spec, 60) for each in views[:3]]
    assert told[0] == told[1] == told[2]


def test_the_tree_of_a_lane_is_the_one_that_grows_in_its_world_anywhere_else() -> None:
    view = seen("leduc_poker")
    settings = Settings(0.5, 0, 0.0, *view.game.bounds)
    woods = Woods("cpu", view.game.actions, 50)
    woods.searched(view, len(view.legal()), settings, Stream.of(7), Plan(6, 50, 2), None)
    stream = Stream.of(7)
    draw(stream)
    seed = draw(stream)
    forest: Any = woods._forest
    for lane in range(6):
        world = unpack(view.state, woods._table, lane)
        tree, made = new_tree(2000), 50 + (lane < 2)
        simulate(world, tree, Stream([lane_seed(seed, lane)]), made, settings, 0, 2000, [0])
        used = int(tree.used[0])
        assert forest.used[0, lane] == used
        for name in ("action", "visits", "total"):
            assert getattr(forest, name)[1:used, lane].tolist() == getattr(tree, name)[1:used].tolist()
    assert lane_seed((seed + 3 * LANES) & WORD_MASK, 2) == lane_seed(seed, 5)  # how a later batch is seeded


def test_a_full_pool_is_played_out_from_and_a_path_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    view = seen("leduc_poker")
    monkeypatch.setattr(determinized_lanes, "MOST_BYTES", 1)
    monkeypatch.setattr(determinized_lanes, "PATH", 2)
    choice = in_lanes(view, "determinized", 300)
    assert sum(c.visits or 0 for c in choice.candidates) == 300


def test_it_says_where_it_searched_and_how_worlds_were_drawn() -> None:
    view = seen("leduc_poker")
    flat, trees = in_lanes(view, "montecarlo", 100), in_lanes(view, "determinized", 100)
    assert any("100 random playouts on the GPU, 50 for each move" in each for each in flat.reasons)
    assert any(each.startswith("100 simulations on the GPU in 3 worlds drawn by") for each in trees.reasons)
    assert flat.work["device"] == trees.work["device"] == "cpu"


@pytest.mark.parametrize("spec", SPECS)
def test_without_a_gpu_a_line_says_so_and_auto_takes_the_cpu(
    spec: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(device, "why_no_gpu", lambda: "no GPU is in this machine")
    game = parlour.game("leduc_poker")
    with pytest.raises(NoDevice, match="device=gpu: no GPU is in this machine; use device=cpu, or auto"):
        make(game, f"{spec}:device=gpu", 0, Stream.of(1))
    view = seen("leduc_poker")
    auto = make(view.game, f"{spec}:device=auto", view.seat, Stream.of(1))
    assert auto.decide(view, Limit(simulations=90)) == one_by_one(view, spec, 90)


class Time:
    """A clock that only work moves."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.at = 0.0
        monkeypatch.setattr(rounds, "now", lambda: self.at)


def test_rounds_grow_to_milliseconds_and_end_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    time = Time(monkeypatch)
    pace, sizes = Rounds(10**9, 100, 100_000, 0.05), []
    while size := pace.next():
        time.at += 0.0005 + size / 10_000_000  # a launch, and the work
        pace.made(size)
        sizes.append(size)
    assert sizes[0] == 100
    assert 20_000 < max(sizes) <= 100_000
    assert 0.045 < time.at < 0.051


def test_rounds_do_all_of_a_limited_work_and_one_round_where_there_is_no_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    time = Time(monkeypatch)
    pace, made = Rounds(1234, 100, 500, None), 0
    while size := pace.next():
        pace.made(size)
        made += size
    assert made == 1234
    pace = Rounds(1234, 100, 500, 0.001)
    time.at += 1.0
    assert pace.next() == 100
    pace.made(100)
    assert pace.next() == 0
