"""The events of the arena in the database: `parlour history events`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parlour.cli import output
from parlour.cli.chronicle import SHORTEST, when
from parlour.cli.common import value_words
from parlour.core.errors import BadOption, BadRecord, clipped

if TYPE_CHECKING:
    from parlour.store import ArenaEvent, Store

MOST = 1000  # events that are looked through


def tell(store: Store, ids: list[str], limit: int, json: bool) -> None:
    """List the events, the latest first, or show the table of one."""
    if len(ids) > 1:
        raise BadOption("history events: name one event, or none for a list")
    if ids:
        _show(_the_one(store, ids[0]), json)
        return
    events = store.events(limit)
    if json:
        output.emit({"database": store.url, "events": [data_of(event) for event in events]})
        return
    console = output.out()
    if not events:
        console.print("No event is kept yet; run one: parlour arena GAME SPEC SPEC")
        return
    table = output.table("when", "game", "who", "state", "id", fold=("who",))
    for event in events:
        table.add_row(when(event.created), event.game, ", ".join(event.specs), state_of(event), event.id)
    console.print(table)


def _the_one(store: Store, word: str) -> ArenaEvent:
    """Return the event that a word means: last, an id, or the beginning of one."""
    event = None if word == "last" else store.event(word)
    if event is not None:
        return event
    events = store.events(1 if word == "last" else MOST)
    near = [event for event in events if word == "last" or event.id.startswith(word)]
    if len(near) != 1 or (word != "last" and len(word) < SHORTEST):
        raise BadRecord(f"no event {clipped(word)} is kept in {store.url}; see: parlour history events")
    return near[0]


def _show(event: ArenaEvent, json: bool) -> None:
    if json:
        output.emit(data_of(event) | {"table": event.table})
        return
    console = output.out()
    options = "".join(f" {name}={value_words(value)}" for name, value in event.options.items())
    parts = [f"{event.game}{options}", f"{event.games:,} games a pairing", f"seed {event.seed}"]
    parts += [f"limit {event.limit}"] if event.limit else []
    output.sentences([f"{', '.join(parts)}: {state_of(event)}, {when(event.created)}."], console)
    columns = ("#", "strategy", "games", "score", "95 %", "Elo", "won", "drawn", "lost")
    table = output.table(*columns, right=columns[2:], fold=("strategy",))
    standings: list[dict[str, Any]] = (event.table or {}).get("standings", [])
    for number, row in enumerate(standings, 1):
        table.add_row(
            *(str(number), row["spec"], f"{row['games']:,}", f"{row['score']:.3f}"),
            f"{row['low']:.3f} to {row['high']:.3f}",
            *(f"{row['elo']:+.0f}", str(row["wins"]), str(row["draws"]), str(row["losses"])),
        )
    if standings:
        console.print(table)


def state_of(event: ArenaEvent) -> str:
    """Say how far an event is."""
    if event.ended is not None:
        return "failed" if event.table is None else "finished"
    return f"{event.played:,} of {event.notes.get('total', 0):,} matches"


def data_of(event: ArenaEvent) -> dict[str, Any]:
    """Give an event as data, without its table."""
    told = ("id", "game", "options", "specs", "games", "seed", "limit", "created", "ended", "played")
    return {name: getattr(event, name) for name in told} | {"total": event.notes.get("total", 0)}
