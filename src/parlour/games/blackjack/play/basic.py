"""Basic strategy, derived: the best play by the total alone, for a set of rules.

For each card of the dealer, the values of all hands of two cards with one total are averaged, weighed by how
likely each is; a pair is a row of its own. In the table H is hit, S stand, Dh double or else hit, Ds double
or else stand, P split, D double a pair, Rh, Rs and Rp surrender or else hit, stand or split.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from parlour.games.blackjack.cards import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from parlour.games.blackjack.play.round import Column, Pair, Round, column_of
from parlour.games.blackjack.play.tables import ACE, TEN, VALUES
from parlour.games.blackjack.play.value import Shoe, full_shoe

ACTIONS = (STAND, HIT, DOUBLE, SPLIT, SURRENDER)  # in the order of `Worth`
LETTERS = "A23456789T"
COLUMNS = (*range(1, VALUES), ACE)  # dealer's cards in the order of the usual table
HARD, SOFT, PAIR = "hard", "soft", "pair"
Row = tuple[str, int]  # a kind and a total, or the value of a pair


def row_of(hand: Pair) -> Row:
    """Say which row of the table a hand of two cards belongs to."""
    low, high = hand
    if low == high:
        return (PAIR, low)
    return (SOFT, high + 12) if low == ACE else (HARD, low + high + 2)


def total_row(low: int) -> Row:
    """Say which row a pair belongs to when it cannot be split."""
    return (SOFT, 12) if low == ACE else (HARD, 2 * low + 2)


def averages(column: Column) -> dict[Row, dict[int, float]]:
    """Average the values of each row, by action; of each action that some hand of the row may take."""
    sums: dict[Row, list[tuple[float, Any]]] = {}
    for hand, worth in column.worth.items():
        if hand == (ACE, TEN):
            continue
        weight = column.chance[hand] * (1.0 - column.natural[hand] * column.house.peek)
        sums.setdefault(row_of(hand), []).append((weight, np.array(worth)))
        if hand[0] == hand[1] and hand[0] in (ACE, 1, TEN):  # the totals 12 soft, 4 and 20 are pairs alone
            sums.setdefault(total_row(hand[0]), []).append((weight, np.array(worth)))
    found: dict[Row, dict[int, float]] = {}
    for row, parts in sums.items():
        mean = sum(weight * worth for weight, worth in parts) / max(
            sum(weight for weight, _ in parts), 1e-300
        )
        found[row] = {
            action: float(value)
            for action, value in zip(ACTIONS, mean, strict=True)
            if not np.isnan(value) and not (action == SPLIT and row[0] != PAIR)
        }
    return found


@lru_cache(maxsize=512)
def plan_of(rules: int, shoe: Shoe, up: int) -> dict[Row, tuple[int, ...]]:
    """Return for each row the actions from the best down."""
    found = averages(column_of(rules, shoe, up))
    return {row: tuple(sorted(values, key=lambda a: -values[a])) for row, values in found.items()}


def basic_order(rules: int, up: int, row: Row, shoe: Shoe = ()) -> tuple[int, ...]:
    """Return what to do with a row, the best first; a total of 21 stands."""
    return plan_of(rules, shoe or full_shoe(rules), up).get(row, (STAND, HIT))


def code(order: tuple[int, ...], row: Row) -> str:
    """Write an order of actions as the usual letters."""
    best = order[0]
    if best in (STAND, HIT):
        return "S" if best == STAND else "H"
    if best == SPLIT:
        return "P"
    rest = next(a for a in order if a in (STAND, HIT) or (a == SPLIT and best == SURRENDER))
    if best == DOUBLE and row[0] == PAIR:
        return "D"
    return ("D" if best == DOUBLE else "R") + {STAND: "s", HIT: "h", SPLIT: "p"}[rest]


def table(rules: int, found: Round) -> dict[str, dict[str, str]]:
    """Write basic strategy as three tables: a row's codes against 2 to 9, T and A."""
    rows: dict[str, list[Row]] = {
        "hard": [(HARD, total) for total in range(5, 20)],
        "soft": [(SOFT, total) for total in range(13, 21)],
        "pairs": [(PAIR, value) for value in (*range(1, VALUES), ACE)],
    }
    return {
        kind: {
            LETTERS[row[1]] if kind == "pairs" else str(row[1]): " ".join(
                code(basic_order(rules, up, row, found.shoe), row) for up in COLUMNS
            )
            for row in members
        }
        for kind, members in rows.items()
    }


def as_text(tables: dict[str, dict[str, str]]) -> str:
    """Lay the tables out for a terminal."""
    head = "".join(f"{LETTERS[up]:>4}" for up in COLUMNS)
    lines = []
    for kind, rows in tables.items():
        lines.append(f"{kind:<6}{head}")
        lines += [f"{name:>6}" + "".join(f"{c:>4}" for c in codes.split()) for name, codes in rows.items()]
    return "\n".join(lines)
