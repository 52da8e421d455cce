"""What the server tells a seat depends on nothing that the seat does not know.

Covered, in pairs of worlds that look alike to a seat or a spectator (`benchmarks/server_leaks.py`, which runs
thousands a game): the view with every kind of picture, its ETag and length, `can_undo`, the spectator's view;
moves, record and the past; the socket's frames, whole and brief; the answers to moves that are illegal, out
of turn, stale or legal; undo, and why not; another seat's resignation; hints and analyses; the log at DEBUG.
Seeds and secret options are nowhere. Not covered: how long an answer takes.

By reading: `outgoing` and the routes take from a match its `view`, `turns(seat)`, `moves(seat)`, the `story`
told to a seat, whose turn it is, and what everyone knows when it is over. The truth itself, `Match.state`, is
read by `Match` alone: to play a move, which is legal or not by what its mover sees, and to draw chance.
`test_truth_is_not_read` holds the server's files to that.
"""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from types import SimpleNamespace

import pytest

import parlour.server
import server_leaks
from parlour.core import jsonable
from parlour.core.view import plain
from parlour.server import house, outgoing
from server_leaks import compare, hidden_games

PAIRS = 60


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch):
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")


@pytest.mark.parametrize("name", hidden_games())
def test_worlds_that_look_alike_are_told_alike(name):
    tally = asyncio.run(compare(name, PAIRS))
    assert tally.differences == []
    assert tally.pairs == PAIRS
    assert {"view", "record", "socket", "hint", "analyse", "undo", "log"} <= set(tally.requests)


def test_a_leak_is_found(monkeypatch):
    monkeypatch.setattr(outgoing, "_chair", lambda table, seat: {"all": plain(table.match.state)})
    assert asyncio.run(compare("kuhn_poker", 5)).differences


def test_a_leak_into_the_log_is_found(monkeypatch):
    def logged(table, seats):
        house.log.debug("%s", table.match.state)
        return "no"

    monkeypatch.setattr(house, "undo_refused", logged)
    found = asyncio.run(compare("kuhn_poker", 5)).differences
    assert found
    assert {text.partition(",")[0] for text in found} == {"log"}


def test_a_secret_option_is_found(monkeypatch):
    told = SimpleNamespace(plain=lambda given: {**jsonable.plain(given), "deal": "secret 0"})
    monkeypatch.setattr(outgoing, "jsonable", told)
    assert any("secret" in text for text in asyncio.run(compare("kuhn_poker", 1)).differences)


def test_hidden_games_are_more_than_a_few():
    assert len(hidden_games()) >= 10
    assert set(server_leaks.OPTIONS) <= set(hidden_games())


def test_truth_is_not_read():
    folder = Path(parlour.server.__file__).parent
    readers = {
        path.name
        for path in folder.rglob("*.py")
        if re.search(r"(match|then|folded)\.(state|states|seed|full_record)\b", path.read_text("utf-8"))
    }
    # The seed: told when it is over (outgoing), and hashed into a machine's key (drive). A table takes
    # states off a match and puts them back.
    assert readers == {"outgoing.py", "drive.py", "table.py"}
