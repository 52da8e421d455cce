"""A match against OpenSpiel's C++ tree search, with the same time for every move and the sides swapped.

    python benchmarks/open_spiel_match.py checkers --games 100 --seconds 0.05

plays every opening of a few random moves from both sides and prints the share of points (a draw is half of
one) with its 95 % interval, and the time that each side really took. OpenSpiel's search takes a number of
simulations, not a time, so the number is set before each decision from the rate of those before. Where a busy
machine lets ours take longer than theirs on average, ours is given less for its next moves.

Checkers is played by OpenSpiel's draw rule, 40 turns without a capture. In Ultimate Tic-Tac-Toe OpenSpiel
chooses a free board and its cell as two actions, which share the time of the move.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pyspiel

import parlour
from parlour import Game, Stream
from parlour.arena.stats import estimate
from parlour.core.errors import ParlourError
from parlour.core.limit import Limit
from parlour.core.rules import AnyState
from parlour.core.spec import make

SHORTEST = 0.001  # seconds that a limit can ask for
TRIAL = 500  # simulations by which their rate is guessed at first
FROM_TOP = (6, 7, 8, 3, 4, 5, 0, 1, 2)  # our number of a cell from theirs, and theirs from ours
FREE = 9  # in place of a board: any open one


@dataclass(frozen=True)
class Table:
    """A game in both systems, and what an action of ours is in theirs: one number or several."""

    ours: Game
    theirs: Any
    numbers: Callable[[AnyState, Any, int], tuple[int, ...]]
    c: float = 2.0  # their exploration constant; 1 was the best for Ultimate Tic-Tac-Toe


def tables() -> dict[str, Callable[[], Table]]:
    """Give the games that can be played."""
    load, game = pyspiel.load_game, parlour.game
    return {
        "connect_four": lambda: Table(game("connect_four"), load("connect_four"), lambda s, state, a: (a,)),
        "ultimate_tic_tac_toe": lambda: Table(
            game("ultimate_tic_tac_toe"), load("ultimate_tic_tac_toe"), ultimate_numbers, 1.0
        ),
        "checkers": lambda: Table(
            game("checkers", forty=20, advance=False), load("checkers"), checkers_numbers
        ),
        "dots_and_boxes": lambda: dots_and_boxes(5, 5),
        "dots_and_boxes_3x3": lambda: dots_and_boxes(3, 3),
    }


def ultimate_numbers(s: AnyState, state: Any, a: int) -> tuple[int, ...]:
    """Give the board, where it is free, and the cell."""
    cell = FROM_TOP[a % 9]
    return (FROM_TOP[a // 9], cell) if s.board == FREE else (cell,)


def checkers_numbers(s: AnyState, state: Any, a: int) -> tuple[int, ...]:
    """Find the action by its text: theirs names files and ranks of the board turned round."""
    from parlour.games.checkers import ends

    text = ""
    for square in ends(s, a):
        row, place = divmod(square - 1, 4)
        text += "abcdefgh"[7 - (2 * place + 1 - row % 2)] + str(row + 1)
    return (next(n for n in state.legal_actions() if state.action_to_string(n).startswith(text)),)


def dots_and_boxes(rows: int, cols: int) -> Table:
    """Set up a board of so many boxes."""
    theirs = pyspiel.load_game(f"dots_and_boxes(num_rows={rows},num_cols={cols})")
    ours = parlour.game("dots_and_boxes", rows=rows, cols=cols)
    return Table(ours, theirs, lambda s, state, a: (edge_number(rows, cols, a),))


def edge_number(rows: int, cols: int, action: int) -> int:
    """Give OpenSpiel's number of an edge: all horizontal ones first, then the vertical ones."""
    row, column = divmod(action, 2 * cols + 1)
    return row * cols + column if column < cols else (rows + 1) * cols + row * (cols + 1) + column - cols


class OpenSpiel:
    """Their search, kept to a time for each move."""

    def __init__(self, table: Table, seconds: float) -> None:
        self.table, self.seconds, self.rate, self.seed = table, seconds, TRIAL / SHORTEST, 0
        began = time.perf_counter()
        self._decide(table.theirs.new_initial_state(), SHORTEST)
        self.rate = TRIAL / (time.perf_counter() - began)

    def choose(self, s: AnyState, state: Any) -> int:
        """Give our action for what their search decides, in one step or in several."""
        meant = {a: self.table.numbers(s, state, a) for a in self.table.ours.legal(s)}
        steps = max(map(len, meant.values()))
        copy = state.clone()
        for step in range(steps):
            number = self._decide(copy, self.seconds / steps)
            copy.apply_action(number)
            meant = {a: numbers for a, numbers in meant.items() if numbers[step] == number}
        (action,) = meant
        return action

    def _decide(self, state: Any, seconds: float) -> int:
        simulations = max(2, round(self.rate * seconds))
        self.seed += 1
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=self.seed)
        bot = pyspiel.MCTSBot(
            self.table.theirs, evaluator, self.table.c, simulations, 1000, True, self.seed, False
        )
        began = time.perf_counter()
        number = int(bot.step(state))
        took = time.perf_counter() - began
        if took > seconds / 3:  # a proven position ends a search early: that says nothing of the rate
            self.rate += 0.4 * (simulations / took - self.rate)
        return number


