"""The tables: made and changed by migrations, with what is in them kept, by one process at a time."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, text
from store_kit import Start, kept, move

from parlour.core.errors import ParlourError
from parlour.store import ArenaEvent, Store, Token, migrate, open_store, rows, schema
from parlour.store.database import Database
from postgres import Postgres

OPEN = """
import sys
from parlour.store import open_store
print("ready", flush=True)
sys.stdin.readline()
store = open_store(sys.argv[1])
print(store.count(), flush=True)
"""


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path, postgres: Postgres) -> str:
    return str(tmp_path / "new.db") if request.param == "sqlite" else postgres.fresh()


def test_the_tables_are_those_of_the_code(store: Store) -> None:
    with store._database.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []


def test_the_code_knows_the_migrations() -> None:
    scripts = ScriptDirectory(migrate.FOLDER)
    assert scripts.get_current_head() == schema.HEAD
    known = [script.revision for script in scripts.walk_revisions()]
    assert tuple(reversed(known)) == schema.REVISIONS


def test_an_older_database_is_brought_up_with_what_is_in_it(empty: str) -> None:
    database = Database(empty)
    migrate.bring_up(database, to="0001")
    match = kept(names=("Ann", ""), key="k")
    with database.writing() as connection:
        assert not inspect(connection).has_table("events")
        connection.execute(schema.matches.insert(), rows.match_row(match, 1))
        connection.execute(schema.seats.insert(), rows.seat_rows(match))
        connection.execute(schema.entries.insert(), rows.entry_row(move(0)))
        connection.execute(schema.tokens.insert(), rows.token_row(Token("h", "m", (0,))))
    database.close()
    store = open_store(empty)
    found = store.match("m")
    assert (found.names, found.entries, found.key) == (("Ann", ""), 1, "k")
    assert [entry.data for entry in store.entries("m")] == [move(0).data]
    assert store.token("h") is not None
    assert store.events() == []
    store.add_event(ArenaEvent("e", "nim"))
    store.close()


def test_a_newer_database_is_one_line(empty: str) -> None:
    store = open_store(empty)
    with store._database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    store.close()
    with pytest.raises(ParlourError, match="made by a newer Parlour"):
        open_store(empty)


def test_processes_that_open_at_once_do_not_collide(empty: str, start: Start) -> None:
    others = [start(OPEN, empty) for _ in range(3)]
    for other in others:
        assert other.stdout.readline() == "ready\n"
    for other in others:
        other.stdin.write("go\n")
        other.stdin.flush()
    assert [other.stdout.readline() for other in others] == ["0\n"] * 3


def test_a_migration_that_fails_changes_nothing(empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object) -> None:
        raise RuntimeError("stop")

    with monkeypatch.context() as patch:
        patch.setattr("alembic.operations.Operations.create_index", fail)
        with pytest.raises(RuntimeError, match="stop"):
            open_store(empty)
    database = Database(empty)
    with database.reading() as connection:
        assert inspect(connection).get_table_names() == []
    database.close()
    open_store(empty).close()


def test_alembic_is_loaded_only_to_change_something(tmp_path: Path) -> None:
    code = (
        "import sys; from parlour.store import Kept; assert 'sqlalchemy' not in sys.modules; "
        "from parlour.store import open_store; open_store(sys.argv[1]); print('alembic' in sys.modules)"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "parlour.db")]
    said = [subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(2)]
    assert said == ["True\n", "False\n"]
