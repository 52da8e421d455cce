"""Matches played before, as a strategy may be given them: a file of records, or of an event in the arena."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from parlour.core.errors import BadRecord, ParlourError
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.core.record import MOST_BYTES, Record


def past_matches(path: str, game: Game) -> list[Match]:
    """Replay the finished matches of a game in a file; raise BadRecord with the line that is none."""
    return [match for match in _replayed(str(Path(path).expanduser())) if match.game.name == game.name]


@lru_cache(8)
def _replayed(path: str) -> tuple[Match, ...]:
    try:
        file = Path(path)
        if file.stat().st_size > MOST_BYTES:
            raise BadRecord(f"{path}: larger than {MOST_BYTES // 2**20} MB")
        lines = file.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise BadRecord(f"{path}: {error.strerror or error}; give a file of records") from None
    except ValueError:
        raise BadRecord(f"{path}: not a file of records") from None
    found = []
    for number, line in enumerate(lines, 1):
        try:
            text = _record_text(line)
            if text:
                found.append(Record.from_json(text).replay())
        except ParlourError as error:
            raise BadRecord(f"{path}: line {number}: {error}") from None
    return tuple(match for match in found if match.over)


def _record_text(line: str) -> str:
    """Give the record in a line: the line itself, or that of an event; the event's header has none."""
    if not line.strip():
        return ""
    try:
        data = json.loads(line)
    except ValueError:
        return line
    if isinstance(data, dict) and "record" in data:
        return json.dumps(data["record"])
    return "" if isinstance(data, dict) and "specs" in data else line
