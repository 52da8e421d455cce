"""The generic verbs: what any search may ask of any state, dispatched on the state's type.

A rules file defines plain functions over an immutable tuple of ints. Registering its `State` makes
`play(s, a)` here find that file's `play`. Interpreted, the dispatch is a dictionary look-up; compiled, it is
settled while compiling, so one search source is specialised for each game as a C++ template would be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from math import inf
from typing import Any, TypeAlias, TypeVar

from parlour.core.bits import Actions, count, has, lowest, nth, rest, some
from parlour.core.errors import BadRules
from parlour.core.fingerprint import fingerprint
from parlour.core.rng import below, uniform

CHANCE = -1  # whose turn: nobody's, an outcome is drawn
OVER = -2  # whose turn: the game has ended
UNKNOWN = -3  # a field whose value this seat may not know
NOBODY = -1  # the seat of a spectator, who sees only what every seat sees
WHOLE, OPEN, MIDWAY = range(3)  # stages of a turn, see `stage`

AnyState: TypeAlias = tuple[Any, ...]  # a NamedTuple of ints and tuples of ints: the State of some game
S = TypeVar("S", bound=AnyState)  # the State of one game
Function = TypeVar("Function", bound=Callable[..., Any])

helpers: list[Callable[..., Any]] = []  # plain functions that compiled rules may call
links: set[Callable[..., Any]] = set()  # those of them that only pass a call on, see `_by_number`
tables: dict[type, dict[str, Callable[..., Any]]] = {}  # State type -> its functions by verb
interpreted: set[type] = set()  # State types of rules that are not written to be compiled
inlined: set[Any] = set()  # State types, and helpers, that are compiled into the place of the call


def rule(function: Function) -> Function:
    """Mark a helper that rules or searches call, so that the compiler can see it.

    Functions of a rules file are marked by themselves when the file is registered.
    """
    helpers.append(function)
    return function


def register(
    state: type, functions: dict[str, Callable[..., Any]], playouts: Iterable[Callable[..., Any]] = ()
) -> None:
    """Make the generic verbs find these functions for this type of state, and its other playout policies."""
    tables[state] = {**DEFAULTS, **functions, "numbered_rollout": _by_number(playouts)}


def changed(s: S, /, **fields: Any) -> S:
    """Return the state with some fields changed, as in `changed(s, pot=0, player=1)`.

    It is what `s._replace` is, for compiled code too.
    """
    values, places = list(s), _places(type(s))
    for name, value in fields.items():
        if name not in places:
            raise no_field(type(s), name)
        values[places[name]] = value
    after: S = tuple.__new__(type(s), values)
    return after


@cache
def _places(state: type) -> dict[str, int]:
    """Number the fields of a type of state."""
    return {name: place for place, name in enumerate(state._fields)}  # type: ignore[attr-defined]


def no_field(state: type, name: str) -> BadRules:
    """Refuse to change what is not there."""
    return BadRules(f"changed(s, {name}=...): {state.__name__} has no field {name}")


def turn(s: AnyState) -> int:
    """Say whose turn it is: a seat, CHANCE or OVER."""
    answer: int = tables[type(s)]["turn"](s)
    return answer


def legal(s: AnyState) -> Actions:
    """Return the legal actions (at CHANCE the possible outcomes), as bits; none when the game is over."""
    answer: Actions = tables[type(s)]["legal"](s)
    return answer


def play(s: S, a: int) -> S:
    """Return the state after the action; legality is the caller's affair."""
    answer: S = tables[type(s)]["play"](s, a)
    return answer


def returns(s: AnyState) -> tuple[float, ...]:
    """Return the result for each seat, more is better; of use once the game is over."""
    answer: tuple[float, ...] = tables[type(s)]["returns"](s)
    return answer


def weights(s: AnyState, a: int) -> float:
    """Return the probability of a chance outcome."""
    answer: float = tables[type(s)]["weights"](s, a)
    return answer


def random_outcome(s: AnyState, rng: Any) -> int:
    """Draw a chance outcome by its weight."""
    answer: int = tables[type(s)]["random_outcome"](s, rng)
    return answer


def mask(s: S, seat: int) -> S:
    """Return the state with all that the seat may not know set to UNKNOWN."""
    answer: S = tables[type(s)]["mask"](s, seat)
    return answer


def fill(v: S, seat: int, rng: Any) -> S:
    """Draw a world that explains the seat's masked state; the truth is never an argument."""
    answer: S = tables[type(v)]["fill"](v, seat, rng)
    return answer


def sees(s: AnyState, a: int, seat: int, now: AnyState) -> bool:
    """Say whether the seat knows, in the state `now`, that `a` was the action played in `s`."""
    answer: bool = tables[type(s)]["sees"](s, a, seat, now)
    return answer


def evaluate(s: AnyState, seat: int) -> float:
    """Estimate the result for a seat before the game is over, on the scale of `returns`."""
    answer: float = tables[type(s)]["evaluate"](s, seat)
    return answer


def order(s: AnyState, a: int) -> float:
    """Return a hint which actions to search first: higher is earlier."""
    answer: float = tables[type(s)]["order"](s, a)
    return answer


def quiet(s: AnyState) -> bool:
    """Say whether `evaluate` may be trusted here; where not, a search goes on past its depth (quiescence)."""
    answer: bool = tables[type(s)]["quiet"](s)
    return answer


