"""Blackjack by the million: rules against mathematics, and players against each other on the same cards.

`python benchmarks/blackjack_players.py rules --rounds 4000000` plays the exact strategy in the game's own
rules, for several sets of rules, and prints the computed value of a round beside the mean that came out, with
its 95 % interval. `python benchmarks/blackjack_players.py players --rounds 20000000` prints what each player
wins in 100 rounds and how much more than the one before, on the same cards: single rounds, then shoes with
bets. It exits with 1 if an interval of 99.7 % misses the computed value (rules) or one of 95 % reaches 0.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

import parlour
from blackjack_play import (
    COUNTS,
    NO_COUNT,
    Measured,
    Policy,
    basic_policy,
    early_policy,
    exact_policy,
    measure,
    packed,
    policy,
)
from parlour.games.blackjack.cards import ACE as FACT_ACE
from parlour.games.blackjack.cards import DOUBLE, HIT, STAND
from parlour.games.blackjack.moves import by_thumb
from parlour.games.blackjack.play.card_counter import bet_at, counted_shoe
from parlour.games.blackjack.play.round import insurance_worth, natural_chance, round_of
from parlour.games.blackjack.play.tables import ACE, VALUES, hands

SETS: tuple[dict[str, Any], ...] = (
    {},
    {"decks": 1, "h17": True},
    {"decks": 0, "surrender": "late"},
    {"decks": 2, "peek": False, "h17": True, "das": False},
    {"decks": 6, "double": "9-11", "payout": "6:5", "hands": 2},
    {"decks": 8, "surrender": "early", "resplit_aces": True, "hit_split_aces": True},
    {"decks": 4, "double": "10-11", "peek": False, "surrender": "late"},
)
SHOE: dict[str, Any] = {"decks": 6, "rounds": 50, "bets": 12}
INFINITE = 15  # the bits of the decks in a word of rules
SPREAD, RAMP = 12, 3  # of the card counter


def mimic() -> Policy:
    """Hit to 17."""
    best = hands().best
    plays = np.where(best < 17, packed((HIT, STAND)), packed((STAND,)))
    return policy(np.ascontiguousarray(np.broadcast_to(plays, (VALUES, len(best)))))


def thumb() -> Policy:
    """Play by the rules of thumb of the game's own playouts."""
    known = hands()
    plays = np.zeros((VALUES, len(known.best)), np.int64)
    points = (known.cards * np.arange(1, VALUES + 1)[:, None]).sum(axis=0).astype(int).tolist()
    for up in range(VALUES):
        for hand, total in enumerate(points):
            facts = total | (FACT_ACE if known.cards[ACE, hand] else 0)
            dealer = up + 1 | (FACT_ACE if up == ACE else 0)
            double, plain = by_thumb(1 << DOUBLE, facts, dealer), by_thumb(0, facts, dealer)
            plays[up, hand] = packed((double, plain) if double == DOUBLE else (plain, STAND))
    return policy(plays)


def counter(rules: int) -> Policy:
    """Bet by the true count; play and insure as the infinite shoe with that count asks."""
    plays = np.stack(
        [basic_policy(rules & ~INFINITE, counted_shoe(count - NO_COUNT)) for count in range(COUNTS)]
    )
    stakes = [bet_at(count - NO_COUNT, SPREAD, RAMP) for count in range(COUNTS)]
    insures = [
        count - NO_COUNT
        for count in range(COUNTS)
        if insurance_worth(natural_chance(ACE, counted_shoe(count - NO_COUNT))) > 0.0
    ]
    return policy(plays, stakes=np.array([*stakes, insures[0]], np.int64))


def against_mathematics(rounds: int) -> bool:
    """Print computed and played values; say whether each interval covers its value."""
    good = True
    for number, options in enumerate(SETS):
        s = parlour.game("blackjack", **options).start()
        found = round_of(s.rules)
        player = policy(
            exact_policy(found), early_policy(found) if options.get("surrender") == "early" else None
        )
        got = measure(s, player, policy(basic_policy(s.rules)), hands().child, rounds, number)
        z = 1.96 * (got.first - found.value) / got.first_error
        print(
            f"{options or 'default'}: computed {found.value:+.6f}, played {got.first:+.6f} "
            f"± {got.first_error:.6f} ({z:+.2f} standard errors); basic strategy {got.second:+.6f}, "
            f"less by {got.difference:.6f} ± {got.difference_error:.6f}",
            flush=True,
        )
        good = good and abs(got.first - found.value) < 1.5 * got.first_error
    return good


def ladder(rounds: int) -> bool:
    """Print what players win in 100 rounds, each beside the one before; say whether each is better."""
    good = True
    for options in ({"decks": 1}, SHOE):
        s = parlour.game("blackjack", **options).start()
        players = {
            "hit to 17": mimic(),
            "rules of thumb": thumb(),
            "basic strategy": policy(basic_policy(s.rules)),
        }
        if s.rounds == 1:
            players["exact values"] = policy(exact_policy(round_of(s.rules)))
        else:
            players["card counter by index"] = counter(s.rules)
        for worse, better in pairwise(players):
            got = measure(s, players[better], players[worse], hands().child, rounds // s.rounds, 7)
            print(f"{options}: {better}, {worse}: {_per_hundred(got, s.rounds)}", flush=True)
            good = good and got.difference > got.difference_error
    return good


def _per_hundred(got: Measured, length: int) -> str:
    a, ea, b, eb, d, ed = (100.0 * x / length for x in got)
    return f"{a:+.3f} ± {ea:.3f} and {b:+.3f} ± {eb:.3f} units in 100 rounds, more by {d:+.4f} ± {ed:.4f}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure; give the exit code."""
    parser = argparse.ArgumentParser(description="Play Blackjack by the million.")
    parser.add_argument("what", choices=("rules", "players"))
    parser.add_argument("--rounds", type=int, default=10_000_000, help="rounds of each measurement")
    given = parser.parse_args(arguments)
    good = against_mathematics(given.rounds) if given.what == "rules" else ladder(given.rounds)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
