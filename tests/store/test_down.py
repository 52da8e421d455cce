"""A database that fails: one line, nothing half written, and the next call finds it well again."""

from __future__ import annotations

import os
import resource
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from store_kit import kept, move

from parlour.core.errors import BadOption
from parlour.store import Append, Entry, Store, StoreDown, database, open_store
from postgres import Postgres

FULL = """
CREATE FUNCTION full_up() RETURNS trigger AS $$
BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = 'disk_full'; END $$ LANGUAGE plpgsql;
CREATE TRIGGER full_up BEFORE UPDATE ON matches EXECUTE FUNCTION full_up()
"""


def refused(store: Store, words: str) -> None:
    """Try to write to two matches; it must fail as one line, and neither may have changed."""
    before = store.entries("m"), store.entries("n"), store.match("m")
    batch = [Append(move(len(before[0]), text="x" * 5000)), Append(move(0, "n"))]
    with pytest.raises(StoreDown, match=words) as caught:
        store.append(batch * 1)
    assert "\n" not in str(caught.value)
    assert (store.entries("m"), store.entries("n"), store.match("m")) == before


def well_again(store: Store) -> None:
    """Write where it was refused."""
    more = move(len(store.entries("m")))
    assert store.append([Append(more)]) == [more]
    store.check()


@pytest.fixture
def begun(store: Store) -> Store:
    store.create(kept("m"), entries=[move(0)])
    store.create(kept("n"))
    return store


@contextmanager
def no_file_may_grow(most: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_full_disk(begun: Store, url: str, request: pytest.FixtureRequest) -> None:
    if begun.dialect == "sqlite":
        with no_file_may_grow(Path(f"{url}-wal").stat().st_size):
            refused(begun, "disk")
    else:
        postgres = request.getfixturevalue("postgres")
        postgres.run(FULL.replace("{", "{{"), database=url)
        refused(begun, "No space left on device")
        postgres.run("DROP FUNCTION full_up CASCADE", database=url)
    well_again(begun)


def test_a_database_that_is_read_only(begun: Store, url: str, request: pytest.FixtureRequest) -> None:
    if begun.dialect == "sqlite":
        looking = open_store(f"sqlite:///file:{url}?mode=ro&uri=true")
        refused(looking, "readonly")
        looking.close()
    else:
        postgres, name = request.getfixturevalue("postgres"), begun.url.partition("?")[0].rpartition("/")[2]
        postgres.run("ALTER DATABASE {} SET default_transaction_read_only = on", name)
        postgres.drop_connections()
        refused(begun, "read-only")
        postgres.run("ALTER DATABASE {} RESET default_transaction_read_only", name)
        postgres.drop_connections()
    well_again(begun)


def test_a_database_that_another_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "PATIENCE", 0.2)
    monkeypatch.setattr(database, "PRAGMAS", ("PRAGMA busy_timeout = 200", *database.PRAGMAS[1:]))
    store = open_store(str(tmp_path / "parlour.db"))
    store.create(kept("m"))
    store.create(kept("n"))
    other = sqlite3.connect(tmp_path / "parlour.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    refused(store, "locked")
    other.execute("ROLLBACK")
    well_again(store)
    other.close()
    store.close()


def test_a_server_that_stops_and_starts(postgres: Postgres, shared: str) -> None:
    store = open_store(shared)
    store.delete("m")
    store.create(kept("m"))
    postgres.stop()
    try:
        for use in (store.check, lambda: store.match("m"), lambda: store.append([Append(move(0))])):
            with pytest.raises(StoreDown, match="cannot be used"):
                use()
        with pytest.raises(StoreDown, match="cannot be used"):
            open_store(shared)
    finally:
        postgres.start()
    assert store.entries("m") == []
    well_again(store)
    store.close()


def test_cut_connections_are_made_anew(postgres: Postgres, shared: str) -> None:
    store = open_store(shared)
    store.check()
    postgres.drop_connections()
    store.check()
    store.close()


def test_a_failed_entry_can_be_tried_again_after_all(begun: Store) -> None:
    """An answer that was lost on its way: the same entry again is the one that is there."""
    entry = move(1)
    (first,) = begun.append([Append(entry)])
    (again,) = begun.append([Append(entry)])
    assert isinstance(first, Entry)
    assert first == again


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("mysql://somewhere/x", "give a file, sqlite:///FILE or postgresql://USER@HOST/NAME"),
        ("postgresql://ann:secret@host:port/x", "not an address"),
        ("sqlite://", "give a file"),
        ("sqlite:///:memory:", "give a file"),
    ],
)
def test_an_address_that_is_none(address: str, words: str) -> None:
    with pytest.raises(BadOption, match=words) as caught:
        open_store(address)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("spoil", [Path.mkdir, lambda path: path.write_text("not a database " * 100)])
def test_a_file_that_is_no_database(tmp_path: Path, spoil: Callable[[Path], object]) -> None:
    spoil(tmp_path / "here")
    with pytest.raises(StoreDown, match="here"):
        open_store(str(tmp_path / "here"))


def test_a_password_is_not_told(postgres: Postgres, shared: str) -> None:
    store = open_store(shared.replace("postgres:@", "postgres:secret@"))
    assert "secret" not in store.url
    store.close()


def test_a_missing_driver_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "find_spec", lambda name: None)
    with pytest.raises(BadOption, match=r"pip install 'parlour\[postgres\]'"):
        open_store("postgresql://host/x")


def test_the_file_is_for_its_owner_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.delenv("PARLOUR_DATABASE", raising=False)
    store = open_store()
    store.create(kept())
    files = sorted((tmp_path / "state").iterdir())
    assert [file.name for file in files] == ["parlour.db", "parlour.db-shm", "parlour.db-wal"]
    assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
    store.close()
    monkeypatch.setenv("PARLOUR_DATABASE", str(tmp_path / "other.db"))
    open_store().close()
    assert os.path.exists(tmp_path / "other.db")