def loud(s: AnyState, a: int) -> bool:
    """Say of an action in a state that is not quiet whether a search past its depth tries it."""
    answer: bool = tables[type(s)]["loud"](s, a)
    return answer


def bounds(s: AnyState) -> tuple[float, float]:
    """Return the least and the most that seat 0 can get from here, if something is known without a search."""
    answer: tuple[float, float] = tables[type(s)]["bounds"](s)
    return answer


def table_key(s: AnyState) -> int:
    """Return a 64-bit key: a transposition table takes states with equal keys for the same position."""
    answer: int = tables[type(s)]["table_key"](s)
    return answer


def rollout(s: AnyState, rng: Any) -> int:
    """Draw an action by the game's own playout policy."""
    answer: int = tables[type(s)]["rollout"](s, rng)
    return answer


def numbered_rollout(s: AnyState, rng: Any, number: int) -> int:
    """Draw an action by one of the game's other playout policies: its PLAYOUTS, counted from 0."""
    answer: int = tables[type(s)]["numbered_rollout"](s, rng, number)
    return answer


def stage(s: AnyState) -> int:
    """Say how actions make turns: WHOLE if each is one, OPEN if some may need more, MIDWAY inside a turn."""
    answer: int = tables[type(s)]["stage"](s)
    return answer


VERBS: dict[str, Callable[..., Any]] = {
    verb.__name__: verb
    for verb in (
        *(turn, legal, play, returns, weights, random_outcome, mask, fill, sees),
        *(evaluate, order, quiet, loud, bounds, table_key, rollout, numbered_rollout, stage),
    )
}


@rule
def first_past(sums: Any, mark: float) -> int:
    """Return the first place whose running sum passes the mark: a draw by weight, by halving."""
    low, high = 0, len(sums) - 1
    while low < high:
        middle = (low + high) // 2
        if sums[middle] > mark:
            high = middle
        else:
            low = middle + 1
    return low


@rule
def evenly(s: AnyState, rng: Any) -> int:
    """Draw a chance outcome where all are as likely: a game's `random_outcome`, faster than by weights."""
    outcomes = legal(s)
    number = count(outcomes)
    return nth(outcomes, min(int(uniform(rng) * number), number - 1))


@rule
def random_action(s: AnyState, rng: Any) -> int:
    """Draw a legal action, each as likely as the other; at CHANCE, an outcome by its weight."""
    if turn(s) == CHANCE:
        return random_outcome(s, rng)
    actions = legal(s)
    return nth(actions, below(rng, count(actions)))


def _even_weights(s: AnyState, a: int) -> float:
    return 1.0 / count(legal(s))


def _by_weight(s: AnyState, rng: Any) -> int:
    left = legal(s)
    mark = uniform(rng)
    a = lowest(left)
    while some(left):
        a = lowest(left)
        mark -= weights(s, a)
        if mark < 0.0:
            break
        left = rest(left)
    return a


def _nothing_hidden(s: AnyState, seat: int) -> AnyState:
    return s


def _nothing_to_fill(v: AnyState, seat: int, rng: Any) -> AnyState:
    return v


def _all_seen(s: AnyState, a: int, seat: int, now: AnyState) -> bool:
    return True


def _no_evaluation(s: AnyState, seat: int) -> float:
    return 0.0


def _no_order(s: AnyState, a: int) -> float:
    return 0.0


def _always_quiet(s: AnyState) -> bool:
    return True


def _all_loud(s: AnyState, a: int) -> bool:
    return True


def _any_result(s: AnyState) -> tuple[float, float]:
    return (-inf, inf)


def _whole_state(s: AnyState) -> int:
    return fingerprint(s)


def _random_rollout(s: AnyState, rng: Any) -> int:
    actions = legal(s)
    return nth(actions, below(rng, count(actions)))


def _by_number(playouts: Iterable[Callable[..., Any]]) -> Callable[..., Any]:
    """Chain the policies into one function: numba has no table of functions that it could look up."""
    policies = [rule(policy) for policy in playouts]
    chosen = _only(policies[0] if policies else rollout)
    for number, policy in enumerate(policies[1:], 1):
        chosen = _either(number, policy, chosen)
    return chosen


def _link(function: Function) -> Function:
    links.add(rule(function))
    return function


def _only(policy: Callable[..., Any]) -> Callable[..., Any]:
    @_link
    def pick(s: AnyState, rng: Any, number: int) -> Any:
        return policy(s, rng)

    return pick


def _either(own: int, policy: Callable[..., Any], others: Callable[..., Any]) -> Callable[..., Any]:
    @_link
    def pick(s: AnyState, rng: Any, number: int) -> Any:
        return policy(s, rng) if number == own else others(s, rng, number)

    return pick


def _actions_are_turns(s: AnyState) -> int:
    return WHOLE


DEFAULTS: dict[str, Callable[..., Any]] = {
    "weights": _even_weights,
    "random_outcome": _by_weight,
    "mask": _nothing_hidden,
    "fill": _nothing_to_fill,
    "sees": _all_seen,
    "evaluate": _no_evaluation,
    "order": _no_order,
    "quiet": _always_quiet,
    "loud": _all_loud,
    "bounds": _any_result,
    "table_key": _whole_state,
    "rollout": _random_rollout,
    "stage": _actions_are_turns,
}
REQUIRED = ("turn", "legal", "play", "returns")


def is_legal(s: AnyState, a: int) -> bool:
    """Say whether the action may be played."""
    return has(legal(s), a)
