"""One seat's sequences level by level, so that all of a level can be worked on at once.

The rows of a `Form` are numbered anew, breadth first: what a seat may play at one decision lies side by side,
and so do the decisions that may come next for it after a row, and the ends that it leads to. Then every lane
of a kernel gathers what it needs, and none writes where another does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from parlour.search.cfr_form import Form


@dataclass(frozen=True)
class Levels:
    """A seat's decisions and rows; what begins at a place of `first`, `after` or `ends` ends at the next."""

    hands: int
    first: Any  # row of each decision
    before: Any  # row that each decision follows
    after: Any  # decision that may follow each row
    ends: Any  # end of the play at each row, by the order of the next three
    theirs: Any  # the other seat's row at each end, as its own levels number it
    table: Any  # of each end
    factor: Any  # and what it is multiplied by
    decisions: tuple[int, ...]  # the first of each level; last, how many there are
    old: Any  # the form's own number of each row

    @property
    def rows(self) -> int:
        """Count the rows, the empty sequence among them."""
        return len(self.old)

    def level(self, number: int) -> tuple[int, int, int, int]:
        """Return where the decisions of a level begin and end, and then where its rows do."""
        low, high = self.decisions[number], self.decisions[number + 1]
        return low, high, int(self.first[low]), int(self.first[high])


def levels_of(form: Form) -> tuple[Levels, Levels]:
    """Lay both seats' sequences out by levels."""
    orders = [_order(form, seat) for seat in (0, 1)]
    numbers = []
    for _, rows, _ in orders:
        new = np.empty(len(rows), np.int32)
        new[rows] = np.arange(len(rows), dtype=np.int32)
        numbers.append(new)
    made = []
    for seat, (decisions, rows, starts) in enumerate(orders):
        side, mine = form.sides[seat], numbers[seat]
        count = side.count[decisions]
        before = mine[side.before[decisions]]
        last = mine[form.ends[seat]]
        by_row = np.argsort(last, kind="stable")
        made.append(
            Levels(
                side.hands,
                np.concatenate([[1], 1 + np.cumsum(count)]).astype(np.int32),
                before,
                _limits(before, side.rows),
                _limits(last, side.rows),
                numbers[1 - seat][form.ends[1 - seat][by_row]],
                form.table[by_row].astype(np.int32),
                form.factor[by_row],
                starts,
                rows,
            )
        )
    return made[0], made[1]


def _limits(of: Any, rows: int) -> Any:
    """Return where the things of each row begin, if those are sorted by row."""
    return np.concatenate([[0], np.cumsum(np.bincount(of, minlength=rows))]).astype(np.int32)


def _order(form: Form, seat: int) -> tuple[Any, Any, tuple[int, ...]]:
    """Return a seat's decisions and rows breadth first, and where its levels begin."""
    side = form.sides[seat]
    by_row = np.argsort(side.before, kind="stable")
    limits = _limits(side.before, side.rows)
    now = np.zeros(1, np.int64)
    decisions, rows, starts = [by_row[:0]], [now], [0]
    while True:
        found = by_row[_ranges(limits[now], limits[now + 1])]
        if not len(found):
            return np.concatenate(decisions), np.concatenate(rows), tuple(starts)
        now = _ranges(side.first[found], side.first[found] + side.count[found])
        decisions.append(found)
        rows.append(now)
        starts.append(starts[-1] + len(found))


def _ranges(low: Any, high: Any) -> Any:
    """List the numbers from each of `low` to below that of `high`, one range after the other."""
    size = (high - low).astype(np.int64)
    skipped = np.cumsum(size) - size
    return np.arange(int(size.sum())) + np.repeat(low - skipped, size)
