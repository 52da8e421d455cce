"""What can go wrong, each with one line that names what is wrong and the fix."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches

MOST_TEXT = 480  # characters: a line to read, however much the user typed


class ParlourError(ValueError):
    """Base of every error a user can cause; its text is the one line a front door prints."""

    def __init__(self, text: str = "") -> None:
        line = " ".join(text.split())
        if len(line) > MOST_TEXT:
            line = f"{line[:300]} ... {line[-150:]}"
        super().__init__(line)


class UnknownName(ParlourError):
    """No game, strategy or level has that name."""


class BadOption(ParlourError):
    """An option does not exist, or its value is out of range."""


class BadRules(ParlourError):
    """A rules file lacks a name the protocol needs, or breaks one of its laws."""


class InvalidMove(ParlourError):
    """The text is not a move of this game."""


class IllegalMove(ParlourError):
    """The move exists but may not be played here."""


class NotYourTurn(ParlourError):
    """Another seat is to move."""


class GameOver(ParlourError):
    """The match has ended."""


class BadRecord(ParlourError):
    """A saved match is damaged, or does not replay."""


class Unsuitable(ParlourError):
    """A strategy or solver cannot handle this game or position."""


class NoDevice(ParlourError):
    """A computation cannot run where it was asked to: there is no GPU, or too little of it."""


def unknown(kind: str, name: str, known: Iterable[str]) -> UnknownName:
    """Build the error for a name that does not exist, with the nearest ones that do."""
    choices = sorted(known)
    shown = name if len(name) <= 60 else name[:57] + "..."
    close = get_close_matches(name.lower(), choices, n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(close)}?" if close else f"known: {', '.join(choices)}"
    return UnknownName(f"unknown {kind} {shown!r}; {hint}")


@contextmanager
def told_of(place: object) -> Iterator[None]:
    """Say of whatever is wrong with a record where it stands: in a file, in a line of one."""
    try:
        yield
    except ParlourError as error:
        if isinstance(error, BadRecord) and str(error).startswith(f"{place}: "):
            raise
        raise BadRecord(f"{place}: {error}") from None


def clipped(value: object, width: int = 60) -> str:
    """Quote a user's value in an error without repeating a megabyte of it."""
    try:
        text = repr(value)
    except ValueError:  # Python refuses to write out thousands of digits
        return "a number of thousands of digits"
    return text if len(text) <= width else text[: width - 3] + "..."
