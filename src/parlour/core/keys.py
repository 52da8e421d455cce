"""A seat's own random streams: drawn from the match's seed, and no cheap way back to it.

A strategy holds its stream, and anyone can hash numbers until one fits: with a plain hash of the seed a
million guesses take a second, and whoever has the seed has every card to come. So the streams of seats are
keyed, and the key is stretched from the seed (PBKDF2): a guess costs a hundred times as much. The seed
alone decides, so the same seed gives the same moves in every process and on every machine.

That makes guessing dear, not impossible: a small seed, or one that everybody knows, can be tried, and the
cards a seat is dealt tell too whether the guess was right. What cannot be guessed is a seed of 64 random
bits, which is what a match has that was given none, and far less one of 256, which is what a server draws.
Chance itself is drawn from the seed as it stands: a record tells its seed when the match is over, and is
checked against it.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b, pbkdf2_hmac

from parlour.core.errors import BadOption, clipped
from parlour.core.rng import Stream

ROUNDS = 300  # of SHA-256: a tenth of a millisecond, once for the matches that share a seed
SEED_BITS = 256  # as many as a seed needs that a commitment hides, see core/commitment.py
LONGEST_KEY = 64  # bytes that blake2b takes
_PURPOSE = b"parlour: streams of seats"


def check_seed(seed: object) -> None:
    """Raise BadOption unless it can be a seed: the same text in every record, so a plain whole number."""
    if type(seed) is not int or seed < 0 or seed >> SEED_BITS:
        raise BadOption(f"seed={clipped(seed)}: needs a whole number from 0, of at most {SEED_BITS} bits")


@lru_cache(maxsize=256)
def seat_key(seed: int) -> bytes:
    """Stretch a match's seed into the key of its seats' streams."""
    return pbkdf2_hmac("sha256", str(seed).encode(), _PURPOSE, ROUNDS)


def seat_stream(key: bytes, seat: int, ply: int) -> Stream:
    """Return the stream of a seat for its decision at a ply."""
    drawn = blake2b(f"{seat}/{ply}".encode(), key=key, digest_size=8).digest()
    return Stream([int.from_bytes(drawn, "little")])
