"""Teach numba the generic verbs: each gets one overload that picks the game's function by the state's type.

This module imports numba and is itself imported only when something is compiled for the first time.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, Signature
from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core.errors import TypingError
from numba.core.imputils import impl_ret_borrowed, lower_builtin
from numba.core.registry import cpu_target
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.cpython.unsafe.tuple import tuple_setitem
from numba.extending import intrinsic, overload

from parlour.core import bits, fingerprint, rng, rules

_shared: set[Callable[..., Any]] = set()
U = np.uint64


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


def _has_fast_pdep() -> bool:
    """Say whether the target deposits bits quickly: it has BMI2 and is not an AMD that microcodes it.

    The target is the host, unless NUMBA_CPU_NAME or NUMBA_CPU_FEATURES name another.
    """
    codegen = cpu_target.target_context.codegen()
    _, name, features = codegen.magic_tuple()
    return "+bmi2" in features.split(",") and name not in ("znver1", "znver2", "bdver4")


# How compiled code gets at a function: by a call; with its machine code put in place, which saves a call and
# a copy of a wide state through memory; or its source, which saves counting references to the stream as well.
CALLED: dict[str, Any] = {}
INLINED: dict[str, Any] = {"jit_options": {"forceinline": True}}
WRITTEN_OUT: dict[str, Any] = {"inline": "always"}


def _teach(function: Callable[..., Any], pick: Callable[..., Any], way: dict[str, Any] = CALLED) -> None:
    """Let compiled code use a function; `pick` gives the one to compile for the arguments' types."""
    overload(function, strict=False, **way)(pick)


def _either(name: str, for_word: Callable[..., Any], for_words: Callable[..., Any]) -> None:
    """Register the two forms of a function on sets of actions: an int, and a tuple of words."""

    def pick(actions: Any, *rest: Any) -> Any:
        return for_words if isinstance(actions, types.BaseTuple) else for_word

    _teach(getattr(bits, name), pick)


