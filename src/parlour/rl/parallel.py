"""A game as a PettingZoo environment in which all agents act at once, though only one action counts."""

from __future__ import annotations

from typing import Any

import numpy as np
from pettingzoo import ParallelEnv  # type: ignore[import-untyped]

from parlour.core.errors import BadOption, GameOver, IllegalMove
from parlour.core.game import Game
from parlour.core.rng import Stream
from parlour.rl.agents import Agents

Told = dict[str, dict[str, Any]]


class ParallelGameEnv(Agents, ParallelEnv):  # type: ignore[misc]
    """Any game in cycles: every agent gives an action, and that of the seat which is to act counts.

    Learners that take all agents at once do not always mask, so an illegal action ends nothing: a legal one,
    drawn by the episode's seed, is played in its place, and the agent's info says `illegal`. With
    `max_cycles` an episode has so many cycles, and one game follows the other in it.
    """

    def __init__(self, game: Game, render_mode: str | None, max_cycles: int | None, bits: bool) -> None:
        super().__init__(game, render_mode, max_cycles, bits)
        self.metadata["is_parallelizable"] = True

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Told, Told]:
        """Begin an episode: with the match of that seed, or of one that follows from the last seed given."""
        self._episode.begin(seed)
        self._instead = Stream.of(self._episode.match.seed, "instead")
        self._cycles = 0
        self.agents = list(self.possible_agents)
        self._show()
        return self._observed(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[Told, dict[str, float], dict[str, bool], dict[str, bool], Told]:
        """Play the action of the agent that is to act; those of the others are not even looked at.

        Where a game ends and another follows, `final_obs` in an agent's info is what it saw of the end.
        """
        episode, agents = self._episode, self.possible_agents
        infos: Told = {agent: {} for agent in agents}
        acting = self._acting()
        if not self._play(self._action(actions, acting)):
            infos[acting]["illegal"] = True
        self._cycles += 1
        over, cut = episode.over, self._cycles == self.max_cycles
        results = episode.match.returns if over else [0.0] * len(agents)
        follows = over and not cut and self.max_cycles is not None
        if follows:
            for seat, agent in enumerate(agents):
                infos[agent]["final_obs"] = episode.vector(seat)
            episode.begin(None)
        ended = over and not follows
        if ended or cut:
            self.agents = []
        self._show()
        rewards = dict(zip(agents, results, strict=True))
        return self._observed(), rewards, dict.fromkeys(agents, ended), dict.fromkeys(agents, cut), infos

    def _action(self, actions: Any, acting: str) -> Any:
        name = self.game.name
        if not self.agents:
            raise GameOver(f"{name}: the episode is over; call reset()")
        if not isinstance(actions, dict) or acting not in actions:
            raise BadOption(f"{name}: step takes a dict of actions by agent; that of {acting} is missing")
        return actions[acting]

    def _play(self, action: Any) -> bool:
        """Play an action, or a legal one in its place; say whether it was legal."""
        episode = self._episode
        try:
            episode.play(action)
        except IllegalMove:
            legal = np.flatnonzero(episode.mask(episode.turn)).tolist()
            episode.play(self._instead.choice(legal))
            return False
        return True

    def _observed(self) -> Told:
        """Give each agent its own view, and a mask: all is open to those whose actions do not count."""
        episode, told = self._episode, Told()
        for seat, agent in enumerate(self.possible_agents):
            free = seat != episode.turn
            marks = np.ones(self.game.actions, np.int8) if free else episode.mask(seat)
            told[agent] = {"observation": episode.vector(seat), "action_mask": marks}
        return told

    def _acting(self) -> str:
        return self.possible_agents[max(self._episode.turn, 0)]
