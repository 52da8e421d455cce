"""Worlds on a device: drawn, played out and searched by the GPU, or by its simulator, as by the cores."""

from __future__ import annotations

from typing import Any

import pytest

import parlour
from parlour.batches.playouts import playouts
from parlour.batches.worlds import worlds
from parlour.compile.device import memory
from parlour.core.limit import Limit
from parlour.core.rng import Stream
from parlour.core.spec import make
from parlour.search.determinized_lanes import Woods
from parlour.search.montecarlo_lanes import Sampler


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")  # the cores need not compile what is compared


def view_of(name: str) -> Any:
    match = parlour.Match(parlour.game(name), 3)
    return match.view(match.turn)


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker", "hearts"])
def test_worlds_are_those_of_the_cores(name: str) -> None:
    there, here = (worlds(view_of(name), n=4, device=device, seed=2) for device in ("gpu", "cpu"))
    assert (memory("gpu").get(there) == here).all()


@pytest.mark.parametrize("policy", ["random", "rules"])
def test_so_are_results_of_playouts(policy: str) -> None:
    view = view_of("leduc_poker")
    table = worlds(view, n=4, device="cpu", seed=2)
    there, here = (playouts(view.game, table, 8, device, 5, policy, epsilon=0.5) for device in ("gpu", "cpu"))
    assert (memory("gpu").get(there) == here).all()


@pytest.mark.parametrize("name", ["kuhn_poker", "tic_tac_toe"])
def test_flat_monte_carlo_finds_the_same(name: str) -> None:
    view = view_of(name)
    player, other = (make(view.game, "montecarlo", view.seat, Stream.of(1)) for _ in range(2))
    player._sampler, other._sampler = Sampler("gpu"), Sampler("cpu")  # type: ignore[attr-defined]
    there, here = (each.decide(view, Limit(simulations=36)) for each in (player, other))
    assert there.action == here.action
    for one, two in zip(there.candidates, here.candidates, strict=True):
        assert (one.move, one.visits) == (two.move, two.visits)
        assert one.value == pytest.approx(two.value, abs=1e-6)


def test_trees_in_many_worlds_find_the_same() -> None:
    view = view_of("kuhn_poker")
    spec = "determinized:worlds=10,simulations=6"
    device = make(view.game, f"{spec},device=gpu", view.seat, Stream.of(1))
    cores: Any = make(view.game, spec, view.seat, Stream.of(1))
    cores._woods = Woods("cpu", view.game.actions, cores.simulations)
    there, here = (each.decide(view, Limit()) for each in (device, cores))
    assert there.action == here.action
    assert sum(c.visits or 0 for c in there.candidates) == 60
    for one, two in zip(there.candidates, here.candidates, strict=True):
        assert one.value == pytest.approx(two.value, abs=1e-6)


@pytest.mark.parametrize("spec", ["montecarlo", "determinized"])
def test_a_limit_on_time_is_kept(spec: str) -> None:
    view = view_of("kuhn_poker")
    choice = make(view.game, f"{spec}:device=gpu", view.seat, Stream.of(1)).decide(view, Limit(seconds=0.02))
    assert choice.work["device"] == "gpu"
    assert choice.work["simulations"] > 1
