"""Random rounds of Liar's Dice by OpenSpiel's rules beside ours, compared move for move.

    python tests/games/liars_dice/referee.py --rounds 20000

Each round draws the number of dice and faces and the way of raising, then every die and every bid. Compared
are whose turn it is, the legal actions and the result. In OpenSpiel the highest face is wild.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pyspiel

from parlour import CHANCE, OVER, Game, Stream, game
from parlour.core import rules
from parlour.core.bits import listed

THEIR_ORDER = {"quantity": "reset-face", "face": "reset-quantity"}


@dataclass
class Tally:
    """What a comparison found, and how often each rule was played."""

    rounds: int = 0
    states: int = 0
    forms: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)


@cache
def pair(dice: int, faces: int, order: str) -> tuple[Game, Any]:
    """Give one set of rules in both implementations."""
    theirs = {"numdice": dice, "dice_sides": faces, "bidding_rule": THEIR_ORDER[order]}
    return (
        game("liars_dice", dice=dice, faces=faces, order=order, wild="highest"),
        pyspiel.load_game("liars_dice", theirs),
    )


def compare(rounds: int, seed: int = 0) -> Tally:
    """Play random rounds in both; note the first difference of each."""
    tally = Tally()
    for number in range(rounds):
        rng = Stream.of(seed, "liars dice", number)
        form = rng.below(6) + 1, rng.below(7) + 2, rng.choice(list(THEIR_ORDER))
        difference = one_round(*pair(*form), rng, tally)
        tally.rounds += 1
        tally.forms.update((f"dice {form[0]}", f"faces {form[1]}", form[2]))
        if difference:
            tally.differences.append(f"round {number}, {form}: {difference}")
    return tally


def one_round(ours: Game, other: Any, rng: Stream, tally: Tally) -> str:
    """Play one round in both; say what differs, or nothing."""
    s, state = ours.start(), other.new_initial_state()
    liar, actions = ours.actions - 1, []
    while True:
        tally.states += 1
        if difference := differs(s, state):
            return f"after {actions}: {difference}"
        if state.is_terminal():
            break
        action = rng.choice(listed(rules.legal(s)))
        if rules.turn(s) >= 0 and s.last >= 0 and rng.below(4) == 0:
            action = liar  # or nearly every bid would be a lie
        actions.append(action)
        s = rules.play(s, action)
        state.apply_action(action)
    got, wanted = rules.returns(s), tuple(state.returns())
    return "" if got == wanted else f"after {actions}: result {got}, theirs {wanted}"


def differs(s: Any, state: Any) -> str:
    """Say what differs between two states that should be the same; empty if nothing does."""
    whose = OVER if state.is_terminal() else CHANCE if state.is_chance_node() else state.current_player()
    if rules.turn(s) != whose:
        return f"turn {rules.turn(s)}, theirs {whose}"
    found, wanted = listed(rules.legal(s)), sorted(state.legal_actions())
    return "" if found == wanted else f"legal {found}, theirs {wanted}"


def main() -> int:
    """Compare as many rounds as asked for and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    began = time.perf_counter()
    tally = compare(asked.rounds, asked.seed)
    print(f"{tally.rounds:,} rounds, {tally.states:,} states, ", end="")
    print(f"{len(tally.differences)} differences, {time.perf_counter() - began:.0f} s")
    print(", ".join(f"{name} {count:,}" for name, count in sorted(tally.forms.items())))
    for line in tally.differences[:5]:
        print(line)
    return int(bool(tally.differences))


if __name__ == "__main__":
    sys.exit(main())
