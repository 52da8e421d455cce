"""Looking for matches: by who played what, when, and how it went."""

from __future__ import annotations

from collections import defaultdict
from typing import TypedDict

from sqlalchemy import ColumnElement, Connection, and_, bindparam, exists, or_, select, true

from parlour.core.errors import BadOption, clipped
from parlour.store import rows
from parlour.store.kinds import PERSON, UNFINISHED, Kept
from parlour.store.schema import matches, seats

RESULTS = ("won", "lost", "drawn", UNFINISHED)
AT_ONCE = 500  # matches whose seats are read by one statement, which holds only so many values

_sitting = (
    select(seats)
    .where(seats.c.match.in_(bindparam("ids", expanding=True)))
    .order_by(seats.c.match, seats.c.seat)
)


class Filters(TypedDict, total=False):
    """What matches to look for.

    `part` is how its id begins, or ends after a dash; `player` is a player's id; `who` is what people call a
    seat: its name, its strategy or a player's id. `result` is how it went for that seat, or with neither for
    a person's; or "unfinished". `since` and `until` bound when a match last changed; `ended` says whether it
    is over.
    """

    game: str
    part: str
    player: str
    who: str
    result: str
    since: float | None
    until: float | None
    source: str
    ended: bool | None


def condition(
    game: str = "",
    part: str = "",
    player: str = "",
    who: str = "",
    result: str = "",
    since: float | None = None,
    until: float | None = None,
    source: str = "",
    ended: bool | None = None,
) -> ColumnElement[bool]:
    """Write the filters as SQL."""
    if result and result not in RESULTS:
        raise BadOption(f"result {clipped(result)}: give one of {', '.join(RESULTS)}")
    rules: list[ColumnElement[bool]] = [true()]
    rules += [matches.c.game == game] if game else []
    if part:
        begins = matches.c.id.startswith(part, autoescape=True)
        rules.append(or_(begins, matches.c.id.endswith(f"-{part}", autoescape=True)))
    rules += [matches.c.source == source] if source else []
    rules += [matches.c.changed >= since] if since is not None else []
    rules += [matches.c.changed < until] if until is not None else []
    rules += [matches.c.ended != UNFINISHED] if ended is True else []
    rules += [matches.c.ended == UNFINISHED] if ended is False or result == UNFINISHED else []
    if player:  # few matches of many: they are looked up first
        rules.append(matches.c.id.in_(select(seats.c.match).where(seats.c.player == player)))
    seat = [or_(seats.c.name == who, seats.c.spec == who, seats.c.player == who)] if who else []
    seat += [seats.c.player == player] if player else []
    if result and result != UNFINISHED:
        anybody = player or who or result == "drawn"  # a draw is everyone's
        seat += [seats.c.outcome == result, true() if anybody else seats.c.spec == PERSON]
    rules += [exists().where(seats.c.match == matches.c.id, *seat)] if seat else []
    return and_(*rules)


def read(
    connection: Connection, where: ColumnElement[bool], limit: int | None = None, offset: int = 0
) -> list[Kept]:
    """Read matches with those who sit in them, the latest changed first."""
    query = select(matches).where(where).order_by(matches.c.changed.desc(), matches.c.id.desc())
    found = connection.execute(query.limit(limit).offset(offset)).all()
    sitting = defaultdict(list)
    for at in range(0, len(found), AT_ONCE):
        ids = [row.id for row in found[at : at + AT_ONCE]]
        for seat in connection.execute(_sitting, {"ids": ids}):
            sitting[seat.match].append(seat)
    return [rows.kept_of(row, sitting[row.id]) for row in found]
