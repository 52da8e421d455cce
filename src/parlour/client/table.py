"""A match at a server, from the seats that its token holds, or from beside the table."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from typing import Any

from parlour.client.line import API, THOUGHT, Line
from parlour.client.refusals import refusal
from parlour.client.seen import Advice, Seen, advice, seen
from parlour.core.errors import ParlourError
from parlour.core.record import Record

POLL = 0.5  # seconds between two looks, where there is no socket
SOCKET_SECONDS = 10.0  # to open one
MOST_FRAME = 4 * 2**20


class Table:
    """One match; every answer is a `Seen`, what the seat may know.

    `token` holds the seats in `seats_held`; whoever keeps it can go on with `server.table(match, token)`.
    """

    def __init__(
        self,
        line: Line,
        match: str,
        token: str = "",
        seats_held: tuple[int, ...] = (),
        invitations: Mapping[int, str] | None = None,
    ) -> None:
        self._line = line
        self.match, self.token, self.seats_held = match, token, seats_held
        self.invitations = dict(invitations or {})  # seat: the link that opens it

    def join(self, code: str, name: str = "") -> Table:
        """Take the seat that a link's code opens; not repeated, for the answer is told once."""
        body = {"code": code, "name": name}
        return seated(self._line, self._line.post(f"/matches/{self.match}/join", body, once=True))

    def view(self, seat: int | None = None, picture: str = "text", since: int | None = None) -> Seen:
        """Look: from a seat that is held, by default the one to move; `told` begins at the ply `since`."""
        return seen(self._get("", seat=seat, picture=picture, since=since))

    def play(self, move: str, seat: int | None = None, version: int | None = None) -> Seen:
        """Move, in the text of the game; with a version, only if the match still stands there."""
        return seen(self._post("/moves", move=move, seat=seat, version=version))

    def hint(
        self, strategy: str = "expert", limit: Mapping[str, Any] | None = None, seat: int | None = None
    ) -> Advice:
        """Ask what a level would play here, knowing what the seat knows."""
        return advice(self._thought("/hint", strategy=strategy, limit=limit and dict(limit), seat=seat))

    def analyse(
        self,
        ply: int | None = None,
        strategy: str = "expert",
        limit: Mapping[str, Any] | None = None,
        seat: int | None = None,
    ) -> Advice:
        """Have a choice of the match explained, now or at an earlier ply."""
        asked = {"ply": ply, "strategy": strategy, "limit": limit and dict(limit), "seat": seat}
        return advice(self._thought("/analyse", **asked))

    def undo(self, seat: int | None = None) -> Seen:
        """Take the last move back, where that is fair."""
        return seen(self._post("/undo", seat=seat))

    def resign(self, seat: int | None = None) -> Seen:
        """Give up."""
        return seen(self._post("/resign", seat=seat))

    def rematch(self, seat: int | None = None) -> Table:
        """Play again, in the same seats; whoever asks second gets the same match."""
        return seated(self._line, self._post("/rematch", seat=seat))

    def review(self) -> dict[str, Any]:
        """Have every move of a match that is over judged."""
        found: dict[str, Any] = self._thought("/review")
        return found

    def record(self) -> Record:
        """Return the record: complete when the match is over, before that what the seat saw."""
        return Record.from_json(json.dumps(self._get("/record")))

    def wait(self, seconds: float | None = None, seat: int | None = None) -> Seen:
        """Wait until a seat that is held is to move or the match is over, or that long; give the view."""
        for at in self.follow(seat, seconds):
            if at.over or at.my_turn:
                return at
        return self.view(seat)

    def follow(self, seat: int | None = None, seconds: float | None = None) -> Iterator[Seen]:
        """Give the view as it is now and after every change, until the match is over or that long.

        By a socket, where the package websockets is there; else by looking twice a second. A connection that
        is lost is made again, and nothing is missed: each view is whole.
        """
        until = None if seconds is None else time.monotonic() + seconds
        at = self.view(seat)
        yield at
        while not at.over and (until is None or time.monotonic() < until):
            for found in self._changes(seat, until):
                if found != at:
                    at = found
                    yield at
                if at.over:
                    return
            found = self.view(seat)  # the line was cut: what came meanwhile is in here
            if found != at:
                at = found
                yield at

    def _changes(self, seat: int | None, until: float | None) -> Iterator[Seen]:
        """Give what a socket tells until it is lost or time is up."""
        try:
            from websockets.exceptions import WebSocketException
            from websockets.sync.client import connect
        except ImportError:
            time.sleep(POLL)
            return
        where = f"ws{self._line.url.removeprefix('http')}{API}/matches/{self.match}/socket"
        hello: dict[str, Any] = {"picture": "text"}
        hello |= {"token": self.token} if self.token else {}
        hello |= {} if seat is None else {"seat": seat}
        try:
            with connect(where, open_timeout=SOCKET_SECONDS, max_size=MOST_FRAME, proxy=None) as socket:
                socket.send(json.dumps(hello))
                while (left := None if until is None else until - time.monotonic()) is None or left > 0:
                    told = json.loads(socket.recv(left))
                    if told.get("type") == "problem":
                        raise refusal(told["problem"]["status"], told["problem"]["detail"])
                    if "view" in told:
                        yield seen(told["view"])
        except ParlourError:
            raise
        except (OSError, WebSocketException, ValueError, KeyError):
            time.sleep(POLL)  # lost, or time is up; the next look waits until the server is back

    def _get(self, path: str, **query: Any) -> Any:
        return self._line.get(f"/matches/{self.match}{path}", self.token, **query)

    def _post(self, path: str, **body: Any) -> Any:
        return self._line.post(f"/matches/{self.match}{path}", body, self.token)

    def _thought(self, path: str, **body: Any) -> Any:
        return self._line.post(f"/matches/{self.match}{path}", body, self.token, seconds=THOUGHT)

    def __repr__(self) -> str:
        return f"Table({self.match!r}, seats {', '.join(map(str, self.seats_held)) or 'none'})"


def seated(line: Line, data: Mapping[str, Any]) -> Table:
    """Return the table that a server has seated us at."""
    links = {each["seat"]: f"{line.url}{each['url']}" for each in data["invitations"]}
    return Table(line, data["match"], data["token"], tuple(data["seats_held"]), links)
