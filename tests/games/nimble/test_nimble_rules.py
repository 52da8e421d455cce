"""Nimble against stored positions, and against OpenSpiel's Nim, which it is in disguise.

`python -m tests.games.test_nimble 20000`, run in the project's folder, plays that many random games of each
set-up instead.
"""

from __future__ import annotations

import sys

import pyspiel
import pytest

from parlour import OVER, Stream, game, solve
from parlour.core.errors import IllegalMove, InvalidMove

from ..helpers import after, drawn, refuses_move, refuses_option, stored

KNOWN = stored("nimble")
IT = game("nimble")
GAMES = 2_000
SET_UPS = [((5, 3, 7), False), ((5, 3, 7), True), ((4, 4, 4, 1), False), ((2, 2, 0, 9, 70), True)]


def compare(coins, misere, games):
    """Play random games in OpenSpiel's Nim, a heap for each coin; give how many states were compared."""
    it = game("nimble", coins=coins, misere=misere)
    theirs = pyspiel.load_game("nim", {"pile_sizes": ";".join(map(str, coins)), "is_misere": misere})
    states = 0
    for index in range(games):
        rng, s, state = Stream.of(index, "nimble"), it.start(), theirs.new_initial_state()
        while not state.is_terminal():
            states += 1
            assert it.turn(s) == state.current_player()
            taken = [(a % len(coins), a // len(coins) + 1) for a in state.legal_actions()]
            # Equal heaps give equal moves, which are one move here.
            moves = {f"{s.coins[coin]}>{s.coins[coin] - number}" for coin, number in taken}
            assert sorted(it.format(s, a) for a in it.legal(s)) == sorted(moves)
            action = rng.choice(it.legal(s))
            text = it.format(s, action)
            coin, target = s.coins.index(int(text.split(">")[0])), int(text.split(">")[1])
            state.apply_action((s.coins[coin] - target - 1) * len(coins) + coin)
            s = it.play(s, action)
            assert s.coins[coin] == target
        assert it.turn(s) == OVER
        assert list(it.returns(s)) == state.returns()
    return states


@pytest.mark.parametrize(("coins", "misere"), SET_UPS)
def test_random_games_agree_with_open_spiels_nim(coins, misere):
    assert compare(coins, misere, GAMES // len(SET_UPS)) > GAMES


@pytest.mark.parametrize("row", KNOWN["cases"], ids=lambda row: str(row["coin_positions"]))
def test_stored_positions(row):
    if not any(row["coin_positions"]):
        refuses_option("nimble", "to the right of square 0", coins=tuple(row["coin_positions"]))
        assert not row["first_player_wins"]
        return
    it = game("nimble", coins=tuple(row["coin_positions"]))
    solution = solve(it)
    assert solution.value == (1.0 if row["first_player_wins"] else -1.0)
    assert sorted(solution.moves) == sorted(f"{a}>{b}" for a, b in row["winning_moves"])
    assert solution.certificate["nim_sum"] == row["grundy"]


@pytest.mark.parametrize("misere", [False, True])
def test_stored_positions_found_by_brute_force(misere):
    compared = 0
    for row in KNOWN["brute_small"]:
        coins = tuple(row["coin_positions"])
        if any(coins):
            wins = row["first_player_wins_misere" if misere else "first_player_wins_normal"]
            assert solve(game("nimble", coins=coins, misere=misere)).value == (1.0 if wins else -1.0), coins
            compared += 1
    assert compared > 60


def test_moves_are_from_square_to_square():
    s = IT.start()
    assert IT.play(s, IT.parse(s, "5>2")).coins == (2, 3, 7)
    for text in ("5", "5>", ">2", "5>x", "5>-1", "5>62", "4>2", "x>1", "5>2>1", "²>1"):
        refuses_move(IT, s, text, InvalidMove)
    refuses_move(IT, s, "5>5", IllegalMove)
    refuses_move(IT, s, "3>4", IllegalMove)


def test_coins_on_one_square_are_alike():
    it = game("nimble", coins=(2, 2, 1, 0))
    s = it.start()
    assert [it.format(s, a) for a in it.legal(s)] == ["2>0", "2>1", "1>0"]
    assert after(it, "2>1 2>1").coins == (1, 1, 1, 0)


@pytest.mark.parametrize(("misere", "result"), [(False, (1.0, -1.0)), (True, (-1.0, 1.0))])
def test_the_last_move_wins_or_loses(misere, result):
    it = game("nimble", coins=(1, 1, 1), misere=misere)
    assert it.returns(after(it, "1>0 1>0 1>0")) == result


def test_drawing():
    it = game("nimble", coins=(5, 1, 1, 3))
    assert it.show(it.start()) == drawn("""
Nimble

   │ 2 │   │ ● │   │ ●
 0   1   2   3   4   5

First player to move; who makes the last move wins
""")
    assert "1,000" in game("nimble", coins=(1000, 2)).show(game("nimble", coins=(1000, 2)).start())


if __name__ == "__main__":
    for set_up in SET_UPS:
        print(*set_up, f"{compare(*set_up, int(sys.argv[1])):,} states, no difference")
