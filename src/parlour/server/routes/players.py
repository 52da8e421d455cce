"""Players: a name and a key, and what is known of them."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from parlour.core.jsonable import plain
from parlour.server import bodies, tokens
from parlour.server.asking import PLAYER_COOKIE, answer, called, give_cookie, house_of, player_needed
from parlour.server.problems import Refused, documented
from parlour.store import Player
from parlour.store.ratings import history, ratings
from parlour.store.statistics import statistics

router = APIRouter(tags=["players"])


def _told(player: Player) -> dict[str, Any]:
    return {"id": player.id, "name": player.name, "created": player.created}


@router.post(
    "/players",
    operation_id="create_player",
    status_code=201,
    response_model=bodies.NewPlayerDocument,
    responses=documented(409),
)
async def create(request: Request, body: bodies.PlayerBody) -> Response:
    """Make a player. The key in the answer is told once: keep it."""
    name, key = called(body.name), tokens.fresh()
    if not name:
        raise Refused(400, "name: give one that can be shown")
    player = Player(secrets.token_hex(8), name, tokens.hashed(key), time.time())
    await asyncio.to_thread(house_of(request).store.add_player, player)
    response = answer({**_told(player), "key": key}, 201)
    give_cookie(response, request, PLAYER_COOKIE, key, "/api/v1")
    return response


@router.get("/players/me", response_model=bodies.PlayerDocument, responses=documented(401))
async def me(request: Request) -> Response:
    """Say whose key the request carries."""
    return answer(_told(await player_needed(request)))


@router.get("/players/me/ratings", response_model=dict[str, Any], responses=documented(401))
async def rated(request: Request) -> Response:
    """Tell a player's rating in each game with its error, its past, and the statistics it comes from."""
    player = await player_needed(request)
    store = house_of(request).store
    found = await asyncio.to_thread(ratings, store, player.id)
    counting = [game for game, each in found.items() if each.games]
    gone = {game: await asyncio.to_thread(history, store, player.id, game) for game in counting}
    counted = await asyncio.to_thread(statistics, store, player.id)
    return answer(
        plain(
            {
                "ratings": {game: each.to_json() for game, each in found.items()},
                "history": {game: [[p.at, p.rating, p.deviation] for p in gone[game]] for game in gone},
                "statistics": counted,
            }
        )
    )


@router.delete("/players/me", status_code=204, responses=documented(401), response_class=Response)
async def leave(request: Request) -> Response:
    """Delete the player: name and key are gone, the matches stay without them."""
    player = await player_needed(request)
    house = house_of(request)
    await asyncio.to_thread(house.store.delete_player, player.id)
    house.forget_player(player)
    response = Response(status_code=204)
    response.delete_cookie(PLAYER_COOKIE, path="/api/v1")
    return response
