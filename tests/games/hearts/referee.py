"""Random hands of Hearts by OpenSpiel's rules beside ours, compared card for card under all its switches.

    python tests/games/hearts/referee.py --hands 20000

Each hand draws its switches, its passing and every card. Compared are whose turn it is, the legal cards, the
winner of each trick (who leads the next), and the points of all four seats. OpenSpiel numbers cards by rank
first and draws the passing as a first chance move.
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
from parlour.games.hearts import points

SWITCHES = (
    "pass_cards",
    "no_pts_on_first_trick",
    "can_lead_any_club",
    "jd_bonus",
    "avoid_all_tricks_bonus",
    "must_break_hearts",
    "qs_breaks_hearts",
    "can_lead_hearts_instead_of_qs",
)
DIRECTIONS = ("hold", "left", "across", "right")
THEIR_SUITS = (0, 1, 3, 2)  # clubs, diamonds, hearts, spades there; ours by number: c d s h
MOST_POINTS = 26


@dataclass
class Tally:
    """What a comparison found, and how often each switch was on."""

    hands: int = 0
    states: int = 0
    moons: int = 0
    on: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)


def theirs(card: int) -> int:
    """Number a card as OpenSpiel does."""
    return card % 13 * 4 + THEIR_SUITS[card // 13]


@cache
def pair(on: tuple[str, ...], direction: str) -> tuple[Game, Any]:
    """Give one set of rules in both implementations."""
    switches = {name: name in on for name in SWITCHES}
    return game("hearts", passing=direction, **switches), pyspiel.load_game("hearts", switches)


def compare(hands: int, seed: int = 0) -> Tally:
    """Play random hands in both; note the first difference of each."""
    tally = Tally()
    for number in range(hands):
        rng = Stream.of(seed, "hearts", number)
        on = tuple(name for name in SWITCHES if rng.below(2))
        direction = DIRECTIONS[rng.below(4) if "pass_cards" in on else 0]
        difference = one_hand(on, direction, rng, tally)
        tally.hands += 1
        tally.on.update((*on, direction))
        if difference:
            tally.differences.append(f"hand {number}, {direction}, {' '.join(on)}: {difference}")
    return tally


def one_hand(on: tuple[str, ...], direction: str, rng: Stream, tally: Tally) -> str:
    """Play one hand in both; say what differs, or nothing."""
    ours, other = pair(on, direction)
    s, state = ours.start(), other.new_initial_state()
    state.apply_action(DIRECTIONS.index(direction))
    actions: list[int] = []
    while True:
        tally.states += 1
        difference = differs(s, state)
        if difference:
            return f"after {actions}: {difference}"
        if state.is_terminal():
            break
        action = rng.choice(listed(rules.legal(s)))
        actions.append(action)
        s = rules.play(s, action)
        state.apply_action(theirs(action))
    got = [MOST_POINTS - value for value in state.returns()]
    tally.moons += max(state.returns()) >= MOST_POINTS and sorted(got)[1] >= MOST_POINTS - 10
    if list(points(s)) != got or list(s.scores) != got:
        return f"points {points(s)}, scores {s.scores}, theirs {got}"
    return ""


def differs(s: Any, state: Any) -> str:
    """Say what differs between two states that should be the same; empty if nothing does."""
    whose = OVER if state.is_terminal() else CHANCE if state.is_chance_node() else state.current_player()
    if rules.turn(s) != whose:
        return f"turn {rules.turn(s)}, theirs {whose}"
    cards = {theirs(card) for card in listed(rules.legal(s))}
    wanted = set(state.legal_actions())
    return "" if cards == wanted else f"legal {sorted(cards)}, theirs {sorted(wanted)}"


def main() -> int:
    """Compare as many hands as asked for and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    began = time.perf_counter()
    tally = compare(asked.hands, asked.seed)
    print(f"{tally.hands:,} hands, {tally.states:,} states, {tally.moons:,} moons, ", end="")
    print(f"{len(tally.differences)} differences, {time.perf_counter() - began:.0f} s")
    print(", ".join(f"{name} {count:,}" for name, count in sorted(tally.on.items())))
    for line in tally.differences[:5]:
        print(line)
    return int(bool(tally.differences))


if __name__ == "__main__":
    sys.exit(main())
