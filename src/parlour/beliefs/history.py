"""Past matches for a player to learn from: only what its seat saw of them, never what stayed hidden.

A strategy that models its opponents takes a file of past matches (its option `history`), or is told them
by `recall`. Those of a file are taken to have sat then where they sit now: what seat 2 did in the file is
what seat 2 is expected to do.
"""

from __future__ import annotations

import json
from pathlib import Path

from parlour.core.errors import BadOption, ParlourError
from parlour.core.files import read_plain
from parlour.core.game import Game
from parlour.core.memory import Past
from parlour.core.record import MOST_BYTES, Record
from parlour.core.view import View


def past_records(path: str | Path) -> list[Record]:
    """Read the matches of a file: one record, a record a line, or the file of an arena's event."""
    try:
        lines = read_plain(path, MOST_BYTES).decode("utf-8").splitlines()
    except (OSError, ValueError) as error:
        reason = error.strerror or str(error) if isinstance(error, OSError) else "not text"
        raise BadOption(f"history={path} cannot be read: {reason}; give a file of records") from None
    found = []
    for number, line in enumerate(lines, 1):
        try:
            record = _record(line)
        except (ParlourError, ValueError) as error:
            raise BadOption(f"history={path}: line {number}: {error}") from None
        except RecursionError:
            raise BadOption(f"history={path}: line {number}: not a record: nested too deeply") from None
        if record is not None:
            found.append(record)
    return found


def past_views(path: str | Path, game: Game, seat: int) -> list[View]:
    """Return the ends of the past matches of this game, each as the seat saw it, with its history.

    Matches of other games in the file are passed over; one for another number of players is refused, since
    nobody could say who sat where.
    """
    views = []
    for record in past_records(path):
        if record.game != game.name:
            continue
        try:
            match = record.replay()
        except ParlourError as error:
            raise BadOption(f"history={path}: {error}") from None
        if match.game.seats != game.seats:
            raise BadOption(f"history={path}: a match of {match.game.seats} seats; this one has {game.seats}")
        views.append(match.view(seat))
    return views


def past_matches(path: str | Path, game: Game, seat: int) -> list[Past]:
    """Return the past matches of this game as `recall` takes them."""
    pairs = tuple((each, each) for each in range(game.seats))
    return [Past(view, pairs) for view in past_views(path, game, seat)]


def _record(line: str) -> Record | None:
    """Read one line; None for an empty one and for the header of an event."""
    if not line.strip():
        return None
    data = json.loads(line)
    if isinstance(data, dict) and "record" in data:
        return Record.from_json(json.dumps(data["record"]))
    if isinstance(data, dict) and "specs" in data:
        return None
    return Record.from_json(line)
