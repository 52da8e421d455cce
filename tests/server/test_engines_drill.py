"""An engine draws a decision as `parlour.core.drill` does, and its match comes back whole."""

from __future__ import annotations

import pytest
from test_engines import with_engines

import parlour
from parlour.core.drill import drill
from parlour.core.limit import Limit
from parlour.core.match import Match
from parlour.core.record import Record
from parlour.core.rules import NOBODY
from parlour.server.engines import Ask
from parlour.server.engines.ask import DRILL


def test_a_drill_is_the_same_in_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")
    game = parlour.game("blackjack", decks=2)
    known = drill(game, 5)

    async def test(pool) -> None:
        ask = Ask(game.view(game.start(), NOBODY), "", Limit(), DRILL, seed=5)
        match = Match.from_record(Record.from_json((await pool.think(ask, 20.0)).record))
        assert match.view(match.turn) == known.view(known.turn)

    with_engines(test)
