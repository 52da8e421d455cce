"""Rock-Paper-Scissors over a number of rounds: both commit in secret, one after the other, then both show.

Rock blunts scissors, scissors cut paper, paper wraps rock. In equilibrium each is thrown a third of the time.
"""

from __future__ import annotations

from typing import NamedTuple

from parlour.core.game import Traits
from parlour.core.options import Option
from parlour.core.picture import Picture, Text
from parlour.core.rng import below
from parlour.core.rules import OVER, UNKNOWN, changed

TITLE = "Rock-Paper-Scissors"
SEATS = 2
ACTIONS = 3
TRAITS = Traits(zero_sum=True, simultaneous=True)
OPTIONS = {"rounds": Option(1, "rounds to play", low=1, high=100_000)}
LEVELS = {
    "easy": "biased",
    "medium": "frequency:risk=1e6",
    "hard": "patterns",
    "expert": "ensemble",
}

NAMES = ("rock", "paper", "scissors")
NONE = -1  # no commitment yet, no round yet
THROWS = 0b111


class State(NamedTuple):
    """Rounds to play and played, the first seat's pending throw, seat 0's lead and the last round."""

    rounds: int
    played: int
    pending: int
    lead: int
    last_0: int
    last_1: int


def start(rounds: int = 1) -> State:
    """Return the start of the first round."""
    return State(rounds, 0, NONE, 0, NONE, NONE)


def BOUNDS(s: State) -> tuple[float, float]:  # noqa: N802
    """Every round is worth one point."""
    return (-float(s.rounds), float(s.rounds))


def turn(s: State) -> int:
    """Seat 0 commits, then seat 1 throws and both show."""
    if s.played == s.rounds:
        return OVER
    return 0 if s.pending == NONE else 1


def legal(s: State) -> int:
    """Any throw."""
    return 0 if s.played == s.rounds else THROWS


def play(s: State, a: int) -> State:
    """Commit, or show and settle the round."""
    if s.pending == NONE:
        return changed(s, pending=a)
    outcome = (s.pending - a + 3) % 3  # 1: seat 0 wins, 2: seat 1 wins
    gain = 1 if outcome == 1 else (-1 if outcome == 2 else 0)
    return changed(s, played=s.played + 1, pending=NONE, lead=s.lead + gain, last_0=s.pending, last_1=a)


def returns(s: State) -> tuple[float, float]:
    """Rounds won less rounds lost."""
    return (float(s.lead), float(-s.lead))


def mask(s: State, seat: int) -> State:
    """Nobody but player 1 knows the throw that is pending."""
    if seat == 0 or s.pending == NONE:
        return s
    return changed(s, pending=UNKNOWN)


def fill(v: State, seat: int, rng: object) -> State:
    """The pending throw may be any."""
    if v.pending != UNKNOWN:
        return v
    return changed(v, pending=below(rng, 3))


def sees(s: State, a: int, seat: int, now: State) -> bool:
    """A throw is known to its maker at once and to all when the round is settled."""
    return turn(s) == seat or now.played > s.played


def format(s: State, a: int) -> str:
    """The throw's name."""
    return NAMES[a]


def parse(s: State, text: str) -> int:
    """Read a throw: its name or its first letter."""
    return next((a for a, name in enumerate(NAMES) if text.lower() in (name, name[0])), -1)


def picture(s: State) -> Picture:
    """Show the last round and the score."""
    lines = []
    if s.last_0 != NONE:
        lines.append(Text(f"Round {s.played}: {NAMES[s.last_0]} against {NAMES[s.last_1]}"))
    ahead = "level" if s.lead == 0 else f"player {1 if s.lead > 0 else 2} leads by {abs(s.lead)}"
    lines.append(Text(f"{s.played} of {s.rounds} rounds played, {ahead}"))
    if s.pending != NONE:
        own = "a throw" if s.pending == UNKNOWN else NAMES[s.pending]
        lines.append(Text(f"Player 1 has committed to {own}"))
    return Picture(tuple(lines), TITLE)
