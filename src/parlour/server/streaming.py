"""An answer as it comes: a choice that is thought about, or a review, in lines of JSON until it is done."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from parlour.core.errors import ParlourError
from parlour.server.asking import NDJSON
from parlour.server.engines.ask import Answer, Ask, Engines
from parlour.server.outgoing import dumped
from parlour.server.problems import status_of

GONE = 499  # nobody reads it, but a log may tell it from an answer
LOOK = 0.25  # seconds between two looks whether anybody still waits for the first line
Told = Callable[[Answer], dict[str, Any]]  # what a line says of an answer


async def streamed(request: Request, engines: Engines, ask: Ask, seconds: float, told: Told) -> Response:
    """Answer with a line for what has been found now and then, and a last one with "done": true.

    What goes wrong before the first line is answered as ever; afterwards it is the last line. When whoever
    asked has gone, the engine stops.
    """
    thought = Thought(engines, ask, seconds)
    try:
        while not await thought.news(LOOK):
            if await request.is_disconnected():
                thought.task.cancel()
                return Response(status_code=GONE)
        if thought.task.done():
            thought.task.result()
    except BaseException:
        thought.task.cancel()
        raise
    return Lines(thought, told)


class Lines(StreamingResponse):
    """The lines; whether they were all read or not, nobody thinks afterwards."""

    media_type = NDJSON

    def __init__(self, thought: Thought, told: Told) -> None:
        super().__init__(_lines(thought, told))
        self._thought = thought

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send them until the end, or until whoever asked has gone."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._thought.task.cancel()


async def _lines(thought: Thought, told: Told) -> AsyncIterator[bytes]:
    try:
        while not thought.task.done():
            found = thought.latest()
            if found is not None:
                yield _line(told(found), False)
            await thought.news()
        yield _line(told(thought.task.result()), True)
    except ParlourError as error:
        yield dumped({"status": status_of(error)[0], "detail": str(error)}) + b"\n"


def _line(found: dict[str, Any], done: bool) -> bytes:
    return dumped({**found, "done": done}) + b"\n"


class Thought:
    """The thinking of an engine, and the last that was heard of it: who reads slowly misses what is old."""

    def __init__(self, engines: Engines, ask: Ask, seconds: float) -> None:
        self._latest: Answer | None = None
        self._news = asyncio.Event()
        self.task: asyncio.Task[Answer] = asyncio.create_task(engines.think(ask, seconds, heard=self._hear))
        self.task.add_done_callback(lambda _: self._news.set())

    def _hear(self, found: Answer) -> None:
        self._latest = found
        self._news.set()

    def latest(self) -> Answer | None:
        """Take what was heard last, once."""
        found, self._latest = self._latest, None
        self._news.clear()
        return found

    async def news(self, seconds: float | None = None) -> bool:
        """Wait until there is something to tell, or for so long; say whether there is."""
        try:
            await asyncio.wait_for(self._news.wait(), seconds)
        except TimeoutError:
            return False
        return True
