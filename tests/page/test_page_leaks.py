"""The page of a seat depends on nothing that is hidden from it; `benchmarks/page_leaks.py` has more pairs."""

from __future__ import annotations

import pytest

from page_leaks import compare
from parlour.core.view import plain
from parlour.server import outgoing
from server_leaks import hidden_games

PAIRS = 2


@pytest.mark.parametrize("name", hidden_games())
def test_worlds_that_look_alike_are_shown_alike(chromium, site, name):
    tally = compare(chromium, site, name, PAIRS)
    assert tally.differences == []
    assert tally.pairs == PAIRS


def test_a_leak_is_found(chromium, site, monkeypatch):
    told = outgoing._chair
    monkeypatch.setattr(
        outgoing, "_chair", lambda table, seat: told(table, seat) | {"name": str(plain(table.match.state))}
    )
    assert len(compare(chromium, site, "kuhn_poker", 1).differences) > 1
