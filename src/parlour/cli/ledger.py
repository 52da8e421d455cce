"""An event of the arena in the database: when it begins, now and then, and when it ends."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from parlour.cli import output, shelf
from parlour.core.errors import ParlourError
from parlour.core.jsonable import plain

if TYPE_CHECKING:
    from parlour.arena import Result
    from parlour.store import ArenaEvent

SECONDS = 5.0  # between two notes of how far it is
LATELY = 1000  # events among which one that goes on is looked for


class Ledger:
    """What is written of one event; where that cannot be, one line says so and the event goes on."""

    def __init__(self, event: ArenaEvent, file: Path | None) -> None:
        self._event = event
        self._file = "" if file is None else str(file.absolute())  # from which it can be resumed
        self._noted = 0.0  # when it was last written; 0 before it is there
        self._open = file is not None  # else a line has said that nothing can be written
        shelf.prepare()

    def note(self, done: int, total: int) -> None:
        """Write how far it is, not too often."""
        self._event = replace(self._event, played=done, notes={"total": total, "file": self._file})
        if not self._noted or time.monotonic() - self._noted > SECONDS:
            self._write()

    def end(self, result: Result, over: bool) -> None:
        """Write the table, as far as it goes."""
        ended, notes = self._event.ended, self._event.notes
        if over:
            ended, notes = time.time(), {"total": notes.get("total", 0)}
        self._event = replace(self._event, table=plain(result.to_json()), ended=ended, notes=notes)
        self._write()

    def _write(self) -> None:
        if not self._open:
            return
        try:
            if not self._noted:
                self._begin()
            else:
                shelf.store().update_event(self._event)
            self._noted = time.monotonic()
        except ParlourError as error:
            self._open = False
            output.complain(f"{error}; the event goes on, but history does not tell of it")

    def _begin(self) -> None:
        """Add the event, unless it is one that was stopped and goes on now."""
        store, event = shelf.store(), self._event
        for other in store.events(limit=LATELY):
            same = (other.game, other.specs, other.games, other.seed) == (
                *(event.game, event.specs, event.games, event.seed),
            )
            if same and self._file and other.notes.get("file") == self._file:
                self._event = replace(event, id=other.id, created=other.created)
                store.update_event(self._event)
                return
        store.add_event(event)
