"""Offer exact theory as small functions: Nim and its family, Grundy values, matrix games, odds, bet sizes."""

from .bimatrix import Equilibrium, equilibria, regret
from .grundy import dawsons_kayles, grundy, grundy_values, kayles, mex, subtraction
from .kelly import growth_rate, kelly, kelly_general
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
from .odds import (
    break_even,
    call_value,
    house_edge,
    implied_odds,
    insurance_value,
    later_needed,
    net_value,
    pot_odds,
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
    "break_even",
    "call_value",
    "dawsons_kayles",
    "equilibria",
    "expected_value",
    "exploitability",
    "fibonacci_nim_moves",
    "first_player_wins",
    "growth_rate",
    "grundy",
    "grundy_values",
    "house_edge",
    "implied_odds",
    "insurance_value",
    "kayles",
    "kelly",
    "kelly_general",
    "later_needed",
    "mex",
    "moore_finish",
    "moore_move",
    "moore_sums",
    "net_value",
    "nim_sum",
    "pot_odds",
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
