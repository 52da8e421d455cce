"""Before a match: how a game looks, what it is with the options that one has in mind, who could play it."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from parlour.core.draw.data import picture_data
from parlour.core.game import Game
from parlour.core.jsonable import plain
from parlour.core.registry import listed_game as game_named
from parlour.core.registry import strategies_for
from parlour.server import bodies
from parlour.server import demo as demos
from parlour.server.asking import answer
from parlour.server.opening import game_with
from parlour.server.outgoing import dumped
from parlour.server.problems import documented
from parlour.server.routes.games import GameName
from parlour.server.settings import MOST_SEATS

router = APIRouter(tags=["games"])


class TableBody(bodies.Body):
    """Options to be tried; those left out are as usual."""

    options: bodies.GameOptions = Field({})


class TableDocument(BaseModel):
    """A game with these options, before anybody sits down."""

    game: str
    seats: int = Field(ge=1)
    seat_names: list[str]
    guide: dict[str, Any] = Field(description="the rules in words, as the options make them")
    picture: dict[str, Any] = Field(description="the first board")


class Kind(BaseModel):
    """A strategy, in a sentence, with its options."""

    help: str
    options: dict[str, Any]


class Kinds(BaseModel):
    """Everything that can play a game by itself."""

    strategies: dict[str, Kind]


class Demo(BaseModel):
    """A few boards of a game, one move after the other."""

    moments: list[dict[str, Any]] = Field(min_length=1, max_length=demos.MOMENTS)


@router.get("/games/{game}/demo", operation_id="demo", response_model=Demo, responses=documented())
async def demo(request: Request, game: GameName) -> Response:
    """Show a game as it is played: boards as data, a few moves in a row, chosen at random."""
    it, headers = game_named(game), {"Cache-Control": "max-age=3600", "Vary": "Accept-Encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return answer(await asyncio.to_thread(demos.told, it), headers=headers)
    body = await asyncio.to_thread(demos.packed, it)
    return answer(body, headers={**headers, "Content-Encoding": "gzip"})


@router.post(
    "/games/{game}/table", operation_id="table", response_model=TableDocument, responses=documented()
)
async def table(game: GameName, body: TableBody) -> Response:
    """Tell how many sit down, what they are called, the rules and the first board, with these options."""
    return answer(await asyncio.to_thread(_table, game, body))


def _table(name: str, body: TableBody) -> bytes:
    game = game_with(name, body.options)
    names = list(game.names.names)
    told = {"game": game.name, "seats": game.seats, "seat_names": names[:MOST_SEATS]}
    drawn = picture_data(game.picture(game.start()))
    return dumped(plain({**told, "guide": game.guide.to_json(), "picture": drawn}))


@router.get(
    "/games/{game}/strategies", operation_id="strategies", response_model=Kinds, responses=documented()
)
async def strategies(game: GameName) -> Response:
    """List the strategies that can play a game, each in a sentence, with their options."""
    return answer(await asyncio.to_thread(_strategies, game_named(game)))


@lru_cache(64)
def _strategies(game: Game) -> bytes:
    told = {
        each: {
            "help": (kind.__doc__ or "").strip().partition("\n")[0],
            "options": {
                key: option.describe() for key, option in kind.options_in(game).items() if not option.local
            },
        }
        for each, kind in strategies_for(game).items()
    }
    return dumped(plain({"strategies": told}))
