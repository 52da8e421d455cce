"""Play a game at the terminal, against people or levels, or watch strategies play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from parlour.cli import common, output
from parlour.core.errors import BadOption, GameOver, clipped, unknown

if TYPE_CHECKING:
    from parlour.cli.talk import Talk
    from parlour.compile.ahead import Ahead
    from parlour.core.game import Game
    from parlour.core.limit import Limit
    from parlour.core.match import Match

EXAMPLES = """\
  parlour play                                    # a menu
  parlour play connect_four --level hard
  parlour play nim --option heaps=3,5,7 --seats expert,human
  parlour play tic_tac_toe --seats human,mcts:simulations=500 --save game.json
  parlour play checkers --seats human,human
  parlour play nim --seats expert,medium --seed 7 --json
  parlour play --resume                           # go on where you were
  parlour play --resume game.json
  parlour play --list                             # your games, and how to go on with each"""

HUMAN, COMPUTER = "human", "ai"
DEFAULT_LEVEL = "medium"
LONGEST_SEATS = 10_000  # characters

MaybeSeed = Annotated[
    int | None, common.number("The same seed deals the same game.", 0, common.LAST_SEED, "--seed")
]


def play(
    what: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME] [FILE]",
            help="A game; with --resume also a file.",
            autocompletion=common.complete_game,
        ),
    ] = None,
    seats: Annotated[
        str,
        typer.Option(metavar="A,B", help="Who sits where: human, a level, a strategy, or ai for --level."),
    ] = "",
    level: Annotated[
        str, typer.Option("--level", "-l", metavar="L", help="The computer's level: easy to expert; medium.")
    ] = "",
    option: common.Options = None,
    limit: common.LimitText = "",
    seed: MaybeSeed = None,
    save: Annotated[str, typer.Option(metavar="FILE", help="Keep the record of the game here too.")] = "",
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with an unfinished game: any, GAME's or FILE's.")
    ] = False,
    listed: Annotated[
        bool, typer.Option("--list", help="List your games, unfinished and finished, and go no further.")
    ] = False,
    delete: Annotated[
        str, typer.Option(metavar="NAME", help="Delete a game that --list names, after a question.")
    ] = "",
    force: Annotated[
        bool, typer.Option("--force", help="Let --save replace a file, --delete ask nothing.")
    ] = False,
    load: common.Load = None,
    json: common.Json = False,
    verbose: common.Verbose = False,
) -> None:
    """Play a game; without GAME, choose from a menu.

    Every game is a file of its own in $PARLOUR_STATE_DIR or ~/.local/state/parlour, written after every
    move and kept until you delete it.

    At the prompt: a move, or hint, why, undo, level NAME, moves, rules, board, save FILE, resign, new,
    help, quit.
    """
    common.settle(verbose, load)
    budget = common.limit_of(limit)
    common.pairs(option)  # a mistake in it is told before the menu
    from parlour.cli.talk import Talk

    talk = Talk(output.err() if json else output.out())
    if listed or delete:
        from parlour.cli import resume as kept

        kept.delete(delete, force, talk) if delete else kept.show(what or [], json, talk)
        return
    again = common.words_of(load=load, limit=limit)
    asked = Asked(what or [], seats, level, option, seed, budget, save, force, resume, again)
    match = _played(asked, talk, quiet=json)
    if match is None:
        talk.say("No game was chosen.")
    elif json:
        print(match.record().to_json())


class Asked(NamedTuple):
    """What a command line asks for."""

    what: list[str]  # the game, or with --resume a file
    seats: str
    level: str
    option: list[str] | None
    seed: int | None
    limit: Limit
    save: str
    force: bool
    resume: bool
    again: list[str]  # the words that a command to go on repeats


def _played(asked: Asked, talk: Talk, quiet: bool) -> Match | None:
    """Play or watch the match that is asked for; None if none was chosen."""
    from parlour.cli.keep import Keeper
    from parlour.cli.resume import resumed
    from parlour.compile.ahead import Ahead

    ahead = Ahead()
    if asked.resume:
        if asked.option or asked.seed is not None:
            raise BadOption("a resumed game keeps its options and its seed; leave --option and --seed out")
        found = resumed(asked.what, asked.again, talk)
    else:
        started = _started(asked, talk, ahead)
        found = (started, Keeper(asked.again)) if started else None
    if found is None:
        return None
    match, keeper = found
    try:
        if asked.resume:
            match.seats = _seats_again(match, asked.seats, asked.level)
        keeper.begin(match, asked.save, asked.force, talk)
        if HUMAN in match.seats:
            from parlour.cli.sitting import Sitting

            return Sitting(match, talk, asked.limit, keeper, asked.seed, ahead).run(asked.resume)
        from parlour.cli.watch import watch

        watch(match, talk, asked.limit, keeper, quiet)
        return match
    finally:
        keeper.close()


