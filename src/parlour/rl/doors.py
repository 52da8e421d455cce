"""The doors: `parlour.pettingzoo`, `parlour.gymnasium` and `parlour.vector` make environments of any game.

Nothing of either library is loaded before one of them is called; the last needs neither.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from parlour.core.driver import Seat
from parlour.core.errors import BadOption, ParlourError, clipped
from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.objects import Player, spec_of
from parlour.core.registry import settled_game
from parlour.core.rules import NOBODY
from parlour.core.trial import try_out

if TYPE_CHECKING:
    from pettingzoo import AECEnv, ParallelEnv  # type: ignore[import-untyped]

    from parlour.rl.single import SeatEnv
    from parlour.rl.vector import VectorEnv

RENDER_MODES = ("ansi", "human")
MOST_GAMES = 1 << 26  # at once: what memory holds is far less for most games


def pettingzoo(
    game: Game | str,
    *,
    parallel: bool = False,
    render_mode: str | None = None,
    max_cycles: int | None = None,
    bits: bool = False,
    **options: Any,
) -> AECEnv | ParallelEnv:
    """Make a PettingZoo environment (AEC) of a game: a seat is an agent, "player_0" and so on.

    An agent observes its seat's view as a vector of whole numbers, or of `bits`, with a mask of its legal
    actions. After `max_cycles` actions of each seat the episode is truncated. With `parallel` it is a
    ParallelEnv: in every cycle each agent gives an action and only that of the seat to act counts; an episode
    of `max_cycles` is so many cycles, one game after the other. Further options are the game's.
    """
    made = _game_of(game, options)
    _check(render_mode, max_cycles, bits)
    _check_choice("parallel", parallel)
    try:
        from parlour.rl.aec import wrapped
        from parlour.rl.parallel import ParallelGameEnv
    except ImportError:
        raise _missing("pettingzoo") from None
    make = ParallelGameEnv if parallel else wrapped
    return make(made, render_mode, max_cycles, bits)


def gymnasium(
    game: Game | str,
    *,
    seat: int = 0,
    opponents: Player | Sequence[Player] = "random",
    limit: Limit | str | dict[str, Any] | None = None,
    render_mode: str | None = None,
    max_cycles: int | None = None,
    bits: bool = False,
    **options: Any,
) -> SeatEnv:
    """Make a Gymnasium environment of one seat of a game; the others are played by `opponents`.

    These are one level or strategy for all other seats, or a list with one for each; `limit` is what each of
    their decisions may cost. After `max_cycles` actions of the seat the episode is truncated. Further options
    are the game's.
    """
    made = _game_of(game, options)
    _check(render_mode, max_cycles, bits)
    made.check_seat(seat)
    if seat == NOBODY:
        raise BadOption(f"{made.name}: give the seat that learns, from 0 to {made.seats - 1}")
    specs = _specs(made, seat, opponents)
    budget = Limit.of(limit)
    try:
        from parlour.rl.single import SeatEnv
    except ImportError:
        raise _missing("gymnasium") from None
    return SeatEnv(made, seat, specs, budget, render_mode, max_cycles, bits)


def vector(
    game: Game | str,
    n: int,
    *,
    device: str = "auto",
    seed: int = 0,
    max_cycles: int | None = None,
    **options: Any,
) -> VectorEnv:
    """Make an environment of n games that are played at once, on the cores or on a GPU.

    Each step takes an action of the seat that is to act in each game; arrays stay on the `device`: cpu, gpu,
    or auto for a GPU where there is one. After `max_cycles` actions of each seat a game is truncated. Further
    options are the game's.
    """
    made = _game_of(game, options)
    _check(None, max_cycles, False)
    if type(n) is not int or not 1 <= n <= MOST_GAMES:
        raise BadOption(f"n={clipped(n)}: needs a whole number of games, from 1 to {MOST_GAMES:,}")
    from parlour.rl.vector import VectorEnv

    return VectorEnv(made, n, device, seed, max_cycles)


def _game_of(game: Game | str, options: dict[str, Any]) -> Game:
    made = settled_game(game, **options)
    try_out(made)
    return made


def _check(render_mode: object, max_cycles: object, bits: object) -> None:
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise BadOption(f"render_mode={clipped(render_mode)}: needs {', '.join(RENDER_MODES)} or None")
    if max_cycles is not None and (type(max_cycles) is not int or max_cycles < 1):
        raise BadOption(f"max_cycles={clipped(max_cycles)}: needs a whole number from 1, or None")
    _check_choice("bits", bits)


def _check_choice(name: str, given: object) -> None:
    if type(given) is not bool:
        raise BadOption(f"{name}={clipped(given)}: needs True or False")


def _specs(game: Game, seat: int, opponents: Player | Sequence[Player]) -> dict[int, str]:
    """Give each other seat its strategy, tried out before an episode depends on it."""
    others = [other for other in range(game.seats) if other != seat]
    players: list[Any] = (
        list(opponents) if isinstance(opponents, (list, tuple)) else [opponents] * len(others)
    )
    if len(players) != len(others):
        raise BadOption(f"{game.name} has {len(others)} other seats; {len(players)} opponents given")
    specs = {other: spec_of(player) for other, player in zip(others, players, strict=True)}
    for other, spec in specs.items():
        Seat(game, spec, other, 0)
    return specs


def _missing(library: str) -> ParlourError:
    return ParlourError(f"parlour.{library} needs the extra rl: pip install 'parlour[rl]'")
