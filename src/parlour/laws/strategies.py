"""Laws of strategies: legal, repeatable, content with little, blind to what its seat may not know."""

from __future__ import annotations

import json
from collections.abc import Iterator

from parlour.compile import backend
from parlour.core import rules
from parlour.core.choice import Choice
from parlour.core.driver import play as play_match
from parlour.core.errors import ParlourError
from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.match import Match
from parlour.core.rng import Stream
from parlour.core.spec import make
from parlour.core.view import View
from parlour.laws.walk import Trail, random_match, starting_at, trail_of
from parlour.laws.watch import Endless, beat

LITTLE = Limit(simulations=8, depth=2, nodes=100)
LEAST = (Limit(simulations=1, depth=1, nodes=1), Limit(simulations=1), Limit(depth=1), Limit(nodes=1))
FEW = 12  # decisions of a game that are looked at
WORLDS = 3


def legal_choices(game: Game, spec: str, games: int, seed: int) -> int:
    """A strategy gives a Choice with a legal action for every view in which its seat is to move."""
    count = 0
    for trail, view in decisions(game, games, seed):
        choice = _decide(game, spec, view, trail, LITTLE)
        if not isinstance(choice, Choice) or choice.action not in view.legal():
            raise trail.broken(f"{spec} chose {choice!r:.200}; legal: {view.legal()}")
        for candidate in choice.candidates:
            if candidate.action not in view.legal():
                raise trail.broken(f"{spec} weighs {candidate.action}, which is not legal")
        if choice.candidates and choice.action not in [c.action for c in choice.candidates]:
            raise trail.broken(f"{spec} chose {choice.move}, which is not among its candidates")
        count += 1
    return count


def told_choices(game: Game, spec: str, games: int, seed: int) -> int:
    """A choice tells its move in words and is JSON from end to end."""
    count = 0
    for trail, view in decisions(game, games, seed):
        choice = _decide(game, spec, view, trail, LITTLE)
        try:
            text = json.dumps(choice.to_json(), allow_nan=False)
        except (TypeError, ValueError) as error:
            raise trail.broken(f"the choice of {spec} is not JSON: {error}") from None
        move = json.loads(text)["move"]
        if move != view.format(choice.action) and _first(game, view, move) != choice.action:
            raise trail.broken(f"{spec} chose {view.format(choice.action)}, but tells {choice.move!r}")
        if not all(isinstance(reason, str) and reason.strip() for reason in choice.reasons):
            raise trail.broken(f"{spec} gives an empty reason: {choice.reasons!r}")
        count += 1
    return count


def repeatable(game: Game, spec: str, games: int, seed: int) -> int:
    """The same seed and the same number of simulations give the same record, byte for byte."""
    for number in range(games):
        once, again = (play_match(game, [spec] * game.seats, seed + number, LITTLE) for _ in range(2))
        trail = trail_of(once.replay(), seed + number)
        if once.ended != "finished":
            raise trail.broken(f"{spec} forfeits: {once.reason}")
        if once.to_json() != again.to_json():
            raise trail.broken(f"{spec} played {' '.join(again.moves)} the second time")
    return games


def least_limits(game: Game, spec: str, games: int, seed: int) -> int:
    """A strategy still chooses a legal action when it is given a single simulation, ply or node."""
    count = 0
    # One limit alone leaves the rest of its work to a strategy, which interpreted might take minutes.
    interpreted = backend.is_interpreted(type(game.start()))
    for trail, view in decisions(game, games, seed):
        for limit in LEAST[:1] if interpreted or count > len(LEAST) else LEAST:
            choice = _decide(game, spec, view, trail, limit)
            if choice.action not in view.legal():
                raise trail.broken(f"{spec} with {limit.to_json()} chose {choice.action!r}")
            count += 1
    return count


def blind(game: Game, spec: str, games: int, seed: int) -> int:
    """In worlds that look alike to its seat, with equal streams, its choice is the same to the byte."""
    count = 0
    for trail, view in decisions(game, games, seed):
        seen: set[str] = set()
        for number in range(WORLDS):
            world = rules.fill(view.state, view.seat, trail.stream(f"fill {number}"))
            match = Match(starting_at(game, world), seed)
            choice = _decide(game, spec, match.view(view.seat), trail, LITTLE)
            seen.add(json.dumps(choice.to_json(), default=repr))
        if len(seen) > 1:
            raise trail.broken(
                f"{spec} chose otherwise in a world that looks alike: {' / '.join(sorted(seen))}"
            )
        count += WORLDS
    return count


def decisions(game: Game, games: int, seed: int) -> Iterator[tuple[Trail, View]]:
    """Return the view of the seat to move at the decisions of some random games, of long ones at a few."""
    for number in range(games):
        whole = random_match(game, seed + number)
        decided = [ply for ply, s in enumerate(whole.states) if rules.turn(s) >= 0]
        chosen = {Stream.of(seed, "decision", n).choice(decided) for n in range(FEW)} | {decided[0]}
        match = Match(game, seed + number)
        trail = trail_of(match, seed + number)
        for ply in decided:
            beat(match.actions)
            if ply in chosen:
                yield trail, match.view(match.turn)
            match.play(whole.actions[ply])


def _first(game: Game, view: View, move: str) -> int | None:
    """Return the first action of a written move, which may be a whole turn; None if it cannot be played."""
    try:
        return game.read(view.state, move)[0]
    except ParlourError:
        return None


def _decide(game: Game, spec: str, view: View, trail: Trail, limit: Limit) -> Choice:
    try:
        return make(game, spec, view.seat, trail.stream("choice")).decide(view, limit)
    except (KeyboardInterrupt, Endless):
        raise
    except BaseException as error:
        raise trail.broken(
            f"{spec} with {limit.to_json()} raised {type(error).__name__}: {str(error)[:300]}"
        ) from error
