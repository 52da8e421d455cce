"""Finding games, strategies and beliefs by name: in the package, by entry point, or in a user's file.

Nothing is listed. A game is a module of `parlour.games`: a file, or a folder with the rules in `__init__.py`.
A strategy or a belief is a class in the file of its name: in its game's own folder (`play/`, `belief/`), or
among the general ones (`parlour.search`, `parlour.beliefs`). A name is looked up in the game's folder first.
A user's game (see `parlour.core.loading`) is looked at in the same way, so that it can do all of this too.
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import PurePath
from types import ModuleType
from typing import TYPE_CHECKING, Any

from parlour.core.errors import BadOption, BadRules, UnknownName, clipped, unknown
from parlour.core.game import Game, check_rules, name_of
from parlour.core.package import GamePackage

if TYPE_CHECKING:
    from parlour.core.strategy import Strategy

FAMILIES = {"openspiel": "parlour.rl.openspiel"}  # games of other systems: what comes before the colon
_loaded: dict[str, ModuleType] = {}  # games of files the user named
_modules: dict[str, ModuleType] = {}  # rules that passed their check, by game name


@dataclass(frozen=True)
class Sort:
    """A sort of class that is found by name."""

    word: str
    base: str  # the class that all of them extend: its module and its name
    part: str  # the folder of a game that holds its own
    package: str  # where the general ones are, which know no game
    group: str  # of entry points

    def names_in(self, module: ModuleType) -> dict[str, type[Any]]:
        """Return the classes of this sort that a module defines, by name; two of one name are refused."""
        home, _, name = self.base.rpartition(".")
        base = getattr(importlib.import_module(home), name)
        found: dict[str, type[Any]] = {}
        for value in vars(module).values():
            if isinstance(value, type) and issubclass(value, base) and value.__module__ == module.__name__:
                own = getattr(value, "name", "")
                if found.setdefault(own, value) is not value and own:
                    raise BadRules(f"{_file_of(module)}: two {self.word} classes are named {clipped(own)}")
        return {own: value for own, value in found.items() if own}

    def in_file(self, package: str, name: str) -> type[Any] | None:
        """Import the file of that name from a package, and give the class of that name in it, if any."""
        if not name.isidentifier() or importlib.util.find_spec(f"{package}.{name}") is None:
            return None
        module = importlib.import_module(f"{package}.{name}")
        found = self.names_in(module)
        odd = [own for own in found if own != name]
        if odd:
            raise BadRules(f"{_file_of(module)}: holds the {self.word} {odd[0]}; name its file {odd[0]}.py")
        return found.get(name)

    def all_in(self, package: str) -> dict[str, type[Any]]:
        """Return every class of this sort in the files of a package, by name."""
        home = importlib.import_module(package)
        found: dict[str, type[Any]] = {}
        for info in pkgutil.iter_modules(home.__path__):
            kind = self.in_file(package, info.name)
            if kind is not None:
                found[info.name] = kind
        return found


STRATEGY = Sort("strategy", "parlour.core.strategy.Strategy", "play", "parlour.search", "parlour.strategies")
BELIEF = Sort("belief", "parlour.beliefs.belief.Belief", "belief", "parlour.beliefs", "parlour.beliefs")
# What users loaded: by sort, by the game that it is for ("" for any), by name.
_kinds: dict[tuple[str, str, str], type[Any]] = {}


def _file_of(module: ModuleType) -> str:
    return str(getattr(module, "__file__", None) or module.__name__)


def game(name: str, **options: Any) -> Game:
    """Return the game of that name with its options settled."""
    return Game(rules_module(name), **options)


def is_game(name: str) -> bool:
    """Say whether a game can have that name: it is listed, or one of a family, of which none is listed."""
    return name in game_names() or name.partition(":")[0] in FAMILIES


def listed_game(name: str, **options: Any) -> Game:
    """Return the game of that name, if it is listed: strangers may ask for no other."""
    if name not in game_names():
        raise unknown("game", name, game_names())
    return game(name, **options)


def settled_game(given: Game | str, **options: Any) -> Game:
    """Take a game as callers may have it: itself, or its name and options."""
    if isinstance(given, Game):
        if options:
            given_too = ", ".join(options)
            raise BadOption(f"{given.name} is settled; give its options ({given_too}) to parlour.game")
        return given
    if not isinstance(given, str):
        raise BadOption(f"{clipped(given)} is not a game; give its name, or make one with parlour.game(name)")
    return game(given, **options)


def rules_module(name: str) -> ModuleType:
    """Find the rules of a game."""
    if not isinstance(name, str):
        raise unknown("game", repr(name), game_names())
    if name in _loaded:
        return _loaded[name]
    if name in _modules:
        return _modules[name]
    family, colon, rest = name.partition(":")
    if name in _package_games():
        module = importlib.import_module(f"parlour.games.{name}")
    elif colon and family in FAMILIES:
        module = importlib.import_module(FAMILIES[family]).rules_of(rest)
    else:
        entry = {point.name: point for point in _points("parlour.games")}.get(name)
        if entry is None and name.endswith(".py"):
            known = clipped(PurePath(name).stem)
            told = f"{clipped(name)} is the name of a file, not of a game"
            raise UnknownName(f"{told}; load it (--load, parlour.load) and name its game: {known}")
        if entry is None:
            raise unknown("game", name, game_names())
        module = entry.load()
    check_rules(module, name)
    _modules[name] = module
    return module


@cache
def _points(group: str) -> tuple[EntryPoint, ...]:
    """Look for what other packages offer, once a process: that reads the papers of all that are installed."""
    return tuple(entry_points(group=group))


@cache
def _package_games() -> tuple[str, ...]:
    import parlour.games

    return tuple(sorted(info.name for info in pkgutil.iter_modules(parlour.games.__path__)))


def game_names() -> list[str]:
    """List every game that can be named."""
    points = (point.name for point in _points("parlour.games"))
    return sorted({*_package_games(), *points, *_loaded})


def folder_of(module: ModuleType, sort: Sort) -> str:
    """Return the package in which a game keeps its own classes of a sort; "" if it has none."""
    name = f"{module.__name__}.{sort.part}"
    if not hasattr(module, "__path__"):
        return ""
    module.__class__ = GamePackage  # importing `play` must not replace the verb
    return name if importlib.util.find_spec(name) else ""


def add(kind: type[Any], sort: Sort, where: str, own_game: str = "") -> None:
    """Take in a class that a user loaded; refuse a second one of its name in the same place."""
    places = (own_game,) if own_game else tuple(kind.games) or ("",)
    for place in places:
        there = _kinds.get((sort.word, place, kind.name)) or _built_in(sort, place, kind.name)
        if there is not None and there is not kind:
            whose = f"for {place}" if place else "for any game"
            raise BadRules(f"{where}: a {sort.word} {whose} is named {clipped(kind.name)} already; rename it")
    for place in places:
        _kinds[sort.word, place, kind.name] = kind
    if own_game:
        _owned(kind, own_game)


def _built_in(sort: Sort, place: str, name: str) -> type[Any] | None:
    if not place:
        return _general(sort, name)
    return _own(sort, rules_module(place), name) if place in game_names() else None


@cache
def _own(sort: Sort, module: ModuleType, name: str) -> type[Any] | None:
    """Look for a name in a game's own file or folder, once a process: every decision may ask."""
    package = folder_of(module, sort)
    kind = sort.in_file(package, name) if package else None
    return _owned(kind, name_of(module)) if kind else sort.names_in(module).get(name)


