"""What code plays an event, as short digests: results of other code must never be mixed with it."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from parlour.compile.sources import closure
from parlour.core.errors import BadRules
from parlour.core.game import Game
from parlour.core.spec import parts

PACKAGE = "parlour"  # the package's name among those of the user's files
_ROOT = Path(__file__).resolve().parent.parent
_DIGITS = 16


@cache
def package_digest() -> str:
    """Return the digest of every file of the package, its tables too; the same wherever it is installed."""
    digest = hashlib.blake2b(digest_size=_DIGITS // 2)
    found = {}
    for folder, _, names in os.walk(_ROOT):
        for name in names:
            path = Path(folder, name)
            if name.endswith(".py") or path.parent.name == "data":
                found[path.relative_to(_ROOT).as_posix()] = path
    for name in sorted(found):
        _absorb(digest, name, found[name])
    return digest.hexdigest()


def digest_of(files: Iterable[str | Path], imports: bool = True) -> dict[str, str]:
    """Give the digest of each of a user's files, by its name; with what it imports that is not installed."""
    found: dict[str, str] = {}
    for file in sorted({Path(file).resolve() for file in files}):
        digest = hashlib.blake2b(found.get(file.name, "").encode(), digest_size=_DIGITS // 2)
        try:
            _absorb(digest, file.name, file)
            for path in sorted(closure(file)) if imports else ():
                if _ROOT not in path.parents:
                    _absorb(digest, path.name, path)
        except (OSError, ValueError, SyntaxError) as error:
            gone = isinstance(error, FileNotFoundError)
            raise BadRules(f"{file}: {'no such file any more' if gone else error}") from None
        found[file.name] = digest.hexdigest()
    return found


def _absorb(digest: hashlib.blake2b, name: str, path: Path) -> None:
    content = path.read_bytes()
    digest.update(f"{name}\0{len(content)}\0".encode())
    digest.update(content)


def files_of(game: Game, specs: Iterable[str]) -> list[str]:
    """List the files outside the package that a game and its strategies come from."""
    modules = [game.module, *(sys.modules.get(parts(game, spec)[0].__module__) for spec in specs)]
    files = {getattr(module, "__file__", None) for module in modules}
    named = {file for file in files if isinstance(file, str)}
    return sorted(file for file in named if _ROOT not in Path(file).resolve().parents)


def code_of(game: Game, specs: Iterable[str]) -> dict[str, str]:
    """Return the digests of all the code that takes part, by name: the package and the user's files."""
    return {PACKAGE: package_digest(), **digest_of(files_of(game, specs))}


def difference(theirs: object, ours: dict[str, str]) -> str:
    """Say in which files two sets of digests differ; empty if in none."""
    if not isinstance(theirs, dict):
        return "all files"
    return ", ".join(name for name in sorted({*theirs, *ours}) if theirs.get(name) != ours.get(name))
