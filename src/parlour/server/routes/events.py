"""Events of the arena: strategies against each other, with the table as it grows."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import deque
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from parlour.core.errors import BadOption, ParlourError
from parlour.core.jsonable import plain
from parlour.core.limit import Limit
from parlour.server import event_bodies
from parlour.server.asking import answer
from parlour.server.drive import bounded
from parlour.server.engines.event import EventRunner
from parlour.server.opening import check_spec, game_with
from parlour.server.problems import Refused, documented
from parlour.server.settings import Settings
from parlour.store import ArenaEvent, Store, StoreDown

router = APIRouter(tags=["events"])
log = logging.getLogger("parlour.server")
MOST_WAITING = 100
MOST_POINTS = 200  # of a curve
EventId = Annotated[str, Path(pattern="^[0-9a-f]{16}$", examples=["0" * 16])]


class Events:
    """Runs one event after the other, apart from the matches."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store, self._runner = store, EventRunner(settings.load, settings.memory)
        self._waiting: deque[ArenaEvent] = deque()
        self._task: asyncio.Task[None] | None = None
        self.running: ArenaEvent | None = None

    async def resume(self) -> None:
        """Put into the line what a server left unfinished: by its seed it comes to the same again."""
        try:
            kept = await asyncio.to_thread(self._store.events)
        except StoreDown as error:
            log.warning("what is left of the events is not known: %s", error)
            return
        for event in reversed(kept):
            if event.ended is None:
                self._wait(event)

    async def add(self, event: ArenaEvent) -> None:
        """Put an event into the line."""
        if len(self._waiting) >= MOST_WAITING:
            raise Refused(429, "too many events are waiting", 60.0)
        await asyncio.to_thread(self._store.add_event, event)
        self._wait(event)

    def _wait(self, event: ArenaEvent) -> None:
        self._waiting.append(event)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while self._waiting:
            event = self._waiting.popleft()
            try:
                await self._play(event)
            except StoreDown as error:
                log.warning("event %s is not kept: %s", event.id, error)
            self.running = None

    async def _play(self, event: ArenaEvent) -> None:
        self.running = event

        def progress(done: int, total: int) -> None:
            running = self.running or event
            self.running = replace(running, played=done, notes={**running.notes, "total": total})

        def sofar(table: dict[str, Any]) -> None:
            running = self.running or event
            grown = {**running.notes, "growth": _grown(running.notes.get("growth", []), table)}
            self.running = replace(running, table=table, notes=grown)

        what = {
            "game": event.game,
            "options": event.options,
            "specs": list(event.specs),
            "games": event.games,
            "seed": event.seed,
            "limit": event.limit or None,
        }
        try:
            table = await self._runner.run(what, progress, sofar)
            sofar(table)
            notes = {**event.notes, **self.running.notes}
            done = replace(event, played=self.running.played, table=table, ended=time.time(), notes=notes)
        except ParlourError as error:
            done = replace(event, ended=time.time(), notes={**event.notes, "reason": str(error)})
        await asyncio.to_thread(self._store.update_event, done)

    async def close(self) -> None:
        """Stop what runs; it is told as unfinished."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)


def _grown(before: list[Any], table: dict[str, Any]) -> list[Any]:
    """Add how the scores stand to how they stood; of many looks every other one is left out."""
    rows = table["standings"]
    point = [sum(row["games"] for row in rows) // 2, {row["spec"]: row["score"] for row in rows}]
    if before and before[-1][0] == point[0]:
        return before
    return [*(before[::2] if len(before) >= MOST_POINTS else before), point]


def _told(event: ArenaEvent, running: ArenaEvent | None) -> dict[str, Any]:
    event = running if running is not None and running.id == event.id else event
    state = "running" if event is running else "waiting"
    if event.ended is not None:
        state = "failed" if event.table is None else "finished"
    told: dict[str, Any] = plain(
        {
            "id": event.id,
            "game": event.game,
            "options": event.options,
            "specs": event.specs,
            "games": event.games,
            "seed": event.seed,
            "state": state,
            "played": event.played,
            "total": event.notes.get("total", 0),
            "created": event.created,
            "table": event.table,
            "growth": event.notes.get("growth", []),
            "reason": event.notes.get("reason", ""),
        }
    )
    return told


@router.get("/events", response_model=event_bodies.EventList, responses=documented())
async def every(request: Request) -> Response:
    """List the events, the latest first."""
    events: Events = request.app.state.events
    store = request.app.state.house.store
    found = await asyncio.to_thread(store.events)
    return answer({"events": [_told(event, events.running) for event in found]})


@router.post("/events", status_code=201, response_model=event_bodies.EventDocument, responses=documented())
async def run(request: Request, body: event_bodies.EventBody) -> Response:
    """Run an event in the background; GET /events/{event} tells how far it is, and its table."""
    game = await asyncio.to_thread(game_with, body.game, body.options)
    if len(body.specs) < 2 or game.seats < 2:
        raise BadOption(f"{game.name}: an event needs two strategies and two seats at least")
    for spec in body.specs:
        await asyncio.to_thread(check_spec, game, spec)
    asked = Limit(**body.limit.given()) if body.limit else Limit()
    limit = bounded(asked, request.app.state.house.settings.think).to_json()
    event = ArenaEvent(
        id=secrets.token_hex(8),
        game=game.name,
        options=game.changed_options(),
        specs=tuple(body.specs),
        games=body.games,
        seed=body.seed,
        limit=",".join(f"{name}={value}" for name, value in limit.items()),
        created=time.time(),
    )
    events: Events = request.app.state.events
    await events.add(event)
    return answer(_told(event, events.running), 201, {"Location": f"/api/v1/events/{event.id}"})


@router.get(
    "/events/{event}", operation_id="event", response_model=event_bodies.EventDocument, responses=documented()
)
async def one(request: Request, event: EventId) -> Response:
    """Tell an event's table, and how far it is."""
    events: Events = request.app.state.events
    found = await asyncio.to_thread(request.app.state.house.store.event, event)
    if found is None:
        raise Refused(404, f"there is no event {event}")
    return answer(_told(found, events.running))
