"""Players: make one, list them, see how one has done, delete one."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from parlour.cli import output
from parlour.cli.common import Database, Json, Verbose, settle
from parlour.core.errors import BadOption, ParlourError, clipped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.store import Player, Store
    from parlour.store.ratings import Point, Rating

EXAMPLES = """\
  parlour player add "Ada Lovelace"
  parlour player list
  parlour player show
  parlour player show "Ada Lovelace" --json
  parlour player delete "Ada Lovelace" --yes"""

COUNTS = ("games", "won", "drawn", "lost")
WIDTH, HEIGHT = 60, 7  # of the plot, in letters


def player(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[add|list|show|delete] [NAME]",
            show_default=False,
            help="What to do, and with which player. By default: list; show is then about you.",
        ),
    ] = None,
    game: Annotated[str, typer.Option(metavar="GAME", help="Show this game alone, in detail.")] = "",
    yes: Annotated[bool, typer.Option("--yes", help="Delete without asking.")] = False,
    database: Database = "",
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """See how players do: matches, results and ratings. A player has a name, and a key that is told once.

    You are a player too: your key lies in the state folder, and your matches in the terminal are yours.
    """
    settle(verbose)
    action, *names = words or ["list"]
    if action not in ACTIONS:
        raise BadOption(f"player {clipped(action)}: say {', '.join(ACTIONS)}")
    if len(names) > 1:
        raise BadOption(f"player {action}: name one player; a name of several words goes in quotes")
    from parlour.store import open_store

    store = open_store(database)
    try:
        ACTIONS[action](store, names[0] if names else "", game, yes, json)
    finally:
        store.close()


def _add(store: Store, name: str, game: str, yes: bool, json: bool) -> None:
    from parlour.store.me import new_player

    if not name:
        raise BadOption("player add: give the player a NAME")
    made, key = new_player(store, name)
    if json:
        output.emit({"id": made.id, "name": made.name, "key": key})
        return
    print(f"{made.name} is a player now. This key is told once, keep it:")
    print(key)


def _list(store: Store, name: str, game: str, yes: bool, json: bool) -> None:
    from parlour.cli.chronicle import when
    from parlour.store.statistics import statistics

    if name:
        raise BadOption(f"player list {clipped(name)}: a list takes no name; see one by: player show")
    found = [(each, statistics(store, each.id, game)) for each in store.players()]
    if json:
        output.emit({"players": [{**_told(each), **_counts(how)} for each, how in found]})
        return
    if not found:
        print('There is no player yet: parlour player add "NAME"')
        return
    table = output.table("player", "since", *COUNTS, right=COUNTS)
    for each, how in found:
        table.add_row(each.name, when(each.created), *map(str, _counts(how).values()))
    output.out().print(table)


def _show(store: Store, name: str, game: str, yes: bool, json: bool) -> None:
    from parlour.store.me import me
    from parlour.store.ratings import history, ratings
    from parlour.store.statistics import statistics

    found = _named(store, name) if name else me(store)
    how = statistics(store, found.id, game)
    rated = {one: each for one, each in ratings(store, found.id).items() if game in ("", one)}
    if game and not how["games"]:
        raise BadOption(f"{found.name} has finished no match of {clipped(game)}")
    points = {one: history(store, found.id, one) for one in rated if rated[one].games}
    if json:
        told = {one: each.to_json() for one, each in rated.items()}
        line = {one: [[p.at, p.rating, p.deviation] for p in some] for one, some in points.items()}
        output.emit({**_told(found), "statistics": how, "ratings": told, "history": line})
        return
    if not how["games"]:
        print(f"{found.name} has finished no match yet.")
        return
    _summary(found.name, how, rated)
    for one in [game] if game else []:
        _details(one, how["by_game"][one], points.get(one, ()))


def _summary(name: str, how: dict[str, Any], rated: dict[str, Rating]) -> None:
    console = output.out()
    output.sentences([f"{name}: {_matches(how['games'])}, {_results(how)}."], console)
    table = output.table("game", "rating", "95 %", *COUNTS, right=("rating", *COUNTS))
    for one, each in how["by_game"].items():
        known = rated.get(one)
        rating, between = ("-", "-") if known is None or not known.games else _rating(known)
        table.add_row(one, rating, between, *(str(each[count]) for count in COUNTS))
    console.print(table)
    unknown = [one for one, each in rated.items() if not each.measured]
    if unknown:
        names = ", ".join(unknown)
        told = f"No level was measured in {names}: there only matches with other players are rated."
        output.sentences([told], console, "dim")


def _details(game: str, how: dict[str, Any], points: Sequence[Point]) -> None:
    console = output.out()
    table = output.table("matches", *COUNTS, right=COUNTS)
    rows = [(f"against {name}", counts) for name, counts in how["by_opponent"].items()]
    rows += [(_seat(game, int(seat)), counts) for seat, counts in how["by_seat"].items()]
    rows += [(f"in {month}", counts) for month, counts in how["by_month"].items()]
    for name, counts in rows:
        table.add_row(name, *(str(counts[count]) for count in COUNTS))
    console.print(table)
    length = how["length"]
    shortest, longest = length["shortest"], length["longest"]
    said = f"A match took {length['mean']:g} turns on average, from {shortest} to {longest}."
    output.sentences([said], console)
    if points:
        for line in plot([point.rating for point in points], "*" if output.is_plain(console) else "•"):
            print(line)


def plot(values: Sequence[float], mark: str) -> list[str]:
    """Draw values from left to right, the scale beside them; more than fit are thinned out evenly."""
    columns = min(len(values), WIDTH)
    shown = [values[(i + 1) * len(values) // columns - 1] for i in range(columns)]
    low, high = min(shown), max(shown)
    step = max(high - low, 1.0) / (HEIGHT - 1)
    rows = [[" "] * columns for _ in range(HEIGHT)]
    for column, value in enumerate(shown):
        rows[HEIGHT - 1 - round((value - low) / step)][column] = mark
    scale = {0: f"{low + step * (HEIGHT - 1):.0f}", HEIGHT - 1: f"{low:.0f}"}
    lines = [f"{scale.get(i, ''):>5} | {''.join(row)}".rstrip() for i, row in enumerate(rows)]
    told = "The rating after each match" if columns == len(values) else "The rating over time"
    return [f"{told}:", *lines]


def _delete(store: Store, name: str, game: str, yes: bool, json: bool) -> None:
    if not name:
        raise BadOption("player delete: name the player")
    found = _named(store, name)
    if not yes:
        if not output.is_terminal(sys.stdin):
            raise BadOption(f"player delete {found.name}: nobody said yes; --yes deletes without asking")
        if input(f"Delete {found.name} for good? [y/N] ").strip().lower() not in ("y", "yes"):
            raise BadOption(f"{found.name}: kept")
    store.delete_player(found.id)
    if json:
        output.emit({"deleted": found.id})
    else:
        print(f"Deleted {found.name}. The matches stay, without the name.")


def _named(store: Store, name: str) -> Player:
    found = store.player(name)
    if found is None:
        raise BadOption(f"there is no player {clipped(name)}; parlour player list names them")
    return found


def _told(found: Player) -> dict[str, Any]:
    return {"id": found.id, "name": found.name, "created": found.created}


def _counts(how: dict[str, Any]) -> dict[str, int]:
    return {count: how[count] for count in COUNTS}


def _rating(known: Rating) -> tuple[str, str]:
    return f"{known.rating:.0f}", f"{known.low:.0f} to {known.high:.0f}"


def _matches(number: int) -> str:
    return f"{number} match{'' if number == 1 else 'es'}"


def _results(how: dict[str, Any]) -> str:
    return f"{how['won']} won, {how['drawn']} drawn, {how['lost']} lost"


def _seat(game: str, seat: int) -> str:
    from parlour.core.registry import game as game_named

    try:
        return f"as {game_named(game).names[seat]}"
    except (ParlourError, IndexError):  # a game of a file that is not loaded, or of more seats
        return f"in seat {seat + 1}"


ACTIONS: dict[str, Callable[[Any, str, str, bool, bool], None]] = {
    "add": _add,
    "list": _list,
    "show": _show,
    "delete": _delete,
}
