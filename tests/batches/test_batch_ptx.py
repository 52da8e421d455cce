"""All that a batch runs compiles for a GPU, though none is here."""

from __future__ import annotations

import numpy as np
import pytest

import parlour
from parlour.batches import best_response, perft
from parlour.batches.entrants import entrant
from parlour.batches.matches_kernel import meeting, open_games
from parlour.core.columns import width

gpu = pytest.importorskip("numba.cuda") and pytest.importorskip("parlour.compile.gpu")
N = 4


def ints(*shape):
    return np.zeros(shape, np.int64)


@pytest.mark.parametrize(
    ("name", "first", "second"),
    [
        ("tic_tac_toe", "alphabeta:depth=2", "greedy"),
        ("tic_tac_toe", "rules", "random"),
        ("kuhn_poker", "montecarlo", parlour.Policy.of("kuhn_poker", {})),
        ("kuhn_poker", "greedy", "random"),
    ],
)
def test_players_compile(name, first, second):
    game = parlour.game(name)
    sides = entrant(game, first), entrant(game, second)
    s, rows = game.start(), width(game.start())
    tables = [part for side in sides for part in (side.policy.keys, side.policy.first, side.policy.shares)]
    opened = (s, ints(rows, N), ints(N), 0, 1, 1, ints(2), np.zeros((2, 4)))
    scratch = (np.zeros((9, N)), ints(3, rows, N), np.zeros((2, N)), ints(N))
    text = gpu.ptx(meeting(sides[0].act, sides[1].act), *opened, *tables, *scratch)
    assert ".entry" in text
    assert ".entry" in gpu.ptx(open_games, s, ints(rows, 1), 0, 1, 2, 1, ints(rows, N), ints(N))


def test_walks_compile():
    s = parlour.game("kuhn_poker").start()
    rows = width(s)
    policy = ints(3), ints(4), np.zeros(6)
    for text in (
        gpu.ptx(perft.count_actions, s, ints(rows, N), ints(N), ints(N)),
        gpu.ptx(perft.lay_out, s, ints(rows, N), ints(N), ints(N), ints(rows, N), ints(N)),
        gpu.ptx(
            perft.count_below,
            *(s, ints(rows, N), ints(N), 0, ints(3, rows, N), ints(3, N), ints(3, N), ints(N)),
        ),
        gpu.ptx(
            best_response.survey,
            *(s, ints(rows, N), np.zeros(N), 0, 0, *policy, ints(N), ints(N), np.zeros(N)),
        ),
        gpu.ptx(
            best_response.follow,
            *(s, ints(rows, N), np.zeros(N), ints(N), 0, 0, *policy),
            *(ints(N), ints(rows, N), np.zeros(N), ints(N)),
        ),
    ):
        assert ".entry" in text
