"""Every law of the store holds on SQLite and on a real PostgreSQL, which is never skipped."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from store_kit import Start

from parlour.store import Store, open_store
from postgres import Postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    yield server
    server.end()


@pytest.fixture(scope="session")
def shared(postgres: Postgres) -> str:
    """Give a database with its tables made, for all tests: making them takes longer than most tests."""
    address = postgres.fresh()
    open_store(address).close()
    return address


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Give the address of an empty database, of either kind."""
    if request.param == "sqlite":
        return str(tmp_path / "parlour.db")
    address = request.getfixturevalue("shared")
    request.getfixturevalue("postgres").run("TRUNCATE matches, players, events CASCADE", database=address)
    return address


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    opened = open_store(url)
    yield opened
    opened.close()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Give a function that starts a Python process with some code and arguments, killed at the end."""
    begun: list[subprocess.Popen[str]] = []

    def run(code: str, *words: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", code, *words]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        begun.append(process)
        return process

    yield run
    for process in begun:
        process.kill()
        process.communicate()
