"""The belief that works for every game: worlds drawn by the verb `fill` of its rules."""

from __future__ import annotations

from typing import Any

from parlour.beliefs.belief import Belief
from parlour.compile import kernel
from parlour.core.rng import Stream
from parlour.core.rules import AnyState, fill
from parlour.core.view import View


@kernel
def drawn(view: AnyState, seat: int, count: int, rng: Any) -> list[AnyState]:
    """Draw worlds by the rules' own `fill`."""
    found = [fill(view, seat, rng)]
    for _ in range(count - 1):
        found.append(fill(view, seat, rng))
    return found


class Fill(Belief):
    """Take the worlds of the game's own `fill`."""

    name = "fill"
    words = "drawn by the game's own rules"
    by_fill = True

    def worlds(self, view: View, count: int, rng: Stream) -> list[Any]:
        """Draw worlds by the rules; they see the masked state and nothing else."""
        found: list[AnyState] = drawn(view.state, view.seat, count, rng)
        return found
