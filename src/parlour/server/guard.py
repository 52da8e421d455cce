"""At the door: what is too long, too fast, or sent by somebody else's page is refused unread."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from parlour.server.problems import Refused, response
from parlour.server.settings import MOST_BODY, Settings

SAFE = ("GET", "HEAD", "OPTIONS")
DEAR = 30  # a request that makes work counts as so many
ADDRESSES = 50_000
TOO_LONG = f"the request is longer than {MOST_BODY:,} bytes"
LOOPBACK = ("localhost", "127.0.0.1", "::1")
HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
]


class Bucket:
    """So many a second, and a few more at once."""

    __slots__ = ("_left", "_most", "_rate", "_since")

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most, self._left, self._since = rate, most, most, time.monotonic()

    def take(self, count: float = 1.0) -> bool:
        """Take some out; say whether there was enough."""
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._since) * self._rate)
        self._since = now
        if self._left < count:
            return False
        self._left -= count
        return True

    def wait(self, count: float) -> float:
        """Return the seconds until there will be enough."""
        return max(0.0, (count - self._left) / self._rate)


class Guard:
    """An ASGI layer around the app."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app, self._settings = app, settings
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or answer it here."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        try:
            self._check(scope, headers)
        except Refused as error:
            await self._refuse(error, scope, receive, send)
            return
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
            return
        body = Counted(receive, _marked(send))
        await self._app(scope, body.receive, body.send)
        if body.too_long:
            await self._refuse(Refused(413, TOO_LONG), scope, receive, send)

    def _check(self, scope: Scope, headers: dict[bytes, str]) -> None:
        host = headers.get(b"host", "")
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
        if self._settings.hosts and name.strip("[]").lower() not in self._settings.hosts:
            raise Refused(403, f"this server is not called {name[:100]!r}; see parlour serve --host")
        method = scope.get("method", "")
        if scope["type"] == "websocket" or method not in SAFE:
            self._check_origin(headers, host)
        if scope["type"] == "http" and method not in SAFE:
            self._check_body(headers)
        self._check_rate(scope, DEAR if _makes_work(method, scope["path"]) else 1)

    def _check_origin(self, headers: dict[bytes, str], host: str) -> None:
        origin = headers.get(b"origin")
        if origin is None or origin in self._settings.origins:
            return
        _, here, site = origin.partition("://")
        if not here or site.lower() != host.lower():
            raise Refused(403, "this comes from another site's page; the operator may allow it with --origin")

    def _check_body(self, headers: dict[bytes, str]) -> None:
        length = headers.get(b"content-length", "0")
        if not length.isascii() or not length.isdigit() or len(length) > 12 or int(length) > MOST_BODY:
            raise Refused(413, TOO_LONG)
        kind = headers.get(b"content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json" and (length != "0" or b"transfer-encoding" in headers or kind):
            raise Refused(415, "send the request as application/json")

    def _check_rate(self, scope: Scope, count: float) -> None:
        rate = self._settings.rate
        address = (scope.get("client") or ("", 0))[0]
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(rate, max(2 * rate, 2 * DEAR))
            while len(self._buckets) > ADDRESSES:
                self._buckets.popitem(last=False)
        if not bucket.take(count):
            raise Refused(429, "too many requests from this address", bucket.wait(count))

    async def _refuse(self, error: Refused, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
            return
        await response(error.status, str(error), error.retry_after)(scope, receive, _marked(send))


class Counted:
    """A request whose bytes are counted, for not every one says how long it is."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive, self._send, self._total = receive, send, 0

    @property
    def too_long(self) -> bool:
        """Say whether more has come than is read."""
        return self._total > MOST_BODY

    async def receive(self) -> Message:
        """Pass a piece on."""
        message = await self._receive()
        self._total += len(message.get("body", b""))
        if self.too_long:
            raise Refused(413, TOO_LONG)
        return message

    async def send(self, message: Message) -> None:
        """Pass an answer on, unless the guard gives its own."""
        if not self.too_long:
            await self._send(message)


def _makes_work(method: str, path: str) -> bool:
    return path.endswith("/export") if method == "GET" else method == "POST" and not path.endswith("/moves")


def _marked(send: Send) -> Send:
    """Add what every answer says to a browser, unless it says something of its own."""

    async def sent(message: Any) -> None:
        if message["type"] == "http.response.start":
            said = {name for name, _ in message["headers"]}
            message["headers"] = [*message["headers"], *(each for each in HEADERS if each[0] not in said)]
        await send(message)

    return sent
