"""Pairs of Hearts worlds that look alike to the seat to move: does any strategy tell them apart?

    python tests/games/hearts/pairs.py --pairs 10000

A hand is played at random up to a decision. `fill` draws another world for the mover's view; that one is
dealt and played from its first card on, so both are matches with a past of their own. The two views must be
equal, and every strategy, given the same stream, must return the same choice and evidence, byte for byte.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from functools import cache

import parlour
from parlour import Limit, Match, Stream
from parlour.core.bits import listed
from parlour.core.rules import fill, random_action
from parlour.core.spec import make
from parlour.core.strategy import Strategy
from parlour.games.hearts import DEAL, PASS, State
from parlour.games.hearts.words import names

PASSING = ("left", "right", "across", "hold")
CARDS, PASSES = 52, 12
PLIES = CARDS + PASSES
LITTLE = Limit(simulations=6)
PLAYERS = (
    "random",
    "greedy:worlds=2",
    "heuristic",
    "montecarlo",
    "hybrid",
    *(f"determinized:belief={belief}" for belief in ("fill", "om0", "om1", "om2")),
    "determinized:playout=greedy",
    "determinized:playout=rules",
    "determinized:playout=aware",
    "ismcts",
    "ismcts:belief=om1",
    *(f"hearts:belief={belief}" for belief in ("om0", "om1", "om2")),
)


def some_way_on(rng: Stream) -> Match:
    """Play a random hand up to a random decision between cards."""
    while True:
        game = parlour.game("hearts", passing=rng.choice(PASSING))
        match = Match(game, rng.below(1 << 40))
        for _ in range(rng.below(PLIES if game.options["passing"] != "hold" else PLIES - PASSES)):
            match.play(random_action(match.state, rng))
        match = replayed(dealt_hands(match.state), game.options["passing"], match.actions[CARDS:])
        if match.turn >= 0 and len(match.view(match.turn).legal()) > 1:
            return match


def dealt_hands(s: State) -> list[int]:
    """Give the hands as they were before anything was passed or played."""
    hands = [s.hands[seat] | s.played[seat] for seat in range(4)]
    if s.direction == 0 or s.phase == DEAL:
        return hands
    for giver, gave in enumerate(s.given):
        if s.phase != PASS:
            hands[(giver + s.direction) % 4] &= ~gave
    return [hand | gave for hand, gave in zip(hands, s.given, strict=True)]


def replayed(dealt: Sequence[int], passing: str, actions: Sequence[int]) -> Match:
    """Set the hands up and play the actions."""
    deal = "/".join(names(hand) for hand in dealt)
    match = Match(parlour.game("hearts", deal=deal, passing=passing), seed=0)
    for action in actions:
        match.play(action)
    return match


def twin(match: Match, rng: Stream) -> Match:
    """Give a match in another world that looks the same to the seat to move."""
    view = match.view(match.turn)
    world = fill(view.state, view.seat, rng)
    actions: list[int] = []
    left = [listed(gave) for gave in world.given]
    for action, (whose, seen) in zip(match.actions, view.history, strict=True):
        if seen < 0:  # a pass that the seat did not see: in this world, another card
            actions.append(left[whose].pop())
        else:
            actions.append(action)
    return replayed(dealt_hands(world), match.game.options["passing"], actions)


@cache
def player(spec: str, passing: str, seat: int, world: int) -> Strategy:
    """Give a strategy in its chair, one for each of the two worlds, so that none remembers the other."""
    return make(parlour.game("hearts", passing=passing), spec, seat, Stream.of(0))


def told(spec: str, match: Match, world: int, number: int) -> str:
    """Give all that a strategy says of a decision, as text."""
    it = player(spec, match.game.options["passing"], match.turn, world)
    it.rng[:] = Stream.of("pair", number)
    return json.dumps(it.decide(match.view(match.turn), LITTLE).to_json(), sort_keys=True)


def compare(pairs: int, specs: Sequence[str] = PLAYERS, seed: int = 0) -> tuple[Counter[str], list[str]]:
    """Compare each strategy's choices over pairs of worlds; count the pairs by phase, list differences."""
    counts: Counter[str] = Counter()
    differences: list[str] = []
    for number in range(pairs):
        rng = Stream.of(seed, "pairs", number)
        one = some_way_on(rng)
        two = twin(one, rng)
        views = [json.dumps(match.view(match.turn).to_json()) for match in (one, two)]
        counts["pass" if one.state.phase == PASS else "play"] += 1
        counts["other hands"] += one.state != two.state
        if views[0] != views[1] or one.turn != two.turn:
            differences.append(f"pair {number}: the views differ")
            continue
        for spec in specs:
            if told(spec, one, 0, number) != told(spec, two, 1, number):
                differences.append(f"pair {number}: {spec} tells the worlds apart")
    return counts, differences


def main() -> int:
    """Compare as many pairs as asked for and print what was found."""
    parser = argparse.ArgumentParser(description="Compare Hearts choices in worlds that look alike.")
    parser.add_argument("--pairs", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--strategies", nargs="*", default=PLAYERS)
    asked = parser.parse_args()
    began = time.process_time()
    counts, differences = compare(asked.pairs, asked.strategies, asked.seed)
    print(f"{asked.pairs:,} pairs ({counts['pass']:,} in passing, {counts['play']:,} in play, ", end="")
    print(f"{counts['other hands']:,} with other hands), {len(asked.strategies)} strategies: ", end="")
    print(f"{len(differences)} differences, {time.process_time() - began:.0f} s")
    for line in differences[:5]:
        print(line)
    return int(bool(differences))


if __name__ == "__main__":
    sys.exit(main())
