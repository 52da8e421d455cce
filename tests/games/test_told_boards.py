"""Board games in words: names, rules for the options as set, what happens, what a move does, the score."""

from __future__ import annotations

import pytest

from parlour import analyse, game

from .helpers import after, story_of

NAMES = {
    "tic_tac_toe": ("X", "O"),
    "ultimate_tic_tac_toe": ("X", "O"),
    "connect_four": ("Red", "Yellow"),
    "checkers": ("Black", "White"),
    "dots_and_boxes": ("A", "B"),
    "row_column": ("first player", "second player"),
}
PI = "3,1,4;1,5,9;2,6,5"
WON = "a1/b2 b2/a1 a1/c3 c3/a1 a1/a1"  # X wins the small board a1
BEST = "takes nine, the highest in reach; the best it opens to {1} is five"
NEARLY = "h0,0 v0,0 h1,0"  # of the first box


@pytest.mark.parametrize("name", NAMES)
def test_players_group_and_blurb(name):
    it = game(name)
    assert it.names.names == NAMES[name]
    assert it.group == "Boards"
    assert 0 < len(it.blurb) <= 60
    assert {"Goal", "A turn", "The end", "Symbols", "Moves"} == set(it.guide.parts())
    assert it.guide.examples


@pytest.mark.parametrize(
    ("name", "options", "moves", "told"),
    [
        ("connect_four", {}, "4", ["Red drops a disc into column 4"]),
        ("connect_four", {}, "1213141", ["Red drops a disc into column 1", "Red has four in a row"]),
        ("ultimate_tic_tac_toe", {}, "b2/a1", ["X plays b2/a1; you must answer in board a1"]),
        (
            "ultimate_tic_tac_toe",
            {},
            WON,
            ["X plays a1/a1; you may answer in any open board", "X wins board a1"],
        ),
        ("checkers", {}, "11-15", ["Black moves 11-15"]),
        (
            "checkers",
            {"position": "B:W6,14:B2"},
            "2x9x18",
            [
                "Black jumps 2x9, taking the man on 6",
                "Black jumps on 9x18, taking the man on 14",
                "You have no piece left",
            ],
        ),
        (
            "checkers",
            {"position": "B:W5:B26"},
            "26-31",
            ["Black moves 26-31", "Black's man on 31 is crowned"],
        ),
        ("checkers", {"position": "B:W5:BK6"}, "6-1", ["Black moves 6-1", "You have no move left"]),
        ("dots_and_boxes", {}, "h0,0", ["A draws h0,0"]),
        ("dots_and_boxes", {}, f"{NEARLY} v0,1", ["You close a box with v0,1 and must move again: 1 to 0"]),
        ("dots_and_boxes", {"rows": 1, "cols": 1}, f"{NEARLY} v0,1", ["You close a box with v0,1: 1 to 0"]),
        ("row_column", {"matrix": PI}, "r2c3", ["First player takes 9 in row 2, column 3: 9 to 0"]),
        ("row_column", {"matrix": PI}, "r2c3 r2c1", ["You take 1 in row 2, column 1: 1 to 9"]),
    ],
)
def test_what_happened(name, options, moves, told):
    assert story_of(game(name, **options), moves, 1)[-len(told) :] == told


@pytest.mark.parametrize(
    ("name", "options", "part", "says"),
    [
        ("ultimate_tic_tac_toe", {}, "The end", "the game is a draw"),
        ("ultimate_tic_tac_toe", {"tie": "count"}, "The end", "who has won more boards wins"),
        (
            "checkers",
            {"forty": 20, "advance": False},
            "The end",
            "after 20 moves of each side without a capture.",
        ),
        ("checkers", {"threefold": True}, "The end", "for the third time"),
    ],
)
def test_the_rules_are_told_for_the_options_as_set(name, options, part, says):
    assert says in game(name, **options).guide.parts()[part]


@pytest.mark.parametrize(
    ("name", "options", "moves", "move", "says"),
    [
        ("connect_four", {}, "", "4", "takes the middle column, through which most lines of four run"),
        ("dots_and_boxes", {}, NEARLY, "v0,1", "closes a box"),
        ("dots_and_boxes", {}, "h0,0 v0,0", "h1,0", "lets {1} close a box"),
        ("dots_and_boxes", {}, "", "h0,0", "gives no box away"),
        ("row_column", {"matrix": PI}, "", "r2c3", BEST),
        ("checkers", {}, "11-15 22-18", "15x22", "takes a man and lets {1} jump"),
        ("checkers", {"position": "B:W6,14:B2"}, "", "2x9", "takes a man and jumps on"),
        ("checkers", {"position": "B:W5:B26"}, "", "26-31", "crowns a man"),
        ("checkers", {}, "", "11-15", ""),
    ],
)
def test_what_a_move_does(name, options, moves, move, says):
    it = game(name, **options)
    s = after(it, moves)
    assert it.remark(s, it.parse(s, move)) == says


@pytest.mark.parametrize(
    ("name", "options", "moves", "count"),
    [
        ("connect_four", {}, "4", 1),
        ("checkers", {}, "11-15", 2),
        ("dots_and_boxes", {}, "h0,0", 1),
        ("dots_and_boxes", {}, "v2,3", 1),
        ("ultimate_tic_tac_toe", {}, "b2/a1", 1),
        ("ultimate_tic_tac_toe", {}, WON, 0),
        ("row_column", {"matrix": PI}, "r2c3", 1),
    ],
)
def test_the_last_move_is_marked(name, options, moves, count):
    it = game(name, **options)
    s, last = after(it, moves), it.read_moves(moves)[-1]
    cells = [
        [c.mark for row in g.rows for c in row]
        for g in (it.picture(s).blocks[0], it.picture(s, last).blocks[0])
    ]
    assert sum(now and not before for before, now in zip(*cells, strict=True)) == count


def test_boxes_and_points_are_the_score():
    it = game("dots_and_boxes", rows=1, cols=1)
    assert (it.scores(after(it, f"{NEARLY} v0,1")), it.score_word) == ((0, 1), "boxes")
    assert [it.worth(value) for value in (3.0, -1.0, 0.0, 2.25)] == [
        "+3 boxes",
        "-1 box",
        "0 boxes",
        "+2.25 boxes",
    ]
    it = game("row_column", matrix=PI)
    assert (it.scores(after(it, "r2c3 r2c1")), it.score_word) == ((9, 1), "points")
    assert [it.worth(value) for value in (1.0, -3.5)] == ["+1 point", "-3.5 points"]


def test_a_hint_of_perfect_play_is_in_words_of_the_game():
    choice = analyse("connect_four", "41424", "perfect")
    assert choice.hint == (
        "4 blocks Red's four.",
        "Red can force a win in 12 moves, whatever Yellow plays.",
        "The next best, 1: Red wins with the answer.",
    )
    assert [exhibit.kind for exhibit in choice.exhibits] == ["bars"]
    choice = analyse("subtraction", "", "expert")
    assert choice.hint == ("1:1 leaves 20, a multiple of 4, and can do so again after every reply.",)
