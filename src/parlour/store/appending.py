"""The writing of a batch of entries: a few statements for all of it, however many there are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Update, bindparam, func, select, tuple_, update
from sqlalchemy.exc import IntegrityError

from parlour.core.errors import BadRecord
from parlour.store import rows
from parlour.store.database import INSERTS, Database
from parlour.store.kinds import Append, Entry, Gone, Taken, outcomes
from parlour.store.schema import entries, matches, seats

_counts = select(matches.c.id, matches.c.entries).where(matches.c.id.in_(bindparam("ids", expanding=True)))
_by_number = select(entries).where(
    tuple_(entries.c.match, entries.c.number).in_(bindparam("marks", expanding=True))
)
_by_key = select(entries).where(
    tuple_(entries.c.match, entries.c.key).in_(bindparam("marks", expanding=True))
)
_inserts = {
    dialect: insert(entries).on_conflict_do_nothing().returning(entries.c.match, entries.c.number)
    for dialect, insert in INSERTS.items()
}
_grown = (
    update(matches)
    .where(matches.c.id == bindparam("of"))
    .values(
        entries=bindparam("count"),
        changed=bindparam("at"),
        moves=func.coalesce(bindparam("turns", type_=matches.c.moves.type), matches.c.moves),
    )
)
_grown_from = _grown.where(matches.c.entries == bindparam("before"))
_plain_insert = entries.insert()
_ended = (
    update(matches)
    .where(matches.c.id == bindparam("of"))
    .values(
        ended=bindparam("how"),
        returns=bindparam("results", type_=matches.c.returns.type),
        loser=bindparam("lost_by"),
        reason=bindparam("why"),
    )
)
_outcome = (
    update(seats)
    .where(seats.c.match == bindparam("of"), seats.c.seat == bindparam("at"))
    .values(outcome=bindparam("how"))
)
_no_outcome = update(seats).where(seats.c.match == bindparam("of")).values(outcome="")


class Overtaken(Exception):
    """Something in a batch is not new: it is to be looked at entry by entry."""


class Appending:
    """One batch within one transaction."""

    def __init__(self, database: Database, connection: Connection, batch: Sequence[Append]) -> None:
        self._connection, self._batch = connection, batch
        self._insert = _inserts[database.dialect]
        self.changed: list[str] = []  # the matches in which something was written

    def quick(self) -> list[Entry | Taken | Gone]:
        """Write a batch of which everything is new, with nothing read before; raise if that is not so."""
        new: dict[str, list[Append]] = defaultdict(list)
        for append in self._batch:
            new[append.entry.match].append(append)
        counts = {id: min(append.entry.number for append in batch) for id, batch in new.items()}
        try:
            self._change(counts, new, _grown_from)
            values = [rows.entry_row(append.entry) for append in self._batch]
            self._connection.execute(_plain_insert, values)
        except (BadRecord, IntegrityError):
            raise Overtaken from None
        return [append.entry for append in self._batch]

    def run(self) -> list[Entry | Taken | Gone]:
        """Write the batch; give for each entry what is there now."""
        ids = sorted({append.entry.match for append in self._batch})
        counts = {row.id: row.entries for row in self._connection.execute(_counts, {"ids": ids})}
        # In one order, so that two writers who meet wait for each other and not in a circle.
        wanted = sorted(
            (append.entry for append in self._batch if append.entry.match in counts),
            key=lambda entry: (entry.match, entry.number),
        )
        written = self._written(wanted)
        there = self._there([entry for entry in wanted if _mark(entry) not in written])
        result: list[Entry | Taken | Gone] = []
        new: dict[str, list[Append]] = defaultdict(list)
        for append in self._batch:
            entry = append.entry
            if entry.match not in counts:
                result.append(Gone(entry.match))
            elif _mark(entry) in written:
                written.discard(_mark(entry))  # a second one of that number in the batch comes too late
                there[_mark(entry)] = entry
                if entry.key:
                    there[_key(entry)] = entry
                new[entry.match].append(append)
                result.append(entry)
            else:
                result.append(_found(entry, there))
        self._change(counts, new)
        return result

    def _written(self, wanted: Sequence[Entry]) -> set[tuple[str, Any]]:
        if not wanted:
            return set()
        values = [rows.entry_row(entry) for entry in wanted]
        return {(row.match, row.number) for row in self._connection.execute(self._insert, values)}

    def _there(self, others: Sequence[Entry]) -> dict[tuple[str, Any], Entry]:
        """Read what stands where an entry could not be written, by its number and by its key."""
        found: dict[tuple[str, Any], Entry] = {}
        marks = [_mark(entry) for entry in others]
        keys = [_key(entry) for entry in others if entry.key]
        for query, places in ((_by_number, marks), (_by_key, keys)):
            for row in self._connection.execute(query, {"marks": places}) if places else ():
                entry = rows.entry_of(row)
                found[_mark(entry)] = entry
                if entry.key:
                    found[_key(entry)] = entry
        return found

    def _change(self, counts: dict[str, int], new: dict[str, list[Append]], grow: Update = _grown) -> None:
        """Bring the rows of the matches up to date, in the order of their ids."""
        grown, ended, results, cleared = [], [], [], []
        for id in sorted(new):
            batch = sorted(new[id], key=lambda append: append.entry.number)
            numbers = [append.entry.number for append in batch]
            if numbers != list(range(counts[id], counts[id] + len(batch))):
                raise BadRecord(f"match {id}: entry {numbers[0]} cannot follow {counts[id]} entries")
            turns = [append.moves for append in batch if append.moves is not None]
            count, at = numbers[-1] + 1, batch[-1].entry.at
            before = {"before": counts[id]} if grow is _grown_from else {}
            turned = turns[-1] if turns else None
            grown.append({"of": id, "count": count, "at": at, "turns": turned, **before})
            ends = [append for append in batch if append.ended is not None]
            if ends:
                last = ends[-1]
                returns = None if last.returns is None else list(last.returns)
                words = {"how": last.ended, "lost_by": last.loser, "why": last.reason}
                ended.append({"of": id, "results": returns, **words})
                cleared.append({"of": id})
                outs = enumerate(outcomes(last.returns))
                results += [{"of": id, "at": seat, "how": how} for seat, how in outs]
        found = self._connection.execute(grow, grown).rowcount if grown else 0
        if grow is _grown_from and found != len(grown):
            raise Overtaken
        for statement, values in (
            (_ended, ended),
            (_no_outcome, cleared),
            (_outcome, results),
        ):
            if values:
                self._connection.execute(statement, values)
        self.changed = sorted(new)


def _mark(entry: Entry) -> tuple[str, int]:
    return entry.match, entry.number


def _key(entry: Entry) -> tuple[str, str]:
    return entry.match, entry.key


def _found(entry: Entry, there: dict[tuple[str, Any], Entry]) -> Entry | Taken:
    if entry.key and _key(entry) in there:
        return there[_key(entry)]
    other = there[_mark(entry)]
    return other if other == entry else Taken(other)  # the very same: its answer was lost
