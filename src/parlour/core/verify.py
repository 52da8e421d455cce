"""Verify a record: by its rules, its seed and what was published of the seed before the first move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from parlour.core import rules
from parlour.core.commitment import commit
from parlour.core.errors import BadRecord
from parlour.core.game import Game
from parlour.core.match import Match, outcome
from parlour.core.narrate import result
from parlour.core.record import Record
from parlour.core.registry import game as game_named
from parlour.core.rules import CHANCE


@dataclass(frozen=True)
class Check:
    """One thing that was looked at: whether it holds, None where the record leaves it open; a sentence."""

    what: str  # "moves", "chance", "options", "commitment" or "result"
    held: bool | None
    text: str


def verify(record: Record, noted: str = "") -> list[Check]:
    """Check a record, and against the commitment that a player noted at the start; raise if it names no game.

    It is verified if all checks hold or are open, which `is_verified` tells.
    """
    game = game_named(record.game, **record.options)
    return list(_checks(record, game, noted))


def is_verified(checks: list[Check]) -> bool:
    """Say whether nothing was found that does not hold."""
    return all(check.held is not False for check in checks)


def _checks(record: Record, game: Game, noted: str) -> Iterator[Check]:
    match = None
    try:
        match = replace(record, seed=None, ended="unfinished").replay()
    except BadRecord as error:
        yield Check("moves", False, f"The moves cannot be played: {_why(error)}.")
    if match is not None:
        count = len(record.moves)
        moves = "The only move is" if count == 1 else f"All {count:,} moves are"
        yield Check("moves", True, f"{moves} by the rules." if count else "No move was played.")
        yield _chance(record, match)
    if record.seed is not None:
        yield from _options(record, game, record.seed)
    yield _commitment(record, game, noted)
    if record.ended == "unfinished":
        told = "" if record.seed is not None else ", and its seed is not told before the end"
        yield Check("result", False, f"The match is not over{told}: there is no result to verify yet.")
    elif match is not None:
        yield _result(record)


def _chance(record: Record, match: Match) -> Check:
    starts = {ply: number for number, (ply, _, _) in enumerate(match.turns(), 1)}
    told = [ply for ply, number in starts.items() if number <= len(record.moves)]  # the rest is drawn anew
    drawn = [ply for ply in told if rules.turn(match.states[ply]) == CHANCE]
    if not drawn:
        return Check("chance", True, "Chance had nothing to draw.")
    if record.seed is None:
        return Check("chance", False, "The record names no seed, so what chance drew cannot be checked.")
    for ply in drawn:
        state, action = match.states[ply], match.actions[ply]
        fair = outcome(state, record.seed, ply)
        if action != fair:
            was, drawn_now = (match.game.format(state, each) for each in (action, fair))
            text = f"Move {starts[ply]}, by chance, is {was}; the seed draws {drawn_now}."
            return Check("chance", False, text)
    draws = f"{len(drawn):,} draw{'' if len(drawn) == 1 else 's'}"
    return Check("chance", True, f"Chance drew what the seed says: {draws}.")


def _options(record: Record, game: Game, seed: int) -> Iterator[Check]:
    """Tell of options that a match draws by its seed and that were set: allowed, and not by chance."""
    free = {name for name, option in game.known_options.items() if option.drawn}
    fair = Game(game.module, **{k: v for k, v in record.options.items() if k not in free}).drawn(seed)
    for name in sorted(free):
        if game.options[name] != fair.options[name]:
            drawn = fair.options[name]
            text = f"The option {name} was set to {game.options[name]}; the seed would have drawn {drawn}."
            yield Check("options", None, text)


def _commitment(record: Record, game: Game, noted: str) -> Check:
    given = noted or record.commitment
    if not given:
        text = "There is no commitment: nothing shows that the seed was settled before the first move."
        return Check("commitment", None, text)
    if noted and record.commitment not in ("", noted):
        text = f"The record names another commitment than the one you noted: {record.commitment}."
        return Check("commitment", False, text)
    if record.seed is None:
        return Check("commitment", False, "The record names no seed, so the commitment cannot be checked.")
    made = commit(game, record.seed)
    if made != given:
        text = f"Seed and options are not those committed to: they make {made}, not {given}."
        return Check("commitment", False, text)
    if noted:
        text = "Seed and options are those of the commitment that you noted."
    else:
        text = "Seed and options are those of the record's commitment. Is it the one you saw at the start?"
    return Check("commitment", True, text)


def _result(record: Record) -> Check:
    try:
        match = replace(record, seed=None).replay()
    except BadRecord as error:
        return Check("result", False, f"The result does not follow: {_why(error)}.")
    told = " ".join(event.text for event in result(match))
    if record.ended == "finished":
        return Check("result", True, f"The result follows from the moves: {told}")
    return Check("result", None, f"{told} Only the record says so: no moves lead to that.")


def _why(error: BadRecord) -> str:
    return str(error).removeprefix("the record does not replay: ")
