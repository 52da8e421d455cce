"""Make the puzzles of games: positions in which few moves are best, proven, and graded by who misses them.

    python tools/make_puzzles.py connect_four --seed 1 --minutes 5

writes `puzzles.json` into the game's folder. Candidates are positions that come up between weak players, or
heaps and endgames drawn at random. One is taken if the judge values every move exactly and few are best. Its
grade is the number of levels, of four, that miss it in most of five tries; of each grade some are kept.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from parlour.core.choice import Candidate, Choice
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.core.moves import in_a_row
from parlour.core.opponent import Opponent
from parlour.core.puzzle import FILE, best_of, prove
from parlour.core.registry import game as game_named
from parlour.core.rules import OVER, turn

SEEDS = 5
KEPT = 24  # puzzles of a game
LEAST_MOVES = 3
SHARE = 0.34  # of the moves that may be best
Position = tuple[dict[str, Any], list[str]]  # options, and the moves played with them


class Source(NamedTuple):
    """Where the positions of a game come from, and who proves them."""

    judge: str
    positions: Callable[[random.Random], Iterator[Position]]


def played(name: str, first: int, last: int, weak: str, **options: Any) -> Callable[..., Iterator[Position]]:
    """Give positions of games between weak players, one a game, some plies from the start."""

    def positions(rng: random.Random) -> Iterator[Position]:
        game = game_named(name, **options)
        while True:
            match, ply = Match(game, rng.getrandbits(32)), rng.randint(first, last)
            seats = [Opponent(game, weak, seat, rng.getrandbits(32)) for seat in range(game.seats)]
            while not match.over and match.ply < ply:
                for choice in seats[match.turn].turn(match):
                    match.play(choice.action)
            if not match.over:
                yield options, match.moves()

    return positions


def heaps(rng: random.Random) -> Iterator[Position]:
    """Draw heaps, more and larger ones as it goes, now and then by the misere rule."""
    for number in range(10**6):
        most = 5 + number % 11
        sizes = [rng.randint(1, most) for _ in range(rng.randint(2, 5))]
        yield ({"heaps": sizes} | ({"misere": True} if number % 4 == 3 else {})), []


def endings(rng: random.Random) -> Iterator[Position]:
    """Draw endgames of checkers, of three or four pieces."""
    while True:
        squares = rng.sample(range(1, 33), rng.choice((3, 4, 4, 4)))
        white = rng.randint(1, len(squares) - 1)
        sides = ["W", "B"]
        for at, square in enumerate(squares):
            side = int(at >= white)
            row = (square - 1) // 4
            king = rng.random() < 0.5 or row == (7 if side else 0)
            sides[side] += f"{'' if sides[side] in 'WB' else ','}{'K' if king else ''}{square}"
        yield {"position": f"{rng.choice('WB')}:{sides[0]}:{sides[1]}"}, []


SOURCES = {
    "connect_four": Source("perfect", played("connect_four", 14, 30, "medium")),
    "ultimate_tic_tac_toe": Source("ultimate", played("ultimate_tic_tac_toe", 46, 58, "medium")),
    "checkers": Source("draughts", endings),
    "dots_and_boxes": Source("chains", played("dots_and_boxes", 8, 17, "medium")),
    "nim": Source("nim_sum", heaps),
}


def drawn(source: Source, name: str, rng: random.Random) -> Iterator[tuple[Game, Position, Choice]]:
    """Give the positions that make a puzzle, with the proof."""
    for options, moves in source.positions(rng):
        game = game_named(name, **{k: tuple(v) if isinstance(v, list) else v for k, v in options.items()})
        if turn(game.start()) == OVER:
            continue
        choice = prove(game, moves, source.judge)
        if choice is not None and worthwhile(game, choice):
            yield game, (options, moves), choice


def worthwhile(game: Game, choice: Choice) -> bool:
    """Say whether few of several moves are best, and the position is not lost altogether."""
    best, values = best_of(choice), [c.value for c in choice.candidates if c.value is not None]
    few = len(best) <= max(1, SHARE * len(values))
    return few and len(values) >= LEAST_MOVES and max(values) > game.bounds[0]


def grade(game: Game, moves: list[str], best: tuple[str, ...]) -> int:
    """Count the levels that miss the best moves in most tries."""
    match = Match(game, 0)
    for move in moves:
        match.play(move)
    failed = 0
    for level in game.levels:
        tries = [0, 0]  # missed and found; most of five are decided when three are equal
        for seed in range(SEEDS):
            choices = Opponent(game, level, match.turn, seed).turn(match.view(match.turn))
            tries[game.write(match.state, [choice.action for choice in choices])[0] in best] += 1
            if max(tries) > SEEDS // 2:
                break
        failed += tries[0] > tries[1]
    return failed


def described(game: Game, choice: Choice) -> tuple[str, str]:
    """Say what is to be done, and name its theme."""
    best = next(c for c in choice.candidates if c.move in best_of(choice))
    if game.bounds == (-1.0, 1.0):
        return wins(best) if best.value == 1.0 else ("Find the move that saves the draw.", "draw")
    return f"Find the best move, worth {best.told}.", "lead"


def wins(best: Candidate) -> tuple[str, str]:
    """Say that the position is won, and how fast where that is known."""
    if not best.distance:
        return "Find the move that wins.", "win"
    moves = (best.distance + 1) // 2
    return f"Find the move that wins, in {moves} move{'s' if moves > 1 else ''}.", "win"


def make(name: str, seed: int, minutes: float) -> list[dict[str, Any]]:
    """Make the puzzles of a game in so many minutes at most; evenly by grade, the easiest first."""
    rng, until = random.Random(seed), time.monotonic() + 60 * minutes
    by_grade: dict[int, list[dict[str, Any]]] = {}
    sizes: dict[int, int] = {}  # how many moves each has to choose from
    for game, (options, moves), choice in drawn(SOURCES[name], name, rng):
        best = best_of(choice)
        level = grade(game, moves, best)
        task, theme = described(game, choice)
        made = {"moves": in_a_row(moves), "best": list(best), "task": task, "theme": theme, "grade": level}
        group = by_grade.setdefault(level, [])
        made = ({"options": options} if options else {}) | made
        if len(group) < KEPT and made not in group:
            group.append(made)
            sizes[id(made)] = len(choice.candidates)
            print(name, {key: len(value) for key, value in sorted(by_grade.items())}, task, flush=True)
        if time.monotonic() > until or all(len(by_grade.get(each, ())) >= KEPT // 4 for each in range(4)):
            break
    return sorted(evenly(by_grade), key=lambda each: (int(each["grade"]), sizes[id(each)]))


def evenly(by_grade: dict[int, list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """Take one of each grade in turn, until there are enough."""
    left = {level: list(group) for level, group in by_grade.items()}
    taken: list[dict[str, Any]] = []
    while len(taken) < KEPT and any(left.values()):
        taken += [group.pop(0) for group in left.values() if group]
    return taken[:KEPT]


def main() -> None:
    """Write the file of each game named."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="+", choices=sorted(SOURCES))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--out", type=Path, help="a folder, instead of the games' own")
    given = parser.parse_args()
    for name in given.games:
        made = make(name, given.seed, given.minutes)
        lines = ",\n".join(json.dumps(each, ensure_ascii=False) for each in made)
        text = f'{{"judge": "{SOURCES[name].judge}", "puzzles": [\n{lines}\n]}}\n'
        folder = given.out or Path(str(game_named(name).module.__file__)).parent
        (folder / FILE).write_text(text)
        print(name, len(made), flush=True)


if __name__ == "__main__":
    main()
