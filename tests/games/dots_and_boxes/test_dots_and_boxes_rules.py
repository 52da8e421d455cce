"""Dots and Boxes: the rules written out once more, OpenSpiel as referee, positions, words, hints."""

from __future__ import annotations

import pytest

import referee
from open_spiel_match import edge_number
from parlour import OVER, Stream, game
from parlour.core.bits import listed
from parlour.core.errors import IllegalMove, InvalidMove
from parlour.core.rules import evaluate, order, rollout
from parlour.core.spec import make
from parlour.laws import check_game

from ..helpers import after, drawn, refuses_move, refuses_option, stored
from .referee import SIZES, pair

CHEAP, DEAR = 300, 60  # random games a board, beside OpenSpiel
FORMS = [
    {"rows": 1, "cols": 1},
    {"rows": 1, "cols": 7},
    {"rows": 5, "cols": 5},
    {"rows": 7, "cols": 4},
    {"rows": 7, "cols": 7},
    {"rows": 2, "cols": 2, "position": "h0,0 v0,0 h1,0 v0,1 / A B"},
]


def sides(row, column):
    """Name the four edges of a box."""
    return {f"h{row},{column}", f"h{row + 1},{column}", f"v{row},{column}", f"v{row},{column + 1}"}


# -- rules -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(1, 1), (1, 7), (7, 1), (2, 3), (3, 3), (5, 5), (4, 7), (7, 7)], ids=str)
def test_random_games_agree_with_the_rules_written_out_here(size):
    rows, cols = size
    it = game("dots_and_boxes", rows=rows, cols=cols)
    boxes = {(r, c): sides(r, c) for r in range(rows) for c in range(cols)}
    every = sorted(set.union(*boxes.values()))
    assert len(every) == it.actions == rows * (cols + 1) + cols * (rows + 1)
    for index in range(20):
        rng, s, left, owner, who = Stream.of(index, "dots"), it.start(), set(every), {}, 0
        while left:
            assert it.turn(s) == who
            assert {it.format(s, a) for a in it.legal(s)} == left
            assert it.returns(s) == (0.0, 0.0)
            move = rng.choice(sorted(left))
            left.remove(move)
            closed = {box for box, edges in boxes.items() if move in edges and not edges & left}
            owner |= dict.fromkeys(closed, who)
            who = who if closed else 1 - who
            s = it.play(s, it.parse(s, move))
            first = [box for box, name in owner.items() if name == 0]
            assert len(listed(s.first)) == len(first)
            assert len(listed(s.second)) == len(owner) - len(first)
        net = sum(1 if name == 0 else -1 for name in owner.values())
        assert it.turn(s) == OVER
        assert it.returns(s) == (net, -net)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_random_games_agree_with_open_spiel(size):
    games = DEAR if size[0] * size[1] > 20 else CHEAP
    tally = referee.compare(pair(*size), games)
    assert tally.differences == []
    assert tally.games == games


def test_the_referee_notices_another_owner():
    both = pair(2, 2)
    start = both.ours.start()
    s, state = start, both.theirs.new_initial_state()
    for text in ("h0,0", "v0,0", "h1,0", "v0,1"):
        state.apply_action(both.number(start, both.ours.parse(start, text)))
        s = both.ours.play(s, both.ours.parse(s, text))
    assert referee.differs(both, s, state) == ""
    assert "board" in referee.differs(both, s._replace(first=s.second, second=s.first), state)


def test_stored_positions_of_open_spiel():
    for row in stored("diff_dots_and_boxes")["positions"]:
        it = game("dots_and_boxes", rows=row["rows"], cols=row["cols"])
        s = it.start()
        edges = {edge_number(it.options["rows"], it.options["cols"], a): a for a in it.legal(s)}
        for edge in row["moves"]:
            s = it.play(s, edges[edge])
        assert it.turn(s) == (OVER if row["terminal"] else row["to_move"])
        assert (
            sorted(edge_number(it.options["rows"], it.options["cols"], a) for a in it.legal(s))
            == row["legal"]
        )
        players = []
        for edge in row["playout"]:
            players.append(it.turn(s))
            s = it.play(s, edges[edge])
        assert players == row["playout_players"]
        assert it.returns(s)[0] == row["margin_p0"]


