"""OpenSpiel as a referee: random games played move for move in its implementation and in ours.

`python benchmarks/referee.py --games 100000 [GAME ...]` compares, at every state, whose turn it is, the legal
actions, the chances, the board where OpenSpiel prints one, whether the game is over, and the results.
It prints one row a game and exits with 1 if there is any difference.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pyspiel

import parlour
from parlour import OVER, Game, Stream
from parlour.core.bits import WORD
from parlour.core.rules import AnyState

CLOSE = 1e-9
SHOWN = 5  # differences printed for a game


@dataclass(frozen=True)
class Pair:
    """One game in both implementations, and how an action of ours is numbered in theirs."""

    name: str
    ours: Game
    theirs: Any
    number: Callable[[AnyState, int], int] = lambda s, a: a
    board: Callable[[AnyState], str] | None = None  # what OpenSpiel prints of the state, where it is a board


@dataclass
class Tally:
    """What a comparison found."""

    name: str
    games: int = 0
    states: int = 0
    differences: list[str] = field(default_factory=list)


def compare(pair: Pair, games: int, seed: int = 0) -> Tally:
    """Play random games in both and note the first difference of each game."""
    tally = Tally(pair.name)
    for index in range(games):
        rng = Stream.of(seed, pair.name, index)
        s, state, actions = pair.ours.start(), pair.theirs.new_initial_state(), []
        while True:
            tally.states += 1
            difference = differs(pair, s, state)
            if difference:
                tally.differences.append(f"after {actions}: {difference}")
                break
            if state.is_terminal():
                break
            action = rng.choice(pair.ours.legal(s))
            actions.append(action)
            number = pair.number(s, action)
            s = pair.ours.play(s, action)
            state.apply_action(number)
        tally.games += 1
    return tally


def differs(pair: Pair, s: AnyState, state: Any) -> str:
    """Say what differs between two states that should be the same; empty if nothing does."""
    turn = pair.ours.turn(s)
    whose = OVER if state.is_terminal() else state.current_player()
    if turn != whose:
        return f"turn {turn}, theirs {whose}"
    legal = sorted(pair.number(s, a) for a in pair.ours.legal(s))
    if legal != sorted(state.legal_actions()):
        return f"legal {legal}, theirs {sorted(state.legal_actions())}"
    if state.is_chance_node():
        ours = {pair.number(s, a): weight for a, weight in pair.ours.outcomes(s)}
        for number, weight in state.chance_outcomes():
            if abs(ours[number] - weight) > CLOSE:
                return f"chance of {number} {ours[number]}, theirs {weight}"
    if any(abs(x - y) > CLOSE for x, y in zip(pair.ours.returns(s), state.returns(), strict=True)):
        return f"returns {pair.ours.returns(s)}, theirs {state.returns()}"
    if pair.board is not None and pair.board(s) != str(state).strip():
        return f"board {pair.board(s)!r}, theirs {str(state).strip()!r}"
    return ""


# -- the games ---------------------------------------------------------------------------------------------


def pairs() -> list[Pair]:
    """Build every pair of games."""
    return [*_lines(), *_nims(), *_hidden()]


def _lines() -> list[Pair]:
    cells = [(rank, file) for rank in (2, 1, 0) for file in range(3)]

    def number(s: AnyState, a: int) -> int:
        return cells.index((a // 3, a % 3))  # theirs count from the top left, ours from the bottom left

    def tic_tac_toe(s: AnyState) -> str:
        marks = ["x" if s.x >> 3 * r + f & 1 else "o" if s.o >> 3 * r + f & 1 else "." for r, f in cells]
        return "\n".join("".join(marks[row : row + 3]) for row in (0, 3, 6))

    def connect_four(s: AnyState) -> str:
        first = s.mine if s.ply % 2 == 0 else s.mine ^ s.mask
        rows = [[1 << (7 * column + row) for column in range(7)] for row in range(5, -1, -1)]
        return "\n".join(
            "".join("x" if first & bit else "o" if s.mask & bit else "." for bit in row) for row in rows
        )

    load = pyspiel.load_game
    return [
        Pair("tic_tac_toe", parlour.game("tic_tac_toe"), load("tic_tac_toe"), number, tic_tac_toe),
        Pair(
            "tic_tac_toe misere",
            parlour.game("tic_tac_toe", misere=True),
            load("misere(game=tic_tac_toe())"),
            number,
        ),
        Pair("connect_four", parlour.game("connect_four"), load("connect_four"), board=connect_four),
    ]


def _nims() -> list[Pair]:
    heaps = ((1, 3, 5, 7), (3, 4, 5), (9,), (2, 2, 2, 2, 2, 2), (70, 3), (1, 0, 8))
    return [nim(sizes, misere) for sizes in heaps for misere in (False, True)]


def nim(heaps: Sequence[int], misere: bool) -> Pair:
    """Pair the two implementations of Nim; in theirs the heap varies fastest, in ours what is taken."""
    span = -(-max(heaps) // WORD)

    def number(s: AnyState, a: int) -> int:
        heap, taken = divmod(a, WORD * span)
        return taken * len(heaps) + heap

    theirs = {"pile_sizes": ";".join(map(str, heaps)), "is_misere": misere}
    return Pair(
        f"nim {theirs['pile_sizes']}{' misere' if misere else ''}",
        parlour.game("nim", heaps=tuple(heaps), misere=misere),
        pyspiel.load_game("nim", theirs),
        number,
    )


def _hidden() -> list[Pair]:
    def in_turn(name: str) -> Any:
        return pyspiel.load_game(f"turn_based_simultaneous_game(game={name}())")

    tables = {
        "matrix_mp": ("1,-1;-1,1", ""),
        "matrix_rps": ("0,-1,1;1,0,-1;-1,1,0", ""),
        "matrix_pd": ("5,0;10,1", "5,10;0,1"),
    }
    general = pyspiel.create_matrix_game([[1, 2, -3], [4, 0.5, 6]], [[0, 1, 1], [2, -2, 2.25]])
    return [
        Pair("kuhn_poker", parlour.game("kuhn_poker"), pyspiel.load_game("kuhn_poker")),
        Pair("rock_paper_scissors", parlour.game("rock_paper_scissors", rounds=1), in_turn("matrix_rps")),
        *(
            Pair(f"matrix {name}", parlour.game("matrix", payoffs=rows, payoffs2=columns), in_turn(name))
            for name, (rows, columns) in tables.items()
        ),
        Pair(
            "matrix 2x3",
            parlour.game("matrix", payoffs="1,2,-3;4,1/2,6", payoffs2="0,1,1;2,-2,9/4"),
            pyspiel.convert_to_turn_based(general),
        ),
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare the games named, or all of them; give the exit code."""
    parser = argparse.ArgumentParser(description="Play random games against OpenSpiel's rules.")
    parser.add_argument("--games", type=int, default=100_000, help="random games of each (default 100,000)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("game", nargs="*", help="only these, such as nim or 'nim 3;4;5' (default all)")
    given = parser.parse_args(arguments)
    known = pairs()
    wanted = [p for p in known if not given.game or p.name in given.game or p.ours.name in given.game]
    if not wanted or given.games < 1:
        names = ", ".join(sorted({pair.ours.name for pair in known}))
        print(f"nothing to compare; games: {names}; --games from 1", file=sys.stderr)
        return 2
    print(f"{'game':<22}{'games':>12}{'states':>12}{'differences':>13}{'seconds':>9}")
    found = 0
    for pair in wanted:
        began = time.perf_counter()
        tally = compare(pair, given.games, given.seed)
        took = time.perf_counter() - began
        count = len(tally.differences)
        print(f"{tally.name:<22}{tally.games:>12,}{tally.states:>12,}{count:>13,}{took:>9.1f}", flush=True)
        for difference in tally.differences[:SHOWN]:
            print(f"    {difference}")
        found += count
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
