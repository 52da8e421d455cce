"""The text of PHH, the open format of poker hands by Kim (2023): TOML with one line an action.

A file is one hand; a collection (.phhs) has a table `[1]`, `[2]`, ... for each. Known are no-limit (`NT`) and
limit Hold'em (`FT`), and pot-limit as `PT`, which the format leaves out. Amounts with decimals are read in a
coin so small that they are whole, those beyond a hundred thousand in the largest coin they are made of.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from parlour.core.errors import BadRecord, ParlourError, clipped

VARIANTS = {"NT": "no-limit", "FT": "limit", "PT": "pot-limit"}
MANY = 100_000  # chips: each amount is an action, and offering more takes a second a hand
MOST_BYTES = 16 * 1024 * 1024
QUOTED = re.compile(r"""#[^\n]*|'([^'\n]*)'|"([^"\n]*)\"""")
AMOUNT = re.compile(r"[+-]?[0-9][0-9_]{0,39}(\.[0-9_]{1,40})?([eE][+-]?[0-9]{1,2})?")
OWN = ("variant", "ante_trimming_status", "antes", "blinds_or_straddles", "min_bet", "small_bet", "big_bet",
       "starting_stacks", "actions")  # fmt: skip


@dataclass(frozen=True)
class Hand:
    """One hand on paper: the table, then its actions as PHH writes them, and whatever else was noted."""

    variant: str
    antes: tuple[int, ...]
    blinds: tuple[int, ...]
    min_bet: int
    stacks: tuple[int, ...]
    actions: tuple[str, ...]
    trimmed: bool = True  # an ante is matched by all, or it goes back; otherwise antes are dead money
    notes: Mapping[str, Any] = field(default_factory=dict)
    name: str = field(default="", compare=False)  # of its table in a collection


class BadHand(BadRecord):
    """What is wrong with a hand, and where: the name of a field, or the number of an action."""

    def __init__(self, text: str, at: str | int = "", hand: str = "") -> None:
        super().__init__(text)
        self.at, self.hand = at, hand


def read_phh(text: str) -> list[Hand]:
    """Read a hand or a collection of them; raise BadRecord, naming what is wrong, where it is not PHH."""
    if len(text) > MOST_BYTES:
        raise BadRecord(f"PHH: {len(text):,} characters, at most {MOST_BYTES:,} are read")
    try:
        data = tomllib.loads(text.removeprefix("\ufeff"), parse_float=_decimal)
    except ParlourError:
        raise
    except (ValueError, RecursionError) as error:  # also a number of thousands of digits
        raise BadRecord(f"PHH: not TOML: {error}") from None
    if "variant" in data or not all(isinstance(part, dict) for part in data.values()) or not data:
        return [_hand(data, "")]
    return [_hand(part, name) for name, part in data.items()]


def _decimal(text: str) -> Fraction:
    if not AMOUNT.fullmatch(text):
        raise BadRecord(f"PHH: {clipped(text)} is no amount of chips")
    return Fraction(text.replace("_", ""))


