"""Let another program choose: the view goes out as JSON over HTTP, the move comes back (docs/remote.md)."""

from __future__ import annotations

import json
import math
import os
import secrets
from typing import Any

from parlour import __version__
from parlour.core.choice import Candidate, Choice
from parlour.core.errors import BadOption, InvalidMove, clipped
from parlour.core.game import Game
from parlour.core.letters import printable
from parlour.core.limit import Limit
from parlour.core.retold import retold
from parlour.core.rng import Stream
from parlour.core.strategy import Strategy, option
from parlour.core.view import View
from parlour.core.wire import NoAnswer, ask, checked_url

PROTOCOL = 1
MOST_BYTES = 65_536  # of an answer
MOST_REASONS, LONGEST_REASON = 20, 1000
EXAMPLE = "remote:url=http://127.0.0.1:8000/"


class Remote(Strategy):
    """Ask a program at an HTTP address for every move; it is shown what the seat may know, and no more."""

    name = "remote"
    reaches_out = True

    url: str = option("", "where to ask: http://HOST:PORT/PATH, or https", local=True)
    timeout: float = option(30.0, "seconds to wait for an answer", low=0.001, high=86_400.0)
    token: str = option("", "environment variable with a token to send as Bearer", local=True)

    def __init__(self, game: Game, seat: int, rng: Stream, **options: Any) -> None:
        super().__init__(game, seat, rng, **options)
        if not self.url:
            raise BadOption(f"remote needs an address to ask: {EXAMPLE}")
        self._url = checked_url("url", self.url)
        self._headers = {
            "Content-Type": "application/json",
            "Accept": "application/json",
            "User-Agent": f"parlour/{__version__}",
        }
        if self.token:
            secret = os.environ.get(self.token, "").strip() if self.token.isascii() else ""
            if not secret or not secret.isascii() or not secret.isprintable():
                raise BadOption(f"token={clipped(self.token)}: no environment variable of that name is set")
            self._headers["Authorization"] = f"Bearer {secret}"
        self._match = secrets.token_hex(8)  # not from the stream: it goes to others, and decides nothing
        self._rest: dict[tuple[tuple[int, int], ...], int] = {}  # of a turn of several actions

    def choose(self, view: View, limit: Limit) -> Choice:
        """Ask for a move; of one that is several actions, the later ones are remembered."""
        planned = self._rest.pop(view.history, None)
        if planned is not None and planned in view.legal():
            return Choice(planned)
        said = self._asked(view, limit)
        first, *rest = _actions(view, said)
        self._rest = {}
        history = (*view.history, (view.seat, first))
        for action in rest:
            self._rest[history] = action
            history = (*history, (view.seat, action))
        value, reasons = _value(said.get("value")), _reasons(said.get("reasons", []))
        return Choice(
            first, candidates=(Candidate(first, value=value),) if value is not None else (), reasons=reasons
        )

    def _asked(self, view: View, limit: Limit) -> dict[str, Any]:
        key = secrets.token_hex(8)
        body = json.dumps(question(view, limit) | {"match": self._match, "key": key}).encode()
        headers = {**self._headers, "Idempotency-Key": key}
        reply = ask("POST", self._url, body, headers, self.timeout, MOST_BYTES)
        where = f"{self._url.scheme}://{self._url.netloc}"
        if 300 <= reply.status < 400:
            raise NoAnswer(f"{where}: answers {reply.status}, and a redirect is not followed")
        if reply.status != 200:
            raise NoAnswer(
                f"{where}: answers {reply.status}: {_clean(reply.body.decode(errors='replace'), 200)}"
            )
        try:
            said = json.loads(reply.body)
        except (ValueError, RecursionError):
            said = None
        if not isinstance(said, dict):
            raise NoAnswer(f'{where}: answers {clipped(reply.body)}, not an object such as {{"move": "..."}}')
        return said


def question(view: View, limit: Limit) -> dict[str, Any]:
    """Return what a program is shown: the view, with its moves in words and its picture as text."""
    steps = zip(view.history, retold(view), strict=True)
    return {
        "protocol": PROTOCOL,
        **view.to_json(),
        "title": view.game.title,
        "seats": view.game.seats,
        "ply": view.ply,
        "history": [{"seat": who, "action": action, "move": words} for (who, action), words in steps],
        "legal": view.moves(),
        "actions": view.legal(),
        "picture": view.picture().text(),
        "limit": limit.to_json(),
    }


def _actions(view: View, said: dict[str, Any]) -> list[int]:
    """Read the move of an answer; one that is no move, or may not be played, is refused as in any match."""
    if "move" in said:
        if not isinstance(said["move"], str):
            raise InvalidMove(f"{view.game.name}: {clipped(said['move'])} is not a move; it must be a text")
        return view.game.read(view.state, said["move"])
    action = said.get("action")
    if type(action) is not int:
        raise InvalidMove(f'{view.game.name}: the answer {clipped(said)} has no "move" and no "action"')
    view.game.check(view.state, action)
    return [action]


def _value(given: Any) -> float | None:
    fits = isinstance(given, (int, float)) and not isinstance(given, bool) and abs(given) < 1e300
    return float(given) if fits and math.isfinite(given) else None


def _reasons(given: Any) -> tuple[str, ...]:
    texts = [given] if isinstance(given, str) else given if isinstance(given, list) else []
    cleaned = (_clean(text, LONGEST_REASON) for text in texts[:MOST_REASONS] if isinstance(text, str))
    return tuple(text for text in cleaned if text)


def _clean(text: str, most: int) -> str:
    """Write a stranger's text on one line, without what might steer a terminal."""
    return " ".join(printable(text[:most], " ").split())
