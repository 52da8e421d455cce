"""The matches in the database: list them, look at one, replay, export, delete; take in records."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from parlour.cli import earlier, hold, output, replay
from parlour.cli.chronicle import data_of, exported, one_of, row_of, span, when
from parlour.cli.common import Database, Json, Load, Verbose, command_line, number, settle
from parlour.cli.result import capital, result_lines
from parlour.core.errors import BadOption, clipped

if TYPE_CHECKING:
    from parlour.core.match import Match
    from parlour.store import Kept, Store
    from parlour.store.finding import Filters

EXAMPLES = """\
  parlour play checkers --seats easy,easy
  parlour history
  parlour history --game checkers --player easy --since 2026-01-01
  parlour history show last
  parlour history replay last --ply 3
  parlour history export last --format pdn
  parlour history export --out matches.jsonl
  parlour history add matches.jsonl --database other.db
  parlour history delete last --yes
  parlour arena nim expert easy --games 10
  parlour history events"""

SHOWN = 20  # matches of a list
ALL = 0


@dataclass(frozen=True)
class Asked:
    """What a command line asks for besides the action."""

    ids: list[str]
    filters: Filters
    limit: int
    format: str
    out: str
    force: bool
    ply: int
    seat: int
    yes: bool
    json: bool


def history(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[show|replay|export|delete|add|events] [ID]...",
            show_default=False,
            help="What to do, and with which match: its id or a part of it, or last. By default: list.",
        ),
    ] = None,
    game: Annotated[str, typer.Option(metavar="GAME", help="Only matches of this game.")] = "",
    player: Annotated[
        str, typer.Option(metavar="WHO", help="Only with this player, by name or id, or this strategy.")
    ] = "",
    result: Annotated[
        str,
        typer.Option(
            metavar="R", help="Only what they, or else a person, have won, lost or drawn; or unfinished."
        ),
    ] = "",
    since: Annotated[str, typer.Option(metavar="DATE", help="Only from this day on: 2026-11-30.")] = "",
    until: Annotated[str, typer.Option(metavar="DATE", help="Only up to this day.")] = "",
    limit: Annotated[
        int, number("At most so many; a list has 20.", ALL, 10**9, "--limit", show_default=False)
    ] = ALL,
    format: Annotated[
        str,
        typer.Option(metavar="F", help="Of an export: jsonl, csv, or a notation of the game such as pdn."),
    ] = "",
    out: Annotated[
        str, typer.Option("--out", metavar="FILE", help="Export to this file, not to the terminal.")
    ] = "",
    force: Annotated[bool, typer.Option("--force", help="Let --out replace a file.")] = False,
    ply: Annotated[
        int,
        number("Replay only the board after N plies.", replay.NO_PLY, 10**9, "--ply", show_default=False),
    ] = replay.NO_PLY,
    seat: Annotated[
        int,
        number(replay.SEEN_BY, replay.EVERYTHING, 10**6, "--seat", metavar="S", show_default=False),
    ] = replay.EVERYTHING,
    yes: Annotated[bool, typer.Option("--yes", help="Delete without asking.")] = False,
    database: Database = "",
    load: Load = None,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Look at the matches in the database: a list, or one of them.

    Of a match that is not over, nothing is shown that a spectator may not know.
    """
    settle(verbose, load)
    action, *ids = words or ["list"]
    if action not in ACTIONS:
        raise BadOption(f"history {clipped(action)}: say {', '.join(ACTIONS)}")
    begin, end = span(since, until)
    filters: Filters = {"game": game, "who": player, "result": result, "since": begin, "until": end}
    from parlour.store import open_store

    if not database:
        earlier.take_in()
    store = open_store(database)
    try:
        if player and (found := store.player(player)):
            filters["who"] = found.id  # also under names that they had before
        ACTIONS[action](store, Asked(ids, filters, limit, format, out, force, ply, seat, yes, json))
    finally:
        store.close()


def _list(store: Store, asked: Asked) -> None:
    if asked.ids:
        raise BadOption(
            f"history list {clipped(asked.ids[0])}: a list takes filters; see one by: history show"
        )
    total = store.count(**asked.filters)
    matches = store.find(limit=asked.limit or SHOWN, **asked.filters)
    if asked.json:
        output.emit({"database": store.url, "total": total, "matches": [data_of(match) for match in matches]})
        return
    console = output.out()
    if not matches:
        console.print("No match is kept that fits." if _narrowed(asked) else "No match is kept yet.")
        return
    table = output.table("when", "game", "who", "result", "moves", "id", right=("moves",), fold=("who",))
    for match in matches:
        table.add_row(*row_of(match))
    console.print(table)
    if total > len(matches):
        console.print(f"{len(matches)} of {total:,}, the latest; --limit {total} shows all.", style="dim")


