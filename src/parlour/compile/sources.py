"""Find which of the package's files a compiled function may hold code of: all that its file imports."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent
_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+(parlour[\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n#]+)|import[ \t]+(parlour[\w.]*))",
    re.M,
)


def closure(start: Path) -> set[Path]:
    """Give the files of the package that a file imports, directly or through others; not the file itself.

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
    found = []
    for source, names, whole in _IMPORT.findall(path.read_text(encoding="utf-8")):
        module = source or whole
        found.append(_file(module))
        for name in re.findall(r"\w+", names):  # a name may be a module of that package
            found.append(_file(f"{module}.{name}"))
    return tuple(sorted({file for file in found if file is not None}))


def _file(module: str) -> Path | None:
    base = _PACKAGE.joinpath(*module.split(".")[1:])
    for path in (base.with_suffix(".py"), base / "__init__.py"):
        if path.is_file():
            return path
    return None
