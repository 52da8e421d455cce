"""Many games at once keep to the rules, game by game, and show each seat its view alone."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import parlour
from parlour import OVER, ParlourError
from parlour.compile.device import why_no_gpu
from parlour.core import rules
from parlour.core.columns import numbers, unpack
from parlour.core.errors import GameOver
from parlour.rl.advance import advance, choose

GAMES = 5
STEPS = 40


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch):
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")


def states_of(env):
    return [unpack(env.game.start(), env.states, lane) for lane in range(env.num_envs)]


def told(env):
    arrays = (env.observations, env.rewards, env.terminations, env.truncations, env.action_mask)
    finished = env.terminations | env.truncations
    finals = [
        row if over else None for row, over in zip(env.final_observations.tolist(), finished, strict=True)
    ]
    return [*(env.numpy(array).tolist() for array in arrays), finals]


def check_views(env):
    """Hold what is observed against the states: whose turn, the masked state, the legal actions."""
    for lane, s in enumerate(states_of(env)):
        mover = rules.turn(s)
        view = env.game.view(s, max(mover, 0))
        assert env.observations[lane].tolist() == [mover, *numbers(view.state)]
        legal = np.flatnonzero(env.action_mask[lane]).tolist()
        assert legal == (list(range(env.game.actions)) if mover == OVER else view.legal())


@pytest.mark.parametrize("name", parlour.game_names())
def test_every_step_is_one_of_the_game(name):
    env = parlour.vector(name, GAMES, device="cpu", seed=3)
    env.reset()
    check_views(env)
    for _ in range(STEPS):
        before, actions = states_of(env), env.random_actions().copy()
        _, rewards, ended, cut, infos = env.step(actions)
        check_views(env)
        assert not cut.any()
        assert not infos["illegal"].any()
        for lane, (s, after) in enumerate(zip(before, states_of(env), strict=True)):
            over = rules.turn(s) == OVER
            then = s if over else env.game.play(s, int(actions[lane]))
            if rules.turn(then) == rules.CHANCE:
                continue
            assert ended[lane] == (rules.turn(then) == OVER)
            if ended[lane]:
                assert tuple(rewards[lane]) == tuple(np.float32(env.game.returns(then)))
                view = env.game.view(then, max(rules.turn(s), 0))
                assert infos["final_obs"][lane].tolist() == [OVER, *numbers(view.state)]
            else:
                assert after == then
                assert not rewards[lane].any()


def test_chance_is_drawn_by_its_weights():
    """Kuhn's three cards come equally often, and no two seats have the same."""
    env = parlour.vector("kuhn_poker", 600, device="cpu", seed=5)
    env.reset()
    counts = Counter(s.cards for s in states_of(env))
    assert set(counts) == {(a, b) for a in range(3) for b in range(3) if a != b}
    assert min(counts.values()) > 60


def test_a_game_does_not_depend_on_how_many_there_are():
    few, many = (parlour.vector("leduc_poker", n, device="cpu", seed=9) for n in (3, 8))
    for env in (few, many):
        env.reset()
    for _ in range(20):
        for env in (few, many):
            env.step(env.random_actions())
        assert [part[:3] for part in told(many)] == told(few)


def test_the_same_seed_gives_the_same_games():
    env = parlour.vector("kuhn_poker", 20, device="cpu", seed=9)

    def some_steps(**seed):
        env.reset(**seed)
        return [told(env) for _ in range(6) if env.step(env.random_actions())]

    first = some_steps()
    assert some_steps() != first
    assert some_steps(seed=9) == first
    assert some_steps(seed=8) != first


def test_an_illegal_action_ends_its_game_alone():
    env = parlour.vector("dots_and_boxes", 3, device="cpu")
    env.reset()
    env.step([0, 0, 0])
    before = env.observations.tolist()
    _, rewards, ended, _, infos = env.step([1, 0, 99])
    assert infos["final_obs"].tolist() == [[0] * len(before[0]), *before[1:]]
    assert rewards.tolist() == [[0.0, 0.0], [0.0, -9.0], [0.0, -9.0]]
    assert ended.tolist() == infos["illegal"].tolist() == [False, True, True]
    assert [rules.turn(s) for s in states_of(env)] == [0, 0, 0]
    assert infos["action_mask"].sum(axis=1).tolist() == [22, 24, 24]


