"""What the tests of searches share: games of this folder and a belief that is told, for one test each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from secrets_kit import Load, Tell, Told

from parlour.core import loading, registry
from parlour.core.game import Game
from parlour.core.rules import AnyState


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch) -> Load:
    """Give a function that loads a game of this folder, for this test only."""
    monkeypatch.setattr(registry, "_loaded", dict(registry._loaded))

    def loaded(name: str, **options: Any) -> Game:
        loading.load(Path(__file__).parent / f"{name}.py")
        return registry.game(name, **options)

    return loaded


@pytest.fixture
def tell(monkeypatch: pytest.MonkeyPatch) -> Tell:
    """Give a function that sets the worlds of the belief `told`, which exists for this test only."""
    monkeypatch.setitem(registry._kinds, ("belief", "", "told"), Told)

    def told(*worlds: AnyState, shares: tuple[float, ...] = ()) -> None:
        monkeypatch.setattr(Told, "told", worlds)
        monkeypatch.setattr(Told, "shares", shares)

    return told
