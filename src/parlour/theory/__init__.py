"""Offer exact game theory as small functions: Nim, its family, Grundy values, mean values, matrix games."""

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
    "Periodic",
    "ZeroSum",
    "best_response_column",
    "best_response_row",
    "binary_table",
    "dawsons_kayles",
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
