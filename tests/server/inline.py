"""Engines without processes, for tests that are about the server and not about them."""

from __future__ import annotations

import asyncio
from contextlib import nullcontext
from typing import Any

from parlour.core import sofar
from parlour.core.analyse import analyse
from parlour.core.drill import drill
from parlour.core.driver import Seat
from parlour.core.names import Names
from parlour.core.record import Record
from parlour.core.review import review
from parlour.core.rules import MIDWAY, mask, play, stage, turn
from parlour.core.view import View
from parlour.server.engines.ask import ANALYSE, DRILL, REVIEW, Answer, Ask, Engines, Heard


class Inline(Engines):
    """Thinks at once, in a thread."""

    async def start(self) -> None:
        """Need nothing."""

    async def close(self) -> None:
        """Leave nothing."""

    async def think(
        self, ask: Ask, seconds: float, patient: bool = False, heard: Heard | None = None
    ) -> Answer:
        """Answer an ask; of what is found meanwhile, tell all."""
        loop = asyncio.get_running_loop()

        def think() -> Answer:
            tell = heard and (lambda found: loop.call_soon_threadsafe(heard, found))
            told = tell and (lambda choice: tell(Answer((choice,), 0.0)))
            with sofar.heard_by(ask.view, told) if ask.view else nullcontext():
                return self.answer(ask, tell)

        return await asyncio.to_thread(think)

    def answer(self, ask: Ask, heard: Heard | None = None) -> Answer:
        """Answer an ask in this thread."""
        if ask.do == REVIEW:
            look = heard and (lambda *judged: heard(Answer((), 0.0, judged=judged)))
            record, names = Record.from_json(ask.record), Names(ask.names)
            return Answer((), 0.0, review(record, progress=look, names=names).to_json())
        assert ask.view is not None
        if ask.do == DRILL:
            return Answer((), 0.0, record=drill(ask.view.game, ask.seed).full_record().to_json())
        if ask.do == ANALYSE:
            chosen = analyse(ask.view.game, ask.view, ask.spec, ask.limit, ask.seed)
            return Answer((chosen,), 0.0)
        seat = Seat.keyed(ask.view.game, ask.spec, ask.view.seat, ask.key)
        seat.strategy.recall(ask.past)
        view, choices = ask.view, []
        while True:
            choices.append(seat.decide(view, ask.limit))
            after = play(view.world(), choices[-1].action)
            if turn(after) != view.seat or stage(after) != MIDWAY:
                return Answer(tuple(choices), 0.0)
            history = (*view.history, (view.seat, choices[-1].action))
            view = View(view.game, view.seat, mask(after, view.seat), history)

    def health(self) -> dict[str, Any]:
        """Tell that there is nothing to tell."""
        return {"kind": "inline", "engines": 1, "ready": 1, "busy": 0, "waiting": 0}
