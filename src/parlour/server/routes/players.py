"""Players: a name and a key, and what is known of them."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response, StreamingResponse

from parlour.core.jsonable import plain
from parlour.core.rules import NOBODY
from parlour.server import bodies, outgoing, tokens
from parlour.server.asking import NDJSON, PLAYER_COOKIE, answer, called, give_cookie, house_of, player_needed
from parlour.server.house import House
from parlour.server.problems import Refused, documented
from parlour.store import Player
from parlour.store.ratings import history, ratings
from parlour.store.statistics import statistics

router = APIRouter(tags=["players"])
MOST = 100_000  # matches that are told at once


def about(player: Player) -> dict[str, Any]:
    return {"id": player.id, "name": player.name, "created": player.created}


def _name(body: bodies.PlayerBody) -> str:
    name = called(body.name)
    if not name:
        raise Refused(400, "name: give one that can be shown")
    return name


@router.post(
    "/players",
    operation_id="create_player",
    status_code=201,
    response_model=bodies.NewPlayerDocument,
    responses=documented(409),
)
async def create(request: Request, body: bodies.PlayerBody) -> Response:
    """Make a player. The key in the answer is told once: keep it."""
    name, key = _name(body), tokens.fresh()
    player = Player(secrets.token_hex(8), name, tokens.hashed(key), time.time())
    await asyncio.to_thread(house_of(request).store.add_player, player)
    response = answer({**about(player), "key": key}, 201)
    give_cookie(response, request, PLAYER_COOKIE, key, "/api/v1")
    return response


@router.get("/players/me", response_model=bodies.PlayerDocument, responses=documented(401))
async def me(request: Request) -> Response:
    """Say whose key the request carries."""
    return answer(about(await player_needed(request)))


@router.patch(
    "/players/me", operation_id="rename", response_model=bodies.PlayerDocument, responses=documented(401, 409)
)
async def rename(request: Request, body: bodies.PlayerBody) -> Response:
    """Be called by another name, in all matches."""
    player, house, name = await player_needed(request), house_of(request), _name(body)
    await asyncio.to_thread(house.store.rename_player, player.id, name)
    return answer(about(house.rename_player(player, name)))


@router.get(
    "/players/me/export",
    responses={**documented(401), 200: {"content": {NDJSON: {"schema": {"type": "string"}}}}},
    response_class=Response,
)
async def export(request: Request) -> Response:
    """Tell all that is kept of a player: a line of JSON about the player, then one for each match.

    A match comes with its record; of one that goes on, that is what the player's seat has seen.
    """
    player = await player_needed(request)
    named = {"Content-Disposition": 'attachment; filename="parlour.jsonl"'}
    return StreamingResponse(_all(house_of(request), player), headers=named, media_type=NDJSON)


async def _all(house: House, player: Player) -> AsyncIterator[bytes]:
    yield outgoing.dumped({"player": about(player)}) + b"\n"
    # They are listed first: one that is played on meanwhile would come to the top, and another be told twice.
    which = await asyncio.to_thread(
        lambda: [kept.id for kept in house.store.find(player=player.id, source="server", limit=MOST)]
    )
    for match in which:
        try:
            table = await house.glimpse(match)
        except Refused:  # deleted meanwhile
            continue
        seat = table.kept.players.index(player.id) if player.id in table.kept.players else NOBODY
        yield outgoing.dumped(outgoing.kept(table, seat)) + b"\n"


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
