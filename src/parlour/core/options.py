"""Options of games and strategies: a default, its meaning, its range, and how text becomes a value."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from numbers import Real
from typing import Any, NoReturn

from parlour.core.errors import BadOption, clipped
from parlour.core.letters import has_lookalikes

_YES = {"yes", "true", "on", "1"}
_NO = {"no", "false", "off", "0"}
DEVICES = ("cpu", "gpu", "auto")  # where work may be done; auto: on a GPU where there is one


@dataclass(frozen=True)
class Option:
    """One option; the type of its default (bool, int, float, str or a tuple of ints) is its type."""

    default: Any
    help: str = ""
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    most: int = 64  # how many numbers a tuple, or how many thousand characters a text, may hold
    secret: bool = False  # holds what a seat may not know (a fixed deal): never part of a view
    drawn: bool = False  # a whole number that each match draws by its seed, unless it was set
    local: bool = False  # names a file or an address: a server takes none from those it serves
    table: bool = False  # a text of rows by ; and numbers by , : nested lists of numbers are taken as well

    def read(self, name: str, value: Any) -> Any:
        """Turn text or a Python value into the option's type; raise BadOption with the fix."""
        kind = type(self.default)
        if kind is bool:
            return _boolean(name, value)
        if kind is tuple:
            return self._numbers(name, value)
        if kind is str:
            return self._text(name, value)
        return self._number(name, value, kind)

    def _number(self, name: str, value: Any, kind: type) -> Any:
        wanted = "a whole number" if kind is int else "a number"
        if isinstance(value, bool):
            raise BadOption(f"{name}={value}: needs {wanted}")
        try:
            if isinstance(value, str) and has_lookalikes(value):
                raise ValueError
            number = float(value)
            if kind is int:
                if number != math.floor(number):
                    raise ValueError
                number = int(value) if isinstance(value, (int, str)) and _is_plain(value) else int(number)
            low = -math.inf if self.low is None else self.low
            high = math.inf if self.high is None else self.high
            if not low <= number <= high or not math.isfinite(number):
                raise ValueError
        except (TypeError, ValueError, OverflowError):
            raise BadOption(f"{name}={clipped(value)}: needs {wanted}{self._range()}") from None
        return number

    def _numbers(self, name: str, value: Any) -> tuple[int, ...]:
        if isinstance(value, str):
            value = value.strip().strip("[]()").replace(",", " ").replace(";", " ").replace("/", " ").split()
        if isinstance(value, int) and not isinstance(value, bool):
            value = (value,)
        if not isinstance(value, (list, tuple)) or not value:
            raise BadOption(f"{name}={clipped(value)}: needs whole numbers such as {_sample(self.default)}")
        if len(value) > self.most:
            raise BadOption(f"{name}: {len(value)} numbers, at most {self.most} are allowed")
        return tuple(self._number(name, part, int) for part in value)

    def _text(self, name: str, value: Any) -> str:
        if self.table and not isinstance(value, str):
            value = _rows(name, value)
        if not isinstance(value, str):
            raise BadOption(f"{name}={clipped(value)}: needs text")
        if len(value) > self.most * 1000:
            raise BadOption(f"{name}: {len(value)} characters, at most {self.most * 1000} are allowed")
        if self.choices and value not in self.choices:
            raise BadOption(f"{name}={clipped(value)}: choose one of {', '.join(self.choices)}")
        return value

    def _range(self) -> str:
        if self.low is not None and self.high is not None:
            return f" from {self.low:,} to {self.high:,}"
        if self.low is not None:
            return f" of at least {self.low:,}"
        return f" of at most {self.high:,}" if self.high is not None else ""

    def describe(self) -> dict[str, Any]:
        """Return the option as JSON-able data."""
        out: dict[str, Any] = {"default": self.default, "help": self.help}
        for key in ("low", "high"):
            if getattr(self, key) is not None:
                out[key] = getattr(self, key)
        if self.choices:
            out["choices"] = list(self.choices)
        return out


class Settled(dict[str, Any]):
    """Options that nobody may change: a game is shared by all who play it. It is a dict to JSON and to ==."""

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("the options of a game are settled; make another game with other options")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return Settled, (dict(self),)


def resolve(what: str, known: Mapping[str, Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """Fill the defaults in and check what was given; `what` names the owner in errors."""
    if not isinstance(given, Mapping):
        raise BadOption(f"{what} is {clipped(given)}; write it as name=value, or give a dict")
    for name in given:
        if name not in known:
            has = f"it has {', '.join(sorted(known))}" if known else "it has none"
            raise BadOption(f"{what} has no option {clipped(name)}; {has}")
    return {
        name: option.read(name, given[name]) if name in given else option.default
        for name, option in known.items()
    }


def from_json(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return options as a game has them: JSON knows no tuples."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in options.items()}


def split_pairs(text: str) -> dict[str, str]:
    """Read `a=1,b=2` into pairs; a comma inside a value is kept when no `=` follows it."""
    if not isinstance(text, str):
        raise BadOption(f"{clipped(text)}: write options as name=value")
    pairs: dict[str, list[str]] = {}
    last = ""
    for part in text.split(","):
        key, equals, value = part.partition("=")
        if equals:
            last = key.strip()
            pairs[last] = [value.strip()]
        elif last and part.strip():
            pairs[last].append(part.strip())
        elif part.strip():
            raise BadOption(f"{clipped(part.strip())}: write options as name=value")
    return {key: ",".join(values) for key, values in pairs.items()}


def _rows(name: str, value: Any) -> str:
    """Write rows of numbers, such as nested lists or an array, as the text that stands for them."""
    rows = value.tolist() if hasattr(value, "tolist") else value
    try:
        if not rows or not all(rows) or not all(isinstance(part, Real) for row in rows for part in row):
            raise TypeError
        return ";".join(",".join(str(part + 0) for part in row) for row in rows)  # True is 1
    except (TypeError, ValueError):
        raise BadOption(
            f"{name}={clipped(value)}: needs rows of numbers, such as ((1, -1), (-1, 1)) or 1,-1;-1,1"
        ) from None


def _boolean(name: str, value: Any) -> bool:
    plain = isinstance(value, str) or (isinstance(value, int) and value in (0, 1))
    text = str(value).strip().lower() if plain else ""
    if text not in _YES | _NO:
        raise BadOption(f"{name}={clipped(value)}: needs yes or no")
    return text in _YES


def _is_plain(value: int | str) -> bool:
    return isinstance(value, int) or value.strip().lstrip("+-").isdigit()


def _sample(default: tuple[int, ...]) -> str:
    return ",".join(str(part) for part in default) or "3,4,5"
