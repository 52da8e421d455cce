"""Random hands of Leduc poker by OpenSpiel's rules beside ours, compared move for move.

python tests/games/leduc_poker/referee.py --hands 20000
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass, field
from typing import Any

import pyspiel

from parlour import CHANCE, OVER, Stream, game
from parlour.core import rules
from parlour.core.bits import listed


@dataclass
class Tally:
    """What a comparison found."""

    hands: int = 0
    states: int = 0
    showdowns: int = 0
    differences: list[str] = field(default_factory=list)


def compare(hands: int, seed: int = 0) -> Tally:
    """Play random hands in both; note the first difference of each."""
    tally, ours, other = Tally(), game("leduc_poker"), pyspiel.load_game("leduc_poker")
    for number in range(hands):
        rng = Stream.of(seed, "leduc", number)
        s, state = ours.start(), other.new_initial_state()
        actions: list[int] = []
        tally.hands += 1
        while not (difference := differs(s, state)) and not state.is_terminal():
            tally.states += 1
            actions.append(rng.choice(listed(rules.legal(s))))
            s = rules.play(s, actions[-1])
            state.apply_action(actions[-1])
        tally.showdowns += rules.mask(s, -1) == s
        if difference:
            tally.differences.append(f"hand {number}, after {actions}: {difference}")
    return tally


def differs(s: Any, state: Any) -> str:
    """Say what differs between two states that should be the same; empty if nothing does."""
    whose = OVER if state.is_terminal() else CHANCE if state.is_chance_node() else state.current_player()
    if rules.turn(s) != whose:
        return f"turn {rules.turn(s)}, theirs {whose}"
    if whose == OVER:
        got, won = rules.returns(s), tuple(state.returns())
        return "" if got == won else f"result {got}, theirs {won}"
    found, wanted = listed(rules.legal(s)), sorted(state.legal_actions())
    return "" if found == wanted else f"legal {found}, theirs {wanted}"


def main() -> int:
    """Compare as many hands as asked for and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    began = time.perf_counter()
    tally = compare(asked.hands, asked.seed)
    print(f"{tally.hands:,} hands, {tally.states:,} states, {tally.showdowns:,} showdowns, ", end="")
    print(f"{len(tally.differences)} differences, {time.perf_counter() - began:.0f} s")
    for line in tally.differences[:5]:
        print(line)
    return int(bool(tally.differences))


if __name__ == "__main__":
    sys.exit(main())
