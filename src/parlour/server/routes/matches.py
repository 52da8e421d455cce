"""Matches: open one, join, look, move, take back, give up, play again."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Header, Query, Request
from starlette.responses import Response

from parlour.server import bodies, often, outgoing, tokens
from parlour.server.asking import (
    SEAT_COOKIE,
    Key,
    MatchId,
    SeatAsked,
    SecretKey,
    acting,
    answer,
    at_table,
    called,
    give_cookie,
    house_of,
    looking,
    player_needed,
    player_of,
)
from parlour.server.opening import ME, OPEN, Opened, Wanted, open_match
from parlour.server.problems import Refused, documented
from parlour.store import Kept, Token
from parlour.store.finding import Filters

router = APIRouter(tags=["matches"])
Prefer = Annotated[str | None, Header(description="return=minimal answers with a Brief")]


@router.post("/matches", status_code=201, response_model=bodies.Seated, responses=documented(401, 409))
async def create(request: Request, body: bodies.NewMatch, key: SecretKey = None) -> Response:
    """Open a match. The token in the answer holds your seats; it is told once."""
    limit = body.limit.given() if body.limit else None
    clock = body.clock.model_dump() if body.clock else None
    names = tuple(map(called, body.names))
    house, origin = house_of(request), body.origin
    source = await house.table(origin.match) if origin else None
    wanted = Wanted(
        body.game,
        dict(body.options),
        tuple(body.seats),
        names,
        limit,
        clock,
        body.seed,
        moves=tuple(body.moves),
        source=source,
        ply=origin.ply if origin else 0,
    )
    opened = await open_match(house, wanted, await player_of(request), key or "")
    return _seated(request, opened, 201)


def _seated(request: Request, opened: Opened, status: int) -> Response:
    table = opened.table
    seat = looking(table, opened.held, None)
    links = [
        {"seat": seat, "code": code, "url": f"/join/{table.id}#{code}"} for seat, code in opened.invitations
    ]
    data: dict[str, Any] = {
        "match": table.id,
        "token": opened.token,
        "seats_held": list(opened.held),
        "invitations": links,
        "commitment": table.kept.commitment,
        "view": outgoing.document(table, seat, held=opened.held),
    }
    path = f"/api/v1/matches/{table.id}"
    response = answer(data, status, {"Location": path})
    if opened.token:
        give_cookie(response, request, SEAT_COOKIE, opened.token, path)
    return response


@router.get("/matches", response_model=bodies.MatchList, responses=documented(401))
async def mine(
    request: Request,
    game: Annotated[str, Query(max_length=64)] = "",
    over: Annotated[bool | None, Query(description="only those that are over, or that are not")] = None,
    result: Annotated[Literal["won", "drawn", "lost"] | None, Query(description="for the player")] = None,
    since: Annotated[float, Query(ge=0, le=1e11, description="changed then or later, seconds of 1970")] = 0.0,
    until: Annotated[float, Query(ge=0, le=1e11, description="changed before")] = 1e11,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    offset: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
) -> Response:
    """List the matches of the player whose key the request carries, the latest first."""
    player = await player_needed(request)
    store = house_of(request).store
    what = Filters(
        game=game,
        player=player.id,
        ended=over,
        result=result or "",
        since=since,
        until=until,
        source="server",
    )
    found = await asyncio.to_thread(lambda: store.find(limit=limit, offset=offset, **what))
    total = await asyncio.to_thread(lambda: store.count(**what))
    return answer({"total": total, "matches": [_line(kept, player.id) for kept in found]})


def _line(kept: Kept, player: str) -> dict[str, Any]:
    seat = kept.players.index(player)
    return {
        "match": kept.id,
        "game": kept.game,
        "seats": list(kept.seats),
        "names": list(kept.names),
        "seat": seat,
        "result": kept.outcome(seat),
        "created": kept.created,
        "changed": kept.changed,
        "moves": kept.moves,
        "ended": kept.ended,
        "returns": None if kept.returns is None else list(kept.returns),
    }


@router.delete("/matches/{match}", status_code=204, responses=documented(401, 409), response_class=Response)
async def delete(request: Request, match: MatchId, seat: SeatAsked = None) -> Response:
    """Delete a match for good: yours against machines, or one that is over and no other player's."""
    house, table, held = await at_table(request, match)
    acting(table, held, seat)
    others = set(table.people) - set(held)
    if others and not table.match.over:
        raise Refused(409, "others play in this match; it can be deleted when it is over")
    if any(table.kept.players[seat] for seat in others):
        raise Refused(409, "this match stands in another player's history too; delete yourself to be unnamed")
    await house.delete(table)
    response = Response(status_code=204)
    response.delete_cookie(SEAT_COOKIE, path=f"/api/v1/matches/{table.id}")
    return response


