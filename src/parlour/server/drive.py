"""Machines at the tables: whenever one is to move, an engine thinks for it, from its view alone."""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import replace
from functools import partial

from parlour.core.errors import ParlourError
from parlour.core.keys import seat_key
from parlour.core.limit import Limit
from parlour.core.memory import Past
from parlour.core.spec import recalls
from parlour.server.clock import OUT
from parlour.server.engines.ask import Answer, Ask, Engines, Failed
from parlour.server.house import House
from parlour.server.outgoing import choice as told_choice
from parlour.server.outgoing import dumped
from parlour.server.problems import Refused
from parlour.server.table import Table
from parlour.store import Kept, StoreDown
from parlour.store.past import past_for

log = logging.getLogger("parlour.server")
TRIES = 2  # before a machine that gives no move loses
SLACK = 5.0  # seconds over its limit: none shall lose because the server is busy
LATE = 0.2  # seconds after which a move on its way is too late
STORE_SECONDS = 0.25  # until a database that is down is tried again
RECENT = 24 * 3600.0  # seconds: a match that nobody has touched for longer waits until somebody looks


class Drivers:
    """Lets machines move, one task for each match in which one is to."""

    def __init__(self, house: House, engines: Engines) -> None:
        self._house, self._engines = house, engines
        self._think = house.settings.think
        self._tasks: set[asyncio.Task[None]] = set()
        house.wake = self.wake

    def wake(self, table: Table) -> None:
        """See to it that the machine moves, if it is a machine's turn, and that nobody takes too long."""
        self._mind(table)
        if table.machine >= 0 and table.driving is None and not table.waiting:
            table.driving = task = asyncio.create_task(self._drive(table))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _mind(self, table: Table) -> None:
        """Look again when whoever is to move has no time left."""
        if table.flag is not None:
            table.flag.cancel()
            table.flag = None
        seat, clock = table.match.turn, table.clock
        if clock is None or seat not in clock.moved or table.match.over:
            return
        wait = max(0.0, clock.remaining(seat)) + LATE
        table.flag = asyncio.get_running_loop().call_later(wait, self._fallen, table, seat, table.version)

    def _fallen(self, table: Table, seat: int, version: int) -> None:
        if table.version == version and not table.match.over:
            task = asyncio.create_task(self._out_of_time(table, seat, version))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _out_of_time(self, table: Table, seat: int, version: int) -> None:
        while table.version == version:
            try:
                await self._house.resign(table, seat, reason=OUT, version=version)
            except StoreDown:
                await asyncio.sleep(STORE_SECONDS)
            except ParlourError as error:  # a move came first, or it is over or deleted
                log.info("match %s: %s", table.id, error)
                return

    async def close(self) -> None:
        """Leave the matches as they stand; who starts the server again goes on with them."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _drive(self, table: Table) -> None:
        try:
            failures = 0
            while table.machine >= 0:
                try:
                    await self._move(table, table.machine)
                    failures = 0
                except StoreDown:
                    await asyncio.sleep(STORE_SECONDS)
                except Refused as error:
                    if error.status != 409:  # deleted
                        raise
                    await asyncio.sleep(0)  # another server's machine was faster
                except ParlourError as error:
                    failures += 1
                    if failures >= TRIES:
                        await self._give_up(table, _reason(error))
                except Exception as error:  # a fault of ours shall not let a match wait for ever
                    log.exception("match %s: the machine's move failed", table.id)
                    failures += 1
                    if failures >= TRIES:
                        await self._give_up(table, f"no move came: {type(error).__name__}")
        except ParlourError as error:
            log.warning("match %s: %s", table.id, error)
        finally:
            table.driving = None

    async def _give_up(self, table: Table, reason: str) -> None:
        """Let a machine that gives no move lose, as soon as that can be written."""
        while table.machine >= 0:
            try:
                await self._house.resign(table, table.machine, reason=reason)
            except StoreDown:
                await asyncio.sleep(STORE_SECONDS)

    async def _move(self, table: Table, seat: int) -> None:
        match, version = table.match, table.version
        view = match.view(seat)
        most = self._think if table.clock is None else min(self._think, table.clock.share(seat))
        ask = Ask(
            view=view,
            spec=table.kept.seats[seat],
            limit=bounded(table.limit, most),
            key=seat_key(match.seed),
            match=table.id,
            past=await self._past(table, seat),
        )
        heard = partial(_overheard, table, seat) if table.overheard else None
        answer = await self._engines.think(ask, self._think + SLACK, patient=True, heard=heard)
        actions = [choice.action for choice in answer.choices]
        words = view.game.write(view.state, actions)[0]
        while table.version == version:
            try:
                await self._house.move(table, seat, words, version=version)
            except StoreDown:  # what was thought stays right
                await asyncio.sleep(STORE_SECONDS)

    async def _past(self, table: Table, seat: int) -> tuple[Past, ...]:
        """Return what a machine remembers of those it plays with, if it is one that remembers."""
        if seat not in table.past:
            replayed = "from" in table.kept.notes  # whoever remembers its source would know the deal
            players = () if replayed else table.kept.players
            people = {at: player for at, player in enumerate(players) if player}
            table.past[seat] = (
                await asyncio.to_thread(self._remembered, table, seat, people) if people else ()
            )
        return table.past[seat]

    def _remembered(self, table: Table, seat: int, people: dict[int, str]) -> tuple[Past, ...]:
        if not recalls(table.match.game, table.kept.seats[seat]):
            return ()
        return past_for(self._house.store, table.kept.game, people, seat)

    async def _waiting(self) -> list[Kept]:
        while True:
            try:
                return await asyncio.to_thread(self._house.store.waiting)
            except StoreDown:
                await asyncio.sleep(STORE_SECONDS)

    async def resume(self) -> None:
        """Go on with the matches in which a machine was to move when the server stopped."""
        house = self._house
        for kept in await self._waiting():
            if kept.changed < time.time() - RECENT:
                break  # they come the latest first
            try:
                self.wake(await house.table(kept.id))
            except ParlourError as error:
                log.warning("match %s cannot be gone on with: %s", kept.id, error)


def _overheard(table: Table, seat: int, found: Answer) -> None:
    """Tell those who are curious what a machine has found so far."""
    choice = dumped(told_choice(seat, found.choices[0], table)).decode()
    words = f'"type":"thinking","seat":{seat},"choice":{choice}'
    for watcher in list(table.watchers):
        if watcher.curious:
            watcher.thinking(words)


def bounded(limit: Limit, most: float) -> Limit:
    """Let no thought take longer than the house allows."""
    seconds = None if limit.seconds is None else min(most, limit.seconds)
    return replace(limit, seconds=seconds, at_most=min(most, limit.at_most or most))


def _reason(error: ParlourError) -> str:
    return f"no move came: {error}" if isinstance(error, Failed) else f"illegal move: {error}"
