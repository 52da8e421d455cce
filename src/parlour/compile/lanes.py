"""Lane kernels: work on many games at once, written as what one lane does, for the cores and for a GPU.

    @lanes
    def play_outs(lane, rng, s, games, totals): ...

    play_outs("gpu", 100_000, seed, s, 10, totals)

runs it for every lane below 100,000, each with a random stream of its own, which depends on the seed and on
the lane alone. Compiled code is kept by the type of the first argument after the stream, usually a state, or
by `key`, as a kernel's is. A lane allocates nothing and writes nothing that another one reads.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from inspect import signature
from itertools import pairwise
from typing import Any, overload

from parlour.compile import backend
from parlour.compile.kernel import Kernel
from parlour.core.rng import WORD_MASK, lane_seed

# What the loop needs has names that no argument of a kernel has.
_LOOP = """def {name}({args}_first, _last, _seed{rest}):
    _rng = empty(1, uint64)
    for _lane in range(_first, _last):
        _rng[0] = lane_seed(_seed, _lane)
        body(_lane, _rng{passed})
"""
_ADDING = threading.Lock()  # interpreted lanes may be threads as well, on numba's simulator
LEAST_SHARE = 64  # lanes of a thread: below, splitting costs more than it saves


class Lanes:
    """One lane's work, and its compiled forms for both kinds of device."""

    def __init__(self, function: Callable[..., Any], key: type | None = None) -> None:
        self.body = Kernel(function, key)
        self.key = key
        self.__name__ = function.__name__
        self.__doc__ = function.__doc__
        self.__wrapped__ = function
        self.names = tuple(signature(function).parameters)[2:]
        self._loop: Kernel | None = None

    def __call__(self, device: str, count: int, seed: int, *args: Any) -> None:
        """Run every lane below `count` on a settled device."""
        if count <= 0:
            return
        if device == "gpu":
            from parlour.compile import gpu

            gpu.launch(self, count, seed & WORD_MASK, args)
        else:
            self._on_cores(count, seed & WORD_MASK, args)

    def _on_cores(self, count: int, seed: int, args: tuple[Any, ...]) -> None:
        import numpy as np

        loop = self._loop = self._loop or self._made()
        number = np.uint64(seed)
        state_type = self.key or type(args[0])
        head, rest = ((), args) if self.key else (args[:1], args[1:])
        shares = min(_cores(), max(1, count // LEAST_SHARE))
        if shares == 1 or backend.is_interpreted(state_type):
            loop(*head, 0, count, number, *rest)
            return
        loop(*head, 0, 0, number, *rest)  # compiled once, before the threads need it
        edges = [count * k // shares for k in range(shares + 1)]
        jobs = [_threads().submit(loop, *head, a, b, number, *rest) for a, b in pairwise(edges)]
        for job in jobs:
            job.result()

    def _made(self) -> Kernel:
        """Write the loop over the lanes around the body."""
        import numpy as np

        passed = "".join(f", {name}" for name in self.names)
        args = "" if self.key else f"{self.names[0]}, "
        rest = passed if self.key else "".join(f", {name}" for name in self.names[1:])
        text = _LOOP.format(name=self.__name__, args=args, rest=rest, passed=passed)
        scope = {"empty": np.empty, "uint64": np.uint64, "lane_seed": lane_seed, "body": self.body}
        made: dict[str, Any] = {}
        exec(compile(text, self.body.function.__code__.co_filename, "exec"), scope, made)
        loop = made[self.__name__]
        loop.__module__ = self.body.function.__module__
        loop.__qualname__ = f"{self.__name__}.lanes"
        return Kernel(loop, self.key)


class Cycle:
    """Lane kernels in turns, round after round: on a GPU in one launch, with a barrier between them.

    A launch costs as much as a short round, so a search in rounds makes many more of them this way. The parts
    share their arguments by name. One named `number` is the first round's, and counts on.
    """

    def __init__(self, *parts: Lanes) -> None:
        self.parts = parts
        self.__name__ = "_and_".join(part.__name__ for part in parts)
        self.names = tuple(dict.fromkeys(name for part in parts for name in part.names))
        self.key = next((None for part in parts if part.key is None), parts[0].key)

    def __call__(self, device: str, rounds: int, seed: int, sizes: tuple[int, ...], **args: Any) -> None:
        """Run so many rounds, each part on its own number of lanes; a round's number settles its streams."""
        if device == "gpu":
            from parlour.compile import gpu

            gpu.launch_rounds(self, rounds, seed & WORD_MASK, sizes, args)
            return
        for number in range(args["number"], args["number"] + rounds):
            given = {**args, "number": number}
            own = lane_seed(seed, number)
            for part, count in zip(self.parts, sizes, strict=True):
                part(device, count, own, *(given[name] for name in part.names))


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(_cores(), thread_name_prefix="lanes")


def _cores() -> int:
    """Count the cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@overload
def lanes(function: Callable[..., Any]) -> Lanes: ...
@overload
def lanes(*, key: type) -> Callable[[Callable[..., Any]], Lanes]: ...
def lanes(
    function: Callable[..., Any] | None = None, *, key: type | None = None
) -> Lanes | Callable[[Callable[..., Any]], Lanes]:
    """Make what one lane does into a kernel that runs many, on the cores or on a GPU."""
    if function is not None:
        return Lanes(function)
    return lambda each: Lanes(each, key)


def add(array: Any, index: Any, value: Any) -> None:
    """Add to a number that other lanes add to as well; whole numbers only, so that no order matters."""
    with _ADDING:
        array[index] += value


def take(array: Any, index: Any, value: Any) -> int:
    """Add likewise and return the number as it was: of all lanes that count one up, each gets another."""
    with _ADDING:
        old = int(array[index])
        array[index] = old + value
    return old
