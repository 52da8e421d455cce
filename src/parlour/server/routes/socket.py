"""The socket: a match as it goes on, in numbered messages, and moves the other way.

The first message says who is there: {"token": T, "seat": 0, "picture": "none", "detail": "view", "thinking":
false}, all of it optional. From then on each message from here has a number one higher than the last, and
each holds the whole view (or, with "detail": "brief", only whose turn it is): who misses one needs nothing
but the next. With "thinking" there are others in between: what a machine has found so far.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections import deque
from typing import Any, TypeVar

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from parlour.core.errors import ParlourError, clipped
from parlour.core.rules import NOBODY
from parlour.server import outgoing
from parlour.server.asking import held_by, house_of, looking, moving
from parlour.server.guard import Bucket
from parlour.server.house import DELETED, House
from parlour.server.problems import Refused, problem, status_of
from parlour.server.settings import MOST_SEATS
from parlour.server.table import Table

router = APIRouter()
log = logging.getLogger("parlour.server")
UNHEARD = 8  # answers that may wait for a slow reader; until they are out nothing more is heard
BIGGEST_ID = 2**53
MOST_FAULTS = 100  # frames that make no sense, before the line is cut
GONE, FAILED = 1006, 1011
Known = TypeVar("Known", str, bool)
_KEY = re.compile(r"[A-Za-z0-9_-]{8,64}")
_MATCH = re.compile(r"[0-9a-f]{32}")


class Line:
    """One socket: what it is told, in order, and what it asks."""

    def __init__(self, socket: WebSocket, house: House, table: Table) -> None:
        self.socket, self.house, self.table = socket, house, table
        self.held: tuple[int, ...] = ()
        self.asked: int | None = None
        self.picture, self.detail, self.curious = "none", "view", False
        self._number = 0
        self._answers: deque[str] = deque()
        self._news, self._room = asyncio.Event(), asyncio.Event()
        self._shown = -1  # the version that was told last
        self._stale = False
        self._deleted = False
        self._thought = ""  # what a machine has found so far, if that is to be told

    # -- telling ---------------------------------------------------------------------------------------------

    def changed(self) -> None:
        """Hear that the match has gone on."""
        self._stale, self._thought = True, ""
        self._news.set()

    def thinking(self, words: str) -> None:
        """Hear what a machine has found so far: one who reads slowly is told the last of it."""
        self._thought = words
        self._news.set()

    def gone(self) -> None:
        """Hear that there is nothing to look at any more."""
        self._deleted = True
        self._news.set()

    def say(self, words: str) -> None:
        """Put a message into the line; its number is given when it goes out."""
        self._answers.append(words)
        self._news.set()

    async def room(self) -> None:
        """Wait until the other side has taken most of its answers."""
        while len(self._answers) >= UNHEARD:
            self._room.clear()
            await self._room.wait()

    async def tell(self) -> None:
        """Send what there is, until the socket is gone."""
        try:
            await self._tell()
        except WebSocketDisconnect:  # gone
            self._answers.clear()
        except Exception:  # nobody must look at a match that stands still because of what nobody thought of
            log.exception("match %s cannot be told", self.table.id)
            self._answers.clear()
            await _close(self.socket, FAILED)
        self._room.set()

    async def _tell(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            while self._answers:
                await self._send(self._answers.popleft())
                self._room.set()
            if self._deleted:
                await _refuse(self.socket, self, Refused(404, DELETED))
                return
            if self._stale:
                self._stale = False
                if self.detail == "view" or self._shown != self.table.version:
                    await self._send(
                        f'"type":"{"view" if self.detail == "view" else "moved"}",{self._state()}'
                    )
            elif self._thought:
                thought, self._thought = self._thought, ""
                await self._send(thought)

    def refusal(self, told: dict[str, Any]) -> str:
        """Write the last message, which says why."""
        return json.dumps({"n": self._number + 1, "type": "problem", "problem": told})

    async def _send(self, words: str) -> None:
        self._number += 1
        try:
            await self.socket.send_text(f'{{"n":{self._number},{words}}}')
        except RuntimeError:  # uvicorn has closed it, for a frame that is none
            raise WebSocketDisconnect(GONE) from None

    def _state(self) -> str:
        self._shown = self.table.version
        if self.detail == "brief":
            return outgoing.dumped(outgoing.brief(self.table)).decode()[1:-1]
        seat = looking(self.table, self.held, self.asked)
        return f'"view":{outgoing.encoded(self.table, seat, self.picture, held=self.held).decode()}'

    # -- hearing ---------------------------------------------------------------------------------------------

    async def open(self, asked: dict[str, Any]) -> None:
        """Learn who is there."""
        token = asked.get("token")
        if token is not None and not isinstance(token, str):
            raise Refused(422, "token: give it as text")
        self.held = await held_by(self.socket, self.table, token or "")
        self.asked = _seat(asked, NOBODY)
        looking(self.table, self.held, self.asked)
        self.picture = _one_of(asked, "picture", outgoing.PICTURES)
        self.detail = _one_of(asked, "detail", ("view", "brief"))
        self.curious = _one_of(asked, "thinking", (False, True))

    async def hear(self, words: str) -> bool:
        """Answer one frame; say whether it made sense."""
        number: Any = None
        try:
            asked = _frame(words)
            number = _id(asked)
            done = asked.get("do")
            if done == "move":
                await self._move(asked)
            elif done == "view":
                self._shown = -1
            elif done != "ping":
                raise Refused(422, f"do={clipped(done)}: known are move, view and ping")
        except ParlourError as error:
            status, retry = status_of(error)
            told = problem(status, str(error)) | ({} if retry is None else {"retry_after": retry})
            self.say(f'"type":"answer","id":{json.dumps(number)},"ok":false,"problem":{json.dumps(told)}')
            return status != 422
        state = "" if done == "ping" else "," + self._state()
        self._stale = False if done != "ping" else self._stale
        self.say(f'"type":"answer","id":{json.dumps(number)},"ok":true{state}')
        return True

    async def _move(self, asked: dict[str, Any]) -> None:
        move, key, version = asked.get("move"), asked.get("key", ""), asked.get("version")
        if not isinstance(move, str) or not 1 <= len(move) <= 400:
            raise Refused(422, "move: give its text, of at most 400 characters")
        if not isinstance(key, str) or (key and not _KEY.fullmatch(key)):
            raise Refused(422, "key: 8 to 64 letters, digits, - or _")
        if version is not None and (type(version) is not int or version < 0):
            raise Refused(422, "version: give a whole number from 0")
        seat = moving(self.table, self.held, _seat(asked, 0), key)
        await self.house.move(self.table, seat, move, key, version)


@router.websocket("/matches/{match}/socket")
async def socket(websocket: WebSocket, match: str) -> None:
    """Follow a match and move in it."""
    await websocket.accept()
    house = house_of(websocket)
    line: Line | None = None
    teller: asyncio.Task[None] | None = None
    try:
        if not _MATCH.fullmatch(match):
            raise Refused(404, "there is no such match")
        line = Line(websocket, house, await house.table(match))
        await line.open(_frame(await _first(websocket, house.settings.opening)))
        line.table.watchers.add(line)
        line.changed()
        teller = asyncio.create_task(line.tell())
        house.wake(line.table)
        await _listen(websocket, line, teller)
    except ParlourError as error:
        if teller is not None:
            teller.cancel()
        await _refuse(websocket, line, error)
    except WebSocketDisconnect:  # gone
        pass
    finally:
        if line is not None:
            line.table.watchers.discard(line)
        if teller is not None:
            teller.cancel()


async def _first(websocket: WebSocket, seconds: float) -> str:
    try:
        return await asyncio.wait_for(_text(websocket), seconds)
    except TimeoutError:
        raise Refused(408, f"the first message must come within {seconds:g} s") from None


async def _text(websocket: WebSocket) -> str:
    """Return the next message; one of bytes is as good as an empty one."""
    message = await websocket.receive()
    if message["type"] != "websocket.receive":
        raise WebSocketDisconnect(message.get("code", FAILED))
    return message.get("text") or ""


async def _listen(websocket: WebSocket, line: Line, teller: asyncio.Task[None]) -> None:
    rate = line.house.settings.rate
    bucket, faults = Bucket(rate, 2 * rate), 0
    while not teller.done():
        words = await _text(websocket)
        if not bucket.take():
            told = json.dumps(problem(429, "too many messages"))
            line.say(f'"type":"answer","id":null,"ok":false,"problem":{told}')
            faults += 1
        elif not await line.hear(words):
            faults += 1
        if faults > MOST_FAULTS:
            raise Refused(429, "too many messages that make no sense")
        await line.room()


async def _refuse(websocket: WebSocket, line: Line | None, error: ParlourError) -> None:
    status, _ = status_of(error)
    told = problem(status, str(error))
    try:
        await websocket.send_text(
            line.refusal(told) if line else json.dumps({"n": 1, "type": "problem", "problem": told})
        )
    except (WebSocketDisconnect, RuntimeError):
        return
    await _close(websocket, 4000 + status)


async def _close(websocket: WebSocket, code: int) -> None:
    try:
        await websocket.close(code)
    except (WebSocketDisconnect, RuntimeError):  # it was gone already
        return


def _frame(words: str) -> dict[str, Any]:
    try:
        asked = json.loads(words)
    except (ValueError, RecursionError):
        raise Refused(422, "a message must be a JSON object") from None
    if not isinstance(asked, dict):
        raise Refused(422, "a message must be a JSON object")
    return asked


def _id(asked: dict[str, Any]) -> str | int | None:
    number = asked.get("id")
    if isinstance(number, str) and len(number) <= 64:
        return number
    if number is None or (type(number) is int and abs(number) <= BIGGEST_ID):
        return number
    raise Refused(422, "id: give a text of at most 64 characters, or a whole number")


def _seat(asked: dict[str, Any], low: int) -> int | None:
    seat = asked.get("seat")
    if seat is not None and (type(seat) is not int or not low <= seat < MOST_SEATS):
        raise Refused(422, f"seat={clipped(seat)}: give a whole number from {low}")
    return seat


def _one_of(asked: dict[str, Any], name: str, known: tuple[Known, ...]) -> Known:
    value = asked.get(name, known[0])
    if type(value) is not type(known[0]) or value not in known:
        raise Refused(422, f"{name}={clipped(value)}: choose one of {', '.join(map(_written, known))}")
    return value


def _written(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)
