"""Strategies that remember nothing: a user's class is made anew for every seat of every match.

The matches of a block share a deal. A strategy that keeps what it saw in a class variable, or in a global of
its file, would know in the second match what the others hold; and what it plays would depend on the order of
the matches. So its file is run again for each seat. Compiled code is kept, for it has no memory, and so is
the State of a game in the same file. What another module, the disk or the package itself is made to remember
is out of reach: Python code in one process cannot be shut in.
"""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from parlour.core import rules
from parlour.core.errors import BadRules
from parlour.core.spec import renewed
from parlour.core.strategy import Strategy

_HOME = "__parlour_home__"  # in a module made anew: the one that it was made from
SLOW = 0.05  # seconds of loading that are told of
_COMPILED = ("parlour.compile", "numba")  # packages whose objects hold machine code
log = logging.getLogger("parlour.arena")


class Fresh:
    """Makes classes anew; the code of each file is read once, when its first class is asked for."""

    def __init__(self) -> None:
        self._code: dict[str, CodeType | None] = {}
        self._told: set[str] = set()
        self._homes: dict[str, ModuleType] = {}  # what was loaded at first

    def __call__(self, kind: type[Strategy]) -> type[Strategy]:
        """Return a class like this one that shares nothing with it; one of the package is given as it is."""
        name = kind.__module__
        home = sys.modules.get(name)
        if name.split(".")[0] == "parlour" or home is None:
            return kind
        home = vars(home).get(_HOME, home)
        if name not in self._code:
            self._code[name] = _code_of(home)
        code = self._code[name]
        if code is None or "<locals>" in kind.__qualname__:
            return kind
        self._homes[name] = home
        module = self._run(home, code)
        found: Any = module
        for part in kind.__qualname__.split("."):
            found = getattr(found, part, None)
        if not (isinstance(found, type) and issubclass(found, Strategy)):
            raise BadRules(f"{home.__file__}: {kind.__qualname__} is not there when the file runs again")
        found.name = kind.name
        return found

    def _run(self, home: ModuleType, code: CodeType) -> ModuleType:
        module = ModuleType(home.__name__, home.__doc__)
        setattr(module, _HOME, home)
        for name in ("__file__", "__spec__", "__loader__", "__package__", "__path__"):
            if hasattr(home, name):
                setattr(module, name, getattr(home, name))
        began, marked = time.perf_counter(), len(rules.helpers)
        sys.modules[home.__name__] = module  # its classes must be found there by name, as when it was loaded
        try:
            exec(code, module.__dict__)
        finally:
            del rules.helpers[marked:]  # the compiler has them already
        for name, value in vars(home).items():
            state = isinstance(value, type) and value in rules.tables
            if state or type(value).__module__.startswith(_COMPILED):
                setattr(module, name, value)
        took = time.perf_counter() - began
        if took > SLOW and home.__name__ not in self._told:
            self._told.add(home.__name__)
            log.warning(
                "%s runs again for every seat of every match and takes %.2f s each time; "
                "what takes long belongs into a module that it imports",
                home.__file__,
                took,
            )
        return module

    def restore(self) -> None:
        """Put the modules back that were loaded at first."""
        sys.modules.update(self._homes)


def _code_of(home: ModuleType) -> CodeType | None:
    """Compile the file of a module; None if there is none, as for a class typed at a prompt."""
    file = getattr(home, "__file__", None)
    if home.__name__ == "__main__" or not isinstance(file, str) or not file.endswith(".py"):
        return None
    try:
        return compile(Path(file).read_bytes(), file, "exec")
    except OSError as error:
        raise BadRules(f"{file}: {error.strerror or error}; its players need it") from None


@contextmanager
def forgetful(fresh: Fresh) -> Iterator[None]:
    """Let every strategy that is built in here be of a class of its own."""
    token = renewed.set(fresh)
    try:
        yield
    finally:
        renewed.reset(token)
        fresh.restore()
