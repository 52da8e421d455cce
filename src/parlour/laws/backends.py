"""Laws of the backends: native code gives the answers of the source it was compiled from, bit for bit."""

from __future__ import annotations

from typing import Any

from parlour.compile import backend, kernel
from parlour.compile.kernel import WIDEST
from parlour.core import rules
from parlour.core.fingerprint import fingerprint
from parlour.core.game import Game
from parlour.core.rng import Stream
from parlour.core.rules import (
    CHANCE,
    OVER,
    AnyState,
    bounds,
    evaluate,
    fill,
    legal,
    loud,
    mask,
    numbered_rollout,
    order,
    play,
    quiet,
    random_action,
    random_outcome,
    returns,
    rollout,
    sees,
    table_key,
    turn,
    weights,
)
from parlour.laws import walk
from parlour.laws.walk import Trail, over
from parlour.search.playout import playouts

PLAYOUTS = 3


@kernel
def at_decision(s: AnyState, a: int, seat: int, rng: Any) -> Any:
    """Ask every verb about a state in which a seat is to move."""
    after = play(s, a)
    seen = mask(s, seat)
    return (
        (turn(s), fingerprint(s), rollout(s, rng), random_action(s, rng)),
        numbered_rollout(s, rng, seat),  # each seat that asks draws by another of the policies
        (evaluate(s, seat), order(s, a), bounds(s)),
        (quiet(s), loud(s, a), table_key(s)),
        (sees(s, a, seat, after), legal(s)),
        (after, seen, fill(seen, seat, rng)),
    )


@kernel
def at_chance(s: AnyState, a: int, seat: int, rng: Any) -> Any:
    """Ask every verb about a state in which chance is to move."""
    after = play(s, a)
    seen = mask(s, seat)
    return (
        (turn(s), fingerprint(s), random_outcome(s, rng)),
        (evaluate(s, seat), weights(s, a)),
        (sees(s, a, seat, after), legal(s)),
        (after, seen, fill(seen, seat, rng)),
    )


@kernel
def at_end(s: AnyState, seat: int, rng: Any) -> Any:
    """Ask what can be asked of a state in which the game is over."""
    seen = mask(s, seat)
    return (turn(s), fingerprint(s)), returns(s), legal(s), (seen, fill(seen, seat, rng))


def is_native(game: Game) -> bool:
    """Say whether searches of this game run compiled; where they do not, there is nothing to compare."""
    s = game.start()
    if max((len(field) for field in s if isinstance(field, tuple)), default=0) > WIDEST:
        return False
    playouts(s, Stream([0]), 1, 0)
    return not backend.is_interpreted(type(s))


@over(walk.states, is_native)
def native_answers(trail: Trail) -> int:
    """Compiled rules answer as the same rules interpreted, to every verb in every state."""
    s, whose = trail.state, rules.turn(trail.state)
    for seat in range(trail.game.seats):
        if whose == OVER:
            _compare(trail, at_end, (seat,), seat)
            continue
        asked = at_chance if whose == CHANCE else at_decision
        action = rules.random_action(s, trail.stream(f"asked {seat}"))
        _compare(trail, asked, (action, seat), seat)
    return trail.game.seats


def native_playouts(game: Game, games: int, seed: int) -> int:
    """Playouts give the same results compiled and interpreted, and leave the stream in the same place."""
    return _native_playouts(game, max(1, games // 4), seed)


@over(walk.states, is_native)
def _native_playouts(trail: Trail) -> int:
    if rules.turn(trail.state) == OVER:
        return 0
    seat = len(trail.actions) % trail.game.seats
    _compare(trail, playouts, (), seat, PLAYOUTS, seat)
    return PLAYOUTS


def _compare(trail: Trail, asked: Any, before: tuple[int, ...], seat: int, *rest: int) -> None:
    streams = [trail.stream(f"backend {seat}") for _ in range(2)]
    native = asked(trail.state, *before, streams[0], *rest)
    interpreted = asked.function(trail.state, *before, streams[1], *rest)
    if native != interpreted or repr(native) != repr(interpreted):
        raise trail.broken(
            f"{asked.__name__}({', '.join(map(str, before))}) is {native} compiled, {interpreted} interpreted"
        )
    if streams[0] != streams[1]:
        raise trail.broken(f"{asked.__name__} draws {streams[0]} compiled, {streams[1]} interpreted")
