"""Asking another program over HTTP: one question, one bounded answer, within a time, whatever it does.

Connections are kept open and used again. One that went stale meanwhile is replaced and the question asked
once more, so a question that must not count twice carries a key of its own. Redirects are not followed, and
no proxy is asked.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import SplitResult, urlsplit

from parlour.core.errors import BadOption, ParlourError, clipped

if TYPE_CHECKING:
    from http.client import HTTPConnection, HTTPResponse

MOST_IDLE = 8  # connections kept open to one address
_idle: dict[tuple[int, str, str, int], list[HTTPConnection]] = {}
_lock = threading.Lock()


class NoAnswer(ParlourError):
    """Nobody is there, the connection was lost, or what came back is too much to be an answer."""


class TooLate(NoAnswer, TimeoutError):
    """The answer did not come in time."""


@dataclass(frozen=True)
class Reply:
    """An answer: its status, its headers by their names in small letters, its body."""

    status: int
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""


def checked_url(name: str, url: str) -> SplitResult:
    """Take an address apart; raise BadOption, with an example, unless it is plain http or https."""
    try:
        parts = urlsplit(url)
        plain = url.isascii() and url.isprintable() and " " not in url and not parts.fragment
        fits = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        if not plain or not fits or parts.username is not None or parts.password is not None:
            raise ValueError
    except ValueError:
        raise BadOption(f"{name}={clipped(url)}: needs an address such as http://127.0.0.1:8000/") from None
    return parts


def ask(
    method: str, url: SplitResult, body: bytes, headers: Mapping[str, str], seconds: float, most: int
) -> Reply:
    """Send a request and give its answer, of at most that many bytes; raise NoAnswer or TooLate."""
    until = time.monotonic() + seconds
    where = f"{url.scheme}://{url.netloc}"
    kept = _take(url)
    while True:
        try:
            connection = kept or _connected(url, until)
            return _exchanged(connection, method, url, body, headers, until, most)
        except NoAnswer as error:
            raise type(error)(f"{where}: {error}") from None
        except Exception as error:  # of sockets, of TLS, of http.client, of a header that is none
            if time.monotonic() >= until:
                raise TooLate(f"{where}: no answer within {seconds:g} s") from None
            if kept is None:
                raise NoAnswer(f"{where}: {_words(error)}") from None
            kept = None  # it was closed while nobody used it


def _words(error: Exception) -> str:
    said = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return str(said)[:1].lower() + str(said)[1:]


def _key(url: SplitResult) -> tuple[int, str, str, int]:
    return os.getpid(), url.scheme, url.hostname or "", url.port or (443 if url.scheme == "https" else 80)


def _take(url: SplitResult) -> HTTPConnection | None:
    with _lock:
        kept = _idle.get(_key(url))
        return kept.pop() if kept else None


def _put_back(url: SplitResult, connection: HTTPConnection) -> None:
    with _lock:
        kept = _idle.setdefault(_key(url), [])
        if len(kept) < MOST_IDLE:
            kept.append(connection)
            return
    connection.close()


def _connected(url: SplitResult, until: float) -> HTTPConnection:
    import socket
    from http.client import HTTPConnection, HTTPSConnection

    _, scheme, host, port = _key(url)
    kind = HTTPSConnection if scheme == "https" else HTTPConnection
    connection = kind(host, port, timeout=max(0.001, until - time.monotonic()))
    connection.connect()
    connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def _exchanged(
    connection: HTTPConnection,
    method: str,
    url: SplitResult,
    body: bytes,
    headers: Mapping[str, str],
    until: float,
    most: int,
) -> Reply:
    """Ask over a connection; keep it for the next question only if the whole answer was read."""
    left = max(0.001, until - time.monotonic())
    connection.sock.settimeout(left)
    # A timeout of a socket begins anew with every byte; an answer in drops would last for ever.
    guard = threading.Timer(left, _cut, [connection.sock])
    guard.daemon = True
    guard.start()
    whole = False
    try:
        target = (url.path or "/") + (f"?{url.query}" if url.query else "")
        connection.request(method, target, body or None, dict(headers))
        response = connection.getresponse()
        reply = Reply(response.status, _headers(response), _body(response, most))
        if time.monotonic() >= until:  # what was cut off may look like the end of an answer
            raise TimeoutError
        whole = not response.will_close
    finally:
        guard.cancel()
        if whole:
            _put_back(url, connection)
        else:
            connection.close()
    return reply


def _headers(response: HTTPResponse) -> dict[str, str]:
    return {name.lower(): value for name, value in response.getheaders()}


def _body(response: HTTPResponse, most: int) -> bytes:
    if response.length is None or response.length <= most:
        body = response.read(most + 1)
        if len(body) <= most:
            response.read()  # the end of an answer in chunks, so that the connection can be used again
            return body
    raise NoAnswer(f"an answer of more than {most:,} bytes")


def _cut(sock: Any) -> None:
    import socket

    with suppress(OSError):
        sock.shutdown(socket.SHUT_RDWR)
