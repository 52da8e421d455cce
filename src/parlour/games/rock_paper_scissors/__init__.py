"""Rock-Paper-Scissors over a number of rounds: both commit in secret, one after the other, then both show.

Rock blunts scissors, scissors cut paper, paper wraps rock. In equilibrium each is thrown a third of the time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from parlour.core.event import Event
from parlour.core.game import Traits
from parlour.core.guide import Guide
from parlour.core.options import Option
from parlour.core.picture import Cell, Grid, Picture, Text
from parlour.core.rng import below
from parlour.core.rules import OVER, UNKNOWN, changed
from parlour.core.words import signed

TITLE = "Rock-Paper-Scissors"
BLURB = "Both throw at once; read the other's habits"
GROUP = "Dice and guessing"
SEAT_NAMES = ("Ann", "Ben")
SCORE = "rounds won less rounds lost"
SITTING = {"rounds": 10}
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
BEATS = ("rock blunts scissors", "paper wraps rock", "scissors cut paper")
NONE = -1  # no commitment yet, no round yet
THROWS = 0b111
MOST_SHOWN = 8  # rounds in a picture


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
    """Nobody but its maker knows the throw that is pending."""
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


def guide(rounds: int = 1) -> Guide:
    """Tell how the game is played."""
    many = rounds > 1
    return Guide(
        goal="Win more rounds than the other." if many else "Throw what beats the other's throw.",
        turn="Both choose in secret, then both throws are shown. Rock blunts scissors, scissors cut paper, "
        "paper wraps rock. Two of a kind are a tie.",
        end=f"After {rounds:,} rounds who has won more of them wins; as many each is a draw."
        if many
        else "One round decides; a tie is a draw.",
        moves="The throw by its name or its first letter.",
        examples=(("rock", "beats scissors"), ("paper", "beats rock"), ("s", "scissors, which beat paper")),
    )


def events(before: State, action: int, after: State, seat: int) -> list[Event]:
    """Tell a round when both have thrown; a throw before that only to its maker."""
    if before.pending == NONE:
        if action == UNKNOWN:
            return []
        return [Event("move", "{0 throws} {move}", {"seat": 0, "throw": NAMES[action]})]
    first, second = after.last_0, after.last_1
    gain = after.lead - before.lead
    winner = None if gain == 0 else int(gain < 0)
    how = "a tie" if winner is None else f"{BEATS[(first, second)[winner]]}, {{{winner} wins}}"
    text = f"{{0 throws}} {NAMES[first]}, {{1}} {NAMES[second]}: {how}"
    if after.rounds > 1:
        text = f"Round {after.played}: {text} ({_ahead(after.lead)})"
    data = {"round": after.played, "throws": [NAMES[first], NAMES[second]], "winner": winner}
    return [Event("round", text, {**data, "lead": after.lead})]


def scores(s: State) -> tuple[int, int]:
    """Count the rounds won less those lost."""
    return (s.lead, -s.lead)


def value_told(value: float) -> str:
    """Write a value in rounds won less rounds lost."""
    return f"{signed(value)} rounds"


def _ahead(lead: int) -> str:
    return "level" if lead == 0 else f"{{{int(lead < 0)} leads}} by {abs(lead)}"


def past_shown(history: Sequence[tuple[int, int]]) -> list[Grid]:
    """Show the last rounds in a row, the throws that won marked."""
    throws = [[a for seat, a in history if seat == who and a != UNKNOWN] for who in (0, 1)]
    played = min(map(len, throws))
    rounds = range(max(0, played - MOST_SHOWN), played)
    if len(rounds) < 2:
        return []
    rows = tuple(
        tuple(Cell(NAMES[mine[n]], tone, (mine[n] - other[n]) % 3 == 1) for n in rounds)
        for mine, other, tone in ((throws[0], throws[1], "first"), (throws[1], throws[0], "second"))
    )
    return [Grid(rows, ("{0}", "{1}"), tuple(str(n + 1) for n in rounds), style="bare")]


def picture(s: State) -> Picture:
    """Show the last round and the score."""
    lines = []
    if s.last_0 != NONE:
        lines.append(Text(f"Round {s.played}: {{0 throws}} {NAMES[s.last_0]}, {{1}} {NAMES[s.last_1]}"))
    lines.append(Text(f"{s.played} of {s.rounds} rounds played, {_ahead(s.lead)}"))
    if s.pending != NONE:
        own = "in secret" if s.pending == UNKNOWN else f"{NAMES[s.pending]}, in secret"
        lines.append(Text(f"{{0 throws}} {own}"))
    return Picture(tuple(lines), TITLE)
