"""A record: a finished or saved match as game, options, seed and moves. Replaying it gives the match."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from parlour.core.commitment import is_commitment
from parlour.core.errors import BadRecord, clipped, told_of
from parlour.core.files import write_whole
from parlour.core.paths import check_path

if TYPE_CHECKING:
    from parlour.core.match import Match

FORMAT = "parlour-record-1"
MOST_BYTES = 64 * 1024 * 1024
ENDS = ("finished", "forfeit", "agreed", "unfinished")


@dataclass(frozen=True)
class Record:
    """One match as data. The seed is None while a match is under way: it foretells every chance."""

    game: str
    options: dict[str, Any] = field(default_factory=dict)
    seed: int | None = None
    seats: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    returns: tuple[float, ...] | None = None
    ended: str = "unfinished"
    reason: str = ""  # why a seat forfeited
    loser: int | None = None  # which seat forfeited
    opening: int = 0  # how many of the first moves were drawn, not chosen
    commitment: str = ""  # what was published of the seed before the first move, see core/commitment.py

    def _repr_html_(self) -> str:
        from parlour.core.draw.page import draw_record

        return draw_record(self)

    def __repr__(self) -> str:
        from parlour.core.draw.page import moves_in

        results = "" if self.returns is None else f", returns={self.returns}"
        return f"Record({self.game!r:.60}, {moves_in(self)}, {self.ended}{results})"

    def replay(self) -> Match:
        """Play the moves again, checking every one; give the match at its end (its `states` hold the way)."""
        from parlour.core.match import Match

        return Match.from_record(self)

    def to_json(self) -> str:
        """Write the record as one line of JSON, the same bytes for the same match."""
        idle = {"reason", "loser"} if self.ended != "forfeit" else set()
        idle |= {key for key in ("opening", "commitment") if not getattr(self, key)}
        data = {"format": FORMAT, **{key: value for key, value in vars(self).items() if key not in idle}}
        return json.dumps(data, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Record:
        """Read a record; raise BadRecord if the text is none."""
        try:
            data = json.loads(text, parse_constant=_refuse)
        except (ValueError, RecursionError, TypeError):
            raise BadRecord("not a record: the text is not JSON") from None
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise BadRecord(f'not a record: it needs "format": "{FORMAT}"')
        _check(data, "game", str)
        _check(data, "options", dict)
        for key in ("moves", "seats"):
            _check(data, key, list)
            if not all(isinstance(part, str) for part in data[key]):
                raise BadRecord(f'a damaged record: "{key}" must be a list of texts')
        seed, returns = data.get("seed"), data.get("returns")
        if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool)):
            raise BadRecord(f'a damaged record: "seed" is {clipped(seed)}, not a whole number')
        if returns is not None and not (isinstance(returns, list) and all(map(_is_number, returns))):
            raise BadRecord('a damaged record: "returns" must be a list of numbers')
        ended, loser = data.get("ended", "unfinished"), data.get("loser")
        if ended not in ENDS:
            raise BadRecord(f'a damaged record: "ended" is {clipped(ended)}, not one of {", ".join(ENDS)}')
        if ended == "forfeit" and not (isinstance(loser, int) and not isinstance(loser, bool)):
            raise BadRecord('a damaged record: a forfeit needs "loser", the seat that lost by it')
        opening = data.get("opening", 0)
        if type(opening) is not int or not 0 <= opening <= len(data["moves"]):
            raise BadRecord(f'a damaged record: "opening" is {clipped(opening)}, not a number of its moves')
        commitment = data.get("commitment", "")
        if commitment != "" and not is_commitment(commitment):
            shown = clipped(commitment)
            raise BadRecord(f'a damaged record: "commitment" is {shown}, not a SHA-256 of 64 hex digits')
        return cls(
            game=data["game"],
            options={k: tuple(v) if isinstance(v, list) else v for k, v in data["options"].items()},
            seed=seed,
            seats=tuple(data["seats"]),
            moves=tuple(data["moves"]),
            returns=None if returns is None else tuple(float(x) for x in returns),
            ended=ended,
            reason=str(data.get("reason", "")),
            loser=loser,
            opening=opening,
            commitment=commitment,
        )

    @classmethod
    def read(cls, path: str | Path) -> Record:
        """Read a record from a file."""
        check_path(path)
        if os.path.exists(path) and not os.path.isfile(path):
            raise BadRecord(f"{path}: a {'directory' if os.path.isdir(path) else 'device'}, not a file")
        if os.path.isfile(path) and os.path.getsize(path) > MOST_BYTES:
            raise BadRecord(f"{path}: larger than {MOST_BYTES // 2**20} MB, not a record")
        return read_any(Path(path), str(path))

    def write(self, path: str | Path) -> None:
        """Write the record to a file, whole or not at all; a link is followed, a file's mode is kept."""
        write_whole(path, self.to_json() + "\n")


def read_any(file: Path, name: str) -> Record:
    """Read a record from a file, or from a pipe or a device, of which no end may come."""
    try:
        with file.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
        text = data.decode()
    except OSError as error:
        raise BadRecord(f"{name}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise BadRecord(f"{name}: not a record: the file is not text") from None
    except ValueError as error:  # a NUL byte in the path
        raise BadRecord(f"{clipped(name)}: {error}") from None
    if len(data) > MOST_BYTES:
        raise BadRecord(f"{name}: larger than {MOST_BYTES // 2**20} MB, not a record")
    with told_of(name):
        return Record.from_json(text)


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 1e15


def _check(data: dict[str, Any], key: str, kind: type) -> None:
    if not isinstance(data.get(key), kind):
        raise BadRecord(f'a damaged record: "{key}" is missing or of the wrong kind')
