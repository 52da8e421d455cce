"""The expert of Ultimate Tic-Tac-Toe against solved endgames, plain minimax, and its own limits."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

import parlour
from parlour import OVER, Stream, arena
from parlour.core import rules
from parlour.core.analyse import view_of
from parlour.core.errors import Unsuitable
from parlour.core.spec import make
from parlour.games.ultimate_tic_tac_toe import cells_of, has_line
from parlour.games.ultimate_tic_tac_toe.play.board import (
    COMPLETING,
    STAGES,
    TERNARY,
    forgetful,
    key_of,
    stage,
    stage_of,
    survey,
    winning_chances,
)
from parlour.games.ultimate_tic_tac_toe.play.search import position

VALUES = Path(__file__).parents[2] / "values"
DRAW, COUNT = (parlour.game("ultimate_tic_tac_toe", tie=tie) for tie in ("draw", "count"))
ENDGAMES = json.loads((VALUES / "ultimate_tic_tac_toe.json").read_text())["endgames"]
FROM_TOP = (6, 7, 8, 3, 4, 5, 0, 1, 2)


def action(move):
    return 9 * FROM_TOP[move[0]] + FROM_TOP[move[1]]


def cells_left(s):
    return sum(word.bit_count() for word in s.open)


def late_positions(game, count, cells):
    """Give positions of random games, each the first with at most so many open cells."""
    found, seed = [], 0
    while len(found) < count:
        s, line, rng = game.start(), [], Stream.of(seed, "late")
        seed += 1
        while game.turn(s) != OVER and cells_left(s) > cells:
            line.append(rules.random_action(s, rng))
            s = rules.play(s, line[-1])
        if game.turn(s) != OVER:
            found.append((line, s))
    return found


@cache
def minimax(s):
    """Give the value for seat 0, by the rules alone."""
    if rules.turn(s) == OVER:
        return rules.returns(s)[0]
    values = [minimax(rules.play(s, a)) for a in DRAW.legal(s)]
    return max(values) if rules.turn(s) == 0 else min(values)


# -- exact ---------------------------------------------------------------------------------------------------


def test_every_solved_endgame_has_its_value_and_all_its_best_moves():
    assert len(ENDGAMES) > 80
    assert max(row["playable_cells"] for row in ENDGAMES) == 27
    for row in ENDGAMES:
        moves = [action(move) for move in row["moves"]]
        solution = parlour.solve(DRAW, moves)
        best = sorted(DRAW.read_moves([*moves, text])[-1] for text in solution.moves)
        assert (solution.value, solution.seat) == (row["value"], row["to_move"])
        assert best == sorted(action(move) for move in row["optimal"])


def test_the_expert_plays_a_best_move_in_every_solved_endgame():
    for row in ENDGAMES:
        view = view_of(DRAW, [action(move) for move in row["moves"]])
        choice = make(DRAW, "ultimate:nodes=500000,table=16", view.seat, Stream([1])).decide(view)
        assert choice.action in [action(move) for move in row["optimal"]]
        assert (choice.value, choice.work["exact"]) == (row["value"], True)
        assert all(c.exact for c in choice.candidates)
        assert len(choice.candidates) == len(view.legal())


@pytest.mark.parametrize("game", [DRAW, COUNT], ids=["draw", "count"])
def test_solutions_are_minimax_s(game):
    results = set()
    for line, s in late_positions(game, 60, 9):
        sign = 1 if rules.turn(s) == 0 else -1
        expected = {game.format(s, a): sign * minimax(rules.play(s, a)) for a in game.legal(s)}
        assert parlour.solve(game, line).certificate["moves"] == expected
        results |= set(expected.values())
    assert results == {-1.0, 0.0, 1.0}


def test_the_two_rules_for_the_end_have_different_solutions():
    lines = [line for line, _ in late_positions(DRAW, 40, 12)]
    assert any(parlour.solve(DRAW, line).value != parlour.solve(COUNT, line).value for line in lines)


def test_solve_refuses_what_it_cannot_finish():
    with pytest.raises(Unsuitable, match=r"not solved within 10,00\d positions with 81 open cells"):
        parlour.solve(DRAW, "", limit="nodes=10000")


@pytest.mark.parametrize("game", [DRAW, COUNT], ids=["draw", "count"])
def test_what_the_search_proves_is_so(game):
    proven = 0
    for line, _ in late_positions(game, 15, 24):
        solved = parlour.solve(game, line).certificate["moves"]
        choice = parlour.analyse(game, line, "ultimate:endgame=0,nodes=20000,table=14")
        for c in choice.candidates:
            if c.exact:
                proven += 1
                assert c.value == solved[c.move], (line, c)
                assert c.note.startswith("within ")
    assert proven > 20


# -- the parts -----------------------------------------------------------------------------------------------


@cache
def chance(mine, theirs):
    """Count out the chance to win a small board, as a fraction."""
    if has_line(mine) or has_line(theirs) or mine | theirs == 0o777:
        return Fraction(int(has_line(mine)))
    empty = [1 << c for c in range(9) if not (mine | theirs) >> c & 1]
    return sum(chance(mine | c, theirs) + chance(mine, theirs | c) for c in empty) / (2 * len(empty))


def test_chances_of_small_boards():
    table = winning_chances()
    for mine in range(512):
        for theirs in range(0, 512, 7):
            if mine & theirs == 0 and not (has_line(mine) and has_line(theirs)):
                found = table[TERNARY[mine] + 2 * TERNARY[theirs]]
                assert found == pytest.approx(float(chance(mine, theirs)), abs=1e-12)
    assert table[0] == pytest.approx(15 / 32)


def test_threats_and_hopes_are_those_of_the_rules():
    for _, s in late_positions(DRAW, 40, 40):
        my_hopes, their_hopes, my_threats, their_threats, closed = survey(s)
        for board in range(9):
            free = cells_of(s.open, board)
            empty = [1 << c for c in range(9) if free >> c & 1]
            assert closed >> board & 1 == (free == 0)
            for words, threats, hopes in (
                (s.mine, my_threats, my_hopes),
                (s.theirs, their_threats, their_hopes),
            ):
                cells = cells_of(words, board)
                won = cells_of(words, 9) >> board & 1
                assert threats >> board & 1 == any(has_line(cells | c) for c in empty)
                assert hopes >> board & 1 == (won or (free != 0 and has_line(cells | free)))


def test_the_stages_try_every_cell_once():
    rng = Stream([5])
    for _ in range(300):
        cells, closed = rng.below(512), rng.below(512)
        wins, threats = cells & rng.below(512), rng.below(512) & ~closed
        parts = [stage(number, cells, wins, threats, closed) for number in range(STAGES)]
        assert sum(parts) == cells
        assert sum(part.bit_count() for part in parts) == cells.bit_count()


def test_keys_tell_positions_apart_and_forget_closed_boards():
    keys = {}
    for seed in range(150):
        s, rng = DRAW.start(), Stream.of(seed, "keys")
        while DRAW.turn(s) != OVER:
            t = forgetful(s)
            rest = (t.mine, t.theirs, t.open, t.board)
            assert keys.setdefault(key_of(t, survey(t)[4]), rest) == rest
            s = rules.play(s, rules.random_action(s, rng))
    assert len(keys) > 5000
    assert all(0 <= key < 1 << 62 for key in keys)


def test_completing_cells():
    for marks in range(512):
        cells = sum(1 << c for c in range(9) if has_line(marks | 1 << c) and not has_line(marks))
        if not has_line(marks):
            assert COMPLETING[marks] == cells


# -- playing -------------------------------------------------------------------------------------------------


def test_it_wins_at_once_where_it_can():
    found = 0
    for seed in range(60):
        s, line, rng = DRAW.start(), [], Stream.of(seed, "win")
        while DRAW.turn(s) != OVER:
            wins = [a for a in DRAW.legal(s) if any(DRAW.returns(rules.play(s, a)))]
            if wins:
                choice = parlour.analyse(DRAW, line, "ultimate:nodes=2000,endgame=0,table=12")
                assert choice.action in wins
                assert choice.candidates[0].note == "within 1 ply"
                found += 1
                break
            line.append(rules.random_action(s, rng))
            s = rules.play(s, line[-1])
    assert found > 30


def test_limits_are_kept_and_the_same_stream_gives_the_same_choice():
    for nodes in (1, 10, 1000):
        first = parlour.analyse(DRAW, "b2/b2", "ultimate", limit={"nodes": nodes})
        again = parlour.analyse(DRAW, "b2/b2", "ultimate", limit={"nodes": nodes})
        assert first.to_json() == again.to_json()
        assert first.work["nodes"] <= nodes + 81  # the limit is looked at where there is more to search
    assert parlour.analyse(DRAW, "b2/b2", "ultimate:depth=3").work["depth"] == 3
    assert parlour.analyse(DRAW, "b2/b2", "ultimate", limit="depth=2").work["depth"] == 2
    late, _ = late_positions(DRAW, 1, 20)[0]
    assert parlour.analyse(DRAW, late, "ultimate", limit="depth=2").work["depth"] == 2  # nor is it solved
    assert not parlour.analyse(DRAW, "", "ultimate", limit="seconds=0.05").work["exact"]


def test_interpreted_and_native_search_agree(monkeypatch):
    line, _ = late_positions(DRAW, 1, 40)[0]
    native = parlour.analyse(DRAW, line, "ultimate:nodes=1500,table=10")
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")
    assert parlour.analyse(DRAW, line, "ultimate:nodes=1500,table=10").to_json() == native.to_json()


def test_it_beats_tree_search():
    specs = ["ultimate:nodes=3000,table=12", "mcts:simulations=400,c=0.5"]
    result = arena.run(DRAW, specs, games=12, seed=3)
    best = result.to_json()["standings"][0]
    assert best["spec"] == specs[0]
    assert best["score"] > 0.75


def test_hard_is_held_to_its_positions_at_every_move():
    s, history = DRAW.start(), []
    player = make(DRAW, "hard", 0, Stream([2]))
    while DRAW.turn(s) != OVER:
        choice = player.decide(DRAW.view(s, DRAW.turn(s), history))
        assert choice.work["nodes"] <= player.nodes + 81
        history.append((DRAW.turn(s), choice.action))
        s = DRAW.play(s, choice.action)


# -- telling -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "move", "says"),
    [
        ("", "b2/a1", "sends O to board a1, which O cannot win at once"),
        (
            "a1/b2 b2/a1 a1/c3 c3/a1",
            "a1/a1",
            "wins board a1 and leaves O a free choice, as",
        ),
        ("a1/b2 b2/a1 a1/c3 c3/a1", "a1/b1", "sends O to board b1, which O cannot win at once"),
        ("a1/b2 b2/a1 a1/a2 a2/a1", "a1/c1", "sends O to board c1, which O cannot win at once"),
        ("a1/b2 b2/a1 a1/c3 c3/a1 a1/b1 b1/a1", "a1/a1", "wins board a1 and leaves O a free choice"),
        (
            "a1/b2 b2/a1 a1/c3 c3/b1 b1/a1",
            "a1/a1",
            "keeps X from winning board a1 and sends X to board a1",
        ),
        ("a1/b2 b2/a1 a1/c3 c3/b1 b1/b2 b2/b1", "b1/a1", "sends O to board a1, which O cannot win at once"),
        ("a1/b2 b2/a1 a1/c3 c3/b1 b1/a1", "a1/b1", "sends X to board b1, which X cannot win at once"),
        ("a1/b2 b2/a1 a1/c3 c3/b1 b1/c1", "c1/a1", "sends X to board a1, which X can win at once"),
    ],
)
def test_words_for_what_a_move_does(moves, move, says):
    s = view_of(DRAW, moves).state
    assert DRAW.names.tell(DRAW.remark(s, DRAW.parse(s, move))).startswith(says)


def test_words_for_the_end_of_the_game():
    seen = set()
    for seed in range(100):
        s, rng = DRAW.start(), Stream.of(seed, "end")
        while DRAW.turn(s) != OVER:
            before, a = s, rules.random_action(s, rng)
            s = rules.play(s, a)
        said = DRAW.remark(before, a)
        won = any(DRAW.returns(s))
        assert said.endswith("the third board of a line" if won else "closes the last board")
        seen.add(won)
    assert seen == {True, False}


def test_reasons_carry_the_numbers_of_the_search():
    for moves in ("", "b2/b2", "a1/b2 b2/a1 a1/c3 c3/a1"):
        choice = parlour.analyse(DRAW, moves, "ultimate:nodes=20000")
        text = " ".join(choice.reasons)
        assert f"visited {choice.work['nodes']:,} positions to depth {choice.work['depth']}" in text
        told = DRAW.names.tell(DRAW.remark(view_of(DRAW, moves).state, choice.action))
        assert choice.reasons[0] == f"{choice.move} {told}."
        assert choice.candidates[0].move == choice.move
        assert len(choice.candidates) == len(view_of(DRAW, moves).legal())
        assert all(-1.0 <= c.value <= 1.0 for c in choice.candidates)


def test_only_an_only_move_is_called_so():
    said = "It is the only move."
    player = make(DRAW, "hard", 0, Stream([1]))
    assert said not in player.decide(DRAW.view(DRAW.start(), 0)).reasons  # the other 80 were not valued
    lines = (line for cells in range(1, 12) for line, _ in late_positions(DRAW, 5, cells))
    view = next(view for view in (view_of(DRAW, line) for line in lines) if len(view.legal()) == 1)
    assert said in make(DRAW, "hard", view.seat, Stream([1])).decide(view).reasons


def test_evidence_is_the_control_of_every_board():
    choice = parlour.analyse(DRAW, "a1/b2 b2/a1 a1/c3 c3/a1 a1/a1", "ultimate:nodes=2000")
    control = choice.evidence["control"]
    assert control["a1"] == {"x": 1.0, "o": 0.0}
    assert control["b1"] == {"x": 0.469, "o": 0.469}
    assert control["b2"]["o"] > 0.5 > control["b2"]["x"]


def test_a_position_keeps_the_survey_that_a_fresh_look_gives():
    for seed in range(20):
        rng, s = Stream.of(seed, "survey"), DRAW.start()
        p = position(s)
        while rules.turn(s) != OVER:
            for a in DRAW.legal(s):
                wins = COMPLETING[cells_of(p.mine, a // 9)] >> a % 9 & 1
                number = stage_of(a % 9, int(wins), p.their_threats, p.closed)
                cells, won = cells_of(p.open, a // 9), COMPLETING[cells_of(p.mine, a // 9)]
                assert stage(number, cells, int(won) & cells, p.their_threats, p.closed) >> a % 9 & 1
            a = rules.random_action(s, rng)
            s, p = rules.play(s, a), rules.play(p, a)
            assert rules.turn(p) == rules.turn(s)
            if rules.turn(s) != OVER:
                assert p == position(s)
                assert rules.legal(p) == rules.legal(s)
