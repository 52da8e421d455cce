"""What happened, in the words of the game and as data, for one who may know no more than a seat does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from parlour.core.names import Names

MOVE = "move"  # the kind of an event that tells no more than what was played


@dataclass(frozen=True)
class Event:
    """One thing that happened; its text names seats as `core/names.py` says, "{1 takes} the trick".

    `kind` is a word for programs: "move" for what was played and nothing more, otherwise the game's own, such
    as "deal", "trick", "hit", "round". `{move}` in a text stands for the whole move as it was written.
    """

    kind: str
    text: str
    data: Mapping[str, Any] = field(default_factory=dict)

    def told(self, names: Names, move: str = "") -> Event:
        """Return the event with the names, and the move, filled in."""
        return replace(self, text=names.tell(self.text.replace("{move}", move)))

    def to_json(self) -> dict[str, Any]:
        """Return the event as data."""
        return {"kind": self.kind, "text": self.text, "data": dict(self.data)}

    def __str__(self) -> str:
        return self.text
