"""Ultimate Tic-Tac-Toe against published counts, and OpenSpiel's rules position by position and game by game.

More games: `PARLOUR_REFEREE_GAMES=20000 pytest tests/games/ultimate_tic_tac_toe -k random_games`
"""

from __future__ import annotations

import os

import pyspiel
import pytest

from parlour import OVER, Stream, game
from parlour.core.errors import IllegalMove, InvalidMove
from parlour.core.rules import evaluate, order, rollout
from parlour.core.spec import make
from parlour.games.ultimate_tic_tac_toe import FREE, cells_of, has_line
from parlour.search.perft import perft

from ..helpers import after, drawn, refuses_move, refuses_option, stored

IT, COUNTED = game("ultimate_tic_tac_toe"), game("ultimate_tic_tac_toe", tie="count")
KNOWN = stored("ultimate_tic_tac_toe")
GAMES = int(os.environ.get("PARLOUR_REFEREE_GAMES", "2000"))
# Our number of a board or cell by OpenSpiel's, and theirs by ours.
FROM_TOP = (6, 7, 8, 3, 4, 5, 0, 1, 2)


def action(move):
    """Give our action for a board and a cell of the files, which count from the top left."""
    return 9 * FROM_TOP[move[0]] + FROM_TOP[move[1]]


def played(it, moves):
    s = it.start()
    for move in moves:
        s = it.play(s, action(move))
    return s


def mark(s, board, cell):
    x, o = (s.mine, s.theirs) if s.ply % 2 == 0 else (s.theirs, s.mine)
    return "x" if cells_of(x, board) >> cell & 1 else "o" if cells_of(o, board) >> cell & 1 else "."


