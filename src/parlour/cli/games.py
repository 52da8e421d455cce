"""List the games: how they go in the words of their rules files, their levels, strategies and options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from parlour.cli import output
from parlour.cli.common import Json, Load, Verbose, command_line, complete_game, settle

if TYPE_CHECKING:
    from parlour.core.game import Game
    from parlour.core.options import Option

EXAMPLES = """\
  parlour games
  parlour games nim
  parlour games --json
  parlour games --load my_game.py                 # a file of yours"""

LONGEST_MOVES = 60  # characters of an example's moves
FOLDED = ("what it is", "options", "default", "meaning", "strategy", "what it does")

Names = Annotated[
    list[str] | None,
    typer.Argument(metavar="[GAME]...", help="Show these in detail.", autocompletion=complete_game),
]


def games(names: Names = None, load: Load = None, json: Json = False, verbose: Verbose = False) -> None:
    """List the games: what each is, and for how many.

    A game that is named is shown in detail: how it goes and how its moves are written, what its options mean,
    and what its levels and strategies do.
    """
    settle(verbose, load)
    from parlour.core.registry import game, game_names

    chosen = [game(name) for name in names or game_names()]
    if json:
        output.emit({"games": [_data(each, detailed=bool(names)) for each in chosen]})
    elif names:
        for each in chosen:
            _show(each)
    else:
        _list(chosen)


def _data(game: Game, detailed: bool) -> dict[str, Any]:
    from dataclasses import asdict

    from parlour.core.guide import facts, summary
    from parlour.core.registry import strategies_for

    kinds = strategies_for(game)
    data: dict[str, Any] = {
        "name": game.name,
        "title": game.title,
        "seats": game.seats,
        "levels": game.levels,
        "strategies": list(kinds),
        "presets": game.presets,
        "options": {name: option.describe() for name, option in game.known_options.items()},
        "traits": asdict(game.traits),
    }
    if detailed:
        data["summary"] = summary(game.module, game.title)
        data["guide"] = game.guide.to_json()
        data["rules"] = facts(game.module)
        data["actions"] = game.actions
        data["bounds"] = list(game.bounds)
        data["strategy_options"] = {
            name: {key: option.describe() for key, option in kind.options.items()}
            for name, kind in kinds.items()
        }
    return data


def _list(chosen: list[Game]) -> None:
    table = output.table("game", "seats", "what it is", "group", right=("seats",), fold=FOLDED)
    for game in chosen:
        table.add_row(game.name, str(game.seats), game.blurb, game.group)
    output.out().print(table, width=output.room(output.out()))
    output.out().print(
        "\nparlour games GAME tells the rules, options and levels of one; parlour play GAME plays it.",
        style="dim",
    )


def _show(game: Game) -> None:
    from parlour.cli import manual
    from parlour.core.guide import summary
    from parlour.core.registry import strategies_for

    console = output.out()
    traits = game.traits
    words = [
        f"{game.seats} seats" if game.seats > 1 else "1 seat",
        "zero-sum" if traits.zero_sum else "not zero-sum",
        "hidden information" if traits.hidden else "nothing hidden",
        "chance" if traits.chance else "no chance",
    ]
    console.print(f"{game.title} ({game.name})", style="bold")
    console.print(", ".join(words) + "\n")
    told = summary(game.module, game.title).replace("`", "")
    if told:
        output.sentences([told], console)
        console.print()
    output.draw(game.picture(game.start()))
    console.print()
    console.print("Rules", style="bold")
    manual.show(game.guide, console)
    console.print()
    if game.known_options:
        options = output.table("option", "default", "meaning", fold=FOLDED)
        for name, option in game.known_options.items():
            options.add_row(name, _value(option.default), _meaning(option))
        console.print(options)
        console.print()
    levels = output.table("level", "strategy", fold=FOLDED)
    for name, spec in game.levels.items():
        levels.add_row(name, spec)
    console.print(levels)
    console.print()
    kinds = output.table("name", "what it does", "options", fold=FOLDED)
    for name, kind in strategies_for(game).items():
        line = (kind.__doc__ or "").strip().partition("\n")[0]
        kinds.add_row(name, line, " ".join(f"{k}={_value(o.default)}" for k, o in kind.options.items()))
    console.print(kinds)
    console.print()
    for name, spec in game.presets.items():
        console.print(f"Here {name} stands for {spec}.")
    for example in _examples(game):
        console.print(example, style="dim", soft_wrap=True)


def _examples(game: Game) -> list[str]:
    """Write commands for this very game, with moves that can be played in it where they are few."""
    from parlour.core.match import Match

    match = Match(game, 0)
    for _ in range(2):
        match.play(game.legal(match.state)[0])
        if match.over:
            match.undo()
            break
    words = " ".join(match.moves())
    if len(words) > LONGEST_MOVES:  # a deal of cards: the position is nothing to type
        weakest, *_, best = game.levels
        seats = ",".join([best, *[weakest] * (game.seats - 1)])
        return [
            command_line("play", game.name, "--level", "hard"),
            command_line("play", game.name, "--seats", seats, "--seed", 1),
            command_line("arena", game.name, weakest, best, "--games", 10),
        ]
    moves = ("--moves", words)
    return [
        command_line("play", game.name, "--level", "hard"),
        command_line("analyse", game.name, *moves),
        command_line("perft", game.name, "--depth", 2, *moves),
    ]


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return str(value) if value != "" else "-"


def _meaning(option: Option) -> str:
    words = option.help
    if option.choices:
        words += f" (one of {', '.join(option.choices)})"
    elif option.low is not None and option.high is not None:
        words += f" ({option.low:,} to {option.high:,})"
    return words