def _hand(data: Mapping[str, Any], name: str) -> Hand:
    def bad(words: str, at: str = "") -> BadHand:
        return BadHand(f"PHH [{name}]: {words}" if name else f"PHH: {words}", at, name)

    def amounts(field: str, values: Any) -> tuple[Fraction, ...]:
        try:
            return amounts_of(field, values)
        except BadRecord as error:
            raise bad(str(error).removeprefix("PHH: "), field) from None

    variant = data.get("variant")
    if variant not in VARIANTS:
        raise bad(f"variant {clipped(variant)} is not Hold'em; known: {', '.join(VARIANTS)}", "variant")
    least = "small_bet" if variant == "FT" else "min_bet"
    for needed in ("antes", "blinds_or_straddles", least, "starting_stacks", "actions"):
        if needed not in data:
            raise bad(f"{needed} is missing")
    stacks = amounts("starting_stacks", data["starting_stacks"])
    antes, blinds = (
        amounts("antes", data["antes"]),
        amounts("blinds_or_straddles", data["blinds_or_straddles"]),
    )
    smallest = amounts(least, [data[least]])[0]
    final = amounts("finishing_stacks", data["finishing_stacks"]) if "finishing_stacks" in data else ()
    if variant == "FT" and data.get("big_bet", 2 * smallest) != 2 * smallest:
        raise bad("big_bet must be twice small_bet", "big_bet")
    actions = data["actions"]
    if not isinstance(actions, list) or not all(isinstance(action, str) for action in actions):
        raise bad("actions must be a list of texts", "actions")
    spoken = [_spoken(action) for action in actions]
    raised = {
        number: _decimal(words[2])
        for number, words in enumerate(spoken)
        if words[1:2] == ["cbr"] and words[2:]
    }
    coin = _coin([*stacks, *antes, *blinds, smallest, *final, *raised.values()])

    def whole(values: Iterable[Fraction]) -> tuple[int, ...]:
        return tuple(int(value * coin) for value in values)

    lines = tuple(
        f"{words[0]} cbr {int(raised[number] * coin)}" if number in raised else " ".join(words)
        for number, words in enumerate(spoken)
    )
    notes = {key: value for key, value in data.items() if key not in OWN}
    notes |= {"finishing_stacks": list(whole(final))} if final else {}
    trimmed = bool(data.get("ante_trimming_status", False))
    table = (variant, whole(antes), whole(blinds), int(smallest * coin), whole(stacks))
    return Hand(*table, lines, trimmed, notes, name)


def _coin(amounts: list[Fraction]) -> Fraction:
    """Return the coins to a unit with which every amount is whole, and few enough to be bet."""
    coins = lcm(*(amount.denominator for amount in amounts))
    if max(amounts) * coins <= MANY:
        return Fraction(coins)
    return Fraction(coins, gcd(*(int(amount * coins) for amount in amounts)) or 1)


def amounts_of(name: str, values: Any) -> tuple[Fraction, ...]:
    good = isinstance(values, list) and all(
        isinstance(value, (int, Fraction)) and not isinstance(value, bool) and value >= 0 for value in values
    )
    if not good:
        raise BadHand(f"PHH: {name} must be a list of amounts of at least 0, not {clipped(values)}", name)
    return tuple(map(Fraction, values))


def _spoken(action: str) -> list[str]:
    return action.split("#")[0].split()


def line_of(text: str, hand: str, at: str | int) -> int:
    """Find the line of a hand's field, by name, or of an action, by number: TOML's reader does not tell."""
    head = re.search(rf"^\s*\[\s*{re.escape(hand)}\s*\]", text, re.M) if hand else None
    place = head.end() if head else 0
    field = "actions" if isinstance(at, int) else re.escape(at)
    found = re.compile(rf"^\s*{field}\s*=", re.M).search(text, place) if field else None
    place = found.end() if found else place
    if isinstance(at, int):
        texts = [each.start() for each in QUOTED.finditer(text, place) if each[0][0] != "#"]
        place = texts[at - 1] if at <= len(texts) else place
    return text.count("\n", 0, place) + 1


def write_phh(hands: Hand | Iterable[Hand]) -> str:
    """Write a hand, or several as a collection, as text that `read_phh` and other programs read."""
    if isinstance(hands, Hand):
        return _text(hands)
    return "\n".join(f"[{number}]\n{_text(hand)}" for number, hand in enumerate(hands, 1))


def _text(hand: Hand) -> str:
    sizes = {"min_bet": hand.min_bet}
    if hand.variant == "FT":
        sizes = {"small_bet": hand.min_bet, "big_bet": 2 * hand.min_bet}
    fields: dict[str, Any] = {
        "variant": hand.variant,
        "ante_trimming_status": hand.trimmed,
        "antes": hand.antes,
        "blinds_or_straddles": hand.blinds,
        **sizes,
        "starting_stacks": hand.stacks,
        "actions": hand.actions,
        **hand.notes,
    }
    return "".join(f"{name} = {_value(value)}\n" for name, value in fields.items())


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return json.dumps(value)
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_value, value))}]"
    return str(float(value)) if isinstance(value, Fraction) else str(value)