def test_one_edge_may_close_two_boxes():
    it = game("dots_and_boxes", rows=1, cols=2)
    s = after(it, "h0,0 h0,1 h1,0 h1,1 v0,0 v0,2")
    assert it.turn(s) == 0
    s = it.play(s, it.parse(s, "v0,1"))
    assert it.returns(s) == (2.0, -2.0)


def test_closing_is_not_compulsory():
    it = game("dots_and_boxes", rows=1, cols=2)
    s = after(it, "h0,0 v0,0 h1,0")
    assert it.format(s, it.parse(s, "h0,1")) == "h0,1"
    assert len(it.legal(s)) == 4


@pytest.mark.parametrize("options", FORMS, ids=str)
def test_other_forms_keep_the_laws_too(options):
    counts = {passed.law: passed.count for passed in check_game(game("dots_and_boxes", **options), games=1)}
    assert counts["legal actions"] > 3


# -- positions ---------------------------------------------------------------------------------------------


def test_a_position_is_the_moves_so_far():
    moves = "h0,0 v0,0 h1,0 v0,1 h0,1"
    it = game("dots_and_boxes", rows=2, cols=2)
    assert game("dots_and_boxes", rows=2, cols=2, position=moves).start() == after(it, moves)
    assert game("dots_and_boxes", rows=2, cols=2, position="H0,0;v0,0,h1,0v0,1  h0,1").start() == after(
        it, moves
    )


def test_a_position_may_say_who_owns_what_and_who_is_to_move():
    moves = "h0,0 v0,0 h1,0 v0,1"
    s = game("dots_and_boxes", rows=2, cols=2, position=f"{moves} / a b").start()
    assert (listed(s.first), listed(s.second), s.player) == ([0], [], 1)
    s = game("dots_and_boxes", rows=2, cols=2, position=f"{moves}/B A").start()
    assert (listed(s.first), listed(s.second), s.player) == ([], [0], 0)
    s = game("dots_and_boxes", rows=2, cols=2, position="h0,0 / A").start()
    assert s.player == 0


@pytest.mark.parametrize(
    ("says", "options"),
    [
        ("edge 2, 'h0,0', is drawn already", {"position": "h0,0 h0,0"}),
        ("edge 1, 'h4,0', is no edge of 3 x 3 boxes", {"position": "h4,0"}),
        ("edge 1, 'nonsense'", {"position": "nonsense"}),
        ("after / give who is to move", {"position": "h0,0 /"}),
        ("after / give who is to move", {"position": "h0,0 / A A"}),
        ("give 1 owners of closed boxes", {"position": "h0,0 v0,0 h1,0 v0,1 / B"}),
        ("give 1 owners of closed boxes", {"position": "h0,0 v0,0 h1,0 v0,1 / C B"}),
        ("characters", {"position": "h0,0 " * 500}),
        ("from 1 to 7", {"rows": 8}),
        ("from 1 to 7", {"cols": 0}),
    ],
)
def test_impossible_positions_are_refused(says, options):
    refuses_option("dots_and_boxes", says, **options)


# -- words -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(1, 1), (3, 3), (2, 5), (7, 7)], ids=str)
def test_every_edge_has_its_own_words(size):
    it = game("dots_and_boxes", rows=size[0], cols=size[1])
    s = it.start()
    words = [it.format(s, a) for a in it.legal(s)]
    assert len(set(words)) == it.actions
    assert [it.parse(s, text) for text in words] == it.legal(s)
    assert [it.parse(s, text.upper()) for text in words] == it.legal(s)


