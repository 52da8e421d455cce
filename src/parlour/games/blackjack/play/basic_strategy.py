"""Blackjack by basic strategy, derived for the rules of the table."""

from __future__ import annotations

from parlour.core.exhibit import Exhibit, table
from parlour.games.blackjack.cards import DECLINE, EARLY, PLAY, STAND, SURRENDER
from parlour.games.blackjack.play.basic import COLUMNS, HARD, LETTERS, PAIR, Row, basic_order, code
from parlour.games.blackjack.play.player import Player
from parlour.games.blackjack.play.sight import Sight
from parlour.games.blackjack.play.tables import ACE, VALUES

SPOKEN = {
    "H": "hit",
    "S": "stand",
    "P": "split",
    "D": "double",
    "Dh": "double, or hit where that is not allowed",
    "Ds": "double, or stand where that is not allowed",
    "Rh": "surrender, or hit where that is not allowed",
    "Rs": "surrender, or stand where that is not allowed",
    "Rp": "surrender, or split where that is not allowed",
}
CHART = "Basic strategy: H hit, S stand, P split, D double (h: or hit, s: or stand), R surrender"


class BasicStrategy(Player):
    """Play basic strategy, derived for the rules of the table; no insurance."""

    name = "basic_strategy"

    def decide_on(self, it: Sight, legal: dict[int, float], true: float) -> tuple[int, tuple[str, ...]]:
        """Look the hand up."""
        if it.state.phase == EARLY:
            leave = SURRENDER in legal and legal[SURRENDER] > legal[DECLINE]
            return (SURRENDER if leave else DECLINE), ("Basic strategy never insures.",)
        return looked_up(it, legal, it.state.rules, ())

    def charts(self, it: Sight) -> tuple[Exhibit, ...]:
        """Show the part of the chart that the hand is in."""
        return (chart(it, it.state.rules, ()),) if it.state.phase == PLAY else ()


def looked_up(
    it: Sight, legal: dict[int, float], rules: int, shoe: tuple[int, ...]
) -> tuple[int, tuple[str, ...]]:
    """Look a hand up in the basic strategy of the rules and a shoe."""
    row = it.row
    if it.pair:
        order = basic_order(rules, it.up, it.pair, shoe)
        if order[0] in legal:
            return order[0], (_says(it.words, it, code(order, it.pair)),)
    order = basic_order(rules, it.up, row, shoe)
    action = next(a for a in (*order, STAND) if a in legal)
    return action, (_says(f"{row[0]} {row[1]}", it, code(order, row)),)


def _says(hand: str, it: Sight, letters: str) -> str:
    return f"With {hand} against {it.up_words} basic strategy says {SPOKEN[letters]}."


def chart(it: Sight, rules: int, shoe: tuple[int, ...]) -> Exhibit:
    """Show the rows of basic strategy of the kind that the hand is, against every card of the dealer."""
    kind = (it.pair or it.row)[0]
    rows: list[Row] = [(PAIR, value) for value in (*range(1, VALUES), ACE)]
    if kind != PAIR:
        rows = [(kind, total) for total in (range(5, 21) if kind == HARD else range(13, 21))]
    table_rows = [
        [
            LETTERS[row[1]] * 2 if kind == PAIR else f"{kind} {row[1]}",
            *(code(basic_order(rules, up, row, shoe), row) for up in COLUMNS),
        ]
        for row in rows
    ]
    return table(CHART, ["hand", *(LETTERS[up] for up in COLUMNS)], table_rows)
