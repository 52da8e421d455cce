"""What tests share: the benchmarks' modules, and games written for one test."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from parlour.core import loading, registry
from parlour.core.game import Game

# Games played by tests would each start a process that compiles ahead; the tests of that switch it on.
os.environ["PARLOUR_AHEAD"] = "no"
os.environ.pop("PARLOUR_DATABASE", None)  # no test touches a database that somebody uses
for size in ("COLUMNS", "LINES"):  # lines are as long as they are where no terminal says otherwise
    os.environ.pop(size, None)
# A shell that starts this in the background lets it ignore Ctrl-C, and so would the processes under test.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
sys.path += [str(Path(__file__).parents[1] / folder) for folder in ("benchmarks", "tools")]

# A first example may have to wait for a compilation.
settings.register_profile("parlour", deadline=None)
settings.load_profile("parlour")

Write = Callable[..., Game]


@pytest.fixture(scope="module", autouse=True)
def _games_of_one_file() -> Iterator[None]:
    """Forget after a file what its tests have loaded: the next in the same process knows nothing of it."""
    found = [(each, dict(each)) for each in (registry._loaded, registry._kinds)]
    yield
    for each, before in found:
        each.clear()
        each.update(before)


@pytest.fixture
def own_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget after the test what it has loaded."""
    monkeypatch.setattr(registry, "_loaded", dict(registry._loaded))
    monkeypatch.setattr(registry, "_kinds", dict(registry._kinds))


@pytest.fixture
def write_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Give a function that writes a rules file and loads its game, for this test only."""
    monkeypatch.setattr(registry, "_loaded", {})
    monkeypatch.setattr(registry, "_kinds", {})

    def write(source: str, name: str = "toy", **options: object) -> Game:
        file = tmp_path / f"{name}.py"
        file.write_text(source, encoding="utf-8")
        loading.load(file)
        return registry.game(name, **options)

    return write
