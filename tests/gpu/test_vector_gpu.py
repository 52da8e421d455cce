"""A GPU plays the same games as the cores, to the byte, and takes and gives its own arrays."""

from __future__ import annotations

import numpy as np
import pytest

import parlour
from parlour.compile.device import why_no_gpu

pytestmark = pytest.mark.skipif(why_no_gpu() is not None, reason=str(why_no_gpu()))


@pytest.mark.parametrize("name", ["connect_four", "kuhn_poker"])
def test_games_are_the_same_as_on_the_cores(name):
    envs = [parlour.vector(name, 4, device=device, seed=2) for device in ("cpu", "gpu")]
    for env in envs:
        env.reset()
    for _ in range(3):
        told = []
        for env in envs:
            env.step(env.random_actions())
            arrays = (env.observations, env.rewards, env.terminations, env.action_mask, env.states)
            told.append([env.numpy(array).tolist() for array in (*arrays, env.final_observations)])
        assert told[0] == told[1]


def test_actions_may_come_from_either_memory():
    env = parlour.vector("tic_tac_toe", 3, device="gpu")
    env.reset()
    env.step(np.array([0, 4, 8], np.int32))
    env.step(env.memory.put(np.array([1, 1, 8])))
    assert env.numpy(env.infos["illegal"]).tolist() == [False, False, True]
    assert env.numpy(env.rewards).tolist() == [[0.0, 0.0], [0.0, 0.0], [0.0, -1.0]]
