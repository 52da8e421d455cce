"""Any game is a PettingZoo environment: by PettingZoo's own tests, and by what its users expect."""

from __future__ import annotations

import pickle
import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import parlour
from alike import pairs
from parlour import ParlourError, Stream
from parlour.core.columns import numbers
from parlour.core.errors import GameOver, IllegalMove
from parlour.core.rules import OVER, UNKNOWN

HIDDEN = [name for name in parlour.game_names() if parlour.game(name).traits.hidden]
PAIRS = 200
# What PettingZoo says of every game that is not on its own list of those with masks, and of an empty board.
SAID = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "all zeros",
)


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch):
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")


def random_episode(env, seed, rng):
    """Play an episode at random; give what every agent saw, took and got, step by step."""
    env.reset(seed=seed)
    steps = []
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        action = None
        if not (terminated or truncated):
            legal = np.flatnonzero(seen["action_mask"])
            action = int(legal[rng.below(len(legal))])
        steps.append((agent, seen["observation"].tolist(), reward, action))
        env.step(action)
    return steps


@pytest.mark.parametrize("bits", [False, True])
@pytest.mark.parametrize("name", parlour.game_names())
def test_the_tests_of_pettingzoo_pass(name, bits):
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        api_test(parlour.pettingzoo(name, bits=bits), num_cycles=60)
        seed_test(lambda: parlour.pettingzoo(name, bits=bits), num_cycles=60)
        render_test(lambda **mode: parlour.pettingzoo(name, bits=bits, **mode))
    assert [w for w in map(str, (each.message for each in said)) if not any(part in w for part in SAID)] == []


@pytest.mark.parametrize("name", parlour.game_names())
def test_an_episode_is_the_match_of_its_seed(name):
    env, rng = parlour.pettingzoo(name), Stream.of(7, name)
    steps = random_episode(env, 7, rng)
    assert steps == random_episode(env, 7, Stream.of(7, name))
    match = parlour.Match(name, 7)
    for agent, observation, _, action in steps:
        if action is None or match.over:
            continue
        assert agent == f"player_{match.turn}"
        view = match.view(match.turn)
        assert observation == [match.turn, *numbers(view.state)]
        match.play(action)
    assert match.over
    results = {agent: reward for agent, _, reward, action in steps if action is None}
    assert results == {f"player_{seat}": result for seat, result in enumerate(match.returns)}


def test_later_episodes_follow_from_the_seed():
    first, second = parlour.pettingzoo("kuhn_poker"), parlour.pettingzoo("kuhn_poker")
    seen = []
    for env in (first, second):
        env.reset(seed=5)
        seen.append([])
        for _ in range(20):
            env.reset()
            seen[-1].append(env.observe("player_0")["observation"].tolist())
    assert seen[0] == seen[1]
    assert len({tuple(each) for each in seen[0]}) == 3  # the three cards


@pytest.mark.parametrize("name", HIDDEN)
def test_worlds_that_look_alike_are_observed_alike(name):
    env = parlour.pettingzoo(name)
    env.reset(seed=1)
    match, found = env.unwrapped._episode.match, 0
    for pair in pairs(parlour.game(name), 1):
        if pair.seat < 0:
            continue
        seen = []
        for states, actions in pair.lines:
            match.states, match.actions = states, actions
            told = env.observe(f"player_{pair.seat}")
            seen.append((told["observation"].tolist(), told["action_mask"].tolist()))
        assert seen[0] == seen[1], pair
        found += 1
        if found == PAIRS:
            break


def test_what_a_seat_does_not_know_is_unknown_until_it_is_shown():
    env = parlour.pettingzoo("leduc_poker")
    env.reset(seed=1)
    cards = [env.observe(agent)["observation"][1:3].tolist() for agent in env.agents]
    assert cards[0][1] == cards[1][0] == UNKNOWN
    assert UNKNOWN not in (cards[0][0], cards[1][1])


def test_only_who_is_to_act_has_actions():
    env = parlour.pettingzoo("tic_tac_toe")
    env.reset()
    assert env.observe("player_0")["action_mask"].sum() == 9
    assert env.observe("player_1")["action_mask"].sum() == 0
    env.step(4)
    assert env.agent_selection == "player_1"
    assert env.observe("player_1")["action_mask"].tolist() == [1, 1, 1, 1, 0, 1, 1, 1, 1]


