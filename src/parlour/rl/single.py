"""One seat of a game as a Gymnasium environment; strategies have the other seats."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium import spaces

from parlour.core.driver import Seat, step
from parlour.core.errors import IllegalMove
from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.view import View
from parlour.rl.episode import Episode, Vector


class SeatEnv(gym.Env[Vector, Any]):
    """A seat of any game: chance and the moves of others happen inside, the result is the last reward.

    An illegal action ends the episode with the worst result there is; `info["illegal"]` says why.
    """

    def __init__(
        self,
        game: Game,
        seat: int,
        opponents: dict[int, str],
        limit: Limit,
        render_mode: str | None,
        max_cycles: int | None,
        bits: bool,
    ) -> None:
        self.game, self.seat, self.render_mode, self.max_cycles = game, seat, render_mode, max_cycles
        self.metadata = {"render_modes": ["ansi", "human"], "render_fps": 2}
        self._opponents, self._limit = opponents, limit
        self._episode = Episode(game, bits)
        self.observation_space = self._episode.space()
        self.action_space = spaces.Discrete(game.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Vector, dict[str, Any]]:
        """Begin an episode: the match of that seed, or of one that follows from the last seed given."""
        self._episode.begin(seed)
        super().reset(seed=seed)
        match = self._episode.match
        self._others = {
            seat: Seat(match.game, spec, seat, match.seed) for seat, spec in self._opponents.items()
        }
        self._actions = 0
        self._let_others_move()
        self._episode.ask(self.seat)
        self._show()
        return self._episode.vector(self.seat), {"action_mask": self._episode.mask(self.seat)}

    def step(self, action: Any) -> tuple[Vector, float, bool, bool, dict[str, Any]]:
        """Act, and let chance and the others go on until the seat is to act again."""
        episode, info = self._episode, dict[str, Any]()
        try:
            episode.play(action)
        except IllegalMove as error:
            episode.match.forfeit(self.seat, str(error))
            info["illegal"] = str(error)
        self._actions += 1
        self._let_others_move()
        self._show()
        info["action_mask"] = episode.mask(self.seat)
        reward = episode.match.returns[self.seat] if episode.over else 0.0
        truncated = not episode.over and self._actions == self.max_cycles
        return episode.vector(self.seat), reward, episode.over, truncated, info

    def _let_others_move(self) -> None:
        match = self._episode.match
        while not match.over and match.turn != self.seat:
            step(match, self._others[match.turn], self._limit)

    def action_masks(self) -> Vector:
        """Mark the legal actions, as booleans: where libraries that mask actions look for them."""
        return self._episode.mask(self.seat).astype(np.bool_)

    def view(self) -> View:
        """Return the seat's view: the history, moves in words and a picture are in it."""
        return self._episode.view(self.seat)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Draw the board as the seat sees it: give the text (ansi), or print it (human)."""
        if self.render_mode is None:
            gym.logger.warn("give render_mode='ansi' or 'human' to have the board drawn")
            return None
        drawn = str(self.view())
        if self.render_mode == "ansi":
            return drawn
        print(drawn)
        return None
