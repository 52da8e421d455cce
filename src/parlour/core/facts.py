"""What a rules file declares besides its functions, checked when it is read: a slip is told with the fix."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from parlour.core import rules
from parlour.core.errors import BadRules, clipped
from parlour.core.options import Option
from parlour.core.rules import AnyState

MOST_SEATS = 100
WORDS = ("format", "parse", "split", "picture", "read", "write", "whole_moves", "guide", "events", "marked",
         "moment", "scores", "value_told", "answer", "touches", "shortcuts",
         "situation")  # fmt: skip
MOST_ACTIONS = 2**31


@dataclass(frozen=True)
class Traits:
    """What a search may rely on; `hidden` and `chance` follow from the rules file itself."""

    zero_sum: bool = True
    impartial: bool = False  # the same moves for both; who cannot move has lost (or won, misère)
    simultaneous: bool = False  # commitments hidden until all are made
    hidden: bool = False
    chance: bool = False


def name_of(module: ModuleType) -> str:
    """Return the name of the game in a rules file: its NAME, or the file's."""
    return str(getattr(module, "NAME", module.__name__.rsplit(".", 1)[-1]))


def default_levels(traits: Traits) -> dict[str, str]:
    """Return the ladder for a game that names none of its own."""
    if traits.hidden or traits.chance or not traits.zero_sum:
        return {
            "easy": "random",
            "medium": "montecarlo:simulations=200",
            "hard": "montecarlo:simulations=2000",
            "expert": "hybrid",
        }
    return {
        "easy": "mcts:simulations=50,blunder=0.3",
        "medium": "mcts:simulations=200,blunder=0.1",
        "hard": "mcts:simulations=4000",
        "expert": "hybrid",
    }


def file_of(module: ModuleType) -> str:
    """Name the file of a game that is not one of the package's own; "" for those."""
    if module.__name__.startswith(("parlour.games.", "parlour.rl.")):
        return ""
    return Path(getattr(module, "__file__", None) or module.__name__).name


@dataclass(frozen=True)
class Facts:
    """The facts of a rules file, each a value or a function of the first state."""

    module: ModuleType
    start: AnyState
    where: str  # names the file in errors

    def _ask(self, name: str, default: Any) -> Any:
        fact = getattr(self.module, name, default)
        return fact(self.start) if callable(fact) else fact

    def _wrong(self, name: str, value: object, wanted: str) -> BadRules:
        return BadRules(f"{self.where}: {name} is {clipped(value)}; it must be {wanted}")

    def _whole(self, name: str, default: int, most: int) -> int:
        value = self._ask(name, default)
        if type(value) is not int or not 1 <= value <= most:
            raise self._wrong(name, value, f"a whole number from 1 to {most:,}")
        return value

    def seats(self) -> int:
        """Return how many play."""
        return self._whole("SEATS", 2, MOST_SEATS)

    def actions(self) -> int:
        """Return the number that every action is below."""
        return self._whole("ACTIONS", 0, MOST_ACTIONS)

    def bounds(self) -> tuple[float, float]:
        """Return the lowest and the highest result."""
        value = self._ask("BOUNDS", (-1.0, 1.0))
        pair = tuple(value) if isinstance(value, (tuple, list)) else ()
        if (
            len(pair) != 2
            or not all(isinstance(end, (int, float)) and not isinstance(end, bool) for end in pair)
            or not all(map(math.isfinite, pair))
            or not pair[0] <= pair[1]
        ):
            raise self._wrong("BOUNDS", value, "the lowest and the highest result, as in (-1.0, 1.0)")
        return pair[0], pair[1]

    def seat_names(self) -> tuple[str, ...]:
        """Return what the game calls its players; nothing if it has no names for them."""
        value = self._ask("SEAT_NAMES", ())
        if not isinstance(value, (tuple, list)) or not all(isinstance(n, str) and n.strip() for n in value):
            raise self._wrong("SEAT_NAMES", value, "a tuple of names, one a seat")
        return tuple(value)

    def traits(self, default: Traits) -> Traits:
        """Return what the file says of itself."""
        value = self._ask("TRAITS", default)
        if not isinstance(value, Traits):
            raise self._wrong("TRAITS", value, "made by parlour.Traits, as in Traits(zero_sum=False)")
        return value


def takes_two(function: Any) -> bool:
    """Say whether a function of the rules has two arguments."""
    return bool(getattr(getattr(function, "__code__", None), "co_argcount", 1) == 2)


def check_rules(module: ModuleType, where: str) -> None:
    """Raise BadRules, naming every missing piece, unless the module is a rules file."""
    state = getattr(module, "State", None)
    if not (isinstance(state, type) and issubclass(state, tuple) and hasattr(state, "_fields")):
        raise BadRules(f"{where}: define State as a NamedTuple of ints")
    wanted = ("start", *rules.REQUIRED)
    missing = [name for name in wanted if not callable(getattr(module, name, None))]
    if missing:
        raise BadRules(f"{where}: define {', '.join(f'{name}()' for name in missing)}")
    odd = [name for name in rules.VERBS if not isinstance(getattr(module, name, check_rules), FunctionType)]
    if odd:
        raise BadRules(f"{where}: {', '.join(odd)} must be defined by def, as plain functions")
    if hasattr(module, "mask") != hasattr(module, "fill"):
        raise BadRules(f"{where}: mask() and fill() belong together; define both or neither")
    if not hasattr(module, "ACTIONS"):
        raise BadRules(f"{where}: set ACTIONS to the number of actions (each is an int below it)")
    _check_names(module, where)
    if state in rules.tables:
        return
    functions = {name: f for name, f in vars(module).items() if isinstance(f, FunctionType)}
    for function in functions.values():
        if function.__module__ == module.__name__:  # rules may call any function of their own file
            rules.rule(function)
    playouts = tuple(getattr(module, "PLAYOUTS", {}).values())
    rules.register(state, {verb: functions[verb] for verb in rules.VERBS if verb in functions}, playouts)
    if getattr(module, "INTERPRETED", False):
        rules.interpreted.add(state)
    if getattr(module, "INLINE", False):
        rules.inlined.update((state, *playouts))


def _check_names(module: ModuleType, where: str) -> None:
    """Check what does not depend on options: names, words, and the tables of options and levels."""
    for name in ("NAME", "TITLE"):
        value = getattr(module, name, "x")
        if not isinstance(value, str) or not value.strip() or not value.isprintable():
            raise BadRules(f"{where}: {name} is {clipped(value)}; it must be a name, as text")
    for name, each, kind in (
        ("OPTIONS", "parlour.Option", Option),
        ("LEVELS", "the text of a strategy", str),
        ("STRATEGIES", "the text of a strategy", str),
        ("PLAYOUTS", "a function of a state and a stream", FunctionType),
    ):
        table = getattr(module, name, {})
        if name == "LEVELS" and table is None:
            continue
        if not isinstance(table, Mapping):
            raise BadRules(f"{where}: {name} is {clipped(table)}; it must be a dict from names to {each}")
        for key, value in table.items():
            if not isinstance(key, str) or not key.strip():
                raise BadRules(f"{where}: {name} has {clipped(key)} for a name; it must be text")
            if not isinstance(value, kind):
                raise BadRules(f"{where}: {name}[{clipped(key)}] is {clipped(value)}; it must be {each}")
    for name in WORDS:
        if hasattr(module, name) and not callable(getattr(module, name)):
            raise BadRules(f"{where}: {name} is {clipped(getattr(module, name))}; it must be a function")
