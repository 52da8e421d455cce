"""Laws of matches: records, undo, saves, and what a match under way tells the world."""

from __future__ import annotations

import tempfile
from pathlib import Path

from parlour.core import rules
from parlour.core.match import Match
from parlour.core.record import Record
from parlour.core.rng import Stream
from parlour.core.rules import MIDWAY, NOBODY, AnyState
from parlour.core.view import as_seen
from parlour.laws import walk
from parlour.laws.walk import Trail, over, random_match

MOST_UNDONE = 200  # decisions taken back at the end of a long match


@over(walk.matches)
def records(match: Match, trail: Trail) -> int:
    """A record, written and read, is the same record, and replaying it gives every state again."""
    record = match.record()
    read = Record.from_json(record.to_json())
    if read != record or read.to_json() != record.to_json():
        raise trail.broken(f"the record {record.to_json()} is read as {read.to_json()}")
    again = read.replay()
    if again.states != match.states or again.actions != match.actions:
        raise trail.broken(f"the record replays to {again.actions}, but {match.actions} were played")
    if again.returns != match.returns or again.record() != record:
        raise trail.broken(f"the record replays to the result {again.returns}, not {match.returns}")
    return len(match.states)


@over(walk.matches)
def undo_redo(match: Match, trail: Trail) -> int:
    """Taking decisions back and making them again gives the same match, its chance too."""
    begun = match.begun()[-MOST_UNDONE:]
    for ply in reversed(begun):
        match.undo()
        if match.states != trail.states[: ply + 1] or match.actions != trail.actions[:ply]:
            raise trail.broken(f"undo() to ply {ply} gave the moves {match.moves()}")
    while match.ply < len(trail.actions):
        match.play(trail.actions[match.ply])
        reached = len(match.states)
        if match.states != trail.states[:reached] or match.actions != trail.actions[: reached - 1]:
            raise trail.broken(f"undone and redone, the moves are {match.moves()}")
    if match.states != trail.states:
        raise trail.broken("undone and redone, the match is not as long as before")
    return len(begun)


@over(walk.matches)
def saves(whole: Match, trail: Trail) -> int:
    """A match saved at any point and resumed is the same match, and goes on the same way."""
    decided = [ply for ply, s in enumerate(whole.states[:-1]) if rules.turn(s) >= 0]
    stop = Stream.of(trail.seed, "stop").below(len(decided) + 1)
    match = random_match(trail.game, trail.seed, stop)
    with tempfile.TemporaryDirectory() as folder:
        match.save(Path(folder) / "match.json")
        back = Match.resume(Path(folder) / "match.json")
    if back.game != match.game or back.seed != match.seed or back.states != match.states:
        raise trail.broken(f"saved after {stop} decisions, it is resumed as {back.moves()}")
    for ply in decided[stop:]:
        back.play(whole.actions[ply])
    if back.states != whole.states:
        raise trail.broken(f"resumed after {stop} decisions, it goes on as {back.moves()}")
    return 1


@over(walk.turns)
def live_records(match: Match, trail: Trail) -> int:
    """The record of a match under way holds no seed, no secret option and no action spectators cannot see."""
    if match.over:
        return 0
    record, known = match.record(), match.game.known_options
    if record.seed is not None or str(match.seed) in record.to_json():
        raise trail.broken("the live record holds the seed")
    if any(known[name].secret for name in record.options):
        raise trail.broken(f"the live record holds a secret option: {record.options}")
    expected = tuple(_seen_by_all(match))
    if record.moves != expected or record.ended != "unfinished" or record.returns is not None:
        raise trail.broken(f"the live record tells {record.to_json()}; a spectator saw {expected}")
    return 1


def _seen_by_all(match: Match) -> list[str]:
    """Write the moves that a spectator knows; a turn of several actions is one move."""
    if not match.game.traits.hidden:
        return match.game.write(match.game.start(), match.actions)
    turns: list[tuple[AnyState, list[int]]] = []
    for s, a in zip(match.states, match.actions, strict=False):
        if not turns or rules.stage(s) != MIDWAY:
            turns.append((s, []))
        turns[-1][1].append(as_seen(s, a, NOBODY, match.state)[1])
    return [
        match.game.format(s, known[0]) if len(known) == 1 else match.game.write(s, known)[0]
        for s, known in turns
    ]


@over(walk.matches)
def same_seed(match: Match, trail: Trail) -> int:
    """The same seed and the same decisions give the same match, whatever was drawn in between."""
    again = Match(trail.game, trail.seed)
    while not again.over:
        again.view(again.turn)  # looking must not draw anything
        again.play(match.actions[again.ply])
        if again.states != match.states[: len(again.states)]:
            raise trail.broken(f"the same seed and decisions gave {again.moves()}")
    return len(again.states)
