"""One seeded random stream with the same numbers interpreted and compiled.

The generator is SplitMix64 (Steele, Lea and Flood 2014): a 64-bit counter stepped by the golden ratio and
mixed. In Python its state is a `Stream`, a list of one int; compiled code sees an array of one uint64.
Streams are derived from a seed and a path of names by hashing, so the draws of one ply never depend on
how many were made before it.
"""

from __future__ import annotations

from hashlib import blake2b
from operator import index
from typing import TYPE_CHECKING, Any

from parlour.core.errors import BadOption, clipped

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_BELOW = 2**63
WORD_MASK = 0xFFFF_FFFF_FFFF_FFFF
GOLDEN = 0x9E37_79B9_7F4A_7C15
MIX_1 = 0xBF58_476D_1CE4_E5B9
MIX_2 = 0x94D0_49BB_1331_11EB
LANES = 0xD134_2543_DE82_EF95  # odd, and far from the step of a stream: neighbours do not overlap


class Stream(list[int]):
    """A random stream: one 64-bit state, changed by every draw."""

    @classmethod
    def of(cls, seed: int | str, *path: object) -> Stream:
        """Derive the stream for a purpose: `Stream.of(seed, "chance", ply)`."""
        name = "/".join(str(part) for part in (seed, *path))
        return cls([int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "little")])

    def spawn(self, *path: object) -> Stream:
        """Derive an independent stream without drawing from this one."""
        return Stream.of(self[0], *path)

    def below(self, n: int) -> int:
        """Draw an int from 0 to n - 1."""
        try:
            most = index(n)
        except TypeError:
            most = 0
        if not 1 <= most <= MOST_BELOW:
            raise BadOption(f"below({clipped(n)}): needs a whole number from 1 to {MOST_BELOW:,}")
        return below(self, most)

    def uniform(self) -> float:
        """Draw a float in [0, 1)."""
        return uniform(self)

    def choice(self, items: Sequence[Any]) -> Any:
        """Draw one item."""
        if not hasattr(items, "__getitem__") or not hasattr(items, "__len__") or isinstance(items, dict):
            raise BadOption(f"choice({clipped(items)}): needs a list or a tuple to choose from")
        if not len(items):
            raise BadOption("choice of nothing: the list is empty")
        return items[below(self, len(items))]

    def weighted(self, weights: Sequence[float]) -> int:
        """Draw an index with the given weights."""
        try:
            total = float(sum(weights))
        except (TypeError, ValueError):
            raise BadOption(f"weighted({clipped(weights)}): needs a list of numbers") from None
        mark = uniform(self) * total
        last = 0
        for at, weight in enumerate(weights):
            if weight > 0.0:
                last = at
                if mark < weight:
                    return at
                mark -= weight
        return last  # rounding may leave a crumb past the end


def draw(rng: Any) -> int:
    """Draw 64 random bits and step the stream."""
    state = (int(rng[0]) + GOLDEN) & WORD_MASK
    rng[0] = state
    z = ((state ^ (state >> 30)) * MIX_1) & WORD_MASK
    z = ((z ^ (z >> 27)) * MIX_2) & WORD_MASK
    return z ^ (z >> 31)


def below(rng: Any, n: int) -> int:
    """Draw an int from 0 to n - 1, for n up to 2**31; the bias is under n / 2**32."""
    return ((draw(rng) >> 32) * n) >> 32


def uniform(rng: Any) -> float:
    """Draw a float in [0, 1) with 53 random bits."""
    return (draw(rng) >> 11) * (1.0 / 9007199254740992.0)


def lane_seed(seed: int, lane: int) -> int:
    """Give the state that the stream of one of many lanes begins with."""
    z = (int(seed) + (int(lane) + 1) * LANES) & WORD_MASK
    z = ((z ^ (z >> 30)) * MIX_1) & WORD_MASK
    z = ((z ^ (z >> 27)) * MIX_2) & WORD_MASK
    return z ^ (z >> 31)
