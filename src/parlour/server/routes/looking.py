"""Looking at a match: its moves, how it stood, how it might go on, its record and its picture."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from parlour.core.errors import BadOption
from parlour.core.notation import OWN
from parlour.server import bodies, documents, outgoing
from parlour.server.asking import MatchId, SeatAsked, answer, at_table, looking
from parlour.server.problems import Refused, documented
from parlour.server.settings import MOST_PAGE
from parlour.server.table import Table

router = APIRouter(tags=["matches"])
How = Annotated[
    Literal["none", "text", "svg", "data"], Query(description="whether to draw the board, and how")
]
Ply = Annotated[int, Query(ge=0, le=2_000_000)]
PlyOrNow = Annotated[int | None, Query(ge=0, le=2_000_000, description="left out: as it stands")]
Notation = Annotated[
    str,
    Query(pattern="^[a-z0-9_]{1,16}$", description="json, or a notation that the game has", examples=[OWN]),
]
TEXT = {"text/plain": {"schema": {"type": "string"}}}
SVG = {"image/svg+xml": {"schema": {"type": "string"}}}


@router.get("/matches/{match}/moves", response_model=bodies.MovesPage, responses=documented(401))
async def moves(
    request: Request,
    match: MatchId,
    first: Annotated[int, Query(ge=0, le=2_000_000)] = 0,
    count: Annotated[int, Query(ge=1, le=MOST_PAGE)] = 100,
    seat: SeatAsked = None,
) -> Response:
    """List the moves so far as a seat saw them, a page at a time."""
    _, table, held = await at_table(request, match)
    return answer(outgoing.page(table, looking(table, held, seat), first, count))


@router.get("/matches/{match}/replay", response_model=bodies.ViewDocument, responses=documented(401))
async def replay(
    request: Request, match: MatchId, ply: Ply = 0, seat: SeatAsked = None, picture: How = "none"
) -> Response:
    """Tell how the match stood at a ply, as the seat knew it then."""
    _, table, held = await at_table(request, match)
    return answer(outgoing.past(table, looking(table, held, seat), _ply_of(table, ply), picture, held))


@router.get(
    "/matches/{match}/record",
    response_model=bodies.RecordDocument,
    responses={**documented(401, 409), 200: {"content": TEXT}},
)
async def record(
    request: Request, match: MatchId, seat: SeatAsked = None, format: Notation = OWN
) -> Response:
    """Return the record: complete with the seed when the match is over, before that what the seat saw.

    Another notation, such as PDN, comes as text; where something is hidden, when the match is over.
    """
    _, table, held = await at_table(request, match)
    seat = looking(table, held, seat)
    if format == OWN:
        return answer(outgoing.record(table, seat))
    if table.match.game.traits.hidden and not table.match.over:
        raise Refused(409, f"{format} would tell what is hidden; it comes when the match is over")
    text = await asyncio.to_thread(outgoing.notated, table, format)
    named = {"Content-Disposition": f'attachment; filename="{table.kept.game}.{format}"'}
    return Response(text, headers=named, media_type="text/plain; charset=utf-8")


@router.get(
    "/matches/{match}/picture",
    operation_id="match_picture",
    responses={**documented(401), 200: {"content": SVG}},
    response_class=Response,
)
async def picture(request: Request, match: MatchId, ply: PlyOrNow = None, seat: SeatAsked = None) -> Response:
    """Draw the board as a seat sees it, or saw it at a ply."""
    _, table, held = await at_table(request, match)
    seat = looking(table, held, seat)
    return Response(outgoing.drawing(table, seat, _ply_of(table, ply)), media_type="image/svg+xml")


@router.post("/matches/{match}/line", response_model=documents.LineDocument, responses=documented(401, 409))
async def line(request: Request, match: MatchId, body: bodies.LineBody) -> Response:
    """Show how the match might go on, now or from an earlier ply, where nothing is hidden.

    Outcomes of chance are moves of the line: none is foretold.
    """
    _, table, held = await at_table(request, match)
    looking(table, held, body.seat)
    if table.match.game.traits.hidden:
        raise Refused(409, f"{table.kept.game} hides something: nobody can say how it would go on")
    ply = _ply_of(table, body.ply)
    return answer(await asyncio.to_thread(outgoing.line, table, ply, body.moves))


def _ply_of(table: Table, ply: int | None) -> int:
    """Return the ply that is meant: the one asked for, if the match has come to it, or where it stands."""
    last = table.match.ply
    if ply is not None and ply > last:
        raise BadOption(f"ply={ply}: the match has come to ply {last}")
    return last if ply is None else ply
