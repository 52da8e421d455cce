"""The one alpha-beta kernel: pruning, null windows and the verbs a game may help it with change no value."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.core import rules
from parlour.core.bits import listed
from parlour.core.rng import Stream
from parlour.core.spec import make
from parlour.search import alphabeta, alphabeta_kernel, table
from parlour.search.deepening import NODES, PRUNE, REDUCE, deepen, new_counters
from parlour.search.perft import perft

BREAKTHROUGH = Path(__file__).parent / "breakthrough.py"
HINTS = '''
from parlour.core.fingerprint import fingerprint

NAME = "loud_breakthrough"


def quiet(s: State) -> bool:
    """Nothing can be taken."""
    left, _, right = goals(s)
    if s.player == 0:
        return left & s.black >> 5 | right & s.black >> 7 == 0
    return left & s.white << 7 | right & s.white << 5 == 0


def loud(s: State, a: int) -> bool:
    """A capture."""
    return goal_of(s, a) & (s.white | s.black) != 0


def bounds(s: State) -> tuple[float, float]:
    """A pawn one step from home that is to move gets there."""
    if s.player == 0 and s.white & HOME << 24 != 0 and turn(s) == 0:
        return (1.0 - 2.0**-13, 1.0 - 2.0**-13)
    return (-1.0, 1.0)


def table_key(s: State) -> int:
    """The whole state is a good key too."""
    return fingerprint((s.player, s.black, s.white))
'''


@pytest.fixture(scope="module")
def loud(tmp_path_factory: pytest.TempPathFactory) -> parlour.Game:
    """Give Breakthrough with all the verbs that a search may ask."""
    file = tmp_path_factory.mktemp("games") / "loud_breakthrough.py"
    file.write_text(BREAKTHROUGH.read_text() + HINTS)
    return parlour.game(parlour.load(str(file))[0])


@pytest.fixture(scope="module")
def plain() -> parlour.Game:
    """Give Breakthrough as a user would write it."""
    return parlour.game(parlour.load(str(BREAKTHROUGH))[0])


def positions(game: parlour.Game, count: int, deepest: int) -> list[Any]:
    found = []
    for n in range(count):
        rng, s = Stream.of(n, "positions"), game.start()
        for _ in range(rng.below(deepest + 1)):
            if game.turn(s) != parlour.OVER:
                s = rules.play(s, rules.random_action(s, rng))
        if game.turn(s) != parlour.OVER:
            found.append(s)
    return found


def root_value(game: parlour.Game, s: Any, depth: int, prune: int, width: float = np.inf) -> float:
    """Search the root as play does, without reductions; give its value for the player to move."""
    counters = new_counters(10**9)
    counters[PRUNE] = prune
    kept, rows = table.new_table(12), alphabeta_kernel.new_rows(game.actions, 40)

    def look(deep: int, actions: list[int], low: float, high: float) -> tuple[list[float], list[bool]]:
        values, reached = np.zeros(len(actions)), np.zeros(len(actions), np.int64)
        arrays = (kept, rows, counters, np.array(actions, np.int64), values, reached)
        done = alphabeta_kernel.search_root(s, deep, 1, 0, low, high, *arrays)
        return values[:done].tolist(), [False] * done

    return deepen(game.legal(s), depth, look, counters, width=width).values[0]


def test_breakthrough_has_the_moves_of_its_rules(plain: parlour.Game) -> None:
    def moves(own: frozenset[int], other: frozenset[int], up: int) -> list[tuple[int, int]]:
        found = []
        for square in own:
            for side in (-1, 0, 1):
                column, goal = square % 6 + side, square + 6 * up + side
                blocked = goal in own or (side == 0 and goal in other)
                if 0 <= column < 6 and not blocked:
                    found.append((square, goal))
        return found

    def leaves(own: frozenset[int], other: frozenset[int], up: int, depth: int) -> int:
        home = range(6) if up == 1 else range(30, 36)
        if depth == 0 or any(square in home for square in other) or not own:
            return int(depth == 0)
        return sum(
            leaves(other - {goal}, own - {square} | {goal}, -up, depth - 1)
            for square, goal in moves(own, other, up)
        )

    white, black = frozenset(range(12)), frozenset(range(24, 36))
    counts = [leaves(white, black, 1, depth) for depth in (1, 2, 3, 4)]
    assert counts[:2] == [16, 256]
    assert [perft(plain, plain.start(), depth).leaves for depth in (1, 2, 3, 4)] == counts


@pytest.mark.parametrize("name", ["connect_four", "dots_and_boxes", "checkers", "ultimate_tic_tac_toe"])
def test_null_windows_and_aspiration_keep_minimax_s_value(name: str) -> None:
    game = parlour.game(name)
    for s in positions(game, 4, 12):
        plain = root_value(game, s, 3, prune=0)
        assert root_value(game, s, 3, prune=1) == plain
        assert root_value(game, s, 3, prune=1, width=0.01) == plain


def reference(s: Any, depth: int, low: float, high: float) -> float:
    """Search for seat 0 as the books have it: alpha-beta with quiescence, and nothing else."""
    seat = rules.turn(s)
    if seat == parlour.OVER:
        return rules.returns(s)[0]
    least, most = rules.bounds(s)
    if least == most:
        return least
    if depth <= 0 and rules.quiet(s):
        return rules.evaluate(s, 0)
    actions = listed(rules.legal(s))
    tried = [a for a in actions if depth > 0 or rules.loud(s, a)]
    best = rules.evaluate(s, 0) if len(tried) < len(actions) else -np.inf if seat == 0 else np.inf
    for a in tried:
        low, high = (max(low, best), high) if seat == 0 else (low, min(high, best))
        if low >= high:
            break
        inner = alphabeta_kernel.ahead(low), alphabeta_kernel.ahead(high)
        value = alphabeta_kernel.back(reference(rules.play(s, a), depth - 1, *inner))
        best = max(best, value) if seat == 0 else min(best, value)
    return best


def test_a_user_s_game_gets_the_value_of_the_books_with_every_verb(loud: parlour.Game) -> None:
    for s in positions(loud, 6, 30):
        sign = 1 if loud.turn(s) == 0 else -1
        value = sign * reference(s, 2, -np.inf, np.inf)
        assert root_value(loud, s, 2, prune=1) == value
        assert root_value(loud, s, 2, prune=1, width=0.01) == value


def test_quiescence_looks_past_the_depth_and_bounds_save_work(
    loud: parlour.Game, plain: parlour.Game
) -> None:
    state = type(plain.start())
    s = state(1 << 27 | 1 << 1, 1 << 34 | 1 << 16, 0)  # White is one step from home
    won = parlour.analyse(loud, loud.view(type(loud.start())(*s), 0), "alphabeta", limit="depth=3")
    same = parlour.analyse(plain, plain.view(s, 0), "alphabeta", limit="depth=3")
    assert [(c.move, c.value, c.distance) for c in won.candidates[:1]] == [
        (c.move, c.value, c.distance) for c in same.candidates[:1]
    ]
    assert won.work["nodes"] < same.work["nodes"]
    taking = type(loud.start())(1 << 14 | 1 << 0, 1 << 21 | 1 << 28 | 1 << 33, 0)  # c3xd4 e5xd4
    deep = root_value(loud, taking, 1, prune=1)
    hasty = root_value(plain, state(*taking), 1, prune=1)
    assert deep < hasty


def test_reductions_leave_proofs_true(plain: parlour.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alphabeta, "REDUCING", 0)
    for s in positions(plain, 12, 40):
        player = make(plain, "alphabeta", plain.turn(s))
        choice = player.decide(plain.view(s, plain.turn(s)), parlour.Limit(depth=7))
        best = choice.candidates[0]
        if best.exact:
            proof = parlour.analyse(plain, plain.view(s, plain.turn(s)), "alphabeta", limit="depth=9")
            assert proof.candidates[0].exact
            assert proof.value == best.value


def test_reductions_are_for_play_only() -> None:
    counters = new_counters(100)
    assert counters[REDUCE] > 10**12
    assert counters[NODES] == 0


def test_a_deep_entry_of_this_decision_stays_and_an_old_one_goes() -> None:
    kept = table.new_table(4)
    table.store(kept, 16, 1.0, 1, 9, table.EXACT, 3)
    table.store(kept, 32, 2.0, 2, 2, table.LOWER, 3)  # shallower: to the second place
    assert [int(entry["move"]) for entry in kept[:2]] == [1, 2]
    table.store(kept, 48, 3.0, 3, 1, table.UPPER, 4)  # the next decision begins: the deep one is old
    assert [int(entry["move"]) for entry in kept[:2]] == [3, 2]
    assert table.holds(kept, table.find(kept, 32), 32)
    assert table.bound_of(kept, table.find(kept, 32)) == table.LOWER
    assert not table.holds(kept, table.find(kept, 16), 16)


def test_both_backends_play_the_same() -> None:
    program = (
        f"import parlour; parlour.load({str(BREAKTHROUGH)!r}); from parlour.core.spec import make\n"
        "g = parlour.game('breakthrough'); p = make(g, 'alphabeta:nodes=3000,table=10', 0)\n"
        "import parlour.search.alphabeta as ab; ab.REDUCING = 500\n"
        "c = p.decide(g.view(g.start(), 0)); print(c.action, c.value, c.work)"
    )
    said = [
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PARLOUR_BACKEND": backend},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for backend in ("native", "interpreted")
    ]
    assert said[0] == said[1]
    assert said[0]
