"""Write matches as other programs read them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from parlour.cli import output, shelf
from parlour.cli.common import Json, Load, Verbose, settle
from parlour.cli.keep import filled
from parlour.core import files
from parlour.core.errors import BadOption, BadRecord, BadRules, clipped, told_of
from parlour.core.paths import user_path

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.core.match import Match

EXAMPLES = """\
  parlour play checkers --seats easy,easy --save game.json
  parlour export game.json
  parlour export game.json -o game.pdn
  parlour play holdem --seats easy,easy --option hands=3 --save session.json
  parlour export session.json -o session.phhs
  parlour export session.json --format json --json"""

Format = Annotated[
    str,
    typer.Option(
        metavar="F",
        show_default=False,
        help="A notation of the game, or json; by default as the file's name ends.",
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Replace files that are there already.")]
MOST_BYTES = 64 * 2**20


def export(
    file: Annotated[
        str,
        typer.Argument(
            metavar="[RECORD]",
            show_default=False,
            help="A file of records, one or one a line; by default the game that was finished last.",
        ),
    ] = "",
    format: Format = "",
    out: Annotated[
        str,
        typer.Option(
            "--out", "-o", metavar="FILE", show_default=False, help="Write here, not to the terminal."
        ),
    ] = "",
    force: Force = False,
    load: Load = None,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Write matches in a notation that other programs read.

    Of a match that is not over, nothing is written that a spectator may not know.
    """
    settle(verbose, load)
    if out:
        refuse_to_replace([out], force)
    shelved = shelf.meant(file)
    matches = output.working(
        "replaying", lambda: [shelf.match_of(shelved.kept)] if shelved else _replayed(file)
    )
    game = matches[0].game.name
    name = format or _by_name(game, out)
    text = written(shelved.name if shelved else file, name, matches)
    if out:
        files.write_whole(user_path(out), text)
    if json:
        found = {"game": game, "format": name, "matches": len(matches), "file": out or None}
        output.emit(found | ({} if out else {"text": text}))
    elif out:
        print(f"{len(matches)} match{'es' if len(matches) > 1 else ''} of {game} as {name}: {out}")
    else:
        print(output.harmless(text), end="")


def _replayed(path: str) -> list[Match]:
    from parlour.core.notation import read_records

    with told_of(path):
        matches = [record.replay() for record in read_records(read_text(path))]
    if len({match.game.name for match in matches}) != 1:
        raise BadRecord(f"{path}: holds records of several games; export those of one game at a time")
    return matches


def _by_name(game: str, out: str) -> str:
    """Choose a notation: by the end of the file's name, or the first that the game has."""
    from parlour.core.notation import OWN, names, suffixes

    known = names(game)
    ending = user_path(out).suffix.lower() if out else ""
    if ending in (".json", ".jsonl"):
        return OWN
    return next((name for name in known if ending in suffixes(game, name)), [*known, OWN][0])


def written(path: str, name: str, matches: Sequence[Match]) -> str:
    """Write matches of one game in a notation; of what is not over, nothing that is hidden."""
    from parlour.core.notation import OWN, notation, write_records

    if name == OWN:
        return write_records([match.record() for match in matches])
    room = notation(matches[0].game.name, name)
    if any(match.game.traits.hidden and not match.over for match in matches):
        told = f"a match is not over, and {name} would tell what is hidden; --format json would not"
        raise BadRecord(f"{path}: {told}")
    text = room.write(matches)
    if not isinstance(text, str):
        raise BadRules(
            f"{matches[0].game.name}: write of the notation {name} gives {clipped(text)}, not text"
        )
    return text if text.endswith("\n") else f"{text}\n"


def read_text(path: str, otherwise: str = "") -> str:
    """Read a file of a size that can be held, as UTF-8 or, where it is not, in another encoding."""
    data = b""
    try:
        data = files.read_plain(path, MOST_BYTES)
        return data.decode("utf-8-sig")
    except OSError as error:
        raise BadRecord(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        if otherwise:
            return data.decode(otherwise)
        line = error.object[: error.start].count(b"\n") + 1
        raise BadRecord(f"{path}: line {line}: not UTF-8; save it as UTF-8 text") from None
    except ValueError as error:  # a NUL in the path
        raise BadOption(f"{path!r}: {error}") from None


def refuse_to_replace(paths: Sequence[str], force: bool) -> None:
    """Raise BadRecord if a file is there that would be lost."""
    for path in paths:
        there = filled(path)
        if there and not force:
            raise BadRecord(f"{path}: is there already; name another file, or add --force")
        if there and files.taken(there):
            raise BadRecord(f"{path}: is being played in another terminal; name another file")
