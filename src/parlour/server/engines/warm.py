"""Compiling what will be played while nobody thinks: a process of the lowest priority fills the cache.

It takes the players in order, prints the number of each that is done, and ends with the server.
"""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress

from parlour.compile import backend
from parlour.compile.ahead import SWITCH, is_kept, leave_with, prepare
from parlour.core import loading, registry
from parlour.core.errors import ParlourError
from parlour.core.lifeline import die_with
from parlour.server.engines.process import own_pipes

log = logging.getLogger("parlour.engines")
LOWEST = 19  # of the priorities: whoever thinks goes first

Players = Sequence[tuple[str, str]]  # the name of a game, and a level or a strategy of it


class Warmer:
    """The process, as the server sees it."""

    def __init__(self, load: Sequence[str], order: Players) -> None:
        self._load, self._order = load, list(order)
        self._life: asyncio.Task[None] | None = None
        self._done, self._total, self._now = 0, 0, ""

    def start(self) -> None:
        """Begin to compile, where anything is compiled at all."""
        if backend.forced() != "interpreted" and os.environ.get(SWITCH, "").lower() not in ("no", "0"):
            self._life = asyncio.create_task(self._live())

    async def close(self) -> None:
        """End it; what is compiled is kept."""
        if self._life is not None:
            self._life.cancel()
            await asyncio.gather(self._life, return_exceptions=True)

    async def _live(self) -> None:
        try:
            await self._listen()
        except (OSError, ValueError) as error:  # then it is compiled when it is needed
            log.warning("nothing is compiled ahead: %s", error)
        finally:
            self._now = ""

    async def _listen(self) -> None:
        pipe, nothing = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
        command = (sys.executable, "-m", "parlour.server.engines.warm", str(os.getpid()), *self._load)
        process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, stderr=nothing)
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(pickle.dumps(self._order))
            while line := await process.stdout.readline():
                done, total, *now = line.decode().split()
                self._done, self._total, self._now = int(done), int(total), "".join(now)
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    def health(self) -> dict[str, int | str]:
        """Say how far it is."""
        return {"done": self._done, "of": self._total, "now": self._now}


def all_players() -> list[tuple[str, str]]:
    """List the levels of all games: the first of each comes before the second of any."""
    games = [registry.game(name) for name in registry.game_names()]
    places = sorted((place, row) for row, game in enumerate(games) for place in range(len(game.levels)))
    return [(games[row].name, list(games[row].levels)[place]) for place, row in places]


def main() -> None:
    """Compile what the server wants, and say how far it is."""
    parent, *files = sys.argv[1:]
    die_with(int(parent))
    with suppress(OSError, AttributeError):
        os.nice(LOWEST)
    heard, out = own_pipes()
    order: list[tuple[str, str]] = pickle.load(heard)
    threading.Thread(target=leave_with, args=(heard,), daemon=True).start()

    def say(*words: object) -> None:
        out.write((" ".join(map(str, words)) + "\n").encode())
        out.flush()

    with suppress(ParlourError):  # the engines say what is wrong
        for file in files:
            loading.load(file)
    order += [each for each in all_players() if each not in order]
    for number, (name, spec) in enumerate(order):
        say(number, len(order), name)
        with suppress(Exception):  # the decision itself will say what is wrong
            game = registry.game(name)
            if not is_kept(game, spec):
                prepare(game, spec)
    say(len(order), len(order))


if __name__ == "__main__":
    main()