def prepare(argv: list[str]) -> list[str]:
    """Let `--resume=FILE` mean `--resume FILE`."""
    out: list[str] = []
    for word in argv:
        out += ["--resume", word.removeprefix("--resume=")] if word.startswith("--resume=") else [word]
    return out


def _started(asked: Asked, talk: Talk, ahead: Ahead) -> Match | None:
    """Set up a new match; None if the menu was left without a choice."""
    what, level = asked.what, asked.level
    if len(what) > 1:
        raise BadOption(f"{clipped(what[1])} is one too many: name one game (a FILE goes with --resume)")
    name = what[0] if what else _chosen_game(talk, level, ahead)
    if name is None:
        return None
    game = common.game_of(name, asked.option)
    if not what and not level and not asked.seats:
        chosen = _chosen_level(talk, game)
        if chosen is None:
            return None
        level = chosen
    from parlour.core.match import Match

    match = Match(game, asked.seed, seats_of(game, asked.seats, level))
    if match.over and not match.ply:  # where chance ended it at once, that is told
        raise GameOver(f"{game.name}: the game is over before the first move; choose other options")
    return match


def _chosen_game(talk: Talk, level: str, ahead: Ahead) -> str | None:
    """Let the user pick a game; meanwhile, what the likely ones need is compiled."""
    from parlour.cli import shelf
    from parlour.cli.talk import menu
    from parlour.core import registry

    games = {name: registry.game(name) for name in registry.game_names()}
    lately = [kept.record.game for kept in (*shelf.unfinished(), *shelf.finished())]
    likely = dict.fromkeys(name for name in (*lately, *games) if name in games)
    default = level or DEFAULT_LEVEL
    ahead.ask(((games[name], default) for name in likely if default in games[name].levels), after=0.5)
    return menu(talk, "Which game?", [(name, game.title) for name, game in games.items()])


def _chosen_level(talk: Talk, game: Game) -> str | None:
    from parlour.cli.talk import menu

    default = DEFAULT_LEVEL if DEFAULT_LEVEL in game.levels else ""
    return menu(talk, "Which level?", list(game.levels.items()), default)


def _seats_again(match: Match, seats: str, level: str) -> tuple[str, ...]:
    """Say who sits where in a resumed match: as before, unless asked otherwise."""
    if seats or level or len(match.seats) != match.game.seats:
        return seats_of(match.game, seats, level, match.seats)
    for spec in match.seats:
        check_seat(match.game, spec)
    return match.seats


def seats_of(game: Game, text: str, level: str, before: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Say who sits where: as asked; by default a person in the first seat and the level in the others."""
    if level and level not in game.levels:
        raise unknown("level", level, game.levels)
    computer = level or (DEFAULT_LEVEL if DEFAULT_LEVEL in game.levels else next(iter(game.levels)))
    if not text:
        known = before if len(before) == game.seats else (HUMAN, *[COMPUTER] * (game.seats - 1))
        return tuple(HUMAN if spec == HUMAN else computer for spec in known)
    specs = split_specs(text)
    if len(specs) != game.seats:
        raise BadOption(
            f"--seats: {game.name} has {game.seats} seats, {len(specs)} given; separate by commas"
        )
    if level and COMPUTER not in specs:
        raise BadOption("--level: no seat is left for it; write ai for such a seat in --seats")
    settled = tuple(computer if spec == COMPUTER else spec for spec in specs)
    for spec in settled:
        check_seat(game, spec)
    return settled


def split_specs(text: str) -> list[str]:
    """Split at commas, but not at those between a strategy's own options: `human,mcts:c=1.4,threads=2`."""
    specs: list[str] = []
    if len(text) > LONGEST_SEATS:
        raise BadOption(f"--seats: {len(text)} characters, at most {LONGEST_SEATS} are allowed")
    for part in (part.strip() for part in text.split(",")):
        head, equals, _ = part.partition("=")
        inside = (equals and ":" not in head) or part.replace(".", "").lstrip("-").isdigit()
        if inside and specs and ":" in specs[-1]:
            specs[-1] += f",{part}"
        else:
            specs.append(part)
    return specs


def check_seat(game: Game, spec: str) -> None:
    """Refuse a seat that nobody could take."""
    if spec == HUMAN or spec in game.levels:
        return
    from parlour.core.registry import strategies_for, strategy_kind
    from parlour.core.spec import make

    name = spec.partition(":")[0]
    if strategy_kind(game, name) is None:
        raise unknown("seat", name, [HUMAN, COMPUTER, *game.levels, *strategies_for(game)])
    make(game, spec)
