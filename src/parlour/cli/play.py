"""Play a game at the terminal, against people or levels, or watch strategies play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from parlour.cli import common, output
from parlour.cli.seats import HUMAN, check_seat, seats_of, split_specs
from parlour.core.errors import BadOption, GameOver, clipped

if TYPE_CHECKING:
    from parlour.cli.keep import Keeper
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
  parlour play tic_tac_toe --seats expert,hard --pace 0.2
  parlour play nim --seats expert,medium --seed 7 --json
  parlour play --resume                           # go on where you were
  parlour play --resume game.json
  parlour play --list                             # your games, and how to go on with each"""

PACE = 0.5  # seconds between two moves to watch

MaybeSeed = Annotated[
    int | None,
    common.number("The same game again: no opponent recalls you then.", 0, common.LAST_SEED, "--seed"),
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
    pace: Annotated[
        str,
        typer.Option(
            metavar="SECONDS",
            help="Between two moves when watching, each with its board; 0 draws the first and the last only.",
        ),
    ] = "",
    server: Annotated[
        str, typer.Option(metavar="URL", help="Play at this server; in --seats also open, for a link.")
    ] = "",
    join: Annotated[
        str, typer.Option(metavar="LINK", help="Take the seat of a link, or go on with a server's match.")
    ] = "",
    load: common.Load = None,
    json: common.Json = False,
    verbose: common.Verbose = False,
) -> None:
    """Play a game; without GAME, choose from a menu.

    With --server the match is played at a server (parlour serve), against its levels or people elsewhere.

    Every game is kept after every move, until you delete it: in $PARLOUR_DATABASE, or else in parlour.db in
    $PARLOUR_STATE_DIR or ~/.local/state/parlour. Opponents that learn recall your last games.

    At the prompt: a move, or rules, hint, hint more, why, undo, level NAME, moves, board, save FILE, resign,
    new, help, quit; after the game also review. Where one hand is no game, a whole match is played.
    """
    common.settle(verbose, load)
    budget = common.limit_of(limit)
    common.pairs(option)  # a mistake in it is told before the menu
    from parlour.cli.talk import Talk

    talk = Talk(output.err() if json else output.out())
    if server or join:
        from parlour.cli.away import Wish, play_away

        if resume or listed or delete or save:
            raise BadOption("--server: the match is kept there; leave --resume, --list, --delete, --save out")
        wish = Wish(server, join, what or [], seats, level, option, budget, seed)
        record = play_away(wish, talk)
        if json:
            print(record.to_json())
        return
    if listed or delete:
        from parlour.cli import resume as kept

        kept.delete(delete, force, talk) if delete else kept.show(what or [], json, talk)
        return
    again = common.words_of(load=load, limit=limit)
    asked = Asked(what or [], seats, level, option, seed, budget, save, force, resume, pace_of(pace), again)
    match = _played(asked, talk, quiet=json)
    if match is None:
        talk.say("No game was chosen.")
    elif json:
        print(match.record().to_json())


def pace_of(text: str) -> float:
    """Read the seconds between two moves: by default half of one where a person looks."""
    import sys

    from parlour.core.options import Option

    if not text:
        return PACE if output.is_terminal(sys.stdout) else 0.0
    return float(Option(PACE, low=0, high=60).read("--pace", text))


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
    pace: float
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
        old = resumed(asked.what, asked.again, talk)
        found = (*old, True) if old else None
    elif asked.what:
        found = _started(asked), Keeper(asked.again, recalls=asked.seed is None), False
    else:
        found = _from_menu(asked, talk, ahead)
    if found is None:
        return None
    match, keeper, again = found
    try:
        if again:
            match.seats = _seats_again(match, asked.seats, asked.level)
        keeper.begin(match, asked.save, asked.force, talk)
        if HUMAN in match.seats:
            from parlour.cli.sitting import Sitting

            return Sitting(match, talk, asked.limit, keeper, asked.seed, ahead).run(again)
        from parlour.cli.watch import watch

        watch(match, talk, asked.limit, keeper, None if quiet else asked.pace)
        return match
    finally:
        keeper.close()


def prepare(argv: list[str]) -> list[str]:
    """Let `--resume=FILE` mean `--resume FILE`."""
    out: list[str] = []
    for word in argv:
        out += ["--resume", word.removeprefix("--resume=")] if word.startswith("--resume=") else [word]
    return out


def _started(asked: Asked) -> Match:
    """Set up a new match of the game that is named."""
    if len(asked.what) > 1:
        word = clipped(asked.what[1])
        raise BadOption(f"{word} is one too many: name one game (a FILE goes with --resume)")
    people = not asked.seats or HUMAN in split_specs(asked.seats)
    game = for_people(asked.what[0], common.pairs(asked.option), whole=people)
    return _begun(game, asked, seats_of(game, asked.seats, asked.level))


def for_people(name: str, given: dict[str, str], whole: bool = True) -> Game:
    """Return a game as people play it: a whole match, unless the options say otherwise or fix a deal."""
    from parlour.core import registry

    plain = registry.game(name, **given)
    if not whole or not plain.sitting or any(plain.known_options[key].secret for key in given):
        return plain
    return registry.game(name, **{**plain.sitting, **given})


def _begun(game: Game, asked: Asked, seats: tuple[str, ...]) -> Match:
    from parlour.core.match import Match

    match = Match(game, asked.seed, seats)
    if match.over and not match.ply:  # where chance ended it at once, that is told
        raise GameOver(f"{game.name}: the game is over before the first move; choose other options")
    return match


def _from_menu(asked: Asked, talk: Talk, ahead: Ahead) -> tuple[Match, Keeper, bool] | None:
    """Let the user choose what to play; say too whether it is an old game."""
    from parlour.cli.keep import Keeper
    from parlour.cli.menu import Menu
    from parlour.cli.resume import resumed

    resumable = not asked.option and asked.seed is None
    menu = Menu(talk, ahead, asked.level, common.pairs(asked.option), resumable)
    chosen = menu.run(only_game=bool(asked.level or asked.seats))
    if chosen is None:
        return None
    if chosen.game is None:
        found = resumed([chosen.kept.name], asked.again, talk) if chosen.kept else None
        return (*found, True) if found else None
    seats = list(seats_of(chosen.game, asked.seats, chosen.level))
    if not asked.seats:
        side = _any_side(asked.seed, chosen.game.seats) if chosen.side is None else chosen.side
        seats[0], seats[side] = seats[side], seats[0]
    return _begun(chosen.game, asked, tuple(seats)), Keeper(asked.again, recalls=asked.seed is None), False


def _any_side(seed: int | None, seats: int) -> int:
    """Draw a seat for the user, by the seed if there is one."""
    import secrets

    from parlour.core.rng import Stream

    return Stream.of(secrets.randbits(64) if seed is None else seed, "side").below(seats)


def _seats_again(match: Match, seats: str, level: str) -> tuple[str, ...]:
    """Say who sits where in a resumed match: as before, unless asked otherwise."""
    if seats or level or len(match.seats) != match.game.seats:
        return seats_of(match.game, seats, level, match.seats)
    for spec in match.seats:
        check_seat(match.game, spec)
    return match.seats