def test_bits_are_the_bits_of_the_numbers():
    plain, spelled = parlour.pettingzoo("bluff"), parlour.pettingzoo("bluff", bits=True)
    for env in (plain, spelled):
        env.reset(seed=3)
    numbers = plain.observe("player_0")["observation"]
    bits = spelled.observe("player_0")["observation"].reshape(-1, 64).astype(np.uint64)
    assert (bits << np.arange(64, dtype=np.uint64)).sum(axis=1).astype(np.int64).tolist() == numbers.tolist()
    assert numbers.min() < 0


@pytest.mark.filterwarnings("ignore")
def test_an_illegal_action_loses():
    env = parlour.pettingzoo("dots_and_boxes")
    env.reset()
    env.step(0)
    env.step(0)
    results = {}
    for agent in env.agent_iter():
        _, results[agent], terminated, _, _ = env.last()
        assert terminated
        env.step(None)
    assert results == {"player_0": 0.0, "player_1": -9.0}
    env.reset()
    with pytest.raises(AssertionError, match="not in action space"):
        env.step(99)


def test_the_bare_environment_raises_one_line():
    env = parlour.pettingzoo("tic_tac_toe").unwrapped
    with pytest.raises(GameOver, match=r"call reset\(\) first"):
        env.observe("player_0")
    env.reset()
    env.step(0)
    with pytest.raises(IllegalMove, match="illegal here; legal: "):
        env.step(0)
    for junk in (None, 1.5, True, "a1", 9, -1, [1]):
        with pytest.raises(ParlourError, match=r"tic_tac_toe: no action .*; give a number from 0 to 8"):
            env.step(junk)
    with pytest.raises(ParlourError, match="seed=-1"):
        env.reset(seed=-1)


@pytest.mark.parametrize("name", ["connect_four", "hearts", "bluff", "battleship", "checkers"])
def test_an_episode_is_truncated_after_so_many_cycles(name):
    """A cycle is an action of every agent; the parallel form is put to `max_cycles_test`."""
    env = parlour.pettingzoo(name, max_cycles=2)
    env.reset(seed=2)
    counts = dict.fromkeys(env.agents, 0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        assert not terminated
        assert reward == 0.0
        counts[agent] += not truncated
        env.step(None if truncated else int(np.flatnonzero(seen["action_mask"])[-1]))
    assert sum(counts.values()) == 2 * len(counts)


def test_a_game_that_chance_ends_is_over_after_one_action():
    """With a natural there is nothing to decide: any action brings the result."""
    env = parlour.pettingzoo("blackjack", deal="As 9d Ts 2c")
    env.reset(seed=1)
    assert env.unwrapped._episode.match.over
    seen, _, terminated, _, _ = env.last()
    assert not terminated
    assert seen["observation"][0] == OVER
    assert seen["action_mask"].all()
    env.step(3)
    assert env.last()[1:3] == (1.5, True)


def test_the_board_is_drawn(capsys):
    env = parlour.pettingzoo("tic_tac_toe", render_mode="ansi")
    env.reset()
    env.step(4)
    assert env.render() == str(env.unwrapped.view("player_1"))
    env = parlour.pettingzoo("kuhn_poker", render_mode="human")
    env.reset(seed=1)
    assert capsys.readouterr().out.strip() == str(env.unwrapped.view("player_0")).strip()
    env.close()
    env = parlour.pettingzoo("tic_tac_toe")
    env.reset()
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None


def test_options_are_the_game_s():
    env = parlour.pettingzoo("nim", heaps=(1, 2))
    env.reset()
    assert env.observe("player_0")["action_mask"].sum() == 3
    assert parlour.pettingzoo(parlour.game("nim", heaps=(1, 2))).unwrapped.game == env.unwrapped.game
    with pytest.raises(ParlourError, match="nim is settled; give its options"):
        parlour.pettingzoo(parlour.game("nim"), heaps=(1, 2))
    assert pickle.loads(pickle.dumps(env.unwrapped)).observe("player_0")["observation"].tolist() == (
        env.observe("player_0")["observation"].tolist()
    )
