"""The GPU as a target of the compiler: numba-cuda, taught what the CPU is taught.

A kernel becomes a device function, a lane kernel a grid of threads with one lane each. Code is kept on disk
by the same key as the CPU's. This module imports numba.cuda and is itself imported only when something is
to run on a GPU, or on numba's simulator of one, where it runs as the Python that it is.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
from llvmlite import ir
from numba import cuda, types

from parlour.compile import backend, cache
from parlour.compile.device import is_simulated, memory, room
from parlour.compile.kernel import Kernel, link, private, reason_of
from parlour.compile.lanes import Cycle, Lanes
from parlour.core import rules
from parlour.core.clock import getting_ready
from parlour.core.errors import BadRules
from parlour.core.rng import lane_seed

if not hasattr(np, "row_stack"):  # numba-cuda 0.30 looks for it; NumPy 2.5 has dropped this name of vstack
    np.row_stack = np.vstack
log = logging.getLogger("parlour.compile")
SIMULATED = is_simulated()
if not SIMULATED:
    cuda.config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # a small batch is no mistake
SIMULATED_THREADS = 16  # each is a thread of Python
_NEWEST = (9, 0)  # what code is made for where no device says otherwise
_lock = threading.RLock()
_functions: dict[tuple[Kernel, type], Any] = {}
_entries: dict[tuple[Any, ...], Any] = {}
_settled: set[tuple[Any, ...]] = set()
_barriers: dict[Cycle, tuple[Any, int]] = {}  # the number that blocks count up at each, and where it stands
REGISTERS, MOST_REGISTERS = 1 << 16, 255  # of a multiprocessor, and of one thread


@dataclass
class Tuning:
    """How grids are made and launched; `parlour.bench.gpu` tries other numbers than these."""

    threads: int = 128  # of a block
    waves: int = 16  # blocks for each multiprocessor: lanes beyond that wait in line
    registers: int | None = 96  # at most so many a thread, more lanes at a time; None: the compiler decides
    kept: bool = True  # on disk; code for other numbers of registers is not

    @property
    def options(self) -> dict[str, Any]:
        """Return what the compiler is told."""
        if SIMULATED:
            return {}
        # An optimisation at link time would fuse products and sums again.
        return {"lto": False} | ({} if self.registers is None else {"max_registers": self.registers})


tuning = Tuning()

# What a grid needs has names that no argument of a kernel has.
_ENTRY = """def {name}(_count, _seed{args}):
    _rng = cuda.local.array(1, uint64)
    for _lane in range(cuda.grid(1), _count, cuda.gridsize(1)):
        _rng[0] = lane_seed(_seed, _lane)
        body(_lane, _rng{args})
"""
_ROUNDS = """def {name}({sizes}, _rounds, _seed, _barrier, _passed{args}):
    _rng = cuda.local.array(1, uint64)
    _first = number
    for number in range(_first, _first + _rounds):
        _own = lane_seed(_seed, number)
"""
_PART = """        for _lane in range(cuda.grid(1), _size{place}, cuda.gridsize(1)):
            _rng[0] = lane_seed(_own, _lane)
            body{place}(_lane, _rng{args})
        _passed += cuda.gridDim.x
        cuda.threadfence()
        cuda.syncthreads()
        if cuda.threadIdx.x == 0:
            cuda.atomic.add(_barrier, 0, 1)
            while cuda.atomic.add(_barrier, 0, 0) < _passed:
                pass
            cuda.threadfence()
        cuda.syncthreads()
