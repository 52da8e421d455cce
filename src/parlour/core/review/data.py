"""A review as data: what was played, what was better, how everybody did."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.names import Names

GOOD, SLIP, MISTAKE, BLUNDER = "good", "slip", "mistake", "blunder"
FORCED, UNJUDGED = "forced", "not judged"
LEAST = {BLUNDER: 1 / 8, MISTAKE: 1 / 50, SLIP: 0.0}  # shares of the range from which a loss is called so


@dataclass(frozen=True)
class Judged:
    """One decision: what was played, what the judge would have played, and what the difference cost."""

    number: int  # of the move, from 1; chance is not counted
    ply: int
    seat: int
    move: str
    verdict: str
    value: float | None = None  # of the move played, to its player
    best: str = ""
    best_value: float | None = None
    loss: float | None = None
    exact: bool = False  # both values are proven
    told: str = ""  # the values in words
    best_told: str = ""
    reasons: tuple[str, ...] = ()  # for the judge's choice

    def to_json(self) -> dict[str, Any]:
        """Return the decision as data."""
        return {**vars(self), "reasons": list(self.reasons)}


@dataclass(frozen=True)
class Player:
    """How one player did."""

    seat: int
    name: str
    spec: str  # who sat there: a strategy, a level or human; empty if the match does not say
    accuracy: float | None  # 0 to 100; None if nothing could be judged
    loss: float
    counts: dict[str, int] = field(default_factory=dict)  # by verdict

    @property
    def called(self) -> str:
        """Return the name with who sat there."""
        return f"{self.name} ({self.spec})" if self.spec else self.name

    def to_json(self) -> dict[str, Any]:
        """Return the figures as data."""
        counts = {name.replace(" ", "_"): count for name, count in self.counts.items()}
        return {
            "seat": self.seat,
            "name": self.name,
            "spec": self.spec,
            "accuracy": self.accuracy,
            "loss": self.loss,
            "counts": counts,
        }


@dataclass(frozen=True)
class Curve:
    """What the match was worth to a seat, move by move: (number of the move, value after it)."""

    seat: int
    points: tuple[tuple[int, float], ...]

    def to_json(self) -> dict[str, Any]:
        """Return the curve as data."""
        return {
            "seat": self.seat,
            "points": [{"move": number, "value": value} for number, value in self.points],
        }


@dataclass(frozen=True)
class Review:
    """A match with a verdict on every decision; `str` tells it, a notebook draws it."""

    game: Game
    judge: str
    limit: Limit
    seat: int | None  # whose decisions alone were looked at; None for everybody's
    ended: str
    returns: tuple[float, ...] | None
    players: tuple[Player, ...]
    moves: tuple[Judged, ...]
    curve: tuple[Curve, ...]

    def worst(self, most: int = 3) -> list[Judged]:
        """List the moves that cost most, the dearest first."""
        costly = [move for move in self.moves if move.loss]
        return sorted(costly, key=lambda move: (-(move.loss or 0.0), move.ply))[:most]

    def to_json(self) -> dict[str, Any]:
        """Return the review as data."""
        return {
            "game": self.game.name,
            "options": {k: list(v) if isinstance(v, tuple) else v for k, v in self.game.options.items()},
            "judge": self.judge,
            "limit": self.limit.to_json(),
            "seat": self.seat,
            "ended": self.ended,
            "returns": None if self.returns is None else list(self.returns),
            "bounds": list(self.game.bounds),
            "players": [each.to_json() for each in self.players],
            "moves": [each.to_json() for each in self.moves],
            "curve": [each.to_json() for each in self.curve],
        }

    def text(self, width: int = 100, ascii_only: bool = False, names: Names | None = None) -> str:
        """Tell the review in lines of so many columns: players, curve, the dearest moves, all moves."""
        from parlour.core.review.text import tell

        return tell(self, width, ascii_only, names or self.game.names)

    def svg(self) -> str:
        """Draw the curve, mistakes marked, as one self-contained element."""
        from parlour.core.review.svg import draw

        return draw(self)

    def __str__(self) -> str:
        return self.text()

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        from parlour.core.review.svg import draw_html

        return draw_html(self)


def accuracy(losses: list[float], span: float) -> float | None:
    """Return 100 (1 - mean of sqrt(loss / range)); None where nothing was judged."""
    if not losses or span <= 0.0:
        return 100.0 if losses else None
    return 100.0 * (1.0 - sum(sqrt(min(1.0, loss / span)) for loss in losses) / len(losses))


def verdict(loss: float, span: float) -> str:
    """Name a loss by its share of the game's range."""
    if loss <= 0.0 or span <= 0.0:
        return GOOD
    return next(name for name, least in LEAST.items() if loss / span >= least)
