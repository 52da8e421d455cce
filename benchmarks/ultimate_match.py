"""A match of Ultimate Tic-Tac-Toe against OpenSpiel's C++ tree search, with the same time for every move.

`python benchmarks/ultimate_match.py --games 100 --seconds 0.05` plays openings of two random moves from both
sides and prints the share of points (a draw is half of one) and the time that each side really took.
OpenSpiel's search takes a number of simulations, not a time, so the number is set before each decision from
the rate of those before; it chooses a board and a cell as two actions, which share the time of the move.
Its results go from -1 to 1, so its exploration constant of 1 is 0.5 on results from 0 to 1, the best of those
tried for our tree search. Where a busy machine lets ours take longer than theirs on average, ours is given
less for its next moves.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from typing import Any

import pyspiel

import parlour
from parlour import Stream
from parlour.arena.stats import estimate
from parlour.core.limit import Limit
from parlour.core.rules import AnyState
from parlour.core.spec import make

GAME = parlour.game("ultimate_tic_tac_toe")
THEIRS = pyspiel.load_game("ultimate_tic_tac_toe")
FREE = 9
FROM_TOP = (6, 7, 8, 3, 4, 5, 0, 1, 2)  # our number of a board or cell by theirs, and theirs by ours
OPENING = 2  # random moves
SHORTEST = 0.001  # seconds that a limit can ask for


def apply(state: Any, s: AnyState, action: int) -> None:
    """Play an action of ours in their state: the board first where it is free to choose."""
    if s.board == FREE:
        state.apply_action(FROM_TOP[action // 9])
    state.apply_action(FROM_TOP[action % 9])


class OpenSpiel:
    """Their search, kept to a time for each move."""

    def __init__(self, seconds: float, c: float) -> None:
        self.seconds, self.c, self.rate, self.seed = seconds, c, 50_000.0, 0

    def choose(self, s: AnyState, state: Any) -> int:
        """Give our action for what their search decides, once or for board and cell."""
        copy, board, share = state.clone(), s.board, self.seconds
        if board == FREE:
            share /= 2
            number = self._decide(copy, share)
            copy.apply_action(number)
            board = FROM_TOP[number]
        return 9 * board + FROM_TOP[self._decide(copy, share)]

    def _decide(self, state: Any, seconds: float) -> int:
        simulations = max(2, round(self.rate * seconds))
        self.seed += 1
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=self.seed)
        bot = pyspiel.MCTSBot(THEIRS, evaluator, self.c, simulations, 1000, True, self.seed, False)
        began = time.perf_counter()
        number = int(bot.step(state))
        # A proven position ends a search early: that says nothing of the rate.
        if time.perf_counter() - began > seconds / 3:
            self.rate += 0.3 * (simulations / (time.perf_counter() - began) - self.rate)
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
    ours = make(GAME, spec, seat, Stream.of("match", seat, *opening))
    s, state = GAME.start(), THEIRS.new_initial_state()
    history: list[tuple[int, int]] = []
    while GAME.turn(s) >= 0:
        if len(history) < len(opening):
            action = opening[len(history)]
        else:
            watch = watches[GAME.turn(s) != seat]
            began = time.perf_counter()
            if GAME.turn(s) == seat:
                limit = Limit(seconds=allowance(theirs.seconds, *watches))
                action = ours.decide(GAME.view(s, seat, history), limit).action
            else:
                action = theirs.choose(s, state)
            watch.moves += 1
            watch.seconds += time.perf_counter() - began
        history.append((GAME.turn(s), action))
        apply(state, s, action)
        s = GAME.play(s, action)
    if state.returns() != list(GAME.returns(s)):
        raise AssertionError(f"OpenSpiel says {state.returns()} after {history}")
    return 0.5 + 0.5 * GAME.returns(s)[seat]


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the match; give 0 if the lower end of the interval is above one half."""
    parser = argparse.ArgumentParser(description="Play Ultimate Tic-Tac-Toe against OpenSpiel's tree search.")
    parser.add_argument("--games", type=int, default=100, help="games, two of each opening (default 100)")
    parser.add_argument("--seconds", type=float, default=0.05, help="for each move (default 0.05)")
    parser.add_argument("--strategy", default="expert", help="ours: a level or a spec (default expert)")
    parser.add_argument("--c", type=float, default=1.0, help="their exploration constant (default 1)")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(arguments)
    theirs, watches = OpenSpiel(given.seconds, given.c), (Watch(), Watch())
    play_one(given.strategy, 0, [0, 1], OpenSpiel(given.seconds, given.c), (Watch(), Watch()))  # compile
    pairs = []
    for number in range(max(1, given.games // 2)):
        rng, s, opening = Stream.of(given.seed, "opening", number), GAME.start(), []
        for _ in range(OPENING):
            opening.append(rng.choice(GAME.legal(s)))
            s = GAME.play(s, opening[-1])
        scores = [play_one(given.strategy, seat, opening, theirs, watches) for seat in (0, 1)]
        pairs.append(sum(scores) / 2)
        found = estimate([pairs])
        print(
            f"{2 * len(pairs):4} games: {found.score:.1%} of the points, 95 % from {found.low:.1%} to "
            f"{found.high:.1%}; ours {watches[0]}, theirs {watches[1]} ({theirs.rate:,.0f} simulations/s)",
            flush=True,
        )
    return 0 if found.low > 0.5 else 1


if __name__ == "__main__":
    sys.exit(main())
