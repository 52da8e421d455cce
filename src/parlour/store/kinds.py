"""What is kept: matches and their entries, tokens, players, events of the arena."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

from parlour.core.errors import ParlourError

UNFINISHED = "unfinished"
PERSON = "human"  # the spec of a seat that a person holds
FORMER = "Former player"  # who was deleted is called so: a seat without a name waits for somebody
MOVE, OPENING, UNDO, RESIGN, AGREE, FORFEIT = "move", "opening", "undo", "resign", "agree", "forfeit"


class StoreDown(ParlourError):
    """The database does not answer, is full, locked or read only: nothing was written, try again."""


class NameTaken(ParlourError):
    """Another player has that name."""


@dataclass(frozen=True)
class Kept:
    """A match as it is kept, without its entries."""

    id: str
    game: str
    options: dict[str, Any] = field(default_factory=dict)
    seed: int | None = None  # None: chance is among the entries (see parlour.store.fold)
    seats: tuple[str, ...] = ()  # specs; "human" for a person
    names: tuple[str, ...] = ()  # what each seat is called; "" is the game's own name
    players: tuple[str, ...] = ()  # id of the player in each seat; "" if none
    source: str = "terminal"  # or "server", "arena", "import", "mcp"
    commitment: str = ""
    opening: int = 0
    created: float = field(default_factory=time.time)  # seconds since 1970
    changed: float = field(default_factory=time.time)
    entries: int = 0  # how many there are
    ended: str = UNFINISHED  # this and what follows as in a Record
    returns: tuple[float, ...] | None = None
    loser: int | None = None
    reason: str = ""
    moves: int = 0  # turns by seats
    notes: dict[str, Any] = field(default_factory=dict)  # of front ends
    key: str = ""  # with which it was created, so that trying again does not make a second one

    @property
    def over(self) -> bool:
        """Say whether the match has ended."""
        return self.ended != UNFINISHED

    def outcome(self, seat: int) -> str:
        """Say how it went for a seat: won, drawn, lost, or "" while it is under way."""
        return outcomes(self.returns)[seat] if self.returns else ""


def outcomes(returns: tuple[float, ...] | None) -> list[str]:
    """Say of each seat whether it won, drew or lost: the most has won, unless all have the same."""
    if returns is None:
        return []
    if len(set(returns)) == 1 and len(returns) > 1:
        return ["drawn"] * len(returns)
    if len(returns) == 1:  # alone there is nobody to beat but the game
        return ["won" if returns[0] > 0 else "drawn" if returns[0] == 0 else "lost"]
    return ["won" if value == max(returns) else "lost" for value in returns]


@dataclass(frozen=True)
class Entry:
    """Something that happened in a match; it is never changed, and deleted only with its match.

    Data of a move, and of one that was drawn as an opening: seat, move (its text), ply; of an undo: seat,
    ply (to which it goes back); of resign: seat; of forfeit: seat, reason. A draw that was agreed has none.
    """

    match: str
    number: int  # from 0, without gaps
    kind: str
    data: dict[str, Any] = field(default_factory=dict)
    key: str = ""  # with the same key an entry is written once
    at: float = field(default_factory=time.time)


@dataclass(frozen=True)
class Append:
    """An entry to write, and what it changes in its match; `changed` becomes the time of the entry."""

    entry: Entry
    moves: int | None = None  # None: as it was
    ended: str | None = None  # None: as it was, and so with the three that follow
    returns: tuple[float, ...] | None = None
    loser: int | None = None
    reason: str = ""


@dataclass(frozen=True)
class Taken:
    """The number of an entry was taken: by this one."""

    entry: Entry


@dataclass(frozen=True)
class Gone:
    """The match of an entry is not there, or no longer."""

    match: str


@dataclass(frozen=True)
class Token:
    """What lets its holder into a match; only the SHA-256 of the secret is kept, in hex."""

    hash: str
    match: str
    seats: tuple[int, ...]
    kind: str = "seat"  # or "invitation"


@dataclass(frozen=True)
class Player:
    """A person with a name and a secret key, of which only the SHA-256 is kept."""

    id: str
    name: str
    key_hash: str = ""
    created: float = field(default_factory=time.time)


@dataclass(frozen=True)
class ArenaEvent:
    """A tournament: what is played, how far it is, and its table."""

    id: str
    game: str
    options: dict[str, Any] = field(default_factory=dict)
    specs: tuple[str, ...] = ()
    games: int = 0
    seed: int | None = None
    limit: str = ""  # as it is typed: simulations=100
    created: float = field(default_factory=time.time)
    ended: float | None = None  # when; None while it is under way
    played: int = 0
    table: dict[str, Any] | None = None
    notes: dict[str, Any] = field(default_factory=dict)
