"""A server to play at: `parlour.connect(url)` gives one."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from parlour.client.line import THOUGHT, Line
from parlour.client.seen import Advice, advice
from parlour.client.table import Table, seated
from parlour.core.errors import BadOption, clipped

LINK = re.compile(r"(?:.*/)?([0-9a-f]{32})#([A-Za-z0-9_-]{43})")


def connect(
    url: str, player: str = "", patience: float = 30.0, told: Callable[[str], None] | None = None
) -> Server:
    """Return a server to play at; `player` is the key of a player, whose matches and ratings are kept.

    Nothing is sent yet. A request that gets no answer is repeated for `patience` seconds, and happens once
    all the same; `told` is then called with a sentence.
    """
    if not isinstance(url, str) or not isinstance(player, str):
        raise BadOption(f"connect({clipped(url)}, {clipped(player)}): give the address and the key as texts")
    return Server(Line(url, player, patience, told=told))


class Server:
    """Games to play, matches to open, to join and to go on with."""

    def __init__(self, line: Line) -> None:
        self._line = line

    @property
    def url(self) -> str:
        """Return the server's address."""
        return self._line.url

    def health(self) -> dict[str, Any]:
        """Tell whether the database answers, and how far the engines are."""
        found: dict[str, Any] = self._line.get("/health")
        return found

    def games(self) -> list[dict[str, Any]]:
        """List the games: name, title, seats, levels, options and so on."""
        found: list[dict[str, Any]] = self._line.get("/games")["games"]
        return found

    def game(self, name: str) -> dict[str, Any]:
        """Tell all about a game, its rules too."""
        found: dict[str, Any] = self._line.get(f"/games/{_word(name)}")
        return found

    def create(
        self,
        game: str,
        seats: Sequence[str] = ("me", "medium"),
        options: Mapping[str, Any] | None = None,
        *,
        names: Sequence[str] = (),
        limit: Mapping[str, Any] | None = None,
        seed: int | None = None,
    ) -> Table:
        """Open a match: each seat is "me", "open" for somebody with a link, a level or a strategy."""
        body = {
            "game": game,
            "seats": list(seats),
            "options": {k: list(v) if isinstance(v, tuple) else v for k, v in (options or {}).items()},
            "names": list(names),
            "limit": dict(limit) if limit else None,
            "seed": seed,
        }
        return seated(self._line, self._line.post("/matches", body))

    def join(self, link: str, name: str = "") -> Table:
        """Take the seat that a link opens; it can be used once, so keep the table's token."""
        found = LINK.fullmatch(link.strip())
        if found is None:
            raise BadOption(
                f"{clipped(link)} is no link to a seat; one looks like {self.url}/join/MATCH#CODE"
            )
        return Table(self._line, found[1]).join(found[2], name)

    def table(self, match: str, token: str = "") -> Table:
        """Go on with a match by the token that holds its seats; without one, watch it."""
        if not re.fullmatch(r"[0-9a-f]{32}", match):
            raise BadOption(f"{clipped(match)} is no match; its name has 32 digits and letters a to f")
        return Table(self._line, match, token)

    def analyse(self, game: str, moves: str | Sequence[str] = "", **more: Any) -> Advice:
        """Ask what to play after some moves; options, seat, hand, strategy and so on as the API has them."""
        given = moves if isinstance(moves, str) else list(moves)
        body = {"moves": given, **more}
        return advice(self._line.post(f"/games/{_word(game)}/analyse", body, seconds=THOUGHT))

    def register(self, name: str) -> str:
        """Make a player of that name; give the key, which is told once, and use it from now on."""
        self._line.player = str(self._line.post("/players", {"name": name}, once=True)["key"])
        return self._line.player

    def matches(self, **filters: Any) -> list[dict[str, Any]]:
        """List the player's matches, the latest first; by game, over, result, limit and offset."""
        found: list[dict[str, Any]] = self._line.get("/matches", **filters)["matches"]
        return found

    def __repr__(self) -> str:
        return f"parlour.connect({self.url!r})"


def _word(name: str) -> str:
    if not re.fullmatch(r"\w{1,64}", name, re.ASCII):
        raise BadOption(f"{clipped(name)} is no name of a game")
    return name
