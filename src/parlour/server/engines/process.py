"""An engine: a process that thinks for a server, one ask at a time, and ends with it.

`python -m parlour.server.engines.process PARENT MEGABYTES [FILE]...` is started by the server. What it is
asked comes through stdin and what it answers goes out through stdout; whatever a strategy prints goes to
stderr. One thread thinks while this one listens, for the ask may have to be stopped.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from typing import IO, Any

from parlour.compile import backend
from parlour.core import loading
from parlour.core.errors import ParlourError
from parlour.core.job import STACK, Job
from parlour.core.lifeline import die_with
from parlour.server.engines.ask import Answer, Failed
from parlour.server.engines.thinking import Thinker, Thought, told
from parlour.server.engines.wire import packed, pickled, read

LOW = 3  # of the priorities: the server, which answers everybody, goes first


def own_pipes() -> tuple[IO[bytes], IO[bytes]]:
    """Take stdin and stdout away from whatever a strategy prints or reads."""
    heard, out = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return heard, out


def limit_memory(megabytes: int) -> None:
    """Let no more memory be taken than that, where the system can see to it; 0 is any amount."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        if megabytes:
            resource.setrlimit(resource.RLIMIT_AS, (megabytes * 2**20, megabytes * 2**20))


class Engine:
    """The two threads of an engine: one that listens and one that thinks."""

    def __init__(self, out: IO[bytes]) -> None:
        self._out = out
        self._writing = threading.Lock()
        self._asked: SimpleQueue[tuple[int, bytes, bool, Thought]] = SimpleQueue()
        self._thoughts: dict[int, Thought] = {}

    def say(self, word: str, number: int = 0, value: Any = None) -> None:
        """Send a message to the server."""
        message = packed(word, number, value)
        with self._writing:
            self._out.write(message)
            self._out.flush()

    def tell(self, number: int, found: Answer) -> None:
        """Send what has been found so far; what cannot be sent is kept for the answer, which says so."""
        with suppress(Failed):
            self.say("sofar", number, pickled(found))

    def think(self) -> None:
        """Answer asks until the process ends."""
        with suppress(ImportError):
            if backend.forced() != "interpreted":
                import numba  # noqa: F401  # what the first compiled decision would wait for
        thinker = Thinker()
        while True:
            number, ask, listened, thought = self._asked.get()
            heard = partial(self.tell, number) if listened else None
            value: Any
            try:
                word, value = "answer", pickled(thinker.answer(pickle.loads(ask), thought, heard))
            except BaseException as error:
                word, value = "error", told(error)
            self.say(word, number, value)
            self._thoughts.pop(number, None)

    def listen(self, heard: IO[bytes]) -> None:
        """Take asks, and say of one under way what it has left, until the server closes the pipe."""
        while message := read(heard):
            word, number, value = message
            if word == "ask":
                self._thoughts[number] = thought = Thought()
                self._asked.put((number, *value, thought))
            elif (found := self._thoughts.get(number)) is not None:
                self.say("left", number, found.left(value))


def main() -> None:
    """Load the user's files, then think until the server is gone."""
    parent, megabytes, *files = sys.argv[1:]
    die_with(int(parent))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError, AttributeError):
        os.nice(LOW)
    heard, out = own_pipes()
    limit_memory(int(megabytes))
    engine = Engine(out)
    try:
        for file in files:
            loading.load(file)
    except ParlourError as error:
        engine.say("refused", 0, str(error))
        return
    engine.say("ready")
    Job(engine.think, STACK)
    with suppress(OSError):
        engine.listen(heard)
    os._exit(0)  # without waiting for a thought that nobody wants


if __name__ == "__main__":
    main()
