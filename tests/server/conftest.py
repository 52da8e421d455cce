"""The servers and databases that tests share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from process import Serving as Process
from serving import Serving, quick_folder, serving

from parlour.server.settings import Settings
from postgres import Postgres


@pytest.fixture(scope="session")
def server() -> Iterator[Serving]:
    """A server that counts no requests, for all tests that only ask it something."""
    with quick_folder() as folder, serving(Settings(database=f"{folder}/games.db", rate=1e9)) as it:
        yield it


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server in a process of its own."""
    it = Process(tmp_path_factory.mktemp("served"))
    yield it
    it.stop()


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Process]:
    """Serve for one test, which may kill the server."""
    it = Process(tmp_path)
    yield it
    it.stop()


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL of its own."""
    database = Postgres()
    yield database
    database.end()
