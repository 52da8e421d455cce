"""Laws of what a seat may know: `mask`, `fill` and `sees`, and the views made from them."""

from __future__ import annotations

import json
from itertools import islice

from parlour.core import rules
from parlour.core.bits import listed
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.core.rules import NOBODY, OVER, AnyState
from parlour.core.trial import unfilled
from parlour.core.view import View, history_of
from parlour.laws import walk
from parlour.laws.walk import MOST_PLIES, Trail, over, starting_at, watchers
from parlour.laws.watch import Endless

WORLDS = 3  # drawn from each view


@over(walk.states)
def masks(trail: Trail) -> int:
    """Masking twice is masking once; a view shows whose turn it is, and to the mover its legal actions."""
    game, s = trail.game, trail.state
    for seat in watchers(game):
        seen = rules.mask(s, seat)
        if type(seen) is not type(s):
            raise trail.broken(f"mask(seat {seat}) gave a {type(seen).__name__}, not a State")
        if not game.traits.hidden and seen != s:
            raise trail.broken(f"the game hides nothing, but mask(seat {seat}) gave {seen}")
        if rules.mask(seen, seat) != seen:
            raise trail.broken(f"mask(seat {seat}) is not idempotent: {seen}, {rules.mask(seen, seat)}")
        if rules.mask(seen, NOBODY) != rules.mask(s, NOBODY):
            raise trail.broken(f"a spectator sees what seat {seat} does not: {rules.mask(s, NOBODY)}")
        if rules.turn(seen) != rules.turn(s):
            raise trail.broken(f"seat {seat} takes it for the turn of {rules.turn(seen)}")
        if rules.turn(s) == seat >= 0 and rules.legal(seen) != rules.legal(s):
            raise trail.broken(f"seat {seat} takes other actions for legal: {listed(rules.legal(seen))}")
    return game.seats + 1


@over(walk.states, walk.has_secrets)
def worlds(trail: Trail) -> int:
    """A world drawn for a view explains it: masked it is that view again, and it can be played to its end."""
    for seat in watchers(trail.game):
        seen = rules.mask(trail.state, seat)
        for number in range(WORLDS):
            world = rules.fill(seen, seat, trail.stream(f"fill {seat} {number}"))
            if world != rules.fill(seen, seat, trail.stream(f"fill {seat} {number}")):
                raise trail.broken(f"fill(seat {seat}) gave two worlds for one stream")
            left = unfilled(trail.state, seen, world)
            if left:
                raise trail.broken(f"{left} for seat {seat}")
            if type(world) is not type(seen) or rules.mask(world, seat) != seen:
                raise trail.broken(f"seat {seat} sees {seen}, but fill() gave {world}")
            _play_out(trail, world, seat)
    return WORLDS * (trail.game.seats + 1)


def _play_out(trail: Trail, world: AnyState, seat: int) -> None:
    way = Trail(starting_at(trail.game, world), trail.seed)
    try:
        for _ in islice(way.walk(), MOST_PLIES):
            pass
        rules.returns(way.state)
    except Endless:
        raise
    except Exception as error:
        raise trail.broken(f"fill(seat {seat}) gave {world}, which cannot be played on: {error}") from error


@over(walk.states)
def unseen_actions(trail: Trail) -> int:
    """When a seat does not see which of two actions was played, its views after them are equal.

    Unless they lead to different turns: whose turn it is, everybody can see.
    """
    game, s = trail.game, trail.state
    if rules.turn(s) == OVER:
        return 0
    count = 0
    for seat in watchers(game):
        unseen: dict[int, dict[AnyState, int]] = {}  # by whose turn it is then: view -> action
        for a in trail.sample():
            after = rules.play(s, a)
            if rules.sees(s, a, seat, after):
                continue
            unseen.setdefault(rules.turn(after), {})[rules.mask(after, seat)] = a
            count += 1
        for views in unseen.values():
            if len(views) > 1:
                raise trail.broken(
                    f"by sees(), seat {seat} does not see the action, but its views after "
                    f"{' and '.join(game.format(s, a) for a in list(views.values())[:2])} differ"
                )
    return count


def memories(game: Game, games: int, seed: int) -> int:
    """A seat sees its own actions, all seats what a spectator sees, and nobody forgets what was seen."""
    known: dict[int, set[int]] = {}

    @over(walk.states)
    def check(trail: Trail) -> int:
        if not trail.actions:
            known.clear()
            known.update({seat: set() for seat in watchers(game)})
            return 0
        # At the end everything is looked at again, before that only the last action.
        last = len(trail.actions) - 1
        over = rules.turn(trail.state) == OVER
        for ply in range(last + 1) if over else (last,):
            before, a = trail.states[ply], trail.actions[ply]
            seen = {seat: rules.sees(before, a, seat, trail.state) for seat in watchers(game)}
            words = f"action {ply + 1}, {game.format(before, a)},"
            if seen.get(rules.turn(before), True) is not True and rules.turn(before) >= 0:
                raise trail.broken(f"by sees(), seat {rules.turn(before)} does not know its own {words}")
            for seat, sees in seen.items():
                if seen[NOBODY] and not sees:
                    raise trail.broken(f"by sees(), a spectator knows {words} but seat {seat} does not")
                if ply in known[seat] and not sees:
                    raise trail.broken(f"by sees(), seat {seat} knew {words} and does not any more")
                if sees:
                    known[seat].add(ply)
        return len(known)

    return check(game, games, seed)


@over(walk.states, walk.has_secrets)
def equal_views(trail: Trail) -> int:
    """Worlds that look alike to a seat give it the same bytes, until something is revealed."""
    game = trail.game
    count = 0
    for seat in watchers(game):
        seen = rules.mask(trail.state, seat)
        drawn = [rules.fill(seen, seat, trail.stream(f"fill {seat} {n}")) for n in range(WORLDS)]
        ways = [Trail(starting_at(game, world), trail.seed) for world in drawn]
        rng = trail.stream(f"on {seat}")
        while all(rules.mask(way.state, seat) == rules.mask(ways[0].state, seat) for way in ways):
            outputs = {_bytes(game, way, seat) for way in ways}
            if len(outputs) > 1:
                raise trail.broken(
                    f"worlds that look alike to seat {seat} give it different data: "
                    + " / ".join(sorted(outputs)[:2])
                )
            count += len(ways)
            common = set.intersection(*(set(game.legal(way.state)) for way in ways))
            if not common or len(ways[0].actions) > 40:
                break
            action = rng.choice(sorted(common))
            for way in ways:
                way.states.append(rules.play(way.state, action))
                way.actions.append(action)
    return count


def _bytes(game: Game, way: Trail, seat: int) -> str:
    """Write a view as data; moves and drawing follow from the masked state, the same for all of them."""
    view = View(game.public, seat, rules.mask(way.state, seat), history_of(way.states, way.actions, seat))
    return json.dumps(view.to_json())


@over(walk.turns)
def secrets(match: Match, trail: Trail) -> int:
    """No view of a match holds its seed or an option that is a secret."""
    kept = {k: option.default for k, option in match.game.known_options.items() if option.secret}
    for seat in watchers(match.game):
        data = match.view(seat).to_json()
        if str(match.seed) in json.dumps(data):
            raise trail.broken(f"the view of seat {seat} holds the seed")
        if any(data["options"][name] != default for name, default in kept.items()):
            raise trail.broken(f"the view of seat {seat} holds a secret option: {data['options']}")
    return match.game.seats + 1