def _register_bits() -> None:
    word_bits = bits.WORD
    _teach(bits.popcount, lambda word: lambda word: _ctpop(word))
    _teach(bits.trailing, lambda word: lambda word: _cttz(word))

    def count_words(actions: Any) -> Any:
        total = 0
        for word in actions:
            total += _ctpop(word)
        return total

    def lowest_of_words(actions: Any) -> Any:
        for index in range(len(actions)):
            if actions[index] != 0:
                return index * word_bits + _cttz(actions[index])
        return -1

    def rest_of_words(actions: Any) -> Any:
        for index in range(len(actions)):
            word = actions[index]
            if word != 0:
                return tuple_setitem(actions, index, word & (word - 1))
        return actions

    def nth_by_loop(actions: Any, index: Any) -> Any:
        for _ in range(index):
            actions &= actions - 1
        return _cttz(actions)

    def nth_by_deposit(actions: Any, index: Any) -> Any:
        return _cttz(_pdep(1 << index, actions))

    nth_of_word = njit(nth_by_deposit if _has_fast_pdep() else nth_by_loop)

    def nth_of_words(actions: Any, index: Any) -> Any:
        for position in range(len(actions)):
            size = _ctpop(actions[position])
            if index < size:
                return position * word_bits + nth_of_word(actions[position], index)
            index -= size
        return -1

    def has_in_words(actions: Any, action: Any) -> Any:
        position = action // word_bits
        if action < 0 or position >= len(actions):
            return False
        return (actions[position] >> (action % word_bits)) & 1 == 1

    def has_in_word(actions: Any, action: Any) -> Any:
        return 0 <= action < 64 and (actions >> action) & 1 == 1

    def some_of_words(actions: Any) -> Any:
        for word in actions:
            if word != 0:
                return True
        return False

    _either("count", lambda actions: _ctpop(actions), count_words)
    _either("lowest", lambda actions: _cttz(actions), lowest_of_words)
    _either("rest", lambda actions: actions & (actions - 1), rest_of_words)
    _either("nth", lambda actions, index: nth_of_word(actions, index), nth_of_words)
    _either("has", has_in_word, has_in_words)
    _either("some", lambda actions: actions != 0, some_of_words)

    def runs(lengths: Any, blank: Any) -> Any:
        span = len(blank) // len(lengths)
        words = blank
        for index in range(len(blank)):
            left = lengths[index // span] - word_bits * (index % span)
            left = min(max(left, 0), word_bits)
            words = tuple_setitem(words, index, (1 << left) - 1)
        return words

    _teach(bits.runs, lambda lengths, blank: runs)

    def pick_floats(words: Any) -> Any:
        # A tuple's length is part of its type, so the tuple is written out for it.
        parts = "".join(f"float(words[{index}]), " for index in range(len(words)))
        made: dict[str, Any] = {}
        exec(f"def floats(words):\n    return ({parts})\n", {}, made)
        return made["floats"]

    _teach(bits.floats, pick_floats)
    _teach(
        bits.replace, lambda words, index, word: lambda words, index, word: tuple_setitem(words, index, word)
    )


def _register_rng() -> None:
    golden, mix_1, mix_2 = U(rng.GOLDEN), U(rng.MIX_1), U(rng.MIX_2)

    def draw(rng: Any) -> Any:
        state = rng[0] + golden
        rng[0] = state
        z = (state ^ (state >> U(30))) * mix_1
        z = (z ^ (z >> U(27))) * mix_2
        return z ^ (z >> U(31))

    _teach(rng.draw, lambda rng: draw)
    generic_draw = rng.draw

    def below(rng: Any, n: Any) -> Any:
        return np.int64(((generic_draw(rng) >> U(32)) * U(n)) >> U(32))

    def uniform(rng: Any) -> Any:
        return np.float64(generic_draw(rng) >> U(11)) * (1.0 / 9007199254740992.0)

    _teach(rng.below, lambda rng, n: below)
    _teach(rng.uniform, lambda rng: uniform)


def _register_fingerprint() -> None:
    golden, mix_1, mix_2 = U(rng.GOLDEN), U(rng.MIX_1), U(rng.MIX_2)

    def absorb(key: Any, value: Any) -> Any:
        key = (key ^ U(value)) + golden
        key = (key ^ (key >> U(30))) * mix_1
        key = (key ^ (key >> U(27))) * mix_2
        return key ^ (key >> U(31))

    scope = {"absorb": njit(inline="always")(absorb), "U": U, "int64": np.int64}

    def lines(shape: Any, name: str) -> list[str]:
        if not isinstance(shape, types.BaseTuple):
            return [f"key = absorb(key, {name})"]
        if isinstance(shape, (types.UniTuple, types.NamedUniTuple)) and not isinstance(
            shape.dtype, types.BaseTuple
        ):
            return [f"for part in {name}:", "    key = absorb(key, part)"]
        return [line for index, part in enumerate(shape.types) for line in lines(part, f"{name}[{index}]")]

    def pick(s: Any) -> Any:
        # The fields' shapes are known only here, so the unrolled function is written out for them.
        text = "def mix(s):\n    key = U(0)\n"
        text += "".join(f"    {line}\n" for line in lines(s, "s")) + "    return int64(key)\n"
        made: dict[str, Any] = {}
        exec(text, dict(scope), made)
        return made["mix"]

    _teach(fingerprint.fingerprint, pick)


def _register_verb(name: str, verb: Callable[..., Any]) -> None:
    def pick(s: Any, way: dict[str, Any]) -> Any:
        state = getattr(s, "instance_class", type(None))
        if state not in rules.tables:
            return None
        function = rules.tables[state][name]
        own = INLINED if state in rules.inlined else CALLED
        return function if way is (WRITTEN_OUT if function in rules.links else own) else None

    for way in (CALLED, INLINED, WRITTEN_OUT):
        _teach(verb, lambda s, *rest, _way=way: pick(s, _way), way)


def _kept(part: Any, value: Any) -> Any:
    """Return the type of a changed field: a whole number stays as wide as the field is."""
    return part if isinstance(part, types.Integer) and isinstance(value, types.Integer) else value


@infer_global(rules.changed)
class _Changed(AbstractTemplate):  # type: ignore[misc]
    """Type `changed(s, name=value)`: what the constructor would give; the signature keeps the names."""

    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) != 1 or not isinstance(args[0], types.BaseNamedTuple):
            return None
        state = args[0]
        for name in kws.keys() - set(state.fields):
            raise TypingError(str(rules.no_field(state.instance_class, name)))
        parts = [
            _kept(part, kws.get(name, part)) for name, part in zip(state.fields, state.types, strict=True)
        ]
        # No field's name begins with an underscore.
        names = [Parameter(name, Parameter.POSITIONAL_OR_KEYWORD) for name in ("_s", *kws)]
        result = types.BaseTuple.from_types(parts, state.instance_class)
        return signature(result, state, *kws.values()).replace(pysig=Signature(names))


@lower_builtin(rules.changed, types.VarArg(types.Any))  # type: ignore[untyped-decorator]
def _build_changed(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    names = list(sig.pysig.parameters)
    parts = []
    for index, (name, part) in enumerate(zip(sig.args[0].fields, sig.return_type.types, strict=True)):
        if name in names:
            at = names.index(name)
            parts.append(context.cast(builder, args[at], sig.args[at], part))
        else:
            parts.append(builder.extract_value(args[0], index))
    return impl_ret_borrowed(
        context, builder, sig.return_type, context.make_tuple(builder, sig.return_type, parts)
    )


def share_helpers() -> None:
    """Let compiled code call every helper marked since the last time."""
    for function in rules.helpers:
        if function not in _shared:
            _shared.add(function)
            own = INLINED if function in rules.inlined else CALLED
            way = WRITTEN_OUT if function in rules.links else own
            _teach(function, lambda *args, _function=function: _function, way)


_register_bits()
_register_rng()
_register_fingerprint()
for _name, _verb in rules.VERBS.items():
    _register_verb(_name, _verb)
