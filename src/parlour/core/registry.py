"""Finding games and strategies: by their file, by an entry point, or in a file the user names. No lists."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import pkgutil
import sys
from collections.abc import Iterator
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from parlour.core.errors import BadOption, BadRules, ParlourError, clipped, unknown
from parlour.core.game import Game, check_rules, name_of
from parlour.core.paths import resolved

if TYPE_CHECKING:
    from parlour.core.strategy import Strategy

_loaded: dict[str, ModuleType] = {}  # games of files the user named
_loaded_strategies: dict[str, type[Strategy]] = {}
_modules: dict[str, ModuleType] = {}  # rules files that passed their check, by game name


def game(name: str, **options: Any) -> Game:
    """Give the game of that name with its options settled."""
    return Game(rules_module(name), **options)


def settled_game(given: Game | str) -> Game:
    """Take a game as callers may have it: itself, or its name."""
    if isinstance(given, Game):
        return given
    if not isinstance(given, str):
        raise BadOption(f"{clipped(given)} is not a game; give its name, or make one with parlour.game(name)")
    return game(given)


def rules_module(name: str) -> ModuleType:
    """Find the rules file of a game."""
    if not isinstance(name, str):
        raise unknown("game", repr(name), game_names())
    if name in _loaded:
        return _loaded[name]
    if name in _modules:
        return _modules[name]
    if name in _package_games():
        module = importlib.import_module(f"parlour.games.{name}")
    else:
        entry = {point.name: point for point in entry_points(group="parlour.games")}.get(name)
        if entry is None:
            raise unknown("game", name, game_names())
        module = entry.load()
    check_rules(module, name)
    _modules[name] = module
    return module


@cache
def _package_games() -> tuple[str, ...]:
    import parlour.games

    found = (info.name for info in pkgutil.iter_modules(parlour.games.__path__))
    return tuple(sorted(name for name in found if not name.startswith("_")))


def game_names() -> list[str]:
    """List every game that can be named."""
    points = {point.name for point in entry_points(group="parlour.games")}
    return sorted({*_package_games(), *points, *_loaded})


def load(path: str | Path) -> list[str]:
    """Load a user's file: its game, if it has one, and its strategies. Give the names found."""
    from parlour.core.strategy import Strategy

    file = _python_file(path)
    module_name = f"parlour_file_{file.stem}_{hashlib.sha256(str(file).encode()).hexdigest()[:8]}"
    if module_name in sys.modules:
        module = sys.modules[module_name]
    else:
        module = _execute(file, module_name)
    found: list[str] = []
    if hasattr(module, "State") or hasattr(module, "start"):
        check_rules(module, file.name)
        name = str(getattr(module, "NAME", file.stem))
        module.NAME = name  # type: ignore[attr-defined]
        _loaded[name] = module
        found.append(name)
    for value in list(vars(module).values()):
        if isinstance(value, type) and issubclass(value, Strategy) and value.__module__ == module_name:
            _check_strategy(value, file.name)
            _loaded_strategies[value.name] = value
            found.append(value.name)
    if not found:
        raise BadRules(f"{file.name}: holds no game (State, start, ...) and no Strategy subclass")
    return found


def _python_file(path: str | Path) -> Path:
    if not isinstance(path, (str, Path)):
        raise BadRules(f"{clipped(path)} is not a path; give the path of a Python file")
    try:
        file = resolved(path)
        if file.is_file():
            return file
        why = "no such file"
    except (OSError, RuntimeError, ValueError) as error:  # a ring of links, a NUL, thousands of folders
        why = getattr(error, "strerror", None) or str(error)
    raise BadRules(f"{path}: {why}; give the path of a Python file")


def _check_strategy(kind: type[Strategy], where: str) -> None:
    """Check what a strategy says of itself: everyone who asks which strategies there are relies on it."""
    from inspect import signature

    from parlour.core.options import Option

    own, name, games = f"{where}: {kind.__name__}", kind.name, kind.games
    if not isinstance(name, str) or not name or not name.isprintable() or set(name) & set(" :,="):
        raise BadRules(f"{own}.name is {clipped(name)}; it must be a word, as in 'careful'")
    if not isinstance(games, (tuple, list)) or not all(isinstance(each, str) for each in games):
        raise BadRules(f"{own}.games is {clipped(games)}; it must be a tuple of games' names")
    for option, value in kind.options.items():
        if not isinstance(value, Option):
            raise BadRules(f"{own}.options holds {clipped(option)}: {clipped(value)}; declare it by option()")
    try:
        signature(kind).bind(None, 0, None)
    except TypeError as error:
        raise BadRules(f"{own}.__init__: {error}; it must take (self, game, seat, rng, **options)") from None


def _execute(file: Path, module_name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(module_name, file)
    if spec is None or spec.loader is None:
        raise BadRules(f"{file.name}: not a Python file; its name should end in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module  # before running it: its State must be found by name
    vars(module).update(exit=sys.exit, quit=sys.exit)  # the interpreter's own would close stdin on the way
    try:
        # Not by the loader: its byte code is stale when an edit keeps the file's time stamp and size.
        exec(compile(file.read_bytes(), str(file), "exec"), module.__dict__)
    except ParlourError:
        del sys.modules[module_name]
        raise
    except BaseException as error:
        del sys.modules[module_name]
        if isinstance(error, KeyboardInterrupt):
            raise
        raise BadRules(f"{file.name}: {type(error).__name__}: {error}") from None
    return module


def loaded_files() -> list[str]:
    """List the files the user loaded, so that another process can load them too."""
    modules = [*_loaded.values(), *(sys.modules[s.__module__] for s in _loaded_strategies.values())]
    return sorted({str(module.__file__) for module in modules})


def rebuild(module_name: str, file: str, options: dict[str, Any]) -> Game:
    """Make a pickled game again in another process."""
    if module_name not in sys.modules and module_name.startswith("parlour_file_"):
        load(file)
    module = importlib.import_module(module_name)
    check_rules(module, name_of(module))
    return Game(module, **options)


def modules_in(package: ModuleType) -> Iterator[ModuleType]:
    """Import the modules of a package, one after the other."""
    for info in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
        yield importlib.import_module(info.name)


def game_parts(part: str) -> Iterator[ModuleType]:
    """Import the modules in the part of that name of every game that is a folder."""
    for name in _package_games():
        if importlib.util.find_spec(f"parlour.games.{name}.{part}") if _is_folder(name) else None:
            yield from modules_in(importlib.import_module(f"parlour.games.{name}.{part}"))


def _is_folder(name: str) -> bool:
    return hasattr(importlib.import_module(f"parlour.games.{name}"), "__path__")


@cache
def _package_strategies() -> dict[str, type[Strategy]]:
    import parlour.search
    from parlour.core.strategy import Strategy

    found: dict[str, type[Strategy]] = {}
    for module in (*modules_in(parlour.search), *game_parts("play")):
        for value in vars(module).values():
            if (
                isinstance(value, type)
                and issubclass(value, Strategy)
                and value.__module__ == module.__name__
            ):
                found[value.name] = value
    for point in entry_points(group="parlour.strategies"):
        found.setdefault(point.name, point.load())
    return found


def strategies() -> dict[str, type[Strategy]]:
    """Give every strategy by its name."""
    named = {**_package_strategies(), **_loaded_strategies}
    return {name: named[name] for name in sorted(named) if name}


def strategies_for(game: Game) -> dict[str, type[Strategy]]:
    """Give the strategies that can play a game; they are asked by what all may know of it."""
    return {name: kind for name, kind in strategies().items() if kind.suits(game.public)}
