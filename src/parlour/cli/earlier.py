"""Games that earlier versions kept as JSON files in the state folder: taken into the database, once.

A file whose game is in the database is moved to the folder taken_in, where it may be deleted. What cannot be
taken in stays where it is, and is told of.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from parlour.cli import output, shelf
from parlour.core import files
from parlour.core.errors import BadRecord, ParlourError, told_of
from parlour.core.paths import user_path
from parlour.store.kinds import StoreDown

if TYPE_CHECKING:
    from parlour.core.match import Match

FOLDERS = ("", "earlier", "finished")
NOTES = "kept"  # what such a file holds besides the record
TAKEN_IN = "taken_in"


def take_in() -> None:
    """Take in what can be: no work where no such file is. Raise StoreDown if there is no database."""
    found = [path for path in _files() if not files.taken(path)]
    if found:
        output.working(f"taking {len(found):,} games into the database", lambda: _take_all(found))


def damaged() -> list[tuple[Path, str]]:
    """List the files that cannot be taken in, with what is wrong with them."""
    wrong = []
    for path in _files():
        try:
            _read(path)
        except ParlourError as error:
            wrong.append((path, str(error)))
    return wrong


def find(name: str) -> Path | None:
    """Find a file that could not be taken in, by its path or its name."""
    path = user_path(name).absolute()
    return next((file for file in _files() if file.absolute() == path or file.stem == name), None)


def _take_all(found: list[Path]) -> None:
    for path in found:
        try:
            _take(path, *_read(path))
        except StoreDown:
            raise
        except (ParlourError, OSError):  # `damaged` tells of it
            continue


def _read(path: Path) -> tuple[Match, dict[str, Any]]:
    """Read a file and play it again."""
    from parlour.core import registry

    record = shelf.read_record(path)
    if not registry.is_game(record.game):
        raise BadRecord(f"{path}: a game of yours; --load the file of {record.game} to have it taken in")
    with told_of(path):
        match = record.replay()
    try:
        notes = json.loads(path.read_text(encoding="utf-8")).get(NOTES)
    except (OSError, ValueError) as error:  # deleted in between
        raise BadRecord(f"{path}: {error}") from None
    notes = notes if isinstance(notes, dict) else {}
    return match, {name: notes[name] for name in ("again", "file") if name in notes}


def _take(path: Path, match: Match, notes: dict[str, Any]) -> None:
    from parlour.cli.people import mark, sitting
    from parlour.store.fold import entries_of, kept_of

    at = path.stat().st_mtime
    name = path.stem if shelf.NAME.fullmatch(path.stem) else shelf.fresh(match.game.name, at)
    key = hashlib.sha256(path.read_bytes()).hexdigest()  # taken in once, whatever happens before it is moved
    store = shelf.store()
    kept = kept_of(
        *(match, name),
        source=shelf.SOURCE,
        commitment=match.commitment,
        **sitting(store, match),
        created=at,
        changed=at,
        notes=notes | mark(store),
        key=key,
    )
    store.create(kept, entries=entries_of(match, name, at=at))
    to = shelf.folder() / TAKEN_IN / path.relative_to(shelf.folder())
    with suppress(OSError):
        to.parent.mkdir(parents=True, exist_ok=True)
        path.rename(to)


def _files() -> Iterator[Path]:
    for part in FOLDERS:
        with suppress(OSError):  # a folder that may not be read holds nothing that could be gone on with
            yield from sorted(path for path in (shelf.folder() / part).glob("*.json") if path.is_file())
