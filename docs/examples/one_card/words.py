"""What moves are called."""

from parlour import CHANCE


def spoken(whose: int, action: int) -> str:
    """Return the card dealt by its number from 1, or the move."""
    if whose == CHANCE:
        return str(action + 1)
    return ("fold", "raise" if whose == 0 else "call")[action]
