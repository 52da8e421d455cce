"""What `parlour history` is made of: matches found by what people type, told in a line, written, taken in."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import time
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from parlour.core.errors import BadOption, BadRecord, clipped, told_of
from parlour.core.moves import in_a_row
from parlour.core.paths import user_path
from parlour.core.rules import NOBODY

if TYPE_CHECKING:
    from parlour.core.match import Match
    from parlour.store import Kept, Store

LAST = "last"
SHORTEST, ENOUGH = 4, 12  # letters of an id that may stand for it; that do in a list
LINES, TABLE = "jsonl", "csv"
COLUMNS = (
    "id",
    "game",
    "options",
    "seats",
    "names",
    "source",
    "created",
    "changed",
    "ended",
    "returns",
    "reason",
    "turns",
    "moves",
)


def one_of(store: Store, word: str) -> Kept:
    """Return the match that a word means: last, an id, or its beginning or last part."""
    if word == LAST:
        found = store.find(limit=1)
        if not found:
            raise BadRecord(f"history {word}: no match is kept yet in {store.url}")
        return found[0]
    kept = store.match(word)
    if kept is None:
        near = store.find(part=word, limit=2) if len(word) >= SHORTEST else []
        if len(near) > 1:
            raise BadRecord(
                f"history {clipped(word)}: {near[0].id} and {near[1].id} are called so; name it in full"
            )
        if not near:
            raise BadRecord(f"no match {clipped(word)} is kept in {store.url}; parlour history lists them")
        kept = near[0]
    return kept


def span(since: str, until: str) -> tuple[float | None, float | None]:
    """Read the days between which a match was played, the last one included, as times."""
    return (
        _moment("--since", since).timestamp() if since else None,
        (_moment("--until", until) + timedelta(days=len(until) <= 10)).timestamp() if until else None,
    )


def _moment(option: str, text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
        moment.timestamp()
    except (ValueError, OverflowError, OSError):
        raise BadOption(f"{option} {clipped(text)}: write a day as 2026-11-30") from None
    return moment


def when(moment: float) -> str:
    """Write a time as people read it."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(moment))


def who_of(kept: Kept) -> list[str]:
    """Say who sits in each seat, by name or by strategy."""
    from parlour.store.kinds import PERSON

    named = [name or ("a person" if spec == PERSON else spec) for name, spec in _sitting(kept)]
    return [name or "?" for name in named]


def _sitting(kept: Kept) -> list[tuple[str, str]]:
    return list(zip(kept.names, kept.seats, strict=True))


def result_of(kept: Kept) -> str:
    """Say how it went: for the one person in it, or who has won."""
    from parlour.store.kinds import PERSON, outcomes

    if not kept.over or not kept.returns:
        return kept.ended
    people = [seat for seat, spec in enumerate(kept.seats) if spec == PERSON]
    results = outcomes(kept.returns)
    if len(people) == 1:
        return results[people[0]]
    winners = [who for who, result in zip(who_of(kept), results, strict=False) if result == "won"]
    return f"won by {' and '.join(winners)}" if winners else "drawn" if "drawn" in results else "lost"


def row_of(kept: Kept) -> tuple[str, ...]:
    """Tell a match in a line of a table."""
    names = ", ".join(who_of(kept))
    return when(kept.changed), kept.game, names, result_of(kept), str(kept.moves), short(kept.id)


def short(id: str) -> str:
    """Shorten an id to what is enough to find it by: its last part, or how it begins."""
    head, _, part = id.rpartition("-")
    return id[:ENOUGH] if not head else part if len(part) >= SHORTEST else id


def data_of(kept: Kept) -> dict[str, Any]:
    """Give a match as data, with nothing in it that a spectator may not know."""
    return {
        "id": kept.id,
        "game": kept.game,
        "options": kept.options if kept.over else _public(kept),
        "seats": kept.seats,
        "names": kept.names,
        "players": kept.players,
        "source": kept.source,
        "created": _iso(kept.created),
        "changed": _iso(kept.changed),
        "ended": kept.ended,
        "returns": kept.returns,
        "results": [kept.outcome(seat) for seat in range(len(kept.seats))],
        "reason": kept.reason,
        "moves": kept.moves,
        "opening": kept.opening,
        "commitment": kept.commitment,
        "seed": kept.seed if kept.over else None,
    }


def _iso(moment: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S%z", time.localtime(moment))


def _public(kept: Kept) -> dict[str, Any]:
    """Leave out the options that hold secrets, and all of a game that is not known here."""
    from parlour.core.errors import ParlourError
    from parlour.core.registry import game

    try:
        return game(kept.game, **kept.options).public.changed_options()
    except ParlourError:
        return {}


# -- out of the database -----------------------------------------------------------------------------------


def exported(store: Store, matches: Sequence[Kept], format: str, out: str) -> tuple[str, str]:
    """Write matches in a format, or the one that a file's name ends in; give its name and the text."""
    from parlour.cli.export import written
    from parlour.store.fold import fold

    name = format or _by_name(matches, out)
    played = [fold(kept, store.entries(kept.id)) for kept in matches]
    if name == LINES:
        return name, "".join(f"{match.record().to_json()}\n" for match in played)
    if name == TABLE:
        return name, _table(matches, played)
    games = sorted({kept.game for kept in matches})
    if len(games) != 1:
        told = f"these are of {', '.join(games)}; add --game" if games else "there is no match to write"
        raise BadOption(f"--format {clipped(name)}: {told}, or take {LINES} or {TABLE}")
    return name, written(store.url, name, played)


def _by_name(matches: Sequence[Kept], out: str) -> str:
    """Choose a format by the end of the file's name."""
    from parlour.core.notation import names, suffixes

    ending = user_path(out).suffix.lower() if out else ""
    if ending == f".{TABLE}":
        return TABLE
    known = [(game, name) for game in {kept.game for kept in matches} for name in names(game)]
    return next((name for game, name in known if ending in suffixes(game, name)), LINES)


def _table(matches: Sequence[Kept], played: Sequence[Match]) -> str:
    sheet = io.StringIO()
    writer = csv.DictWriter(sheet, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for kept, match in zip(matches, played, strict=True):
        data = data_of(kept)
        moves = match.moves(None if match.over else NOBODY)
        row = {**data, "turns": kept.moves, "moves": in_a_row(moves)}
        writer.writerow({column: _cell(row[column]) for column in COLUMNS})
    return sheet.getvalue()


def _cell(value: Any) -> Any:
    """Write a value as a cell of a table; one that a spreadsheet would compute begins with an apostrophe."""
    if isinstance(value, (list, tuple, dict)):
        return json.dumps(value, ensure_ascii=False) if value else ""
    text = "" if value is None else str(value)
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


# -- into the database -------------------------------------------------------------------------------------


def taken_in(store: Store, path: str) -> list[Kept]:
    """Keep the records of a file; one that was taken in before is not kept twice."""
    from parlour.cli.export import read_text
    from parlour.core.notation import read_records
    from parlour.store.fold import entries_of, kept_of

    taken = []
    with told_of(path):
        records = list(read_records(read_text(path)))
        matches = [record.replay() for record in records]
    for record, match in zip(records, matches, strict=True):
        digest = hashlib.sha256(record.to_json().encode()).hexdigest()
        id = f"{record.game}-{digest[:12]}"
        kept = kept_of(match, id, source="import", key=f"import-{digest}")
        taken.append(store.create(kept, entries=entries_of(match, id)))
    return taken
