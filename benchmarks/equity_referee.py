"""Compare the evaluator with eval7 and phevaluator on many random hands, and count every hand of seven.

    python benchmarks/equity_referee.py --hands 1000000

It prints the mismatches (there must be none), the category counts of all 133,784,560 hands of seven cards
with the time they took on one core, and hands a second in batches.
"""

from __future__ import annotations

import argparse
import sys
import time

import numpy as np

from parlour.cards.cards import card_text
from parlour.cards.evaluator import count_categories, evaluate_many
from parlour.cards.tables import tables

COUNTS = (41584, 224848, 3473184, 4047644, 6180020, 6461620, 31433400, 58627800, 23294460)


def mismatches(hands: int, seed: int) -> int:
    """Evaluate random hands of 5, 6 and 7 cards with all three; count those where the order differs."""
    import eval7
    import phevaluator

    rng = np.random.default_rng(seed)
    cards7 = [eval7.Card(card_text(card)) for card in range(52)]
    to_phe = [4 * (card % 13) + card // 13 for card in range(52)]
    wrong = 0
    for size in (5, 6, 7):
        by_eval7: dict[int, int] = {}
        by_phe: dict[int, int] = {}
        for _ in range(0, hands // 3 + 1, 10_000):
            rows = np.argsort(rng.random((10_000, 52)), axis=1)[:, :size]
            for row, found in zip(rows.tolist(), evaluate_many(rows).tolist(), strict=True):
                first = by_eval7.setdefault(eval7.evaluate([cards7[card] for card in row]), found)
                second = by_phe.setdefault(phevaluator.evaluate_cards(*[to_phe[card] for card in row]), found)
                wrong += (first != found) + (second != found)
        # Equal is equal; and the order of what was seen is the same.
        wrong += [by_eval7[key] for key in sorted(by_eval7)] != sorted(by_eval7.values())
        wrong += [by_phe[key] for key in sorted(by_phe, reverse=True)] != sorted(by_phe.values())
        print(f"{size} cards: {len(by_phe)} classes seen, {wrong} mismatches so far", flush=True)
    return wrong


def main() -> int:
    """Run all three parts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--hands", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    began = time.process_time()
    tables.cache_clear()
    tables()
    print(f"tables: {time.process_time() - began:.3f} s with the code loaded or compiled", flush=True)
    tables.cache_clear()
    began = time.process_time()
    tables()
    print(f"tables: {time.process_time() - began:.3f} s again")
    count_categories()
    began = time.process_time()
    counts = count_categories()
    took = time.process_time() - began
    for name, count in counts.items():
        print(f"{name:16} {count:>12,}")
    right = tuple(counts.values()) == COUNTS
    print(f"{sum(counts.values()):,} hands in {took:.3f} s: {'as published' if right else 'WRONG'}")
    rows = np.argsort(np.random.default_rng(1).random((250_000, 52)), axis=1)[:, :7].astype(np.uint8)
    rows = np.tile(rows, (8, 1))
    sets = (np.int64(1) << rows.astype(np.int64)).sum(axis=1)
    for name, hands in (("sets", sets), ("rows", rows)):
        times = []
        for _ in range(10):
            began = time.process_time()
            evaluate_many(hands)
            times.append(time.process_time() - began)
        print(f"random hands as {name}: {len(hands) / min(times) / 1e6:.0f} million a second")
    wrong = mismatches(options.hands, options.seed)
    print(f"{wrong} mismatches with eval7 and phevaluator")
    return 0 if right and not wrong else 1


if __name__ == "__main__":
    sys.exit(main())