class Watch:
    """How many moves a side made and how long they took."""

    def __init__(self) -> None:
        self.moves, self.seconds = 0, 0.0

    @property
    def mean(self) -> float:
        """Give the seconds a move took."""
        return self.seconds / max(1, self.moves)

    def __str__(self) -> str:
        return f"{1000.0 * self.mean:.1f} ms a move"


def allowance(seconds: float, ours: Watch, theirs: Watch) -> float:
    """Give the time for our next move: what is asked for, or less if we have taken more than they have."""
    if not theirs.moves or ours.mean <= theirs.mean:
        return seconds
    return max(SHORTEST, seconds * max(0.2, 1.0 - 4.0 * (ours.mean / theirs.mean - 1.0)))


def play_one(
    spec: str, seat: int, opening: Sequence[int], theirs: OpenSpiel, watches: tuple[Watch, Watch]
) -> float:
    """Play one game and give our score: 1, a half or 0; the watches are ours and theirs."""
    table, game = theirs.table, theirs.table.ours
    ours = make(game, spec, seat, Stream.of("match", seat, *opening))
    s, state = game.start(), table.theirs.new_initial_state()
    history: list[tuple[int, int]] = []
    while game.turn(s) >= 0:
        if len(history) < len(opening):
            action = opening[len(history)]
        else:
            watch = watches[game.turn(s) != seat]
            began = time.perf_counter()
            if game.turn(s) == seat:
                limit = Limit(seconds=allowance(theirs.seconds, *watches))
                action = ours.decide(game.view(s, seat, history), limit).action
            else:
                action = theirs.choose(s, state)
            watch.moves += 1
            watch.seconds += time.perf_counter() - began
        history.append((game.turn(s), action))
        for number in table.numbers(s, state, action):
            state.apply_action(number)
        s = game.play(s, action)
    if not state.is_terminal() or (state.returns()[seat] > 0) != (game.returns(s)[seat] > 0):
        raise AssertionError(f"OpenSpiel says {state.returns()} after {history}")
    result = game.returns(s)[seat]
    return 1.0 if result > 0 else 0.0 if result < 0 else 0.5


def opening_of(game: Game, plies: int, seed: int, number: int) -> list[int]:
    """Draw a few random moves."""
    rng, s, opening = Stream.of(seed, "opening", number), game.start(), []
    for _ in range(plies):
        opening.append(rng.choice(game.legal(s)))
        s = game.play(s, opening[-1])
    return opening


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the match; give 0 if the lower end of the interval is above one half."""
    known = tables()
    parser = argparse.ArgumentParser(description="Play a match against OpenSpiel's C++ tree search.")
    parser.add_argument("game", choices=known)
    parser.add_argument("--games", type=int, default=100, help="games, two of each opening (default 100)")
    parser.add_argument("--seconds", type=float, default=0.05, help="for each move (default 0.05)")
    parser.add_argument("--strategy", default="expert", help="ours: a level or a spec (default expert)")
    parser.add_argument("--opening", type=int, default=2, help="random moves to begin with (default 2)")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(arguments)
    table = known[given.game]()
    try:
        play_one(given.strategy, 0, [], OpenSpiel(table, SHORTEST), (Watch(), Watch()))  # compiles
    except ParlourError as error:
        print(error, file=sys.stderr)
        return 2
    theirs, watches, pairs = OpenSpiel(table, given.seconds), (Watch(), Watch()), []
    scores: list[float] = []
    for number in range(max(1, given.games // 2)):
        opening = opening_of(table.ours, given.opening, given.seed, number)
        scores += [play_one(given.strategy, seat, opening, theirs, watches) for seat in (0, 1)]
        pairs.append(sum(scores[-2:]) / 2)
        found = estimate([pairs])
        print(
            f"{len(scores):4} games: {found.score:.1%} of the points, 95 % from {found.low:.1%} to "
            f"{found.high:.1%} (+{scores.count(1.0)} ={scores.count(0.5)} -{scores.count(0.0)}); "
            f"ours {watches[0]}, theirs {watches[1]} ({theirs.rate:,.0f} simulations/s)",
            flush=True,
        )
    return 0 if found.low > 0.5 else 1


if __name__ == "__main__":
    sys.exit(main())