"""


def _target() -> Any:
    """Build the target and teach it; the simulator needs none, for it interprets."""
    from numba.cuda.core.imputils import impl_ret_borrowed
    from numba.cuda.extending import intrinsic, lower_builtin, overload
    from numba.cuda.typing import templates

    from parlour.compile.teach import Target
    from parlour.compile.tuples_cuda import set_item

    int32, uint32, int64 = np.int32, np.uint32, np.int64

    def counting(kind: Any) -> Any:
        @intrinsic  # type: ignore[untyped-decorator]
        def ctpop(context: Any, word: Any) -> Any:
            def build(cgctx: Any, builder: Any, signature: Any, args: Any) -> Any:
                return builder.ctpop(args[0])

            return kind, build

        return ctpop

    ctpop, ctpop_of_half = counting(types.int64(types.int64)), counting(types.int32(types.uint32))

    @intrinsic  # type: ignore[untyped-decorator]
    def cttz(context: Any, word: Any) -> Any:
        def build(cgctx: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

        return types.int64(types.int64), build

    @cuda.jit(device=True)  # type: ignore[untyped-decorator]
    def nth(actions: Any, index: Any) -> Any:
        # Halved down to a bit without a branch, so that neighbours stay together. A GPU's words have 32 bits,
        # and numba would make every sum of such a wide one.
        word, left, first = uint32(actions & 0xFFFFFFFF), int32(index), int32(0)
        size = ctpop_of_half(word)
        if left >= size:
            word, left, first = uint32(actions >> 32), int32(left - size), int32(32)
        for half in (16, 8, 4, 2, 1):
            below = ctpop_of_half(uint32(word & ((1 << half) - 1)))
            if left >= below:
                word, left, first = uint32(word >> half), int32(left - below), int32(first + half)
        return int64(first)

    def add(array: Any, index: Any, value: Any) -> Any:
        cuda.atomic.add(array, index, value)

    def take(array: Any, index: Any, value: Any) -> Any:
        return cuda.atomic.add(array, index, value)

    target = Target(
        overload=overload,
        templates=templates,
        lower_builtin=lower_builtin,
        returned=impl_ret_borrowed,
        set_item=set_item,
        popcount=ctpop,
        trailing=cttz,
        nth=nth,
        add=add,
        take=take,
        in_place=cuda.jit(device=True, inline="always"),
    )
    target.teach_all()
    return target


TARGET = None if SIMULATED else _target()


def function(kernel: Kernel, key: type) -> Any:
    """Return a kernel as a function that code on the device may call, for a caller's key or its own."""
    key = kernel.key or key
    with _lock:
        if (kernel, key) not in _functions:
            copy = private(kernel.function)
            made = copy if SIMULATED else cuda.jit(device=True)(copy)
            _functions[kernel, key] = made
            link(copy, kernel, made, lambda other: function(other, key))
        return _functions[kernel, key]


def entry(lanes: Lanes, key: type) -> Any:
    """Return the grid that runs a lane kernel for a key."""
    args = "".join(f", {name}" for name in lanes.names)
    return _grid(lanes, [lanes], key, _ENTRY.format(name=lanes.__name__, args=args))


def rounds_entry(cycle: Cycle, key: type) -> Any:
    """Return the grid that runs the parts of a cycle in turns; all its blocks must be there at once."""
    places = range(len(cycle.parts))
    sizes = ", ".join(f"_size{place}" for place in places)
    args = "".join(f", {name}" for name in cycle.names)
    text = _ROUNDS.format(name=cycle.__name__, sizes=sizes, args=args)
    for place, part in enumerate(cycle.parts):
        text += _PART.format(place=place, args="".join(f", {name}" for name in part.names))
    return _grid(cycle, cycle.parts, key, text)


def _grid(asked_for: Lanes | Cycle, parts: Sequence[Lanes], key: type, text: str) -> Any:
    """Compile the text of a grid around the bodies of lanes, once for a key and a number of registers."""
    with _lock:
        asked = asked_for, key, tuning.registers
        if asked not in _entries:
            if TARGET is not None:
                TARGET.share_helpers()
            bodies = [function(part.body, key) for part in parts]
            scope = {
                "cuda": cuda,
                "uint64": np.uint64 if SIMULATED else types.uint64,
                "lane_seed": lane_seed,
                "body": bodies[0],
                **{f"body{place}": body for place, body in enumerate(bodies)},
            }
            own = parts[0].body.function
            made: dict[str, Any] = {}
            exec(compile(text, own.__code__.co_filename, "exec"), scope, made)
            grid = made[asked_for.__name__]
            grid.__module__, grid.__qualname__ = own.__module__, f"{asked_for.__name__}.grid"
            compiled = cuda.jit(grid, **tuning.options)
            if not SIMULATED and tuning.kept and tuning.registers == Tuning.registers:
                cache.attach_grid(compiled, cache.folder_for(key, own))
            _entries[asked] = compiled
        return _entries[asked]


