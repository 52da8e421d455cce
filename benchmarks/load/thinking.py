"""What engines have part in, and a long match: overload, a machine's answer, ten thousand moves."""

from __future__ import annotations

import asyncio
import json
import time

from load.host import Host
from load.table import Row, row
from load.traffic import Meter, Seated, answered, follow, open_match, play_one
from load.wire import Gone, Http, Place
from parlour import Match, Opponent, Stream

HINT_GAME = "connect_four"
HINT = {"strategy": "mcts", "limit": {"seconds": 0.5}}  # thinks for as long as it may
HINT_SECONDS = 0.5
LONG = 10_000
GETS = 50
MATCHES = 3


async def overload(host: Host, seconds: float, clients: int, engines: int) -> list[Row]:
    """Ask for hints at twice the rate the engines can give, while moves go on; then the moves alone."""
    alone = await _moving(host.place, seconds, clients)
    hints = Hints(host.place)
    await hints.warm()
    rate = 2.0 * engines / HINT_SECONDS
    asking = asyncio.create_task(hints.keep_asking(rate, seconds + 1.0))
    under = await _moving(host.place, seconds, clients)
    await asking
    refused = row("hints refused (429)", hints.refused, seconds + 1.0, retry_after=hints.retry_after)
    given = row("hints given", hints.given, seconds + 1.0, asked=hints.asked, failed=len(hints.failed))
    if hints.failed:
        given.more["why"] = hints.failed[0]
    return [
        row("moves, no hints", alone, seconds, clients=clients),
        row("moves under overload", under, seconds, clients=clients),
        given,
        refused,
    ]


async def _moving(place: Place, seconds: float, clients: int) -> list[float]:
    """Play moves at an easy pace, twenty a second in each match, so that waiting shows and not the rush."""
    meter = Meter(seconds)

    async def one() -> None:
        http = await Http.connect(place)
        seated, number = await open_match(http), 0
        while not meter.over:
            number += 1
            began = time.perf_counter()
            await play_one(http, seated, number)
            meter.add(began)
            await asyncio.sleep(max(0.0, began + 0.05 - time.perf_counter()))
        http.close()

    await asyncio.gather(*(one() for _ in range(clients)))
    return meter.took


class Hints:
    """People who ask for a hint, whether or not the others have got theirs."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self.given: list[float] = []
        self.refused: list[float] = []
        self.failed: list[str] = []
        self.retry_after = ""
        self.asked = 0

    async def warm(self) -> None:
        """Ask once, so that nothing is left to compile."""
        await self._ask(await self._match())
        self.given.clear()
        self.asked = 0

    async def _match(self) -> Seated:
        http = await Http.connect(self._place)
        seated = await open_match(http, ("me", "me"), game=HINT_GAME)
        http.close()
        return seated

    async def _ask(self, seated: Seated) -> None:
        self.asked += 1
        try:
            http = await Http.connect(self._place)
            began = time.perf_counter()
            answer = await http.ask("POST", f"{seated.path}/hint", HINT, Authorization=seated.bearer)
            took = time.perf_counter() - began
            http.close()
        except (Gone, OSError) as error:
            self.failed.append(str(error))
            return
        if answer.status == 200:
            self.given.append(took)
        elif answer.status == 429:
            self.refused.append(took)
            self.retry_after = answer.headers.get(b"retry-after", b"none").decode()
        else:
            self.failed.append(f"{answer.status}: {answer.body[:100].decode(errors='replace')}")

    async def keep_asking(self, rate: float, seconds: float) -> None:
        """Ask so many times a second, come what may; wait for the last answer."""
        seated = await self._match()
        began, tasks = time.perf_counter(), []
        for number in range(int(rate * seconds)):
            await asyncio.sleep(max(0.0, began + number / rate - time.perf_counter()))
            tasks.append(asyncio.create_task(self._ask(seated)))
        await asyncio.gather(*tasks)


async def long(host: Host) -> list[Row]:
    """Play a match of ten thousand moves, and get it: warm, and by a server that was just started."""
    http = await Http.connect(host.place)
    seated = await open_match(http)
    http.close()
    socket, took = await follow(host.place, seated, detail="brief"), []
    began = time.perf_counter()
    for number in range(1, LONG + 1):
        since = time.perf_counter()
        socket.send(f'{{"id":{number},"do":"move","move":"1:1"}}')
        await answered(socket, number)
        took.append(time.perf_counter() - since)
    seconds = time.perf_counter() - began
    socket.close()
    rows = [row("its moves, one by one", took, seconds), await _gets(host.place, seated)]
    if host.own:
        host.again()
        first = await _gets(host.place, seated, 1)
        rows.append(Row("first GET of a new server", 1, 0.0, first.p50, None))
    return rows


async def _gets(place: Place, seated: Seated, count: int = GETS) -> Row:
    """Get the match from moment to moment: a move lies between, so that nothing can be kept from before."""
    http = await Http.connect(place)
    took = []
    for number in range(count):
        if number:
            await play_one(http, seated, 0)
        since = time.perf_counter()
        answer = await http.ask("GET", seated.path, Authorization=seated.bearer)
        took.append(time.perf_counter() - since)
        ply = answer.data()["ply"]
        assert ply >= LONG, ply
    http.close()
    return row(f"GET after {LONG:,} moves", took, 0.0, bytes=len(answer.body))


async def answer(host: Host, level: str) -> list[Row]:
    """Play against a level; take off what the same choice takes in this process: the rest is the server's."""
    whole, thought, same = [], [], 0
    for seed in range(1 + MATCHES):
        times = await _answers(host.place, level, seed)
        if seed:  # the first is for whatever has to be compiled or loaded
            whole += [each[0] for each in times]
            thought += [each[1] for each in times]
            same += sum(each[2] for each in times)
    beyond = [took - thinking for took, thinking in zip(whole, thought, strict=True)]
    return [
        row(f"POST to {level}'s move seen", whole, 0.0, game=HINT_GAME),
        row(f"{level} thinks, in this process", thought, 0.0, same_choices=same),
        row("beyond its thinking", beyond, 0.0),
    ]


async def _answers(place: Place, level: str, seed: int) -> list[tuple[float, float, bool]]:
    """Play a match; of each answer give the time until seen, that of choosing it here, and if both agree."""
    http = await Http.connect(place)
    seated = await open_match(http, ("me", level), game=HINT_GAME, seed=seed)
    socket = await follow(place, seated)
    match, rng, found = Match(HINT_GAME, seed), Stream.of(seed, "answers"), []
    opponent = Opponent(HINT_GAME, level, seat=1, seed=seed)
    while not match.over:
        move = rng.choice(match.legal())
        match.play(move)
        began = time.perf_counter()
        await http.ask("POST", f"{seated.path}/moves", {"move": move}, Authorization=seated.bearer)
        if match.over:
            break
        while (view := json.loads(await socket.receive()).get("view")) is None or view["ply"] <= match.ply:
            pass
        took = time.perf_counter() - began
        answer = view["last"][-1]["move"]
        began = time.perf_counter()
        choice = await asyncio.to_thread(opponent.choose, match)
        found.append((took, time.perf_counter() - began, choice.move == answer))
        match.play(answer)
    http.close()
    socket.close()
    return found
