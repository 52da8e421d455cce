"""The CPU as a target of the compiler: numba's own, with the machine's instructions on sets of bits.

This module imports numba and is itself imported only when something is compiled for the first time.
"""

from __future__ import annotations

import os
from itertools import count
from typing import Any

from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.core.bytecode import FunctionIdentity
from numba.core.imputils import impl_ret_borrowed, lower_builtin
from numba.core.registry import cpu_target
from numba.core.typing import templates
from numba.cpython.unsafe.tuple import tuple_setitem
from numba.extending import intrinsic, overload

from parlour.compile.teach import Target

# Numba numbers what it compiles, from 1 in every process, and tells functions on states that look alike apart
# by nothing else. Code of two games, kept by two processes, would be mixed up by a third that loads both.
FunctionIdentity._unique_ids = count(int.from_bytes(os.urandom(6), "little"))


@intrinsic  # type: ignore[untyped-decorator]
def _ctpop(context: Any, word: Any) -> Any:
    def build(cgctx: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), build


@intrinsic  # type: ignore[untyped-decorator]
def _cttz(context: Any, word: Any) -> Any:
    def build(cgctx: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), build


@intrinsic  # type: ignore[untyped-decorator]
def _pdep(context: Any, word: Any, mask: Any) -> Any:
    def build(cgctx: Any, builder: Any, signature: Any, args: Any) -> Any:
        i64 = ir.IntType(64)
        deposit = builder.module.declare_intrinsic(
            "llvm.x86.bmi.pdep.64", (), ir.FunctionType(i64, [i64, i64])
        )
        return builder.call(deposit, args)

    return types.int64(types.int64, types.int64), build


@intrinsic  # type: ignore[untyped-decorator]
def _add_at_once(context: Any, array: Any, index: Any, value: Any) -> Any:
    """Add to a number of a one-dimensional array in one step that threads cannot part; give the old one."""

    def build(cgctx: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = signature.args[0]
        parts = cgutils.create_struct_proxy(kind)(cgctx, builder, args[0])
        place = cgutils.get_item_pointer(cgctx, builder, kind, parts, [args[1]], wraparound=False)
        return builder.atomic_rmw("add", place, args[2], "monotonic")

    return array.dtype(array, types.intp, array.dtype), build


def _add(array: Any, index: Any, value: Any) -> Any:
    _add_at_once(array, index, value)


def _take(array: Any, index: Any, value: Any) -> Any:
    return _add_at_once(array, index, value)


def _has_fast_pdep() -> bool:
    """Say whether the target deposits bits quickly: it has BMI2 and is not an AMD that microcodes it.

    The target is the host, unless NUMBA_CPU_NAME or NUMBA_CPU_FEATURES name another.
    """
    codegen = cpu_target.target_context.codegen()
    _, name, features = codegen.magic_tuple()
    return "+bmi2" in features.split(",") and name not in ("znver1", "znver2", "bdver4")


def _nth_by_loop(actions: Any, index: Any) -> Any:
    for _ in range(index):
        actions &= actions - 1
    return _cttz(actions)


def _nth_by_deposit(actions: Any, index: Any) -> Any:
    return _cttz(_pdep(1 << index, actions))


def _overload(function: Any, jit_options: dict[str, Any] | None = None, **how: Any) -> Any:
    """Let compiled code alone call a function: what Python would call it by is left out."""
    own = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    return overload(function, jit_options={**own, **(jit_options or {})}, **how)


TARGET = Target(
    overload=_overload,
    templates=templates,
    lower_builtin=lower_builtin,
    returned=impl_ret_borrowed,
    set_item=tuple_setitem,
    popcount=_ctpop,
    trailing=_cttz,
    nth=njit(_nth_by_deposit if _has_fast_pdep() else _nth_by_loop),
    add=_add,
    take=_take,
    in_place=njit(inline="always"),
)
TARGET.teach_all()
