"""Any game is a PettingZoo environment whose agents act at once: by PettingZoo's own tests, and by ours."""

from __future__ import annotations

import pickle
import warnings
from types import SimpleNamespace

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test
from pettingzoo.utils.conversions import parallel_to_aec

import parlour
from parlour import ParlourError
from parlour.core.errors import GameOver

# What PettingZoo says of every game that is not on its own list of those with masks, and of an empty board.
SAID = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "all zeros",
)


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch):
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")


def parallel(name, **options):
    return parlour.pettingzoo(name, parallel=True, **options)


def in_turn(name, **options):
    """Make the twin in which agents give their actions one after the other."""
    return parallel_to_aec(parallel(name, **options))


def samples(env):
    return {agent: env.action_space(agent).sample() for agent in env.agents}


def lowest(seen):
    """Take the lowest action that each agent's mask allows."""
    return {agent: int(np.flatnonzero(each["action_mask"])[0]) for agent, each in seen.items()}


def comparable(told):
    """Turn the arrays of a step into lists."""
    if isinstance(told, dict):
        return {key: comparable(value) for key, value in told.items()}
    return told.tolist() if isinstance(told, np.ndarray) else told


@pytest.mark.parametrize("name", parlour.game_names())
def test_the_tests_of_pettingzoo_pass(name):
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        max_cycles_test(
            SimpleNamespace(
                parallel_env=lambda max_cycles: parallel(name, max_cycles=max_cycles),
                env=lambda max_cycles: in_turn(name, max_cycles=max_cycles),
            )
        )
        parallel_api_test(parallel(name), num_cycles=40)
        parallel_seed_test(lambda: parallel(name), num_cycles=40)
        api_test(in_turn(name, max_cycles=15), num_cycles=30)
    assert [w for w in map(str, (each.message for each in said)) if not any(part in w for part in SAID)] == []


@pytest.mark.parametrize("name", parlour.game_names())
def test_a_game_is_the_one_whose_agents_act_in_turn(name):
    """With legal actions both forms give every agent the same observations, and the same results."""
    ours, theirs = parallel(name), parlour.pettingzoo(name).unwrapped
    rng = np.random.default_rng(3)
    seen, _ = ours.reset(seed=6)
    theirs.reset(seed=6)
    while True:
        assert all(ours.observation_space(agent).contains(seen[agent]) for agent in seen)
        for agent in theirs.possible_agents:
            told = theirs.observe(agent)
            assert seen[agent]["observation"].tolist() == told["observation"].tolist()
            if agent == theirs.agent_selection and ours.agents:
                assert seen[agent]["action_mask"].tolist() == told["action_mask"].tolist()
            else:
                assert seen[agent]["action_mask"].all()
        if not ours.agents:
            break
        actions = {
            agent: int(rng.choice(np.flatnonzero(seen[agent]["action_mask"]))) for agent in ours.agents
        }
        theirs.step(actions[theirs.agent_selection])
        seen, rewards, ended, cut, infos = ours.step(actions)
        assert rewards == theirs.rewards
        assert ended == theirs.terminations
        assert not any(cut.values())
        assert not any(infos.values())


@pytest.mark.parametrize("name", ["kuhn_poker", "connect_four", "blackjack", "hearts"])
def test_the_same_seed_and_actions_give_the_same_episode(name):
    """Whatever the actions: those that stand in for illegal ones are drawn by the seed as well."""
    first, second = parallel(name, max_cycles=60), parallel(name, max_cycles=60)
    for seed in (4, None):
        assert comparable(first.reset(seed=seed)[0]) == comparable(second.reset(seed=seed)[0])
        while first.agents:
            actions = samples(first)
            assert [*map(comparable, first.step(actions))] == [*map(comparable, second.step(actions))]
        assert not second.agents


def test_only_the_action_of_the_seat_to_act_counts():
    env = parallel("tic_tac_toe")
    env.reset(seed=1)
    seen, _, _, _, infos = env.step({"player_0": 4, "player_1": "whatever"})
    assert seen["player_1"]["action_mask"].tolist() == [1, 1, 1, 1, 0, 1, 1, 1, 1]
    assert seen["player_0"]["action_mask"].all()
    assert infos == {"player_0": {}, "player_1": {}}
    env.step({"player_1": 0})  # the others need not give any
    assert env._episode.match.actions == [4, 0]


