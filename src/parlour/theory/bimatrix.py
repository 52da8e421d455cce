"""Find every extreme equilibrium of a small bimatrix game, as exact fractions.

J. F. Nash (1951): each mixture is a best response to the other. O. L. Mangasarian, "Equilibrium points of
bimatrix games", J. SIAM 12 (1964): the extreme equilibria are the pairs of vertices of the two best-response
polytopes in which every pure strategy is unplayed or a best response; all equilibria are mixtures of those.
That holds for degenerate games too, where enumerating supports, as most programs do, misses some.

The vertices come from Qhull (Barber, Dobkin and Huhdanpaa 1996) through scipy, in floating point; which
inequalities meet in each is then solved again in fractions, and every equilibrium is checked in fractions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

Number: TypeAlias = int | float | Fraction
Exact: TypeAlias = tuple[tuple[Fraction, ...], ...]
Mixture: TypeAlias = tuple[Fraction, ...]
Vertex: TypeAlias = tuple[Mixture, int]  # the point, and its labels as bits: unplayed, or a best response

MOST_STRATEGIES = 16  # of both players together: the vertices grow exponentially with them
NEAR = 1e-7  # how close to equality a float makes an inequality worth trying


@dataclass(frozen=True)
class Equilibrium:
    """Hold two mixtures, each a best response to the other, and what each player gets on average."""

    row: Mixture
    column: Mixture
    payoffs: tuple[Fraction, Fraction]


def equilibria(rows: Iterable[Iterable[Number]], columns: Iterable[Iterable[Number]]) -> list[Equilibrium]:
    """List the extreme equilibria, best for both together first; `columns` is what the column player gets.

    Both tables have the row player's strategies as rows. Every equilibrium is a mixture of extreme ones.
    """
    first, second = _table(rows, "rows"), _table(columns, "columns")
    if [len(line) for line in first] != [len(line) for line in second]:
        raise ValueError("the two tables differ in shape: give as many rows and columns in both")
    height, width = len(first), len(first[0])
    if height + width > MOST_STRATEGIES:
        raise ValueError(
            f"{height} rows and {width} columns: all equilibria are listed for up to {MOST_STRATEGIES} "
            "strategies of both players together"
        )
    ours = _vertices(_positive(tuple(zip(*second, strict=True))), height)
    theirs = _vertices(_positive(first), width)
    everything = (1 << height + width) - 1
    found = []
    for x, labels in ours:
        # The row player's labels are rows first, the column player's columns first: bring them together.
        wanted = everything & ~labels
        for y, other in theirs:
            turned = other >> width | (other & (1 << width) - 1) << height
            if turned & wanted == wanted:
                found.append(_checked(first, second, x, y))
    return sorted(found, key=lambda e: (-sum(e.payoffs), -e.payoffs[0], _shape(e.row), _shape(e.column)))


def regret(
    rows: Iterable[Iterable[Number]],
    columns: Iterable[Iterable[Number]],
    row: Sequence[Number],
    column: Sequence[Number],
) -> Fraction:
    """Return what the player with more to gain could gain by deviating: 0 exactly at an equilibrium."""
    first, second = _table(rows, "rows"), _table(columns, "columns")
    x, y = tuple(Fraction(p) for p in row), tuple(Fraction(p) for p in column)
    by_row = [_dot(line, y) for line in first]
    by_column = [_dot(line, x) for line in zip(*second, strict=True)]
    return max(max(by_row) - _dot(by_row, x), max(by_column) - _dot(by_column, y))


def _table(rows: Iterable[Iterable[Number]], name: str) -> Exact:
    table = tuple(tuple(Fraction(x) for x in line) for line in rows)
    if not table or not table[0] or any(len(line) != len(table[0]) for line in table):
        raise ValueError(f"{name}: give at least one row and one column, in rows of equal length")
    return table


def _positive(table: Exact) -> Exact:
    """Move and scale all payoffs into [1, 2]: that changes no equilibrium and bounds the polytope."""
    numbers = [x for line in table for x in line]
    low, span = min(numbers), max(numbers) - min(numbers)
    return tuple(tuple(1 + (x - low) / span if span else Fraction(1) for x in line) for line in table)


def _vertices(payoffs: Exact, size: int) -> list[Vertex]:
    """Return the vertices but nought of {x >= 0, payoffs x <= 1}, each scaled to sum 1, with its labels."""
    walls = [(tuple(Fraction(-int(i == j)) for j in range(size)), Fraction(0)) for i in range(size)]
    walls += [(line, Fraction(1)) for line in payoffs]
    found: dict[Mixture, int] = {}
    for point in _corners(walls, size):
        corner = _solved(walls, point, size)
        total = sum(corner)
        if total == 0:
            continue
        labels = 0
        for index, (normal, end) in enumerate(walls):
            slack = end - _dot(normal, corner)
            if slack < 0:
                raise ArithmeticError("the payoffs are too fine: two vertices cannot be told apart")
            labels |= int(slack == 0) << index
        found[tuple(part / total for part in corner)] = labels
    return list(found.items())


def _corners(walls: list[tuple[Mixture, Fraction]], size: int) -> list[Any]:
    """Let Qhull intersect the half-spaces; give the corners as floats."""
    import numpy as np
    from scipy.spatial import HalfspaceIntersection

    if size == 1:
        return [[float(min(end / normal[0] for normal, end in walls[1:]))]]
    halves = np.array([[*map(float, normal), -float(end)] for normal, end in walls])
    # Payoffs are at most 2, so this point is inside.
    inside = np.full(size, 0.25 / size)
    return list(HalfspaceIntersection(halves, inside).intersections)


def _solved(walls: list[tuple[Mixture, Fraction]], point: Any, size: int) -> Mixture:
    """Solve for the corner in fractions: where the nearest independent walls meet."""
    slack = [float(end) - sum(float(a) * b for a, b in zip(n, point, strict=True)) for n, end in walls]
    rows: list[list[Fraction]] = []  # in echelon form, the right side last
    leads: list[int] = []
    for index in sorted(range(len(walls)), key=lambda i: slack[i]):
        if len(rows) == size:
            break
        if slack[index] > NEAR:
            raise ArithmeticError("the payoffs are too fine: a vertex could not be found exactly")
        row = [*walls[index][0], walls[index][1]]
        for known, lead in zip(rows, leads, strict=True):
            if row[lead]:
                row = [a - row[lead] * b for a, b in zip(row, known, strict=True)]
        at = next((i for i in range(size) if row[i]), None)
        if at is None:
            continue
        row = [a / row[at] for a in row]
        rows = [[a - known[at] * b for a, b in zip(known, row, strict=True)] for known in rows]
        rows.append(row)
        leads.append(at)
    corner = [Fraction(0)] * size
    for row, lead in zip(rows, leads, strict=True):
        corner[lead] = row[size]
    return tuple(corner)


def _checked(first: Exact, second: Exact, x: Mixture, y: Mixture) -> Equilibrium:
    gains = tuple(sum((p * _dot(line, y) for p, line in zip(x, table, strict=True)), Fraction(0))
                  for table in (first, second))  # fmt: skip
    if regret(first, second, x, y) != 0 or sum(x) != 1 or sum(y) != 1 or min(*x, *y, Fraction(0)) < 0:
        raise ArithmeticError("a pair of vertices is no equilibrium: the payoffs are too fine")
    return Equilibrium(x, y, (gains[0], gains[1]))


def _shape(mixture: Mixture) -> tuple[Fraction, ...]:
    return tuple(-part for part in mixture)


def _dot(a: Iterable[Fraction], b: Iterable[Fraction]) -> Fraction:
    return sum((x * y for x, y in zip(a, b, strict=True)), Fraction(0))
