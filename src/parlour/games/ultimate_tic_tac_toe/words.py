"""The rules of Ultimate Tic-Tac-Toe for people."""

from __future__ import annotations

from parlour.core.guide import Guide

EXAMPLES = (
    ("b2/a1", "in the board in the middle, the bottom left cell"),
    ("a1/c3", "in the bottom left board, the top right cell"),
    ("c3/b2", "in the top right board, the cell in the middle"),
)


def guide_of(tie: str, examples: tuple[tuple[str, str], ...]) -> Guide:
    """Tell how the game is played, with examples of moves."""
    level = "who has won more boards wins" if tie == "count" else "the game is a draw"
    return Guide(
        goal="Win three small boards in a row, column or diagonal.",
        turn="X begins, in any cell. In turn, each puts a mark into an empty cell, and the place of that "
        "cell in its small board names the board that the other must play in: a mark in a top right cell "
        "sends to the top right board. Who is sent to a closed board may play in any open one.",
        end="Three marks in a row win a small board, which is then closed, as a full one is. Three boards in "
        f"a row win the game; when all boards are closed without them, {level}.",
        symbols="A board that is won is drawn as one large X or O. Brackets around empty cells show where to "
        "play, around a mark the last move.",
        moves="The board, a slash, and the cell in it, each by a letter for the column and a number for the "
        "row from the bottom left. The cell alone is enough where only one board can be played in.",
        examples=examples,
    )
