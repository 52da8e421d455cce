"""`parlour serve` as a process that can be killed and started again, and a client that never gives up."""

from __future__ import annotations

import http.client
import json
import os
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from threading import Lock, Thread
from typing import Any

STARTING = 60.0  # seconds in which a server must be there
PAUSE = 0.02  # seconds between two tries
AGAIN = (429, 502, 503)


class Served:
    """A server at one port, on one database, whichever process it is."""

    def __init__(self, database: str, folder: Path, *words: str, backend: str = "interpreted") -> None:
        self.database, self.folder, self.words, self.backend = database, folder, words, backend
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = int(free.getsockname()[1])
        self.process: subprocess.Popen[str] | None = None
        self.began = self.ready = 0.0
        self.said: list[str] = []

    def launch(self) -> None:
        """Start a process; do not wait for it."""
        own = [name for name in os.environ if name.startswith("PARLOUR")]
        environment = {name: value for name, value in os.environ.items() if name not in own} | {
            "PARLOUR_STATE_DIR": str(self.folder / "state"),
            "PARLOUR_BACKEND": self.backend,
            "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        }
        command = [sys.executable, "-m", "parlour", "serve", "--port", str(self.port), *self.words]
        self.began, self.ready = time.monotonic(), 0.0
        self.process = subprocess.Popen(
            [*command, "--database", self.database, "--rate", "100000"],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        Thread(target=self._read, args=(self.process,), daemon=True).start()

    def _read(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        with process.stdout as out:
            for line in out:
                self.said.append(line.rstrip())
                if line.startswith("Parlour is at") and process is self.process:
                    self.ready = time.monotonic()

    def start(self) -> None:
        """Start a process and wait until it can be used."""
        self.launch()
        assert self.process is not None
        wait_for(lambda: bool(self.ready) or self.process.poll() is not None, STARTING)
        assert self.ready, self.said[-5:]

    def children(self) -> list[int]:
        """List the processes that the server has started."""
        assert self.process is not None
        try:
            return [
                int(number)
                for task in Path(f"/proc/{self.process.pid}/task").iterdir()
                for number in (task / "children").read_text().split()
            ]
        except OSError:  # gone meanwhile
            return []

    def kill(self) -> list[int]:
        """Kill the server (kill -9); give the processes that it had started."""
        assert self.process is not None
        children = self.children()
        self.process.kill()
        self.process.wait()
        return children

    def stop(self) -> None:
        """Stop the server as Ctrl-C does."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10.0)
            except subprocess.TimeoutExpired:
                self.kill()
                raise


def alive(pid: int) -> bool:
    """Say whether a process runs; one that only waits to be buried does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in ("Z", "X")
    except OSError:
        return False


def wait_for(true: Callable[[], bool], seconds: float) -> bool:
    """Wait until something is true, for so long at most; say whether it is."""
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(0.005)
    return True


class Unanswered(Exception):
    """No answer came in all the time there was."""


class Client:
    """Asks until it is answered: over connections that break and servers that are gone."""

    def __init__(self, port: int, patience: float = 120.0) -> None:
        self.port, self.patience = port, patience
        self._connection: http.client.HTTPConnection | None = None
        self._lock = Lock()
        self.tries = 0

    def once(
        self, method: str, path: str, body: Any = None, token: str = "", key: str = ""
    ) -> tuple[int, Any, dict[str, str]]:
        """Ask once; give status, data and headers, or raise what broke the connection."""
        headers = {"Content-Type": "application/json"}
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        headers |= {"Idempotency-Key": key} if key else {}
        with self._lock:
            self.tries += 1
            if self._connection is None:
                self._connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20.0)
            try:
                data = None if body is None else json.dumps(body)
                self._connection.request(method, f"/api/v1{path}", data, headers)
                answer = self._connection.getresponse()
                found = json.loads(answer.read() or b"null")
                return answer.status, found, dict(answer.getheaders())
            except (OSError, http.client.HTTPException, ValueError):
                self._connection.close()
                self._connection = None
                raise

    def ask(
        self, method: str, path: str, body: Any = None, token: str = "", key: str = ""
    ) -> tuple[int, Any]:
        """Ask until there is an answer that is not "come again"."""
        end = time.monotonic() + self.patience
        while time.monotonic() < end:
            try:
                status, data, _ = self.once(method, path, body, token, key)
                if status not in AGAIN:
                    return status, data
            except (OSError, http.client.HTTPException, ValueError):
                pass
            time.sleep(PAUSE)
        raise Unanswered(f"{method} {path}: no answer in {self.patience:g} s")

    def open(self, game: str, seats: list[str], **more: Any) -> Any:
        """Open a match, whatever happens once."""
        body = {"game": game, "seats": seats, **more}
        status, data = self.ask("POST", "/matches", body, key=secrets.token_urlsafe(24))
        assert status == 201, data
        return data
