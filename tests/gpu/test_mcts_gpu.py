"""UCT on a GPU, or its simulator, finds what the cores find."""

from __future__ import annotations

import pytest

import parlour
from parlour.compile.device import is_simulated, why_no_gpu
from parlour.core.limit import Limit
from parlour.core.match import Match
from parlour.core.rng import Stream
from parlour.search.mcts import MCTS

pytestmark = pytest.mark.skipif(why_no_gpu() is not None, reason="no GPU, and not its simulator")


def test_a_gpu_grows_the_tree_of_the_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")  # the cores' half
    game, match = parlour.game("tic_tac_toe"), Match(parlour.game("tic_tac_toe"), 0)
    for move in ("a1", "b2", "b1"):
        match.play(move)
    found = []
    for device in ("gpu", "cpu"):
        player = MCTS(game, 1, Stream.of(2), simulations=64, lanes=16)
        choice = player._choose_on(device, match.view(1), Limit())
        found.append({c.action: (c.visits, c.value) for c in choice.candidates})
        assert choice.action == 2  # c1 blocks
    if is_simulated():  # a GPU's logarithm may differ in the last bit
        assert found[0] == found[1]


def test_a_spec_may_name_the_gpu() -> None:
    choice = parlour.analyse("tic_tac_toe", "a1 b1 a2 b2", "mcts:device=gpu,simulations=40", seed=1)
    assert choice.move == "a3"
    assert choice.work["proven"]
    assert "on the GPU" in choice.reasons[-1]
