"""`parlour.batch`: thousands of games side by side, whose states and results are arrays."""

from __future__ import annotations

from typing import Any

from parlour.batches import steps
from parlour.compile.device import memory, settle, shared_array
from parlour.core.columns import names, numbers, unpack, width
from parlour.core.errors import BadOption, IllegalMove, clipped, unknown
from parlour.core.game import Game
from parlour.core.keys import check_seed
from parlour.core.registry import settled_game
from parlour.core.rng import Stream, draw
from parlour.core.rules import NOBODY, AnyState
from parlour.search.playout import POLICIES

MOST = 1 << 27  # games at once


class Batch:
    """Games side by side, each with chance of its own; what happens to them happens to all at once.

    `states` has a row for each number of a state (`rows` names them) and a column for each game; `turns` says
    who is to act in each, -2 once it is over; `returns` has the results by game and seat; `plies` counts the
    actions of seats. On a GPU these are CuPy's arrays where CuPy is installed, and numba's where not; both
    stay there until `numpy` brings them back. The next step overwrites them.
    """

    def __init__(self, game: Game, n: int, device: str = "auto", seed: int = 0) -> None:
        import numpy as np

        if isinstance(n, bool) or not isinstance(n, (int, np.integer)) or not 1 <= n <= MOST:
            raise BadOption(f"n={clipped(n)}: needs a whole number of games from 1 to {MOST:,}")
        check_seed(seed)
        self.game, self.n, self.device = game, int(n), settle(device)
        self._like = game.start()
        self._draws = Stream.of(seed, "batch")
        self._memory = memory(self.device)
        room = self._memory.zeros
        self._states = room((width(self._like), self.n), np.int64)
        self._turns = room(self.n, np.int64)
        self._plies = room(self.n, np.int64)
        self._returns = room((self.n, game.seats), np.float64)
        self._run(steps.begin, self._states, self._turns)

    def _run(self, kernel: Any, *args: Any) -> None:
        kernel(self.device, self.n, draw(self._draws), self._like, *args)

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"Batch({self.game!r}, {self.n:,} games, {self.device})"

    @property
    def rows(self) -> list[str]:
        """Name the rows of `states`: a field, or one of a tuple's numbers as `hands[2]`."""
        return names(self._like)

    @property
    def states(self) -> Any:
        """Return the states as columns, hidden cards and all: for referees, not for players."""
        return shared_array(self._states)

    @property
    def turns(self) -> Any:
        """Return who is to act in each game: a seat, or -2 where it is over."""
        return shared_array(self._turns)

    @property
    def plies(self) -> Any:
        """Return how many actions the seats have taken in each game."""
        return shared_array(self._plies)

    @property
    def returns(self) -> Any:
        """Return the results by game and seat; 0 until a game is over."""
        return shared_array(self._returns)

    @property
    def legal(self) -> Any:
        """Return which actions are legal, by game and action; none where a game is over."""
        import numpy as np

        marks = self._memory.zeros((self.n, self.game.actions), np.bool_)
        self._run(steps.mark_legal, self._states, marks)
        return shared_array(marks)

    def seen(self, seat: int | None = None) -> Any:
        """Return what a seat sees of each game, as columns; by default the seat that is to act."""
        import numpy as np

        seats = self._turns
        if seat is not None:
            self.game.check_seat(seat)
            seats = self._memory.put(np.full(self.n, seat, np.int64))
        else:
            turns = self._memory.get(self._turns)
            if (turns < 0).any():
                seats = self._memory.put(np.where(turns < 0, NOBODY, turns))
        made = self._memory.zeros((width(self._like), self.n), np.int64)
        self._run(steps.look, self._states, seats, made)
        return shared_array(made)

    def state(self, index: int) -> AnyState:
        """Return the state of one game as the rules know it."""
        import numpy as np

        if isinstance(index, bool) or not isinstance(index, (int, np.integer)) or not 0 <= index < self.n:
            raise BadOption(f"game {clipped(index)}: this batch has games 0 to {self.n - 1:,}")
        column = np.ascontiguousarray(self._memory.get(self._states)[:, index : index + 1])
        return unpack(self._like, column, 0)

    def place(self, states: Any) -> Batch:
        """Set up other positions: one for all games, or a column for each; give the batch itself."""
        import numpy as np

        if isinstance(states, tuple):
            self.game.turn(states)  # refuses what is not a state of the game
            column = np.array(list(numbers(states)), np.int64)[:, None]
            states = np.repeat(column, self.n, axis=1)
        table = self._memory.put(states)
        if table.shape != self._states.shape or table.dtype != np.int64:
            needed = f"{self._states.shape} of int64 are needed"
            raise BadOption(f"states: {table.shape} numbers of {table.dtype}; {needed}")
        self._states = self._memory.copy(table)  # the caller's own stay as they are
        self._plies = self._memory.zeros(self.n, np.int64)
        self._returns = self._memory.zeros((self.n, self.game.seats), np.float64)
        self._run(steps.settle_turns, self._states, self._turns, self._returns)
        return self

    def play(self, actions: Any) -> Batch:
        """Take an action in every game that is not over; chance follows by itself. Give the batch itself.

        If one of them may not be played, none is.
        """
        import numpy as np

        taken = self._taken(actions)
        refused = self._memory.zeros(1, np.int64)
        self._run(steps.check, self._states, taken, refused)
        number = int(self._memory.get(refused)[0])
        if number:
            raise IllegalMove(f"{self.game.name}: {number:,} of {self.n:,} actions are illegal; see legal")
        self._run(steps.step, self._states, taken, self._turns, self._plies, self._returns)
        return self

    def _taken(self, actions: Any) -> Any:
        import numpy as np

        there = hasattr(actions, "__cuda_array_interface__") or hasattr(actions, "copy_to_host")
        taken = self._memory.put(actions) if there else np.asarray(actions)
        if taken.shape != (self.n,) or taken.dtype.kind not in "iu":
            raise BadOption(f"{self.game.name}: play takes {self.n:,} whole numbers, one action a game")
        return taken if there else self._memory.put(taken.astype(np.int64))

    def random_actions(self) -> Any:
        """Draw a legal action for every game."""
        import numpy as np

        chosen = self._memory.zeros(self.n, np.int64)
        self._run(steps.choose, self._states, chosen)
        return shared_array(chosen)

    def play_out(self, policy: str = "random", epsilon: float = 0.0) -> Batch:
        """Play all games to their end by a policy, but a share epsilon of the moves at random."""
        known = (*POLICIES, *self.game.playouts)
        if policy not in known:
            raise unknown("policy", str(policy), known)
        if isinstance(epsilon, bool) or not isinstance(epsilon, (int, float)) or not 0.0 <= epsilon <= 1.0:
            raise BadOption(f"epsilon={clipped(epsilon)}: a share from 0 to 1")
        number = known.index(policy)
        self._run(steps.play_on, self._states, number, float(epsilon), self._turns, self._returns)
        return self

    def numpy(self) -> dict[str, Any]:
        """Bring states, turns, plies and returns back as arrays of NumPy."""
        get = self._memory.get
        held = {"states": self._states, "turns": self._turns, "plies": self._plies, "returns": self._returns}
        return {name: get(array).copy() for name, array in held.items()}


def batch(game: Game | str, n: int, device: str = "auto", seed: int = 0, **options: Any) -> Batch:
    """Begin n games at once on a device: cpu, gpu, or auto for a GPU where there is one.

    The same seed gives the same games on every device. Further options are the game's.
    """
    return Batch(settled_game(game, **options), n, device, seed)
