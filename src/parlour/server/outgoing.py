"""The one way out: whatever a player, a spectator or a log gets of a match is made here, from a seat's view.

`document` is the only function of the server that turns a match into something to send. All in it that
depends on the match comes from `Match.view`, or from what is told to that seat by the same masks.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from parlour.core import jsonable
from parlour.core.choice import Choice
from parlour.core.draw.data import picture_data
from parlour.core.match import Match, Turn
from parlour.core.names import Names
from parlour.core.narrate import result, story
from parlour.core.notation import notation
from parlour.core.rules import NOBODY
from parlour.core.view import View, plain
from parlour.server.settings import LAST_MOVES, MOST_LEGAL
from parlour.server.table import Table

PICTURES = ("none", "text", "svg", "data")


def document(
    table: Table, seat: int, picture: str = "none", since: int | None = None, held: tuple[int, ...] = ()
) -> dict[str, Any]:
    """Tell a seat, or with -1 a spectator, how the match stands: no more than it may know.

    `held` are the seats of whoever asks.
    """
    match, kept = table.match, table.kept
    view = match.view(seat)
    names = table.names(seat)
    legal = view.moves() if not match.over else []
    told: dict[str, Any] = {
        "match": kept.id,
        "version": table.version,
        "game": view.game.name,
        "title": view.game.title,
        "options": jsonable.plain(view.game.options),
        "seat": seat,
        "you": list(held),
        "seats": [_chair(table, each) for each in range(view.game.seats)],
        "turn": match.turn,
        "thinks": table.machine if table.machine >= 0 and not table.waiting else None,
        "ply": view.ply,
        "start": table.start,
        "over": match.over,
        "ended": match.ended,
        "returns": list(match.returns) if match.over else None,
        "result": [event.text for event in result(match, names)],
        "legal": legal[:MOST_LEGAL],
        "legal_total": len(legal),
        "state": plain(view.state),
        "last": _last(table, seat),
        "told": [event.to_json() for event in story(match, seat, _since(match, since), names)],
        "commitment": kept.commitment,
        "can_undo": seat != NOBODY and not undo_refused(table, (seat,)),
    }
    if match.over and match.seeded:
        told["seed"] = str(match.seed)
    if table.next:
        told["rematch"] = table.next
    if table.clock is not None:
        told["clock"] = table.clock.to_json(match.turn)
    if picture != "none":
        told["picture"] = _drawn(view.picture(names), picture)
    if picture == "data":
        told |= {"touches": []} if match.over else by_hand(view, view.shortcuts())
        moment = match.moment(seat, names)
        if moment is not None:
            told["moment"] = picture_data(moment)
    return told


def by_hand(view: View, shortcuts: Sequence[str] = ()) -> dict[str, Any]:
    """List the moves that a seat may make by hand, those that begin longer ones too, and what they touch.

    A shortcut is a button. Where a line of moves is kept there is none: what it does may be another thing
    the next time.
    """
    if view.turn() != view.seat:
        return {"legal": [], "legal_total": 0, "touches": []}
    begun = view.begun()
    more = [*begun, *((each, (each,)) for each in shortcuts)]
    moves = [*view.moves(), *(move for move, _ in more)]
    touches = [list(each) for each in (*view.touches(), *(names for _, names in more))]
    return {"legal": moves[:MOST_LEGAL], "legal_total": len(moves), "touches": touches[:MOST_LEGAL]}


def _outcomes(legal: list[str]) -> dict[str, Any]:
    """List what chance may bring, each a button with its text."""
    shown = legal[:MOST_LEGAL]
    return {"legal": shown, "legal_total": len(legal), "touches": [[text] for text in shown]}


def encoded(
    table: Table, seat: int, picture: str = "none", since: int | None = None, held: tuple[int, ...] = ()
) -> bytes:
    """Return the document as bytes, made once for a version of the match."""
    if since is not None or table.clock is not None:  # as many as plies; or another at every moment
        return dumped(document(table, seat, picture, since, held))
    key = (seat, picture, held)
    found = table.drawn.get(key)
    if found is None:
        found = table.drawn[key] = dumped(document(table, seat, picture, None, held))
    return found


def brief(table: Table) -> dict[str, Any]:
    """Tell only that the match has gone on, and whose turn it is."""
    match = table.match
    return {
        "match": table.id,
        "version": table.version,
        "ply": match.ply,
        "turn": match.turn,
        "over": match.over,
    }


def page(table: Table, seat: int, first: int, count: int) -> dict[str, Any]:
    """List moves as a seat saw them, from one on."""
    turns = table.match.turns(seat)
    moves = [_told(turn) for turn in turns[first : first + count]]
    return {"match": table.id, "first": first, "count": len(moves), "total": len(turns), "moves": moves}


def past(table: Table, seat: int, ply: int, picture: str, held: tuple[int, ...] = ()) -> dict[str, Any]:
    """Tell a seat how the match stood at a ply, as the seat knew it then."""
    then = table.match.at(ply)
    other = Table(table.kept, then, table.version)
    told = document(other, seat, picture, ply, held)
    for passing in ("clock", "moment"):
        told.pop(passing, None)
    return {**told, "can_undo": False, "thinks": None, "ended": "unfinished"}


def record(table: Table, seat: int) -> dict[str, Any]:
    """Return the record: complete when the match is over, before that what the seat saw, without the seed."""
    match = table.match
    data: dict[str, Any] = json.loads(match.record().to_json())
    if not match.over:
        data["moves"] = match.moves(seat)
    return data


def kept(table: Table, seat: int) -> dict[str, Any]:
    """Tell what is kept of a match for one who sits in it."""
    of = table.kept
    told = {"match": of.id, "created": of.created, "changed": of.changed, "names": list(of.names)}
    return {**told, "seat": seat, "record": record(table, seat)}


def notated(table: Table, name: str) -> str:
    """Write the match in a notation of its game."""
    return notation(table.match.game.name, name).write([table.match])


def drawing(table: Table, seat: int, ply: int) -> str:
    """Draw the board as a seat saw it at a ply."""
    match = table.match if ply == table.match.ply else table.match.at(ply)
    return match.view(seat).picture(table.names(seat)).svg()


def line(table: Table, ply: int, moves: Sequence[str]) -> dict[str, Any]:
    """Tell how a match in which nothing is hidden would go on by some moves."""
    later, names = table.match.at(ply).along(moves), table.names(NOBODY)
    return {
        "steps": [_step(later.at(later.turn_end(turn.ply)), turn, names) for turn in later.turns(NOBODY, ply)]
    }


def _step(match: Match, turn: Turn, names: Names) -> dict[str, Any]:
    return {
        "move": turn.words,
        "who": turn.who,
        "ply": match.ply,
        "picture": picture_data(match.view().picture(names)),
        "told": [event.to_json() for event in story(match, NOBODY, turn.ply, names)],
    }


def position(match: Match, seat: int | None) -> dict[str, Any]:
    """Tell a position that somebody has set up: there are no secrets in it but those of the seats."""
    turn = match.turn
    view = match.view(max(turn, NOBODY) if seat is None else seat)
    names = match.game.names
    legal, turns = match.legal(), match.turns()
    hand = by_hand(match.view(turn)) if turn >= 0 else _outcomes(legal)
    return {
        "game": view.game.name,
        "title": view.game.title,
        "options": jsonable.plain(match.game.options),
        "seat": view.seat,
        "turn": turn,
        "ply": view.ply,
        "over": match.over,
        "returns": list(match.returns) if match.over else None,
        "result": [event.text for event in result(match, names)],
        **hand,
        "moves": [each.words for each in turns],
        "last": [_told(each) for each in turns[-LAST_MOVES:]],
        "told": [event.to_json() for event in story(match, view.seat, turns[-1].ply if turns else 0, names)],
        "picture": picture_data(view.picture(names)),
    }


def choice(view_seat: int, chosen: Choice, table: Table | None = None) -> dict[str, Any]:
    """Tell a choice that an engine made from a view."""
    named = chosen.named(table.names(view_seat)) if table else chosen
    data: dict[str, Any] = jsonable.plain({"seat": view_seat, **named.to_json()})
    for exhibit, drawn in zip(data["exhibits"], named.shown, strict=True):
        exhibit["text"] = drawn.text()
        if drawn.picture is not None:
            exhibit["picture"] = picture_data(drawn.picture)
    return {**data, "hint": list(named.hint)}


def decision(view: View) -> dict[str, Any]:
    """Tell what a seat has before it, at no table: to be drawn, and played on."""
    return {
        "title": view.game.title,
        "seat": view.seat,
        "seats": list(view.game.names.names),
        "ply": view.ply,
        **by_hand(view),
        "picture": picture_data(view.picture()),
    }


def undo_refused(table: Table, seats: tuple[int, ...]) -> str:
    """Say why a move of these seats cannot be taken back: another person, a reveal, chance; "" if it can."""
    match = table.match
    begun = match.last_begun(seats)
    if begun is None or begun < table.start:
        return "there is no move of yours to take back"
    if match.over:  # the seed has been told
        return "the game is over"
    others = [each for each in table.people if each not in seats]
    answered = match.last_begun(others)
    if answered is not None and answered > begun:
        return "another player has answered since"
    return match.undo_barred(seats)


def dumped(data: Mapping[str, Any]) -> bytes:
    """Write data as JSON, in few bytes."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


