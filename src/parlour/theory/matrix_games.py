"""Solve zero-sum matrix games; payoffs go to the row player, who maximises, and the column player minimises.

J. von Neumann, "Zur Theorie der Gesellschaftsspiele", Math. Annalen 100 (1928), the minimax theorem: the
best that mixed rows can guarantee equals the least that mixed columns must concede. G. B. Dantzig (1951):
both are one linear program and its dual.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from .value import checked_distribution

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[float64]
    Matrix: TypeAlias = Sequence[Sequence[float]] | NDArray[Any]


@dataclass(frozen=True)
class ZeroSum:
    """Hold the solution of a zero-sum game with its proof.

    The true value lies within gap / 2 of value, whatever the solver did: by weak duality it is at least
    min_j (row A)_j and at most max_i (A column)_i, and gap is the distance between the two.
    """

    value: float
    row: tuple[float, ...]
    column: tuple[float, ...]
    gap: float


def zero_sum(matrix: Matrix) -> ZeroSum:
    """Find optimal mixed strategies and the value by linear programming (von Neumann 1928, Dantzig 1951)."""
    import numpy as np
    from scipy.optimize import linprog

    payoffs = _payoffs(matrix)
    rows, columns = payoffs.shape
    # The solver's tolerances are absolute; with payoffs in [-1, 1] neither their unit nor an offset matters.
    low, high = payoffs.min(), payoffs.max()
    half = high / 2 - low / 2
    scaled = (payoffs - (low / 2 + high / 2)) / half if half > 0 else np.zeros_like(payoffs)
    # Unknowns x and v: maximise v while each column pays the row player at least v.
    solved = linprog(
        np.append(np.zeros(rows), -1.0),
        A_ub=np.hstack([-scaled.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=np.append(np.ones(rows), 0.0)[None, :],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
        method="highs",
    )
    if solved.x is None or not solved.success:
        raise RuntimeError(f"the linear program was not solved: {solved.message}")
    row = _distribution(np.asarray(solved.x[:rows]))
    # The dual prices of the column constraints are the column player's optimal strategy.
    column = _distribution(-np.asarray(solved.ineqlin.marginals))
    guaranteed, conceded = (row @ payoffs).min(), (payoffs @ column).max()
    return ZeroSum(
        value=float(guaranteed / 2 + conceded / 2),
        row=tuple(row.tolist()),
        column=tuple(column.tolist()),
        gap=_gap(guaranteed, conceded),
    )


def exploitability(matrix: Matrix, row: Iterable[float], column: Iterable[float]) -> float:
    """Measure what both players together could gain by deviating: max_i (A y)_i - min_j (x A)_j.

    It is 0 exactly at a Nash equilibrium (von Neumann 1928). This is the sum over the two players, also
    called NashConv; some authors divide it by 2.
    """
    return _gap(best_response_column(matrix, row)[1], best_response_row(matrix, column)[1])


def best_response_row(matrix: Matrix, column: Iterable[float]) -> tuple[int, float]:
    """Find the first row that earns most against a mixed column, and what it earns: max_i (A y)_i."""
    import numpy as np

    payoffs = _payoffs(matrix)
    earned = payoffs @ np.array(checked_distribution(column, payoffs.shape[1], "column"))
    best = int(earned.argmax())
    return best, float(earned[best])


def best_response_column(matrix: Matrix, row: Iterable[float]) -> tuple[int, float]:
    """Find the first column that concedes least to a mixed row, and what it concedes: min_j (x A)_j."""
    import numpy as np

    payoffs = _payoffs(matrix)
    conceded = np.array(checked_distribution(row, payoffs.shape[0], "row")) @ payoffs
    best = int(conceded.argmin())
    return best, float(conceded[best])


def _payoffs(matrix: Matrix) -> Floats:
    import numpy as np

    try:
        payoffs: Floats = np.asarray(matrix, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError("matrix is not a table of numbers: give rows of equal length") from None
    if payoffs.ndim != 2 or payoffs.size == 0:
        raise ValueError(f"matrix has shape {payoffs.shape}: give at least one row and one column")
    if not np.isfinite(payoffs).all():
        raise ValueError("matrix holds an infinite or missing payoff: give finite numbers")
    return payoffs


def _distribution(weights: Floats) -> Floats:
    # The solver may leave a zero at -1e-17; a strategy may not.
    cleaned = weights.clip(min=0.0)
    normalised: Floats = cleaned / cleaned.sum()
    return normalised


def _gap(guaranteed: float, conceded: float) -> float:
    # Never negative in exact arithmetic, so a negative difference is rounding.
    return max(0.0, float(conceded - guaranteed))
