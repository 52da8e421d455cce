"""Frames at the socket of a match: bytes, broken text, fragments, control frames, JSON of every shape, moves.

A case is a frame. Whatever comes, the server logs no traceback and closes by no internal error; each message
it sends is JSON with the next number; who only watches goes on watching; and the match is what the moves that
were acknowledged make of it, and no others than were sent.
"""

from __future__ import annotations

import json
import os
import socket
import struct
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from fuzzing import Failure, Failures, Report, command, wild
from websockets.sync.client import ClientConnection, connect

sys.path.append(str(Path(__file__).parents[1] / "server"))
from serving import Serving, quick_folder, serving, settled

from parlour.server.settings import Settings
from parlour.store.fold import fold

GAMES = ("tic_tac_toe", "dots_and_boxes", "checkers", "kuhn_poker", "connect_four")
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
GOOD_CLOSE = {1000, 1002, 1003, 1005, 1007, 1009, 4000}  # the last is echoed; and 4000 with a status
FRAMES, LINES = 24, 10  # of a line, of a match
VALUES: list[Any] = [
    None, True, False, 0, 1, -1, -2, 16, 2**53, 2**64, 10**400, 1.5, 0.0, float("nan"), float("inf"), "", "0",
    "move", "view", "\ud800", "x" * 65, "x" * 500, "k" * 8, [], [0], {}, {"a": 1}, [[[[]]]], "a1", "svg",
]  # fmt: skip
FIELDS = ("id", "do", "move", "key", "version", "seat", "token", "picture", "detail")
BROKEN = [
    "", " ", "{", "}", "[]", "null", "1", '"x"', "{}{}", '{"do": "move"', "{'do': 'ping'}", '{"do": NaN}',
    '{"do": "ping", "do": "move"}', '{"id": ' + "9" * 5000 + "}", '{"id": 1e999, "do": "ping"}',
    "[" * 8000, "[" * 4000 + "]" * 4000, '{"do":' * 2000 + "1" + "}" * 2000,
    '{"do": ' + "[" * 900 + "]" * 900 + "}", '{"\\ud800": "\\udfff"}', "\ufeff{}", "\x00", '{"do": "ping"}\n',
]  # fmt: skip


def frame(
    opcode: int, data: bytes, fin: bool = True, bits: int = 0, masked: bool = True, length: int | None = None
) -> bytes:
    """Write a frame as a client does; anything of it may be wrong."""
    size = len(data) if length is None else length
    head = bytes([(0x80 if fin else 0) | bits | opcode])
    mask = 0x80 if masked else 0
    if size < 126:
        head += bytes([mask | size])
    elif size < 65536:
        head += bytes([mask | 126]) + struct.pack("!H", size)
    else:
        head += bytes([mask | 127]) + struct.pack("!Q", size)
    return head + (b"\0\0\0\0" if masked else b"") + data


