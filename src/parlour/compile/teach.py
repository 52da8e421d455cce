"""What compiled code is taught on every target: sets of actions, streams, fingerprints, columns, verbs.

A target says how its compiler is told of a function and how it counts bits; the rest is the same source, so
that the same seed gives the same bits on a CPU and on a GPU. Each verb gets one overload, which picks the
game's function by the state's type. This module imports numba; it is imported only with a target.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from inspect import Parameter, Signature
from typing import Any

import numpy as np
from numba import types
from numba.core.errors import TypingError

from parlour.compile import lanes
from parlour.core import bits, columns, fingerprint, rng, rules

U = np.uint64
SHORT = 8  # words of a set of actions that code is written out for
# How compiled code gets at a function: by a call; with its machine code put in place, which saves a call and
# a copy of a wide state through memory; or its source, which saves counting references to the stream as well.
CALLED: dict[str, Any] = {}
INLINED: dict[str, Any] = {"jit_options": {"forceinline": True}}
WRITTEN_OUT: dict[str, Any] = {"inline": "always"}


@dataclass(frozen=True)
class Target:
    """One compiler: how it learns of functions, and its own words for what machines do differently."""

    overload: Callable[..., Any]
    templates: Any  # its module of typing templates
    lower_builtin: Callable[..., Any]
    returned: Callable[..., Any]  # what a lowered function gives back
    set_item: Callable[..., Any]  # of a tuple
    popcount: Callable[..., Any]
    trailing: Callable[..., Any]  # zeros below the lowest bit
    nth: Callable[..., Any]  # place of the n-th bit
    add: Callable[..., Any]  # to a number of an array, as one step
    take: Callable[..., Any]  # the same, and what the number was
    in_place: Callable[..., Any]  # compiles a small function into the place of its call
    shared: set[Callable[..., Any]] = field(default_factory=set)

    def teach(self, function: Callable[..., Any], pick: Callable[..., Any], way: dict[str, Any]) -> None:
        """Let compiled code use a function; `pick` gives the one to compile for the arguments' types."""
        self.overload(function, strict=False, **way)(pick)

    def teach_all(self) -> None:
        """Teach the compiler all that kernels may call, but for the helpers of games."""
        _teach_bits(self)
        _teach_streams(self)
        _teach_fingerprint(self)
        _teach_columns(self)
        _teach_changed(self)
        add, take = self.add, self.take
        self.teach(lanes.add, lambda array, index, value: add, CALLED)
        self.teach(lanes.take, lambda array, index, value: take, CALLED)
        for name, verb in rules.VERBS.items():
            _teach_verb(self, name, verb)

    def share_helpers(self) -> None:
        """Let compiled code call every helper marked since the last time."""
        for function in rules.helpers:
            if function not in self.shared:
                self.shared.add(function)
                own = INLINED if function in rules.inlined else CALLED
                way = WRITTEN_OUT if function in rules.links else own
                self.teach(function, lambda *args, _function=function: _function, way)