def _narrowed(asked: Asked) -> bool:
    return any(value not in ("", None) for value in asked.filters.values())


def _show(store: Store, asked: Asked) -> None:
    kept = _the_one(store, asked, "show")
    match = _folded(store, kept)
    if asked.json:
        from json import loads

        output.emit({**data_of(kept), "record": loads(match.record().to_json())})
        return
    from parlour.core.moves import in_a_row
    from parlour.core.rules import NOBODY

    console, names = output.out(), match.game.names
    called = [name or names[seat] for seat, name in enumerate(kept.names)]
    people = [f"{capital(name)}: {spec}" for name, spec in zip(called, kept.seats, strict=True) if spec]
    told = [f"{match.game.title}, {when(kept.created)}, {kept.source}: {kept.id}", ", ".join(people)]
    output.sentences([line for line in told if line], console)
    output.draw(match.view().picture() if match.game.traits.hidden else match.game.picture(match.state))
    moves = match.moves(None if match.over else NOBODY)
    output.sentences([in_a_row(moves), *result_lines(match, names)], console)
    console.print(f"replay: {command_line('history', 'replay', kept.id)}", style="dim", soft_wrap=True)


def _replay(store: Store, asked: Asked) -> None:
    match = _folded(store, _the_one(store, asked, "replay"))
    replay.show(match, asked.ply, asked.seat, asked.json)


def _export(store: Store, asked: Asked) -> None:
    from parlour.cli.export import refuse_to_replace
    from parlour.core.files import write_whole
    from parlour.core.paths import user_path

    if asked.out:
        refuse_to_replace([asked.out], asked.force)
    matches = [one_of(store, word) for word in asked.ids]
    if not asked.ids:
        matches = store.find(limit=asked.limit or sys.maxsize, **asked.filters)[::-1]
    name, text = output.working("replaying", lambda: exported(store, matches, asked.format, asked.out))
    if asked.out:
        write_whole(user_path(asked.out), text)
    count = f"{len(matches)} match{'' if len(matches) == 1 else 'es'}"
    if asked.json:
        found = {"format": name, "matches": len(matches), "file": asked.out or None}
        output.emit(found | ({} if asked.out else {"text": text}))
    elif asked.out:
        print(f"{count} as {name}: {asked.out}")
    else:
        print(output.harmless(text), end="")


def _delete(store: Store, asked: Asked) -> None:
    kept = _the_one(store, asked, "delete")
    if hold.is_taken(kept.id):
        raise hold.busy(kept.id)
    if not asked.yes:
        if not output.is_terminal(sys.stdin):
            raise BadOption(f"history delete {kept.id}: nobody said yes; --yes deletes without asking")
        told = ", ".join(row_of(kept)[:4])
        if input(f"Delete {told}? yes or no> ").strip().lower() not in ("y", "yes"):
            print("It is kept.")
            return
    store.delete(kept.id)
    if asked.json:
        output.emit({"deleted": kept.id})
    else:
        print(f"Deleted {kept.id}.")


def _add(store: Store, asked: Asked) -> None:
    from parlour.cli.chronicle import taken_in

    if not asked.ids:
        raise BadOption("history add: name the FILE of a record, or of several, one a line")
    added = [kept for path in asked.ids for kept in taken_in(store, path)]
    if asked.json:
        output.emit({"database": store.url, "matches": [data_of(kept) for kept in added]})
        return
    for kept in added:
        output.out().print(f"Kept {kept.game}, {kept.moves} moves: {kept.id}", soft_wrap=True)


def _events(store: Store, asked: Asked) -> None:
    from parlour.cli.events import tell

    tell(store, asked.ids, asked.limit or SHOWN, asked.json)


def _the_one(store: Store, asked: Asked, action: str) -> Kept:
    if len(asked.ids) != 1:
        raise BadOption(
            f"history {action}: name one match by its id, or say last; parlour history lists them"
        )
    return one_of(store, asked.ids[0])


def _folded(store: Store, kept: Kept) -> Match:
    from parlour.store.fold import fold

    return output.working("replaying", lambda: fold(kept, store.entries(kept.id)))


ACTIONS: dict[str, Callable[[Store, Asked], None]] = {
    "list": _list,
    "show": _show,
    "replay": _replay,
    "export": _export,
    "delete": _delete,
    "add": _add,
    "events": _events,
}
