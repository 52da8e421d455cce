"""A state whose fields are tuples of one length has a compiled fingerprint as any other."""

from __future__ import annotations

from pathlib import Path

import parlour
from parlour.core import registry
from parlour.laws.backends import is_native, native_answers

ONE_CARD = Path(__file__).parents[2] / "docs" / "examples" / "one_card"


def test_fields_that_are_all_pairs_compile(monkeypatch):
    monkeypatch.setattr(registry, "_loaded", {})
    monkeypatch.setattr(registry, "_kinds", {})
    monkeypatch.setenv("PARLOUR_BACKEND", "native")  # no falling back
    parlour.load(ONE_CARD)
    game = parlour.game("one_card")
    assert native_answers(game, 2, 0) > 0
    assert is_native(game)