def _teach_bits(target: Target) -> None:
    word_bits = bits.WORD
    popcount, trailing, nth_of_word, set_item = target.popcount, target.trailing, target.nth, target.set_item

    scope = {"popcount": popcount, "trailing": trailing, "nth_of_word": nth_of_word}

    def teach(name: str, pick: Callable[..., Any]) -> None:
        target.teach(getattr(bits, name), pick, CALLED)

    def either(name: str, for_word: Callable[..., Any], for_words: Callable[..., Any]) -> None:
        """Teach the two forms of a function on sets of actions: an int, and a tuple of words."""

        def pick(actions: Any, *rest: Any) -> Any:
            if not isinstance(actions, types.BaseTuple):
                return for_word
            if name == "has" or not 0 < len(actions) <= SHORT:
                return for_words
            # Not every compiler sees that a loop over one word is none.
            head = f"{name}(actions, index)" if name == "nth" else f"{name}(actions)"
            return _written(head, _word_by_word(name, len(actions)), scope)

        teach(name, pick)

    def count_words(actions: Any) -> Any:
        total = 0
        for word in actions:
            total += popcount(word)
        return total

    def lowest_of_words(actions: Any) -> Any:
        for index in range(len(actions)):
            if actions[index] != 0:
                return index * word_bits + trailing(actions[index])
        return -1

    def rest_of_words(actions: Any) -> Any:
        for index in range(len(actions)):
            word = actions[index]
            if word != 0:
                return set_item(actions, index, word & (word - 1))
        return actions

    def nth_of_words(actions: Any, index: Any) -> Any:
        for position in range(len(actions)):
            size = popcount(actions[position])
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

    def runs(lengths: Any, blank: Any) -> Any:
        span = len(blank) // len(lengths)
        words = blank
        for index in range(len(blank)):
            left = lengths[index // span] - word_bits * (index % span)
            left = min(max(left, 0), word_bits)
            words = set_item(words, index, (1 << left) - 1)
        return words

    def floats(words: Any) -> Any:
        # A tuple's length is part of its type, so the tuple is written out for it.
        return _written("floats(words)", [f"return ({_listed(words, 'float(words[{}])')})"])

    teach("popcount", lambda word: lambda word: popcount(word))
    teach("trailing", lambda word: lambda word: trailing(word))
    either("count", lambda actions: popcount(actions), count_words)
    either("lowest", lambda actions: trailing(actions), lowest_of_words)
    either("rest", lambda actions: actions & (actions - 1), rest_of_words)
    either("nth", lambda actions, index: nth_of_word(actions, index), nth_of_words)
    either("has", has_in_word, has_in_words)
    either("some", lambda actions: actions != 0, some_of_words)
    teach("runs", lambda lengths, blank: runs)
    teach("floats", floats)
    teach("replace", lambda words, index, word: lambda words, index, word: set_item(words, index, word))


def _word_by_word(name: str, size: int) -> list[str]:
    """Write a function on so many words of actions out: count, some, lowest, rest or nth."""
    words = [f"actions[{index}]" for index in range(size)]
    if name == "count":
        return ["return " + " + ".join(f"popcount({word})" for word in words)]
    if name == "some":
        return [f"return ({' | '.join(words)}) != 0"]
    lines = []
    for index, word in enumerate(words):
        if name == "nth":
            found = f"return {bits.WORD * index} + nth_of_word({word}, index)"
            lines += [f"if index < popcount({word}):", f"    {found}", f"index -= popcount({word})"]
            continue
        less = ", ".join([*words[:index], f"{word} & ({word} - 1)", *words[index + 1 :]])
        found = f"{bits.WORD * index} + trailing({word})" if name == "lowest" else f"({less},)"
        lines += [f"if {word} != 0:", f"    return {found}"]
    return [*lines, "return actions" if name == "rest" else "return -1"]


def _listed(shape: Any, form: str) -> str:
    return "".join(form.format(index) + ", " for index in range(len(shape)))


def _written(head: str, lines: list[str], scope: dict[str, Any] | None = None) -> Any:
    """Compile a Python function out of its lines, for a type whose shape is known only now."""
    made: dict[str, Any] = {}
    exec(f"def {head}:\n" + "".join(f"    {line}\n" for line in lines), dict(scope or {}), made)
    return made[head.partition("(")[0]]


def _teach_streams(target: Target) -> None:
    golden, mix_1, mix_2, apart = U(rng.GOLDEN), U(rng.MIX_1), U(rng.MIX_2), U(rng.LANES)

    def draw(rng: Any) -> Any:
        state = rng[0] + golden
        rng[0] = state
        z = (state ^ (state >> U(30))) * mix_1
        z = (z ^ (z >> U(27))) * mix_2
        return z ^ (z >> U(31))

    generic_draw = rng.draw

    def below(rng: Any, n: Any) -> Any:
        return np.int64(((generic_draw(rng) >> U(32)) * U(n)) >> U(32))

    def uniform(rng: Any) -> Any:
        return np.float64(generic_draw(rng) >> U(11)) * (1.0 / 9007199254740992.0)

    def lane_seed(seed: Any, lane: Any) -> Any:
        z = U(seed) + (U(lane) + U(1)) * apart
        z = (z ^ (z >> U(30))) * mix_1
        z = (z ^ (z >> U(27))) * mix_2
        return z ^ (z >> U(31))

    target.teach(rng.draw, lambda rng: draw, CALLED)
    target.teach(rng.below, lambda rng, n: below, CALLED)
    target.teach(rng.uniform, lambda rng: uniform, CALLED)
    target.teach(rng.lane_seed, lambda seed, lane: lane_seed, CALLED)


def _is_plain(shape: Any) -> bool:
    """Say whether a type is a tuple of numbers of one kind, over which a loop may run."""
    uniform = isinstance(shape, (types.UniTuple, types.NamedUniTuple))
    return uniform and not isinstance(shape.dtype, types.BaseTuple)


def _teach_fingerprint(target: Target) -> None:
    golden, mix_1, mix_2 = U(rng.GOLDEN), U(rng.MIX_1), U(rng.MIX_2)

    def absorb(key: Any, value: Any) -> Any:
        key = (key ^ U(value)) + golden
        key = (key ^ (key >> U(30))) * mix_1
        key = (key ^ (key >> U(27))) * mix_2
        return key ^ (key >> U(31))

    scope = {"absorb": target.in_place(absorb), "U": U, "int64": np.int64}

    def lines(shape: Any, name: str) -> list[str]:
        if not isinstance(shape, types.BaseTuple):
            return [f"key = absorb(key, {name})"]
        if _is_plain(shape):
            return [f"for part in {name}:", "    key = absorb(key, part)"]
        return [line for index, part in enumerate(shape.types) for line in lines(part, f"{name}[{index}]")]

    def pick(s: Any) -> Any:
        # The fields' shapes are known only here, so the unrolled function is written out for them.
        return _written("mix(s)", ["key = U(0)", *lines(s, "s"), "return int64(key)"], scope)

    target.teach(fingerprint.fingerprint, pick, CALLED)


def _teach_columns(target: Target) -> None:
    def leaves(shape: Any, name: str) -> list[str]:
        if not isinstance(shape, types.BaseTuple):
            return [name]
        return [leaf for index, part in enumerate(shape.types) for leaf in leaves(part, f"{name}[{index}]")]

    def built(shape: Any, at: int) -> tuple[str, int]:
        """Write the expression that reads a value of a type from the row `at` on; return where it ends."""
        if not isinstance(shape, types.BaseTuple):
            return f"int64(table[{at}, lane])", at + 1
        parts = []
        for part in shape.types:
            text, at = built(part, at)
            parts.append(text)
        return f"({''.join(f'{part}, ' for part in parts)})", at

    def pick_pack(s: Any, table: Any, lane: Any) -> Any:
        rows = enumerate(leaves(s, "s"))
        return _written("pack(s, table, lane)", [f"table[{row}, lane] = {leaf}" for row, leaf in rows])

    def pick_unpack(like: Any, table: Any, lane: Any) -> Any:
        scope: dict[str, Any] = {"int64": np.int64, "State": getattr(like, "instance_class", None)}
        text, _ = built(like, 0)
        made = f"State{text}" if scope["State"] is not None else text
        return _written("unpack(like, table, lane)", [f"return {made}"], scope)

    target.teach(columns.pack, pick_pack, INLINED)
    target.teach(columns.unpack, pick_unpack, INLINED)


def _teach_verb(target: Target, name: str, verb: Callable[..., Any]) -> None:
    def pick(s: Any, way: dict[str, Any]) -> Any:
        state = getattr(s, "instance_class", type(None))
        if state not in rules.tables:
            return None
        function = rules.tables[state][name]
        own = INLINED if state in rules.inlined else CALLED
        return function if way is (WRITTEN_OUT if function in rules.links else own) else None

    for way in (CALLED, INLINED, WRITTEN_OUT):
        target.teach(verb, lambda s, *rest, _way=way: pick(s, _way), way)


def _kept(part: Any, value: Any) -> Any:
    """Return the type of a changed field: a whole number stays as wide as the field is."""
    return part if isinstance(part, types.Integer) and isinstance(value, types.Integer) else value


def _teach_changed(target: Target) -> None:
    templates = target.templates

    class Changed(templates.AbstractTemplate):  # type: ignore[misc, name-defined]
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
            return templates.signature(result, state, *kws.values()).replace(pysig=Signature(names))

    def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        names = list(sig.pysig.parameters)
        parts = []
        for index, (name, part) in enumerate(zip(sig.args[0].fields, sig.return_type.types, strict=True)):
            if name in names:
                at = names.index(name)
                parts.append(context.cast(builder, args[at], sig.args[at], part))
            else:
                parts.append(builder.extract_value(args[0], index))
        made = context.make_tuple(builder, sig.return_type, parts)
        return target.returned(context, builder, sig.return_type, made)

    templates.infer_global(rules.changed)(Changed)
    target.lower_builtin(rules.changed, types.VarArg(types.Any))(build)
