"""Ask the server the same in pairs of worlds that look alike to a seat: its answers are the same bytes.

    python benchmarks/server_leaks.py --pairs 10000 [--games hearts,holdem]

A pair (`alike.py`) is two matches under one name, with the same seats, token and commitment, in which the
seat has seen the same; what it has not seen, the seed and the secret options differ. Each is put on a table
of a server in this process and asked the same, with the seat's token or as a spectator. At every pair: the
view, the spectator's view, the moves, the record, what is no move or only elsewhere one, a move out of turn,
an undo. At every tenth: the views with all kinds of pictures and their tags, the past at some plies, the
socket's frames while the match goes on and its answers, a stale version, another seat's resignation; at every
fifth of the seat's own turns a legal move, at every 25th a hint and analyses, by
levels in turn under a small limit. Compared are status, headers, body, frames and all that is logged
meanwhile at DEBUG; none may hold the seed or a secret option. How long an answer takes is not looked at.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import logging
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from alike import ID, TOKEN, Pair, pairs, seed_of
from parlour import game, game_names
from parlour.core import rules
from parlour.core.analyse import analyse
from parlour.core.errors import ParlourError
from parlour.core.rng import Stream
from parlour.core.rules import CHANCE, NOBODY, OVER, AnyState
from parlour.core.view import history_of
from parlour.server.app import make_app
from parlour.server.engines.ask import Answer, Ask, Engines, Heard
from parlour.server.settings import Settings
from parlour.server.table import Table
from parlour.store import Append, Entry

OPTIONS = {"rock_paper_scissors": {"rounds": 10}, "matrix": {"rounds": 5}, "blackjack": {"rounds": 3}}
LITTLE = {"simulations": 8, "depth": 2, "nodes": 100}
OFTEN, DEAR = 10, 25  # at every so manieth pair what costs more
RECENT = 6  # plies that are told of at every pair; at every tenth all are
PATH = f"/api/v1/matches/{ID}"


class Here(Engines):
    """Thinks at once, where it is asked; a real one has a process of its own, and logs there."""

    def __init__(self, log: Log) -> None:
        self._log = log

    async def start(self) -> None:
        """Need nothing."""

    async def close(self) -> None:
        """Leave nothing."""

    async def think(
        self, ask: Ask, seconds: float, patient: bool = False, heard: Heard | None = None
    ) -> Answer:
        """Explain a choice."""
        assert ask.view is not None
        logged = list(self._log.heard)
        chosen = analyse(ask.view.game, ask.view, ask.spec, ask.limit, ask.seed, heard)
        self._log.heard[:] = logged
        return Answer((chosen,), 0.0)

    def health(self) -> dict[str, Any]:
        """Tell that there is nothing to tell."""
        return {}


class Quick:
    """A writer for which everything is on the disk at once."""

    async def append(self, append: Append) -> Entry:
        """Take an entry for written."""
        return append.entry

    def close(self) -> None:
        """Leave nothing."""


@dataclass
class Log(logging.Handler):
    """Keeps what is logged."""

    heard: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(logging.DEBUG)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line."""
        self.heard.append(f"{record.name} {record.levelname} {record.getMessage()}")

    __hash__ = object.__hash__


class Desk:
    """The app of a server, asked in this process."""

    def __init__(self, app: Any, log: Log) -> None:
        self.app, self.house, self.log = app, app.state.house, log
        self.house.wake = lambda table: None  # machines that moved would play on, each in its world
        self.house._writer.close()
        self.house._writer = Quick()

    async def ask(
        self, method: str, path: str, body: Any = None, token: str = TOKEN, **headers: str
    ) -> bytes:
        """Send a request; give status, headers and body as they come."""
        path, _, query = path.partition("?")
        data = b"" if body is None else json.dumps(body).encode()
        named = {"host": "h", "content-length": str(len(data)), "content-type": "application/json", **headers}
        if token:
            named["authorization"] = f"Bearer {token}"
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http",
            "method": method, "path": path, "raw_path": path.encode(), "root_path": "",
            "query_string": query.encode(), "client": ("c", 1), "server": ("h", 80), "app": self.app,
            "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in named.items()],
        }  # fmt: skip
        got: list[bytes] = []
        sent = [{"type": "http.request", "body": data, "more_body": False}]

        async def receive() -> dict[str, Any]:
            return sent.pop() if sent else await asyncio.Future()  # it does not go away

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                got.append(f"{message['status']} {sorted(message['headers'])}\n".encode())
            else:
                got.append(message.get("body", b""))

        await self.app(scope, receive, send)
        return b"".join(got)

    async def follow(
        self, table: Table, rest: tuple[list[AnyState], list[int]], first: dict[str, Any]
    ) -> bytes:
        """Open a socket, let the match go on by the rest, ask a few things; give the frames."""
        inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        frames: list[str] = []

        def say(words: dict[str, Any]) -> None:
            inbox.put_nowait({"type": "websocket.receive", "text": json.dumps(words)})

        async def send(message: Any) -> None:
            frames.append(repr(message))

        inbox.put_nowait({"type": "websocket.connect"})
        say(first)
        scope = {
            "type": "websocket", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "ws",
            "path": f"{PATH}/socket", "raw_path": b"", "root_path": "", "query_string": b"",
            "headers": [(b"host", b"h")], "client": ("c", 1), "server": ("h", 80), "subprotocols": [],
        }  # fmt: skip
        task = asyncio.create_task(self.app(scope, inbox.get, send))
        await _settled(frames)
        table.match.states += rest[0]
        table.match.actions += rest[1]
        table.took_place([Entry(ID, table.version, "move", {})])
        await _settled(frames)
        for number, asked in enumerate(({"do": "view"}, {"do": "move", "move": "zz"}, {"do": "ping"})):
            say({**asked, "id": number})
            await _settled(frames)
        inbox.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await task
        return "\n".join(frames).encode()


