"""Batches on a device: what the GPU, or its simulator, finds is what the cores find."""

from __future__ import annotations

import pytest

import parlour
from parlour import batch_matches, best_response
from parlour.batches.perft import perft
from parlour.compile.device import why_no_gpu

pytestmark = pytest.mark.skipif(why_no_gpu() is not None, reason=str(why_no_gpu()))


@pytest.mark.parametrize(
    ("name", "specs"),
    [
        ("kuhn_poker", ["montecarlo:simulations=4", "equilibrium"]),
        ("tic_tac_toe", ["alphabeta:depth=2", "greedy"]),
    ],
)
def test_the_same_matches_are_played(name, specs, monkeypatch):
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")  # the cores need not compile what is compared
    there = batch_matches(name, specs, 8, "gpu", seed=1)
    here = batch_matches(name, specs, 8, "cpu", seed=1)
    assert there.device == "gpu"
    assert there.text() == here.text()
    assert there.seat_means == here.seat_means


def test_the_same_is_counted():
    game = parlour.game("connect_four")
    assert perft(game, game.start(), 3, "gpu").leaves == 7**3


def test_the_same_response_is_found():
    assert best_response("kuhn_poker", "random", 0, "gpu").value == pytest.approx(1 / 2)
