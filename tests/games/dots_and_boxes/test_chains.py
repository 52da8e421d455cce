"""The expert of Dots and Boxes against stored values, plain enumeration and its own words and limits."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import parlour
from open_spiel_match import edge_number
from parlour import OVER, Limit, Stream
from parlour.core import rules
from parlour.core.analyse import view_of
from parlour.core.bits import listed
from parlour.core.errors import Unsuitable
from parlour.core.spec import make
from parlour.games.dots_and_boxes import NAMES
from parlour.games.dots_and_boxes.play.graph import SCRATCH, Graph, settled
from parlour.games.dots_and_boxes.play.solver import Solver
from parlour.games.dots_and_boxes.play.tree import closing
from parlour.games.dots_and_boxes.play.words import by_rule, shapes_of

from . import oracle

KNOWN = json.loads((Path(__file__).parents[2] / "values" / "dots_and_boxes.json").read_text())
BUDGET = 10**9
# A joint with three arms that all come off, beside a chain that is open at one end: only that can be given.
TRIPOD = (
    "h0,1 h0,2 h1,1 h1,2 h2,1 h2,3 h3,0 h3,1 h3,2 h3,3 h4,0 h4,1 h4,2 h4,3 v0,0 v0,1 v0,2 v0,3 v0,4 "
    "v1,0 v1,1 v1,3 v1,4 v2,1 v2,4 v3,0 v3,1 v3,2 v3,3 v3,4 / BBABAB A"
)


def board(rows, cols, **options):
    return parlour.game("dots_and_boxes", rows=rows, cols=cols, **options)


def stored_position(row):
    """Give the game and the moves of a stored position, and the action of each of its edge numbers."""
    it = board(row["rows"], row["cols"])
    edges = {edge_number(it.options["rows"], it.options["cols"], a): a for a in it.legal(it.start())}
    return it, [edges[edge] for edge in row["moves"]], edges


# -- exact -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", KNOWN["boards"], ids=lambda row: f"{row['rows']}x{row['cols']}")
def test_boards_have_their_known_values_and_best_first_edges(row):
    sizes = {(row["rows"], row["cols"]), (row["cols"], row["rows"])} if row["lines"] < 30 else {(3, 4)}
    for rows, cols in sizes:
        it = board(rows, cols)
        solution = parlour.solve(it)
        assert (solution.value, solution.seat) == (row["value_first_player"], 0)
        assert len(solution.moves) == len(row["optimal_first_edges"])
        if rows == row["rows"]:
            s = it.start()
            best = sorted(
                edge_number(it.options["rows"], it.options["cols"], it.parse(s, text))
                for text in solution.moves
            )
            assert best == row["optimal_first_edges"]


def test_every_stored_position_has_its_value_and_all_its_best_edges():
    assert max(row["empty"] for row in KNOWN["positions"]) == 22
    for row in KNOWN["positions"]:
        it, moves, edges = stored_position(row)
        solution = parlour.solve(it, moves)
        assert solution.seat == row["to_move"]
        assert solution.value == row["final_margin_for_side_to_move"]
        assert solution.certificate["boxes_to_come"] == row["value_future"]
        best = [it.format(it.start(), edges[edge]) for edge in row["optimal_edges"]]
        assert sorted(solution.moves) == sorted(best)


@pytest.mark.parametrize("size", [(1, 3), (2, 2), (2, 3), (3, 3), (1, 7), (4, 4), (7, 7)], ids=str)
def test_every_edge_has_the_value_that_plain_minimax_gives(size):
    it = board(*size)
    for index in range(10):
        moves, s = oracle.random_position(it, 10, Stream.of(index, "minimax"), index % 2 == 0)
        assert oracle.values_of_expert(it, moves, s) == oracle.values_by_minimax(s)


@pytest.mark.parametrize("size", [(3, 3), (2, 6), (4, 4), (5, 5)], ids=str)
def test_every_edge_has_the_value_that_a_table_of_all_positions_gives(size):
    it = board(*size)
    for index in range(4):
        moves, s = oracle.random_position(it, 17, Stream.of(index, "table"), index % 2 == 0)
        assert oracle.values_of_expert(it, moves, s) == oracle.values_by_retrograde(s)


@pytest.mark.parametrize("size", [(5, 5), (4, 6), (7, 7)], ids=str)
def test_chains_and_loops_with_24_open_edges_have_the_values_of_plain_minimax_over_pieces(size):
    it, found, index = board(*size), 0, 0
    while found < 3:
        moves, s = oracle.random_position(it, 24, Stream.of(index, "pieces"), True)
        index += 1
        values = oracle.values_by_pieces(s)
        if values is None:
            continue
        found += 1
        assert len(values) == 24
        assert oracle.values_of_expert(it, moves, s) == values
        quick = make(it, "expert", s.player, Stream.of(index)).decide(it.view(s, s.player))
        assert values[quick.action] == max(values.values())
        assert quick.candidates[0].exact


def test_what_is_enumerated_by_pieces_is_what_plain_minimax_gives():
    checked = 0
    for index in range(40):
        _, s = oracle.random_position(board(5, 5), 10, Stream.of(index, "both"), True)
        values = oracle.values_by_pieces(s)
        if values is not None:
            assert values == oracle.values_by_minimax(s)
            checked += 1
    assert checked > 15


def test_of_all_that_comes_off_what_can_be_given_cheapest_is_kept():
    it = board(4, 4, position=TRIPOD)
    s = it.start()
    graph = Graph(s)
    taken, choice, rest = settled(graph.g, graph.word(s))
    assert (taken, choice, rest.bit_count()) == (5, 2, 4)
    assert oracle.values_of_expert(it, [], s) == oracle.values_by_minimax(s)


@pytest.mark.parametrize(("size", "edges"), [((4, 4), 18), ((5, 5), 18), ((3, 5), 16)], ids=str)
def test_any_set_of_open_edges_is_worth_what_minimax_says(size, edges):
    # Also such as no game of sense comes to: coins that hang in trees, joints tied to joints.
    _, s = oracle.random_position(board(*size), edges, Stream.of(1, "sets"), False)
    solver, rng = Solver(14), Stream.of(2, "sets")
    solver.position(s)
    for _ in range(40):
        some = sorted({rng.choice(listed(s.open)) for _ in range(11)})
        t = s._replace(open=tuple(sum(1 << a % 62 for a in some if a // 62 == i) for i in range(len(s.open))))
        assert solver.worth(t, solver.graph.word(t), BUDGET) == max(oracle.values_by_minimax(t).values())


def test_a_line_is_best_play_to_the_end():
    for rows, cols, text in ((2, 2, ""), (3, 3, ""), (3, 3, "h0,0 v1,1 h3,2 v2,3 h1,1"), (2, 4, "h1,1")):
        it = board(rows, cols)
        solution = parlour.solve(it, text)
        moves = it.read_moves(text)
        s = view_of(it, moves).state
        for move in solution.certificate["line"]:
            s = it.play(s, it.parse(s, move))
        assert it.turn(s) == OVER
        assert it.returns(s)[solution.seat] == solution.value


def test_boxes_closed_so_far_count_and_the_seat_to_move_is_told():
    it = board(2, 2, position="h0,0 v0,0 h1,0 v0,1 / A B")
    mine = parlour.solve(it)
    other = parlour.solve(board(2, 2, position="h0,0 v0,0 h1,0 v0,1 / B B"))
    assert (mine.seat, other.seat) == (1, 1)
    assert other.value - mine.value == 2.0
    assert mine.certificate["boxes_to_come"] == other.certificate["boxes_to_come"]


def test_one_player_solves_move_after_move_of_a_match():
    it = board(6, 6)
    player = make(it, "expert", 0, Stream.of(1))
    _, s = oracle.random_position(it, 23, Stream.of(4, "match"), True)
    while it.turn(s) != OVER:
        player.thorough = len(it.legal(s)) == 10
        choice = player.decide(it.view(s, s.player))
        assert choice.work["exact"]
        if len(it.legal(s)) <= 10:
            values = oracle.values_by_minimax(s)
            assert values[choice.action] == max(values.values())
        s = it.play(s, choice.action)


def test_the_second_player_always_wins_three_by_three_by_three():
    it = board(3, 3)
    for seed in range(6):
        player, s, rng = make(it, "expert", 1, Stream.of(seed)), it.start(), Stream.of(seed, "random")
        while it.turn(s) != OVER:
            a = rng.choice(it.legal(s)) if s.player == 0 else player.decide(it.view(s, 1)).action
            s = it.play(s, a)
        assert it.returns(s)[1] >= 3


# -- by search ---------------------------------------------------------------------------------------------


def test_chains_at_the_end_of_a_playout_are_worked_out_exactly():
    checked = 0
    for index in range(12):
        s = board(5, 5).start()
        rng = Stream.of(index, "closing")
        while True:
            graph = Graph(s)
            shapes = shapes_of(graph, graph.word(s))
            if not shapes.safe:
                break
            a = rng.choice([a for a in listed(s.open) if rules.order(s, a) == 1.0])
            s = rules.play(s, a)
        solver = Solver(14)
        word = solver.position(s).rest
        worth = solver.worth(s, word, BUDGET)
        fresh = Solver(14)
        fresh.position(s)
        assert closing(s, word, int(fresh.graph.g[SCRATCH]), fresh.graph.g, fresh.table) == worth
        checked += len(shapes.chains) + len(shapes.loops) > 2
    assert checked > 3


def test_a_board_too_large_to_solve_is_searched_and_says_so():
    it = board(5, 5)
    choice = parlour.analyse(it, "", "chains", limit="simulations=2000")
    assert not choice.work["exact"]
    assert choice.work["simulations"] == 2000
    assert "2,000 simulations" in choice.reasons[-1]
    assert len(choice.candidates) >= 36 + 20  # of two strings to ground at a corner one is enough
    assert all(c.value is not None and not c.exact for c in choice.candidates)
    assert choice.candidates[0].visits == max(c.visits for c in choice.candidates)


def test_more_open_edges_than_a_word_holds_are_searched_by_playouts():
    choice = parlour.analyse(board(7, 7), "", "chains", limit="simulations=500")
    assert choice.reasons[-1] == "112 edges are open: chains are counted from 62 on."
    assert choice.work["simulations"] == 500
    assert len(choice.candidates) == 112


def test_the_same_seed_gives_the_same_choice():
    it = board(4, 5)
    view = it.view(it.start(), 0)
    once, again = (make(it, "chains", 0, Stream.of(7)).decide(view, Limit(simulations=300)) for _ in range(2))
    assert once == again


def test_free_boxes_are_taken_without_search_but_valued_when_asked_why():
    it = board(5, 5)
    view = view_of(it, "h0,0 v0,0 h1,0")
    quick = make(it, "chains", 1, Stream.of(1)).decide(view, Limit(simulations=100, nodes=5))
    assert quick.move == "v0,1"
    assert quick.work["method"] == "theory"
    asked = parlour.analyse(it, "h0,0 v0,0 h1,0", "chains", limit="simulations=100,nodes=5")
    assert (asked.move, asked.work["method"]) == ("v0,1", "tree search")


def test_where_there_is_a_choice_both_sides_of_it_are_searched():
    it = board(5, 5, position="h0,0 v0,0 h0,1 h1,1 h1,0 / A")
    choice = parlour.analyse(it, "", "chains", limit="simulations=400,nodes=5")
    values = {c.move: c.visits for c in choice.candidates}
    assert set(values) == {"v0,1", "v0,2"}  # take the first of two boxes, or give both
    assert all(values.values())


# -- limits ------------------------------------------------------------------------------------------------


def test_a_limit_ends_in_tree_search():
    choice = parlour.analyse("dots_and_boxes", "", "chains", limit="nodes=100,simulations=50")
    assert choice.work["method"] == "tree search"
    assert not any(c.exact for c in choice.candidates)


def test_what_cannot_be_solved_is_refused_with_the_way_out():
    with pytest.raises(Unsuitable, match="112 open edges, at most 62 can be solved; give more --moves"):
        parlour.solve(board(7, 7))
    with pytest.raises(Unsuitable, match=r"not solved within .* positions; raise --limit nodes"):
        parlour.solve(board(3, 3), limit="nodes=50")
    with pytest.raises(Unsuitable, match="not solved within"):
        parlour.solve(board(5, 5), limit="seconds=0.05")


# -- words -------------------------------------------------------------------------------------------------


def facts(it, moves=""):
    choice = parlour.analyse(it, moves, "chains", limit="nodes=1000000,simulations=20")
    return choice.evidence, " ".join(choice.reasons)


@pytest.mark.parametrize(
    ("size", "favoured"), [((3, 3), "A"), ((2, 2), "B"), ((2, 3), "A"), ((4, 4), "B"), ((1, 1), "A")], ids=str
)
def test_the_long_chain_rule_counts_the_dots_of_an_empty_board(size, favoured):
    # The first player wants dots and long chains to make an even number; there are no chains yet.
    assert ((size[0] + 1) * (size[1] + 1) % 2 == 0) == (favoured == "A")
    it = board(*size)
    shapes = shapes_of(Graph(it.start()), Graph(it.start()).word(it.start()))
    assert NAMES[by_rule(it.start(), shapes)] == favoured


def test_chains_and_loops_are_counted_and_a_loop_changes_nothing_for_the_rule():
    ring = "h0,0 h0,1 h2,0 h2,1 v0,0 v1,0 v0,2 v1,2"
    evidence, words = facts(board(2, 2), ring)
    assert (evidence["loops"], evidence["chains"], evidence["long_chains"]) == ([4], [], 0)
    assert evidence["favoured"] == "B"
    assert "No safe edge is left: A must open a chain or loop, and B comes into control." in words
    evidence, words = facts(board(1, 3), "h0,0 h0,1 h0,2 h1,0 h1,1 h1,2")
    assert (evidence["loops"], evidence["chains"], evidence["long_chains"]) == ([], [3], 1)
    assert "On the board: a chain of 3." in words


def test_turns_before_a_long_chain_must_be_opened_are_safe_edges_and_short_chains():
    checked = 0
    for index in range(30):
        it = board(4, 4)
        s, rng, turns = it.start(), Stream.of(index, "turns"), []
        while safe := [a for a in it.legal(s) if rules.order(s, a) == 1.0]:
            graph = Graph(s)
            turns.append((graph.word(s).bit_count(), shapes_of(graph, graph.word(s))))
            s = it.play(s, rng.choice(safe))
        end = shapes_of(graph, graph.word(s))
        if end.joints == 0:
            checked += 1
            short = len(end.chains) - end.long
            assert end.turns == short
            # From any moment on: what is promised then, but for the long chains that have come since.
            for edges, then in turns:
                assert then.turns + then.long - end.long == edges - len(listed(s.open)) + short
    assert checked > 3


def test_the_choice_is_told_with_what_both_sides_come_to():
    # Two boxes to take or give, and a chain of four beyond: giving is right.
    it = board(
        2, 4, position="h0,0 h0,1 h0,2 h0,3 h1,0 h1,1 h1,2 h1,3 h2,0 h2,1 h2,2 h2,3 v0,0 v0,1 v0,2 / AB A"
    )
    evidence, words = facts(it)
    assert (evidence["to_take"], evidence["choice"], evidence["favoured"]) == (2, 2, "A")
    assert evidence["chains"] == [4]
    assert "The rest is worth -4 to who moves there" in words
    assert "taking all comes to -2 and giving 2 to +2: giving is right." in words


def test_the_rule_of_thumb_does_not_contradict_the_exact_value():
    evidence, words = facts(board(3, 3))
    assert evidence["favoured"] == "B"  # the exact value is -3 for A
    assert (
        "Long chain rule, a rule of thumb: A wants an even number of chains of three or more boxes, B an "
        "odd one. There are none so far, with 24 safe edges left, which would favour A; but by the exact "
        "value B ends 3 boxes ahead." in words
    )
    evidence, words = facts(board(4, 4))  # not solved within the limit: the rule is all there is
    assert evidence["favoured"] == "B"
    assert words.count("which would favour B.") == 1


def test_who_is_favoured_is_who_leads_by_the_exact_value():
    checked = 0
    for index in range(40):
        it, rng = board(3, 3), Stream.of(index, "favoured")
        s, moves = it.start(), []
        for _ in range(4 + index % 14):
            a = rng.choice(it.legal(s))
            moves.append(it.format(s, a))
            s = it.play(s, a)
        evidence, words = facts(it, moves)
        lead = parlour.solve(it, moves).value
        mover = NAMES[it.turn(s)]
        other = "AB".replace(mover, "")
        assert evidence.get("favoured") == (mover if lead > 0 else other if lead < 0 else None)
        if "Long chain rule" in words:
            checked += 1
            said = f"{evidence.get('favoured')} ends" if lead else "ends level"
            assert f"by the exact value {said}" in words or f"by the exact value it {said}" in words
    assert checked > 10


def test_what_is_empty_is_not_listed():
    from parlour.cli.explain import evidence as listed_lines

    lines = listed_lines(facts(board(3, 3))[0])
    assert not any(line.endswith(": ") for line in lines)
    assert not any(line.startswith(("chains", "loops")) for line in lines)


def test_chains_are_shown_where_they_are_the_longest_first():
    moves = "h0,0 h0,1 h1,0 h1,1 v0,0 h2,0 h2,1"
    shown = parlour.analyse(board(2, 2), moves, "chains").exhibits[0]
    assert shown.caption == "Chains and loops: a chain of 2"
    letters = [[cell.text for cell in row[1::2]] for row in shown.picture.grids()[0].rows[1::2]]
    assert letters == [["", ""], ["a", "a"]]
