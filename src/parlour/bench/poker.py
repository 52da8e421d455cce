"""Poker beside eval7 and phevaluator: their fastest calls, and the loops one has to write around them.

Neither has a call for many hands, and eval7's exact equity deals no board, so the loop over boards is ours.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations

from parlour.bench.measure import Row, counted, rates
from parlour.cards.cards import card_text

EVAL7 = "eval7"
PHEVALUATOR = "phevaluator"
BATCH, FEW = 2_000_000, 100_000  # hands
SAMPLES = 100_000
ACES, KINGS = "AcAd", "KcKd"


def _hands(count: int) -> list[list[int]]:
    rng = random.Random(1)
    return [rng.sample(range(52), 7) for _ in range(count)]


def _evaluate_many() -> Callable[[], int]:
    import numpy as np

    from parlour.cards.evaluator import evaluate_many

    rows = np.argsort(np.random.default_rng(1).random((BATCH // 8, 52)), axis=1)[:, :7]
    sets = np.tile((np.int64(1) << rows).sum(axis=1), 8)
    return counted(len(sets), lambda: evaluate_many(sets))


def _by_phevaluator(card: int) -> int:
    return 4 * (card % 13) + card // 13


def evaluate_phevaluator() -> Row:
    """Evaluate random hands of seven: our batch against its fastest call, which is a private one."""
    from phevaluator import _pheval

    call = _pheval.evaluate_7cards
    hands = [tuple(map(_by_phevaluator, hand)) for hand in _hands(FEW)]

    def theirs() -> int:
        for a, b, c, d, e, f, g in hands:
            call(a, b, c, d, e, f, g)
        return len(hands)

    return rates("poker_evaluate", PHEVALUATOR, "hands/s", _evaluate_many(), theirs)


def evaluate_eval7() -> Row:
    """Evaluate random hands of seven: our batch against its call on cards made before."""
    import eval7

    hands = [[eval7.Card(card_text(card)) for card in hand] for hand in _hands(FEW)]

    def theirs() -> int:
        for hand in hands:
            eval7.evaluate(hand)
        return len(hands)

    return rates("poker_evaluate_eval7", EVAL7, "hands/s", _evaluate_many(), theirs)


def monte_carlo() -> Row:
    """Sample AsKs against any two cards, with the standard error; theirs gives none."""
    import eval7

    from parlour.cards.spot import make_spot
    from parlour.cards.variance import plain
    from parlour.core.rng import Stream

    spot = make_spot(["AsKs", "random"])
    hand = [eval7.Card("As"), eval7.Card("Ks")]
    everything = eval7.HandRange(",".join(card_text(b) + card_text(a) for a, b in combinations(range(52), 2)))

    def ours() -> int:
        return plain(spot, SAMPLES, Stream.of(1)).samples

    theirs = counted(SAMPLES, lambda: eval7.py_hand_vs_range_monte_carlo(hand, everything, [], SAMPLES))
    return rates("poker_monte_carlo", EVAL7, "samples/s", ours, theirs)


def exact_flop() -> Row:
    """Count all 1,070,190 deals of AsKs against any two cards on QsJs2c."""
    import eval7

    from parlour.cards.exact import by_boards
    from parlour.cards.spot import make_spot

    spot = make_spot(["AsKs", "random"], "QsJs2c")
    hand = [eval7.Card("As"), eval7.Card("Ks")]
    board = [eval7.Card(text) for text in ("Qs", "Js", "2c")]
    deck = [eval7.Card(card_text(card)) for card in range(52) if (spot.live >> card) & 1]

    def ours() -> int:
        return int(by_boards(spot).total)

    def theirs() -> int:
        counted = won = 0
        for come in combinations(deck, 2):
            table = [*board, *come]
            mine = eval7.evaluate(hand + table)
            left = [card for card in deck if card not in come]
            for holding in combinations(left, 2):
                won += eval7.evaluate([*holding, *table]) < mine
                counted += 1
        return counted

    return rates("poker_exact_flop", EVAL7, "deals/s", ours, theirs, rounds=1)


def exact_preflop() -> Row:
    """Count all 1,712,304 boards of aces against kings, without our table of match-ups."""
    from phevaluator import _pheval

    from parlour.cards.exact import by_hands
    from parlour.cards.spot import make_spot

    call = _pheval.evaluate_7cards
    spot = make_spot([ACES, KINGS])
    deck = [_by_phevaluator(card) for card in range(52) if (spot.live >> card) & 1]
    aces, kings = (48, 49), (44, 45)

    def ours() -> int:
        return int(by_hands(spot).total)

    def theirs() -> int:
        counted = won = 0
        for come in combinations(deck, 5):
            won += call(*aces, *come) < call(*kings, *come)
            counted += 1
        return counted

    return rates("poker_exact_preflop", PHEVALUATOR, "deals/s", ours, theirs, rounds=1)


BENCHES: dict[str, tuple[str, Callable[[], Row]]] = {
    "poker_evaluate": (PHEVALUATOR, evaluate_phevaluator),
    "poker_evaluate_eval7": (EVAL7, evaluate_eval7),
    "poker_monte_carlo": (EVAL7, monte_carlo),
    "poker_exact_flop": (EVAL7, exact_flop),
    "poker_exact_preflop": (PHEVALUATOR, exact_preflop),
}
