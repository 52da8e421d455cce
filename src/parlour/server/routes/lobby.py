"""The lobby: who has come, and which of his matches go on; a stranger is greeted too, and not refused."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from parlour.core.errors import ParlourError
from parlour.core.rules import NOBODY
from parlour.server import bodies
from parlour.server.asking import PLAYER_COOKIE, answer, house_of, player_of
from parlour.server.house import House
from parlour.server.problems import Refused, documented
from parlour.server.routes.players import about
from parlour.server.table import Table
from parlour.store import Player

router = APIRouter(tags=["players"])


class GoingOn(BaseModel):
    """A match that waits to be gone on with."""

    match: str
    game: str
    title: str
    names: list[str]
    specs: list[str] = Field(description="who plays in each seat; human for people")
    seats: list[int] = Field(description="those of the player")
    moves: int
    changed: float
    your_turn: bool


class LobbyDocument(BaseModel):
    """Who asks, null where that is nobody known, and his matches that are not over, the latest first."""

    player: bodies.PlayerDocument | None
    matches: list[GoingOn]


@router.get("/lobby", operation_id="lobby", response_model=LobbyDocument, responses=documented())
async def lobby(request: Request, limit: Annotated[int, Query(ge=0, le=24)] = 6) -> Response:
    """Greet whoever comes, and tell a player which matches wait."""
    house = house_of(request)
    try:
        player = await player_of(request)
    except Refused:  # a cookie of another database, at the same address
        player = None
    if player is None:
        response = answer({"player": None, "matches": []})
        if PLAYER_COOKIE in request.cookies:
            response.delete_cookie(PLAYER_COOKIE, path="/api/v1")
        return response
    return answer({"player": about(player), "matches": await _matches(house, player, limit) if limit else []})


async def _matches(house: House, player: Player, limit: int) -> list[dict[str, Any]]:
    found = await asyncio.to_thread(
        lambda: house.store.find(player=player.id, ended=False, source="server", limit=limit)
    )
    told = []
    for kept in found:
        try:
            told.append(_line(await house.table(kept.id), player))
        except ParlourError:  # of a game that this server does not know, such as a user's that is not loaded
            continue
    return told


def _line(table: Table, player: Player) -> dict[str, Any]:
    kept = table.kept
    mine = [seat for seat, who in enumerate(kept.players) if who == player.id]
    return {
        "match": kept.id,
        "game": kept.game,
        "title": table.match.game.title,
        "names": list(table.names(NOBODY).names),
        "specs": list(kept.seats),
        "seats": mine,
        "moves": table.moves,
        "changed": table.changed,
        "your_turn": table.match.turn in mine,
    }
