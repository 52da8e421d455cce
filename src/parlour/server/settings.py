"""What an operator may set, and the bounds that hold for everybody."""

from __future__ import annotations

from dataclasses import dataclass

MOST_BODY = 64 * 1024  # bytes of a request
MOST_FRAME = 16 * 1024  # bytes of a socket's message
MOST_LEGAL = 1000  # moves listed in a view
LAST_MOVES = 20  # moves of the past in a view
MOST_PAGE = 1000  # moves on a page of them
MOST_SEATS = 16
MOST_LINE = 200  # moves of a line that is shown
MOST_GIVEN = 2000  # moves that a match is begun with
MOST_ACTIONS = 20_000  # of a game, with its options: a view lists what is legal of them
MOST_EVENT_GAMES = 1000
TABLES_KEPT = 20_000  # matches in memory that nobody may be looking at


@dataclass(frozen=True)
class Settings:
    """One server."""

    database: str = ""
    engines: str = "1"
    load: tuple[str, ...] = ()
    think: float = 10.0  # seconds that one decision may take, whatever is asked for
    queue: int = 0  # thoughts that may wait; 0: four an engine
    memory: int = 4096  # megabytes an engine may take
    rate: float = 1000.0  # requests a second from one address; thirty times as dear are those that make work
    origins: tuple[str, ...] = ()  # pages of other hosts that may use this one
    hosts: tuple[str, ...] = ()  # names that it may be called by; () any
    secure: bool = False  # cookies by https alone
    opening: float = 5.0  # seconds in which a socket must say who it is
