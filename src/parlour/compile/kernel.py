"""Kernels: the entry points of searches, compiled per game on first use or interpreted as they stand.

A kernel is a plain function whose first argument is a state. It may call the generic verbs, helpers marked
with `rule`, other kernels and itself (never with a constant argument: numba would specialise the recursion
for it, and such code crashes when it comes from the cache). Its caller does not know which backend runs: a
`Stream` goes in and comes back advanced in both.
"""

from __future__ import annotations

import logging
import re
import threading
import time
from collections.abc import Callable
from types import FunctionType
from typing import Any

from parlour.compile import backend, cache
from parlour.core.rng import Stream

log = logging.getLogger("parlour.compile")
_lock = threading.RLock()
WIDEST = 256  # numbers in one field of a state: numba unrolls tuples, and chokes on long ones


class Kernel:
    """One search function and its compiled forms, one for each type of state."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.__name__ = function.__name__
        self.__doc__ = function.__doc__
        self.__wrapped__ = function
        self._native: dict[type, Any] = {}
        self._settled: set[tuple[Any, ...]] = set()

    def __call__(self, s: Any, *args: Any) -> Any:
        """Run on the backend that serves this state."""
        if backend.is_interpreted(type(s)):
            return self.function(s, *args)
        return self._run_native(s, args)

    def _run_native(self, s: Any, args: tuple[Any, ...]) -> Any:
        import numpy as np

        dispatcher = self._native.get(type(s)) or self.dispatcher(type(s))
        passed: Any = args
        streams = [(i, arg) for i, arg in enumerate(args) if isinstance(arg, Stream)]
        if streams:
            passed = list(args)
            for i, stream in streams:
                passed[i] = np.array([stream[0]], np.uint64)
        # The types of the other arguments do not vary: a kernel's call sites see to that.
        shape = (type(s), *(len(field) if isinstance(field, tuple) else -1 for field in s))
        if shape not in self._settled and not self._ready(dispatcher, s, passed, shape):
            return self.function(s, *args)
        result = dispatcher(s, *passed)
        for i, stream in streams:
            stream[0] = int(passed[i][0])
        return result

    def _ready(self, dispatcher: Any, s: Any, args: Any, shape: tuple[Any, ...]) -> bool:
        """Compile or load for these types; False if they cannot be and interpretation takes over."""
        from numba import typeof
        from numba.core.errors import NumbaError

        with _lock:
            if shape in self._settled:
                return True
            try:
                if max(shape[1:], default=0) > WIDEST:
                    raise ValueError(f"a field of {max(shape[1:])} numbers; at most {WIDEST} are compiled")
                _compile(dispatcher, (typeof(s), *(typeof(arg) for arg in args)), self.__name__, type(s))
            except (NumbaError, TypeError, ValueError, NotImplementedError) as error:
                if backend.forced() == "native":
                    raise
                backend.fall_back(type(s), _reason(error))
                return False
            self._settled.add(shape)
            return True

    def dispatcher(self, state_type: type) -> Any:
        """Give the numba dispatcher that holds this kernel's code for one type of state."""
        with _lock:
            if state_type not in self._native:
                self._native[state_type] = self._bind(state_type)
            return self._native[state_type]

    def _bind(self, state_type: type) -> Any:
        from numba import njit

        from parlour.compile import cpu

        cpu.share_helpers()
        # A private copy of the globals lets each game's copy call its own copies of other kernels.
        scope = dict(self.function.__globals__)
        assert isinstance(self.function, FunctionType)
        copy = FunctionType(
            self.function.__code__,
            scope,
            self.__name__,
            self.function.__defaults__,
            self.function.__closure__,
        )
        copy.__module__ = self.function.__module__
        copy.__qualname__ = self.function.__qualname__
        dispatcher = njit(nogil=True, error_model="numpy")(copy)
        scope[self.__name__] = dispatcher
        self._native[state_type] = dispatcher
        for name in self.function.__code__.co_names:
            value = scope.get(name)
            if isinstance(value, Kernel):
                scope[name] = value.dispatcher(state_type)
        if not cache.attach(dispatcher, cache.folder_for(state_type)):
            log.warning("no cache: %s cannot be written; set PARLOUR_CACHE_DIR", cache.root())
        return dispatcher


def kernel(function: Callable[..., Any]) -> Kernel:
    """Make a function over states an entry point that runs natively where it can."""
    return Kernel(function)


def _compile(dispatcher: Any, signature: tuple[Any, ...], name: str, state_type: type) -> None:
    from numba.core import event

    class Announce(event.Listener):  # type: ignore[misc]
        """Say what is being compiled, once, and only when it did not come from the cache."""

        def __init__(self) -> None:
            self.began = 0.0

        def on_start(self, _: Any) -> None:
            if not self.began:
                self.began = time.perf_counter()
                backend.note(f"compiling {name} for {backend.game_of(state_type)} (kept for next time) ...")

        def on_end(self, _: Any) -> None:
            return

    listener = Announce()
    with event.install_listener("numba:compile", listener):
        dispatcher.compile(signature)
    if listener.began:
        log.debug("compiled %s in %.1f s", name, time.perf_counter() - listener.began)


def _reason(error: Exception) -> str:
    """Pick from a numba error the innermost complaint and its line: what the author of the rules can mend."""
    text = str(error)
    complaints = re.findall(
        r"(?:\w+Error: |^)((?:No implementation|Unknown|Cannot|Unsupported|Invalid)[^\n]+)", text, re.M
    )
    complaints += re.findall(r"\w+Error: ([^\n]+)", text)
    places = re.findall(r'File "([^"]+)", line (\d+)', text)
    where = f" ({places[0][0].rsplit('/', 1)[-1]}, line {places[0][1]})" if places else ""
    said = complaints[-1] if complaints else (text.strip().splitlines() or [type(error).__name__])[0]
    return said.strip()[:200] + where