@router.get(
    "/matches/{match}",
    response_model=bodies.ViewDocument,
    responses={**documented(401), 304: {"description": "It stands as it did."}},
)
async def look(request: Request, match: MatchId, asked: Annotated[bodies.Look, Query()]) -> Response:
    """Tell how a match stands, for a seat that the token holds or for a spectator."""
    return await often.look(request, match, asked)


@router.post("/matches/{match}/join", response_model=bodies.Seated, responses=documented(401, 409))
async def join(request: Request, match: MatchId, body: bodies.Join, key: SecretKey = None) -> Response:
    """Take the seat that a link offers. The token in the answer holds it; it is told once."""
    house = house_of(request)
    table = await house.table(match)
    player = await player_of(request)
    digest = tokens.hashed(body.code)
    token = tokens.for_key(key, body.code) if key else tokens.fresh()
    async with table.lock:
        found = await asyncio.to_thread(house.store.token, digest)
        if found is None and key and (held := await house.seats_of(table, token)):
            return _seated(request, Opened(table, token, held, ()), 200)  # the answer was lost
        if found is None or found.match != table.id or found.kind != "invitation":
            raise Refused(403, "this link opens no seat here, or it was used before; ask for a new one")
        seat = found.seats[0]
        name = called(body.name) or (player.name if player else "") or table.match.game.names[seat]
        mine = Token(tokens.hashed(token), table.id, (seat,), "seat")
        done = await asyncio.to_thread(
            house.store.use_invitation, digest, mine, name, player.id if player else ""
        )
        if not done:
            raise Refused(409, "somebody has taken this seat already")
        table.renamed(seat, name, player.id if player else "")
    house.wake(table)
    return _seated(request, Opened(table, token, (seat,), ()), 200)


@router.post(
    "/matches/{match}/moves",
    response_model=bodies.ViewDocument | bodies.Brief,
    responses=documented(401, 409),
)
async def move(
    request: Request, match: MatchId, body: bodies.Move, key: Key = None, prefer: Prefer = None
) -> Response:
    """Play a move. It is on the disk when the answer comes."""
    return await often.move(request, match, body)


@router.post("/matches/{match}/undo", response_model=bodies.ViewDocument, responses=documented(401, 409))
async def undo(request: Request, match: MatchId, body: bodies.SeatOnly, key: Key = None) -> Response:
    """Take your last move back and what machines answered; never past a person, a reveal or chance."""
    house, table, held = await at_table(request, match)
    seat = acting(table, held, body.seat)
    await house.undo(table, held if body.seat is None else (seat,), key or "")
    return answer(outgoing.encoded(table, looking(table, held, body.seat), held=held))


@router.post("/matches/{match}/resign", response_model=bodies.ViewDocument, responses=documented(401, 409))
async def resign(request: Request, match: MatchId, body: bodies.SeatOnly, key: Key = None) -> Response:
    """Give the match up."""
    house, table, held = await at_table(request, match)
    seat = acting(table, held, body.seat)
    await house.resign(table, seat, key or "")
    return answer(outgoing.encoded(table, looking(table, held, body.seat), held=held))


@router.post(
    "/matches/{match}/rematch", status_code=201, response_model=bodies.Seated, responses=documented(401, 409)
)
async def rematch(request: Request, match: MatchId, body: bodies.SeatOnly) -> Response:
    """Play again: the first who asks opens the match that follows, the others take their seats in it."""
    house, table, held = await at_table(request, match)
    acting(table, held, body.seat)
    if not table.match.over:
        raise Refused(409, "the match is still going on; a rematch comes after it")
    kept = table.kept
    key = f"rematch/{table.id}"  # with a letter that no client's key has: nobody else can ask for it
    people = [OPEN if seat in table.waiting else ME for seat in range(len(kept.seats))]
    seats = tuple(people[seat] if table.is_person(seat) else spec for seat, spec in enumerate(kept.seats))
    options = {name: value for name, value in kept.options.items() if name in table.match.game.given}
    wanted = Wanted(
        kept.game,
        options,
        seats,
        kept.names,
        kept.notes.get("limit"),
        kept.notes.get("clock"),
        players=kept.players,
        previous=table.id,
    )
    async with table.lock:
        opened = await open_match(house, wanted, None, key)
    token = tokens.fresh()
    await asyncio.to_thread(house.store.add_token, Token(tokens.hashed(token), opened.table.id, held, "seat"))
    if table.next != opened.table.id:
        table.next = opened.table.id
        table.took_place(())
    return _seated(request, Opened(opened.table, token, held, opened.invitations), 201)
