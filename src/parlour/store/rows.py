"""Rows of the tables to what they mean, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parlour.core.options import from_json
from parlour.store.kinds import ArenaEvent, Entry, Kept, Player, Token, outcomes


def match_row(kept: Kept, entries: int) -> dict[str, Any]:
    """Write a match as a row."""
    return {
        "id": kept.id,
        "game": kept.game,
        "options": kept.options,
        "seed": _seed_text(kept.seed),
        "source": kept.source,
        "commitment": kept.commitment,
        "opening": kept.opening,
        "created": kept.created,
        "changed": kept.changed,
        "entries": entries,
        "ended": kept.ended,
        "returns": None if kept.returns is None else list(kept.returns),
        "loser": kept.loser,
        "reason": kept.reason,
        "moves": kept.moves,
        "notes": kept.notes,
        "key": kept.key or None,
    }


def seat_rows(kept: Kept) -> list[dict[str, Any]]:
    """Write who sits in a match as rows, one a seat."""
    result = outcomes(kept.returns)
    return [
        {
            "match": kept.id,
            "seat": seat,
            "spec": _nth(kept.seats, seat),
            "name": _nth(kept.names, seat),
            "player": _nth(kept.players, seat),
            "outcome": _nth(result, seat),
        }
        for seat in range(max(len(kept.seats), len(kept.names), len(kept.players)))
    ]


def _nth(texts: Sequence[str], at: int) -> str:
    return texts[at] if at < len(texts) else ""


def kept_of(row: Any, sitting: Sequence[Any]) -> Kept:
    """Read a match from its row and those of its seats, in order."""
    return Kept(
        id=row.id,
        game=row.game,
        options=from_json(row.options),
        seed=_seed(row.seed),
        seats=tuple(seat.spec for seat in sitting),
        names=tuple(seat.name for seat in sitting),
        players=tuple(seat.player for seat in sitting),
        source=row.source,
        commitment=row.commitment,
        opening=row.opening,
        created=row.created,
        changed=row.changed,
        entries=row.entries,
        ended=row.ended,
        returns=None if row.returns is None else tuple(float(value) for value in row.returns),
        loser=row.loser,
        reason=row.reason,
        moves=row.moves,
        notes=row.notes,
        key=row.key or "",
    )


def entry_row(entry: Entry) -> dict[str, Any]:
    """Write an entry as a row."""
    return {
        "match": entry.match,
        "number": entry.number,
        "kind": entry.kind,
        "data": entry.data,
        "key": entry.key or None,
        "at": entry.at,
    }


def entry_of(row: Any) -> Entry:
    """Read an entry."""
    return Entry(row.match, row.number, row.kind, row.data, row.key or "", row.at)


def token_row(token: Token) -> dict[str, Any]:
    """Write a token as a row."""
    return {"hash": token.hash, "match": token.match, "seats": list(token.seats), "kind": token.kind}


def token_of(row: Any) -> Token:
    """Read a token."""
    return Token(row.hash, row.match, tuple(row.seats), row.kind)


def player_row(player: Player) -> dict[str, Any]:
    """Write a player as a row."""
    return {**vars(player), "key_hash": player.key_hash or None}


def player_of(row: Any) -> Player:
    """Read a player."""
    return Player(row.id, row.name, row.key_hash or "", row.created)


def event_row(event: ArenaEvent) -> dict[str, Any]:
    """Write an event as a row."""
    return {**vars(event), "seed": _seed_text(event.seed), "specs": list(event.specs)}


def event_of(row: Any) -> ArenaEvent:
    """Read an event."""
    values = dict(row._mapping)
    read = {"options": from_json(row.options), "seed": _seed(row.seed), "specs": tuple(row.specs)}
    return ArenaEvent(**{**values, **read})


def _seed_text(seed: int | None) -> str | None:
    return None if seed is None else str(seed)


def _seed(text: str | None) -> int | None:
    return None if text is None else int(text)
