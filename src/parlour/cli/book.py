"""One match in the database: what is new in it is appended, and nothing that was written is ever changed."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from parlour.cli import shelf
from parlour.cli.people import MARK, mark, sitting
from parlour.core import rules
from parlour.core.errors import BadRecord

if TYPE_CHECKING:
    from parlour.core.match import Match
    from parlour.store import Entry, Kept

ATTEMPTS = 3


class Elsewhere(BadRecord):
    """Somebody else has gone on with the match, or deleted it."""


class Book:
    """The entries of a match, as far as it knows them."""

    def __init__(self) -> None:
        self.row: Kept | None = None  # as it stands in the database; None before it is first written
        self._actions: list[int] = []  # what its entries lead to, and the end
        self._end: tuple[int | None, bool] = (None, False)
        self._own = os.urandom(4).hex()  # marks what was written here

    def read(self, id: str) -> Match:
        """Play again what the database holds of a match."""
        self.row = shelf.store().match(id)
        if self.row is None:
            raise Elsewhere(f"{id}: no such game is kept any more")
        match = shelf.match_of(self.row)
        self._know(match)
        return match

    def write(self, match: Match, id: str, began: float, notes: dict[str, Any]) -> None:
        """Bring the database up to the match; raise Elsewhere if that is another one by now."""
        if self.row is None:
            self._create(match, id, began, notes)
        for _ in range(ATTEMPTS):
            if self._append(match):
                self._change(match, notes)
                return
            self._look_again()

    def _know(self, match: Match) -> None:
        self._actions, self._end = list(match.actions), (match.loser, match.agreed)

    def _create(self, match: Match, id: str, began: float, notes: dict[str, Any]) -> None:
        from parlour.store.fold import entries_of, kept_of

        store = shelf.store()
        entries = entries_of(match, id)
        row = kept_of(
            *(match, id),
            source=shelf.SOURCE,
            commitment=match.commitment,
            **sitting(store, match),
            created=began,
            notes=notes | mark(store),
            key=id,  # trying again makes no second one
        )
        self.row = store.create(row, entries=entries)
        self._know(match)
        if self.row.entries != len(entries):  # it was tried before, and the answer was lost
            self.read(id)

    def _append(self, match: Match) -> bool:
        """Append what is new; say whether it stands there now."""
        from parlour.store import Append, Entry

        assert self.row is not None
        new = self._new(match, self.row)
        if not new:
            return True
        batch = [Append(entry) for entry in new]
        batch[-1] = replace(batch[-1], moves=len(match.begun()))
        if match.over or new[0].kind == "undo":
            end = Append(new[-1], batch[-1].moves, match.ended, None, match.loser, match.reason)
            batch[-1] = replace(end, returns=match.returns) if match.over else end
        stands = shelf.store().append(batch)
        if not all(
            isinstance(there, Entry) and (there.kind, there.data) == (entry.kind, entry.data)
            for there, entry in zip(stands, new, strict=True)
        ):
            return False
        self.row = replace(self.row, entries=self.row.entries + len(new))
        self._know(match)
        return True

    def _new(self, match: Match, row: Kept) -> list[Entry]:
        """Return the entries that lead from what is written to the match."""
        from parlour.store import Entry
        from parlour.store.fold import entries_of

        end = (match.loser, match.agreed)
        if match.actions == self._actions and end == self._end:
            return []
        pairs = zip(self._actions, match.actions, strict=False)
        same = next((ply for ply, (old, now) in enumerate(pairs) if old != now), None)
        since = min(len(self._actions), match.ply) if same is None else same
        first: list[Entry] = []
        if since < len(self._actions) or self._end != (None, False):
            since = match.turn_begin(since)
            data = {"seat": rules.turn(match.states[since]), "ply": since}
            first = [Entry(row.id, row.entries, "undo", data)]
        entries = first + entries_of(match, row.id, since, row.entries + len(first))
        return [replace(entry, key=f"{self._own}-{entry.number}") for entry in entries]

    def _look_again(self) -> None:
        """Read what stands there instead; that is no other's only if all of it was written here."""
        assert self.row is not None
        theirs = shelf.store().entries(self.row.id, self.row.entries)
        if any(not entry.key.startswith(self._own) for entry in theirs):
            raise Elsewhere(f"{self.row.id}: somebody else has gone on with it")
        self.read(self.row.id)

    def _change(self, match: Match, notes: dict[str, Any]) -> None:
        """Bring up to date who sits there and what a front end wants to know."""
        assert self.row is not None
        store = shelf.store()
        if match.seats != self.row.seats and len(match.seats) == match.game.seats:
            store.reseat(self.row.id, match.seats, **sitting(store, match))
        notes |= {name: self.row.notes[name] for name in (MARK,) if name in self.row.notes}
        if notes != self.row.notes:
            store.note(self.row.id, notes)
        self.row = replace(self.row, seats=match.seats, notes=notes)
