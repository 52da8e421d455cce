"""Many games at once as one environment, on the cores or on a GPU; what it gives stays where it was made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parlour.compile.device import memory, settle
from parlour.core.columns import numbers, width
from parlour.core.errors import BadOption, GameOver
from parlour.core.game import Game
from parlour.core.keys import check_seed
from parlour.core.rng import Stream, draw
from parlour.rl.advance import CUT, ENDED, ILLEGAL, advance, choose

if TYPE_CHECKING:
    from gymnasium import spaces

STARTS = 256  # first states of a game that draws some of its options
ENDLESS = 1 << 62


class VectorEnv:
    """Games side by side; in each step every one of them takes an action of the seat that is to act.

    It has the methods of Gymnasium's vector environments, but for two things: rewards have a column for each
    seat, and arrays are those of the device, overwritten by the next step. A game that has ended begins anew
    in the same step, and the observation is the new one's; the last of the old one is in
    `final_observations`, where a game was terminated or truncated in this step, and only there.
    """

    metadata: dict[str, Any]

    def __init__(self, game: Game, n: int, device: str, seed: int, max_cycles: int | None) -> None:
        import numpy as np

        check_seed(seed)
        self.game, self.num_envs, self.device = game, n, settle(device)
        self.memory = memory(self.device)
        self.metadata = {"autoreset_mode": "SameStep", "render_modes": []}
        self._like = game.start()
        self._most = ENDLESS if max_cycles is None else max_cycles * game.seats
        self._first = Stream.of(seed, "vector")
        self._draws: Stream | None = None
        rows = width(self._like)
        room = self.memory.zeros
        self._starts = self._first_states(seed)
        self.states = room((rows, n), np.int64)  # the truth: for referees, never for an agent
        self._seen = room((rows, n), np.int64)
        self._plies = room(n, np.int64)
        self._chosen = room(n, np.int64)
        self._flags = room((3, n), np.bool_)
        self.observations = room((n, rows + 1), np.int64)
        self.final_observations = room((n, rows + 1), np.int64)
        self.rewards = room((n, game.seats), np.float32)
        self.action_mask = room((n, game.actions), np.int8)
        self.terminations, self.truncations = self._flags[ENDED], self._flags[CUT]
        self.infos = {
            "action_mask": self.action_mask,
            "final_obs": self.final_observations,
            "illegal": self._flags[ILLEGAL],
        }

    def _first_states(self, seed: int) -> Any:
        """Put the states that games begin with side by side: one, or several where a match draws options."""
        import numpy as np

        free = any(option.drawn for option in self.game.known_options.values())
        draws = [draw(Stream.of(seed, "start", k)) for k in range(STARTS if free else 1)]
        columns = [list(numbers(self.game.drawn(each).start())) for each in draws]
        return self.memory.put(np.array(columns, np.int64).T)

    @property
    def single_observation_space(self) -> spaces.Box:
        """Return the space of one game's observations."""
        from parlour.rl.episode import Episode

        return Episode(self.game, False).space()

    @property
    def single_action_space(self) -> spaces.Discrete:
        """Return the space of one game's actions."""
        from gymnasium import spaces

        return spaces.Discrete(self.game.actions)

    def reset(self, seed: int | None = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        """Begin all games; by the seed, or else with the chance that follows."""
        if seed is not None:
            check_seed(seed)
            self._draws = Stream.of(seed, "vector")
        elif self._draws is None:
            self._draws = self._first
        self._advance(1, self._chosen)
        return self.observations, self.infos

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Take an action in every game: an array of whole numbers, of the device or of NumPy.

        Give observations, rewards by game and seat, terminations, truncations, and infos with the masks. An
        illegal action ends its game: the seat gets the worst result, the others nothing.
        """
        self._advance(0, self._taken(actions))
        return self.observations, self.rewards, self.terminations, self.truncations, self.infos

    def random_actions(self) -> Any:
        """Draw a legal action for every game, on the device."""
        choose(
            self.device, self.num_envs, self._drawn(), self._like, self.states, self.action_mask, self._chosen
        )
        return self._chosen

    def numpy(self, array: Any) -> Any:
        """Bring one of the arrays back as NumPy's: a copy, which the next step leaves alone."""
        return self.memory.get(array).copy()

    def close(self) -> None:
        """Free nothing: the arrays go when nobody holds them."""

    def _advance(self, anew: int, actions: Any) -> None:
        advance(
            *(self.device, self.num_envs, self._drawn(), self._like, anew, self._most, self.game.bounds[0]),
            *(actions, self._starts, self.states, self._seen, self._plies),
            *(self.observations, self.final_observations, self.rewards, self._flags, self.action_mask),
        )

    def _drawn(self) -> int:
        if self._draws is None:
            raise GameOver(f"{self.game.name}: no episode has begun; call reset() first")
        return draw(self._draws)

    def _taken(self, actions: Any) -> Any:
        """Bring actions to the device; refuse what is not one whole number for each game."""
        import numpy as np

        if hasattr(actions, "__cuda_array_interface__") and self.device == "gpu":
            taken = self.memory.put(actions)
        else:
            taken = actions if hasattr(actions, "copy_to_host") else np.asarray(actions)
        if taken.shape != (self.num_envs,) or taken.dtype.kind not in "iu":
            raise BadOption(f"{self.game.name}: step takes {self.num_envs} whole numbers, one action a game")
        return taken if hasattr(taken, "copy_to_host") else self.memory.put(taken.astype(np.int64))

    def __repr__(self) -> str:
        return f"VectorEnv({self.game!r}, {self.num_envs} games, {self.device})"
