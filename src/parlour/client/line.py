"""The line to a server: JSON each way; a request is repeated until it is answered or patience is at an end.

Whatever changes something carries a key, so that the same request, sent twice, happens once.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import SplitResult, urlencode

from parlour import __version__
from parlour.client.refusals import Lost, refusal
from parlour.core.errors import ParlourError, clipped
from parlour.core.wire import NoAnswer, Reply, ask, checked_url

API = "/api/v1"
MOST_BYTES = 16 * 2**20  # of an answer: the record of a very long match
FIRST, LONGEST = 0.1, 2.0  # seconds before the second attempt, and between later ones
THOUGHT = 600.0  # seconds for what engines think about, and may first have to compile for
LATER = (429, 503)  # not now: ask again


class Line:
    """One server, as one player; `told` hears a sentence when the line is lost, and when it is back."""

    def __init__(
        self,
        url: str,
        player: str = "",
        patience: float = 30.0,
        timeout: float = 60.0,
        told: Callable[[str], None] | None = None,
    ) -> None:
        self.parts: SplitResult = checked_url("server", url.rstrip("/"))
        self.url = f"{self.parts.scheme}://{self.parts.netloc}{self.parts.path}"
        self.player, self.patience, self.timeout = player, patience, timeout
        self._told = told or (lambda sentence: None)

    def get(self, path: str, token: str = "", **query: Any) -> Any:
        """Ask for something; what is None is left out of the query."""
        given = {name: value for name, value in query.items() if value is not None}
        return self._asked("GET", path + (f"?{urlencode(given)}" if given else ""), b"", self._headers(token))

    def post(
        self, path: str, body: Mapping[str, Any], token: str = "", once: bool = False, seconds: float = 0.0
    ) -> Any:
        """Have something done; what knows no key is done `once`: not repeated when its answer is lost."""
        given = {name: value for name, value in body.items() if value is not None}
        headers = self._headers(token) | {
            "Content-Type": "application/json",
            "Idempotency-Key": secrets.token_urlsafe(24),
        }
        return self._asked("POST", path, json.dumps(given).encode(), headers, once, seconds)

    def _headers(self, token: str) -> dict[str, str]:
        headers = {"Accept": "application/json", "User-Agent": f"parlour/{__version__}"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if self.player:
            headers["Parlour-Player"] = self.player
        return headers

    def _asked(
        self,
        method: str,
        path: str,
        body: bytes,
        headers: dict[str, str],
        once: bool = False,
        seconds: float = 0.0,
    ) -> Any:
        url = checked_url("server", f"{self.url}{API}{path}")
        until, pause, lost = time.monotonic() + self.patience, FIRST, False
        while True:
            try:
                reply = ask(method, url, body, headers, seconds or self.timeout, MOST_BYTES)
            except NoAnswer as error:
                if once or time.monotonic() + pause > until:
                    raise Lost(f"{error}; is the server running?") from None
                if not lost:
                    self._told(f"No answer from {self.url}; trying again.")
                lost, wait = True, pause
            else:
                if lost:
                    self._told("Connected again.")
                    lost = False
                if reply.status not in LATER or time.monotonic() + (wait := _later(reply, pause)) > until:
                    return _answer(reply, self.url)
            time.sleep(wait)
            pause = min(2 * pause, LONGEST)


def _later(reply: Reply, pause: float) -> float:
    """Return the seconds after which the server wants to be asked again."""
    named = reply.headers.get("retry-after", "")
    return max(pause, float(named)) if named.isdigit() else pause


def _answer(reply: Reply, where: str) -> Any:
    try:
        data = json.loads(reply.body)
    except (ValueError, RecursionError):
        data = None
    if 200 <= reply.status < 300 and isinstance(data, dict):
        return data
    if isinstance(data, dict) and isinstance(data.get("detail"), str):
        raise refusal(reply.status, data["detail"])
    raise ParlourError(f"{where} answers {reply.status} {clipped(reply.body)}; is it a Parlour server?")