def _owned(kind: type[Any], name: str) -> type[Any]:
    """Let a class of a game's own folder know that game only, if it does not say what it knows."""
    if not kind.games:
        kind.games = (name,)
    return kind


@cache
def _general(sort: Sort, name: str) -> type[Any] | None:
    """Look for a name among what knows no game."""
    kind = sort.in_file(sort.package, name)
    for point in _points(sort.group) if kind is None else ():
        if point.name == name:
            kind = point.load()
    return kind


def find(sort: Sort, game: Game, name: str) -> type[Any] | None:
    """Look a name up in the game's own place, then among the general ones; import nothing else."""
    return (
        _kinds.get((sort.word, game.name, name))
        or _own(sort, game.module, name)
        or _kinds.get((sort.word, "", name))
        or _general(sort, name)
    )


def own_kinds(sort: Sort, module: ModuleType, name: str) -> dict[str, type[Any]]:
    """Return all of a sort in one game's own place, by name."""
    package = folder_of(module, sort)
    loaded = {own: kind for (word, place, own), kind in _kinds.items() if (word, place) == (sort.word, name)}
    found = sort.all_in(package) if package else {}
    return {**sort.names_in(module), **{own: _owned(kind, name) for own, kind in found.items()}, **loaded}


def general_kinds(sort: Sort) -> dict[str, type[Any]]:
    """Return all of a sort that know no game, by name."""
    points = {point.name: point.load() for point in _points(sort.group)}
    loaded = {own: kind for (word, place, own), kind in _kinds.items() if (word, place) == (sort.word, "")}
    return {**points, **sort.all_in(sort.package), **loaded}


def _sorted(found: dict[str, type[Any]]) -> dict[str, type[Any]]:
    return {name: found[name] for name in sorted(found)}


def strategy_kind(game: Game, name: str) -> type[Strategy] | None:
    """Return the strategy of that name: the game's own, a general one, else another game's; or None."""
    return find(STRATEGY, game, name) or strategies().get(name)


def strategies() -> dict[str, type[Strategy]]:
    """Return every strategy by its name, those of all games among them."""
    found: dict[str, type[Strategy]] = {}
    for name in game_names():
        found |= own_kinds(STRATEGY, rules_module(name), name)
    return _sorted(found | general_kinds(STRATEGY))


def known_strategies(game: Game) -> dict[str, type[Strategy]]:
    """Return the game's own strategies and the general ones, whether they suit it or not."""
    return _sorted({**general_kinds(STRATEGY), **own_kinds(STRATEGY, game.module, game.name)})


def strategies_for(game: Game) -> dict[str, type[Strategy]]:
    """Return the strategies that can play a game by themselves; they are asked by what all may know of it."""
    found = known_strategies(game).items()
    return {name: kind for name, kind in found if not kind.reaches_out and kind.suits(game.public)}
