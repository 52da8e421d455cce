"""Studying: puzzles with proven solutions, and decisions to be trained. Engines judge, each by a view."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from parlour.core.choice import Choice
from parlour.core.draw.data import picture_data
from parlour.core.drill import can_be_trained, judge, situation
from parlour.core.game import Game
from parlour.core.jsonable import plain
from parlour.core.limit import Limit
from parlour.core.match import Match
from parlour.core.narrate import story
from parlour.core.puzzle import games_with_puzzles, puzzle, puzzles
from parlour.core.record import Record
from parlour.core.registry import listed_game as game_named
from parlour.core.review import strongest
from parlour.core.rules import NOBODY, UNKNOWN
from parlour.server import outgoing
from parlour.server.asking import answer, house_of
from parlour.server.drive import bounded
from parlour.server.engines.ask import ANALYSE, DRILL, Answer, Ask, Busy, Failed
from parlour.server.opening import game_with
from parlour.server.problems import Refused, documented
from parlour.server.routes.games import GameName
from parlour.server.study_bodies import (
    DrillBody,
    DrillDocument,
    JudgeBody,
    JudgedDocument,
    PuzzleDocument,
    PuzzleGames,
    PuzzleList,
    PuzzleNumber,
    TriedDocument,
    TryBody,
)

router = APIRouter(tags=["study"])
THINK = 3.0  # seconds for a verdict: a solution is proven beforehand, the reasons are not
SEEDS = 2**32  # as many as a script can count


@router.get("/puzzles", response_model=PuzzleGames, responses=documented())
async def all_puzzles() -> Response:
    """List the games that have puzzles."""
    return answer(await asyncio.to_thread(_games))


def _games() -> dict[str, Any]:
    games = [game_named(name) for name in games_with_puzzles()]
    lines = [
        {"game": game.name, "title": game.title, "grades": [each.grade for each in puzzles(game)]}
        for game in games
    ]
    return {"games": lines}


@router.get("/puzzles/{game}", response_model=PuzzleList, responses=documented())
async def puzzles_of(game: GameName) -> Response:
    """List the puzzles of a game, without their solutions."""
    return answer(await asyncio.to_thread(_puzzles, game))


def _puzzles(name: str) -> dict[str, Any]:
    game = game_named(name)
    lines = [each.to_json() for each in puzzles(game)]
    return {"game": game.name, "title": game.title, "puzzles": lines}


@router.get("/puzzles/{game}/{number}", response_model=PuzzleDocument, responses=documented())
async def one_puzzle(game: GameName, number: PuzzleNumber) -> Response:
    """Show a puzzle: the board and the moves, not the solution."""
    return answer(await asyncio.to_thread(_puzzle, game, number))


def _puzzle(name: str, number: int) -> dict[str, Any]:
    found = puzzle(name, number)
    return {**found.to_json(), **outgoing.decision(found.view), "count": len(puzzles(name))}


@router.post("/puzzles/{game}/{number}/try", response_model=TriedDocument, responses=documented())
async def try_puzzle(request: Request, game: GameName, number: PuzzleNumber, body: TryBody) -> Response:
    """Try a move: say whether it is among the best, which these are, and why.

    The solution is known; where no engine is free to say why, the verdict comes without reasons.
    """
    found = await asyncio.to_thread(puzzle, game, number)
    right = await asyncio.to_thread(found.is_right, body.move)
    try:
        ask = Ask(found.view, found.judge, Limit(at_most=THINK), ANALYSE)
        chosen = (await _ask(request, ask)).choices[0]
    except (Busy, Failed):
        chosen = Choice(UNKNOWN)
    told = chosen.to_json()
    move = found.game.write(found.view.state, found.game.read(found.view.state, body.move))[0]
    return answer(
        plain(
            {
                "right": right,
                "move": move,
                "best": list(found.best),
                "told": found.verdict(move, chosen),
                "reasons": told["reasons"],
                "candidates": told["candidates"],
                "picture": picture_data(found.after(move).picture()),
            }
        )
    )


@router.post("/games/{game}/drill", response_model=DrillDocument, responses=documented(404))
async def draw_drill(request: Request, game: GameName, body: DrillBody) -> Response:
    """Draw a decision from play: the view of the seat that is to move, and what it is about."""
    seed = secrets.randbelow(SEEDS) if body.seed is None else body.seed
    match = await _drill(request, await asyncio.to_thread(game_with, game, body.options), seed)
    return answer(await asyncio.to_thread(_drilled, match, seed))


def _drilled(match: Match, seed: int) -> dict[str, Any]:
    view = match.view(match.turn)
    told = [event.to_json() for event in story(match, view.seat, 0)]
    place = {"game": view.game.name, "seed": seed, "options": view.game.changed_options()}
    found: dict[str, Any] = plain(
        {**place, **outgoing.decision(view), "situation": situation(view), "told": told}
    )
    return found


@router.post("/games/{game}/drill/judge", response_model=JudgedDocument, responses=documented(404))
async def judge_drill(request: Request, game: GameName, body: JudgeBody) -> Response:
    """Say what a move costs in the decision of that seed, by the strongest judge the game has."""
    settled = await asyncio.to_thread(game_with, game, body.options)
    match = await _drill(request, settled, body.seed)
    view = match.view(match.turn)
    spec = await asyncio.to_thread(strongest, view.game)
    view.game.read(view.state, body.move)  # refused before anybody thinks about it
    found = await _ask(request, Ask(view, spec, Limit(at_most=THINK), ANALYSE))
    verdict = judge(view, body.move, found.choices[0])
    return answer(plain({**verdict.to_json(), "situation": situation(view)}))


async def _drill(request: Request, game: Game, seed: int) -> Match:
    """Let an engine play to a decision; the match stays here, only the view of a seat leaves."""
    if not can_be_trained(game):
        raise Refused(404, f"{game.name} has no trainer; GET /api/v1/games tells which games have one")
    found = await _ask(request, Ask(game.view(game.start(), NOBODY), "", Limit(), DRILL, seed=seed))
    return await asyncio.to_thread(lambda: Match.from_record(Record.from_json(found.record)))


async def _ask(request: Request, ask: Ask) -> Answer:
    most = house_of(request).settings.think
    bound = Ask(ask.view, ask.spec, bounded(ask.limit, most), ask.do, seed=ask.seed)
    found: Answer = await request.app.state.engines.think(bound, most)
    return found
