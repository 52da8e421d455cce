"""The door: `parlour.board` puts a match into a notebook's cell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parlour.core.driver import Seat
from parlour.core.errors import BadOption, ParlourError, clipped
from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.match import Match
from parlour.core.objects import Player, spec_of
from parlour.core.rules import NOBODY
from parlour.core.spec import HUMAN

if TYPE_CHECKING:
    from parlour.notebook.widget import Board


def board(
    match_or_game: Match | Game | str,
    opponent: Player = "medium",
    seat: int = 0,
    thinking: bool = True,
    seed: int | None = None,
    limit: Limit | str | dict[str, Any] | None = None,
) -> Board:
    """Show a board to play on in a notebook's cell, with what an engine thinks beside it; needs no server.

    A `Match` is played on from where it stands, and is the one that you hold; a game begins a new one, by the
    `seed` if there is one. The `opponent`, a level or any strategy, has every seat but yours, and the `limit`
    for each of its decisions.
    """
    if type(thinking) is not bool:
        raise BadOption(f"thinking={clipped(thinking)}: needs True or False")
    budget, spec = Limit.of(limit), spec_of(opponent)
    if isinstance(match_or_game, Match):
        match = match_or_game
        if seed is not None:
            raise BadOption("a match has its seed; leave seed out, or give a game")
    else:
        match = Match(match_or_game, seed)
    match.game.check_seat(seat)
    if seat == NOBODY:
        raise BadOption(f"{match.game.name}: give the seat that you play, from 0 to {match.game.seats - 1}")
    for other in range(match.game.seats):
        if other != seat:
            Seat(match.game, spec, other, match.seed)  # a wrong spec is told before there is a board
    match.seats = match.seats or tuple(HUMAN if at == seat else spec for at in range(match.game.seats))
    try:
        from parlour.notebook.widget import Board
    except ImportError:
        raise ParlourError(
            "parlour.board needs the extra notebook: pip install 'parlour[notebook]'"
        ) from None
    return Board(match, spec, seat, thinking, budget)
