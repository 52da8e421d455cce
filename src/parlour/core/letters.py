"""Characters that stand for plain ones: suits as symbols, `ſ` (`S` in capitals), `٣` (a 3 to int())."""

from __future__ import annotations

WRITTEN_OUT = "\\x{:02x}"
# The second half of an emoji says only how it is to be drawn.
_SUITS = str.maketrans({"♣": "c", "♦": "d", "♥": "h", "♠": "s", "\ufe0f": None})


def suit_letters(text: str) -> str:
    """Write the symbols of suits, as boards show them, as the letters that cards are typed with: 8♣ is 8c."""
    return text.translate(_SUITS)


def printable(text: str, instead: str = WRITTEN_OUT) -> str:
    """Put something else in the place of what cannot be printed: it might steer a terminal."""
    return "".join(c if c.isprintable() else instead.format(ord(c)) for c in text)


def has_lookalikes(text: str) -> bool:
    """Say whether a character that is not ASCII would be read as an ASCII letter or digit."""
    if text.isascii():
        return False
    return any(not c.isascii() and (c.isdigit() or _folds(c.lower()) or _folds(c.upper())) for c in text)


def _folds(c: str) -> bool:
    return len(c) == 1 and c.isascii()
