"""Random games of checkers by OpenSpiel's rules beside ours, compared turn by turn.

    python tests/games/checkers/referee.py --games 20000

OpenSpiel's first player sits at the bottom of its board and ours, Black, at the top: the board is turned
round. Its draw rule, 40 turns without a capture, is ours with forty=20 and advance=no. A multiple jump is
several actions in both. One rule differs: OpenSpiel calls it a draw when the turn that completes the count
leaves the other side without a move; here that side has lost, as who cannot move does.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pyspiel

from parlour import OVER, Stream, game
from parlour.games import checkers
from parlour.games.checkers import State
from parlour.games.checkers.words import bit_of

IT = game("checkers", forty=20, advance=False)
THEIRS = pyspiel.load_game("checkers")


@dataclass
class Tally:
    """What a comparison found."""

    games: int = 0
    turns: int = 0
    lost_at_the_limit: int = 0  # games that OpenSpiel calls drawn although the side to move is stuck
    differences: list[str] = field(default_factory=list)


@cache
def corner(square: int) -> str:
    """Give OpenSpiel's name of a square: file and rank, the board turned round."""
    row, place = divmod(square - 1, 4)
    column = 2 * place + (1 - row % 2)
    return "abcdefgh"[7 - column] + str(row + 1)


def name_of(s: State, a: int) -> str:
    """Give OpenSpiel's text of one of our actions."""
    return "".join(map(corner, checkers.ends(s, a)))


def board_of(s: State) -> str:
    """Draw the board as OpenSpiel does."""
    black = s.mine if s.player == 0 else s.theirs
    rows = [["."] * 8 for _ in range(8)]
    for square in range(1, 33):
        bit = 1 << bit_of(square)
        if (s.mine | s.theirs) & bit:
            marks = "o8" if black & bit else "+*"
            name = corner(square)
            rows[int(name[1]) - 1]["abcdefgh".index(name[0])] = marks[bool(s.kings & bit)]
    lines = [str(rank + 1) + "".join(rows[rank]) for rank in range(7, -1, -1)]
    return "\n".join([*lines, " abcdefgh"])


@cache
def text_of(action: int) -> str:
    """Give OpenSpiel's text of one of its actions, which is the same in every state."""
    return str(THEIRS.new_initial_state().action_to_string(0, action))[:4]


def differs(s: State, state: Any, tally: Tally) -> str:
    """Say what differs between two states that should be the same; empty if nothing does."""
    turn = IT.turn(s)
    whose = OVER if state.is_terminal() else state.current_player()
    if turn != whose:
        return f"turn {turn}, theirs {whose}"
    if turn == OVER:
        if board_of(s) != str(state).strip("\n"):
            return f"board\n{board_of(s)}\ntheirs\n{state}"
        if s.quiet >= s.limit and checkers.stuck(s):
            tally.lost_at_the_limit += 1
        elif IT.returns(s) != tuple(state.returns()):
            return f"returns {IT.returns(s)}, theirs {state.returns()}"
        return ""
    legal = sorted(name_of(s, a) for a in IT.legal(s))
    theirs = sorted(map(text_of, state.legal_actions()))
    return "" if legal == theirs else f"legal {legal}, theirs {theirs}"


def compare(games: int, seed: int = 0) -> Tally:
    """Play random games in both and note the first difference of each."""
    tally = Tally()
    for index in range(games):
        rng = Stream.of(seed, "checkers", index)
        s, state, actions = IT.start(), THEIRS.new_initial_state(), []
        while True:
            difference = differs(s, state, tally)
            if difference:
                tally.differences.append(f"after {checkers.write(IT.start(), actions)}: {difference}")
            if difference or state.is_terminal():
                break
            numbers = {text_of(a): a for a in state.legal_actions()}
            action = rng.choice(IT.legal(s))
            actions.append(action)
            state.apply_action(numbers[name_of(s, action)])
            s = checkers.play(s, action)
            tally.turns += s.jumper == 0
        tally.games += 1
    return tally


def main() -> int:
    """Compare as many games as asked for; give the exit code."""
    parser = argparse.ArgumentParser(description="Play random games of checkers against OpenSpiel's rules.")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    began = time.perf_counter()
    tally = compare(given.games, given.seed)
    print(
        f"{tally.games:,} games, {tally.turns:,} turns, {len(tally.differences):,} differences, "
        f"{tally.lost_at_the_limit:,} lost at the limit, {time.perf_counter() - began:.0f} s"
    )
    for difference in tally.differences[:5]:
        print(difference)
    return 1 if tally.differences else 0


if __name__ == "__main__":
    sys.exit(main())
