"""The four types of Hold'em players, tight or loose by how many hands they play, passive or aggressive.

A player is known by its habits: how often it pays to see a flop where it has the choice, and how many of its
bets, raises and calls are bets and raises. Both are shares with a Beta distribution, so that every type has
a probability.
"""

from __future__ import annotations

from parlour.games.holdem.belief.profile import CALLS, Profile
from parlour.games.holdem.belief.reading import PASSED, RAISED

LOOSE = 0.27  # the share of hands paid for that divides tight from loose
AGGRESSIVE = 1.0  # bets and raises to a call that divide passive from aggressive


def type_probabilities(profile: Profile) -> dict[str, float]:
    """Return how likely the player is of each type."""
    from scipy.special import betainc

    paid = profile.rates["voluntary"]
    tight = float(betainc(1.0 + paid.hits, 1.0 + paid.seen - paid.hits, LOOSE))
    ups = sum(counts[RAISED] for counts in profile.actions)
    calls = sum(profile.actions[context][PASSED] for context in CALLS)
    passive = float(betainc(1.0 + ups, 1.0 + calls, AGGRESSIVE / (1.0 + AGGRESSIVE)))
    return {
        "tight_passive": tight * passive,
        "tight_aggressive": tight * (1.0 - passive),
        "loose_passive": (1.0 - tight) * passive,
        "loose_aggressive": (1.0 - tight) * (1.0 - passive),
    }


def likely_type(profile: Profile) -> str:
    """Name the most likely type."""
    found = type_probabilities(profile)
    return max(found, key=lambda name: found[name])
