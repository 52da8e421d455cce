"""News of changed matches between servers: PostgreSQL's LISTEN and NOTIFY."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from threading import Event, Thread
from typing import TYPE_CHECKING

from sqlalchemy import text

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from parlour.store.database import Database

log = logging.getLogger("parlour.store")
CHANNEL = "parlour_match"
PAUSE = 0.5  # seconds between two tries to connect, and at most until a listener ends
_notify = text("SELECT pg_notify(:channel, news) FROM unnest(CAST(:news AS text[])) AS news")


def announce(database: Database, connection: Connection, ids: Sequence[str]) -> None:
    """Tell all who listen, once the transaction is committed, that these matches have changed."""
    if database.dialect == "postgresql" and ids:
        connection.execute(_notify, {"channel": CHANNEL, "news": [f"{database.name} {id}" for id in ids]})


def listen(database: Database, heard: Callable[[str], None], lost: Callable[[], None]) -> Callable[[], None]:
    """Call `heard` with the id of each match that others change, until what is given back is called.

    Who writes knows what it wrote: its own news would cost it a look at the database for every move.
    """
    if database.dialect != "postgresql":
        return lambda: None
    over, ready = Event(), Event()
    address = database.full_url.set(drivername="postgresql").render_as_string(hide_password=False)

    def told(news: str) -> None:
        name, _, id = news.partition(" ")
        if name != database.name:
            heard(id)

    thread = Thread(target=_run, args=(address, told, lost, over, ready), name="parlour-listen", daemon=True)
    thread.start()
    ready.wait(PAUSE * 10)

    def close() -> None:
        over.set()
        thread.join(PAUSE * 10)

    return close


def _run(
    address: str, heard: Callable[[str], None], lost: Callable[[], None], over: Event, ready: Event
) -> None:
    import psycopg

    down = False
    while not over.is_set():
        try:
            with psycopg.connect(address, autocommit=True, connect_timeout=5) as connection:
                connection.execute(f"LISTEN {CHANNEL}")
                ready.set()
                if down:
                    lost()  # once more, now that nothing further is missed
                down = False
                while not over.is_set():
                    for news in connection.notifies(timeout=PAUSE):
                        heard(news.payload)
        except psycopg.Error as error:
            log.warning("the database cannot be listened to: %s", str(error).strip().partition("\n")[0])
            if not down:
                down = True
                lost()
            over.wait(PAUSE)
