"""One server for all tests that only ask it something."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from serving import Serving, quick_folder, serving

from parlour.server.settings import Settings


@pytest.fixture(scope="session")
def server() -> Iterator[Serving]:
    """A server that counts no requests."""
    with quick_folder() as folder, serving(Settings(database=f"{folder}/games.db", rate=1e9)) as it:
        yield it
