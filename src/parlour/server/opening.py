"""Opening a match: the game, who sits where, the seed and what is published of it."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from parlour.core.commitment import commit
from parlour.core.errors import BadOption
from parlour.core.game import Game
from parlour.core.keys import SEED_BITS
from parlour.core.limit import Limit
from parlour.core.match import Match
from parlour.core.options import from_json, resolve
from parlour.core.registry import listed_game as game_named
from parlour.core.spec import HUMAN, is_local, parts
from parlour.server import tokens
from parlour.server.house import House
from parlour.server.problems import Refused
from parlour.server.settings import MOST_ACTIONS
from parlour.server.table import Table
from parlour.store import Kept, Player, Token
from parlour.store.fold import entries_of, fold

ME, OPEN = "me", "open"


@dataclass(frozen=True)
class Wanted:
    """A match as somebody asks for it."""

    game: str
    options: dict[str, Any]
    seats: tuple[str, ...]  # "me", "open", or who plays there
    names: tuple[str, ...] = ()
    limit: dict[str, Any] | None = None
    clock: dict[str, float] | None = None
    seed: int | None = None
    players: tuple[str, ...] = ()  # who sits where, in a rematch
    previous: str = ""  # of which it is the rematch
    moves: tuple[str, ...] = ()  # that are played already
    source: Table | None = None  # a match that it goes on from, as it stood at a ply
    ply: int = 0


@dataclass(frozen=True)
class Opened:
    """A table, with the secrets that its maker is told once."""

    table: Table
    token: str
    held: tuple[int, ...]
    invitations: tuple[tuple[int, str], ...]


async def open_match(house: House, wanted: Wanted, player: Player | None, key: str = "") -> Opened:
    """Open a match; with the same key again, the one that is there."""
    match, seed, given = await asyncio.to_thread(_begun, wanted)
    game, who = match.game, player.id if player else ""
    held = () if wanted.previous else tuple(seat for seat, spec in enumerate(wanted.seats) if spec == ME)
    free = tuple(seat for seat, spec in enumerate(wanted.seats) if spec == OPEN)
    people = tuple(HUMAN if spec in (ME, OPEN) else spec for spec in wanted.seats)
    name, at = tokens.id_for_key(key, who) if key else tokens.match_id(), time.time()
    kept = Kept(
        id=name,
        game=game.name,
        options=match.game.changed_options(),
        seed=seed,
        seats=people,
        names=_names(wanted, player),
        players=wanted.players or tuple(who if seat in held else "" for seat in range(game.seats)),
        source="server",
        commitment=commit(match.game, seed),
        opening=match.opening,
        created=at,
        changed=at,
        ended=match.ended,
        returns=match.returns if match.over else None,
        moves=len(match.begun()) if given else 0,
        notes={**_notes(wanted, free), **given},
        key=name if key else "",
    )
    return await _seated(house, kept, match, held, free)


def _begun(wanted: Wanted) -> tuple[Match, int, dict[str, Any]]:
    """Return the match with what is played already, its seed, and what is noted of that."""
    game, source = _game_of(wanted), wanted.source
    if source is None:
        seed = secrets.randbits(SEED_BITS) if wanted.seed is None else wanted.seed
        match = Match(game, seed)
    else:
        seed = int(source.kept.seed or 0)
        before = source.match.at(source.match.turn_begin(wanted.ply))
        before.opening = 0  # that of the source may be longer
        match = fold(source.kept, entries_of(before, source.id))
    for move in wanted.moves:
        match.play(move)
    if source is None and not wanted.moves:
        return match, seed, {}
    if match.over:
        raise BadOption("the game is over there; begin at an earlier move")
    match.opening = len(match.turns())
    given: dict[str, Any] = {"start": match.ply, "rated": False, "moves": list(wanted.moves)}
    return match, seed, given if source is None else {**given, "from": [source.id, wanted.ply]}


async def _seated(
    house: House, kept: Kept, match: Match, held: tuple[int, ...], free: tuple[int, ...]
) -> Opened:
    token, codes = tokens.fresh(), tuple((seat, tokens.fresh()) for seat in free)
    given = [Token(tokens.hashed(token), kept.id, held, "seat")] if held else []
    given += [Token(tokens.hashed(code), kept.id, (seat,), "invitation") for seat, code in codes]
    played = entries_of(match, kept.id)
    there = await asyncio.to_thread(house.store.create, kept, given, played)
    if there.created != kept.created or there.seed != kept.seed:  # asked for before, under the same key
        table = await house.table(there.id)
        if not _same(there, kept):
            raise Refused(409, "this idempotency key was used for another match; take a new one")
        codes = tuple((seat, code) for seat, code in codes if seat in table.waiting)
        wanted = [each for each in given if each.kind == "seat" or each.seats[0] in table.waiting]
        for each in wanted:
            await asyncio.to_thread(house.store.add_token, each)
        return Opened(table, token if held else "", held, codes)
    match.commitment = kept.commitment
    match.seats = kept.seats
    table = Table(kept, match, len(played), kept.moves, kept.changed)
    house.seat(table)
    return Opened(table, token if held else "", held, codes)


def _same(there: Kept, kept: Kept) -> bool:
    """Say whether a match that is there is the one that is asked for again."""
    if kept.notes.get("practice") and there.seed != kept.seed:
        return False
    asked = ("open", "limit", "clock", "practice", "previous", "from", "moves")
    return (there.game, there.options, there.seats) == (kept.game, kept.options, kept.seats) and all(
        there.notes.get(name) == kept.notes.get(name) for name in asked
    )


def _game_of(wanted: Wanted) -> Game:
    """Check all that can be wrong with a match before there is one."""
    if wanted.source is not None:
        _check_source(wanted, wanted.source)
    game = game_with(wanted.game, wanted.options)
    if len(wanted.seats) != game.seats:
        raise BadOption(f"{game.name} has {game.seats} seats; {len(wanted.seats)} are given")
    if len(wanted.names) > game.seats:
        raise BadOption(f"{game.name} has {game.seats} seats; {len(wanted.names)} names are given")
    for spec in wanted.seats:
        if spec not in (ME, OPEN):
            check_spec(game, spec)
    if OPEN in wanted.seats and (game.traits.hidden or game.traits.chance):
        secret = [name for name in wanted.options if game.known_options[name].secret]
        if wanted.seed is not None or secret or wanted.source is not None or wanted.moves:
            raise BadOption("with somebody else at the table nobody may set the seed or the deal")
    Limit.of(wanted.limit)
    return game


def _check_source(wanted: Wanted, source: Table) -> None:
    if not source.match.over:
        raise Refused(409, "the match is still going on; another can begin from it when it is over")
    if wanted.game != source.kept.game:
        raise BadOption(f"game={wanted.game}: the match is one of {source.kept.game}")
    if wanted.options or wanted.seed is not None:
        raise BadOption("what begins from a match has its options and its seed; leave them out")
    if wanted.ply > source.match.ply:
        raise BadOption(f"ply={wanted.ply}: the match has come to ply {source.match.ply}")


def game_with(name: str, options: Mapping[str, Any]) -> Game:
    """Return a game with the options of a request; refuse one that would keep the server busy with itself."""
    game = game_named(name, **from_json(options))
    if game.actions > MOST_ACTIONS:
        many = f"{game.actions:,} different moves"
        raise BadOption(
            f"{game.name} with these options has {many}; here at most {MOST_ACTIONS:,} are played"
        )
    return game


def check_spec(game: Game, spec: str) -> None:
    """Refuse what is no strategy of the game, or one that a stranger may not ask for."""
    if spec in game.levels:
        return
    if spec == HUMAN:
        raise BadOption('a person sits there as "me" or "open"')
    if local := is_local(game, spec):
        raise BadOption(f"{local} cannot be asked for here: it would reach what is the operator's")
    kind, options = parts(game, spec)
    if not kind.suits(game):
        raise BadOption(f"{kind.name} cannot play {game.name}: {kind.unsuited(game)}")
    resolve(kind.name, kind.options_in(game), options)


def _names(wanted: Wanted, player: Player | None) -> tuple[str, ...]:
    given = [*wanted.names, *[""] * len(wanted.seats)][: len(wanted.seats)]
    if player is not None:
        given = [
            name or (player.name if spec == ME else "")
            for name, spec in zip(given, wanted.seats, strict=True)
        ]
    # An open seat gets its name when somebody takes it.
    return tuple("" if spec == OPEN else name for name, spec in zip(given, wanted.seats, strict=True))


def _notes(wanted: Wanted, free: tuple[int, ...]) -> dict[str, Any]:
    notes: dict[str, Any] = {}
    if free:
        notes["open"] = list(free)
    if wanted.limit:
        notes["limit"] = wanted.limit
    if wanted.clock:
        notes["clock"] = wanted.clock
    if wanted.seed is not None:
        notes["practice"] = True
    if wanted.previous:
        notes["previous"] = wanted.previous
    return notes
