"""Matches as other programs write them down: which notations a game has, and where they are.

A rules file names them, `NOTATIONS = {"pdn": ".pdn"}`: each is a module, by its name (with a dot: beside the
rules), or anything else that has these two functions and maybe the third name:

    write(matches: Sequence[Match]) -> str       one text for all of them
    read(text: str) -> Iterator[Match]           every match of a text; raise BadRecord, naming the line
    SUFFIXES = (".phh", ".phhs")                 ends of file names, if not the notation's name alone
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Protocol, cast

from parlour.core.errors import BadOption, BadRecord, BadRules, ParlourError, clipped, told_of
from parlour.core.game import name_of
from parlour.core.record import Record
from parlour.core.registry import game_names, rules_module

if TYPE_CHECKING:
    from parlour.core.match import Match

OWN = "json"  # what every game has: a record, or several, one a line


class Notation(Protocol):
    """A way to write matches down, and to read them."""

    def write(self, matches: Sequence[Match]) -> str:
        """Write matches as one text."""
        ...

    def read(self, text: str) -> Iterator[Match]:
        """Read every match of a text, and play its moves."""
        ...


def names(game: str) -> list[str]:
    """List the notations that a game's rules name."""
    return list(_named(rules_module(game)))


def notation(game: str, name: str) -> Notation:
    """Return a notation of a game."""
    rules = rules_module(game)
    named = _named(rules)
    if name not in named:
        raise BadOption(f"{game} has no notation {clipped(name)}; it has {', '.join([*named, OWN])}")
    given = named[name]
    if isinstance(given, str):
        try:
            given = importlib.import_module(given, rules.__name__)
        except ImportError as error:
            raise BadRules(f"{name_of(rules)}: NOTATIONS: {error}") from None
    if not callable(getattr(given, "read", None)) or not callable(getattr(given, "write", None)):
        raise BadRules(f"{name_of(rules)}: the notation {name} needs the functions read and write")
    return cast(Notation, given)


def suffixes(game: str, name: str) -> tuple[str, ...]:
    """Return the ends of the file names that a notation goes by."""
    return tuple(getattr(notation(game, name), "SUFFIXES", (f".{name}",)))


def known() -> list[tuple[str, str]]:
    """List every game and notation that there is."""
    return [(game, name) for game in game_names() for name in names(game)]


def write_records(records: Sequence[Record]) -> str:
    """Write records as JSON, one a line."""
    return "".join(f"{record.to_json()}\n" for record in records)


def read_records(text: str) -> Iterator[Record]:
    """Read records, one a line, or one over several lines."""
    try:
        yield Record.from_json(text)
        return
    except ParlourError as error:
        lines = text.splitlines()
        if len([line for line in lines if line.strip()]) < 2:
            raise BadRecord(f"line 1: {error}") from None
    for number, line in enumerate(lines, 1):
        if line.strip():
            with told_of(f"line {number}"):
                record = Record.from_json(line)
            yield record


def _named(rules: ModuleType) -> dict[str, object]:
    given = getattr(rules, "NOTATIONS", {})
    if not isinstance(given, dict) or not all(
        isinstance(name, str) and name.isidentifier() for name in given
    ):
        raise BadRules(
            f"{name_of(rules)}: NOTATIONS is {clipped(given)}; it must be a dict of notations by name"
        )
    return given
