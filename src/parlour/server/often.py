"""What is asked for all the time, looking and moving: these two do not go through the router.

FastAPI takes longer to find a route and to take a request apart than the move itself takes. So the two have
a lane of their own in front of it, which reads the same models; `routes/matches.py` describes them.
"""

from __future__ import annotations

import hashlib
import re

from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from parlour.core.errors import ParlourError
from parlour.server import outgoing
from parlour.server.asking import answer, at_table, looking, moving
from parlour.server.bodies import Look, Move
from parlour.server.problems import Refused, refusal, words_of
from parlour.server.problems import response as problem_response

_MATCH = re.compile(r"/api/v1/matches/([0-9a-f]{32})(/moves)?")
_KEY = re.compile(r"[A-Za-z0-9_-]{8,64}")


async def look(request: Request, match: str, asked: Look) -> Response:
    """Tell how a match stands, for a seat that the token holds or for a spectator."""
    _, table, held = await at_table(request, match)
    body = outgoing.encoded(table, looking(table, held, asked.seat), asked.picture, asked.since, held)
    tag = f'"{hashlib.blake2b(body, digest_size=9).hexdigest()}"'
    headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return answer(body, headers=headers)


async def move(request: Request, match: str, asked: Move) -> Response:
    """Play a move; it is on the disk when the answer comes."""
    house, table, held = await at_table(request, match)
    key = request.headers.get("idempotency-key", "")
    seat = moving(table, held, asked.seat, key)
    if key and not _KEY.fullmatch(key):
        raise Refused(422, "Idempotency-Key: 8 to 64 letters, digits, - or _")
    await house.move(table, seat, asked.move, key, asked.version)
    if "return=minimal" in request.headers.get("prefer", ""):
        return answer(outgoing.brief(table))
    return answer(outgoing.encoded(table, looking(table, held, asked.seat), held=held))


class Lane:
    """An ASGI layer that answers the two, and lets all else pass."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or let pass."""
        found = _MATCH.fullmatch(scope["path"]) if scope["type"] == "http" else None
        if found is None or (scope["method"], found[2]) not in (("GET", None), ("POST", "/moves")):
            await self._app(scope, receive, send)
            return
        request = Request(scope, receive)
        try:
            if found[2] is None:
                response = await look(request, found[1], Look.model_validate(dict(request.query_params)))
            else:
                response = await move(request, found[1], Move.model_validate_json(await request.body()))
        except ValidationError as error:
            response = problem_response(422, words_of(error.errors()))
        except ParlourError as error:
            response = refusal(error)
        await response(scope, receive, send)
