"""Kernels: the entry points of searches, compiled per game on first use or interpreted as they stand.

A kernel is a plain function, compiled anew for each type that it is keyed by: that of its first argument,
usually a state, or the one it names, `@kernel(key=Tables)`. It may call the generic verbs, helpers marked
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
from functools import partial
from types import FunctionType
from typing import Any, overload

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
    """One search function and its compiled forms, one for each type that it is keyed by."""

    def __init__(self, function: Callable[..., Any], key: type | None = None) -> None:
        self.function = function
        self.key = key  # None: the type of the first argument
        self.__name__ = function.__name__
        self.__doc__ = function.__doc__
        self.__wrapped__ = function
        self._native: dict[type, Any] = {}
        self._settled: set[tuple[Any, ...]] = set()

    def __call__(self, *args: Any) -> Any:
        """Run on the backend that serves the key."""
        key = self.key or type(args[0])
        if backend.is_interpreted(key):
            return self.function(*args)
        return self._run_native(key, args)

    def _run_native(self, key: type, args: tuple[Any, ...]) -> Any:
        import numpy as np

        passed: Any = args
        streams = [(i, arg) for i, arg in enumerate(args) if isinstance(arg, Stream)]
        if streams:
            passed = list(args)
            for i, stream in streams:
                passed[i] = np.array([stream[0]], np.uint64)
        # The types of the other arguments do not vary: a kernel's call sites see to that.
        fields = () if self.key else args[0]
        widths = [len(field) if isinstance(field, tuple) else -1 for field in fields]
        shape = (key, *widths)
        if max(widths, default=0) > WIDEST:
            if backend.forced() == "native":
                raise BadRules(f"a field of {max(widths)} numbers cannot be compiled; unset PARLOUR_BACKEND")
            backend.too_wide(key, max(widths), WIDEST)
            return self.function(*args)
        if shape not in self._settled:
            with getting_ready():
                ready = self._ready(key, passed, shape)
            if not ready:
                return self.function(*args)
        result = self._native[key](*passed)
        for i, stream in streams:
            stream[0] = int(passed[i][0])
        return result

    def _ready(self, key: type, args: Any, shape: tuple[Any, ...]) -> bool:
        """Compile or load for these types; False if they cannot be and interpretation takes over."""
        dispatcher = self.dispatcher(key)
        from numba import typeof
        from numba.core.errors import NumbaError

        with _lock:
            if shape in self._settled:
                return True
            try:
                _compile(dispatcher, tuple(typeof(arg) for arg in args), self.__name__, key)
            except (NumbaError, TypeError, ValueError, NotImplementedError) as error:
                if backend.forced() == "native":
                    what = f"{backend.game_of(key)} cannot be compiled: {reason_of(error)}"
                    raise BadRules(f"{what}; unset PARLOUR_BACKEND") from error
                backend.fall_back(key, reason_of(error))
                return False
            self._settled.add(shape)
            return True

    def dispatcher(self, key: type) -> Any:
        """Return the numba dispatcher that holds this kernel's code for a caller's key, or for its own."""
        key = self.key or key
        with _lock:
            if key not in self._native:
                self._native[key] = self._bind(key)
            return self._native[key]

    def _bind(self, key: type) -> Any:
        from numba import njit

        from parlour.compile import cpu

        cpu.TARGET.share_helpers()
        copy = private(self.function)
        dispatcher = njit(nogil=True, error_model="numpy")(copy)
        self._native[key] = dispatcher
        link(copy, self, dispatcher, lambda other: other.dispatcher(key))
        cache.attach(dispatcher, cache.folder_for(key, self.function))
        return dispatcher


def private(function: Callable[..., Any]) -> FunctionType:
    """Copy a function with its globals: each game's copy calls its own copies of other kernels."""
    assert isinstance(function, FunctionType)
    copy = FunctionType(
        function.__code__,
        dict(function.__globals__),
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    copy.__module__ = function.__module__
    copy.__qualname__ = function.__qualname__
    return copy


def link(copy: FunctionType, own: Kernel, compiled: Any, form: Callable[[Kernel], Any]) -> None:
    """Let a private copy of a kernel call itself, and the forms of the other kernels that it names."""
    scope = copy.__globals__
    for name in copy.__code__.co_names:
        value = scope.get(name)
        if value is own:
            scope[name] = compiled
        elif isinstance(value, Kernel):
            scope[name] = form(value)


@overload
def kernel(function: Callable[..., Any]) -> Kernel: ...
@overload
def kernel(*, key: type) -> Callable[[Callable[..., Any]], Kernel]: ...
def kernel(
    function: Callable[..., Any] | None = None, *, key: type | None = None
) -> Kernel | Callable[[Callable[..., Any]], Kernel]:
    """Make a function an entry point that runs natively where it can.

    Its compiled code is kept by the type of its first argument, or by `key` where no argument is a state.
    """
    if function is not None:
        return Kernel(function)
    return partial(Kernel, key=key)


def _compile(dispatcher: Any, signature: tuple[Any, ...], name: str, key: type) -> None:
    from numba.core import event
    from numba.core.errors import NumbaError

    class Announce(event.Listener):  # type: ignore[misc]
        """Say what is being compiled, once, and only when it did not come from the cache."""

        def __init__(self) -> None:
            self.began = 0.0

        def on_start(self, _: Any) -> None:
            if not self.began:
                self.began = time.perf_counter()
                backend.note(f"compiling {name} for {backend.game_of(key)} (kept for next time) ...")

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


def reason_of(error: Exception) -> str:
    """Pick from a numba error the innermost complaint and its line: what the author of the rules can mend."""
    lines = [line.strip() for line in str(error).splitlines()]
    told = [line for line in lines if _COMPLAINT.search(line)]
    places = re.findall(r'File "([^"]+)", line (\d+)', str(error))
    where = f" ({places[0][0].rsplit('/', 1)[-1]}, line {places[0][1]})" if places else ""
    said = told[-1] if told else next((line for line in lines if line), type(error).__name__)
    said = said.removeprefix("TypingError: ")
    return re.sub(r"<function (\w+) at \w+>", r"\1", said)[:200] + where
