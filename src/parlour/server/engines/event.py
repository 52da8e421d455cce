"""Events of the arena in the background: a process of low priority that ends with the server.

`python -m parlour.server.engines.event PARENT MEGABYTES [FILE]...` is started for each; what to play comes
through stdin, and how far it is and the table go out through stdout.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from parlour.core import loading, registry
from parlour.core.job import STACK, Job
from parlour.core.lifeline import die_with
from parlour.core.paths import resolved
from parlour.server.engines.ask import Failed
from parlour.server.engines.process import limit_memory, own_pipes
from parlour.server.engines.thinking import MEMORY, error_of, told
from parlour.server.engines.wire import heard, packed, read

if TYPE_CHECKING:
    from parlour.arena.report import Result

LOW = 10  # of the priorities: whoever thinks for a match goes first
OFTEN = 0.1  # seconds between two words on how far it is
TABLE = 0.5  # seconds between two tables, and so many times as long as it takes to make one:
SHARE = 20


class EventRunner:
    """Plays events in processes of their own, one at a time."""

    def __init__(self, load: Sequence[str] = (), memory_mb: int = 4096) -> None:
        self._files = [str(resolved(path)) for path in load]
        self._memory = memory_mb
        self._one = asyncio.Lock()

    async def run(
        self,
        description: dict[str, Any],
        progress: Callable[[int, int], None],
        sofar: Callable[[dict[str, Any]], None] | None = None,
    ) -> dict[str, Any]:
        """Play an event and give its table, as `parlour arena --json` does; cancel it to end it.

        The description has the name of a `game` and its `options`; the rest, such as `specs`, is what
        `parlour.arena.run` takes. `progress(done, total)` is called now and then, and `sofar(table)` with the
        table of what has been played.
        """
        async with self._one:
            pipe = asyncio.subprocess.PIPE
            command = [sys.executable, "-m", "parlour.server.engines.event", str(os.getpid())]
            command += [str(self._memory), *self._files]
            process = await asyncio.create_subprocess_exec(
                *command, stdin=pipe, stdout=pipe, start_new_session=True
            )
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                process.stdin.write(packed("event", 0, description))
                while message := await heard(process.stdout):
                    word, _, value = message
                    if word == "progress":
                        progress(*value)
                    elif word == "sofar":
                        if sofar is not None:
                            sofar(dict(value))
                    elif word == "table":
                        return dict(value)
                    elif value[0] == MEMORY:
                        raise Failed(f"out of memory: the event has {self._memory} MB")
                    else:
                        raise error_of(*value)
            finally:
                with suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
            raise Failed(f"the event's process died (status {process.returncode})")


# -- in the process ----------------------------------------------------------------------------------------


def play(description: dict[str, Any], say: Callable[[str, Any], None]) -> None:
    """Play the event, and say how far it is and what came of it."""
    from parlour.arena import run

    rest = dict(description)
    game = registry.game(rest.pop("game"), **rest.pop("options", {}))
    last, next_table = [0.0], [0.0]

    def sofar(result: Callable[[], Result]) -> None:
        began = time.monotonic()
        if began >= next_table[0]:
            say("sofar", result().to_json())
            took = time.monotonic() - began
            next_table[0] = began + max(TABLE, SHARE * took)

    def progress(done: int, total: int) -> None:
        if done == total or time.monotonic() - last[0] > OFTEN:
            last[0] = time.monotonic()
            say("progress", (done, total))

    found = run(game, rest.pop("specs"), progress=progress, sofar=sofar, records=False, **rest)
    say("table", found.to_json())


def main() -> None:
    """Play what the server describes, until that is done or the server gone."""
    parent, megabytes, *files = sys.argv[1:]
    die_with(int(parent))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    pipe, out = own_pipes()
    limit_memory(int(megabytes))
    with suppress(OSError, AttributeError):
        os.nice(LOW)

    def say(word: str, value: Any) -> None:
        out.write(packed(word, 0, value))
        out.flush()

    def work(description: dict[str, Any]) -> None:
        try:
            for file in files:
                loading.load(file)
            play(description, say)
        except BaseException as error:
            say("error", told(error))

    if message := read(pipe):
        Job(lambda: work(message[2]), STACK)
        with suppress(OSError):
            read(pipe)  # nothing comes: it is the end of the pipe that is waited for
    os._exit(0)


if __name__ == "__main__":
    main()