def test_what_is_no_edge_is_refused():
    it = game("dots_and_boxes")
    for text in (
        "h4,0",
        "h0,3",
        "v3,0",
        "v0,4",
        "h0",
        "x0,0",
        "h00",
        "0,0",
        "h-1,0",
        "h0,0,0",
        "h²,0",
        "h0,10",
    ):
        refuses_move(it, it.start(), text, InvalidMove)
    refuses_move(it, after(it, "h0,0"), "h0,0", IllegalMove)


def test_moves_may_stand_apart_in_several_ways():
    it = game("dots_and_boxes")
    for text in ("h0,0 v1,2 h3,1", "h0,0, v1,2, h3,1", "h0,0;v1,2;h3,1", "h0,0v1,2h3,1", "H0,0\nV1,2\nH3,1"):
        assert [it.format(it.start(), a) for a in it.read_moves(text)] == ["h0,0", "v1,2", "h3,1"]


def test_drawing():
    it = game("dots_and_boxes", rows=2, cols=3)
    s = after(it, "h0,0 v0,0 h1,0 v0,1 h2,2 h0,1 v0,2 h1,1 v1,3")
    assert it.show(s) == drawn("""
Dots and Boxes

    0 0 1 1 2 2 3
h0  • ─ • ─ •   •
v0  │ B │ A │
h1  • ─ • ─ •   •
v1              │
h2  •   •   • ─ •

A 1, B 1; B to move
""")
    assert it.picture(s).svg().count("<circle") == 12


def test_the_end_says_who_won():
    def ending(rows, cols, moves):
        it = game("dots_and_boxes", rows=rows, cols=cols)
        return it.show(after(it, moves)).splitlines()[-1]

    assert ending(1, 1, "h0,0 h1,0 v0,0 v0,1") == "A 0, B 1; B wins"
    assert ending(1, 2, "v0,1 h0,0 h0,1 h1,0 v0,0 h1,1 v0,2") == "A 1, B 1; a draw"


# -- hints -------------------------------------------------------------------------------------------------


def kinds(it, s):
    """Sort the open edges: those that close a box, those that let the other close one, and the rest."""
    left = {it.format(s, a): a for a in it.legal(s)}
    rows, cols = it.options["rows"], it.options["cols"]
    boxes = [sides(r, c) & set(left) for r in range(rows) for c in range(cols)]
    closing = {a for text, a in left.items() if {text} in boxes}
    giving = {left[text] for box in boxes if len(box) == 2 for text in box} - closing
    return closing, giving, set(left.values()) - closing - giving


@pytest.mark.parametrize("size", [(3, 3), (7, 7)], ids=str)
def test_hints_know_the_three_kinds_of_edges(size):
    it = game("dots_and_boxes", rows=size[0], cols=size[1])
    for seed in range(4):
        rng, s = Stream.of(seed, "hints"), it.start()
        while it.turn(s) != OVER:
            closing, giving, safe = kinds(it, s)
            assert {a for a in it.legal(s) if order(s, a) == 2.0} == closing
            assert {a for a in it.legal(s) if order(s, a) == 1.0} == safe
            assert {a for a in it.legal(s) if order(s, a) == 0.0} == giving
            assert rollout(s, rng) in (closing or safe or giving)
            net = len(listed(s.first)) - len(listed(s.second))
            ready = len(closing) if s.player == 0 else -len(closing)
            most = size[0] * size[1]
            assert evaluate(s, 0) == max(-most, min(most, net + ready)) == -evaluate(s, 1)
            s = it.play(s, rng.choice(it.legal(s)))


def test_greedy_closes_boxes():
    it = game("dots_and_boxes")
    s = after(it, "h0,0 v0,0 h1,0")
    choice = make(it, "greedy", 1, Stream.of(1)).decide(it.view(s, 1))
    assert choice.move == "v0,1"


def test_levels_can_be_built():
    it = game("dots_and_boxes")
    assert list(it.levels) == ["easy", "medium", "hard", "expert"]
    assert make(it, "expert").name == "chains"
