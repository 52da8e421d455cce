"""The parameters that commands share, and the steps from a command line to a game."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from parlour.cli import logs
from parlour.core.errors import BadOption, clipped
from parlour.core.options import Option

if TYPE_CHECKING:
    from parlour.core.game import Game
    from parlour.core.limit import Limit
    from parlour.core.rules import AnyState

LONGEST_LIMIT = 1000
LAST_SEED = 2**64 - 1


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, with the words how to go on."""


def number(help: str, low: int, high: int, *names: str, metavar: str = "N", **how: Any) -> Any:
    """Describe an option that is a whole number in a range; the complaint about another names both."""
    option = Option(low, low=low, high=high)
    return typer.Option(
        *names, parser=lambda value: option.read(names[0], value), metavar=metavar, help=help, **how
    )


def complete_game(incomplete: str) -> list[str]:
    """Offer the games' names to the shell."""
    from parlour.core.registry import game_names

    return [name for name in game_names() if name.startswith(incomplete)]


GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="A game's name: parlour games.", autocompletion=complete_game)
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="K=V", help="An option of the game; repeat for more."),
]
Moves = Annotated[
    str, typer.Option("--moves", "-m", metavar='"M M ..."', help="The moves that lead to the position.")
]
LimitText = Annotated[
    str,
    typer.Option(
        metavar="K=V",
        help="What a decision may cost: simulations=, depth=, nodes=, seconds= or at_most=, by commas.",
    ),
]
Seed = Annotated[int, number("The same seed gives the same result.", 0, LAST_SEED, "--seed")]
Database = Annotated[
    str,
    typer.Option(
        metavar="URL",
        help="A file or postgresql://USER@HOST/NAME; by default $PARLOUR_DATABASE, or your own.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document instead.")]
Load = Annotated[
    list[str] | None,
    typer.Option(metavar="FILE.py", help="Load a file with a game or strategies of yours; repeat for more."),
]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="Log what is going on to stderr.")]


def settle(verbose: bool, load: list[str] | None = None) -> None:
    """Do what every command begins with: start the log, load the user's files."""
    logs.start(verbose)
    if load:
        from parlour.core import loading

        for path in load:
            loading.load(path)


def game_of(name: str, options: list[str] | None = None) -> Game:
    """Return the game that a command line names."""
    from parlour.core import registry

    return registry.game(name, **pairs(options))


def pairs(options: list[str] | None) -> dict[str, str]:
    """Read repeated `--option name=value`."""
    out: dict[str, str] = {}
    for text in options or []:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise BadOption(f"--option {clipped(text)}: write it as name=value")
        out[name.strip()] = value
    return out


def limit_of(text: str) -> Limit:
    """Read a limit."""
    from parlour.core.limit import Limit

    if len(text) > LONGEST_LIMIT:
        raise BadOption(f"--limit: {len(text)} characters; write it as simulations=1000 or seconds=2")
    return Limit.parse(text)


def position(game: Game, moves: str) -> tuple[AnyState, list[str]]:
    """Play the moves; give the state they lead to and their texts in standard form."""
    state, actions = game.start(), game.read_moves(moves)
    words = game.write(state, actions)
    for action in actions:
        state = game.play(state, action)
    return state, words


def facts(game: Game, words: list[str]) -> dict[str, Any]:
    """Return what identifies a position, as the first keys of a JSON answer."""
    return {"game": game.name, "options": game.options, "moves": words}


def command_line(*words: object) -> str:
    """Write a command as one would type it."""
    return shlex.join(["parlour", *(str(word) for word in words)])


def words_of(**options: str | Sequence[str] | None) -> list[str]:
    """Write options as on a command line, each value of a list on its own; what is empty is left out."""
    pairs = [(name, [given] if isinstance(given, str) else given or ()) for name, given in options.items()]
    return [word for name, given in pairs for value in given if value for word in (f"--{name}", value)]


def load_words() -> list[str]:
    """Return the words of a command line that load the files this one loaded."""
    from parlour.core.loading import loaded_files

    return words_of(load=loaded_files())


def option_words(game: Game, options: Mapping[str, Any] | None = None) -> list[str]:
    """Return the words of a command line that set the game's options, or these."""
    changed = (game.changed_options() if options is None else options).items()
    return words_of(option=[f"{name}={value_words(value)}" for name, value in changed])


def value_words(value: object) -> str:
    """Write the value of an option as one would type it."""
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return "yes" if value is True else "no" if value is False else str(value)
