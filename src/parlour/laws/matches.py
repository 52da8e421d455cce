"""Laws of matches: records, undo, saves, and what a match under way tells the world."""

from __future__ import annotations

import tempfile
from pathlib import Path

from parlour.core import rules
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.core.record import Record
from parlour.core.rng import Stream
from parlour.core.rules import MIDWAY, NOBODY, AnyState
from parlour.core.view import as_seen
from parlour.laws.views import LOUD
from parlour.laws.walk import Trail, random_match, trail_of

MOST_UNDONE = 200  # decisions taken back at the end of a long match


def records(game: Game, games: int, seed: int) -> int:
    """A record, written and read, is the same record, and replaying it gives every state again."""
    count = 0
    for number in range(games):
        match = random_match(game, seed + number)
        trail = trail_of(match, seed + number)
        with trail.blamed():
            record = match.record()
            read = Record.from_json(record.to_json())
            if read != record or read.to_json() != record.to_json():
                raise trail.broken(f"the record {record.to_json()} is read as {read.to_json()}")
            again = read.replay()
            if again.states != match.states or again.actions != match.actions:
                raise trail.broken(f"the record replays to {again.actions}, but {match.actions} were played")
            if again.returns != match.returns or again.record() != record:
                raise trail.broken(f"the record replays to the result {again.returns}, not {match.returns}")
        count += len(match.states)
    return count


def undo_redo(game: Game, games: int, seed: int) -> int:
    """Taking decisions back and making them again gives the same match, its chance too."""
    count = 0
    for number in range(games):
        match = random_match(game, seed + number)
        trail = Trail(game, seed + number, list(match.states), list(match.actions))
        begun = [
            ply for ply, s in enumerate(trail.states[:-1]) if rules.turn(s) >= 0 and rules.stage(s) != MIDWAY
        ][-MOST_UNDONE:]
        with trail.blamed():
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
        count += len(begun)
    return count


def saves(game: Game, games: int, seed: int) -> int:
    """A match saved at any point and resumed is the same match, and goes on the same way."""
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(games):
            whole = random_match(game, seed + number)
            trail = trail_of(whole, seed + number)
            decided = [ply for ply, s in enumerate(whole.states[:-1]) if rules.turn(s) >= 0]
            stop = Stream.of(seed + number, "stop").below(len(decided) + 1)
            with trail.blamed():
                match = random_match(game, seed + number, stop)
                match.save(Path(folder) / "match.json")
                back = Match.resume(Path(folder) / "match.json")
                if back.game != match.game or back.seed != match.seed or back.states != match.states:
                    raise trail.broken(f"saved after {stop} decisions, it is resumed as {back.moves()}")
                for ply in decided[stop:]:
                    back.play(whole.actions[ply])
                if back.states != whole.states:
                    raise trail.broken(f"resumed after {stop} decisions, it goes on as {back.moves()}")
            count += 1
    return count


def live_records(game: Game, games: int, seed: int) -> int:
    """The record of a match under way holds no seed, no secret option and no action spectators cannot see."""
    secret = {name for name, option in game.known_options.items() if option.secret}
    count = 0
    for number in range(games):
        match, rng = Match(game, seed + number + LOUD), Stream.of(seed + number, "law")
        trail = trail_of(match, seed + number)
        with trail.blamed():
            while not match.over:
                record = match.record()
                if record.seed is not None or str(match.seed) in record.to_json():
                    raise trail.broken("the live record holds the seed")
                if secret & set(record.options):
                    raise trail.broken(f"the live record holds a secret option: {record.options}")
                expected = tuple(_seen_by_all(match))
                if record.moves != expected or record.ended != "unfinished" or record.returns is not None:
                    raise trail.broken(
                        f"the live record tells {record.to_json()}; a spectator saw {expected}"
                    )
                count += 1
                match.play(rules.random_action(match.state, rng))
    return count


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


def same_seed(game: Game, games: int, seed: int) -> int:
    """The same seed and the same decisions give the same match, whatever was drawn in between."""
    count = 0
    for number in range(games):
        match = random_match(game, seed + number)
        trail = trail_of(match, seed + number)
        with trail.blamed():
            again = Match(game, seed + number)
            while not again.over:
                again.view(again.turn)  # looking must not draw anything
                again.play(match.actions[again.ply])
                reached = len(again.states)
                if again.states != match.states[:reached]:
                    raise trail.broken(f"the same seed and decisions gave {again.moves()}")
        count += len(again.states)
    return count
