"""Games: what there is to play, its rules and options, and how its board looks."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from types import ModuleType
from typing import Annotated, Any

from fastapi import APIRouter, Path
from starlette.responses import Response

from parlour.core import notation
from parlour.core.draw.data import picture_data
from parlour.core.drill import can_be_trained
from parlour.core.game import Game
from parlour.core.jsonable import plain
from parlour.core.match import Match
from parlour.core.puzzle import puzzles
from parlour.core.record import Record
from parlour.core.registry import game_names, rules_module
from parlour.core.registry import listed_game as game_named
from parlour.server import bodies, documents, outgoing
from parlour.server.asking import answer
from parlour.server.opening import game_with
from parlour.server.outgoing import dumped
from parlour.server.problems import documented

router = APIRouter(tags=["games"])
GameName = Annotated[str, Path(pattern="^[A-Za-z0-9_]{1,64}$")]


@router.get("/games", response_model=bodies.GameList, responses=documented())
async def games() -> Response:
    """List all games."""
    return answer(_all(tuple(rules_module(name) for name in game_names())))


# What is told is kept by the rules, not by the name: another game may be loaded by it.
@lru_cache(1)
def _all(modules: tuple[ModuleType, ...]) -> bytes:
    return dumped(plain({"games": [_line(Game(module)) for module in modules]}))


@lru_cache(64)
def _one(game: Game) -> bytes:
    return dumped(
        plain(
            {
                **_line(game),
                "guide": game.guide.to_json(),
                "seat_names": list(game.names.names),
                "sitting": game.sitting,
                "strategies": game.levels,
                "notations": notation.names(game.name),
                "picture": picture_data(game.picture(game.start())),
            }
        )
    )


def _line(game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "group": game.group,
        "blurb": game.blurb,
        "seats": game.seats,
        "levels": list(game.levels),
        "hidden": game.traits.hidden,
        "chance": game.traits.chance,
        "puzzles": len(puzzles(game)),
        "trainer": can_be_trained(game),
        "options": {name: option.describe() for name, option in game.known_options.items()},
    }


@router.get("/games/{game}", operation_id="game", response_model=bodies.GameLine, responses=documented())
async def one(game: GameName) -> Response:
    """Tell all about a game: rules, options, levels, and the first board as data."""
    return answer(_one(game_named(game)))


@router.post(
    "/games/{game}/position",
    operation_id="position",
    response_model=documents.SetUpDocument,
    responses=documented(),
)
async def position(game: GameName, body: bodies.SetUpBody) -> Response:
    """Tell a position by the moves that lead to it: the board, and what may be played there.

    Outcomes of chance are moves here, and listed as such where chance decides.
    """
    return answer(await asyncio.to_thread(_set_up, game, body))


def _set_up(name: str, body: bodies.SetUpBody) -> dict[str, Any]:
    it = game_with(name, body.options)
    begun = Match.from_record(Record(it.name, it.changed_options())).at(0)
    return outgoing.position(begun.along(body.moves), body.seat)


@router.get(
    "/games/{game}/picture",
    responses={**documented(), 200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}},
    response_class=Response,
)
async def picture(game: GameName) -> Response:
    """Draw the first board of a game."""
    it = game_named(game)
    return Response(it.picture(it.start()).svg(), media_type="image/svg+xml")
