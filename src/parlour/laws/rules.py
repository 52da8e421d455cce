"""Laws of the rules themselves: what `turn`, `legal`, `play`, `returns` and the hints must keep to."""

from __future__ import annotations

import copy
import math
from typing import Any

from parlour.core import rules
from parlour.core.rules import CHANCE, OVER, AnyState
from parlour.laws import walk
from parlour.laws.walk import Trail, over

BITS = 62
CLOSE = 1e-9


@over(walk.states)
def plain_states(trail: Trail) -> int:
    """A state is the file's State: plain ints of at most 62 bits and tuples of them, always as many.

    Rules that are never compiled, INTERPRETED, may have tuples that grow.
    """
    game = trail.game
    s: Any = trail.state
    if type(s) is not game.module.State:
        raise trail.broken(f"the state is a {type(s).__name__}, not a State")
    for name, value in zip(s._fields, s, strict=True):
        fault = _fault(value)
        if fault:
            raise trail.broken(f"State.{name} {fault}")
    if type(s) not in rules.interpreted and _shape(s) != _shape(game.start()):
        raise trail.broken(
            f"the fields of State have lengths {_shape(s)}, at the start {_shape(game.start())}"
        )
    return 1


def _fault(value: Any) -> str:
    parts = value if type(value) is tuple else (value,)
    for part in parts:
        if type(part) is not int:
            hint = "; write int(...)" if isinstance(part, bool) or hasattr(part, "dtype") else ""
            return f"holds {part!r}, a {type(part).__name__}; only ints and tuples of ints may be in it{hint}"
        if abs(part) >> BITS:
            return f"holds {part}, which needs more than {BITS} bits; use a tuple of words"
    return ""


def _shape(s: AnyState) -> tuple[int, ...]:
    return tuple(len(value) if isinstance(value, tuple) else -1 for value in s)


@over(walk.states)
def turns(trail: Trail) -> int:
    """The turn is a seat, CHANCE or OVER, as a plain int."""
    whose = rules.turn(trail.state)
    if type(whose) is not int or not (0 <= whose < trail.game.seats or whose in (CHANCE, OVER)):
        raise trail.broken(
            f"turn() gave {whose!r}; it must be a seat from 0 to {trail.game.seats - 1}, CHANCE or OVER"
        )
    return 1


@over(walk.states)
def legal_actions(trail: Trail) -> int:
    """Legal actions are bits below ACTIONS, in an int or in words, and none exactly when the game is over."""
    game = trail.game
    first = rules.legal(game.start())
    actions, listed = rules.legal(trail.state), game.legal(trail.state)
    words = actions if isinstance(actions, tuple) else (actions,)
    if any(type(word) is not int or word < 0 for word in words):
        raise trail.broken(f"legal() gave {actions!r}; it must be bits: an int, or a tuple of words")
    if isinstance(actions, tuple):
        if not isinstance(first, tuple) or len(first) != len(actions) or any(w >> BITS for w in words):
            raise trail.broken(f"legal() must always give as many words of {BITS} bits as at the start")
    elif isinstance(first, tuple):
        raise trail.broken("legal() gave an int, at the start a tuple of words")
    if listed and listed[-1] >= game.actions:
        raise trail.broken(f"action {listed[-1]} is legal, but ACTIONS is {game.actions}")
    if (rules.turn(trail.state) == OVER) != (not listed):
        raise trail.broken(f"turn() is {rules.turn(trail.state)} with {len(listed)} legal actions")
    return 1


@over(walk.states)
def pure_play(trail: Trail) -> int:
    """Playing an action twice gives the same State twice and leaves the state it is played in as it was."""
    s = trail.state
    before = copy.deepcopy(s)
    tried = trail.sample()
    for a in tried:
        once, again = rules.play(s, a), rules.play(s, a)
        if s != before:
            raise trail.broken(f"play({a}) changed the state it was given")
        if once != again:
            raise trail.broken(f"play({a}) gave two different states")
    return len(tried)


@over(walk.states)
def results(trail: Trail) -> int:
    """The end of a game gives each seat one float within BOUNDS; in a zero-sum game they sum to 0."""
    game = trail.game
    low, high = game.bounds
    if rules.turn(trail.state) != OVER:
        return 0
    values = rules.returns(trail.state)
    if type(values) is not tuple or len(values) != game.seats:
        raise trail.broken(f"returns() gave {values!r}; it must be a tuple of {game.seats} floats")
    for value in values:
        if type(value) is not float or not low - CLOSE <= value <= high + CLOSE:
            raise trail.broken(f"returns() gave {value!r}; it must be a float from {low:g} to {high:g}")
    if game.traits.zero_sum and abs(sum(values)) > CLOSE:
        raise trail.broken(f"returns() gave {values}, which do not sum to 0; set TRAITS zero_sum=False?")
    return 1


@over(walk.states)
def chances(trail: Trail) -> int:
    """Where chance moves, the outcomes have positive weights that sum to 1."""
    if rules.turn(trail.state) != CHANCE:
        return 0
    outcomes = [(a, rules.weights(trail.state, a)) for a in trail.game.legal(trail.state)]
    for a, weight in outcomes:
        if type(weight) is not float or not 0.0 < weight <= 1.0 + CLOSE:
            raise trail.broken(f"weights({a}) gave {weight!r}; it must be a float above 0")
    total = math.fsum(weight for _, weight in outcomes)
    if abs(total - 1.0) > CLOSE:
        raise trail.broken(f"the weights of the {len(outcomes)} outcomes sum to {total}, not to 1")
    return len(outcomes)


@over(walk.states)
def endings(trail: Trail) -> int:
    """Random play ends a game within 10,000 plies."""
    return int(rules.turn(trail.state) == OVER)  # the walk itself complains of a game that goes on for longer


@over(walk.states)
def hints(trail: Trail) -> int:
    """Before the end, evaluate() is a float within BOUNDS, order() a number, playout policies legal."""
    game = trail.game
    low, high = game.bounds
    s, whose = trail.state, rules.turn(trail.state)
    if whose == OVER:
        return 0
    for seat in range(game.seats):
        value = rules.evaluate(s, seat)
        if type(value) is not float or not low - CLOSE <= value <= high + CLOSE:
            raise trail.broken(
                f"evaluate(seat {seat}) gave {value!r}; it must be a float from {low:g} to {high:g}"
            )
    if whose == CHANCE:
        return game.seats
    least, most = rules.bounds(s)
    if not least <= most:
        raise trail.broken(f"bounds() gave {least!r} and {most!r}; the least comes first")
    for a in trail.sample():
        if not math.isfinite(rules.order(s, a)):
            raise trail.broken(f"order({a}) gave {rules.order(s, a)!r}; it must be a number")
    for number, name in enumerate(("rollout", *game.playouts)):
        rng = trail.stream("rollout")
        drawn = rules.rollout(s, rng) if number == 0 else rules.numbered_rollout(s, rng, number - 1)
        if type(drawn) is not int or not rules.is_legal(s, drawn):
            raise trail.broken(f"{name}() gave {drawn!r}, which is not a legal action")
    return game.seats + 2 + len(game.playouts)
