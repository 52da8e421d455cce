"""Many positions of Connect Four at once have the published scores, however they are cut."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour.bench.ours import random_lines
from parlour.core.limit import Limit
from parlour.games.connect_four import State
from parlour.games.connect_four.play import many
from parlour.games.connect_four.play.perfect import Perfect
from parlour.games.connect_four.play.positions import Positions, have_four

ROWS = json.loads((Path(__file__).parents[2] / "values" / "connect4_move_scores.json").read_text())[
    "positions"
]


def state_of(moves: str) -> State:
    return parlour.game("connect_four", position=moves).start()


def boards_of(states: list[State]) -> Positions:
    return Positions(*(np.array([getattr(s, n) for s in states], np.uint64) for n in ("mine", "mask")))


def best_of(row: dict) -> int:
    return max(score for score in row["move_scores"] if score is not None)


def test_published_scores_of_many_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    late = [row for row in ROWS if len(row["moves"]) >= 16]
    these = boards_of([state_of(row["moves"]) for row in late])
    wanted = [best_of(row) for row in late]
    whole = many.scores_of(these, "cpu")
    assert whole is not None
    assert whole[0].tolist() == wanted
    assert whole[1] > len(late)
    # Interrupted ever so often, in parts, and with a table in which hardly anything stays.
    monkeypatch.setattr(many, "SLICE", 7)
    monkeypatch.setattr(many, "AT_ONCE", 11)
    cut = many.scores_of(Positions(these.mine[-24:], these.mask[-24:]), "cpu", table=4)
    assert cut is not None
    assert cut[0].tolist() == wanted[-24:]


def test_one_position_is_split_and_looked_back_on() -> None:
    for row in [row for row in ROWS if len(row["moves"]) >= 18][:6]:
        solved = many.split(state_of(row["moves"]), "cpu")
        assert solved is not None
        for column, score in enumerate(row["move_scores"]):
            assert solved[0].get(column) == score, row


def test_the_last_cells_are_split_too() -> None:
    game = parlour.game("connect_four")
    for line in [*random_lines(34, 8), *random_lines(39, 4), *random_lines(41, 2)]:
        s = state_of("".join(str(column + 1) for column in line))
        solved, known = many.split(s, "cpu"), Perfect.solve(game, s, Limit())
        assert solved is not None
        assert known is not None
        assert {game.format(s, a): score for a, score in solved[0].items()} == known.certificate["scores"]


def test_a_limit_ends_it() -> None:
    s = state_of("44444133")
    assert many.split(s, "cpu", goes_on=lambda nodes: nodes < 1000) is None
    assert not have_four(boards_of([s]).mine).any()


def test_solving_on_the_cores_is_what_it_was() -> None:
    game = parlour.game("connect_four")
    s = state_of(next(row["moves"] for row in ROWS if len(row["moves"]) >= 24))
    assert Perfect.solve_on(game, s, Limit(), "cpu", 0.0) == Perfect.solve(game, s, Limit())


def test_it_compiles_for_a_gpu() -> None:
    from parlour.compile import gpu

    numbers = [np.zeros(shape, np.int64) for shape in (4, (many.NODES + 1, 4), (90, 4), 64)]
    assert ".entry" in gpu.ptx(many.search_on, numbers[0], 100, *numbers[1:])
