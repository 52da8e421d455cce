"""What the tests of events share: the story of some moves, as one seat is told it."""

from __future__ import annotations

from parlour import Game, Match
from parlour.core.names import Names
from parlour.core.narrate import story
from parlour.core.rules import NOBODY

LONGEST = 100


def told(it: Game, moves: str, seat: int = NOBODY, *, own: bool = False) -> list[str]:
    """Tell a seat what it did not do itself: the lines of a match with these moves, each short enough.

    With `own` the seat is told its own moves too.
    """
    match = Match(it, 1)
    for action in it.read_moves(moves, match.state):
        match.play(action)
    events = story(match, seat, 0, Names(it.names.names, seat))
    assert all(len(event.text) <= LONGEST for event in events)
    return [event.text for event in events if own or event.kind != "move" or not _own(event.text)]


def _own(text: str) -> bool:
    return text.startswith("You ")


def kinds(it: Game, moves: str, seat: int = NOBODY) -> list[str]:
    """Name what happened, for programs."""
    match = Match(it, 1)
    for action in it.read_moves(moves, match.state):
        match.play(action)
    return [event.kind for event in story(match, seat)]
