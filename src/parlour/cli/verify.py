"""Verify a record: the moves, the chance, the seed that was committed to, the result."""

from __future__ import annotations

import sys
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated

import typer

from parlour.cli import common, output, shelf
from parlour.core.errors import BadOption, BadRecord, clipped, told_of

if TYPE_CHECKING:
    from parlour.core.record import Record

EXAMPLES = """\
  parlour play kuhn_poker --seats easy,easy --save game.json
  parlour verify game.json
  parlour verify --last
  parlour verify game.json --json"""

STDIN = "-"
MARKS = {True: "ok", False: "wrong", None: "open"}


def verify(
    file: Annotated[
        str,
        typer.Argument(
            metavar="[RECORD]",
            show_default=False,
            help="A file with a record, - for stdin; by default the game that was finished last.",
        ),
    ] = "",
    last: Annotated[bool, typer.Option("--last", help="Verify the game that was finished last.")] = False,
    commitment: Annotated[
        str, typer.Option(metavar="HEX", show_default=False, help="What you noted before the first move.")
    ] = "",
    load: common.Load = None,
    json: common.Json = False,
    verbose: common.Verbose = False,
) -> int:
    """Check that a match was played by the rules and dealt fairly.

    The exit code is 0 if nothing is wrong, 1 if something is or the match is not over.
    """
    common.settle(verbose, load)
    if file and last:
        raise BadOption("--last and a RECORD: give one of them")
    noted = _noted(commitment)
    record = _read(file)
    from parlour.core import verify as core

    with told_of("stdin" if file == STDIN else file or record.game):
        checks = output.working("replaying", lambda: core.verify(record, noted))
    verified = core.is_verified(checks)
    if json:
        output.emit(
            {
                "game": record.game,
                "verified": verified,
                "seed": record.seed,
                "commitment": noted or record.commitment,
                "checks": [vars(check) for check in checks],
            }
        )
    else:
        for check in checks:
            _show(f"{check.what}:", MARKS[check.held], check.text)
        print("Verified." if verified else "Not verified.")
    return 0 if verified else 1


def _show(what: str, mark: str, text: str) -> None:
    """Print a check in columns; the sentence goes on below itself."""
    console = output.out()
    head = f"{what:12}{mark:7}"
    lines = wrap(text, output.room(console) - len(head), break_long_words=False, break_on_hyphens=False)
    for line in lines:
        console.print(f"{head}{line}".rstrip(), soft_wrap=True)
        head = " " * len(head)


def _noted(text: str) -> str:
    from parlour.core.commitment import is_commitment

    noted = text.strip().lower()
    if noted and not is_commitment(noted):
        raise BadOption(f"--commitment {clipped(text)}: needs the 64 hex digits that were published")
    return noted


def _read(file: str) -> Record:
    if file != STDIN:
        return shelf.record_of(file)
    from parlour.core.record import MOST_BYTES, Record

    with told_of("stdin"):
        text = sys.stdin.read(MOST_BYTES + 1)
        if len(text) > MOST_BYTES:
            raise BadRecord(f"larger than {MOST_BYTES // 2**20} MB, not a record")
        return Record.from_json(text)
