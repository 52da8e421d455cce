"""A game as a PettingZoo environment in which agents act one after the other (AEC)."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

from parlour.core.game import Game
from parlour.rl.agents import Agents


def wrapped(game: Game, render_mode: str | None, max_cycles: int | None, bits: bool) -> AECEnv:
    """Make the environment with the guards that PettingZoo puts round its own games.

    An illegal action ends the episode: its agent gets the worst result there is, the others nothing.
    """
    env: Any = GameEnv(game, render_mode, max_cycles, bits)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=game.bounds[0])
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)


class GameEnv(Agents, AECEnv):  # type: ignore[misc]
    """Any game: seats are agents, chance is drawn inside, the results are the rewards of the last step."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin an episode: the match of that seed, or of one that follows from the last seed given."""
        self._episode.begin(seed)
        self._actions = 0
        self._skip_agent_selection = None
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._episode.turn]
        self._show()

    def step(self, action: int | None) -> None:
        """Let the agent whose turn it is act; chance is drawn until another decision is due."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._episode.play(action)
        self._actions += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self._episode.over:
            self.rewards = dict(zip(self.possible_agents, self._episode.match.returns, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            after = self._seat(agent) + 1
        else:
            most = None if self.max_cycles is None else self.max_cycles * self.game.seats
            self.truncations = dict.fromkeys(self.agents, self._actions == most)
            after = self._episode.turn
        self.agent_selection = self.possible_agents[after % self.game.seats]
        self._accumulate_rewards()
        self._show()

    def observe(self, agent: str) -> dict[str, Any]:
        """Give what an agent's seat may know, with a mask of its actions: none unless it is to act."""
        seat, episode = self._seat(agent), self._episode
        return {"observation": episode.vector(seat), "action_mask": episode.mask(seat)}

    def _acting(self) -> str:
        return self.agent_selection
