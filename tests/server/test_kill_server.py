"""A server killed while people play; `tests/fuzz/kill_server.py --kills 200` kills it many times."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from fuzz.kill_server import run
from postgres import Postgres

pytestmark = pytest.mark.skipif(os.name != "posix", reason="no kill -9 here")


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    server = Postgres()
    yield server.fresh()
    server.end()


def test_nothing_is_lost_or_doubled_on_sqlite(tmp_path):
    tally = run(6, 2, tmp_path, tables=2)
    assert tally.faults == []
    assert tally.kills.total() >= 6
    assert len(tally.acknowledged) > 20


def test_nothing_is_lost_or_doubled_on_postgresql(tmp_path, database):
    tally = run(6, 3, tmp_path, database, tables=2)
    assert tally.faults == []
    assert tally.kills.total() >= 6
    assert len(tally.acknowledged) > 20