async def _settled(frames: list[str]) -> None:
    """Wait until no further frame comes."""
    quiet, before = 0, len(frames)
    while quiet < 30:
        await asyncio.sleep(0)
        quiet, before = (quiet + 1, before) if len(frames) == before else (0, len(frames))


@asynccontextmanager
async def desk() -> AsyncIterator[Desk]:
    """Open a server for asking, with a database of its own."""
    log, root = Log(), logging.getLogger()
    # A command that ran in this process may have left another level for what is the package's.
    levels = {name: logging.getLogger(name).level for name in ("", "parlour")}
    with tempfile.TemporaryDirectory() as folder:
        app = make_app(Settings(database=str(Path(folder) / "p.db"), rate=1e12), Here(log))
        async with app.router.lifespan_context(app):
            root.addHandler(log)
            for name in levels:
                logging.getLogger(name).setLevel(logging.DEBUG)
            try:
                yield Desk(app, log)
            finally:
                root.removeHandler(log)
                for name, level in levels.items():
                    logging.getLogger(name).setLevel(level)


async def asked(desk: Desk, pair: Pair, which: int, words: str) -> list[tuple[str, bytes]]:
    """Ask everything of one of the worlds; give the answers under what was asked."""
    found: list[tuple[str, bytes]] = []
    token = "" if pair.seat == NOBODY else TOKEN
    rng, dear = Stream.of(pair.number, "asked"), pair.at(DEAR, own=True)

    def fresh(cut: int = 0) -> Table:
        desk.house.tables[ID] = table = pair.table(which, cut, dear or pair.number % 2 == 1)
        return table

    async def ask(what: str, method: str, path: str, body: Any = None, **headers: str) -> bytes:
        answer = await desk.ask(method, PATH + path, body, token, **headers)
        found.append((what, answer))
        return answer

    desk.log.heard.clear()
    table = fresh()
    await ask("view", "GET", f"?since={max(0, table.match.ply - RECENT)}")
    await ask("moves", "GET", "/moves")
    await ask("record", "GET", "/record")
    if pair.seat != NOBODY:
        await ask("view as spectator", "GET", "?seat=-1")
        for move in ("zz", words) if pair.own else ("zz",):
            if not pair.own or not _legal(pair, move):
                await ask("no move" if pair.own else "out of turn", "POST", "/moves", {"move": move})
    if pair.at(OFTEN):
        await ask("view from the start", "GET", "?since=0")
        for how in ("none", "text", "svg", "data"):
            body = await ask(f"view {how}", "GET", f"?picture={how}")
            await ask(f"tag {how}", "GET", f"?picture={how}", if_none_match=_tag(body))
        for ply in sorted(
            {0, rng.below(table.match.ply + 1), rng.below(table.match.ply + 1), table.match.ply}
        ):
            how = ("none", "text", "svg", "data")[rng.below(4)]
            await ask("replay", "GET", f"/replay?ply={ply}&picture={how}")
            await ask("picture", "GET", f"/picture?ply={ply}")
        await ask("line", "POST", "/line", {"moves": [words]})
        await ask("notation", "GET", "/record?format=phh")
        await ask("stale", "POST", "/moves", {"move": words, "version": table.version + 3})
        await ask("another's", "POST", "/resign", {"seat": (pair.seat + 1) % 16})
        found += [("socket", frames) async for frames in _frames(desk, pair, fresh, rng)]
        fresh()
    if dear:
        levels = list(pair.game.levels)
        asking = {"strategy": levels[pair.own // DEAR % len(levels)], "limit": LITTLE}
        await ask("hint", "POST", "/hint", asking)
        await ask("hint as it comes", "POST", "/hint", asking, accept="application/x-ndjson")
        for ply in sorted({table.match.ply, *table.match.begun((pair.seat,))[:1]}):
            await ask("analyse", "POST", "/analyse", {**asking, "ply": ply})
    if pair.at(OFTEN // 2, own=True) and (move := _same_after(pair, rng)):
        await ask("legal move", "POST", "/moves", {"move": move}, idempotency_key="k" * 8)
        await ask("view after it", "GET", "?since=0")
        fresh()
    if pair.seat != NOBODY:
        await ask("undo", "POST", "/undo", {})
    found.append(("log", "\n".join(desk.log.heard).encode()))
    return found


async def _frames(desk: Desk, pair: Pair, fresh: Callable[[int], Table], rng: Stream) -> AsyncIterator[bytes]:
    whole = fresh(0).match
    cut = 0 if not whole.ply else 1 + rng.below(min(3, whole.ply))
    for detail in ("view", "brief"):
        first: dict[str, Any] = {"detail": detail, "picture": ("none", "data")[rng.below(2)]}
        first |= {"token": TOKEN} if pair.seat != NOBODY else {"seat": -1}
        rest = whole.states[whole.ply + 1 - cut :], whole.actions[whole.ply - cut :]
        yield await desk.follow(fresh(cut), rest, first)


def _tag(answer: bytes) -> str:
    """Return the tag of an answer: its digest, which stands in the headers."""
    return f'"{hashlib.blake2b(answer.partition(bytes([10]))[2], digest_size=9).hexdigest()}"'


def _legal(pair: Pair, words: str) -> bool:
    try:
        return bool(pair.game.read(rules.mask(pair.lines[0][0][-1], pair.seat), words))
    except ParlourError:
        return False


def _same_after(pair: Pair, rng: Stream) -> str:
    """Choose a legal move of the seat after which both worlds still look alike to it; "" if there is none."""
    moves = pair.game.moves(rules.mask(pair.lines[0][0][-1], pair.seat))
    words = moves[rng.below(len(moves))]
    lines = [(list(states), list(actions)) for states, actions in pair.lines]
    for states, actions in lines:
        for action in pair.game.read(states[-1], words):
            states.append(rules.play(states[-1], action))
            actions.append(action)
        if rules.turn(states[-1]) in (CHANCE, OVER):
            return ""
    seen = [
        [rules.mask(states[-1], pair.seat), history_of(states, actions, pair.seat)]
        for states, actions in lines
    ]
    return words if seen[0] == seen[1] else ""


@dataclass
class Tally:
    """What was compared, and what differed."""

    pairs: int = 0
    requests: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def __str__(self) -> str:
        kinds = ", ".join(f"{what} {count:,}" for what, count in sorted(self.requests.items()))
        return (
            f"{self.pairs:7,} pairs {self.requests.total():9,} outputs compared "
            f"{len(self.differences):5} differences {self.seconds:7.1f} s\n    {kinds}"
        )


async def compare(name: str, most: int, seed: int = 1) -> Tally:
    """Compare what is told in so many pairs of a game."""
    it, tally, began = game(name, **OPTIONS.get(name, {})), Tally(), time.perf_counter()
    words = "zz"  # a move of another place
    secrets = [str(seed_of(which)).encode() for which in (0, 1)] + [b"secret 0", b"secret 1"]
    async with desk() as at:
        for pair in pairs(it, seed):
            if pair.number == most:
                break
            first, second = [await asked(at, pair, which, words) for which in (0, 1)]
            for (what, one), (_, other) in zip(first, second, strict=True):
                tally.requests[what] += 1
                if one != other:
                    tally.differences.append(f"{what}, seat {pair.seat}: {_apart(one, other)}")
                if any(secret in one or secret in other for secret in secrets):
                    tally.differences.append(f"{what}, seat {pair.seat}: a seed or a secret option is told")
            states, actions = pair.lines[0]
            words = it.format(states[-2], actions[-1]) if actions else words
            tally.pairs += 1
    tally.seconds = time.perf_counter() - began
    return tally


def _apart(one: bytes, other: bytes) -> str:
    """Show where two answers part."""
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    return f"...{one[max(0, at - 60) : at + 60]!r} / ...{other[max(0, at - 60) : at + 60]!r}"


def hidden_games() -> list[str]:
    """List the games in which something is hidden."""
    return [name for name in game_names() if game(name).traits.hidden]


def read_command(about: str | None, pairs: int) -> argparse.Namespace:
    """Read which games are to be compared, in how many pairs."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", default="", metavar="GAME,...")
    parser.add_argument("--pairs", type=int, default=pairs)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def reported(given: argparse.Namespace, compared: Callable[[str], Any]) -> int:
    """Print a line a game, and the first of what differs; give the status to exit with."""
    different = 0
    for name in given.games.split(",") if given.games else hidden_games():
        tally = compared(name)
        print(f"{name:20} {tally}", flush=True)
        for text in list(dict.fromkeys(tally.differences))[:5]:
            print(f"    {text}")
        different += len(tally.differences)
    return 1 if different else 0


def main() -> int:
    """Compare what the server sends."""
    given = read_command(__doc__, 10_000)
    print(f"pictures, past, socket at every {OFTEN}th pair; hints at every {DEAR}th own turn", flush=True)
    return reported(given, lambda name: asyncio.run(compare(name, given.pairs, given.seed)))


if __name__ == "__main__":
    raise SystemExit(main())
