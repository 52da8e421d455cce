"""Read matches that other programs wrote down."""

from __future__ import annotations

from json import loads
from typing import TYPE_CHECKING, Annotated

import typer

from parlour.cli import output
from parlour.cli.common import Json, Load, Verbose, complete_game, settle
from parlour.cli.export import Force, Format, read_text, refuse_to_replace
from parlour.core import files
from parlour.core.errors import BadOption, BadRecord, BadRules, clipped, told_of
from parlour.core.paths import user_path

if TYPE_CHECKING:
    from parlour.core.record import Record

EXAMPLES = """\
  parlour play checkers --seats easy,easy --save game.json
  parlour export game.json -o game.pdn
  parlour import game.pdn
  parlour import game.pdn -o again.json
  parlour replay again.json --ply 9
  parlour import game.pdn --game checkers --format pdn --json"""
ROWS = 1000  # matches that a table lists


def import_(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="What another program wrote, such as a .pdn or .phh.")
    ],
    game: Annotated[
        str,
        typer.Option(
            metavar="G",
            show_default=False,
            autocompletion=complete_game,
            help="The game; by default the one whose notation the file's name tells.",
        ),
    ] = "",
    format: Format = "",
    out: Annotated[
        str,
        typer.Option(
            "--out",
            "-o",
            metavar="RECORD",
            show_default=False,
            help="Keep the records: all in one .jsonl, otherwise one a file, numbered if there are several.",
        ),
    ] = "",
    force: Force = False,
    load: Load = None,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Read matches that other programs wrote, checking every move.

    Without --out it only says what the file holds.
    """
    from parlour.core.notation import write_records

    settle(verbose, load)
    game, name = _kind(file, game, format)
    found: list[Record] = []
    output.working(lambda: f"{len(found):,} matches read", lambda: _read(file, game, name, found))
    game = found[0].game
    paths = _paths(out, len(found)) if out else []
    refuse_to_replace(paths, force)
    for number, path in enumerate(paths):
        these = found if len(paths) == 1 else found[number : number + 1]
        files.write_whole(user_path(path), write_records(these))
    if json:
        own = paths if len(paths) == len(found) else (paths or [""]) * len(found)
        rows = [{"file": p or None, "record": loads(r.to_json())} for r, p in zip(found, own, strict=True)]
        output.emit({"game": game, "format": name, "matches": rows})
        return
    if not out:
        _show(found)
    ending = f": {paths[0]}" + (f" to {paths[-1]}" if len(paths) > 1 else "") if paths else ""
    print(f"{len(found):,} match{'' if len(found) == 1 else 'es'} of {game}{ending}")


def _kind(file: str, game: str, format: str) -> tuple[str, str]:
    """Find the game and the notation that are meant."""
    from parlour.core.notation import OWN, known, names, suffixes

    ending = user_path(file).suffix.lower()
    if OWN in (format, ending[1:5]):
        return game, OWN
    every = [(game, name) for name in names(game)] if game else known()
    fits = [(g, name) for g, name in every if (name == format if format else ending in suffixes(g, name))]
    if len(fits) == 1:
        return fits[0]
    if len(fits) > 1:
        raise BadOption(
            f"{file}: several games have that notation; add --game {' or '.join(g for g, _ in fits)}"
        )
    listed = ", ".join(f"{name} ({g})" for g, name in every) or "none but json"
    raise BadOption(f"{file}: which notation is it? add --format F; known: {listed}")


def _read(file: str, game: str, name: str, found: list[Record]) -> None:
    from parlour.core.match import Match
    from parlour.core.notation import OWN, notation, read_records

    room = None if name == OWN else notation(game, name)
    text = read_text(file, "latin-1" if room else "")  # which PDN and others were written in
    with told_of(file):
        for match in room.read(text) if room else (record.replay() for record in read_records(text)):
            if not isinstance(match, Match):
                raise BadRules(f"{game}: read of the notation {name} yields {clipped(match)}, not a Match")
            record = match.full_record()
            if game and record.game != game:
                raise BadRecord(f"match {len(found) + 1} is of {record.game}, not of {game}")
            found.append(record)
    if not found:
        raise BadRecord(f"{file}: holds no match")


def _paths(out: str, count: int) -> list[str]:
    path = user_path(out)
    if count == 1 or path.suffix == ".jsonl":
        return [out]
    width = len(str(count))
    return [
        str(path.with_name(f"{path.stem}-{n:0{width}}{path.suffix or '.json'}")) for n in range(1, count + 1)
    ]


def _show(found: list[Record]) -> None:
    table = output.table(
        "match", "seats", "moves", "ended", "result", right=("match", "moves"), fold=("seats",)
    )
    for number, record in enumerate(found[:ROWS], 1):
        result = " ".join(f"{value:+g}" for value in record.returns or ())
        table.add_row(str(number), ", ".join(record.seats), str(len(record.moves)), record.ended, result)
    output.out().print(table)
    if len(found) > ROWS:
        output.out().print(f"... and {len(found) - ROWS:,} more")
