"""Thinking on a worker of a Dask cluster, which keeps to the time itself: nobody else can end it there."""

from __future__ import annotations

import pickle
import time
from collections.abc import Iterable

from parlour.core import loading
from parlour.core.job import STACK, Job
from parlour.server.engines.ask import Answer
from parlour.server.engines.thinking import GRACE, LOOK, READY, Thinker, Thought, overdue, told
from parlour.server.engines.wire import packed, pickled

_thinker = Thinker()  # of all threads of this worker: whoever uses a player takes it out
_thoughts: dict[str, Thought] = {}  # that are under way, by the names the server gave them


def think(name: str, files: Iterable[str], ask: bytes, seconds: float) -> bytes:
    """Answer an ask by a message as an engine of the server's own sends it."""
    thought = _thoughts[name] = Thought()
    try:
        for file in files:
            loading.load(file)
        asked = pickle.loads(ask)
        job = Job(lambda: _thinker.answer(asked, thought), STACK)
        if not _is_over(job, thought, seconds):
            job.end()
            raise overdue(asked.spec, seconds)
        return packed("answer", 0, pickled(job.result()))
    except BaseException as error:
        return packed("error", 0, told(error))
    finally:
        del _thoughts[name]


def _is_over(job: Job[Answer], thought: Thought, seconds: float) -> bool:
    """Wait as long as it may think, then for what it has; say whether there is anything."""
    last, left = time.monotonic() + seconds + READY, seconds
    while not job.wait(min(max(left, LOOK), GRACE)):
        left = thought.left(seconds)
        if thought.stopped or time.monotonic() > last:
            thought.stop()
            return job.wait(GRACE)
    return True


def stop(name: str) -> None:
    """Let a thought come to an end that nobody waits for."""
    if name in _thoughts:
        _thoughts[name].stop()