def _chair(table: Table, seat: int) -> dict[str, Any]:
    spec = table.kept.seats[seat]
    person = table.is_person(seat)
    name = table.names(NOBODY)[seat]
    told = {"seat": seat, "name": name, "kind": "person" if person else "machine"}
    return {**told, "spec": "" if person else spec, "taken": seat not in table.waiting}


def _moves(match: Match, seat: int, since: int) -> list[dict[str, Any]]:
    return [_told(turn) for turn in match.turns(seat, since)]


def _told(turn: Turn) -> dict[str, Any]:
    return {"ply": turn.ply, "who": turn.who, "move": turn.words}


def _last(table: Table, seat: int) -> list[dict[str, Any]]:
    """List the last moves; where nothing is hidden they are written once for all, as they come."""
    match = table.match
    if match.game.traits.hidden:
        return _moves(match, seat, max(0, match.ply - LAST_MOVES))[-LAST_MOVES:]
    written = table.written
    since = written.pop()["ply"] if written else match.turn_begin(max(0, match.ply - LAST_MOVES))
    written += _moves(match, seat, since)
    del written[:-LAST_MOVES]
    return list(written)


def _since(match: Match, since: int | None) -> int:
    """Return the ply from which to tell: the one asked for, at most a few hundred plies back."""
    return max(match.ply - 1 if since is None else since, match.ply - 400, 0)


def _drawn(picture: Any, how: str) -> Any:
    if how == "svg":
        return picture.svg()
    return picture.text() if how == "text" else picture_data(picture)
