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
from parlour.core.clock import getting_ready
from parlour.core.errors import BadRules
from parlour.core.rng import Stream

log = logging.getLogger("parlour.compile")
_lock = threading.RLock()
_COMPLAINT = re.compile(
    r"^(Untyped global|Unknown attribute|No implementation of|Cannot|Unsupported|Use of|Invalid|Can't"
    r"|.*cannot unify|.*not supported|.*has no field)"
)
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

        passed: Any = args
        streams = [(i, arg) for i, arg in enumerate(args) if isinstance(arg, Stream)]
        if streams:
            passed = list(args)
            for i, stream in streams:
                passed[i] = np.array([stream[0]], np.uint64)
        # The types of the other arguments do not vary: a kernel's call sites see to that.
        widths = [len(field) if isinstance(field, tuple) else -1 for field in s]
        shape = (type(s), *widths)
        if max(widths, default=0) > WIDEST:
            if backend.forced() == "native":
                raise BadRules(f"a field of {max(widths)} numbers cannot be compiled; unset PARLOUR_BACKEND")
            backend.too_wide(type(s), max(widths), WIDEST)
            return self.function(s, *args)
        if shape not in self._settled:
            with getting_ready():
                ready = self._ready(s, passed, shape)
            if not ready:
                return self.function(s, *args)
        result = self._native[type(s)](s, *passed)
        for i, stream in streams:
            stream[0] = int(passed[i][0])
        return result

    def _ready(self, s: Any, args: Any, shape: tuple[Any, ...]) -> bool:
        """Compile or load for these types; False if they cannot be and interpretation takes over."""
        dispatcher = self.dispatcher(type(s))
        from numba import typeof
        from numba.core.errors import NumbaError

        with _lock:
            if shape in self._settled:
                return True
            try:
                _compile(dispatcher, (typeof(s), *(typeof(arg) for arg in args)), self.__name__, type(s))
            except (NumbaError, TypeError, ValueError, NotImplementedError) as error:
                if backend.forced() == "native":
                    what = f"{backend.game_of(type(s))} cannot be compiled: {_reason(error)}"
                    raise BadRules(f"{what}; unset PARLOUR_BACKEND") from error
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
        cache.attach(dispatcher, cache.folder_for(state_type, self.function))
        return dispatcher


def kernel(function: Callable[..., Any]) -> Kernel:
    """Make a function over states an entry point that runs natively where it can."""
    return Kernel(function)


def _compile(dispatcher: Any, signature: tuple[Any, ...], name: str, state_type: type) -> None:
    from numba.core import event
    from numba.core.errors import NumbaError

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
        try:
            dispatcher.compile(signature)
        except NumbaError:
            raise
        except Exception:  # whatever a damaged file in the cache leads to: without that file it compiles
            if not cache.discard(dispatcher):
                raise
            dispatcher.compile(signature)
    if listener.began:
        log.debug("compiled %s in %.1f s", name, time.perf_counter() - listener.began)


def _reason(error: Exception) -> str:
    """Pick from a numba error the innermost complaint and its line: what the author of the rules can mend."""
    lines = [line.strip() for line in str(error).splitlines()]
    told = [line for line in lines if _COMPLAINT.search(line)]
    places = re.findall(r'File "([^"]+)", line (\d+)', str(error))
    where = f" ({places[0][0].rsplit('/', 1)[-1]}, line {places[0][1]})" if places else ""
    said = told[-1] if told else next((line for line in lines if line), type(error).__name__)
    said = said.removeprefix("TypingError: ")
    return re.sub(r"<function (\w+) at \w+>", r"\1", said)[:200] + where
