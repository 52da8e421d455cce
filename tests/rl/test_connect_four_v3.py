"""PettingZoo's Connect Four and ours agree move by move."""

from __future__ import annotations

import sys
from types import ModuleType

import numpy as np
import pytest

import parlour

GAMES = 1000


@pytest.fixture
def theirs(monkeypatch):
    """Give PettingZoo's environment; it draws by pygame, which a game that is not drawn does without."""
    monkeypatch.setitem(sys.modules, "pygame", sys.modules.get("pygame", ModuleType("pygame")))
    from pettingzoo.classic.connect_four.connect_four import raw_env

    return raw_env()


def board_of(observation):
    """Read a board off an observation: what belongs to the player to move is 1, the other's is 2."""
    _, mine, mask, _, _ = observation.tolist()
    cells = np.arange(6)[::-1, None] + 7 * np.arange(7)[None, :]
    owned, filled = mine >> cells & 1, mask >> cells & 1
    return owned + 2 * (filled - owned)


def test_a_thousand_random_games_are_the_same(theirs):
    ours, rng = parlour.pettingzoo("connect_four").unwrapped, np.random.default_rng(2)
    results = []
    for _ in range(GAMES):
        theirs.reset()
        ours.reset()
        while not any(ours.terminations.values()):
            assert ours.agent_selection == theirs.agent_selection
            agent = ours.agent_selection
            mine, other = ours.observe(agent), theirs.observe(agent)
            assert mine["action_mask"].tolist() == other["action_mask"].tolist()
            planes = other["observation"]
            assert (board_of(mine["observation"]) == planes[..., 0] + 2 * planes[..., 1]).all()
            action = int(rng.choice(np.flatnonzero(mine["action_mask"])))
            ours.step(action)
            theirs.step(action)
            assert ours.terminations == theirs.terminations
            assert ours.rewards == theirs.rewards
        results.append(ours.rewards["player_0"])
    assert {-1.0, 0.0, 1.0} == set(results)
