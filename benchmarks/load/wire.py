"""A client as thin as can be: HTTP/1.1 on a connection that is kept, and websocket frames.

The client takes its share of the same processor as the server, so it does no more than it must.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import os
import time
from dataclasses import dataclass
from typing import Any

API = "/api/v1"
LONGEST_HEAD = 64 * 1024
IDLE = 2.0  # seconds after which a server may have hung up on us
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
MAGIC = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # RFC 6455, section 1.3


class Gone(Exception):
    """The other side has closed the connection, or does not speak the protocol."""


@dataclass(frozen=True)
class Place:
    """Where a server listens."""

    host: str
    port: int

    @property
    def url(self) -> str:
        """Return the address as one types it."""
        return f"http://{self.host}:{self.port}"


@dataclass(frozen=True)
class Answer:
    """What a request brought."""

    status: int
    headers: dict[bytes, bytes]
    body: bytes

    def data(self) -> Any:
        """Read the body as JSON; raise Gone unless the request was granted."""
        if self.status >= 300:
            raise Gone(f"answered {self.status}: {self.body[:300].decode(errors='replace')}")
        return json.loads(self.body)


class Http:
    """One connection, one request at a time."""

    def __init__(self, place: Place, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._place, self._reader, self._writer = place, reader, writer
        self._used = time.monotonic()

    @classmethod
    async def connect(cls, place: Place) -> Http:
        """Open a connection."""
        return cls(place, *await asyncio.open_connection(place.host, place.port, limit=LONGEST_HEAD))

    async def ask(self, method: str, path: str, data: Any = None, **headers: str) -> Answer:
        """Send a request and wait for its answer; a header's name is written with _ for -."""
        body = b"" if data is None else json.dumps(data, separators=(",", ":")).encode()
        lines = [f"{method} {API}{path} HTTP/1.1", f"Host: {self._place.host}:{self._place.port}"]
        if data is not None:
            lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        if time.monotonic() - self._used > IDLE:
            self.close()
            fresh = await asyncio.open_connection(self._place.host, self._place.port, limit=LONGEST_HEAD)
            self._reader, self._writer = fresh
        self._writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        try:
            head = await self._reader.readuntil(b"\r\n\r\n")
            first, *rest = head[:-4].split(b"\r\n")
            found = {
                name.lower(): value.strip() for name, _, value in (line.partition(b":") for line in rest)
            }
            body = await self._reader.readexactly(int(found.get(b"content-length", b"0")))
        except (asyncio.IncompleteReadError, ConnectionError) as error:
            raise Gone(f"{method} {path}: {error}") from None
        self._used = time.monotonic()
        return Answer(int(first.split()[1]), found, body)

    def close(self) -> None:
        """Hang up."""
        self._writer.close()


class Socket:
    """One websocket: texts each way, pings answered."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def connect(cls, place: Place, path: str) -> Socket:
        """Open a connection and shake hands."""
        reader, writer = await asyncio.open_connection(place.host, place.port, limit=LONGEST_HEAD)
        key = base64.b64encode(os.urandom(16))
        writer.write(
            f"GET {path} HTTP/1.1\r\nHost: {place.host}:{place.port}\r\nConnection: Upgrade\r\n"
            f"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key.decode()}\r\n\r\n".encode()
        )
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, ConnectionError) as error:
            raise Gone(f"no websocket: {error}") from None
        proof = base64.b64encode(hashlib.sha1(key + MAGIC).digest())
        if b" 101 " not in head.split(b"\r\n")[0] or proof not in head:
            raise Gone(f"no websocket: {head[:100].decode(errors='replace')}")
        return cls(reader, writer)

    def send(self, text: str) -> None:
        """Send a text."""
        self._frame(TEXT, text.encode())

    def _frame(self, kind: int, data: bytes) -> None:
        size = len(data)
        if size < 126:
            head = bytes((0x80 | kind, 0x80 | size))
        elif size < 65536:
            head = bytes((0x80 | kind, 0x80 | 126)) + size.to_bytes(2, "big")
        else:
            head = bytes((0x80 | kind, 0x80 | 127)) + size.to_bytes(8, "big")
        mask = os.urandom(4)
        self._writer.write(head + mask + masked(data, mask))

    async def receive(self) -> str:
        """Return the next text; raise Gone when there will be none."""
        parts = []
        while True:
            try:
                first, second = await self._reader.readexactly(2)
                size = second & 127
                if size > 125:
                    size = int.from_bytes(await self._reader.readexactly(2 if size == 126 else 8), "big")
                data = await self._reader.readexactly(size)
            except (asyncio.IncompleteReadError, ConnectionError) as error:
                raise Gone(f"the socket broke: {error}") from None
            kind = first & 15
            if kind == PING:
                self._frame(PONG, data)
            elif kind == CLOSE:
                code = int.from_bytes(data[:2], "big")
                raise Gone(f"the socket was closed: {code} {data[2:].decode(errors='replace')}")
            elif kind != PONG:
                parts.append(data)
                if first & 0x80:
                    return b"".join(parts).decode()

    def close(self) -> None:
        """Hang up."""
        self._writer.close()


def masked(data: bytes, mask: bytes) -> bytes:
    """Mask or unmask the data of a frame, as RFC 6455 wants it from a client."""
    size = len(data)
    key = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(data, "big") ^ int.from_bytes(key, "big")).to_bytes(size, "big")
