"""Reads, moves and sockets held: what a server does all day, without a thought."""

from __future__ import annotations

import asyncio
import json
import random
import re
import shutil
import subprocess
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from load.host import Host, Trouble
from load.table import Row, row
from load.wire import API, Gone, Http, Place, Socket

GAME, OPTIONS, MOVE = "subtraction", {"heaps": [1_000_000], "take": [1]}, "1:1"  # a million moves long
WARM = 1.0  # seconds that are not counted
SOCKETS_A_MATCH = 10
AT_ONCE = 100  # sockets that are opened at the same time


@dataclass(frozen=True)
class Seated:
    """A match and the token that holds its seats."""

    match: str
    token: str

    @property
    def path(self) -> str:
        """Return where the match is, below the API's own path."""
        return f"/matches/{self.match}"

    @property
    def bearer(self) -> str:
        """Return what stands in the header Authorization."""
        return f"Bearer {self.token}"


async def open_match(http: Http, seats: tuple[str, ...] = ("me", "me"), **more: Any) -> Seated:
    """Open a match, by itself one that goes on for ever and that no engine takes part in."""
    wanted = {"game": GAME, "options": OPTIONS, **more} if "game" not in more else more
    data = (await http.ask("POST", "/matches", {**wanted, "seats": list(seats)})).data()
    return Seated(data["match"], data["token"])


async def reads(host: Host, seconds: float, clients: int) -> list[Row]:
    """Let wrk get one match again and again."""
    wrk = shutil.which("wrk")
    if wrk is None:
        raise Trouble("reads are measured by wrk, which is not installed: apt install wrk")
    http = await Http.connect(host.place)
    seated = await open_match(http)
    for _ in range(20):
        await play_one(http, seated, 0)
    http.close()
    url = f"{host.place.url}{API}{seated.path}"
    command = [wrk, "-t1", f"-c{clients}", f"-d{seconds:g}s", "--latency"]
    command += ["-H", f"Authorization: {seated.bearer}", url]
    done = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, check=False)
    return [_by_wrk(done.stdout + done.stderr, clients)]


def _by_wrk(text: str, clients: int) -> Row:
    total = re.search(r"(\d+) requests in ([\d.]+)(\w+)", text)
    shares = dict(re.findall(r"^\s+(50|99)%\s+([\d.]+\w+)$", text, re.M))
    if not total or len(shares) != 2:
        raise Trouble(f"wrk says what cannot be read: {text.strip()[-300:]}")
    more: dict[str, Any] = {"clients": clients}
    refused = re.search(r"Non-2xx or 3xx responses: (\d+)", text)
    broken = re.search(r"Socket errors: (.*)", text)
    more |= {"refused": int(refused[1])} if refused else {}
    more |= {"errors": broken[1]} if broken else {}
    p50, p99 = _seconds(shares["50"]), _seconds(shares["99"])
    return Row("reads", int(total[1]), _seconds(total[2] + total[3]), p50, p99, more)


def _seconds(text: str) -> float:
    units = {"us": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0}
    found = re.fullmatch(r"([\d.]+)(us|ms|s|m)", text)
    assert found, text
    return float(found[1]) * units[found[2]]


async def play_one(http: Http, seated: Seated, number: int) -> None:
    """Play one move of a match; raise Gone unless it was taken."""
    headers = {"Authorization": seated.bearer, "Prefer": "return=minimal"}
    headers |= {"Idempotency_Key": f"{seated.match[:12]}-{number:08}"} if number else {}
    answer = await http.ask("POST", f"{seated.path}/moves", {"move": MOVE}, **headers)
    if answer.status != 200:
        raise Gone(f"a move was answered {answer.status}: {answer.body[:300].decode(errors='replace')}")


class Meter:
    """How long each of many things took, once all are warm."""

    def __init__(self, seconds: float) -> None:
        self.took: list[float] = []
        self.began = time.perf_counter() + WARM
        self.ends = self.began + seconds
        self.seconds = seconds

    @property
    def over(self) -> bool:
        """Say whether the time is up."""
        return time.perf_counter() >= self.ends

    def add(self, since: float) -> None:
        """Count what began then and is done now."""
        now = time.perf_counter()
        if self.began <= since and now <= self.ends:
            self.took.append(now - since)


async def moves(host: Host, seconds: float, clients: int) -> list[Row]:
    """Play moves in many matches at once, a move at a time in each, by requests and then by sockets."""
    return [
        await _moves(host, seconds, clients, "moves by HTTP", _by_http),
        await _moves(host, seconds, clients, "moves by sockets", _by_socket),
    ]


Player = Callable[[Place, Meter], Awaitable[None]]


