"""Laws of what a game tells people: rules that can be followed, events that are told and leak nothing."""

from __future__ import annotations

import json

from parlour.core import rules
from parlour.core.errors import ParlourError
from parlour.core.event import Event
from parlour.core.game import Game
from parlour.core.rules import CHANCE, MIDWAY, AnyState
from parlour.laws import walk
from parlour.laws.walk import Trail, over, watchers

TRIALS = 300  # random games that are searched for a place where an example can be played
WORLDS = 3


def guides(game: Game, games: int, seed: int) -> int:
    """A game has rules for people, and every move given as an example can be played somewhere."""
    guide = game.guide
    if not guide.goal.strip() or not guide.parts():
        raise Trail(game, seed).broken("the guide tells no goal")
    wanted = {move for move, _ in guide.examples}
    for number in range(TRIALS):
        if not wanted:
            break
        trail = Trail(game, seed + number)
        for _ in trail.walk():
            wanted -= {move for move in wanted if _playable(game, trail, move)}
    if wanted:
        what = f"the guide's example {sorted(wanted)[0]!r} was legal nowhere in {TRIALS} games"
        raise Trail(game, seed).broken(what)
    return len(guide.parts()) + len(guide.examples)


def _playable(game: Game, trail: Trail, move: str) -> bool:
    who = rules.turn(trail.state)
    if who < 0:
        return False
    try:
        return bool(game.read(rules.mask(trail.state, who), move))
    except ParlourError:
        return False


@over(walk.states)
def events(trail: Trail) -> int:
    """What a seat sees happen is told to it, in whole lines that name the players."""
    if not trail.actions:
        return 0
    game, last = trail.game, len(trail.actions) - 1
    before, action, after = trail.states[last], trail.actions[last], trail.state
    for seat in watchers(game):
        told = game.events(before, action, after, seat)
        for event in told:
            _check(trail, event)
        if told or rules.stage(after) == MIDWAY or rules.turn(after) == CHANCE:
            continue
        if rules.turn(before) >= 0 and rules.sees(before, action, seat, after):
            raise trail.broken(f"seat {seat} sees {game.format(before, action)}, but is told nothing")
        if rules.turn(before) == CHANCE and not _told_of_chance(trail, seat):
            raise trail.broken(f"seat {seat} sees what chance brings, but is told nothing of it")
    return game.seats + 1


def _check(trail: Trail, event: Event) -> None:
    text = event.text
    if not event.kind or not text.strip() or text != " ".join(text.split()) or "{" in text:
        raise trail.broken(f"events() gave {text!r}; it must be one line of words, its names filled in")
    try:
        json.dumps(event.to_json(), allow_nan=False)
    except (TypeError, ValueError) as error:
        raise trail.broken(f"the event {text!r} is not JSON: {error}") from None


def _told_of_chance(trail: Trail, seat: int) -> bool:
    """Say whether a seat that saw something of the last run of chance was told of it."""
    seen = False
    for ply in range(len(trail.actions) - 1, -1, -1):
        before, action, after = trail.states[ply], trail.actions[ply], trail.states[ply + 1]
        if rules.turn(before) != CHANCE:
            break
        if trail.game.events(before, action, after, seat):
            return True
        seen = seen or rules.sees(before, action, seat, after)
    return not seen


@over(walk.states, walk.has_secrets)
def blind_events(trail: Trail) -> int:
    """Two worlds that look alike to a seat, before a step and after it, give it the same to see and hear."""
    if not trail.actions:
        return 0
    game, last, count = trail.game, len(trail.actions) - 1, 0
    before, action, after = trail.states[last], trail.actions[last], trail.state
    for seat in watchers(game):
        told = _bytes(game, before, action, after, seat)
        seen, then = rules.mask(before, seat), rules.mask(after, seat)
        for number in range(WORLDS):
            world = rules.fill(seen, seat, trail.stream(f"event {seat} {number}"))
            if not rules.is_legal(world, action):
                continue
            next_world = rules.play(world, action)
            alike = rules.mask(next_world, seat) == then
            if alike and rules.sees(world, action, seat, next_world) == rules.sees(
                before, action, seat, after
            ):
                count += 1
                if _bytes(game, world, action, next_world, seat) != told:
                    raise trail.broken(
                        f"a world that looks alike to seat {seat} gives it other events: {told}"
                    )
    return count


def _bytes(game: Game, before: AnyState, action: int, after: AnyState, seat: int) -> str:
    told = json.dumps([event.to_json() for event in game.events(before, action, after, seat)])
    moment = game.moment(before, action, after, seat)
    return told if moment is None else f"{told} {moment}"
