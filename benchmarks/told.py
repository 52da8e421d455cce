"""Count what is wrong with what is told: sentences that their data contradict, events and exhibits that leak.

    python benchmarks/told.py sentences [GAME]... --positions 200
    python benchmarks/told.py leaks [GAME]... --pairs 10000

The first lets every level of a game speak at that many positions of random games, asked why and not, and
holds every sentence against its data (`laws/sentences.py`). The second draws pairs of worlds that look alike
to a seat and compares the events of the next step and, at its turn, a level's choice with its exhibits.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator

from parlour import Game, Limit, View, game, game_names
from parlour.core import rules
from parlour.core.spec import make
from parlour.core.view import history_of
from parlour.laws.sentences import faults, settings_of
from parlour.laws.walk import Trail, watchers

LITTLE = Limit(simulations=8, depth=2, nodes=100)
OPTIONS = {"rock_paper_scissors": {"rounds": 10}, "matrix": {"rounds": 5}, "blackjack": {"rounds": 3}}


def decisions(it: Game, seed: int) -> Iterator[tuple[Trail, View]]:
    """Give the views of the movers in random games, one game after the other, without end."""
    while True:
        trail = Trail(it, seed)
        for _ in trail.walk():
            seat = rules.turn(trail.state)
            if seat >= 0 and trail.stream("looked at").uniform() < 0.3:
                history = history_of(trail.states, trail.actions, seat)
                yield trail, View(it.public, seat, rules.mask(trail.state, seat), history)
        seed += 1


def sentences(it: Game, positions: int, seed: int) -> tuple[int, list[str]]:
    """Let every level speak at some positions; give how many choices were heard and what was wrong."""
    heard, wrong = 0, []
    for number, (trail, view) in enumerate(decisions(it, seed)):
        if number == positions:
            return heard, wrong
        for level in it.levels:
            player = make(it, level, view.seat, trail.stream(f"say {level}"))
            player.thorough = number % 2 == 1
            found = faults(player.decide(view, LITTLE), view, settings_of(player))
            wrong += [f"{level}: {fault}" for fault in found]
            heard += 1
    raise AssertionError("decisions come without end")


def leaks(it: Game, pairs: int, seed: int) -> tuple[int, list[str]]:
    """Compare what is told in pairs of worlds that look alike; give how many pairs and what differed."""
    count, wrong, levels = 0, [], list(it.levels)
    while count < pairs:
        trail = Trail(it, seed)
        for _ in trail.walk():
            if not trail.actions:
                continue
            for seat in watchers(it):
                alike = _pair(trail, seat)
                if alike is None:
                    continue
                count += 1
                truth, other = ([event.to_json() for event in it.events(*step, seat)] for step in alike)
                if json.dumps(truth) != json.dumps(other):
                    wrong.append(f"events differ for seat {seat} after {trail.words()}")
                if seat >= 0 and rules.turn(trail.state) == seat and count % 5 == 0:
                    level = levels[count % len(levels)]
                    if len({_said(it, level, trail, seat, step[2]) for step in alike}) > 1:
                        wrong.append(f"{level} differs for seat {seat} after {trail.words()}")
        seed += 1
    return count, wrong


def _pair(trail: Trail, seat: int) -> tuple[tuple[rules.AnyState, int, rules.AnyState], ...] | None:
    """Give the last step, and the same step in a world drawn from what the seat saw before it."""
    before, action, after = trail.states[-2], trail.actions[-1], trail.state
    world = rules.fill(rules.mask(before, seat), seat, trail.stream(f"pair {seat}"))
    if not rules.is_legal(world, action):
        return None
    then = rules.play(world, action)
    same = rules.mask(then, seat) == rules.mask(after, seat)
    if not same or rules.sees(world, action, seat, then) != rules.sees(before, action, seat, after):
        return None
    return (before, action, after), (world, action, then)


def _said(it: Game, level: str, trail: Trail, seat: int, state: rules.AnyState) -> str:
    player = make(it, level, seat, trail.stream("said"))
    player.thorough = True
    view = View(it.public, seat, rules.mask(state, seat), history_of(trail.states, trail.actions, seat))
    return json.dumps(player.decide(view, LITTLE).to_json(), default=repr)


def main() -> None:
    """Print a line a game, and the first of what is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("what", choices=("sentences", "leaks"))
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--pairs", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    for name in asked.games or game_names():
        it = game(name, **OPTIONS.get(name, {}))
        if asked.what == "leaks" and not it.traits.hidden:
            continue
        began = time.perf_counter()
        if asked.what == "sentences":
            count, wrong = sentences(it, asked.positions, asked.seed)
        else:
            count, wrong = leaks(it, asked.pairs, asked.seed)
        took = time.perf_counter() - began
        print(f"{name:22} {count:7,} {'choices' if asked.what == 'sentences' else 'pairs'}", end="")
        print(f" {len(wrong):5} wrong  {took:6.1f} s", flush=True)
        for text in list(dict.fromkeys(wrong))[:5]:
            print(f"    {text[:300]}")


if __name__ == "__main__":
    main()
