"""Errors as problem documents (RFC 9457): one sentence, and a status that says whose turn it is to change."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.responses import Response

from parlour.core.errors import GameOver, NotYourTurn, ParlourError, UnknownName
from parlour.server.engines.ask import Busy, Failed
from parlour.store import NameTaken, StoreDown

MEDIA = "application/problem+json"
LONGEST = 100  # letters of a name that somebody sent, said back
RETRY_STORE = 1  # seconds after which a database may be back


class Problem(BaseModel):
    """What went wrong, in one sentence."""

    type: str = Field(default="about:blank", description="what kind of problem it is")
    title: str = Field(description="the status in words")
    status: int = Field(ge=400, le=599)
    detail: str = Field(description="what is wrong and what to do, in one sentence")


class Refused(ParlourError):
    """A request that is understood and not granted, with the status that says why."""

    def __init__(self, status: int, text: str, retry_after: float | None = None) -> None:
        super().__init__(text)
        self.status, self.retry_after = status, retry_after


def status_of(error: ParlourError) -> tuple[int, float | None]:
    """Say which status an error has, and when it is worth trying again."""
    if isinstance(error, Refused):
        return error.status, error.retry_after
    if isinstance(error, StoreDown):
        return 503, RETRY_STORE
    if isinstance(error, Busy):
        return 429, error.retry_after
    if isinstance(error, Failed):
        return 503, RETRY_STORE
    if isinstance(error, (GameOver, NotYourTurn, NameTaken)):
        return 409, None
    if isinstance(error, UnknownName):
        return 404, None
    return 400, None


def problem(status: int, detail: str) -> dict[str, Any]:
    """Describe a problem."""
    return {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "detail": detail}


def response(status: int, detail: str, retry_after: float | None = None) -> Response:
    """Answer with a problem."""
    headers = {} if retry_after is None else {"Retry-After": str(max(1, round(retry_after)))}
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    body = json.dumps(problem(status, " ".join(detail.split())))
    return Response(body, status, headers, media_type=MEDIA)


def refusal(error: ParlourError) -> Response:
    """Answer with what an error says."""
    status, retry = status_of(error)
    return response(status, str(error), retry)


def install(app: FastAPI) -> None:
    """Let every error of an app be answered by a problem document."""

    @app.exception_handler(ParlourError)
    async def refused(request: Request, error: ParlourError) -> Response:
        return refusal(error)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        return response(422, words_of(error.errors()))

    @app.exception_handler(HTTPException)
    async def plain(request: Request, error: HTTPException) -> Response:
        answer = response(error.status_code, f"{request.method} {request.url.path[:200]}: {error.detail}")
        answer.headers.update(error.headers or {})
        if error.status_code == 405:
            answer.headers["Allow"] = ", ".join(_allowed(request.app, request.url.path))
        return answer

    @app.exception_handler(Exception)
    async def unexpected(request: Request, error: Exception) -> Response:
        return response(500, "the server failed; its log says how")


def _allowed(app: FastAPI, path: str) -> list[str]:
    """List the methods that a path has; a router knows only those of the first route that it finds there."""
    for known, methods in app.openapi()["paths"].items():
        if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", known), path):
            return [method.upper() for method in methods]
    return ["GET"]


def words_of(errors: Sequence[Any]) -> str:
    """Say which fields are wrong, and how."""
    return "; ".join(_words(error) for error in errors[:3])


def _words(error: Any) -> str:
    where = ".".join(str(part) for part in error.get("loc", ()) if part != "body")
    return f"{where[:LONGEST] or 'the body'}: {error.get('msg', 'wrong')}"


WORDS = {
    400: "What was asked for is not possible in this game.",
    401: "A token is needed, and there is none, or it is none of this match.",
    403: "Not with this token, or not from this page.",
    404: "There is no such thing.",
    409: "The match does not stand so that it could be done.",
    413: "The request is too long.",
    415: "The request is not JSON.",
    422: "The request is not of the form described here.",
    429: "Too much at once; Retry-After says when to come again.",
    503: "The database or an engine does not answer; Retry-After says when to come again.",
}
ALWAYS = (400, 403, 404, 413, 415, 422, 429, 503)


def documented(*codes: int) -> dict[int | str, dict[str, Any]]:
    """Describe the problems that a route may answer with: those that all have, and these."""
    return {code: {"description": WORDS[code]} for code in sorted({*ALWAYS, *codes})}
