"""Compile ahead: a process beside this one fills the cache while a person reads, or thinks of a first move.

What it is asked for is rehearsed there: a short game by the strategy, with the least of searches, in which
all its kernels are compiled and kept. Until that is done, decisions here run interpreted, which gives the
same moves (`parlour check` holds every game to it). One too slow for that is begun anew with the code.
"""

from __future__ import annotations

import copy
import hashlib
import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import IO, TypeVar

from parlour.compile import backend, cache
from parlour.compile.sources import closure
from parlour.core import rules
from parlour.core.choice import Choice
from parlour.core.clock import shared
from parlour.core.driver import Seat
from parlour.core.game import Game
from parlour.core.job import Job
from parlour.core.limit import Limit
from parlour.core.loading import loaded_files, source_files
from parlour.core.match import Match
from parlour.core.rng import Stream
from parlour.core.spec import expand, parts
from parlour.core.view import View

Result = TypeVar("Result")
LEAST = "simulations=1,depth=1,nodes=1"  # enough to run, and so to compile, everything once
PLIES = 60  # of a rehearsal
LOOK = 0.02  # seconds between two looks at whether code has become ready
SWITCH = "PARLOUR_AHEAD"  # set to "no" to compile only when something is needed


class Ahead:
    """What is being compiled for one front end; `close` ends it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._ready: set[tuple[Game, str]] = set()
        self._wanted: list[tuple[Game, str]] = []
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = os.environ.get(SWITCH, "").lower() in ("no", "0") or backend.forced() != ""

    def ask(self, players: Iterable[tuple[Game, str]], after: float = 0.0) -> None:
        """Have the code for these players compiled in this order, instead of what was asked for earlier.

        Begin after that many seconds: where there is no hurry, what is on its way to the screen goes first.
        """
        if self._closed:
            return
        native = [(game, spec) for game, spec in players if type(game.start()) not in rules.interpreted]
        with self._lock:
            wanted = self._wanted = list(dict.fromkeys((game.public, spec) for game, spec in native))
        threading.Thread(target=self._start, args=(wanted, after), daemon=True).start()

    def is_pending(self, game: Game, spec: str) -> bool:
        """Say whether a player's code was asked for and is not there yet."""
        with self._lock:
            task = (game.public, spec)
            return not self._closed and task in self._wanted and task not in self._ready

    @property
    def progress(self) -> str:
        """Say how far it is, for whoever waits: empty when nothing is under way."""
        with self._lock:
            waiting = [task for task in self._wanted if task not in self._ready]
            if self._closed or not waiting:
                return ""
            done = len(self._wanted) - len(waiting)
            return f"compiling for the first time, {done} of {len(self._wanted)} done"

    def run(self, game: Game, spec: str, limit: Limit, job: Callable[[], Result]) -> Result:
        """Run a decision: interpreted while its code is pending, and anew once it is there, if that is first.

        The job starts from nothing each time. Where time is the limit, it waits for the code instead.
        """
        if limit.cap is None and self.is_pending(game, spec):
            work = Job(shared(lambda: _interpreted(job)))
            while not work.wait(LOOK) and self.is_pending(game, spec):
                continue
            if not work.over:
                work.end()
                work.wait()
            if not work.stopped:
                return work.result()
        while limit.cap is not None and self.is_pending(game, spec):
            threading.Event().wait(LOOK)
        return job()

    def close(self) -> None:
        """End the process; what it has finished is kept."""
        with self._lock:
            self._closed = True
            self._stop()

    def _start(self, wanted: list[tuple[Game, str]], after: float) -> None:
        """Start the process for all that is not kept yet, unless something else is wanted meanwhile."""
        time.sleep(after)
        with self._lock:
            if self._closed or self._wanted is not wanted:
                return
            tasks = [task for task in wanted if task not in self._ready]
        marked = {task for task in tasks if is_kept(*task)}
        tasks = [task for task in tasks if task not in marked]
        with self._lock:
            self._ready |= marked
            if self._closed or self._wanted is not wanted:
                return
            self._stop()
            if not tasks:
                return
            command = [sys.executable, "-m", "parlour.compile.ahead"]
            try:
                self._process = subprocess.Popen(
                    command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
                )
                assert self._process.stdin is not None
                pickle.dump(tasks, self._process.stdin)
                self._process.stdin.flush()
            except (OSError, pickle.PicklingError):  # then it is compiled when it is needed, as ever
                self._closed = True
                return
            process = self._process
        threading.Thread(target=self._listen, args=(process, tasks), daemon=True).start()

    def _listen(self, process: subprocess.Popen[bytes], tasks: list[tuple[Game, str]]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            with self._lock, suppress(ValueError, IndexError):
                self._ready.add(tasks[int(line)])
        process.wait()
        with self._lock:
            if process is self._process:  # whatever it did not come to is compiled when it is needed
                self._ready.update(tasks)
            if self._closed:
                return
        with suppress(ImportError):  # what the first compiled decision waits for otherwise
            import numba  # noqa: F401

    def _stop(self) -> None:
        """End the process of what was asked for earlier."""
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
        self._process = None


class PatientSeat(Seat):
    """A seat whose decisions do not wait for the compiler where the interpreter is quicker."""

    def __init__(self, game: Game, spec: str, seat: int, seed: int, ahead: Ahead) -> None:
        super().__init__(game, spec, seat, seed)
        self._game = game
        self._ahead = ahead

    def decide(self, view: View, limit: Limit | None, timeout: float | None = None) -> Choice:
        """Decide on whichever backend is ready; what the strategy remembers is the same on both."""
        if self.strategy.reaches_out or not self._ahead.is_pending(self._game, self.spec):
            return super().decide(view, limit, timeout)
        before = self.strategy

        def attempt() -> Choice:
            self.strategy = copy.deepcopy(before)
            return Seat.decide(self, view, limit, timeout)

        return self._ahead.run(self._game, self.spec, limit or Limit(), attempt)


def _interpreted(job: Callable[[], Result]) -> Result:
    with backend.meanwhile():
        return job()


def is_kept(game: Game, spec: str) -> bool:
    """Say whether a player's code was compiled before, and is not old enough to have been deleted."""
    mark = _marker(game, spec)
    try:
        return mark is not None and mark.stat().st_mtime > time.time() - cache.KEEP_DAYS * 86400
    except OSError:
        return False


def _marker(game: Game, spec: str) -> Path | None:
    """Return the file that says that all code for a player is kept; None if no file holds the rules.

    Its name is a hash of what the player is and of the state of every file that its code may come from: all
    of the package's and the user's. Nothing is imported for it, so that no board is kept waiting.
    """
    source = getattr(game.module, "__file__", None)
    if not source or not Path(source).is_file():
        return None
    digest = hashlib.sha256(f"{cache.shared_key()}/{game.name}/{sorted(game.options.items())}".encode())
    digest.update(expand(game, spec).encode())
    loaded = {file for path in loaded_files() for file in source_files(path)}
    users = {Path(source), *loaded} - set(_package_files())
    for path in (*_package_files(), *sorted(users.union(*map(closure, users)))):
        facts = path.stat()
        digest.update(f"{path}/{facts.st_size}/{facts.st_mtime_ns}".encode())
    return cache.root() / "ready" / f"{game.name}-{digest.hexdigest()[:20]}"


def _package_files() -> tuple[Path, ...]:
    return tuple(sorted(Path(__file__).resolve().parent.parent.rglob("*.py")))


def prepare(game: Game, spec: str) -> None:
    """Compile what a player needs and mark it as kept; one that asks another program needs nothing."""
    if parts(game, spec)[0].reaches_out:
        return
    _rehearse(game, spec)
    mark = _marker(game, spec)
    with suppress(OSError):
        if mark is not None:
            mark.parent.mkdir(parents=True, exist_ok=True)
            mark.touch()


def _rehearse(game: Game, spec: str) -> None:
    """Play a short game by the strategy against random moves, and ask it why: all its kernels run once."""
    from parlour.core.analyse import analyse

    match, rng = Match(game, 0), Stream([0])
    least = Limit.parse(LEAST)
    seats: dict[int, Seat] = {}
    while not match.over and match.ply < PLIES:
        seat, view = match.turn, match.view(match.turn)
        if not seats:
            analyse(game, view, spec, LEAST)
        player = seats.setdefault(seat, Seat(game, spec, seat, 0))
        player.strategy.blunder = 0.0
        player.decide(view, least)
        match.play(rng.choice(view.legal()), seat)


def leave_with(parent: IO[bytes]) -> None:
    """End this process when the other end of the pipe is gone."""
    with suppress(OSError, ValueError):
        parent.read()
    os._exit(0)


def main() -> None:
    """Rehearse what the parent asks for, and say the number of each that is done."""
    with suppress(OSError, AttributeError):
        os.nice(5)  # the person's own process goes first
    parent = sys.stdin.buffer
    tasks: list[tuple[Game, str]] = pickle.load(parent)
    threading.Thread(target=leave_with, args=(parent,), daemon=True).start()
    for number, (game, spec) in enumerate(tasks):
        with suppress(Exception):  # the decision itself will say what is wrong
            prepare(game, spec)
        print(number, flush=True)


if __name__ == "__main__":
    main()
