"""A match at checkers: a level or strategy of ours against OpenSpiel's C++ tree search, the same time a move.

    python benchmarks/checkers_match.py --games 100 --seconds 0.05

The rules are OpenSpiel's (a draw after 40 turns without a capture), ours with forty=20 and advance=no. Every
opening, four random moves, is played twice with the sides swapped; after each pair the share of the points (a
draw is half of one) is printed with its 95 % interval. OpenSpiel's search takes a number of simulations and
no time: the number is settled before every move from the speed of the moves before, and the time that each
side took is reported.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from dataclasses import dataclass
from typing import Any

import pyspiel

from parlour import OVER, Match, Stream, game
from parlour.arena.stats import estimate
from parlour.core.limit import Limit
from parlour.core.spec import make
from parlour.games import checkers
from parlour.games.checkers import State

IT = game("checkers", forty=20, advance=False)
THEIRS = pyspiel.load_game("checkers")


@dataclass
class Side:
    """How many decisions a side made and how long they took."""

    seconds: float = 0.0
    moves: int = 0

    def __str__(self) -> str:
        return f"{1000.0 * self.seconds / max(1, self.moves):.1f} ms a decision"


class Peer:
    """OpenSpiel's tree search, given a time by way of a number of simulations."""

    def __init__(self, seconds: float, seed: int) -> None:
        self.seconds = seconds
        self.seed = seed
        self.rate = 2000.0  # simulations a second, until measured

    def choose(self, state: Any) -> int:
        """Search as long as the time allows; one action."""
        simulations = max(2, round(self.rate * self.seconds))
        evaluator = pyspiel.RandomRolloutEvaluator(1, self.seed)
        bot = pyspiel.MCTSBot(THEIRS, evaluator, 2.0, simulations, 1000, True, self.seed, False)
        began = time.perf_counter()
        action = bot.step(state)
        spent = time.perf_counter() - began
        if spent > 0.2 * self.seconds:  # a solved position is answered at once and tells nothing of the speed
            self.rate += 0.5 * (simulations / spent - self.rate)
        self.seed += 1
        return int(action)


def corner(square: int) -> str:
    """Give OpenSpiel's name of a square; its board is ours turned round."""
    row, place = divmod(square - 1, 4)
    return "abcdefgh"[7 - (2 * place + 1 - row % 2)] + str(row + 1)


def texts(s: State) -> dict[str, int]:
    """Give our actions by OpenSpiel's text."""
    return {"".join(map(corner, checkers.ends(s, a))): a for a in IT.legal(s)}


def play(spec: str, ours: int, opening: int, seconds: float, sides: tuple[Side, Side]) -> float:
    """Play one game, our strategy in seat `ours`; give its result for us."""
    rng = Stream.of(opening, "opening")
    match, state = Match(IT, opening), THEIRS.new_initial_state()
    player, peer = make(IT, spec, ours, Stream.of(opening, "player", ours)), Peer(seconds, opening)
    while not match.over:
        s = match.state
        if match.ply < 4:
            action = rng.choice(IT.legal(s))
        elif match.turn == ours:
            began = time.perf_counter()
            action = player.decide(match.view(ours), Limit(seconds=seconds)).action
            _note(sides[0], began)
        else:
            began = time.perf_counter()
            action = texts(s)[state.action_to_string(peer.choose(state))[:4]]
            _note(sides[1], began)
        numbers = {state.action_to_string(a)[:4]: a for a in state.legal_actions()}
        state.apply_action(numbers["".join(map(corner, checkers.ends(s, action)))])
        match.play(action)
    assert state.is_terminal()
    assert IT.turn(match.state) == OVER
    return match.returns[ours]


def _note(side: Side, began: float) -> None:
    side.seconds += time.perf_counter() - began
    side.moves += 1


def main() -> int:
    """Play the match and print the score; give 0 if the lower end of its interval is above one half."""
    parser = argparse.ArgumentParser(description="Play checkers against OpenSpiel's C++ tree search.")
    parser.add_argument("--games", type=int, default=100, help="games, two of each opening (default 100)")
    parser.add_argument("--seconds", type=float, default=0.05, help="for each move (default 0.05)")
    parser.add_argument("--strategy", default="expert", help="ours: a level or a spec (default expert)")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    sides = (Side(), Side())
    make(IT, given.strategy, 0, Stream.of(0)).decide(IT.view(IT.start(), 0), Limit(seconds=0.01))  # compile
    pairs: list[float] = []
    results: Counter[float] = Counter()
    for opening in range(given.seed, given.seed + max(1, given.games // 2)):
        both = [play(given.strategy, seat, opening, given.seconds, sides) for seat in (0, 1)]
        results.update(both)
        pairs.append(0.5 + sum(both) / 4)
        found = estimate([pairs])
        print(
            f"{2 * len(pairs):4} games: {found.score:.1%} of the points, 95 % from {found.low:.1%} to "
            f"{found.high:.1%} (+{results[1.0]} ={results[0.0]} -{results[-1.0]}); "
            f"ours {sides[0]}, theirs {sides[1]}",
            flush=True,
        )
    return 0 if found.low > 0.5 else 1


if __name__ == "__main__":
    sys.exit(main())
