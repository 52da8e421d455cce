"""One seat of any game is a Gymnasium environment: by Gymnasium's own check, and by what its users expect."""

from __future__ import annotations

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import parlour
from parlour import ParlourError
from parlour.core.errors import BadOption, GameOver


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch):
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")


def random_episode(env, seed, rng):
    observation, info = env.reset(seed=seed)
    steps, over = [], False
    while not over:
        assert env.observation_space.contains(observation)
        assert env.action_masks().tolist() == info["action_mask"].astype(bool).tolist()
        legal = np.flatnonzero(info["action_mask"])
        observation, reward, terminated, truncated, info = env.step(legal[rng.integers(len(legal))])
        steps.append((observation.tolist(), reward, terminated, truncated))
        over = terminated or truncated
    return steps


@pytest.mark.filterwarnings("ignore:.*Not able to test alternative render modes")
@pytest.mark.parametrize("name", parlour.game_names())
def test_the_check_of_gymnasium_passes(name):
    for seat in {0, parlour.game(name).seats - 1}:
        check_env(parlour.gymnasium(name, seat=seat, render_mode="ansi"))


@pytest.mark.parametrize("name", parlour.game_names())
def test_the_same_seed_and_actions_give_the_same_episode(name):
    first, second = (random_episode(parlour.gymnasium(name), 4, np.random.default_rng(1)) for _ in range(2))
    assert first == second
    assert [step[1:] for step in first[:-1]] == [(0.0, False, False)] * (len(first) - 1)
    low, high = parlour.game(name).bounds
    assert first[-1][2]
    assert low <= first[-1][1] <= high


@pytest.mark.parametrize("seat", [0, 1])
def test_opponents_play_what_they_play_in_a_match(seat):
    specs = ["mcts:simulations=20"] * 2
    specs[seat] = "greedy"
    record = parlour.play("connect_four", specs, seed=3)
    env = parlour.gymnasium("connect_four", seat=seat, opponents="mcts:simulations=20")
    env.reset(seed=3)
    reward = over = 0
    for move in record.moves[seat::2]:
        assert not over
        _, reward, over, _, _ = env.step(int(move) - 1)
    assert over
    assert reward == record.returns[seat]


def test_each_other_seat_may_have_its_own_opponent():
    env = parlour.gymnasium("hearts", seat=2, opponents=["random", "greedy", "random"], limit="simulations=1")
    env.reset(seed=1)
    assert [other.spec for other in env._others.values()] == ["random", "greedy", "random"]
    assert list(env._others) == [0, 1, 3]


def test_an_illegal_action_loses_and_says_why():
    env = parlour.gymnasium("dots_and_boxes", opponents="random")
    env.reset(seed=1)
    assert env.step(0)[1:4] == (0.0, False, False)
    observation, reward, terminated, truncated, info = env.step(0)
    assert (reward, terminated, truncated) == (-9.0, True, False)
    assert "action 0 is illegal here" in info["illegal"]
    assert not info["action_mask"].any()
    assert env.observation_space.contains(observation)
    with pytest.raises(GameOver, match=r"the episode is over; call reset\(\)"):
        env.step(1)


def test_an_episode_is_truncated_after_so_many_actions():
    env = parlour.gymnasium("connect_four", max_cycles=2)
    env.reset(seed=1)
    assert env.step(0)[2:4] == (False, False)
    assert env.step(1)[2:4] == (False, True)


def test_an_episode_that_is_over_at_once_still_gives_its_result():
    """The other folds before the seat has acted, or a natural is dealt: one action, whichever, ends it."""
    env = parlour.gymnasium("blackjack", deal="As 9d Ts 2c")
    _, info = env.reset(seed=1)
    assert info["action_mask"].all()
    assert env.step(0)[1:4] == (1.5, True, False)
    env = parlour.gymnasium("holdem", seat=0)
    ended = []
    for seed in range(60):
        env.reset(seed=seed)
        if env._episode.match.over:
            ended.append(env.step(17)[1:3])
    assert ended
    assert all(reward > 0 and over for reward, over in ended)


def test_the_results_are_those_of_whole_games():
    """Naturals are among the episodes, so that the mean is the game's."""
    env, results, found = parlour.gymnasium("blackjack"), [], []
    for seed in range(100):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            _, reward, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
        found.append(reward)
        match = parlour.Match("blackjack", seed)
        while not match.over:
            match.play(match.game.legal(match.state)[-1])
        results.append(match.returns[0])
    assert found == results
    assert 1.5 in results


def test_what_makes_no_sense_is_refused_in_one_line():
    for options, told in [
        ({"seat": 2}, "no seat 2"),
        ({"seat": -1}, "give the seat that learns, from 0 to 1"),
        ({"opponents": "nobody"}, "nobody"),
        ({"opponents": ["random", "random"]}, "has 1 other seats; 2 opponents given"),
        ({"opponents": 3}, "3 is not a strategy"),
        ({"limit": "x"}, "'x': write options as name=value"),
        ({"render_mode": "rgb_array"}, "render_mode='rgb_array': needs ansi, human or None"),
        ({"max_cycles": 0}, "max_cycles=0: needs a whole number from 1, or None"),
        ({"bits": 1}, "bits=1: needs True or False"),
        ({"heaps": 3}, "heaps"),
    ]:
        with pytest.raises(BadOption if "nobody" not in told else ParlourError, match=told):
            parlour.gymnasium("connect_four", **options)


def test_the_board_is_drawn(capsys):
    env = parlour.gymnasium("tic_tac_toe", render_mode="human")
    env.reset(seed=1)
    env.step(4)
    assert capsys.readouterr().out.count("a") >= 2
    env = parlour.gymnasium("tic_tac_toe")
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None
