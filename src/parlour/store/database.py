"""A connection to SQLite or PostgreSQL, and what may go wrong with it as one error."""

from __future__ import annotations

import json
import os
import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, exc, make_url
from sqlalchemy.dialects import postgresql, sqlite

from parlour.core.errors import BadOption, clipped
from parlour.core.paths import user_path
from parlour.store.glance import FILE, VARIABLE, state_folder
from parlour.store.kinds import StoreDown

PATIENCE = 10  # seconds that a writer waits for the others before the database counts as locked
PRAGMAS = (
    f"PRAGMA busy_timeout = {PATIENCE * 1000}",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",  # what was acknowledged survives a power cut
    "PRAGMA foreign_keys = ON",
)
# Each dialect has an INSERT of its own that may say what to do about what is there already.
INSERTS: dict[str, Callable[[Any], Any]] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}
SCHEME = re.compile(r"[a-zA-Z][\w+.-]*://|sqlite:")
_write_json: Callable[[Any], str] = json.JSONEncoder(
    ensure_ascii=False, separators=(",", ":"), allow_nan=False
).encode


class Conflict(BadOption):
    """What is to be kept is there already, or belongs to what is not there."""


class Database:
    """An engine with its transactions: `reading()` and `writing()`."""

    def __init__(self, url: str = "") -> None:
        self._url = parsed(url)
        self.name = secrets.token_hex(8)  # by which its own news are told from others'
        self.dialect = self._url.get_backend_name()
        self.url = self._url.render_as_string(hide_password=True)
        self.engine = self._engine()
        # Threads of one process wait here, in order, and not by the naps that SQLite takes.
        self._one: AbstractContextManager[Any] = Lock() if self.dialect == "sqlite" else nullcontext()
        self._writer = self.engine.execution_options(immediate=True)

    @property
    def full_url(self) -> URL:
        """Return the address, its password included."""
        return self._url

    def _engine(self) -> Engine:
        how: dict[str, Any] = {"json_serializer": _write_json}
        if self.dialect == "postgresql":
            connect = {"connect_timeout": PATIENCE}
            return create_engine(self._url, pool_pre_ping=True, pool_size=8, connect_args=connect, **how)
        _make_private(self._url.database or "")
        engine = create_engine(self._url, connect_args={"timeout": PATIENCE}, **how)
        event.listen(engine, "connect", _set_up)
        event.listen(engine, "begin", _begin)
        return engine

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Look at one state of the database."""
        with self._told(), self.engine.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Write all of it or nothing."""
        with self._one, self._told(), self._writer.begin() as connection:
            yield connection

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except exc.IntegrityError as error:
            raise Conflict(f"it cannot be kept: {_line(error)}") from None
        except (exc.DataError, UnicodeEncodeError) as error:
            raise BadOption(f"it cannot be kept: {_line(error)}") from None
        except (exc.DBAPIError, exc.TimeoutError, OSError) as error:
            raise StoreDown(f"the database {self.url} cannot be used: {_line(error)}") from error

    def close(self) -> None:
        """Close all connections."""
        if self.dialect == "sqlite":
            with suppress(exc.DBAPIError), self.engine.connect() as connection:
                connection.exec_driver_sql("PRAGMA optimize")  # learns which of its indexes are good for what
        self.engine.dispose()


def parsed(text: str) -> URL:
    """Read the address of a database; "" is $PARLOUR_DATABASE, else the file in the state folder."""
    text = text or os.environ.get(VARIABLE, "")
    if not text:
        return _file(state_folder() / FILE)
    if not SCHEME.match(text):
        return _file(user_path(text))
    try:
        url = make_url(text)
    except (exc.ArgumentError, ValueError):
        raise BadOption(f"the database {_hidden(text)}: not an address; {_advice}") from None
    kind = url.get_backend_name()
    if kind == "sqlite" and url.database and url.database != ":memory:":
        return url
    if kind in ("postgresql", "postgres"):
        if find_spec("psycopg") is None:
            raise BadOption("PostgreSQL needs the extra postgres: pip install 'parlour[postgres]'")
        return url.set(drivername="postgresql+psycopg")
    raise BadOption(f"the database {_hidden(text)}: {_advice}")


_advice = "give a file, sqlite:///FILE or postgresql://USER@HOST/NAME"


def _hidden(text: str) -> str:
    return clipped(re.sub(r"(//[^:/@]*):[^@]*@", r"\1:***@", text))


def _file(path: Path) -> URL:
    name = str(path.absolute())
    try:
        name.encode()
    except UnicodeEncodeError:
        raise StoreDown(f"the database {clipped(name)} cannot be made: its path is not UTF-8") from None
    return URL.create("sqlite", database=name)


def _make_private(name: str) -> None:
    """Make the file before SQLite does, for its owner alone; files beside it get the same mode."""
    if name.startswith("file:"):
        return
    try:
        Path(name).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(name, os.O_CREAT | os.O_RDWR, 0o600))
    except PermissionError:
        return  # it may be there to be read
    except (OSError, ValueError) as error:
        raise StoreDown(f"the database {name} cannot be made: {_line(error)}") from None


def _set_up(connection: Any, record: object) -> None:
    connection.isolation_level = None  # the driver's own way begins no transaction before a SELECT
    for pragma in PRAGMAS:
        connection.execute(pragma).close()


def _begin(connection: Connection) -> None:
    immediate = connection.get_execution_options().get("immediate")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")


def _line(error: BaseException) -> str:
    """Say in one line what a driver said, without the statement."""
    cause = getattr(error, "orig", None) or error
    words = getattr(cause, "strerror", None) or str(cause).strip().partition("\n")[0]
    return words or type(cause).__name__
