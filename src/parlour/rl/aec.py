"""A game as a PettingZoo environment in which agents act one after the other (AEC)."""

from __future__ import annotations

from typing import Any

from gymnasium import logger, spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

from parlour.core.game import Game
from parlour.core.view import View
from parlour.rl.episode import Episode

AGENT = "player_"


def wrapped(game: Game, render_mode: str | None, max_cycles: int | None, bits: bool) -> AECEnv:
    """Make the environment with the guards that PettingZoo puts round its own games.

    An illegal action ends the episode: its agent gets the worst result there is, the others nothing.
    """
    env: Any = GameEnv(game, render_mode, max_cycles, bits)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=game.bounds[0])
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)


class GameEnv(AECEnv):  # type: ignore[misc]
    """Any game: seats are agents, chance is drawn inside, the results are the rewards of the last step."""

    def __init__(self, game: Game, render_mode: str | None, max_cycles: int | None, bits: bool) -> None:
        super().__init__()
        self.game, self.render_mode, self.max_cycles = game, render_mode, max_cycles
        self.metadata = {"name": game.name, "render_modes": ["ansi", "human"], "is_parallelizable": False}
        self.possible_agents = [f"{AGENT}{seat}" for seat in range(game.seats)]
        self._episode = Episode(game, bits)
        self.observation_spaces = {agent: self._observations() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(game.actions) for agent in self.possible_agents}

    def _observations(self) -> spaces.Dict:
        episode = self._episode
        return spaces.Dict({"observation": episode.space(), "action_mask": episode.mask_space()})

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations: always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions: always the same object."""
        return self.action_spaces[agent]

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

    def view(self, agent: str) -> View:
        """Return the view of an agent's seat: the history, moves in words and a picture are in it."""
        return self._episode.view(self._seat(agent))

    def _seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Draw the board as the seat that is to act sees it: give the text (ansi), or print it (human)."""
        if self.render_mode is None:
            logger.warn("give render_mode='ansi' or 'human' to have the board drawn")
            return None
        drawn = str(self.view(self.agent_selection))
        if self.render_mode == "ansi":
            return drawn
        print(drawn)
        return None

    def close(self) -> None:
        """Free nothing: a game holds neither windows nor files."""
