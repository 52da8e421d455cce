"""Tuples and ranges on a GPU: items read and replaced without memory, loops that the compiler sees through.

numba-cuda writes a tuple to memory to replace an item, and branches over all places, with an error behind
them, to read one. On a GPU that is slow memory and a state that leaves its registers. Here a short tuple is
compared place by place and chosen from. No place is out of bounds: the same rules run checked on a CPU.

A range stops counting at its end there, and with that branch no loop is seen to have a fixed length; here it
counts on, past the end that nobody asks for again.
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.cuda.cgutils import alloca_once_value, create_struct_proxy
from numba.cuda.core.imputils import RefType, iternext_impl
from numba.cuda.cpython import rangeobj, tupleobj
from numba.cuda.extending import intrinsic

SHORT = 16  # items; a longer tuple is left to memory


def _is(builder: Any, place: Any, number: int) -> Any:
    return builder.icmp_signed("==", place, ir.Constant(place.type, number))


def _get_item(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    items, place = args
    size = signature.args[0].count
    if not 0 < size <= SHORT:
        return tupleobj.getitem_unituple(context, builder, signature, args)
    found = builder.extract_value(items, size - 1)
    for number in range(size - 1):
        hit = builder.or_(_is(builder, place, number), _is(builder, place, number - size))
        found = builder.select(hit, builder.extract_value(items, number), found)
    return found


@intrinsic  # type: ignore[untyped-decorator]
def set_item(context: Any, items: Any, place: Any, item: Any) -> Any:
    """Return a tuple with one of its items replaced."""

    def build(cgctx: Any, builder: Any, signature: Any, args: Any) -> Any:
        made, at, new = args
        if items.count > SHORT:
            room = alloca_once_value(builder, made)
            builder.store(new, builder.gep(room, [at.type(0), at], inbounds=True))
            return builder.load(room)
        for number in range(items.count):
            old = builder.extract_value(made, number)
            kept = builder.select(_is(builder, at, number), new, old)
            made = builder.insert_value(made, kept, number)
        return made

    return items(items, place, items.dtype), build


# The last of those with one signature is the one that is taken.
for _kind in (types.UniTuple, types.NamedUniTuple):
    for _place in (types.intp, types.uintp):
        tupleobj.registry.lower(operator.getitem, _kind, _place)(_get_item)


def _teach_range(kind: Any) -> None:
    proxy = create_struct_proxy(kind)

    @iternext_impl(RefType.UNTRACKED)  # type: ignore[untyped-decorator]
    def following(context: Any, builder: Any, signature: Any, args: Any, result: Any) -> None:
        at = proxy(context, builder, args[0])
        left, value = builder.load(at.count), builder.load(at.iter)
        result.set_valid(builder.icmp_signed(">", left, left.type(0)))
        result.yield_(value)
        builder.store(builder.sub(left, left.type(1), flags=["nsw"]), at.count)
        builder.store(builder.add(value, at.step), at.iter)

    rangeobj.registry.lower("iternext", kind)(following)


for _kind in (types.range_iter32_type, types.range_iter64_type, types.unsigned_range_iter64_type):
    _teach_range(_kind)
