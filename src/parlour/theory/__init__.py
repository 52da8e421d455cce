"""Offer exact game theory as small functions: Nim, Grundy values, expected value, zero-sum matrix games."""

from .grundy import dawsons_kayles, grundy, grundy_values, kayles, mex, subtraction
from .matrix_games import ZeroSum, best_response_column, best_response_row, exploitability, zero_sum
from .nim import BinaryTable, binary_table, first_player_wins, nim_sum, winning_moves
from .value import expected_value, standard_error, variance

__all__ = [
    "BinaryTable",
    "ZeroSum",
    "best_response_column",
    "best_response_row",
    "binary_table",
    "dawsons_kayles",
    "expected_value",
    "exploitability",
    "first_player_wins",
    "grundy",
    "grundy_values",
    "kayles",
    "mex",
    "nim_sum",
    "standard_error",
    "subtraction",
    "variance",
    "winning_moves",
    "zero_sum",
]
