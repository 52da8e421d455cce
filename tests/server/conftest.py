"""One server for all tests that only ask it something."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from serving import Serving, serving

from parlour.server.settings import Settings


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server that counts no requests."""
    folder = tmp_path_factory.mktemp("server")
    with serving(Settings(database=str(folder / "games.db"), rate=1e9)) as it:
        yield it
