"""Kill `parlour serve` and its engines at random moments while people play: no move is lost, none doubled.

    PYTHONPATH=tests python tests/fuzz/kill_server.py --kills 200 --database sqlite
    PYTHONPATH=tests python tests/fuzz/kill_server.py --kills 200 --database postgres

Clients play one match after the other, two against each other and others against machines; each move has a
key, and is sent until it is answered. Now the server is killed (kill -9) and started again, in the midst of
its start too, now one of its engines. In the end every move that was acknowledged must be in its match once,
no key twice, nothing that nobody sent; every match must be over, replay, and be verified against what was
published before its first move. No engine may outlive its server. Told is how long it takes from the start
of a process until a move is acknowledged.
"""

from __future__ import annotations

import argparse
import os
import random
import secrets
import signal
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from parlour.core.errors import ParlourError
from parlour.core.record import Record
from parlour.core.verify import is_verified, verify
from parlour.store import open_store
from parlour.store.fold import record_of

sys.path.append(str(Path(__file__).parents[1]))

from served import Client, Served, Unanswered, alive, wait_for

PEOPLE = (("tic_tac_toe", {}), ("kuhn_poker", {}), ("nim", {}), ("connect_four", {}))
MACHINES = (
    ("tic_tac_toe", "easy"),
    ("connect_four", "mcts"),
    ("kuhn_poker", "easy"),
    ("leduc_poker", "hard"),
)
LIMIT = {"simulations": 30}
ORPHANS = 3.0  # seconds in which engines must end after their server
FINISHING = 120.0  # seconds in which all matches must come to their end after the last kill


@dataclass
class Sent:
    """A move that somebody has sent, perhaps several times."""

    match: str
    seat: int
    move: str
    key: str
    answered: float = 0.0  # when it was acknowledged


@dataclass
class Tally:
    """What was done, and what went wrong."""

    kills: Counter[str] = field(default_factory=Counter)
    sent: list[Sent] = field(default_factory=list)
    matches: dict[str, str] = field(default_factory=dict)  # with what was published of each
    tries: int = 0
    ready: list[float] = field(default_factory=list)  # seconds from start to listening
    back: list[float] = field(default_factory=list)  # seconds from start to the first move acknowledged
    faults: list[str] = field(default_factory=list)

    @property
    def acknowledged(self) -> list[Sent]:
        return [each for each in self.sent if each.answered]

    def __str__(self) -> str:
        return (
            f"{self.kills['server']} kills of the server, {self.kills['start']} while it started, "
            f"{self.kills['engine']} of an engine; {len(self.matches)} matches, "
            f"{len(self.acknowledged):,} moves acknowledged ({self.tries:,} requests), "
            f"{len(self.faults)} faults; from the start of a process to listening {_times(self.ready)}, "
            f"to a move acknowledged {_times(self.back)}"
        )


def _times(seconds: Sequence[float]) -> str:
    if not seconds:
        return "-"
    return f"{statistics.median(seconds):.2f} s (median), {max(seconds):.2f} s (most)"


