"""Playing matches on a Dask cluster; a worker that is lost has its matches played again by another.

A match depends on the event and its number alone, so it does not matter where it is played, nor how often.
"""

from __future__ import annotations

import hashlib
import pickle
import time
from collections.abc import Generator, Iterable
from functools import partial
from typing import Any

from parlour.arena.pool import batches, unpacked
from parlour.arena.referee import Event, Outcome, forfeits_unlogged, play_fixture
from parlour.core import registry
from parlour.core.errors import BadOption

PATIENCE = 10  # seconds for the scheduler to answer


def play_on_cluster(event: Event, indices: Iterable[int], address: str) -> Generator[Outcome, None, None]:
    """Play the matches on the workers of a scheduler; give each when it is over, in no particular order."""
    client = _connected(address)
    try:
        cores = sum(client.ncores().values())
        if not cores:
            raise BadOption(
                f"the Dask scheduler at {address} has no workers; start one: dask worker {address}"
            )
        work = (tuple(registry.loaded_files()), pickle.dumps(event))
        yield from batches(client.get_executor(pure=False), partial(_play, work), iter(indices), cores)
    finally:
        client.close()


def _connected(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError:
        raise BadOption("--dask needs Dask; install it with: pip install 'parlour[cluster]'") from None
    try:
        return Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        reason = str(error).partition("\n")[0] or type(error).__name__
        raise BadOption(
            f"no Dask scheduler at {address} ({reason}); start one with: dask scheduler"
        ) from None


# -- on a worker -----------------------------------------------------------------------------------------

_events: dict[bytes, Event] = {}  # by the digest of what was sent; a worker may serve several events


def _play(work: tuple[tuple[str, ...], bytes], indices: tuple[int, ...]) -> tuple[list[Outcome], float]:
    """Play a batch of matches; give them and the seconds they took."""
    digest = hashlib.sha256(work[1]).digest()
    if digest not in _events:
        _events[digest] = unpacked(*work)
    began = time.perf_counter()
    with forfeits_unlogged():
        outcomes = [play_fixture(_events[digest], index) for index in indices]
    return outcomes, time.perf_counter() - began
