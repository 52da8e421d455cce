"""A table: one match on the server, with who sits at it. Its match holds the truth and stays in here."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Protocol

from parlour.core.limit import Limit
from parlour.core.match import Match
from parlour.core.memory import Past
from parlour.core.names import Names
from parlour.core.rules import NOBODY
from parlour.core.spec import HUMAN
from parlour.server.clock import Clock
from parlour.store import Entry, Kept
from parlour.store.kinds import UNDO


class Watcher(Protocol):
    """One who is told whenever the match has gone on."""

    curious: bool  # about what a machine thinks

    def changed(self) -> None:
        """Hear that there is something new to look at."""

    def thinking(self, words: str) -> None:
        """Hear what a machine has found so far, as part of a message."""

    def gone(self) -> None:
        """Hear that the match was deleted."""


@dataclass
class Table:
    """A match, what is kept of it, and who looks on."""

    kept: Kept
    match: Match
    version: int = 0  # entries so far
    moves: int = 0  # turns by seats so far, undone ones too
    changed: float = 0.0  # when something happened last
    keys: dict[str, Entry] = field(default_factory=dict)  # by idempotency key
    holders: dict[str, tuple[int, ...]] = field(default_factory=dict)  # seats by the hash of a token
    watchers: set[Watcher] = field(default_factory=set)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    driving: asyncio.Task[None] | None = None
    past: dict[int, tuple[Past, ...]] = field(default_factory=dict)  # what the machine in a seat remembers
    next: str = ""  # the rematch, if there is one
    written: list[dict[str, Any]] = field(default_factory=list)  # the last moves, where all see the same
    drawn: dict[tuple[Any, ...], bytes] = field(
        default_factory=dict
    )  # documents of this version, by what was asked
    clock: Clock | None = field(init=False)
    flag: asyncio.TimerHandle | None = None  # when whoever is to move has no time left

    def __post_init__(self) -> None:
        self.clock = Clock.of(self.kept)

    @property
    def id(self) -> str:
        """Return the name of the match."""
        return self.kept.id

    @cached_property
    def limit(self) -> Limit:
        """Return what a machine's decision may cost in this match."""
        return Limit.of(self.kept.notes.get("limit") or None)

    def is_person(self, seat: int) -> bool:
        """Say whether a person, not a machine, sits there."""
        return self.kept.seats[seat] == HUMAN

    @property
    def people(self) -> list[int]:
        """List the seats of people."""
        return [seat for seat in range(self.match.game.seats) if self.is_person(seat)]

    @property
    def start(self) -> int:
        """Return the ply at which its players took over: what was played before was given."""
        return int(self.kept.notes.get("start", 0))

    @property
    def machine(self) -> int:
        """Return the seat of the machine that is to move; NOBODY if none is."""
        turn = self.match.turn
        return turn if turn >= 0 and not self.is_person(turn) else NOBODY

    @property
    def waiting(self) -> list[int]:
        """List the seats that nobody has taken yet: who takes one, has a name."""
        return [seat for seat in self.kept.notes.get("open", ()) if not self.kept.names[seat]]

    def names(self, seat: int) -> Names:
        """Return what the players are called before one of them, who is spoken to."""
        own = self.match.game.names.names
        called = (given or usual for given, usual in zip(self.kept.names, own, strict=False))
        return Names(tuple(called), seat)

    @property
    def overheard(self) -> bool:
        """Say whether somebody listens to the machines here, where that tells nothing and hurts nobody."""
        alone = not self.match.game.traits.hidden and len(self.people) <= 1
        return alone and any(watcher.curious for watcher in self.watchers)

    def took_place(self, entries: Iterable[Entry], kept: Kept | None = None) -> None:
        """Count entries that the match has gone on by, and forget what was drawn of it before."""
        for entry in entries:
            self.version, self.changed = entry.number + 1, entry.at
            if self.clock is not None:
                self.clock.pressed(entry)
            if entry.kind == UNDO:
                self.written.clear()
            if entry.key:
                self.keys[entry.key] = entry
        if kept is not None:
            self.kept = kept
        self.drawn.clear()
        for watcher in list(self.watchers):
            watcher.changed()

    def renamed(self, seat: int, name: str, player: str) -> None:
        """Let a person sit down under a name."""
        names, players = list(self.kept.names), list(self.kept.players)
        names[seat], players[seat] = name, player
        self.kept = replace(self.kept, names=tuple(names), players=tuple(players))
        self.took_place(())


def tail_of(match: Match, ply: int) -> tuple[list[Any], list[int], int | None, bool, str]:
    """Take what happened from a ply on off a match: it is put back when it is kept for good.

    `Match.back_to` would forget what the seats have seen; nobody has seen this yet.
    """
    tail = (
        match.states[ply + 1 :],
        match.actions[ply:],
        match.loser,
        match.agreed,
        match.reason,
    )
    del match.states[ply + 1 :]
    del match.actions[ply:]
    match.loser, match.agreed, match.reason = None, False, ""
    return tail


def put_back(match: Match, tail: tuple[list[Any], list[int], int | None, bool, str]) -> None:
    """Let what was taken off have happened."""
    match.states += tail[0]
    match.actions += tail[1]
    match.loser, match.agreed, match.reason = tail[2:]
