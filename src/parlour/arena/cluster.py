"""Playing matches on a Dask cluster; a worker that is lost has its matches played again by another.

A match depends on the event and its number alone, so it does not matter where it is played, nor how often. It
does depend on the code: every worker is asked for its own before anything is played, and a worker that joins
later says so with its first task. What is sent are plain functions, so that a worker without the package can
say that it has none instead of failing to read its task.
"""

from __future__ import annotations

import hashlib
import logging
import pickle
import re
import socket
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from functools import cache, partial
from typing import Any

from parlour import __version__
from parlour.arena.code import PACKAGE, difference, digest_of, files_of, package_digest
from parlour.arena.fresh import Fresh
from parlour.arena.pool import batches, unpacked
from parlour.arena.referee import Event, Outcome, forfeits_unlogged, play_batch
from parlour.core import loading
from parlour.core.errors import BadOption, ParlourError, clipped

PATIENCE = 5.0  # seconds for the scheduler to answer
WORKERS_PATIENCE = 20.0  # seconds for all workers to say what code they have: they may have to import it
ADDRESS = re.compile(r"((tcp|tls|ws|wss|ucx)://)?(\[[0-9A-Fa-f:.%]+\]|[^\s/:\[\]]+):(\d{1,5})/?")
_FAREWELL = 2.0  # seconds to take leave
_NAMED = 3  # workers that an error names
_LOGS = ("distributed", "tornado", "asyncio")

# Sent as text and made there, so that reading them needs nothing but Python.
_TASKS = """
def ask(files):
    try:
        from parlour.arena.cluster import own_code
    except BaseException as error:
        try:
            import parlour
            return "parlour " + str(getattr(parlour, "__version__", "of unknown version"))
        except BaseException:
            return "no parlour (" + type(error).__name__ + ": " + str(error)[:200] + ")"
    return own_code(files)


def call(module, name, *given):
    try:
        from importlib import import_module
        function = getattr(import_module(module), name)
    except BaseException as error:
        import socket
        return socket.gethostname() + ": " + type(error).__name__ + ": " + str(error)[:200]
    return function(*given)
"""


def play_on_cluster(event: Event, indices: Iterable[int], address: str) -> Generator[Outcome, None, None]:
    """Play the matches on the workers of a scheduler; give each when it is over, in no particular order."""
    with connected(address) as client:
        cores = sum(client.ncores().values())
        if not cores:
            raise BadOption(
                f"the Dask scheduler at {address} has no workers; start one: dask worker {address}"
            )
        _check_workers(client, files_of(event.game, event.schedule.specs))
        work = (tuple(loading.loaded_files()), pickle.dumps(event))
        job = partial(tasks()["call"], __name__, play_sent.__name__, work)
        played = batches(client.get_executor(pure=False), job, iter(indices), cores, partial(_alive, client))
        try:
            yield from played
        except (CancelledError, OSError) as error:
            raise gone(address) from error
        except RuntimeError as error:  # what Dask raises when its client has closed itself
            if client.status in ("running",):
                raise
            raise gone(address) from error


def gone(address: str) -> ParlourError:
    """Build the error for a scheduler that does not answer any more."""
    return ParlourError(f"the Dask scheduler at {address} went away; start it again")


def _alive(client: Any) -> None:
    if client.status != "running":
        raise CancelledError


@cache
def tasks() -> dict[str, Any]:
    """Make the functions that are sent, in a module that nobody can import: so they travel whole."""
    space: dict[str, Any] = {"__name__": "parlour_cluster_tasks"}
    exec(_TASKS, space)
    return space


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep Dask's own log off the terminal: what matters of it is told in one line."""
    logs = [logging.getLogger(name) for name in _LOGS]
    logs += [
        logging.getLogger(name) for name in list(logging.root.manager.loggerDict) if name.startswith(_LOGS)
    ]
    before = [log.level for log in logs]
    for log in logs:
        log.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for log, level in zip(logs, before, strict=True):
            log.setLevel(level)


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """Return a client of the scheduler at an address; raise one line if there is none."""
    _check_reached(address)
    try:
        import dask
        from distributed import Client
    except ImportError:
        raise BadOption("--dask needs Dask; install it with: pip install 'parlour[cluster]'") from None
    with _quiet(), dask.config.set({"distributed.comm.timeouts.connect": f"{PATIENCE}s"}):
        client = Client.__new__(Client)  # in two steps: one that fails would complain once more at its end
        try:
            client.__init__(address, timeout=PATIENCE, set_as_default=False)
        except Exception as error:
            client.status = "closed"
            reason = (
                _first_line(error) if isinstance(error, (OSError, TypeError)) else "another program answers"
            )
            raise _nobody(address, reason) from None
        try:
            yield client
        finally:
            with suppress(Exception):
                client.close(timeout=_FAREWELL)
            client.status = "closed"


