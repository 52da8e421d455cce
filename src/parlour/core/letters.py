"""Letters and digits that Python takes for plain ones: `ſ` is `S` in capitals, and int() reads `٣`."""

from __future__ import annotations


def has_lookalikes(text: str) -> bool:
    """Say whether a character that is not ASCII would be read as an ASCII letter or digit."""
    if text.isascii():
        return False
    return any(not c.isascii() and (c.isdigit() or _folds(c.lower()) or _folds(c.upper())) for c in text)


def _folds(c: str) -> bool:
    return len(c) == 1 and c.isascii()