class People:
    """Clients that play until they are told to stop, and then to the end of their matches."""

    def __init__(self, port: int, tally: Tally, seed: int, count: int) -> None:
        self.port, self.tally, self.enough = port, tally, threading.Event()
        tables = [(self._two, random.Random(seed + n)) for n in range(count)]
        tables += [(self._one, random.Random(seed + 1000 + n)) for n in range(count)]
        self.threads = [threading.Thread(target=self._play, args=each, daemon=True) for each in tables]
        for thread in self.threads:
            thread.start()

    def _play(self, table: Any, rng: random.Random) -> None:
        try:
            while not self.enough.is_set():
                table(rng)
        except Unanswered as error:
            self.tally.faults.append(str(error))
        except Exception as error:  # a thread must not die unheard
            self.tally.faults.append(f"{type(error).__name__}: {error}")

    def _one(self, rng: random.Random) -> None:
        """Play a match against a machine."""
        game, spec = rng.choice(MACHINES)
        client, seat = Client(self.port), rng.randrange(2)
        seats = [spec, spec]
        seats[seat] = "me"
        made = client.open(game, seats, limit=LIMIT)
        self.tally.matches[made["match"]] = made["commitment"]
        self._seat(client, made["match"], made["token"], seat, rng)
        self.tally.tries += client.tries

    def _two(self, rng: random.Random) -> None:
        """Play a match of two people, each with a client of its own."""
        game, options = rng.choice(PEOPLE)
        one, other = Client(self.port), Client(self.port)
        made = one.open(game, ["me", "open"], options=options)
        match = made["match"]
        code = made["invitations"][0]["code"]
        self.tally.matches[match] = made["commitment"]
        status, joined = other.ask(
            "POST", f"/matches/{match}/join", {"code": code, "name": "B"}, key=secrets.token_urlsafe(24)
        )
        if status != 200:
            raise AssertionError(f"join: {status} {joined}")
        second = threading.Thread(
            target=self._seat, args=(other, match, joined["token"], 1, random.Random(rng.random()))
        )
        second.start()
        self._seat(one, match, made["token"], 0, rng)
        second.join()
        self.tally.tries += one.tries + other.tries

    def _seat(self, client: Client, match: str, token: str, seat: int, rng: random.Random) -> None:
        """Move whenever it is this seat's turn, until the match is over."""
        view = self._asked(client, "GET", f"/matches/{match}", None, token)
        while not view["over"]:
            if view["turn"] != seat:
                time.sleep(0.03)
                view = self._asked(client, "GET", f"/matches/{match}", None, token)
                continue
            sent = Sent(match, seat, rng.choice(view["legal"]), secrets.token_urlsafe(12))
            self.tally.sent.append(sent)
            body = {"move": sent.move, "version": view["version"]}
            view = self._asked(client, "POST", f"/matches/{match}/moves", body, token, sent.key)
            sent.answered = time.monotonic()

    def _asked(self, client: Client, method: str, path: str, body: Any, token: str, key: str = "") -> Any:
        status, data = client.ask(method, path, body, token, key)
        if status != 200:
            raise AssertionError(f"{method} {path} {body}: {status} {data}")
        return data

    def finish(self, seconds: float) -> None:
        """Let all play to the end of what they play now."""
        self.enough.set()
        end = time.monotonic() + seconds
        for thread in self.threads:
            thread.join(max(0.0, end - time.monotonic()))
        if any(thread.is_alive() for thread in self.threads):
            self.tally.faults.append(f"matches do not come to their end within {seconds:g} s")


