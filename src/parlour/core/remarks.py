"""Words for what a move does: lines that it completes, blocks, threatens and allows, and small numbers."""

from __future__ import annotations

SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
         "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
         "nineteen")  # fmt: skip
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def line_remark(
    line: str,
    other: int,
    completes: bool,
    blocks: bool,
    threats: list[str],
    replies: list[str],
    at: str = "at",
) -> str:
    """Say what a move does; `line` is such as "four", `threats` and `replies` are places that would make one.

    Threats are the mover's after the move, replies those of the `other` seat, which moves next: with a reply
    there is, no threat counts.
    """
    if completes:
        return f"completes {line} in a row"
    parts = [f"blocks {{{other}'s}} {line}"] if blocks else []
    if replies:
        parts.append(f"lets {{{other}}} complete {line} {at} {_listed(replies, 'or')}")
    elif len(threats) > 1:
        parts.append(f"threatens {line} {at} {_listed(threats, 'and')} at once; only one can be blocked")
    elif threats:
        parts.append(f"threatens {line} {at} {threats[0]}")
    return (" but " if replies else " and ").join(parts)


def _listed(places: list[str], word: str) -> str:
    return f"{', '.join(places[:-1])} {word} {places[-1]}" if len(places) > 1 else places[0]


def spelled(n: int) -> str:
    """Write a number as a word: two, twenty-one; figures from a hundred on and below nought."""
    if not 0 <= n < 100:
        return f"{n:,}"
    if n < 20:
        return SMALL[n]
    return TENS[n // 10 - 2] + (f"-{SMALL[n % 10]}" if n % 10 else "")


def counted(n: int, one: str, several: str = "") -> str:
    """Write how many there are of something: a box, two boxes."""
    return f"a {one}" if n == 1 else f"{spelled(n)} {several or one + 's'}"
