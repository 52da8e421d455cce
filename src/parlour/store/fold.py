"""Entries to a match, and a match to entries.

A match with a seed keeps what its seats did; chance is drawn again by the seed. One without (imported, or
resumed from a record that names none) keeps every outcome of chance as a move of seat -1: whoever goes on
with it writes those down too, as `entries_of` does.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from parlour.core import rules
from parlour.core.errors import BadRecord
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.core.record import Record
from parlour.core.rng import Stream
from parlour.core.rules import CHANCE
from parlour.store.kinds import AGREE, FORFEIT, MOVE, OPENING, RESIGN, UNDO, Append, Entry, Kept

RESIGNED = "resigned"


def fold(kept: Kept, entries: Iterable[Entry]) -> Match:
    """Play the entries of a match again, without checking what was checked when it was written."""
    seats = kept.seats if any(kept.seats) else ()  # nobody was named
    match = Match.from_record(Record(kept.game, kept.options, kept.seed, seats))
    if kept.seed is None:
        del match.states[1:], match.actions[:]  # what was drawn there is not what happened
    match.opening, match.commitment = kept.opening, kept.commitment
    for entry in entries:
        try:
            happen(match, entry)
        except (KeyError, TypeError, ValueError) as error:
            raise BadRecord(f"match {kept.id}: entry {entry.number} is damaged: {error}") from None
    _draw_chance(match)
    return match


def record_of(kept: Kept, entries: Iterable[Entry]) -> Record:
    """Return the whole record of a match, with its seed and everything hidden."""
    return fold(kept, entries).full_record()


def happen(match: Match, entry: Entry) -> None:
    """Let a match go on by an entry, which was checked when it was written."""
    data = entry.data
    if entry.kind in (MOVE, OPENING):
        for action in data.get("actions") or _actions(match.game, match.state, data["move"]):
            match.actions.append(action)
            match.states.append(rules.play(match.state, action))
        if match.seeded:
            _draw_chance(match)
        if entry.kind == OPENING:
            match.opening = len(match.turns())
    elif entry.kind == UNDO:
        match.back_to(data["ply"])
    elif entry.kind in (RESIGN, FORFEIT):
        match.forfeit(data["seat"], data.get("reason", RESIGNED))
    elif entry.kind == AGREE:
        match.agree()
    else:
        raise BadRecord(f"nothing is called {entry.kind}")


def moved(match: Match, ply: int, seat: int, text: str) -> dict[str, Any]:
    """Return what an entry says of the move that was just played, from a ply on.

    The text stays as it was typed: by it a move that is sent again is known. Where it is not the usual one of
    a single action, its actions stand beside it, for a game may read the same words differently every time.
    """
    done: list[int] = []
    for at in range(ply, match.ply):
        if rules.turn(match.states[at]) < 0:
            break  # chance has answered
        done.append(match.actions[at])
    data = {"seat": seat, "move": text, "ply": ply}
    if len(done) == 1 and match.game.format(match.states[ply], done[0]) == text:
        return data
    return {**data, "actions": done}


def _actions(game: Game, s: Any, text: str) -> list[int]:
    """Read a move that was legal when it was written; what is not in plain words is read with all checks."""
    parse, read = getattr(game.module, "parse", None), getattr(game.module, "read", None)
    if read is not None or parse is None or not (isinstance(text, str) and text.isascii()):
        return game.read(s, text)
    action = parse(s, text)
    return [action] if isinstance(action, int) and action >= 0 else game.read(s, text)


def _draw_chance(match: Match) -> None:
    while rules.turn(match.state) == CHANCE:
        action = rules.random_outcome(match.state, Stream.of(match.seed, "chance", match.ply))
        match.actions.append(action)
        match.states.append(rules.play(match.state, action))


def kept_of(match: Match, id: str, **more: Any) -> Kept:
    """Return what is to be kept of a match as it stands; `more` are fields of Kept, such as its source."""
    record = match.full_record()
    values: dict[str, Any] = {
        "game": record.game,
        "options": record.options,
        "seed": record.seed,
        "seats": record.seats or ("",) * match.game.seats,
        "opening": record.opening,
        "ended": record.ended,
        "returns": record.returns,
        "loser": record.loser,
        "reason": record.reason if record.ended == FORFEIT else "",
        "moves": len(match.begun()),
    }
    return Kept(id, **{**values, **more})


def entries_of(match: Match, id: str, since: int = 0, first: int = 0, **more: Any) -> list[Entry]:
    """Return the entries that lead to a match: its moves from a ply on, numbered from `first`; its end.

    A ply within a turn gives the rest of that turn as a move of its own: the beginning has been written.
    """
    entries: list[Entry] = []

    def add(kind: str, data: dict[str, Any]) -> None:
        entries.append(Entry(id, first + len(entries), kind, data, **more))

    drawn = match.turns()[match.opening - 1].ply if match.opening else -1
    ply = since
    while ply < match.ply:
        who, after = rules.turn(match.states[ply]), match.turn_end(ply)
        if who >= 0 or not match.seeded:
            done, s = match.actions[ply:after], match.states[ply]
            words = match.game.format(s, done[0]) if len(done) == 1 else match.game.write(s, done)[0]
            add(OPENING if ply <= drawn else MOVE, {"seat": who, "move": words, "ply": ply})
        ply = after
    if match.loser is not None and match.reason == RESIGNED:
        add(RESIGN, {"seat": match.loser})
    elif match.loser is not None:
        add(FORFEIT, {"seat": match.loser, "reason": match.reason})
    if match.agreed:
        add(AGREE, {})
    return entries


def append_of(entry: Entry, match: Match, moves: int | None = None) -> Append:
    """Return an entry with what it changes in its match, which stands as it is after it."""
    if not match.over:
        return Append(entry, moves, "unfinished" if entry.kind == UNDO else None)
    how = "agreed" if match.agreed else "forfeit" if match.loser is not None else "finished"
    return Append(entry, moves, how, match.returns, match.loser, match.reason)
