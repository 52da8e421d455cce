"""Random games of Battleship by OpenSpiel's rules beside ours, compared action for action.

    python tests/games/battleship/referee.py --games 20000

Each game draws its sea, its ships and every action. Compared are the legal places of every ship, whose turn
it is, the legal shots, when the game ends and who has won. OpenSpiel lets the seats place in turns and ends
a game also after a number of shots; it gets as many as there are cells, and no cell may be fired at twice.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pyspiel

from parlour import OVER, Game, Stream, game
from parlour.core import rules
from parlour.core.bits import WORD, listed

FLEETS = (
    (2, 2, (1, 2)), (3, 3, (2, 1)), (3, 3, (3, 3, 2)), (4, 4, (3, 2)), (4, 4, (4, 4, 3, 2)),
    (3, 5, (3, 2, 2)), (5, 5, (3, 3, 2)),
    (6, 7, (4, 3, 2, 1)), (8, 8, (4, 3, 3, 2)), (10, 10, (5, 4, 3, 3, 2)),
)  # fmt: skip


@dataclass
class Tally:
    """What a comparison found."""

    games: int = 0
    states: int = 0
    differences: list[str] = field(default_factory=list)


@cache
def pair(rows: int, cols: int, ships: tuple[int, ...]) -> tuple[Game, Any]:
    """Give one set of rules in both implementations."""
    theirs = {
        "board_height": rows,
        "board_width": cols,
        "ship_sizes": f"[{';'.join(map(str, ships))}]",
        "ship_values": f"[{';'.join('1' for _ in ships)}]",
        "num_shots": rows * cols,
        "allow_repeated_shots": False,
    }
    return game("battleship", size=(rows, cols), ships=ships), pyspiel.load_game("battleship", theirs)


def compare(games: int, seed: int = 0) -> Tally:
    """Play random games in both; note the first difference of each."""
    tally = Tally()
    for number in range(games):
        rng = Stream.of(seed, "battleship", number)
        rows, cols, ships = rng.choice(FLEETS)
        difference = one_game(rows, cols, ships, rng, tally)
        tally.games += 1
        if difference:
            tally.differences.append(f"game {number}, {rows} x {cols}, {ships}: {difference}")
    return tally


def one_game(rows: int, cols: int, ships: tuple[int, ...], rng: Stream, tally: Tally) -> str:
    """Place and fire at random; give the first difference."""
    ours, their_game = pair(rows, cols, ships)
    cells, s = rows * cols, ours.start()
    upright = WORD * len(s.sea)

    def as_theirs(actions: list[int], placing: bool) -> list[int]:
        if not placing:
            return sorted(actions)
        return sorted(a + cells if a < upright else a - upright + 2 * cells for a in actions)

    placed: dict[tuple[int, int], tuple[list[int], int]] = {}
    for i in range(2 * len(ships)):
        legal = listed(rules.legal(s))
        a = rng.choice(legal)
        placed[i // len(ships), i % len(ships)] = as_theirs(legal, True), as_theirs([a], True)[0]
        s = rules.play(s, a)
    state = their_game.new_initial_state()
    for ship in range(len(ships)):
        for seat in range(2):
            legal, a = placed[seat, ship]
            tally.states += 1
            if state.current_player() != seat or sorted(state.legal_actions()) != legal:
                return f"ship {ship} of seat {seat}: {legal} here, {sorted(state.legal_actions())} there"
            state.apply_action(a)
    while rules.turn(s) != OVER:
        tally.states += 1
        legal = listed(rules.legal(s))
        if state.is_terminal() or state.current_player() != rules.turn(s):
            return f"seat {rules.turn(s)} fires here, not there"
        if sorted(state.legal_actions()) != legal:
            return f"legal shots {legal} here, {sorted(state.legal_actions())} there"
        a = rng.choice(legal)
        s = rules.play(s, a)
        state.apply_action(a)
    if not state.is_terminal():
        return "over here, not there"
    won = 0 if rules.returns(s)[0] > 0 else 1
    if not state.returns()[won] > state.returns()[1 - won]:
        return f"seat {won} wins here; there the results are {state.returns()}"
    return ""


def main() -> None:
    """Compare and report; exit with 1 if anything differs."""
    parser = argparse.ArgumentParser(description="Compare Battleship with OpenSpiel over random games.")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    began = time.perf_counter()
    tally = compare(asked.games, asked.seed)
    print(f"{tally.games:,} games, {tally.states:,} states, {len(tally.differences)} differences, "
          f"{time.perf_counter() - began:.0f} s")  # fmt: skip
    for difference in tally.differences[:10]:
        print(difference)
    sys.exit(1 if tally.differences else 0)


if __name__ == "__main__":
    main()
