"""Playing cards: their text, hand strengths, ranges and equity; usable alone.

The names below are imported when they are first asked for: the rules of a card game need no numpy.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from parlour.cards.cards import card_set as card_set
    from parlour.cards.cards import card_text as card_text
    from parlour.cards.cards import parse_cards as parse_cards
    from parlour.cards.evaluator import class_words as class_words
    from parlour.cards.evaluator import evaluate as evaluate
    from parlour.cards.evaluator import evaluate_many as evaluate_many
    from parlour.cards.hands import strength as strength
    from parlour.cards.ranges import parse_range as parse_range

_HOMES = {
    "card_set": "cards",
    "card_text": "cards",
    "class_words": "evaluator",
    "evaluate": "evaluator",
    "evaluate_many": "evaluator",
    "parse_cards": "cards",
    "parse_range": "ranges",
    "strength": "hands",
}
__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'parlour.cards' has no attribute {name!r}")
    return getattr(import_module(f"parlour.cards.{_HOMES[name]}"), name)
