"""This checkout against an earlier one: the same game, the same strategy, the same time for each decision.

`python benchmarks/old_and_new.py --before /path/to/old/checkout GAME SPEC --games 200 --seconds 0.1` plays
blocks of two games on one seed and one opening, the sides swapped, and prints the new side's score with its
Wilson interval. Each side is a process of its own that imports its own checkout and speaks one line of JSON
for each line it is given. It replays the match from the seed and the actions and decides for its own seats by
its own view, so that hidden cards stay hidden. With more than two seats the sides sit alternately.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import fmean, median
from typing import Any

import parlour
from parlour.core.driver import Seat
from parlour.core.limit import Limit
from parlour.core.match import Match
from parlour.core.rng import Stream

HERE = Path(__file__).resolve()


def serve() -> None:
    """Answer each line of stdin: a new match, or a list of actions played and the seat that is to decide."""
    match: Match | None = None
    seats: dict[int, Seat] = {}
    spec, limit = "", Limit()
    for line in sys.stdin:
        asked = json.loads(line)
        if "game" in asked:
            for file in asked["load"]:
                parlour.load(file)
            match = Match(parlour.game(asked["game"]), asked["seed"])
            spec, limit, seats = asked["spec"], Limit.parse(asked["limit"]), {}
            print(json.dumps({}), flush=True)
            continue
        assert match is not None
        while match.ply < len(asked["actions"]):
            match.play(asked["actions"][match.ply])
        assert match.actions == asked["actions"], "the two checkouts draw chance differently"
        seat = asked["seat"]
        player = seats.setdefault(seat, Seat(match.game, spec, seat, match.seed))
        began = time.perf_counter()
        choice = player.decide(match.view(seat), limit)
        work = choice.work or {}
        told = {"action": choice.action, "seconds": time.perf_counter() - began}
        print(
            json.dumps({**told, **{k: int(work.get(k, 0)) for k in ("depth", "nodes", "exact")}}), flush=True
        )


class Side:
    """A checkout's process, and what its decisions took."""

    def __init__(self, name: str, checkout: Path) -> None:
        self.name = name
        environment = {**os.environ, "PYTHONPATH": str(checkout / "src")}
        command = [sys.executable, str(HERE), "--serve"]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )
        self.told: list[dict[str, Any]] = []

    def ask(self, **what: Any) -> dict[str, Any]:
        """Send a line and wait for the answer."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(what) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit(f"the {self.name} side has ended; see above")
        told: dict[str, Any] = json.loads(answer)
        return told

    def summary(self) -> str:
        """Say how long (the median: the first decision waits for the compiler) and how deep it searched."""
        seconds = median([told["seconds"] for told in self.told])
        depth, nodes = (fmean([told[key] for told in self.told]) for key in ("depth", "nodes"))
        return f"{self.name}: {seconds:.3f} s, depth {depth:.2f}, {nodes:,.0f} nodes a decision"


def opening_of(game: parlour.Game, seed: int, plies: int) -> list[int]:
    """Draw an opening of random moves that does not end the game; none where there is chance."""
    if game.traits.chance or game.traits.hidden:
        return []
    for attempt in range(100):
        rng, match = Stream.of(seed, "opening", attempt), Match(game, seed)
        for _ in range(plies):
            if not match.over:
                match.play(rng.choice(match.game.legal(match.state)))
        if not match.over:
            return match.actions
    return []


def one_game(game: parlour.Game, sides: list[Side], seed: int, plies: int, given: Any) -> list[float]:
    """Play one match, sides[0] in the even seats; give each side's mean result."""
    match = Match(game, seed)
    match.open_with(opening_of(game, seed, plies))
    for side in sides:
        side.ask(game=game.name, load=given.load, seed=seed, spec=given.spec, limit=given.limit)
    while not match.over:
        side = sides[match.turn % 2]
        told = side.ask(actions=match.actions, seat=match.turn)
        side.told.append(told)
        match.play(told["action"], match.turn)
    return [fmean(match.returns[k::2]) for k in (0, 1)]


def main() -> None:
    """Play the blocks and print the score as it grows."""
    from parlour.arena.stats import estimate

    parser = argparse.ArgumentParser(description="Play this checkout against an earlier one.")
    parser.add_argument("game")
    parser.add_argument("spec", help="the strategy of both sides, such as draughts")
    parser.add_argument("--before", type=Path, required=True, help="the folder of the earlier checkout")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=0.1, help="for each decision")
    parser.add_argument("--limit", help="another limit, such as nodes=10000, instead of seconds")
    parser.add_argument("--opening", type=int, default=4, help="random plies before they take over")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--load", action="append", default=[], help="a user's game")
    given = parser.parse_args()
    given.limit = given.limit or f"seconds={given.seconds}"
    for file in given.load:
        parlour.load(file)
    game = parlour.game(given.game)
    new, old = Side("new", HERE.parents[1]), Side("old", given.before)
    blocks: list[float] = []
    counts = [0, 0, 0]
    for number in range((given.games + 1) // 2):
        scores = []
        for pair, mine in (([new, old], 0), ([old, new], 1)):
            results = one_game(game, pair, given.seed + number, given.opening, given)
            lead = results[mine] - results[1 - mine]
            scores.append(1.0 if lead > 0 else 0.5 if lead == 0 else 0.0)
            counts[2 - int(2 * scores[-1])] += 1
        blocks.append(fmean(scores))
        found = estimate([blocks])
        print(
            f"{2 * number + 2:4} games: new {counts[0]} won, {counts[1]} drawn, {counts[2]} lost; "
            f"score {found.score:.3f}, 95 % {found.low:.3f} to {found.high:.3f}",
            flush=True,
        )
    print(new.summary())
    print(old.summary())


if __name__ == "__main__":
    serve() if "--serve" in sys.argv else main()
