"""Bring a database to the tables of this version; alembic is loaded only if there is something to do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import inspect, text

from parlour.core.errors import ParlourError
from parlour.store.schema import HEAD, REVISIONS, VERSION_TABLE

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from parlour.store.database import Database

LOCK = 7_261_975_008_514  # of PostgreSQL: any number that no other program of the database uses
FOLDER = Path(__file__).with_name("migrations")


def bring_up(database: Database, to: str = HEAD) -> None:
    """Make or change the tables, if they are not as they should be; one process at a time does it."""
    with database.reading() as connection:
        if version(connection) == to:
            return
    with database.writing() as connection:
        if database.dialect == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        if version(connection) != to:  # nobody else has done it while we waited
            _upgrade(connection, to)


def version(connection: Connection) -> str:
    """Return the revision that a database stands at, "" if it is empty; refuse one from the future."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return ""
    found = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()
    if found is not None and found not in REVISIONS:
        raise ParlourError(
            f"the database was made by a newer Parlour (tables {found}, here {HEAD}); upgrade this one"
        )
    return found or ""


def _upgrade(connection: Connection, to: str) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, to)
