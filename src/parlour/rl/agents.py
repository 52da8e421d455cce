"""What every PettingZoo environment has, however its agents take turns: names, spaces, views, a picture."""

from __future__ import annotations

from typing import Any

from gymnasium import logger, spaces

from parlour.core.game import Game
from parlour.core.view import View
from parlour.rl.episode import Episode

AGENT = "player_"


class Agents:
    """The seats of a game as agents; who is to act, and so who is drawn, an environment says in `_acting`."""

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

    def view(self, agent: str) -> View:
        """Return the view of an agent's seat: the history, moves in words and a picture are in it."""
        return self._episode.view(self._seat(agent))

    def _seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def _acting(self) -> str:
        raise NotImplementedError

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Draw the board as the seat that is to act sees it: give the text (ansi), or print it (human)."""
        if self.render_mode is None:
            logger.warn("give render_mode='ansi' or 'human' to have the board drawn")
            return None
        drawn = str(self.view(self._acting()))
        if self.render_mode == "ansi":
            return drawn
        print(drawn)
        return None

    def close(self) -> None:
        """Free nothing: a game holds neither windows nor files."""
