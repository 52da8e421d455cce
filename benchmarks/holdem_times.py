"""How long Hold'em players think, and what they hold in memory: the worst of many decisions at random tables.

python benchmarks/holdem_times.py --decisions 200
"""

from __future__ import annotations

import argparse
import time
import tracemalloc

import parlour
from parlour.core.match import Match
from parlour.core.rules import turn
from parlour.core.spec import make
from parlour.games import holdem

TABLES: tuple[dict[str, object], ...] = (
    {"hands": 30, "fresh": True},
    {"hands": 30, "fresh": True, "seats": 6},
    {"hands": 30, "fresh": True, "seats": 9},
    {"hands": 10, "fresh": True, "bets": "all"},
    {"hands": 10, "fresh": True, "seats": 9, "bets": "all"},
)


def times(level: str, options: dict[str, object], decisions: int) -> list[float]:
    """Give the process time of decisions in random play, in seconds, but not of the first few."""
    found: list[float] = []
    rng = parlour.Stream([decisions])
    seed = 0
    while len(found) < decisions + 3:
        game = parlour.game("holdem", **options)
        match, seed = Match(game, seed), seed + 1
        players = [make(game, level, seat, parlour.Stream([seat])) for seat in range(game.seats)]
        while not match.over and len(found) < decisions + 3:
            seat = turn(match.state)
            view = match.view(seat)
            began = time.process_time()
            players[seat].decide(view)
            found.append(time.process_time() - began)
            calm = [action for action in view.legal() if action <= holdem.CALL] or view.legal()
            match.play(rng.choice(view.legal() if rng.uniform() < 0.3 else calm[-1:]))
    return found[3:]


def memory(level: str) -> int:
    """Give the bytes that playing 100 hands leaves a player with, what all players share included."""
    game = parlour.game("holdem", hands=100, fresh=True)
    parlour.play(game, [level, "tight_aggressive"], seed=1)
    tracemalloc.start()
    match = Match(game, 2)
    players = [make(game, spec, seat, parlour.Stream([seat])) for seat, spec in enumerate((level, "equity"))]
    before = tracemalloc.get_traced_memory()[0]
    while not match.over:
        seat = turn(match.state)
        match.play(players[seat].decide(match.view(seat)).action)
    kept = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return kept


def main() -> None:
    """Print the worst and the mean of each level at each table, and the memory."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--decisions", type=int, default=200)
    given = parser.parse_args()
    parlour.play(parlour.game("holdem", hands=20), ["adaptive", "random"], seed=1)  # loads compiled code
    for level in ("easy", "medium", "hard", "expert"):
        for options in TABLES:
            found = times(level, options, given.decisions)
            named = [f"{name}={options[name]}" for name in ("seats", "bets") if name in options]
            mean, worst = 1000 * sum(found) / len(found), 1000 * max(found)
            told = f"mean {mean:.1f} ms, worst {worst:.1f} ms"
            print(f"{level:7s} {', '.join(named) or 'heads-up':20s} {told}", flush=True)
        kept = memory(level) / 1e6
        print(f"{level:7s} {kept:.1f} MB after 100 hands, with the match and caches", flush=True)


if __name__ == "__main__":
    main()
