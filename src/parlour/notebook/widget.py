"""The widget: messages of the cell come in, what the match has to say goes out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from anywidget import AnyWidget
from traitlets import Unicode

from parlour.core.analyse import EXPERT
from parlour.core.errors import ParlourError
from parlour.core.job import STACK, Job
from parlour.core.limit import Limit
from parlour.core.match import Match
from parlour.core.registry import game as game_named
from parlour.notebook.sitting import Sitting
from parlour.notebook.sources import script


class Board(AnyWidget):
    """A board in a cell. It is played by hand, or from Python with `play`; `match` is what is played."""

    _esm = Unicode().tag(sync=True)

    def __init__(self, match: Match, spec: str, seat: int, thinking: bool, limit: Limit) -> None:
        super().__init__(_esm=script())
        self._thinking = thinking
        heard = (lambda found: self.send({"thinking": found})) if thinking else None
        self._sitting = Sitting(match, spec, seat, limit, lambda view: self.send({"view": view}), heard)
        self.on_msg(lambda _, content, buffers: self._heard(content))

    @property
    def match(self) -> Match:
        """Return the match that is being played."""
        return self._sitting.match

    @property
    def seat(self) -> int:
        """Return the seat of the person."""
        return self._sitting.seat

    def play(self, move: str) -> Board:
        """Play a move in your seat, and wait for the answer."""
        self._sitting.wait()
        self._sitting.move(move)
        self._sitting.wait()
        return self

    def undo(self) -> Board:
        """Take your last move back, where that is fair."""
        self._sitting.wait()
        self._sitting.undo()
        return self

    def again(self) -> Board:
        """Begin a new match with the same players."""
        self._sitting.wait()
        self._sitting.again()
        self._sitting.wait()
        return self

    def __repr__(self) -> str:
        return f"Board({self.match.game!r:.200}, seat {self.seat}, ply {self.match.ply})"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Give the widget; and the picture, for where no widget is shown: a page that keeps the notebook."""
        self._sitting.wait()
        shown = super()._repr_mimebundle_(**kwargs)
        picture = self.match.view(self.seat).picture()
        if shown is not None:
            shown[0].update({"text/plain": picture.text(), "text/html": picture.html()})
        return shown

    # -- the cell asks ---------------------------------------------------------------------------------------

    def _heard(self, message: dict[str, Any]) -> None:
        """Answer a question of the cell, or forget one; those that think do it beside the notebook."""
        key = str(message.get("id", ""))
        if message.get("stop"):
            self._sitting.stop(key)
            return
        path, body = str(message.get("path", "")), message.get("body") or {}
        word = path.rpartition("/")[2]
        if word == "analyse":
            Job(lambda: self._answer(key, lambda: self._think(key, body)), STACK)
        else:
            self._answer(key, lambda: self._done(word, body))

    def _answer(self, key: str, call: Callable[[], Any]) -> None:
        try:
            answer = {"id": key, "value": call()}
        except ParlourError as error:
            answer = {"id": key, "problem": {"status": 400, "detail": str(error)}}
        except Exception as error:  # else the cell would wait for ever
            answer = {"id": key, "problem": {"status": 500, "detail": f"{type(error).__name__}: {error}"}}
        self.send(answer)

    def _think(self, key: str, body: dict[str, Any]) -> dict[str, Any]:
        strategy, limit, ply = (body.get(name) for name in ("strategy", "limit", "ply"))
        return self._sitting.think(
            key, strategy or EXPERT, limit, ply, lambda part: self.send({"id": key, "part": part})
        )

    def _done(self, word: str, body: dict[str, Any]) -> Any:
        """Do what is asked by the last word of an address of the API, or tell of a game by its name."""
        sitting = self._sitting
        if word == "moves":
            return sitting.move(str(body["move"]))
        if word == "undo":
            return sitting.undo()
        if word == "rematch":
            return sitting.again()
        if word == "line":
            return sitting.line(body["moves"], int(body["ply"]))
        if word == "cell":
            return {"view": sitting.document(0), "thinking": self._thinking}
        game = game_named(word)
        hidden, guide = game.traits.hidden, game.guide.to_json()
        return {"name": game.name, "levels": list(game.levels), "hidden": hidden, "guide": guide}
