"""The store: matches and what happened in them, in a database that several processes share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Unpack

from sqlalchemy import (
    Connection,
    and_,
    bindparam,
    delete,
    func,
    select,
    text,
)
from sqlalchemy import update as update_of

from parlour.core.errors import BadOption, BadRecord, clipped
from parlour.store import rows
from parlour.store.appending import Appending, Overtaken
from parlour.store.database import INSERTS, Conflict, Database
from parlour.store.finding import Filters, condition, read
from parlour.store.kinds import UNFINISHED, Append, Entry, Gone, Kept, Taken, Token
from parlour.store.listening import announce, listen
from parlour.store.migrate import bring_up
from parlour.store.people import People
from parlour.store.schema import entries, matches, seats, tokens


def open_store(url: str = "") -> Store:
    """Open a store and bring its tables up to date.

    The address is a file, sqlite:///FILE or postgresql://...; "" is $PARLOUR_DATABASE, or else the file
    parlour.db in the state folder.
    """
    return Store(Database(url))


class Store(People):
    """Everything that is kept; all its methods may be called from any thread."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        try:
            bring_up(database)
        except BaseException:
            database.close()
            raise

    @property
    def url(self) -> str:
        """Return the address, its password masked."""
        return self._database.url

    @property
    def dialect(self) -> str:
        """Return the kind of database: sqlite or postgresql."""
        return self._database.dialect

    def check(self) -> None:
        """Raise StoreDown unless the database answers."""
        with self._database.reading() as connection:
            connection.execute(text("SELECT 1"))

    def close(self) -> None:
        """Close all connections."""
        self._database.close()

    def listen(self, heard: Callable[[str], None], lost: Callable[[], None]) -> Callable[[], None]:
        """Call `heard` with the id of every match that another store changes, in a thread; give what ends it.

        `lost` is called when the connection was down: what changed meanwhile was not heard. On SQLite
        nothing is heard: it has one server.
        """
        return listen(self._database, heard, lost)

    # -- matches -----------------------------------------------------------------------------------------

    def create(self, match: Kept, tokens: Sequence[Token] = (), entries: Sequence[Entry] = ()) -> Kept:
        """Keep a new match, with the tokens of its seats and what has happened in it, all or nothing.

        With a key that a match was created with before, nothing is written, and that match is given.
        """
        if [(entry.match, entry.number) for entry in entries] != [(match.id, n) for n in range(len(entries))]:
            raise BadRecord(f"match {match.id}: its entries must be numbered from 0")
        with self._database.writing() as connection:
            row = rows.match_row(match, len(entries))
            insert = INSERTS[self.dialect](matches).on_conflict_do_nothing()
            if connection.execute(insert.returning(matches.c.id), row).first() is None:
                return _there_already(connection, match)
            _fill(connection, match, tokens, entries)
        found = self.match(match.id)
        assert found is not None
        return found

    def match(self, id: str) -> Kept | None:
        """Return a match, or None if there is none."""
        with self._database.reading() as connection:
            return next(iter(read(connection, matches.c.id == id)), None)

    def entries(self, id: str, since: int = 0) -> list[Entry]:
        """List what happened in a match, from a number on."""
        query = select(entries).where(entries.c.match == id, entries.c.number >= since)
        with self._database.reading() as connection:
            return [rows.entry_of(row) for row in connection.execute(query.order_by(entries.c.number))]

    def append(self, batch: Sequence[Append]) -> list[Entry | Taken | Gone]:
        """Write entries of any matches in one transaction; give for each what is there now.

        An entry that is written, or was before (the same key, or the very same entry), gives itself as it
        stands; one whose number is another's gives that one as Taken, one without a match Gone, and the
        others are written all the same. Numbers without a gap are the caller's duty: a gap is refused.
        """
        if not batch:
            return []
        try:
            return self._append(batch, Appending.quick)
        except (Overtaken, Conflict):
            pass
        try:
            return self._append(batch, Appending.run)
        except Conflict:  # a match was deleted in between: it is missed now
            return self._append(batch, Appending.run)

    def _append(
        self, batch: Sequence[Append], way: Callable[[Appending], list[Entry | Taken | Gone]]
    ) -> list[Entry | Taken | Gone]:
        with self._database.writing() as connection:
            work = Appending(self._database, connection, batch)
            result = way(work)
            announce(self._database, connection, work.changed)
            return result

    def delete(self, id: str) -> bool:
        """Delete a match with all that belongs to it; say whether it was there."""
        with self._database.writing() as connection:
            announce(self._database, connection, [id])
            return connection.execute(delete(matches).where(matches.c.id == id)).rowcount > 0

    def note(self, id: str, notes: dict[str, Any]) -> None:
        """Replace the notes that front ends keep with a match."""
        with self._database.writing() as connection:
            connection.execute(update_of(matches).where(matches.c.id == id).values(notes=notes))

    def reseat(self, id: str, specs: Sequence[str], players: Sequence[str], names: Sequence[str]) -> None:
        """Say who sits where from now on, seat by seat."""
        sits = enumerate(zip(specs, players, names, strict=True))
        values = [{"at": at, "s": spec, "p": player, "n": name} for at, (spec, player, name) in sits]
        change = update_of(seats).where(seats.c.match == id, seats.c.seat == bindparam("at"))
        change = change.values(spec=bindparam("s"), player=bindparam("p"), name=bindparam("n"))
        with self._database.writing() as connection:
            connection.execute(change, values)
            announce(self._database, connection, [id])

    # -- looking for matches -----------------------------------------------------------------------------

    def find(self, *, limit: int = 100, offset: int = 0, **filters: Unpack[Filters]) -> list[Kept]:
        """List matches, the latest changed first; `parlour.store.finding.Filters` tells what to ask for."""
        with self._database.reading() as connection:
            return read(connection, condition(**filters), limit, offset)

    def count(self, **filters: Unpack[Filters]) -> int:
        """Count the matches that `find` would list without a limit."""
        query = select(func.count()).select_from(matches).where(condition(**filters))
        with self._database.reading() as connection:
            return connection.execute(query).scalar_one()

    def waiting(self) -> list[Kept]:
        """List the unfinished matches of servers, the latest changed first."""
        where = and_(matches.c.source == "server", matches.c.ended == UNFINISHED)
        with self._database.reading() as connection:
            return read(connection, where)


def _fill(connection: Connection, match: Kept, held: Sequence[Token], done: Sequence[Entry]) -> None:
    for table, values in (
        (seats, rows.seat_rows(match)),
        (tokens, [rows.token_row(token) for token in held]),
        (entries, [rows.entry_row(entry) for entry in done]),
    ):
        if values:
            connection.execute(table.insert(), values)


def _there_already(connection: Connection, match: Kept) -> Kept:
    found = read(connection, matches.c.key == match.key) if match.key else []
    if not found:
        raise BadOption(f"a match {clipped(match.id)} is there already; choose another id")
    return found[0]
