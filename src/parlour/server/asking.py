"""Who asks, and for which seat: tokens, keys and seats, read from a request in one place."""

from __future__ import annotations

from typing import Annotated, Any, cast

from fastapi import Header, Path, Query, Request
from starlette.responses import Response

from parlour.core.letters import printable
from parlour.core.rules import NOBODY
from parlour.server.house import House
from parlour.server.outgoing import dumped
from parlour.server.problems import Refused
from parlour.server.settings import MOST_SEATS
from parlour.server.table import Table
from parlour.store import Player

NDJSON = "application/x-ndjson"
SEAT_COOKIE, PLAYER_COOKIE = "parlour_seat", "parlour_player"
COOKIE_SECONDS = 90 * 24 * 3600

MatchId = Annotated[
    str, Path(pattern="^[0-9a-f]{32}$", description="the name of a match", examples=["0" * 32])
]
SeatAsked = Annotated[
    int | None, Query(ge=NOBODY, lt=MOST_SEATS, description="the seat to look from; -1 is a spectator")
]
Key = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        pattern="^[A-Za-z0-9_-]{8,64}$",
        description="the same key again is the same request: it happens once",
    ),
]
SecretKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        pattern="^[A-Za-z0-9_-]{22,64}$",
        description="random, and as secret as the token: the same key again gives a token for the same match",
    ),
]


def house_of(request: Any) -> House:
    """Return the house that a request came to."""
    return cast(House, request.app.state.house)


async def held_by(request: Any, table: Table, token: str = "") -> tuple[int, ...]:
    """Return the seats at a table that a request holds; refuse a token of elsewhere.

    A token that is named holds its seats and no others. A browser holds those of its cookie, and those in
    which its player sits: another tab of it goes on with the same match.
    """
    house = house_of(request)
    token = token or _bearer(request)
    if token:
        return await house.seats_held(table, token)
    mine = await _played(request, table)
    kept = request.cookies.get(SEAT_COOKIE, "")
    if not kept:
        return mine
    held = await (house.seats_of if mine else house.seats_held)(table, kept)
    return tuple(sorted({*held, *mine}))


def _bearer(request: Any) -> str:
    header: str = request.headers.get("authorization", "")
    kind, _, token = header.partition(" ")
    return "" if not header else token.strip() if kind.lower() == "bearer" and token.strip() else "none"


async def _played(request: Any, table: Table) -> tuple[int, ...]:
    """Return the seats of the player whose key a request carries; a cookie of one who is gone is none."""
    given = request.headers.get("parlour-player")
    kept = request.cookies.get(PLAYER_COOKIE)
    if not (given or kept) or not any(table.kept.players):
        return ()
    try:
        player = await house_of(request).player(given or kept)
    except Refused:
        if given:
            raise
        return ()
    return tuple(seat for seat, who in enumerate(table.kept.players) if player and who == player.id)


async def player_of(request: Any) -> Player | None:
    """Return the player whose key a request carries, if any."""
    key = request.headers.get("parlour-player") or request.cookies.get(PLAYER_COOKIE)
    return await house_of(request).player(key)


async def player_needed(request: Any) -> Player:
    """Return the player whose key a request carries; refuse it without one."""
    player = await player_of(request)
    if player is None:
        raise Refused(
            401, "a player's key is needed, in the header Parlour-Player; POST /api/v1/players makes one"
        )
    return player


def looking(table: Table, held: tuple[int, ...], seat: int | None) -> int:
    """Return the seat to look from: the one asked for, if it is held, or the one held that is to move.

    When a match is over its record tells everything to everybody: then any seat can be looked from.
    """
    if seat is None:
        return table.match.turn if table.match.turn in held else held[0] if held else NOBODY
    if seat != NOBODY and seat not in held and not table.match.over:
        raise Refused(
            403 if held else 401, f"seat {seat} is not yours to look from; leave it out, or say -1 to watch"
        )
    return seat


def acting(table: Table, held: tuple[int, ...], seat: int | None) -> int:
    """Return the seat that acts: the one named, if it is held, or the one held that is to move."""
    if not held:
        raise Refused(
            401, "a seat's token is needed, as Authorization: Bearer TOKEN; join the match to get one"
        )
    if seat is not None and seat not in held:
        raise Refused(403, f"seat {seat} is not yours; you hold {', '.join(map(str, held))}")
    return looking(table, held, seat)


def moving(table: Table, held: tuple[int, ...], seat: int | None, key: str) -> int:
    """Return the seat that moves: as `acting`, but a move sent again is that of the seat that sent it."""
    before = table.keys.get(key) if key and seat is None else None
    sender = NOBODY if before is None else before.data.get("seat", NOBODY)
    return sender if sender in held else acting(table, held, seat)


async def at_table(request: Request, match: str) -> tuple[House, Table, tuple[int, ...]]:
    """Return the table a request is about, and the seats its token holds there."""
    house = house_of(request)
    table = await house.table(match)
    return house, table, await held_by(request, table)


def answer(
    data: bytes | dict[str, Any], status: int = 200, headers: dict[str, str] | None = None
) -> Response:
    """Answer with JSON."""
    body = data if isinstance(data, bytes) else dumped(data)
    return Response(body, status, headers, media_type="application/json")


def called(name: str) -> str:
    """Return a person's name as it may be shown: printable, in one line, without braces."""
    return " ".join(printable(name, "").replace("{", "(").replace("}", ")").split())[:40]


def give_cookie(response: Response, request: Any, name: str, value: str, path: str) -> None:
    """Let a browser keep a token where no script can read it."""
    response.set_cookie(
        name,
        value,
        max_age=COOKIE_SECONDS,
        path=path,
        httponly=True,
        samesite="strict",
        secure=house_of(request).settings.secure,
    )