class Killer:
    """One server, its people, and the kills."""

    def __init__(self, database: str, folder: Path, seed: int, tables: int) -> None:
        self.server = Served(database, folder, "--engines", "1")
        self.rng, self.tally = random.Random(seed), Tally()
        self.server.start()
        self.people = People(self.server.port, self.tally, seed, tables)

    def kill(self) -> None:
        """Let them play for a moment, then kill something."""
        self._moved(time.monotonic())
        time.sleep(self.rng.random() * self.rng.choice((0.02, 0.2, 1.0)))
        engines = [pid for pid in self.server.children() if alive(pid)]
        if engines and self.rng.random() < 0.25:
            self.tally.kills["engine"] += 1
            os.kill(self.rng.choice(engines), signal.SIGKILL)
            return
        self.tally.kills["server"] += 1
        self._down()
        while self.rng.random() < 0.15:
            self.tally.kills["start"] += 1
            self.server.launch()
            time.sleep(self.rng.random() * 1.5)
            self._down()
        self.server.start()
        self.tally.ready.append(self.server.ready - self.server.began)
        moved = self._moved(self.server.began)
        if moved:
            self.tally.back.append(moved - self.server.began)

    def _down(self) -> None:
        left = self.server.kill()
        if not wait_for(lambda: not any(map(alive, left)), ORPHANS):
            self.tally.faults.append(f"engines have outlived their server: {[*filter(alive, left)]}")

    def _moved(self, since: float) -> float:
        """Wait until a move is acknowledged that was answered after a time; give when."""
        last = len(self.tally.sent)
        recent = max(0, last - 50)

        def first() -> list[float]:
            return [each.answered for each in self.tally.sent[recent:] if each.answered > since]

        if not wait_for(lambda: bool(first() or self.tally.faults), 60.0):
            self.tally.faults.append("no move was acknowledged in a minute")
        return min(first(), default=0.0)

    def end(self) -> Tally:
        """Let the matches come to their ends, stop the server, and look at what is kept."""
        self.people.finish(FINISHING)
        left = self.server.children()
        self.server.stop()
        if not wait_for(lambda: not any(map(alive, left)), ORPHANS):
            self.tally.faults.append("engines have outlived a server that was stopped")
        self.check()
        return self.tally

    def check(self) -> None:
        """Hold what is kept against what was sent and acknowledged."""
        store, fault = open_store(self.server.database), self.tally.faults.append
        sent = {each.key: each for each in self.tally.sent}
        for match, published in self.tally.matches.items():
            kept, entries = store.match(match), store.entries(match)
            if kept is None:
                fault(f"match {match} is not there")
                continue
            if [entry.number for entry in entries] != list(range(len(entries))):
                fault(f"match {match}: the entries are not one after the other")
            mine = [entry for entry in entries if entry.key]
            keys = Counter(entry.key for entry in mine)
            for entry in mine:
                known = sent.get(entry.key)
                if known is None or (known.match, known.seat, known.move) != (
                    match, entry.data["seat"], entry.data["move"],
                ):  # fmt: skip
                    fault(f"match {match}: nobody sent {entry}")
            for each in self.tally.sent:
                if each.match == match and (keys[each.key] > 1 or (each.answered and not keys[each.key])):
                    fault(f"match {match}: {each} is there {keys[each.key]} times")
            people = [seat for seat, spec in enumerate(kept.seats) if spec == "human"]
            strange = [entry for entry in entries if not entry.key and entry.data.get("seat") in people]
            if strange:
                fault(f"match {match}: nobody sent {strange[0]}")
            self._verify(match, record_of(kept, entries), published)
        store.close()

    def _verify(self, match: str, record: Record, published: str) -> None:
        try:
            checks = verify(record, published)
        except ParlourError as error:
            self.tally.faults.append(f"match {match}: {error}")
            return
        if record.ended != "finished" or not is_verified(checks):
            told = " ".join(check.text for check in checks if check.held is False)
            self.tally.faults.append(f"match {match} ({record.ended}, {record.reason}): {told}")


def run(
    kills: int, seed: int, folder: Path, database: str = "", tables: int = 3, quiet: bool = True
) -> Tally:
    """Kill so many times, at so many tables of two people and of one; stop at the first fault."""
    killer = Killer(database or str(folder / "parlour.db"), folder, seed, tables)
    try:
        for number in range(kills):
            killer.kill()
            if not quiet:
                print(f"\r{number + 1}/{kills}: {killer.tally}", end="", flush=True)
            if killer.tally.faults:
                break
        return killer.end()
    finally:
        killer.people.enough.set()
        if killer.server.process is not None and killer.server.process.poll() is None:
            killer.server.kill()


def main() -> int:
    """Run from a command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", default="sqlite", help="sqlite, postgres, or an address")
    asked = parser.parse_args()
    server, database = None, "" if asked.database == "sqlite" else asked.database
    if database == "postgres":
        from postgres import Postgres

        server = Postgres()
        database = server.fresh()
    try:
        with tempfile.TemporaryDirectory() as folder:
            tally = run(asked.kills, asked.seed, Path(folder), database, quiet=False)
    finally:
        if server is not None:
            server.end()
    print("", tally, *tally.faults[:10], sep="\n")
    return 1 if tally.faults else 0


if __name__ == "__main__":
    sys.exit(main())