def check_address(address: str) -> tuple[str, int]:
    """Return the host and the port of an address; raise one line unless it is one."""
    parts = ADDRESS.fullmatch(address)
    if parts is None or not 0 < int(parts[4]) < 65536:
        raise BadOption(
            f"no Dask scheduler at {clipped(address)[1:-1]} (not an address); "
            "give what dask scheduler prints, such as tcp://10.0.0.1:8786"
        )
    return parts[3].strip("[]"), int(parts[4])


def _check_reached(address: str) -> None:
    """Raise one line unless something listens at the address: Dask itself would try for long."""
    place = check_address(address)
    try:
        socket.create_connection(place, timeout=PATIENCE).close()
    except (OSError, ValueError) as error:  # a name that is none is a ValueError
        raise _nobody(address, getattr(error, "strerror", None) or _first_line(error)) from None


def _nobody(address: str, reason: str) -> BadOption:
    return BadOption(f"no Dask scheduler at {address} ({reason}); start one with: dask scheduler")


def _first_line(error: BaseException) -> str:
    return str(error).partition("\n")[0] or type(error).__name__


def odd_workers(client: Any, files: Iterable[str], workers: Iterable[str] | None = None) -> dict[str, str]:
    """Ask the workers, or some of them, for their code; say of each that has another what it has."""
    files, ask = list(files), tasks()["ask"]
    among = {} if workers is None else {"workers": list(workers)}
    try:
        answers = client.sync(
            client._run, ask, files, on_error="return", callback_timeout=WORKERS_PATIENCE, **among
        )
    except Exception as error:
        raise BadOption(
            f"the Dask workers do not say what code they have ({_first_line(error)}); restart them"
        ) from None
    wanted = own_code(files)
    return {each: _told(answers[each], wanted) for each in sorted(answers) if answers[each] != wanted}


def _check_workers(client: Any, files: Iterable[str]) -> None:
    """Raise one line that names the workers whose code is another, or that do not say."""
    odd = odd_workers(client, files)
    if odd:
        raise other_code(odd)


def other_code(odd: dict[str, str]) -> BadOption:
    """Build the error for workers that have other code."""
    named = "; ".join(f"{worker} has {told}" for worker, told in list(odd.items())[:_NAMED])
    more = f" and {len(odd) - _NAMED} more" if len(odd) > _NAMED else ""
    return BadOption(
        f"Dask worker {named}{more}; this is parlour {__version__}: "
        "install the same code on every worker and restart them"
    )


def _told(answer: object, wanted: tuple[str, dict[str, str]]) -> str:
    if isinstance(answer, tuple) and len(answer) == 2:
        return f"parlour {answer[0]} with another {difference(answer[1], wanted[1])}"
    return str(answer)[:120] if isinstance(answer, str) else f"an error: {clipped(answer)}"


def own_code(files: Iterable[str]) -> tuple[str, dict[str, str]]:
    """Return the version and the digests of the code there is in this process, and of some files."""
    found = {PACKAGE: package_digest()}
    for file in files:
        try:
            found |= digest_of([file], imports=False)
        except ParlourError:
            found[file] = "missing"
    return __version__, found


# -- on a worker -----------------------------------------------------------------------------------------

_events: dict[bytes, tuple[Event, Fresh]] = {}  # by the digest of what was sent; it may serve several events


def play_sent(work: tuple[tuple[str, ...], bytes], indices: tuple[int, ...]) -> tuple[list[Outcome], float]:
    """Play a batch of matches; give them and the seconds they took."""
    digest = hashlib.sha256(work[1]).digest()
    if digest not in _events:
        _events[digest] = (unpacked(*work), Fresh())
    event, fresh = _events[digest]
    with forfeits_unlogged():
        return play_batch(event, indices, fresh)
