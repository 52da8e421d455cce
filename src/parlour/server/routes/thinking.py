"""Thinking: hints, analyses and reviews, by engines, each from the view of one seat."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from parlour.core.analyse import view_of
from parlour.core.errors import GameOver
from parlour.core.jsonable import plain
from parlour.core.knowledge import Knowledge
from parlour.core.limit import Limit
from parlour.core.rules import NOBODY, OVER
from parlour.core.view import View
from parlour.server import bodies, outgoing
from parlour.server.asking import NDJSON, MatchId, acting, answer, at_table, house_of, looking
from parlour.server.drive import bounded
from parlour.server.engines.ask import ANALYSE, REVIEW, Answer, Ask, Engines
from parlour.server.opening import check_spec, game_with
from parlour.server.problems import Refused, documented
from parlour.server.routes.games import GameName
from parlour.server.streaming import streamed
from parlour.server.table import Table

router = APIRouter(tags=["thinking"])
THINK = 2.0  # seconds, where nothing else is asked for
# What has been found so far, a line each, for who accepts that.
LINES = {NDJSON: {"schema": {"type": "string"}}}


async def _think(
    request: Request,
    view: View,
    body: bodies.HintBody | bodies.PositionBody,
    seed: int = 0,
    table: Table | None = None,
) -> Response:
    """Let an engine explain what it would do in a view; whoever wants to hears it as it goes."""
    await asyncio.to_thread(check_spec, view.game, body.strategy)
    most = house_of(request).settings.think
    limit = Limit(**body.limit.given()) if body.limit else Limit(at_most=THINK)
    ask = Ask(view, body.strategy, bounded(limit, most), ANALYSE, seed=seed)
    engines: Engines = request.app.state.engines

    def told(found: Answer) -> dict[str, Any]:
        return outgoing.choice(view.seat, found.choices[0], table)

    if NDJSON in request.headers.get("accept", ""):
        return await streamed(request, engines, ask, most, told)
    return answer(told(await engines.think(ask, most)))


@router.post(
    "/matches/{match}/hint",
    response_model=bodies.ChoiceDocument,
    responses={**documented(401, 409), 200: {"content": LINES}},
)
async def hint(request: Request, match: MatchId, body: bodies.HintBody) -> Response:
    """Say what to play, and why; not against other people."""
    _, table, held = await at_table(request, match)
    seat = acting(table, held, body.seat)
    _alone(table, held)
    if table.match.over:
        raise GameOver("the match is over, there is nothing to choose")
    if table.match.turn != seat:
        raise Refused(409, f"seat {table.match.turn} is to move; a hint comes when it is your turn")
    return await _think(request, table.match.view(seat), body, table=table)


@router.post(
    "/matches/{match}/analyse",
    response_model=bodies.ChoiceDocument,
    responses={**documented(401, 409), 200: {"content": LINES}},
)
async def analyse(request: Request, match: MatchId, body: bodies.AnalyseBody) -> Response:
    """Explain a choice of the match, now or at an earlier ply, by what its seat knew then.

    While the match goes on that is one of your own, and not against other people; afterwards anyone's.
    """
    _, table, held = await at_table(request, match)
    ply = table.match.ply if body.ply is None else body.ply
    if ply > table.match.ply:
        raise Refused(400, f"ply={ply}: the match has come to ply {table.match.ply}")
    then = table.match.at(ply)
    if table.match.over:
        seat = then.turn
    else:
        seat = acting(table, held, body.seat)
        _alone(table, held)
    if then.turn == OVER:
        raise GameOver("the game is over there, there is nothing to choose")
    if then.turn != seat:
        raise Refused(409, f"at ply {ply} seat {then.turn} is to move, not seat {seat}")
    return await _think(request, then.view(seat), body, table=table)


def _alone(table: Table, held: tuple[int, ...]) -> None:
    if set(table.people) - set(held):
        raise Refused(409, "no engine helps against other people; analyse the match when it is over")


@router.post(
    "/matches/{match}/review",
    response_model=dict[str, Any],
    responses={**documented(401, 409), 200: {"content": LINES}},
)
async def review(request: Request, match: MatchId, body: bodies.SeatOnly) -> Response:
    """Judge every move of a finished match by what its player knew; as lines, tell how far it is."""
    house, table, held = await at_table(request, match)
    looking(table, held, body.seat)
    if not table.match.over:
        raise Refused(409, "the match is still going on; it is reviewed when it is over")
    record = table.match.record().to_json()
    names = table.names(NOBODY).names
    ask = Ask(table.match.view(), "", Limit(), REVIEW, record=record, names=names)
    engines: Engines = request.app.state.engines
    if NDJSON in request.headers.get("accept", ""):
        return await streamed(request, engines, ask, 6 * house.settings.think, _review_or_how_far)
    return answer(_review_or_how_far(await engines.think(ask, 6 * house.settings.think)))


def _review_or_how_far(found: Answer) -> dict[str, Any]:
    if found.review is None:
        return dict(zip(("judged", "of"), found.judged, strict=True))
    whole: dict[str, Any] = plain(found.review)
    return whole


@router.post(
    "/games/{game}/analyse",
    response_model=bodies.ChoiceDocument,
    responses={**documented(409), 200: {"content": LINES}},
)
async def analyse_position(request: Request, game: GameName, body: bodies.PositionBody) -> Response:
    """Explain what to play in a position: by the moves that lead to it, or by what one seat knows."""
    view = await asyncio.to_thread(_position, game, body)
    return await _think(request, view, body, body.seed)


def _position(name: str, body: bodies.PositionBody) -> View:
    game = game_with(name, body.options)
    if body.seat is not None or body.hand:
        knowledge = Knowledge(game, 0 if body.seat is None else body.seat).told(body.hand, body.moves)
        return knowledge.view()
    view = view_of(game, body.moves)
    if view.seat == NOBODY and view.turn() != OVER:
        raise Refused(400, "chance decides here; add its outcome to the moves, or give a seat and its hand")
    if view.turn() == OVER:
        raise GameOver(f"{game.name}: the game is over, there is nothing to analyse")
    return view