def test_a_game_is_cut_short_after_so_many_cycles():
    env = parlour.vector("connect_four", 2, device="cpu", max_cycles=2)
    env.reset()
    cut = [env.step([2, 3])[3].tolist() for _ in range(8)]
    s = env.game.start()
    for action in (3, 3, 3, 3):
        s = env.game.play(s, action)
    assert env.final_observations[1].tolist() == [0, *numbers(s)]
    assert env.observations[1].tolist() == [0, *numbers(env.game.start())]
    assert cut == [[False] * 2] * 3 + [[True] * 2] + [[False] * 2] * 3 + [[True] * 2]


def test_a_game_that_chance_ends_takes_any_action_and_gives_its_result():
    env = parlour.vector("blackjack", 2, device="cpu", deal="As 9d Ts 2c")
    observations, infos = env.reset()
    assert observations[:, 0].tolist() == [OVER, OVER]
    assert infos["action_mask"].all()
    _, rewards, ended, _, _ = env.step(env.random_actions())
    assert rewards.tolist() == [[1.5], [1.5]]
    assert ended.all()


def test_games_that_draw_an_option_begin_differently():
    env = parlour.vector("row_column", 6, device="cpu")
    env.reset()
    assert len(set(states_of(env))) > 1
    assert len(set(states_of(parlour.vector("row_column", 6, device="cpu", seed=3)))) == 1  # not begun


def test_spaces_are_those_of_the_other_environments():
    env = parlour.vector("leduc_poker", 4, device="cpu")
    env.reset()
    agent = parlour.pettingzoo("leduc_poker").unwrapped
    assert env.single_observation_space == agent.observation_space("player_0")["observation"]
    assert env.single_action_space == agent.action_space("player_0")
    assert all(env.single_observation_space.contains(each) for each in env.observations)
    assert repr(env) == "VectorEnv(parlour.game('leduc_poker'), 4 games, cpu)"
    env.close()


@pytest.mark.parametrize("actions", [None, 3, [1, 2], [1.0] * 4, ["a"] * 4, [[1]] * 4, [True] * 4])
def test_actions_are_whole_numbers_one_a_game(actions):
    env = parlour.vector("connect_four", 4, device="cpu")
    with pytest.raises(GameOver, match=r"call reset\(\) first"):
        env.random_actions()
    env.reset()
    with pytest.raises(ParlourError, match="connect_four: step takes 4 whole numbers, one action a game"):
        env.step(actions)


@pytest.mark.skipif(why_no_gpu() is None, reason="there is a GPU")
def test_a_gpu_that_is_not_there_is_told_in_one_line():
    with pytest.raises(ParlourError, match=r"device=gpu: .*; use device=cpu, or auto"):
        parlour.vector("nim", 2, device="gpu")
    assert parlour.vector("nim", 2).device == "cpu"


def test_compiled_and_interpreted_games_are_the_same(monkeypatch):
    found = []
    for backend in ("native", "interpreted"):
        monkeypatch.setenv("PARLOUR_BACKEND", backend)
        env = parlour.vector("leduc_poker", 200, device="cpu", seed=4)
        env.reset()
        found.append([told(env) for _ in range(12) if env.step(env.random_actions())])
    assert found[0] == found[1]


def test_it_compiles_for_a_gpu():
    from parlour.compile.gpu import ptx

    env = parlour.vector("leduc_poker", 4, device="cpu")
    args = (env._chosen, env._starts, env.states, env._seen, env._plies)
    given = (env.observations, env.final_observations, env.rewards, env._flags, env.action_mask)
    assert ".entry" in ptx(advance, env._like, 0, env._most, -13.0, *args, *given)
    assert ".entry" in ptx(choose, env._like, env.states, env.action_mask, env._chosen)
