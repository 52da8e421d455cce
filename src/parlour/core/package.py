"""A game that is a folder keeps its verbs: importing its `play/` does not replace its function `play`.

Python binds a sub-package to its name in the parent as soon as it is imported. A game's rules have a function
of that name, which has to stay.
"""

from __future__ import annotations

import sys
from types import FunctionType, ModuleType
from typing import Any


class GamePackage(ModuleType):
    """A module whose functions are not replaced by modules of the same name."""

    def __setattr__(self, name: str, value: Any) -> None:
        """Bind a name, unless that would hide a function behind a module."""
        if not (isinstance(value, ModuleType) and isinstance(vars(self).get(name), FunctionType)):
            super().__setattr__(name, value)


def keep_verbs(package: str) -> None:
    """Guard the rules beside a package that bears the name of a verb."""
    sys.modules[package.rpartition(".")[0]].__class__ = GamePackage
