"""Offer exact game theory as small functions: Nim, its family, Grundy values, mean values, matrix games."""

from .bimatrix import Equilibrium, equilibria, regret
from .grundy import dawsons_kayles, grundy, grundy_values, kayles, mex, subtraction
from .matrix_games import ZeroSum, best_response_column, best_response_row, exploitability, zero_sum
from .nim import BinaryTable, binary_table, first_player_wins, nim_sum, winning_moves
from .nim_family import (
    Periodic,
    fibonacci_nim_moves,
    moore_finish,
    moore_move,
    moore_sums,
    subtraction_values,
    wythoff_moves,
    wythoff_pair,
    wythoff_partner,
    zeckendorf,
)
from .value import expected_value, standard_error, variance

__all__ = [
    "BinaryTable",
    "Equilibrium",
    "Periodic",
    "ZeroSum",
    "best_response_column",
    "best_response_row",
    "binary_table",
    "dawsons_kayles",
    "equilibria",
    "expected_value",
    "exploitability",
    "fibonacci_nim_moves",
    "first_player_wins",
    "grundy",
    "grundy_values",
    "kayles",
    "mex",
    "moore_finish",
    "moore_move",
    "moore_sums",
    "nim_sum",
    "regret",
    "standard_error",
    "subtraction",
    "subtraction_values",
    "variance",
    "winning_moves",
    "wythoff_moves",
    "wythoff_pair",
    "wythoff_partner",
    "zeckendorf",
    "zero_sum",
]