def launch(lanes: Lanes, count: int, seed: int, args: tuple[Any, ...]) -> None:
    """Run the lanes on the device; what they do is done when the next array is read."""
    key = lanes.key or type(args[0])
    threads = min(count, SIMULATED_THREADS if SIMULATED else tuning.threads)
    blocks = min(-(-count // threads), 2 if SIMULATED else processors() * tuning.waves)
    _run(lanes, entry(lanes, key), key, args, blocks, threads, (count, np.uint64(seed), *args))


def launch_rounds(cycle: Cycle, rounds: int, seed: int, sizes: tuple[int, ...], args: dict[str, Any]) -> None:
    """Run the rounds of a cycle in one launch, on as many blocks as the device holds at once."""
    given = tuple(args[name] for name in cycle.names)
    state = next((arg for arg in given if type(arg) in rules.tables), None)
    key = cycle.key or type(state)
    grid = rounds_entry(cycle, key)
    threads = min(max(sizes), SIMULATED_THREADS if SIMULATED else tuning.threads)
    resident = REGISTERS // (threads * (tuning.registers or MOST_REGISTERS))  # on a multiprocessor at once
    blocks = 1 if SIMULATED else min(-(-max(sizes) // threads), processors() * resident)
    with _lock:
        barrier, passed = _barriers.get(cycle, (None, 0))
        if barrier is None:
            barrier = memory("gpu").zeros(1, np.int64)
        _barriers[cycle] = barrier, passed + rounds * len(cycle.parts) * blocks
        head = (*sizes, rounds, np.uint64(seed), barrier, passed)
        _run(cycle, grid, key, (state,), blocks, threads, (*head, *given))


def _run(
    asked_for: Lanes | Cycle,
    grid: Any,
    key: type,
    first: tuple[Any, ...],
    blocks: int,
    threads: int,
    args: tuple[Any, ...],
) -> None:
    """Launch a grid; the first time it is compiled, which may be refused."""
    fields = first[0] if first and isinstance(first[0], tuple) else ()
    shape = (asked_for, key, *(len(field) if isinstance(field, tuple) else -1 for field in fields))
    with room():
        if shape in _settled:
            grid[blocks, threads](*args)
            return
        with getting_ready(), _lock, _rounded_as_on_the_cores():
            backend.note(f"getting {asked_for.__name__} for {backend.game_of(key)} ready for the GPU ...")
            try:
                grid[blocks, threads](*args)
            except Exception as error:
                if not _is_compilers(error):
                    raise
                told = f"{backend.game_of(key)} cannot be compiled for a GPU: {reason_of(error)}"
                raise BadRules(f"{told}; use device=cpu") from error
            _settled.add(shape)


def _is_compilers(error: Exception) -> bool:
    """Say whether the compiler refused the code; whatever else goes wrong is not the rules' fault."""
    from numba.core.errors import NumbaError

    kinds = (NumbaError, NotImplementedError)
    return isinstance(error, kinds) or type(error).__name__ in ("NvvmError", "TypingError", "LoweringError")


@contextmanager
def _rounded_as_on_the_cores() -> Iterator[None]:
    """Compile without fused multiply-add: rounding once where the CPU does it twice breaks other ties."""
    if SIMULATED:
        yield
        return
    from numba.cuda.cudadrv import nvvm

    usual = nvvm.compile_ir  # takes the option, but nothing above it passes it on
    nvvm.compile_ir = lambda code, **options: usual(code, **{**options, "fma": False})
    try:
        yield
    finally:
        nvvm.compile_ir = usual


def processors() -> int:
    """Count the multiprocessors of the device; the simulator is one."""
    return 1 if SIMULATED else int(cuda.get_current_device().MULTIPROCESSOR_COUNT)


def ptx(lanes: Lanes | Cycle, *args: Any, capability: tuple[int, int] = _NEWEST) -> str:
    """Compile lanes for a device that need not be there; arrays of NumPy stand for the device's."""
    import numba.cuda.dispatcher as dispatcher
    from numba.cuda.typing.typeof import typeof

    class Absent:
        """A device that is known by what it can do alone."""

        compute_capability = capability

    asked = dispatcher.get_current_device
    with _lock, _rounded_as_on_the_cores():
        dispatcher.get_current_device = lambda: Absent
        try:
            key = lanes.key or type(args[0])
            if isinstance(lanes, Cycle):
                sizes = (types.int64,) * len(lanes.parts)
                grid = rounds_entry(lanes, key)
                head = (*sizes, types.int64, types.uint64, types.int64[::1], types.int64)
            else:
                grid, head = entry(lanes, key), (types.int64, types.uint64)
            kinds = (*head, *(typeof(arg) for arg in args))
            text, _ = cuda.compile(
                grid.py_func, kinds, cc=capability, device=False, abi="numba", output="ptx"
            )
        finally:
            dispatcher.get_current_device = asked
    return str(text if isinstance(text, str) else text.decode())
