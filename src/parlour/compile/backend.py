"""Which backend runs: native code by numba, or the same source interpreted.

`PARLOUR_BACKEND=interpreted` never compiles; `PARLOUR_BACKEND=native` never falls back (an error that
would have led to the fallback is raised); unset, native is tried and interpretation is the fallback.
numba's own `NUMBA_DISABLE_JIT=1` means interpreted too.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from parlour.core import rules
from parlour.core.errors import BadOption

log = logging.getLogger("parlour.compile")
_told_wide: set[type] = set()
_meanwhile: ContextVar[bool] = ContextVar("parlour_meanwhile", default=False)
_interpreted_only: dict[type, str] = {}  # State types that cannot be compiled, and why


def forced() -> str:
    """Return the backend the environment asks for: "interpreted", "native" or "" for no preference."""
    asked = os.environ.get("PARLOUR_BACKEND", "").strip().lower()
    if asked not in ("", "interpreted", "native"):
        raise BadOption(f"PARLOUR_BACKEND={asked!r}: use interpreted or native, or unset it")
    if os.environ.get("NUMBA_DISABLE_JIT", "0").strip() not in ("", "0"):
        if asked == "native":
            raise BadOption("PARLOUR_BACKEND=native and NUMBA_DISABLE_JIT=1 exclude each other; unset one")
        return "interpreted"
    return asked


def is_interpreted(state_type: type) -> bool:
    """Say whether searches on this type of state run interpreted."""
    asked = forced()
    if state_type in rules.interpreted:
        return True
    return asked == "interpreted" or (asked == "" and (_meanwhile.get() or state_type in _interpreted_only))


@contextmanager
def meanwhile() -> Iterator[None]:
    """Run what is inside interpreted, in this thread: its code is being compiled elsewhere."""
    token = _meanwhile.set(True)
    try:
        yield
    finally:
        _meanwhile.reset(token)


def name_of(state_type: type) -> str:
    """Name the backend that serves this type of state."""
    return "interpreted" if is_interpreted(state_type) else "native"


def fall_back(state_type: type, reason: str) -> None:
    """Remember that a type of state cannot be compiled, and say so once."""
    if state_type not in _interpreted_only:
        _interpreted_only[state_type] = reason
        log.warning(
            "%s cannot be compiled and runs interpreted, much slower: %s", game_of(state_type), reason
        )


def too_wide(state_type: type, numbers: int, most: int) -> None:
    """Say once for a type that a position too large to compile is played interpreted; others are not."""
    if state_type not in _told_wide:
        _told_wide.add(state_type)
        log.warning(
            "%s: a position with %s numbers in a field runs interpreted, much slower (%s can be compiled)",
            game_of(state_type),
            f"{numbers:,}",
            most,
        )


def game_of(state_type: type) -> str:
    """Name a game by the module of its rules, which may keep the state in one of its other files."""
    verbs = rules.tables.get(state_type, {})
    home = verbs["play"].__module__ if "play" in verbs else state_type.__module__
    return str(getattr(sys.modules.get(home), "NAME", home.rsplit(".", 1)[-1]))


def note(text: str) -> None:
    """Tell the user what takes its time: in the log, and on a screen someone is looking at."""
    log.info(text)
    if not log.isEnabledFor(logging.INFO) and (hasattr(sys, "ps1") or "ipykernel" in sys.modules):
        print(f"parlour: {text}", file=sys.stderr)