class Sent:
    """Makes the frames of a line, and knows which moves were in them."""

    def __init__(self, rng: Random, server: Serving, match: str, tokens: list[str]) -> None:
        self.rng, self.server, self.match, self.tokens = rng, server, match, tokens
        self.moves: dict[str, str] = {}  # by the id that was sent with them
        self.cut = False  # in the middle of a frame, whose end will never come

    def first(self) -> bytes:
        """Say who is there; or something else."""
        kind = self.rng.randrange(10)
        if kind < 7:
            return self.text(json.dumps({"token": self.rng.choice(self.tokens)}))
        return self.any() if kind == 7 else self.text(json.dumps(self.shuffled({}), allow_nan=True))

    def any(self) -> bytes:
        """Make a frame, or a few that belong together."""
        rng = self.rng
        kind = rng.randrange(100)
        if kind < 30:
            return self.move()
        if kind < 62:
            return self.text(json.dumps(self.shuffled({"do": rng.choice(("move", "view", "ping"))})))
        if kind < 74:
            return self.text(rng.choice(BROKEN))
        if kind < 82:
            return self.text(wild(rng))
        if kind < 86:
            return frame(rng.choice((PING, PONG)), os.urandom(rng.randrange(126)))
        if kind < 90:
            return self.fragments()
        if kind < 94:
            return frame(BINARY, rng.randbytes(rng.choice((0, 1, 30, 2000))))
        return self.fatal()

    def text(self, words: str) -> bytes:
        return frame(TEXT, words.encode("utf-8", "surrogatepass"))

    def move(self) -> bytes:
        """Send a legal move, or one that was legal when it was made."""
        match = self.server.house.tables[self.match].match
        legal = [] if match.over else match.game.moves(match.state)
        move = self.rng.choice(legal) if legal else "a1"
        name = f"m{len(self.moves)}-{self.rng.getrandbits(30)}"
        self.moves[name] = move
        return self.text(json.dumps({"id": name, "do": "move", "move": move}))

    def shuffled(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Put something wrong into some of the fields."""
        rng = self.rng
        for name in rng.sample(FIELDS, rng.choice((1, 1, 2, 3))):
            asked[name] = rng.choice(VALUES)
        if asked.get("do") == "move" and isinstance(asked.get("move"), str) and asked.get("move"):
            asked["move"] = "no move"  # moves are made where they are counted
        return asked

    def fragments(self) -> bytes:
        """Cut a message, with a ping in between."""
        rng = self.rng
        data = json.dumps({"do": rng.choice(("ping", "view"))}).encode()
        cuts = sorted(rng.sample(range(1, len(data)), rng.choice((1, 2, 5))))
        parts = [data[a:b] for a, b in zip([0, *cuts], [*cuts, len(data)], strict=True)]
        made = [frame(0 if n else TEXT, part, n == len(parts) - 1) for n, part in enumerate(parts)]
        if rng.random() < 0.5:
            made.insert(1, frame(PING, b"x"))
        return b"".join(made)

    def fatal(self) -> bytes:
        """Break the protocol itself."""
        rng = self.rng
        return rng.choice(
            [
                lambda: frame(TEXT, b"\xff\xfe{}"),
                lambda: frame(TEXT, b'{"do": "\xc3\x28"}'),
                lambda: frame(TEXT, "\ud800".encode("utf-8", "surrogatepass")),
                lambda: frame(TEXT, b"x" * 17_000),
                lambda: frame(TEXT, b"", length=2**40),
                lambda: frame(TEXT, b"", length=2**63),
                lambda: b"".join(frame(0 if n else TEXT, b" " * 4000, n == 4) for n in range(5)),
                lambda: frame(TEXT, b"{", False) + frame(TEXT, b"}"),
                lambda: frame(0, b"{}"),
                lambda: frame(PING, b"x" * 126),
                lambda: frame(PING, b"x", False),
                lambda: frame(rng.choice((3, 7, 11, 15)), b"{}"),
                lambda: frame(TEXT, b"{}", bits=rng.choice((0x40, 0x20, 0x10))),
                lambda: frame(TEXT, b"{}", masked=False),
                lambda: frame(
                    CLOSE, rng.choice((b"", b"\x03", b"\x03\xe8", b"\x03\xe8\xff", b"\0\1", b"\x0f\xa0ok"))
                ),
                self.noise,
            ]
        )()

    def noise(self) -> bytes:
        """Send bytes that may be the beginning of a frame."""
        self.cut = True
        return self.rng.randbytes(self.rng.choice((1, 7, 200, 5000)))


class Line:
    """One connection, by hand."""

    def __init__(self, server: Serving, match: str) -> None:
        self.wire = socket.create_connection(("127.0.0.1", server.port), timeout=20)
        self.wire.sendall(
            f"GET /api/v1/matches/{match}/socket HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        self.data = b""
        while b"\r\n\r\n" not in self.data:
            self.read()
        head, _, self.data = self.data.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101"), head

    def read(self) -> None:
        part = self.wire.recv(65536)
        if not part:
            raise EOFError
        self.data += part

    def take(self, size: int) -> bytes:
        while len(self.data) < size:
            self.read()
        part, self.data = self.data[:size], self.data[size:]
        return part

    def heard(self) -> Iterator[tuple[int, bytes]]:
        """Read frames of the server until it is gone."""
        while True:
            try:
                first, size = self.take(2)
                if size == 126:
                    (size,) = struct.unpack("!H", self.take(2))
                elif size == 127:
                    (size,) = struct.unpack("!Q", self.take(8))
                yield first & 15, self.take(size)
            except (EOFError, ConnectionError):
                return


def one_line(made: Sent, frames: int) -> tuple[list[str], dict[str, int]]:
    """Send the frames of a line; return what was wrong, and the version that each move played made."""
    line, wrong, played = Line(made.server, made.match), list[str](), dict[str, int]()
    try:
        line.wire.sendall(made.first())
        for _ in range(frames):
            line.wire.sendall(made.any())
        line.wire.sendall(made.text('{"do": "ping", "id": "end"}'))
        if made.cut:
            line.wire.shutdown(socket.SHUT_WR)
    except OSError:  # the server has closed it before
        pass
    number = 0
    for opcode, data in line.heard():
        if opcode == CLOSE:
            code = struct.unpack("!H", data[:2])[0] if data else 1005
            if code not in GOOD_CLOSE and not 4400 <= code < 4500:
                wrong.append(f"closed by {code} {data[2:]!r}")
            break  # it waits for ours
        if opcode == TEXT:
            told, number = json.loads(data), number + 1
            if told["n"] != number or told["type"] not in ("view", "moved", "answer", "problem"):
                wrong.append(f"message {number} is {data[:200]!r}")
            status = told.get("problem", {}).get("status", 400)
            if not 400 <= status < 500:
                wrong.append(f"answered {data[:200]!r}")
            if told.get("id") in made.moves and told["ok"]:
                played[told["id"]] = told["view"]["version"]
            if told.get("id") == "end":
                break
        elif opcode not in (PING, PONG):
            wrong.append(f"sent opcode {opcode}")
    line.wire.close()
    return wrong, played


def one_match(rng: Random, server: Serving, frames: int) -> tuple[int, list[str]]:
    """Attack one match with a few lines, one after the other; return how many frames, and what was wrong."""
    opened = server.open(rng.choice(GAMES))
    match, token = opened["match"], opened["token"]
    table = server.house.tables[match]
    sent, wrong, acknowledged, offered = 0, list[str](), dict[int, str](), set[str]()
    with connect(f"{server.socket}/matches/{match}/socket", proxy=None, max_size=None) as watching:
        watching.send("{}")
        seen = json.loads(watching.recv(timeout=20))
        for _ in range(LINES):
            count = min(frames - sent, FRAMES) - 2
            if count < 0:
                break
            made = Sent(rng, server, match, [token, token, token, "n" * 43])
            faults, played = one_line(made, count)
            wrong += faults
            acknowledged |= {version: made.moves[name] for name, version in played.items()}
            offered |= set(made.moves.values())
            sent += count + 2
        settled(lambda: len(table.watchers) == 1 and not table.lock.locked())
        wrong += _watched(watching, table.version, seen)
    entries = server.house.store.entries(match)
    moves = [entry.data["move"] for entry in entries]
    if fold(server.house.store.match(match), entries).states != table.match.states:
        wrong.append(f"{match}: the store and the table differ")
    if any(moves[version - 1] != move for version, move in acknowledged.items()) or not offered >= set(moves):
        wrong.append(f"{match}: {moves} were played, {acknowledged} were acknowledged")
    return sent, wrong


def _watched(watching: ClientConnection, version: int, seen: dict[str, Any]) -> list[str]:
    """Read on where somebody only watched: without a gap, to where the match stands."""
    watching.send('{"do": "ping", "id": "end"}')
    while seen.get("id") != "end":
        told = json.loads(watching.recv(timeout=20))
        if told["n"] != seen["n"] + 1:
            return [f"who watched heard {told['n']} after {seen['n']}"]
        view = told.get("view") or seen["view"]
        seen = {**told, "view": view}
    if seen["view"]["version"] != version:
        return [f"who watched saw version {seen['view']['version']} of {version}"]
    return []


def run(cases: Iterable[int], seed: int) -> Report:
    """Attack one match after the other until there were enough frames."""
    wanted, done, failures, number = len(list(cases)), 0, Failures(), 0
    with quick_folder() as path, serving(Settings(database=f"{path}/games.db", rate=1e9)) as server:
        while done < wanted:
            sent, wrong = one_match(Random(f"{seed}/{number}"), server, wanted - done)
            done, number = done + max(sent, 1), number + 1
            for fault in [*wrong, *server.log.faults]:
                failures.append(Failure(number - 1, "frames", fault[-600:]))
            server.log.faults.clear()
            server.log.lines.clear()
    return Report(done, failures, {"matches": number})


if __name__ == "__main__":
    raise SystemExit(command(__doc__ or "", run, 5000))
