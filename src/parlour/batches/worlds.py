"""Worlds that explain what a seat knows, many at once: columns of a table on the device."""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.compile.device import memory, settle
from parlour.core.columns import width
from parlour.core.errors import BadOption, clipped
from parlour.core.rules import AnyState
from parlour.core.view import View
from parlour.search.playout_lanes import draw_worlds


def worlds(
    view: View | AnyState, seat: int | None = None, n: int = 1, device: str = "auto", seed: int = 0
) -> Any:
    """Draw n worlds that explain a view, or what a seat sees of a state, by the rules' own `fill`.

    They come back as columns, (width, n), in the memory of the device; the truth has no part in them. The
    same seed draws the same worlds on every device.
    """
    if isinstance(view, View):
        if seat not in (None, view.seat):
            raise BadOption(f"seat={clipped(seat)}: the view is that of seat {view.seat}")
        seat, state = view.seat, view.state
    else:
        state = view
    if seat is None:
        raise BadOption("worlds: say which seat sees this state, seat=0")
    at_least_one(n)
    where = settle(device)
    table = memory(where).zeros((width(state), n), np.int64)
    draw_worlds(where, n, seed, state, seat, table)
    return table


def at_least_one(n: Any) -> int:
    """Return a number of lanes; refuse what is none."""
    if isinstance(n, bool) or not isinstance(n, (int, np.integer)) or n < 1:
        raise BadOption(f"n={clipped(n)}: needs a whole number from 1")
    return int(n)
