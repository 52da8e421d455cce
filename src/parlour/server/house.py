"""The house: all tables of a server, and everything that may happen at them.

A move is checked, written to the store, and only then has it happened: what a player is told is on the disk.
Where several servers share a database, the store decides who was first, and the others read on.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from parlour.core.errors import GameOver, IllegalMove, InvalidMove, NotYourTurn
from parlour.core.match import Match
from parlour.server.outgoing import undo_refused
from parlour.server.problems import Refused
from parlour.server.settings import TABLES_KEPT, Settings
from parlour.server.table import Table, put_back, tail_of
from parlour.server.tokens import hashed
from parlour.server.writer import Writer
from parlour.store import Append, Entry, Gone, Kept, Player, Store, StoreDown, Taken
from parlour.store.fold import append_of, fold, happen, moved
from parlour.store.kinds import FORMER

log = logging.getLogger("parlour.server")
PLAYERS_KEPT = 10_000
DELETED = "this match was deleted"
READINGS = 20  # of a match, until nobody has written in between


class House:
    """Tables by the name of their match."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self.shared = store.dialect != "sqlite"  # with other servers
        self.tables: OrderedDict[str, Table] = OrderedDict()
        self.wake: Callable[[Table], None] = lambda table: None  # set by who lets machines move
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._players: OrderedDict[str, Player] = OrderedDict()
        self._writer = Writer(store)
        self._deaf: Callable[[], None] = lambda: None

    def listen(self) -> None:
        """Hear what other servers write."""
        loop = asyncio.get_running_loop()

        def heard(match: str) -> None:
            loop.call_soon_threadsafe(self._heard, match)

        def lost() -> None:
            loop.call_soon_threadsafe(self._lost)

        if self.shared:
            self._deaf = self.store.listen(heard, lost)

    def close(self) -> None:
        """Write what is waiting and let the store go."""
        self._deaf()
        self._writer.close()
        self.store.close()

    # -- finding a table -------------------------------------------------------------------------------------

    async def table(self, match: str) -> Table:
        """Return the table of a match; from the store, if it is not in memory."""
        found = self.tables.get(match)
        if found is not None:
            self.tables.move_to_end(match)
            if found.driving is None and found.machine >= 0:
                self._see_to(found)
            return found
        task = self._loading.get(match)
        if task is None:
            task = self._loading[match] = asyncio.create_task(self._load(match))
            task.add_done_callback(lambda _: self._loading.pop(match, None))
        return await asyncio.shield(task)

    def _see_to(self, table: Table) -> None:
        """Let a machine move that should have long ago: the server that let it think may be gone."""
        if time.time() - table.changed > self.settings.think:
            self.wake(table)

    async def glimpse(self, match: str) -> Table:
        """Return the table of a match to look at once: one that is not in memory is not put there."""
        return self.tables.get(match) or await self._folded(match)

    async def _load(self, match: str) -> Table:
        table = await self._folded(match)
        self.seat(table)
        return table

    async def _folded(self, match: str) -> Table:
        kept, entries = await asyncio.to_thread(self._read, match)
        if kept is None or kept.source != "server":
            raise Refused(404, f"there is no match {match[:64]}")
        folded = await asyncio.to_thread(fold, kept, entries)
        table = Table(kept, folded, moves=kept.moves, changed=kept.changed)
        table.took_place(entries)
        if table.clock is not None:
            table.clock.since = time.time()
        return table

    def _read(self, match: str, since: int = 0) -> tuple[Kept | None, list[Entry]]:
        """Read a match and its entries from a number on, both of one moment: others may write meanwhile."""
        for _ in range(READINGS):
            kept = self.store.match(match)
            if kept is None:
                return None, []
            entries = self.store.entries(match, since)
            if kept.entries == since + len(entries):
                return kept, entries
        raise StoreDown(f"match {match} changes too fast to be read; come again in a moment")

    def seat(self, table: Table) -> None:
        """Put a table into the room, and let the machine move if it is to."""
        self.tables[table.id] = table
        for name in list(self.tables) if len(self.tables) > TABLES_KEPT else ():
            if len(self.tables) <= TABLES_KEPT:
                break
            old = self.tables[name]
            if not old.watchers and old.driving is None and not old.lock.locked():
                del self.tables[name]
        self.wake(table)

    # -- who is asking ---------------------------------------------------------------------------------------

    async def seats_held(self, table: Table, token: str | None) -> tuple[int, ...]:
        """Return the seats that a token holds at a table, none without one; refuse a token of elsewhere."""
        if not token:
            return ()
        held = await self.seats_of(table, token)
        if not held:
            raise Refused(
                401, "this token holds no seat in this match; join it, or leave the token out to watch"
            )
        return held

    async def seats_of(self, table: Table, token: str) -> tuple[int, ...]:
        """Return the seats that a token holds at a table, if it holds any."""
        digest = hashed(token)
        held = table.holders.get(digest)
        if held is not None:
            return held
        found = await asyncio.to_thread(self.store.token, digest) if digest else None
        if found is None or found.match != table.id or found.kind != "seat":
            return ()
        table.holders[digest] = found.seats
        return found.seats

    async def player(self, key: str | None) -> Player | None:
        """Return the player who has a key; a key that nobody has is refused."""
        if not key:
            return None
        digest = hashed(key)
        found = self._players.get(digest)
        if found is None:
            found = await asyncio.to_thread(self.store.player_by_key, digest) if digest else None
            if found is None:
                raise Refused(401, "no player has this key; make one with POST /api/v1/players")
            self._players[digest] = found
            while len(self._players) > PLAYERS_KEPT:
                self._players.popitem(last=False)
        return found

    def rename_player(self, player: Player, name: str) -> Player:
        """Let a player be called by another name, in the matches too."""
        renamed = self._players[player.key_hash] = replace(player, name=name)
        for table in self.tables.values():
            for seat, who in enumerate(table.kept.players):
                if who == player.id:
                    table.renamed(seat, name, who)
        return renamed

    def forget_player(self, player: Player) -> None:
        """Let a player that was deleted be unknown, and unnamed in the matches."""
        self._players.pop(player.key_hash, None)
        for table in self.tables.values():
            for seat, who in enumerate(table.kept.players):
                if who == player.id:
                    table.renamed(seat, FORMER, "")

    # -- what happens ----------------------------------------------------------------------------------------

    async def move(
        self, table: Table, seat: int, move: str, key: str = "", version: int | None = None
    ) -> Entry:
        """Play a move of a seat; the same key again is the same move."""
        async with table.lock:
            for attempt in (1, 2):
                before = table.keys.get(key) if key else None
                if before is not None:
                    return _same(before, "move", seat, move)
                if version is not None and version != table.version:
                    if attempt == 1 and self.shared and await self._catch_up(table):
                        continue
                    _check_version(table, version)
                try:
                    append, tail = self._tried(table, seat, move, key)
                except (NotYourTurn, IllegalMove, InvalidMove, GameOver):
                    if attempt == 1 and self.shared and await self._catch_up(table):
                        continue
                    raise
                written = await self._writer.append(append)
                if isinstance(written, Entry) and written.number == table.version:
                    put_back(table.match, tail)
                    self._happened(table, append, written)
                    return written
                await self._overtaken(table, written)
                if isinstance(written, Entry):  # another server was asked the same before
                    return _same(written, "move", seat, move)
            raise Refused(409, "another move was faster; look again")

    def _tried(self, table: Table, seat: int, move: str, key: str) -> tuple[Append, Any]:
        """Play a move and take it off again: what it would change, and what is to be put back."""
        match = table.match
        ply = match.ply
        try:
            match.play(move, seat)
            append = _append(table, "move", moved(match, ply, seat, move), key, table.moves + 1)
        except BaseException:
            tail_of(match, ply)
            raise
        return append, tail_of(match, ply)

    def _happened(self, table: Table, append: Append, written: Entry) -> None:
        if append.moves is not None:
            table.moves = append.moves
        table.took_place([written], None if append.ended is None else replace(table.kept, ended=append.ended))
        self.wake(table)

    async def resign(
        self,
        table: Table,
        seat: int,
        key: str = "",
        reason: str = "resigned",
        version: int | None = None,
    ) -> Entry:
        """Let a seat give the match up; given a version, only if the match still stands there."""
        kind = "resign" if reason == "resigned" else "forfeit"

        def give_up(match: Match) -> dict[str, Any]:
            _check_version(table, version)
            match.forfeit(seat, reason)
            return {"seat": seat} if kind == "resign" else {"seat": seat, "reason": reason}

        return await self._change(table, kind, key, seat, give_up)

    async def undo(self, table: Table, seats: tuple[int, ...], key: str = "") -> Entry:
        """Take back the last move of these seats, and what machines answered, where that is fair."""

        def take_back(match: Match) -> dict[str, Any]:
            barred = undo_refused(table, seats)
            if barred:
                raise Refused(409, f"it cannot be taken back: {barred}")
            return {"seat": seats[0], "ply": match.last_begun(seats)}

        return await self._change(table, "undo", key, seats[0], take_back)

    async def delete(self, table: Table) -> None:
        """Let a match not have been; a machine that thinks about it stops."""
        async with table.lock:
            await asyncio.to_thread(self.store.delete, table.id)
            self._dropped(table)
            if table.driving is not None:
                table.driving.cancel()

    def _dropped(self, table: Table) -> Refused:
        """Forget a match that was deleted, and tell those who look at it; give what is answered of it."""
        self.tables.pop(table.id, None)
        for watcher in list(table.watchers):
            watcher.gone()
        return Refused(404, DELETED)

    async def _change(
        self, table: Table, kind: str, key: str, seat: int, change: Callable[[Match], dict[str, Any]]
    ) -> Entry:
        """Write something down that is no move, then let it have happened."""
        async with table.lock:
            for _ in (1, 2):
                before = table.keys.get(key) if key else None
                if before is not None:
                    return _same(before, kind, seat)
                match = table.match
                loser, reason, ply = match.loser, match.reason, match.ply
                try:
                    data = change(match)
                    append = _append(table, kind, data, key)
                finally:
                    match.loser, match.reason = loser, reason
                assert match.ply == ply
                written = await self._writer.append(append)
                if isinstance(written, Entry) and written.number == table.version:
                    happen(match, written)
                    self._happened(table, append, written)
                    return written
                await self._overtaken(table, written)
                if isinstance(written, Entry):
                    return _same(written, kind, seat)
            raise Refused(409, "something else happened first; look again")

    # -- other servers ---------------------------------------------------------------------------------------

    async def _overtaken(self, table: Table, written: Entry | Taken | Gone) -> None:
        """Read on after something of others was found in the place of one's own."""
        if isinstance(written, Gone):
            raise self._dropped(table)
        await self._catch_up(table)

    async def _catch_up(self, table: Table) -> bool:
        """Read what others have written of a match; say whether there was anything."""
        kept, entries = await asyncio.to_thread(self._read, table.id, table.version)
        if kept is None:
            raise self._dropped(table)
        if not entries and kept.names == table.kept.names:
            return False
        for entry in entries:
            happen(table.match, entry)
        table.moves = kept.moves
        table.took_place(entries, kept)
        return bool(entries)

    def _heard(self, match: str) -> None:
        table, loading = self.tables.get(match), self._loading.get(match)
        if loading is not None:  # it may have been read before it changed
            loading.add_done_callback(lambda _: self._heard(match))
        elif table is not None:
            task = asyncio.create_task(self._hear(table))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def _hear(self, table: Table) -> None:
        async with table.lock:
            await self._catch_up(table)

    def _lost(self) -> None:
        """Look again at every table: something may have been missed."""
        for match in list(self.tables):
            self._heard(match)


def _append(table: Table, kind: str, data: dict[str, Any], key: str = "", moves: int | None = None) -> Append:
    """Describe what has just happened in a match, to be written."""
    return append_of(Entry(table.id, table.version, kind, data, key), table.match, moves)


def _check_version(table: Table, version: int | None) -> None:
    """Refuse what was meant for another state of the match."""
    if version is not None and version != table.version:
        raise Refused(409, f"the match has gone on: it is at version {table.version}, not {version}")


def _same(entry: Entry, kind: str, seat: int, move: str | None = None) -> Entry:
    """Return what a key stands for, if it stands for this."""
    if (entry.kind, entry.data.get("seat")) != (kind, seat) or (
        move is not None and entry.data.get("move") != move
    ):
        raise Refused(409, "this idempotency key was used for something else; take a new one")
    return entry