def rows(s):
    """Give the nine rows of cells, top first."""
    return [
        "".join(mark(s, file // 3 + rank // 3 * 3, file % 3 + rank % 3 * 3) for file in range(9))
        for rank in range(8, -1, -1)
    ]


def text_of(s):
    """Write a state as the option `position` has it."""
    return "/".join(rows(s)) + ("" if s.board == FREE else " " + "abc"[s.board % 3] + "123"[s.board // 3])


def random_game(it, seed):
    s, rng = it.start(), Stream.of(seed, "ultimate")
    yield s
    while it.turn(s) != OVER:
        s = it.play(s, rng.choice(it.legal(s)))
        yield s


# -- counts and OpenSpiel ------------------------------------------------------------------------------------


@pytest.mark.parametrize("depth", range(1, 8))
def test_number_of_move_sequences(depth):
    assert perft(IT, IT.start(), depth, positions=False).leaves == KNOWN["perft"][str(depth)]


@pytest.mark.parametrize("row", stored("diff_ultimate_tic_tac_toe")["positions"], ids=lambda r: r["cells"])
def test_positions_of_open_spiel(row):
    s = played(IT, row["moves"])
    assert "".join(mark(s, b, c) for b in FROM_TOP for c in FROM_TOP) == row["cells"]
    assert IT.turn(s) == (OVER if row["terminal"] else row["to_move"])
    assert IT.legal(s) == sorted(action(move) for move in row["legal"])
    assert (None if s.board == FREE else FROM_TOP[s.board]) == row["forced_board"]
    for move in row["playout"]:
        s = IT.play(s, action(move))
    assert "".join(mark(s, b, c) for b in FROM_TOP for c in FROM_TOP) == row["final_cells"]
    assert IT.turn(s) == OVER
    assert list(IT.returns(s)) == row["returns"]


READING = [  # places of our cells, in the order of the actions, in nine rows read from the top
    9 * (8 - 3 * (b // 3) - c // 3) + 3 * (b % 3) + c % 3 for b in range(9) for c in range(9)
]
ONES = {mark: str.maketrans("xo.", "".join("01"[mark == other] for other in "xo.")) for mark in "xo"}


def marks_in(cells, mark):
    """Give the marks of a player in 81 cells, read from the top, as bits in the order of the actions."""
    return int("".join([cells[place] for place in reversed(READING)]).translate(ONES[mark]), 2)


def legal_in(state, forced):
    """List OpenSpiel's moves as our actions: where any board may be chosen, that is an action of its own."""
    if forced != "any":
        return sorted(action((int(forced), cell)) for cell in state.legal_actions())
    return sorted(action((b, c)) for b in state.legal_actions() for c in state.child(b).legal_actions())


def differs(it, s, state):
    """Say what differs between our state and OpenSpiel's; empty if nothing does."""
    if (it.turn(s) == OVER) != state.is_terminal():
        return f"over {it.turn(s) == OVER}, theirs {state.is_terminal()}"
    if list(it.returns(s)) != state.returns():
        return f"returns {it.returns(s)}, theirs {state.returns()}"
    *cells, _, _, _, _, _, forced = str(state).split()
    for words, mark in zip((s.mine, s.theirs), "xo" if s.ply % 2 == 0 else "ox", strict=True):
        ours, theirs = words[0] | (words[1] & (1 << 27) - 1) << 54, marks_in("".join(cells), mark)
        if ours != theirs:
            return f"marks {ours:o} of {mark}, theirs {theirs:o}"
    if state.is_terminal():
        return ""
    if it.turn(s) != state.current_player():
        return f"turn {it.turn(s)}, theirs {state.current_player()}"
    legal = legal_in(state, forced)
    return "" if it.legal(s) == legal else f"legal {it.legal(s)}, theirs {legal}"


def compare(it, games, seed=0):
    """Play random games in both; give the plies played and the first difference of each game."""
    theirs, plies, differences = pyspiel.load_game("ultimate_tic_tac_toe"), 0, []
    for number in range(games):
        s, state, rng = it.start(), theirs.new_initial_state(), Stream.of(seed, "referee", number)
        while not (difference := differs(it, s, state)) and not state.is_terminal():
            a = rng.choice(it.legal(s))
            if s.board == FREE:
                state.apply_action(FROM_TOP[a // 9])
            state.apply_action(FROM_TOP[a % 9])
            s = it.play(s, a)
        plies += s.ply
        if difference:
            differences.append(f"game {number}, ply {s.ply}: {difference}")
    return plies, differences


def test_random_games_agree_with_open_spiel_state_for_state():
    plies, differences = compare(IT, GAMES)
    assert differences == []
    assert plies / GAMES == pytest.approx(KNOWN["random_playout_mean_plies"], abs=0.7)


def test_another_rule_would_be_noticed():
    _, differences = compare(COUNTED, 100)
    assert differences
    assert all("returns" in difference for difference in differences)


# -- rules ---------------------------------------------------------------------------------------------------

UNEVEN = "oo.oxo.xx/oxxxox.ox/o.x.xo..x/oxooooxoo/xoo...oox/xoxx.xxxo/.oxxxxxox/xx.oo.xxo/oooxo.oxo"  # 2 : 4
ONE_OPEN = ".xooxo.x./x.oxooxxo/oxoooxo.o/o.oxxx.x./xo.xox.xo/.oo..o.x./x.xx..oxx/.x.oooxox/.ox.xoxxo"  # c3
LINES = ["a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3", "a3 b2 c1"]


def test_the_lines_are_the_eight_of_tic_tac_toe():
    names = [file + rank for rank in "123" for file in "abc"]
    lines = [sum(1 << names.index(name) for name in line.split()) for line in LINES]
    assert [has_line(cells) for cells in range(512)] == [
        any(cells & line == line for line in lines) for cells in range(512)
    ]


def test_the_cell_names_the_board_to_play_in():
    s = after(IT, "b2/a3")
    assert [IT.format(s, a) for a in IT.legal(s)] == [
        f"a3/{c}" for c in ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
    ]
    s = after(IT, "b2/a3 a3/b2")
    assert "b2/a3" not in [IT.format(s, a) for a in IT.legal(s)]
    assert len(IT.legal(s)) == 8


def test_who_is_sent_to_a_won_board_may_play_in_any_open_one():
    s = after(IT, "a1/b2 b2/a1 a1/c3 c3/a1 a1/a1")  # x has the diagonal of a1 and sends o there
    boards = {a // 9 for a in IT.legal(s)}
    assert boards == set(range(1, 9))
    assert len(IT.legal(s)) == 81 - 9 - 2
    with pytest.raises(IllegalMove, match="'a1/b1' is illegal here"):
        IT.parse(s, "a1/b1")


def test_a_full_board_is_closed_and_counts_for_nobody():
    full = "oox....../xoo....../oxx....../........./........./........./......x../........./........."
    it = game("ultimate_tic_tac_toe", position=full)
    s = it.start()
    assert {a // 9 for a in it.legal(s)} == set(range(9)) - {6}
    assert cells_of(s.mine, 9) == cells_of(s.theirs, 9) == 0


@pytest.mark.parametrize(("it", "result"), [(IT, (0.0, 0.0)), (COUNTED, (-1.0, 1.0))])
def test_all_boards_closed_without_a_line(it, result):
    over = game("ultimate_tic_tac_toe", **{**it.options, "position": UNEVEN})
    s = over.start()
    assert over.turn(s) == OVER
    assert over.returns(s) == result
    assert over.show(s).endswith("A draw" if result == (0.0, 0.0) else "O wins with 4 boards to 2")


def test_counting_boards_changes_no_game_that_has_a_line_and_only_uneven_ones_that_have_none():
    changed = 0
    for seed in range(300):
        *_, end = random_game(IT, seed)
        counted = COUNTED.returns(end._replace(counted=1))
        lead = cells_of(end.mine, 9).bit_count() - cells_of(end.theirs, 9).bit_count()
        if any(IT.returns(end)) or lead == 0:
            assert counted == IT.returns(end)
        else:
            assert counted[end.ply % 2] == (1.0 if lead > 0 else -1.0)
            changed += 1
    assert changed > 20


# -- words ---------------------------------------------------------------------------------------------------


def test_moves_are_board_and_cell_by_file_and_rank():
    s = IT.start()
    assert IT.read_moves("b2/a1") == [36]
    assert IT.parse(s, " C3/C3 ") == 80
    assert [IT.format(s, a) for a in (0, 8, 9, 53, 54, 80)] == [
        "a1/a1",
        "a1/c3",
        "b1/a1",
        "c2/c3",
        "a3/a1",
        "c3/c3",
    ]
    assert sorted(IT.parse(s, IT.format(s, a)) for a in IT.legal(s)) == list(range(81))
    for text in ("", "a1", "b2/", "/a1", "d1/a1", "a1/a4", "b2-a1", "b2/a1/c3", "a1a1"):
        refuses_move(IT, s, text, InvalidMove)
    refuses_move(IT, after(IT, "b2/a1"), "b2/a1", IllegalMove)


def test_the_cell_alone_is_enough_where_the_board_is_given():
    assert IT.read_moves("b2/a1 b2 c3 a1") == IT.read_moves("b2/a1 a1/b2 b2/c3 c3/a1")
    it = game("ultimate_tic_tac_toe", position=ONE_OPEN)
    assert it.start().board == FREE
    assert it.format(it.start(), it.parse(it.start(), "b1")) == "c3/b1"
    refuses_move(IT, after(IT, "a1/b2 b2/a1 a1/c3 c3/a1 a1/a1"), "b1", InvalidMove)  # eight boards are open


@pytest.mark.parametrize("tie", ["draw", "count"])
def test_any_position_can_be_set_up(tie):
    it = game("ultimate_tic_tac_toe", tie=tie)
    for seed in range(25):
        for s in random_game(it, seed):
            assert game("ultimate_tic_tac_toe", tie=tie, position=text_of(s)).start() == s


EMPTY = "/".join(["." * 9] * 9)


@pytest.mark.parametrize(
    ("position", "says"),
    [
        ("x.o", "needs 81"),
        (EMPTY.replace(".", "z", 1), "needs 81"),
        (EMPTY.replace(".", "o", 1), "x moves first"),
        (EMPTY.replace("...", "xx.", 1), "x moves first"),
        (EMPTY + " d4", "'d4' is not an open board"),
        (UNEVEN + " a1", "'a1' is not an open board"),
        ("xxx....../ooo....../" + EMPTY[20:], "won by both"),
    ],
)
def test_impossible_positions_are_refused(position, says):
    refuses_option("ultimate_tic_tac_toe", says, position=position)


def test_a_game_that_was_over_before_the_last_move_is_refused():
    rows = ["x" * 9, *["." * 9] * 6, "oo.oo.oo.", "..o..o..o"]  # x has three boards in a row and is to move
    refuses_option("ultimate_tic_tac_toe", "over before the last move", position="/".join(rows))


def test_unknown_options_are_refused():
    refuses_option("ultimate_tic_tac_toe", "choose one of draw, count", tie="majority")
    refuses_option("ultimate_tic_tac_toe", "it has position, tie", misere=True)


# -- hints and drawing ---------------------------------------------------------------------------------------


def test_evaluation_has_the_sign_of_the_boards_and_turns_round_with_the_seat():
    assert evaluate(IT.start(), 0) == 0.0
    s = after(IT, "a1/b2 b2/a1 a1/c3 c3/a1 a1/a1")  # x has won a1
    assert 0.0 < evaluate(s, 0) == -evaluate(s, 1) < 1.0


def test_tree_search_has_this_game_s_constant_unless_another_is_asked_for():
    assert [make(IT, spec).c for spec in ("mcts", "mcts:simulations=50", "mcts:c=1.2")] == [0.5, 0.5, 1.2]


def test_hints_find_the_board_and_the_game():
    s = after(IT, "a1/b2 b2/a1 a1/c3 c3/a1")  # x is sent to a1, where a1 makes a line
    assert IT.format(s, max(IT.legal(s), key=lambda a: order(s, a))) == "a1/a1"
    assert IT.format(s, rollout(s, Stream([1]))) == "a1/a1"
    free = [rollout(IT.start(), Stream([n])) for n in range(200)]
    assert len(set(free)) > 60


MIDDLE = "..ox.x..o/oo....xxo/......oxo/.o.xo...x/oxxo...o./x.oxox.ox/x....x..x/.oxxx.x.o/.o..o.o.. b1"


def test_drawing_shows_won_boards_as_large_marks_and_where_to_play():
    it = game("ultimate_tic_tac_toe", position=MIDDLE)
    assert it.show(it.start()) == drawn("""
Ultimate Tic-Tac-Toe

3/3     │    │ O  ║ X  │    │ X  ║ O  │ O  │ O
    ────┼────┼────╫────┼────┼────╫────┼────┼────
3/2  O  │ O  │    ║    │    │    ║ O  │    │ O
    ────┼────┼────╫────┼────┼────╫────┼────┼────
3/1     │    │    ║    │    │    ║ O  │ O  │ O
    ════╪════╪════╬════╪════╪════╬════╪════╪════
2/3     │ O  │    ║ X  │ O  │    ║    │    │ X
    ────┼────┼────╫────┼────┼────╫────┼────┼────
2/2  O  │ X  │ X  ║ O  │    │    ║    │ O  │
    ────┼────┼────╫────┼────┼────╫────┼────┼────
2/1  X  │    │ O  ║ X  │ O  │ X  ║    │ O  │ X
    ════╪════╪════╬════╪════╪════╬════╪════╪════
1/3  X  │    │    ║[  ]│[  ]│ X  ║    │    │ X
    ────┼────┼────╫────┼────┼────╫────┼────┼────
1/2     │ O  │ X  ║ X  │ X  │[  ]║ X  │    │ O
    ────┼────┼────╫────┼────┼────╫────┼────┼────
1/1     │ O  │    ║[  ]│ O  │[  ]║ O  │    │
    a/a  a/b  a/c  b/a  b/b  b/c  c/a  c/b  c/c

X to move in board b1
""")


def test_drawing_marks_the_line_of_boards():
    for seed in range(30):
        *_, s = random_game(IT, seed)
        marked = [cell.mark for row in IT.picture(s).blocks[0].rows for cell in row]
        assert sum(marked) == (27 if any(IT.returns(s)) else 0)
    assert IT.show(IT.start()).endswith("X to move in any open board")
