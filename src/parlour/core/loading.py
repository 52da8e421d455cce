"""Loading what a user wrote: a game, strategies and beliefs from a file, or from a folder that is a game."""

from __future__ import annotations

import hashlib
import importlib
import pkgutil
import sys
from importlib.machinery import ModuleSpec
from inspect import signature
from pathlib import Path
from types import ModuleType
from typing import Any

from parlour.core import registry
from parlour.core.errors import BadRules, ParlourError, clipped
from parlour.core.game import Game, check_rules, name_of
from parlour.core.options import Option
from parlour.core.package import GamePackage
from parlour.core.paths import resolved
from parlour.core.registry import BELIEF, STRATEGY, Sort, add, folder_of
from parlour.core.strategy import Strategy

PREFIX = "parlour_file_"  # of the names that loaded modules have
FAMILY_PREFIX = "parlour.rl."  # of the names of modules that stand for a game of another system
_paths: dict[str, Path] = {}  # by module name: what the user named


def load(path: str | Path) -> list[str]:
    """Load a user's file or folder: its game, if it has one, strategies and beliefs. Give the names found."""
    file = _python_file(path)
    named = file.parent if file.name == "__init__.py" else file
    module_name = f"{PREFIX}{named.stem}_{hashlib.sha256(str(named).encode()).hexdigest()[:8]}"
    module = sys.modules.get(module_name) or _execute(file, module_name)
    found: list[str] = []
    if hasattr(module, "State") or hasattr(module, "start"):
        check_rules(module, named.name)
        name = str(getattr(module, "NAME", named.stem))
        module.NAME = name  # type: ignore[attr-defined]
        found.append(name)
    elif file is not named:
        raise BadRules(f"{named.name}: a folder is a game; its __init__.py holds none (State, start, ...)")
    kinds: list[tuple[type[Any], Sort, str]] = []
    for sort in (STRATEGY, BELIEF):
        kinds += [(kind, sort, "") for kind in sort.names_in(module).values()]
        kinds += [(kind, sort, found[0]) for kind in _parts(module, sort).values()]
    for kind, sort, own_game in kinds:
        if sort is STRATEGY:
            check_strategy(kind, named.name)
        add(kind, sort, named.name, own_game)
        found.append(kind.name)
    if not found:
        for value in vars(module).values():
            if isinstance(value, type) and issubclass(value, Strategy) and value.__module__ == module_name:
                check_strategy(value, named.name)  # it has no name
        raise BadRules(f"{named.name}: holds no game (State, start, ...) and no Strategy subclass")
    if hasattr(module, "State"):
        registry._loaded[found[0]] = module
    _paths[module_name] = named
    return found


def _parts(module: ModuleType, sort: Sort) -> dict[str, type[Any]]:
    """Import the files in a part of a folder; what goes wrong in them is told as in any user's file."""
    package = folder_of(module, sort)
    if not package:
        return {}
    for info in pkgutil.iter_modules(importlib.import_module(package).__path__, f"{package}."):
        try:
            importlib.import_module(info.name)
        except (ParlourError, KeyboardInterrupt):
            raise
        except BaseException as error:
            short = info.name.removeprefix(f"{module.__name__}.").replace(".", "/")
            raise BadRules(f"{short}.py: {type(error).__name__}: {error}") from None
    return sort.all_in(package)


def _python_file(path: str | Path) -> Path:
    """Return the file to run: the one named, or the `__init__.py` of the folder named."""
    what = "give the path of a Python file, or of a folder with an __init__.py"
    if not isinstance(path, (str, Path)):
        raise BadRules(f"{clipped(path)} is not a path; {what}")
    try:
        file = resolved(path)
        if file.is_dir():
            if (file / "__init__.py").is_file():
                return file / "__init__.py"
            raise BadRules(f"{path}: a folder without an __init__.py; {what}")
        if file.is_file():
            return file
        why = "no such file"
    except (OSError, RuntimeError, ValueError) as error:  # a ring of links, a NUL, thousands of folders
        why = getattr(error, "strerror", None) or str(error)
    raise BadRules(f"{path}: {why}; {what}")


def check_strategy(kind: type[Strategy], where: str) -> None:
    """Check what a strategy says of itself: everyone who asks which strategies there are relies on it."""
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
    is_folder = file.name == "__init__.py"
    if file.suffix != ".py":
        raise BadRules(f"{file.name}: not a Python file; its name should end in .py")
    module = GamePackage(module_name)
    module.__file__ = str(file)
    module.__spec__ = ModuleSpec(module_name, None, origin=str(file), is_package=is_folder)
    module.__package__ = module_name if is_folder else ""
    if is_folder:
        module.__path__ = [str(file.parent)]
    sys.modules[module_name] = module  # before running it: its State must be found by name
    vars(module).update(exit=sys.exit, quit=sys.exit)  # the interpreter's own would close stdin on the way
    try:
        # Not by a loader: its byte code is stale when an edit keeps the file's time stamp and size.
        exec(compile(file.read_bytes(), str(file), "exec"), module.__dict__)
    except ParlourError:
        _forget(module_name)
        raise
    except BaseException as error:
        _forget(module_name)
        if isinstance(error, KeyboardInterrupt):
            raise
        where = f"{file.parent.name}/{file.name}" if is_folder else file.name
        raise BadRules(f"{where}: {type(error).__name__}: {error}") from None
    return module


def _forget(module_name: str) -> None:
    for name in [n for n in sys.modules if n == module_name or n.startswith(f"{module_name}.")]:
        del sys.modules[name]


def loaded_files() -> list[str]:
    """List the files and folders the user loaded, so that another process can load them too."""
    return sorted({str(path) for name, path in _paths.items() if _is_known(name)})


def _is_known(name: str) -> bool:
    kinds = {kind.__module__ for kind in registry._kinds.values()}
    return any(module.__name__ == name for module in registry._loaded.values()) or any(
        home == name or home.startswith(f"{name}.") for home in kinds
    )


def source_files(path: str | Path) -> list[Path]:
    """List the Python files behind something a user loaded: the file, or all of the folder's."""
    given = Path(path)
    return sorted(given.rglob("*.py")) if given.is_dir() else [given]


def rebuild(module_name: str, file: str, options: dict[str, Any]) -> Game:
    """Make a pickled game again in another process."""
    if module_name not in sys.modules and module_name.startswith(PREFIX):
        load(file)
    if module_name.startswith(FAMILY_PREFIX):
        module = registry.rules_module(module_name.removeprefix(FAMILY_PREFIX))
    else:
        module = importlib.import_module(module_name)
    check_rules(module, name_of(module))
    return Game(module, **options)
