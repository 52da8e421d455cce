"""Alpha-beta against plain minimax written out here, published scores, and its own limits."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.core import rules
from parlour.core.errors import ParlourError, Unsuitable
from parlour.core.rng import Stream
from parlour.core.spec import make

VALUES = Path(__file__).parents[1] / "values"


@cache
def minimax(s: Any) -> tuple[float, int]:
    """Give the value for seat 0 and the plies to the end: soonest win, latest loss."""
    if rules.turn(s) == parlour.OVER:
        return rules.returns(s)[0], 0
    sign = 1 if rules.turn(s) == 0 else -1
    best = None
    for a in parlour.game(NAMES[type(s)]).legal(s):
        value, plies = minimax(rules.play(s, a))
        mine = value * sign
        rank = (mine, -plies if mine > 0 else plies)
        if best is None or rank > best[0]:
            best = (rank, value, plies + 1)
    assert best is not None
    return best[1], best[2]


NAMES = {type(parlour.game(name).start()): name for name in ("tic_tac_toe", "nim", "connect_four")}


def some_positions(game: parlour.Game, count: int, deepest: int) -> list[list[int]]:
    found = []
    for n in range(count):
        rng, s, line = Stream.of(n, "positions"), game.start(), []
        for _ in range(rng.below(deepest + 1)):
            if game.turn(s) == parlour.OVER:
                break
            line.append(rules.random_action(s, rng))
            s = rules.play(s, line[-1])
        if game.turn(s) != parlour.OVER:
            found.append(line)
    return found


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("tic_tac_toe", {}),
        ("tic_tac_toe", {"misere": True}),
        ("nim", {"heaps": (2, 3, 4)}),
        ("nim", {"heaps": (2, 3, 4), "misere": True}),
    ],
)
@pytest.mark.parametrize("strategy", ["alphabeta", "minimax"])
def test_every_candidate_has_minimax_s_value_and_distance(name: str, options: Any, strategy: str) -> None:
    game = parlour.game(name, **options)
    for line in some_positions(game, 40, 7):
        choice = parlour.analyse(game, line, strategy, limit="nodes=100000000")
        s = game.start()
        for a in line:
            s = rules.play(s, a)
        sign = 1 if rules.turn(s) == 0 else -1
        assert len(choice.candidates) == len(game.legal(s))
        for c in choice.candidates:
            value, plies = minimax(rules.play(s, c.action))
            assert c.exact
            assert c.value == value * sign, (line, c)
            if value:
                assert c.distance == plies + 1, (line, c)
        assert choice.value == minimax(s)[0] * sign


def test_pons_scores_of_late_connect_four_positions() -> None:
    data = json.loads((VALUES / "connect4_move_scores.json").read_text())
    late = [row for row in data["positions"] if len(row["moves"]) >= 22][:40]
    assert len(late) >= 20
    game = parlour.game("connect_four")
    for row in late:
        choice = parlour.analyse(game, row["moves"], "alphabeta:table=20", limit="nodes=20000000")
        stones = len(row["moves"])
        for c in choice.candidates:
            score = row["move_scores"][c.action]
            assert c.exact
            if c.value == 0:
                assert score == 0
            else:
                assert c.distance is not None
                last = stones + c.distance  # stones on the board when the game ends
                assert score == (1 if c.value > 0 else -1) * (22 - (last + 1) // 2), (row, c)


def test_pruning_changes_the_work_and_not_the_value() -> None:
    game = parlour.game("connect_four")
    for line in some_positions(game, 12, 10):
        pruned = parlour.analyse(game, line, "alphabeta", limit="depth=5")
        plain = parlour.analyse(game, line, "minimax", limit="depth=5")
        values = {c.action: (c.value, c.distance) for c in plain.candidates}
        assert {c.action: (c.value, c.distance) for c in pruned.candidates} == values
        assert pruned.work["nodes"] < plain.work["nodes"] or plain.work["nodes"] < 50


def test_work_says_what_pruning_saved() -> None:
    choice = parlour.analyse("tic_tac_toe", "", "alphabeta")
    assert choice.work["minimax_nodes"] == 549_946  # the whole tree
    assert choice.work["nodes"] < 20_000
    assert "549,946" in " ".join(choice.reasons)


def test_the_threat_it_parries_is_named() -> None:
    choice = parlour.analyse("tic_tac_toe", "a1 b2 c1", "expert")
    assert choice.move == "b1"
    text = " ".join(choice.reasons)
    assert "b1 would refute 5 of the 5 other moves" in text
    assert "loses in 2 plies" in text


def test_node_limit_is_kept_and_deterministic() -> None:
    game = parlour.game("connect_four")
    for nodes in (1, 2, 7, 100, 5000):
        first = parlour.analyse(game, "4453", "alphabeta", limit={"nodes": nodes})
        again = parlour.analyse(game, "4453", "alphabeta", limit={"nodes": nodes})
        assert first.to_json() == again.to_json()
        assert first.work["nodes"] <= nodes + 8  # the limit is looked at between nodes with children


def test_time_limit_stops_a_search_that_would_take_hours() -> None:
    choice = parlour.analyse("connect_four", "", "alphabeta", limit="seconds=0.2")
    assert choice.action in range(7)
    assert not choice.work["exact"]


def test_depth_limit_is_kept() -> None:
    assert parlour.analyse("connect_four", "", "alphabeta:depth=4").work["depth"] == 4
    assert parlour.analyse("connect_four", "", "alphabeta", limit="depth=3").work["depth"] == 3


def test_solve_gives_value_line_and_proof() -> None:
    solution = parlour.solve("tic_tac_toe")
    assert solution.value == 0
    assert solution.certificate["exact"]
    won = parlour.solve("tic_tac_toe", "a1 b1")
    assert won.value == 1
    assert won.moves == ("a2", "a3", "b2")
    assert won.certificate["distance"] == 5
    lost = parlour.solve("tic_tac_toe", "a1 b1 b2")
    assert (lost.value, lost.seat) == (-1, 1)


def test_solve_refuses_what_it_cannot_finish() -> None:
    with pytest.raises(Unsuitable, match="not solved within"):
        parlour.solve("connect_four", "4444442222226", limit="nodes=1000")


def test_random_tie_breaks_use_the_stream_only() -> None:
    game = parlour.game("tic_tac_toe")
    moves = {parlour.analyse(game, "", "alphabeta", seed=seed).move for seed in range(30)}
    assert len(moves) > 3  # every opening draws
    assert len({parlour.analyse(game, "", "alphabeta", seed=7).move for _ in range(3)}) == 1


def test_it_refuses_hidden_information_and_chance() -> None:
    with pytest.raises(ParlourError, match="without chance and without hidden"):
        make(parlour.game("kuhn_poker"), "alphabeta")
