"""A state of an OpenSpiel game as a tuple of ints: the actions so far, or what one seat knows of them.

The truth is the `history` alone; OpenSpiel's own state rides along with it and is not part of the tuple. A
view holds no action but the seat's own. What the seat was told besides is in `trace`: one digest a ply, of
all that it had seen by then, and in `text`: the last words that OpenSpiel had for it. Two histories with
equal traces look alike to the seat, and nothing in a view depends on anything else.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, ClassVar, NamedTuple

from parlour.core.rules import UNKNOWN

ALL = -4  # whose view it is: nobody's, it is the truth
LETTERS = 7  # bytes of text in a number
DIGEST = 7  # bytes of a digest


class Fields(NamedTuple):
    """What a state is made of; a truth has only the first three."""

    seat: int  # who sees it so, or ALL
    turn: int
    history: tuple[int, ...]  # actions, in a view UNKNOWN but for the seat's own
    turns: tuple[int, ...] = ()  # whose turn it was after each of them, the start first
    trace: tuple[int, ...] = ()  # what the seat had seen after each of them
    legal: tuple[int, ...] = ()  # the actions of the seat, if it is to move
    text: tuple[int, ...] = ()  # what OpenSpiel tells the seat


class SpielState(Fields):
    """A state with what was worked out of it; each game has a type of its own, derived from this."""

    game_name: ClassVar[str] = ""
    spiel_game: ClassVar[Any] = None

    spiel: Any  # OpenSpiel's state, of a truth
    before: SpielState | None  # the truth one action earlier
    traces: dict[int, tuple[int, ...]]  # by seat
    texts: dict[int, str]  # by action

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the numbers only: another process finds the game by its name."""
        from parlour.rl.openspiel import revived

        return revived, (self.game_name, tuple(self))


def chained(link: int, turn: int, own: int, words: str) -> int:
    """Add what a seat learnt by one ply to the digest of what it knew."""
    content = f"{link}/{turn}/{own}/{words}"
    return int.from_bytes(blake2b(content.encode(), digest_size=DIGEST).digest(), "little")


def as_numbers(text: str) -> tuple[int, ...]:
    """Write a text as numbers."""
    data = text.encode()
    return tuple(
        int.from_bytes(data[at : at + LETTERS].ljust(LETTERS, b"\0"), "big")
        for at in range(0, len(data), LETTERS)
    )


def as_text(numbers: tuple[int, ...]) -> str:
    """Read what `as_numbers` wrote."""
    return b"".join(number.to_bytes(LETTERS, "big") for number in numbers).rstrip(b"\0").decode()


def own_actions(turns: list[int], history: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """Return the history as a seat played it: its own actions, UNKNOWN for all others."""
    return tuple(a if turn == seat >= 0 else UNKNOWN for turn, a in zip(turns, history, strict=False))
