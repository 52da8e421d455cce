"""Find which files a compiled function may hold code of: all that its file imports.

Files of the package are read for imports of the package alone. A user's file may also import modules that lie
beside it or on the path; those are followed too, the standard library and other installed packages are not.
"""

from __future__ import annotations

import ast
import re
import sys
import sysconfig
from collections.abc import Iterator
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent
_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+(parlour[\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n#]+)|import[ \t]+(parlour[\w.]*))",
    re.M,
)


def closure(start: Path) -> set[Path]:
    """Return the files that a file imports, directly or through others; not the file itself.

    Imports written inside functions count too: that they run late does not keep their code out of a kernel.
    """
    found: set[Path] = set()
    waiting = [start.resolve()]
    while waiting:
        for path in _imported(waiting.pop()):
            if path not in found:
                found.add(path)
                waiting.append(path)
    return found


@cache
def _imported(path: Path) -> tuple[Path, ...]:
    text = path.read_text(encoding="utf-8")
    found = set()
    for source, names, whole in _IMPORT.findall(text):
        module = source or whole
        found.add(_file(module))
        for name in re.findall(r"\w+", names):  # a name may be a module of that package
            found.add(_file(f"{module}.{name}"))
    if _PACKAGE not in path.parents:
        found.update(_users_files(path, text))
    return tuple(sorted(file for file in found if file is not None))


def _file(module: str) -> Path | None:
    base = _PACKAGE.joinpath(*module.split(".")[1:])
    for path in (base.with_suffix(".py"), base / "__init__.py"):
        if path.is_file():
            return path
    return None


def _users_files(path: Path, text: str) -> Iterator[Path]:
    """Return the files of other modules that a user's file imports: they are loaded, for it has run."""
    home = next((m for m in list(sys.modules.values()) if _source_of(m) == path), None)
    package = getattr(home, "__package__", "") or ""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            parts = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            stem = ".".join([*parts, *([node.module] if node.module else [])])
            names = [stem, *(f"{stem}.{alias.name}" for alias in node.names)]
        else:
            continue
        for name in names:
            file = _source_of(sys.modules.get(name))
            if file is not None and file != path and _is_users(file, path):
                yield file


def _source_of(module: object) -> Path | None:
    file = getattr(module, "__file__", None)
    return Path(file).resolve() if isinstance(file, str) and file.endswith(".py") else None


def _is_users(file: Path, importer: Path) -> bool:
    """Say whether a file may change under our hands: not installed, or of the importer's own package."""
    if _PACKAGE in file.parents:
        return False  # found by its import already
    for folder in _installed():
        if folder in file.parents:
            if folder not in importer.parents:
                return False
            own = importer.relative_to(folder).parts[0]
            return len(importer.relative_to(folder).parts) > 1 and file.relative_to(folder).parts[0] == own
    return True


@cache
def _installed() -> tuple[Path, ...]:
    """Return the folders of installed packages and of the standard library, the narrower first."""
    paths = sysconfig.get_paths()
    names = ("purelib", "platlib", "stdlib", "platstdlib")
    return tuple(Path(path).resolve() for path in dict.fromkeys(paths[name] for name in names))
