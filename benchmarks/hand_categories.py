"""Count the categories of all hands of seven cards: nothing tests an evaluator like evaluating everything."""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.cards.evaluator import flush_class, plain_class
from parlour.cards.hands import CATEGORIES, category
from parlour.cards.tables import BIAS, FLUSH, Tables, tables
from parlour.compile import kernel


@kernel
def _count_all(t: Tables, kinds: Any, counts: Any) -> int:
    """Evaluate every seven cards of the deck; count the hands of each category."""
    k, done = t.cards, 0
    for a in range(6, 52):
        for b in range(5, a):
            two = BIAS + k[a] + k[b]
            for c in range(4, b):
                for d in range(3, c):
                    four = two + k[c] + k[d]
                    cards_4 = 1 << a | 1 << b | 1 << c | 1 << d
                    for e in range(2, d):
                        for f in range(1, e):
                            six = four + k[e] + k[f]
                            cards = cards_4 | 1 << e | 1 << f
                            for g in range(f):
                                key = six + k[g]
                                if key & FLUSH == 0:
                                    counts[kinds[plain_class(t, key)]] += 1
                                else:
                                    counts[kinds[flush_class(t, key, cards | 1 << g)]] += 1
                            done += f
    return done


def categories() -> Any:
    """Give the category of each class, from class 1 on; entry 0 is unused."""
    return np.array([category(int(value)) for value in tables().strengths], np.int64)


def count_categories() -> dict[str, int]:
    """Evaluate all 133,784,560 hands of seven cards; count those of each category, the best first."""
    counts = np.zeros(len(CATEGORIES), np.int64)
    _count_all(tables(), categories(), counts)
    return {name: int(count) for name, count in reversed(list(zip(CATEGORIES, counts, strict=True)))}
