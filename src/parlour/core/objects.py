"""Games and strategies as Python objects: a class or a module that was made here, a notebook's too."""

from __future__ import annotations

from types import ModuleType, SimpleNamespace
from typing import Any, TypeAlias

from parlour.core import registry
from parlour.core.errors import BadOption, BadRules, clipped
from parlour.core.facts import check_rules, name_of
from parlour.core.loading import check_strategy
from parlour.core.registry import BELIEF, STRATEGY, add
from parlour.core.strategy import Strategy

Player: TypeAlias = str | type[Strategy]  # a spec as text, or a class


def register(what: Any) -> list[str]:
    """Make a Strategy class, or the rules of a game, known by name in this process; give the names.

    Rules are a module, or a class or namespace with what a rules file has: `State`, `start`, `turn` and so
    on. The Strategy classes of a module come with it. What is defined again, as by running a cell of a
    notebook once more, takes the place of what it was; another of the same name is refused.
    """
    if isinstance(what, type) and issubclass(what, Strategy):
        _register_strategy(what, what.__name__)
        return [what.name]
    if isinstance(what, ModuleType):
        return _register_module(what)
    if isinstance(what, (type, SimpleNamespace)) and hasattr(what, "State"):
        return _register_module(_as_module(what))
    raise BadOption(
        f"{clipped(what)} cannot be registered; give a Strategy class, or a module with State, start ..."
    )


def spec_of(player: Player) -> str:
    """Return a strategy as text; a class is registered by its name."""
    if isinstance(player, str):
        return player
    if isinstance(player, type) and issubclass(player, Strategy):
        return register(player)[0]
    raise BadOption(
        f"{clipped(player)} is not a strategy; give its name and options as text, or a Strategy class"
    )


def spec(player: Player, **options: Any) -> str:
    """Write a strategy with options as text: `spec(Mine, depth=3)` is "mine:depth=3"."""
    text = spec_of(player)
    for name, value in options.items():
        said = ("yes" if value else "no") if isinstance(value, bool) else str(value)
        if set(said) & set(",="):
            raise BadOption(f"{name}={clipped(value)}: an option of a strategy holds no comma and no =")
        text += ("," if ":" in text else ":") + f"{name}={said}"
    return text


def is_only_here(module_name: str) -> bool:
    """Say whether another process could not find what a module holds: it was typed, or registered here."""
    return module_name == "__main__" or module_name in _registered


_registered: set[str] = set()  # names of modules whose classes or rules were registered as objects


def _register_strategy(kind: type[Strategy], where: str) -> None:
    check_strategy(kind, where)
    for place, known in list(registry._kinds.items()):
        again = known is not kind and _home(known) == _home(kind)
        if place[0] == STRATEGY.word and place[2] == kind.name and again:
            del registry._kinds[place]
    if any(known is kind for known in registry._kinds.values()) or kind.__module__.startswith("parlour."):
        return
    add(kind, STRATEGY, where)
    _registered.add(kind.__module__)


def _home(kind: type[Any]) -> tuple[str, str]:
    return kind.__module__, kind.__qualname__


def _register_module(module: ModuleType) -> list[str]:
    found: list[str] = []
    where = str(getattr(module, "NAME", module.__name__))
    is_game = hasattr(module, "State") or hasattr(module, "start")
    if is_game:
        check_rules(module, where)
        name = name_of(module)
        if not name.isidentifier():
            raise BadRules(f"{where}: {clipped(name)} is no name for a game; set NAME, a word such as 'pig'")
        known = registry.rules_module(name) if name in registry.game_names() else None
        if known is not None and known is not module and known.__name__ != module.__name__:
            raise BadRules(f"{where}: a game is named {name} already; set another NAME")
        found.append(name)
    for sort in (STRATEGY, BELIEF):
        for kind in sort.names_in(module).values():
            if sort is STRATEGY:
                _register_strategy(kind, where)
            else:
                add(kind, sort, where)
            found.append(kind.name)
    if not found:
        raise BadRules(f"{where}: holds no game (State, start, ...) and no Strategy subclass")
    if is_game:
        registry._loaded[found[0]] = module
    _registered.add(module.__name__)
    return found


def _as_module(space: Any) -> ModuleType:
    """Put the names of a class or a namespace into a module, which is what rules are."""
    own = getattr(space, "NAME", space.__name__.lower() if isinstance(space, type) else None)
    if not isinstance(own, str):
        raise BadRules("rules in a namespace need a NAME, as in NAME='pig'")
    module = ModuleType(space.State.__module__)
    vars(module).update({name: getattr(space, name) for name in vars(space) if not name.startswith("__")})
    module.NAME = own  # type: ignore[attr-defined]
    return module
