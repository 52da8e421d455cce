"""Bluff at length: no invalid move in random positions, and matches on threads equal to the serial ones.

python benchmarks/bluff_soak.py positions 100000 [SPEC]    decisions by a strategy in random positions
python benchmarks/bluff_soak.py threads 1000 [SPEC] [THREADS]
"""

from __future__ import annotations

import sys
import time
from concurrent.futures import ThreadPoolExecutor

from parlour import Match, Stream, game
from parlour.core.driver import play
from parlour.core.rules import is_legal, random_action
from parlour.core.spec import make

SEATS = (2, 3, 4, 5, 6, 8)


def positions(number: int, spec: str) -> str:
    """Let a strategy decide in positions of random games; every action must be legal."""
    done, seed, spent, slowest = 0, 0, 0.0, 0.0
    while done < number:
        seed += 1
        it = game("bluff", seats=SEATS[seed % 6], claims=("next", "any")[seed % 2], limit=40)
        match, rng = Match(it, seed), Stream.of(seed, "soak")
        players = [make(it, spec, seat, Stream.of(seed, seat)) for seat in range(it.seats)]
        while not match.over and done < number:
            if spec == "random":
                action = random_action(match.state, rng)
            else:
                began = time.process_time()
                action = players[match.turn].decide(match.view(match.turn)).action
                took = time.process_time() - began
                spent, slowest = spent + took, max(slowest, took)
                if not is_legal(match.state, action):
                    raise SystemExit(f"{spec}: {action} is illegal after {match.moves()}")
            done += 1
            # The position goes on at random now and then, so that odd ones come up too.
            match.play(random_action(match.state, rng) if rng.uniform() < 0.3 else action)
    times = f"{1000 * spent / done:.2f} ms a decision, slowest {1000 * slowest:.1f} ms"
    return f"{done:,} positions, no invalid move; {times}"


def threads(number: int, spec: str, workers: int) -> str:
    """Play the same matches one by one and on threads; every record must be the same to the byte."""
    it = game("bluff")

    def record(seed: int) -> str:
        return play(it, [spec] * it.seats, seed=seed).to_json()

    alone = [record(seed) for seed in range(number)]
    with ThreadPoolExecutor(workers) as executor:
        together = list(executor.map(record, range(number)))
    if alone != together:
        raise SystemExit("matches differ on threads")
    return f"{number:,} matches on {workers} threads equal the serial ones"


if __name__ == "__main__":
    what, count, *rest = sys.argv[1:]
    chosen = rest[0] if rest else "medium"
    if what == "positions":
        print(positions(int(count), chosen))
    else:
        print(threads(int(count), chosen, int(rest[1]) if len(rest) > 1 else 4))
