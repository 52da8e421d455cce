"""Moves made by hand: what each touches, on the board or beside it, and that all of them can be made so."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour import Match, Stream, game, game_names
from parlour.core.draw.data import picture_data
from parlour.core.picture import Cell, Grid

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
ON_THE_BOARD = {
    "battleship", "checkers", "connect_four", "dots_and_boxes", "fibonacci_nim", "hearts", "kayles", "matrix",
    "nim", "nimble", "row_column", "subtraction", "tic_tac_toe", "ultimate_tic_tac_toe",
}  # fmt: skip
BESIDE = {"blackjack", "holdem", "kuhn_poker", "leduc_poker", "liars_dice", "rock_paper_scissors"}
LONG = {"bluff": {"ranks": 3, "limit": 6}, "battleship": {"size": 6, "ships": (3, 2)}}


def handles(view):
    return {cell.handle for grid in view.picture().grids() for row in grid.rows for cell in row} - {""}


def touched(match, move):
    view = match.view(match.turn)
    return view.touches()[view.moves().index(move)]


@pytest.mark.parametrize("name", game_names())
def test_a_game_is_played_by_hand_to_its_end(name):
    """Touch one of the names that may be touched, until they make a move."""
    match, rng = Match(game(name, **LONG.get(name, {})), 5), Stream.of(5, "hand")
    on_board, beside = set(), set()
    while not match.over:
        view = match.view(match.turn)
        moves = dict(zip(view.touches(), view.moves(), strict=True)) | {n: move for move, n in view.begun()}
        assert len(moves) == len(view.moves()) + len(view.begun())
        names, so_far = handles(view), ()
        while so_far not in moves or rng.below(2):
            may = {n[len(so_far)] for n in moves if n[: len(so_far)] == so_far and len(n) > len(so_far)}
            if not may:
                break
            so_far += (rng.choice(sorted(may)),)
        on_board |= names & set(so_far)
        beside |= set(so_far) - names
        match.play(moves[so_far])
    if name in ON_THE_BOARD:
        assert (bool(on_board), beside) == (True, set())
    if name in BESIDE:
        assert (bool(beside), on_board) == (True, set())


def test_a_handle_is_the_part_or_the_name_or_the_card():
    assert Cell("X", part="b2", name="5").handle == "b2"
    assert Cell("X", name="5").handle == "5"
    assert Cell("As", "black", shape="card").handle == "As"
    assert Cell("-", "empty", shape="card").handle == Cell("?", "empty", shape="back").handle == ""
    assert Cell("5", shape="die").handle == ""


def test_a_grid_names_its_cells():
    grid = Grid(((Cell("a"), Cell("b")), (Cell("c"),))).with_parts(lambda row, column: f"{row}/{column}")
    assert [[cell.part for cell in row] for row in grid.rows] == [["0/0", "0/1"], ["1/0"]]
    assert [[cell.text for cell in row] for row in grid.rows] == [["a", "b"], ["c"]]


def test_data_has_the_handles():
    view = Match(game("checkers"), 1).view(0)
    board = picture_data(view.picture())["blocks"][0]
    parts = [cell["part"] for row in board["rows"] for cell in row if "part" in cell]
    assert parts == [str(square) for square in range(1, 33)]
    assert [[c.get("part") for c in row] for row in picture_data(drop())["blocks"][0]["rows"]] == [
        list("1234567")
    ] * 6


def drop():
    return Match(game("connect_four"), 1).view(0).picture()


@pytest.mark.parametrize(
    ("name", "options", "moves", "move", "names"),
    [
        ("tic_tac_toe", {}, "", "b2", ("b2",)),
        ("connect_four", {}, "4", "4", ("4",)),
        ("nim", {}, "", "3:4", ("3:4",)),
        ("nim", {"heaps": (30, 4)}, "", "1:17", ("heap 1", "17")),
        ("subtraction", {"heaps": (30,), "take": (1, 3)}, "", "1:3", ("heap 1", "3")),
        ("moore_nim", {}, "1:1", "done", ("done",)),
        ("wythoff", {}, "", "both:2", ("both heaps", "2")),
        ("wythoff", {}, "", "1:2", ("1:2",)),
        ("kayles", {}, "", "1:3", ("1:3",)),
        ("kayles", {}, "", "1:3-4", ("1:3", "1:4")),
        ("nimble", {}, "", "7>2", ("7", "2")),
        ("nimble", {"coins": (100, 3)}, "", "100>2", ("coin on 100", "2")),
        ("checkers", {}, "", "11-15", ("11", "15")),
        ("checkers", {"position": "B:W6,7,14,15:B2"}, "", "2x9x18", ("2", "9", "18")),
        ("holdem", {}, "", "raise 6", ("raise", "6")),
        ("holdem", {}, "", "allin", ("all-in",)),
        ("liars_dice", {"seats": 2}, "", "3x5", ("3", "fives")),
        ("liars_dice", {"seats": 2}, "", "1x6", ("1", "six")),
        ("liars_dice", {"seats": 2}, "1x6", "liar", ("liar",)),
        ("battleship", {}, "", "A1h", ("own A1", "own A5")),
        ("battleship", {}, "", "B7v", ("own B7", "own F7")),
        ("battleship", {"alone": True}, "", "B7", ("B7",)),
        ("blackjack", {"bets": 4}, "", "bet 3", ("bet 3",)),
        ("blackjack", {"bets": 40, "rounds": 2}, "", "bet 30", ("bet", "30")),
        ("matrix", {}, "1", "2", ("2",)),
    ],
)
def test_what_a_move_touches(name, options, moves, move, names):
    match = Match(game(name, **options), 1)
    for each in moves.split():
        match.play(each)
    assert touched(match, move) == names


def test_any_cards_can_be_laid_by_hand_one_by_one():
    match = Match(game("bluff"), 3)
    view = match.view(match.turn)
    first, second = [move for move, _ in view.begun()][:2]
    assert dict(view.begun())[first] == (first, "and more")
    match.play(first)
    assert touched(match, second) == (second,)
    match.play(second)
    assert touched(match, "as 2") == ("as twos",)
    match.play("as 2")
    assert match.view(match.turn).touches() == [("challenge",), ("pass",)]


def test_only_who_moves_has_something_to_touch():
    match = Match(game("tic_tac_toe"), 1)
    assert match.view(1).touches() == match.view(-1).touches() == match.view(1).begun() == []


def test_a_user_who_says_nothing_has_the_texts_of_moves_as_buttons(write_game):
    pig = write_game((EXAMPLES / "pig.py").read_text(), "pig")
    assert Match(pig, 1).view(0).touches() == [("roll",)]


def test_one_touches_the_own_sea_and_fires_at_the_other():
    match = Match(game("battleship", size=5, ships=(2,)), 1)
    match.play("A1h")
    match.play("B2v")
    for seat in (0, 1):
        seas = match.view(seat).picture().grids()
        names = ["own A1" in {cell.part for row in sea.rows for cell in row} for sea in seas]
        assert names == [seat == 0, seat == 1]
    assert ("A1",) in match.view(0).touches()
