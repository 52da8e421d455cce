"""The file an event can be resumed from: a header, then one line for each finished match.

Lines are only ever appended, so a kill at any moment costs at most the line being written. The header names
the code that plays, and each line ends with a digest of itself and the header: neither results of other code
nor a changed result get into the table.
"""

from __future__ import annotations

import hashlib
import json
import logging
import math
import os
import re
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

from parlour import __version__
from parlour.arena.code import difference
from parlour.arena.referee import Event, Outcome, outcome_of
from parlour.core.errors import BadOption, BadRecord, ParlourError, clipped
from parlour.core.letters import printable
from parlour.core.paths import user_path
from parlour.core.record import Record
from parlour.core.spec import expand

FORMAT = "parlour-arena-2"
OLDER = ("parlour-arena-1",)  # without the code's digest
SYNC_SECONDS = 1.0
UNKEPT = "the event is not being kept, and cannot be resumed: %s"
log = logging.getLogger("parlour.arena")
_LINE = re.compile(rb'(\{"match":(\d{1,9}),"record":(\{.*\}),"digest":")([0-9a-f]{16})"\}\n', re.DOTALL)


def header_of(event: Event) -> dict[str, Any]:
    """Describe an event: two with the same description have the same matches."""
    schedule = event.schedule
    header = {
        "format": FORMAT,
        "version": __version__,
        "code": event.code,
        "game": event.game.name,
        "options": event.game.changed_options(),
        "specs": schedule.specs,
        "strategies": [expand(event.game, spec) for spec in schedule.specs],
        "games": schedule.games,
        "seed": schedule.seed,
        "limit": event.limit.to_json(),
        "timeout": event.timeout,
        "openings": event.openings,
    }
    plain: dict[str, Any] = json.loads(json.dumps(header))  # tuples become lists, as in the file
    return plain


class Journal:
    """One event's file, held open and locked: two runs must not write to it at the same time."""

    def __init__(self, path: str | Path, event: Event, must_keep: bool = True) -> None:
        self.path = user_path(path)
        self._event = event
        self._must_keep = must_keep
        self._synced = time.monotonic()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            # Read, then append; created if it is not there, and never truncated by being opened.
            self._file = open(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o644), "r+b")  # noqa: SIM115
        except OSError as error:
            raise BadRecord(f"{path}: cannot be written: {error.strerror or error}") from None
        try:
            if not self.path.is_file():
                raise BadOption(f"{path}: not a file that can be read again; name a file on a disk")
            self._lock()
            self._match_header(header_of(event))
        except BaseException:
            self._file.close()
            raise

    def _lock(self) -> None:
        try:
            import fcntl
        except ImportError:  # not on this platform; the file then relies on its user
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BadOption(f"{self.path}: another run writes to it; wait, or name another file") from None

    def _match_header(self, wanted: dict[str, Any]) -> None:
        line = json.dumps(wanted, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        self._key = hashlib.blake2b(line, digest_size=16).digest()
        found = self._file.readline(1 << 23)
        if found == line:
            return
        if line.startswith(found):  # a new file, or killed while the header was written
            self._file.seek(0)
            self._file.truncate()
            self._write(line)
            return
        header: Any = None
        with suppress(ValueError, RecursionError):
            header = json.loads(found)
        if isinstance(header, dict) and header.get("format") in OLDER:
            raise BadOption(
                f"{self.path}: written by an older parlour, which did not note what code played; "
                "name a file that does not exist yet"
            )
        if not isinstance(header, dict) or header.get("format") != FORMAT:
            raise BadOption(f"{self.path}: not the file of an event; name one that does not exist yet")
        self._tell_difference(header, wanted)

    def _tell_difference(self, header: dict[str, Any], wanted: dict[str, Any]) -> NoReturn:
        for key, value in wanted.items():
            if header.get(key) != value and key not in ("version", "code", "strategies"):
                raise BadOption(
                    f"{self.path}: belongs to another event: its {key} is {clipped(header.get(key))}, "
                    f"not {clipped(value)}; give the same {key} or another file"
                )
        if any(header.get(key) != wanted[key] for key in ("version", "code", "strategies")):
            other = difference(header.get("code"), wanted["code"]) or "levels"
            raise BadOption(
                f"{self.path}: begun by other code: parlour {_plain(header.get('version'))}, this is "
                f"{__version__}, and {_plain(other)} differs; go on with the code it was begun with, "
                "or name another file to begin again"
            )
        raise BadOption(f"{self.path}: its first line is damaged; name another file to begin again")

    def finished(self) -> Iterator[Outcome]:
        """Return the matches already played; drop a last line that was not written to its end."""
        number = 1
        while not self._file.closed:
            at = self._file.tell()
            line = self._file.readline()
            number += 1
            if not line.endswith(b"\n"):  # the end, or killed while the line was written
                self._file.seek(at)
                self._file.truncate()
                return
            try:
                outcome = self._read(line)
            except ParlourError as error:
                raise BadRecord(
                    f"{self.path}: line {number}: {error}; delete the line and its match is played again"
                ) from None
            yield outcome

    def _read(self, line: bytes) -> Outcome:
        parts = _LINE.fullmatch(line)
        if parts is None:
            raise BadRecord("a damaged line")
        if self._digest(parts[1]) != parts[4]:
            raise BadRecord("changed since it was written")
        index = int(parts[2])
        try:
            text = parts[3].decode()
        except UnicodeDecodeError:
            raise BadRecord("a damaged line") from None
        record = Record.from_json(text)
        if index >= len(self._event.schedule):
            raise BadRecord(f"the event has no match {index}")
        fixture = self._event.schedule[index]
        if (record.game, record.seed, record.seats) != (self._event.game.name, fixture.seed, fixture.specs):
            raise BadRecord(f"not the record of match {index}")
        if len(record.returns or ()) != len(fixture.specs) or not all(
            map(math.isfinite, record.returns or ())
        ):
            raise BadRecord(f"match {index} has no result")
        if record.loser is not None and not 0 <= record.loser < len(fixture.specs):
            raise BadRecord(f"match {index} was lost by nobody at the table")
        return outcome_of(index, record, text)

    def append(self, outcome: Outcome) -> None:
        """Add a finished match; at the latest a second later it is on the disk."""
        line = f'{{"match":{outcome.index},"record":{outcome.text},"digest":"'.encode()
        self._write(line + self._digest(line) + b'"}\n')

    def _digest(self, line: bytes) -> bytes:
        """Return the digest of a line of this event, up to where it stands."""
        return hashlib.blake2b(line, key=self._key, digest_size=8).hexdigest().encode()

    def _write(self, line: bytes) -> None:
        if self._file.closed:  # given up
            return
        try:
            self._file.write(line)
            self._file.flush()
            if time.monotonic() - self._synced >= SYNC_SECONDS:
                os.fsync(self._file.fileno())
                self._synced = time.monotonic()
        except OSError as error:
            self._give_up(error)

    def _give_up(self, error: OSError) -> None:
        """Go on without the file, which holds what could be written; raise if it must be kept."""
        trouble = BadRecord(f"{self.path}: cannot be written: {error.strerror or error}")
        if self._must_keep:
            raise trouble from None
        with suppress(OSError):
            self._file.close()
        log.warning(UNKEPT, trouble)

    def close(self) -> None:
        """Put everything on the disk and let the file go."""
        if self._file.closed:
            return
        try:
            with self._file:
                os.fsync(self._file.fileno())
        except OSError as error:
            self._give_up(error)


def _plain(value: object) -> str:
    """Write what a file claims on one line."""
    text = printable(str(value), "?")
    return text if len(text) <= 60 else text[:57] + "..."
