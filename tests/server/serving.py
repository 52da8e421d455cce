"""A whole server in a thread, over real HTTP and real sockets, for tests that attack it."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import ModuleType
from typing import Any

import httpx
import uvicorn
from inline import Inline

from parlour.server.app import make_app
from parlour.server.running import _listening, configured
from parlour.server.settings import Settings

EVENT = "parlour.server.engines.event"
JSON = {"Content-Type": "application/json"}
LEAVING = 5.0  # seconds for a server to stop


def quick_folder() -> tempfile.TemporaryDirectory[str]:
    """Make a folder in memory, where there is one: these tests are not about the disk."""
    return tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)


class QuickRunner:
    """Runs events without playing them: these tests are about who may ask."""

    def __init__(self, load: tuple[str, ...] = ()) -> None:
        pass

    async def run(
        self, what: dict[str, Any], progress: Callable[[int, int], None], sofar: Any
    ) -> dict[str, Any]:
        """Tell an empty table."""
        progress(1, 1)
        return {"standings": [], "pairs": [], "forfeits": []}


class Log(logging.Handler):
    """Keeps what is logged, and what nobody caught."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self._tests = threading.get_ident()  # what tests do in their own thread is no fault of the server
        self.lines: list[str] = []
        self.faults: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line."""
        words = self.format(record)
        self.lines.append(words)
        others = record.thread == self._tests or record.name.startswith("distributed")  # a cluster of a test
        if (record.levelno >= logging.ERROR or record.exc_info) and not others:
            self.faults.append(words)


class Serving:
    """A server that answers at `url`; `house` is its inside."""

    def __init__(self, app: Any, port: int, log: Log) -> None:
        self.app, self.port, self.log = app, port, log
        self.url = f"http://127.0.0.1:{port}/api/v1"
        self.socket = f"ws://127.0.0.1:{port}/api/v1"
        self.http = httpx.Client(timeout=30.0, trust_env=False)

    @property
    def house(self) -> Any:
        """Return the house, to look at and not to touch."""
        return self.app.state.house

    def ask(
        self, method: str, path: str, body: Any = None, token: str = "", **headers: str
    ) -> httpx.Response:
        """Ask for something, with a seat's token if one is given."""
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        if token:
            given["Authorization"] = f"Bearer {token}"
        answer = self.http.request(method, self.url + path, json=body, headers=given)
        self.http.cookies.clear()  # who asks next is somebody else
        return answer

    def open(self, game: str = "tic_tac_toe", seats: tuple[str, ...] = ("me", "me"), **more: Any) -> Any:
        """Open a match."""
        made = self.ask("POST", "/matches", {"game": game, "seats": list(seats), **more})
        assert made.status_code == 201, made.text
        return made.json()


@contextmanager
def serving(settings: Settings, engines: Inline | None = None) -> Iterator[Serving]:
    """Run a server; what it logs is kept, and must hold no traceback."""
    before = sys.modules.get(EVENT)
    sys.modules[EVENT] = quick = ModuleType(EVENT)
    quick.EventRunner = QuickRunner  # type: ignore[attr-defined]
    log = Log()
    logging.getLogger().addHandler(log)
    levels = {name: logging.getLogger(name).level for name in ("", "uvicorn.error", "uvicorn.access")}
    for name in levels:
        logging.getLogger(name).setLevel(logging.INFO)
    listening = _listening("127.0.0.1", 0)
    app = make_app(replace(settings, think=2.0), engines or Inline())
    config = configured(app, True)
    for name in ("uvicorn", "uvicorn.access"):
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = True
    server = uvicorn.Server(config)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([listening])), daemon=True)
    thread.start()
    try:
        settled(lambda: server.started or not thread.is_alive())
        assert server.started, log.lines
        it = Serving(app, listening.getsockname()[1], log)
        yield it
        it.http.close()
    finally:
        server.should_exit = True
        thread.join(LEAVING)
        listening.close()
        logging.getLogger().removeHandler(log)
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)
        sys.modules.pop(EVENT)
        if before is not None:
            sys.modules[EVENT] = before
    assert not log.faults, log.faults[0]


def settled(true: Callable[[], bool], seconds: float = 60.0) -> None:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not true() and time.monotonic() < end:
        time.sleep(0.01)
