"""What a strategy has to show for its choice: a picture, bars, a table or a line of play, with a caption.

The terminal, SVG and HTML draw them alike (`core/draw/exhibit.py`); `data` is the same as numbers and texts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from parlour.core.names import Names
from parlour.core.picture import Picture

if TYPE_CHECKING:
    from parlour.core.choice import Candidate

KINDS = ("picture", "bars", "table", "line")


@dataclass(frozen=True)
class Exhibit:
    """One thing to look at; make it with `picture_of`, `bars`, `shares`, `table` or `line`."""

    kind: str
    caption: str
    data: Mapping[str, Any] = field(default_factory=dict)
    picture: Picture | None = None

    def told(self, names: Names) -> Exhibit:
        """Return the exhibit with the players called by these names."""
        data = self.data if self.kind == "picture" else _told(self.data, names)
        picture = None if self.picture is None else self.picture.told(names)
        return replace(self, caption=names.tell(self.caption), data=data, picture=picture)

    def to_json(self) -> dict[str, Any]:
        """Return the exhibit as data."""
        return {"kind": self.kind, "caption": self.caption, "data": dict(self.data)}

    def text(self, width: int = 80, ascii: bool = False) -> str:
        """Draw as plain text."""
        from parlour.core.draw.exhibit import draw_text

        return draw_text(self, width, ascii)

    def svg(self) -> str:
        """Draw as one self-contained SVG element."""
        from parlour.core.draw.exhibit import draw_svg

        return draw_svg(self)

    def html(self) -> str:
        """Draw as an HTML figure."""
        from parlour.core.draw.exhibit import draw_html

        return draw_html(self)

    _repr_html_ = html


def picture_of(caption: str, picture: Picture, data: Mapping[str, Any]) -> Exhibit:
    """Show a picture, such as a map of probabilities, with the numbers it is drawn from."""
    return Exhibit("picture", caption, dict(data), picture)


def bars(caption: str, values: Mapping[str, float], unit: str = "", most: float | None = None) -> Exhibit:
    """Show a value for each label as a bar, the longest for the highest, or `most`; "%" takes shares of 1."""
    data: dict[str, Any] = {"values": dict(values), "unit": unit}
    return Exhibit("bars", caption, data if most is None else {**data, "most": most})


def shares(caption: str, values: Mapping[str, float]) -> Exhibit:
    """Show how a whole is divided: as bars, or as a pie where one can be drawn."""
    return Exhibit("bars", caption, {"values": dict(values), "unit": "%", "most": 1.0, "whole": True})


def table(caption: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> Exhibit:
    """Show rows of texts and numbers."""
    return Exhibit("table", caption, {"columns": list(columns), "rows": [list(row) for row in rows]})


def line(caption: str, moves: Sequence[str]) -> Exhibit:
    """Show how it would go on, move by move."""
    return Exhibit("line", caption, {"moves": list(moves)})


def usual(candidates: Sequence[Candidate]) -> tuple[Exhibit, ...]:
    """Show what every choice may have: how often each move is played, and how the first would go on."""
    odds = {c.move: c.probability for c in candidates if c.probability is not None}
    shown = [shares("How often each move is played", odds)] if len(odds) > 1 else []
    if candidates and len(candidates[0].line) > 1:
        shown.append(line("How it would go on with best play", candidates[0].line))
    return tuple(shown)


def _told(value: Any, names: Names) -> Any:
    if isinstance(value, str):
        return names.tell(value)
    if isinstance(value, Mapping):
        return {_told(key, names): _told(part, names) for key, part in value.items()}
    return [_told(part, names) for part in value] if isinstance(value, (list, tuple)) else value
