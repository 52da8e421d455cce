"""Liar's Dice players: are their moves always legal, are they the same on threads, how long do they take?

    python benchmarks/liars_dice_players.py positions --number 100000
    python benchmarks/liars_dice_players.py threads --number 1000
    python benchmarks/liars_dice_players.py times

`positions` asks one player after the other in random positions of random tables: seats, dice, faces, wild
ones, orders, exact calls, matches. `threads` plays matches one by one and on four threads, and compares the
records.
`times` gives milliseconds of processor time a decision and the memory that a player takes.
Which strategy is stronger is the affair of `parlour arena`.
"""

from __future__ import annotations

import argparse
import sys
import time
import tracemalloc
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import parlour
from parlour import Game, Match, Stream, View
from parlour.core.limit import Limit
from parlour.core.rules import is_legal, random_action
from parlour.core.spec import make

PLAYERS = ("liars_rookie", "liars_reader", "liars_bayes", "liars_expert")
LITTLE = Limit(simulations=24)
WILDS = (("none", True), ("ones", True), ("ones", False), ("highest", True))
ORDERS = ("quantity", "face", "more", "upward", "perudo")
TABLES: tuple[dict[str, object], ...] = (
    {},
    {"seats": 4},
    {"seats": 4, "match": True},
    {"seats": 8, "dice": 6, "faces": 12, "wild": "ones", "exact": "gain"},
    {"seats": 8, "dice": 6, "faces": 12, "order": "face"},
    {"seats": 8, "dice": 6, "faces": 12, "wild": "ones", "order": "perudo", "match": True},
    {"dice": (5, 6), "order": "upward"},
    {"dice": 1},
    {"dice": 1, "wild": "highest"},
)
LOADED: tuple[dict[str, object], ...] = ({"dice": 1, "faces": 3}, {"seats": 3, "dice": 2})


def random_table(rng: Stream) -> Game:
    """Draw the rules of a table; most are small, so that many can be looked at."""
    seats = 2 + rng.below(3 if rng.below(10) else 7)
    order = ORDERS[rng.below(len(ORDERS))]
    wild, bid_wild = ("ones", True) if order == "perudo" else WILDS[rng.below(len(WILDS))]
    return parlour.game(
        "liars_dice",
        seats=seats,
        dice=tuple(1 + rng.below(5) for _ in range(seats)),
        faces=2 + rng.below(6 if rng.below(10) else 11),
        wild=wild,
        bid_wild=bid_wild,
        order=order,
        exact=("no", "gain", "others")[rng.below(3)],
        match=bool(rng.below(2)),
    )


def random_positions(number: int, seed: int) -> Iterator[View]:
    """Give the views of seats that are to move in rounds played at random, some way into each match."""
    rng = Stream.of(seed, "positions")
    given = 0
    while given < number:
        match = Match(random_table(rng), rng.below(2**31))
        for _ in range(24):
            if match.over or given == number:
                break
            yield match.view(match.turn)
            given += 1
            match.play(random_action(match.state, rng))


def illegal_moves(number: int, seed: int = 0) -> list[str]:
    """Ask the players in turn for a move in random positions; list the moves that were not legal."""
    wrong = []
    for index, view in enumerate(random_positions(number, seed)):
        spec = PLAYERS[index % len(PLAYERS)]
        choice = make(view.game, spec, view.seat, Stream.of(seed, index)).decide(view, LITTLE)
        if not is_legal(view.state, choice.action):
            wrong.append(f"{spec}: {choice.action} in {view.state}")
        if index % 10_000 == 9_999:
            print(f"{index + 1:,} positions, {len(wrong)} illegal moves", flush=True)
    return wrong


def played(index: int) -> str:
    """Play a match between players of two levels; give its record."""
    options: dict[str, object] = {"seats": 2 + index % 3, "dice": 3, "match": True, "wild": "ones"}
    seats = [PLAYERS[(index + seat) % len(PLAYERS)] for seat in range(2 + index % 3)]
    return parlour.play(parlour.game("liars_dice", **options), seats, seed=index, limit=LITTLE).to_json()


def differing(number: int, threads: int = 4) -> list[int]:
    """Play matches one by one and on threads; list those that went otherwise."""
    alone = [played(index) for index in range(number)]
    with ThreadPoolExecutor(threads) as executor:
        beside = list(executor.map(played, range(number)))
    return [index for index in range(number) if alone[index] != beside[index]]


def timed(options: dict[str, object], spec: str, matches: int = 4) -> tuple[list[float], float]:
    """Give seconds of processor time of each decision, and the most megabytes that one player took."""
    for small in LOADED:  # compiled code is loaded on other tables; first decisions count
        match = Match(parlour.game("liars_dice", **small), 0)
        for _ in range(2):
            player = make(match.game, spec, match.turn, Stream.of(0))
            match.play(player.decide(match.view(match.turn)).action)
    game = parlour.game("liars_dice", **options)
    seconds, most = [], 0.0
    for seed in range(matches):
        match = Match(game, seed)
        players = [make(game, spec, seat, Stream.of(seed, seat)) for seat in range(game.seats)]
        for _ in range(16):
            if match.over:
                break
            began = time.process_time()
            choice = players[match.turn].decide(match.view(match.turn))
            seconds.append(time.process_time() - began)
            match.play(choice.action)
    match = Match(game, 0)
    tracemalloc.start()
    player = make(game, spec, match.turn, Stream.of(0))
    player.decide(match.view(match.turn))
    most = tracemalloc.get_traced_memory()[1] / 2**20
    tracemalloc.stop()
    return sorted(seconds), most


def main() -> int:
    """Read the arguments and do what they ask for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("what", choices=("positions", "threads", "times"))
    parser.add_argument("--number", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    if asked.what == "positions":
        wrong = illegal_moves(asked.number, asked.seed)
        print(*wrong[:10], f"{asked.number:,} positions: {len(wrong)} illegal moves", sep="\n")
        return int(bool(wrong))
    if asked.what == "threads":
        others = differing(asked.number)
        print(f"{asked.number:,} matches on 4 threads: {len(others)} differ from those played one by one")
        return int(bool(others))
    for options in TABLES:
        for spec in PLAYERS:
            seconds, most = timed(options, spec)
            mean, last = 1e3 * sum(seconds) / len(seconds), 1e3 * seconds[-1]
            print(f"{options} {spec}: mean {mean:.1f} ms, most {last:.1f} ms, {most:.1f} MB", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