async def _moves(host: Host, seconds: float, clients: int, what: str, play: Player) -> Row:
    meter = Meter(seconds)
    busy = host.processor()
    await asyncio.gather(*(play(host.place, meter) for _ in range(clients)))
    used = (host.processor() - busy) / (seconds + WARM)
    more = {}
    if host.own:  # what it would do with a core to itself, whatever else is running
        more = {"server_busy": f"{used:.0%}", "a_busy_second": round(len(meter.took) / seconds / used)}
    return row(what, meter.took, seconds, clients=clients, **more)


async def _by_http(place: Place, meter: Meter) -> None:
    http = await Http.connect(place)
    seated = await open_match(http)
    number = 0
    while not meter.over:
        number += 1
        began = time.perf_counter()
        await play_one(http, seated, number)
        meter.add(began)
    http.close()


async def _by_socket(place: Place, meter: Meter) -> None:
    http = await Http.connect(place)
    seated = await open_match(http)
    http.close()
    socket = await follow(place, seated, detail="brief")
    number = 0
    while not meter.over:
        number += 1
        began = time.perf_counter()
        key = f"{seated.match[:12]}-{number:08}"
        socket.send(f'{{"id":{number},"do":"move","move":"{MOVE}","key":"{key}"}}')
        await answered(socket, number)
        meter.add(began)
    socket.close()


async def follow(place: Place, seated: Seated, **how: Any) -> Socket:
    """Open a socket at a match, and hear how it stands."""
    socket = await Socket.connect(place, f"{API}{seated.path}/socket")
    socket.send(json.dumps({"token": seated.token, "seat": 0, **how}))
    first = json.loads(await socket.receive())
    if first["type"] == "problem":
        raise Gone(f"the socket was refused: {first}")
    return socket


async def answered(socket: Socket, number: int) -> None:
    """Wait for the answer to a message; raise Gone if it is a refusal."""
    mark = f'"type":"answer","id":{number},'
    while True:
        text = await socket.receive()
        if mark in text:
            if '"ok":true' not in text[:200]:
                raise Gone(f"refused by the socket: {text[:300]}")
            return


async def sockets(host: Host, seconds: float, count: int) -> list[Row]:
    """Hold many sockets for a time; each asks now and then, and hears what is played at its match."""
    before = host.memory()
    http = await Http.connect(host.place)
    matches = [await open_match(http) for _ in range(-(-count // SOCKETS_A_MATCH))]
    gate, opened = asyncio.Semaphore(AT_ONCE), time.perf_counter()

    async def one(number: int) -> Socket:
        async with gate:
            return await follow(host.place, matches[number // SOCKETS_A_MATCH], detail="brief")

    held = await asyncio.gather(*(one(number) for number in range(count)))
    took = time.perf_counter() - opened
    until, heard, asked, drops = time.perf_counter() + seconds, [0], [], []
    # A moment longer than moves are played, so that the last is heard too.
    holders = [asyncio.create_task(_hold(socket, until + WARM, heard, asked, drops)) for socket in held]
    plays = 0
    while time.perf_counter() < until:  # a move every tenth of a second, somewhere
        plays += 1
        await play_one(http, random.choice(matches), plays)
        await asyncio.sleep(0.1)
    most = host.memory()
    await asyncio.gather(*holders)
    http.close()
    more: dict[str, Any] = {"held": count, "dropped": len(drops), "opened_s": round(took, 1)}
    more |= {"moves_heard": heard[0], "of": plays * SOCKETS_A_MATCH}
    more |= {"why": drops[0]} if drops else {}
    more |= (
        {"memory_mb": round(most), "kb_a_socket": round((most - before) * 1024 / count)} if host.own else {}
    )
    return [row("sockets", asked, seconds, **more)]


async def _hold(socket: Socket, until: float, heard: list[int], asked: list[float], drops: list[str]) -> None:
    """Keep one socket: ask for a sign of life or the view every twenty seconds or so, hear what comes."""
    sent: dict[int, float] = {}
    rng = random.Random(id(socket))

    async def ask() -> None:
        number = 0
        while True:
            await asyncio.sleep(rng.uniform(1.0, 40.0))
            number += 1
            sent[number] = time.perf_counter()
            socket.send(f'{{"id":{number},"do":"{rng.choice(("ping", "view"))}"}}')

    asking = asyncio.create_task(ask())
    try:
        while (left := until - time.perf_counter()) > 0:
            async with asyncio.timeout(left):
                data = json.loads(await socket.receive())
            if data["type"] == "answer":
                asked.append(time.perf_counter() - sent.pop(data["id"]))
            else:
                heard[0] += 1
    except TimeoutError:
        pass
    except Gone as error:
        drops.append(str(error))
    asking.cancel()
    socket.close()