def test_a_legal_action_stands_in_for_an_illegal_one():
    env = parallel("tic_tac_toe")
    found = set()
    for seed in range(40):
        env.reset(seed=seed)
        env.step({"player_0": 4})
        _, rewards, ended, _, infos = env.step({"player_1": 4})
        assert infos == {"player_0": {}, "player_1": {"illegal": True}}
        assert not any([*ended.values(), *rewards.values()])
        found.add(env._episode.match.actions[1])
    assert found == set(range(9)) - {4}


def test_an_episode_of_so_many_cycles_goes_on_with_other_games():
    env = parallel("nim", heaps=(1, 1), max_cycles=5)
    seen, _ = env.reset(seed=1)
    told = []
    while env.agents:
        seen, rewards, ended, cut, infos = env.step(lowest(seen))
        told.append(
            (rewards["player_0"], ended["player_0"], cut["player_1"], "final_obs" in infos["player_0"])
        )
        if told[-1][3]:
            assert infos["player_1"]["final_obs"][0] == parlour.OVER
            assert seen["player_0"]["observation"][0] == 0
    assert told == [
        (0.0, False, False, False),
        (-1.0, False, False, True),
        (0.0, False, False, False),
        (-1.0, False, False, True),
        (0.0, False, True, False),
    ]


def test_a_game_that_ends_in_the_last_cycle_is_both_ended_and_cut():
    env = parallel("nim", heaps=(1, 1), max_cycles=2)
    seen, _ = env.reset(seed=1)
    seen, *_ = env.step(lowest(seen))
    seen, rewards, ended, cut, infos = env.step(lowest(seen))
    assert rewards == {"player_0": -1.0, "player_1": 1.0}
    assert all([*ended.values(), *cut.values()])
    assert not any(infos.values())
    assert seen["player_0"]["observation"][0] == parlour.OVER


def test_a_game_that_chance_ends_takes_any_action():
    env = parallel("blackjack", deal="As 9d Ts 2c", max_cycles=3)
    seen, _ = env.reset(seed=1)
    assert seen["player_0"]["action_mask"].all()
    rewards = []
    while env.agents:
        _, got, _, _, infos = env.step({"player_0": 3})
        assert "illegal" not in infos["player_0"]
        rewards.append(got["player_0"])
    assert rewards == [1.5] * 3


def test_what_makes_no_sense_is_refused_in_one_line():
    with pytest.raises(ParlourError, match="parallel=1: needs True or False"):
        parlour.pettingzoo("nim", parallel=1)
    env = parallel("tic_tac_toe", max_cycles=1)
    with pytest.raises(GameOver, match=r"call reset\(\) first"):
        env.step({"player_0": 0})
    env.reset()
    for junk in (None, 3, {}, {"player_1": 0}, [0, 0]):
        with pytest.raises(ParlourError, match="step takes a dict of actions by agent; that of player_0 is"):
            env.step(junk)
    for junk in (None, 1.5, True, "a1", 9, -1, [1]):
        with pytest.raises(ParlourError, match=r"tic_tac_toe: no action .*; give a number from 0 to 8"):
            env.step({"player_0": junk})
    env.step({"player_0": 0})
    with pytest.raises(GameOver, match=r"the episode is over; call reset\(\)"):
        env.step({"player_1": 1})


def test_the_board_is_drawn_and_the_environment_is_pickled(capsys):
    env = parallel("kuhn_poker", render_mode="ansi")
    env.reset(seed=1)
    env.step({"player_0": 1})
    assert env.render() == str(env.view("player_1"))
    assert pickle.loads(pickle.dumps(env)).render() == env.render()
    while env.agents:
        env.step(samples(env))
    assert env.render() == str(env.view("player_0"))
    parallel("kuhn_poker", render_mode="human").reset(seed=1)
    assert capsys.readouterr().out
    env.close()
