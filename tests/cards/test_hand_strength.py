"""The rule for the strength of a hand, against counts from the literature and against two other programs."""

from __future__ import annotations

import json
import random
from itertools import combinations, combinations_with_replacement
from pathlib import Path

import eval7
import phevaluator
import pytest

from parlour.cards.cards import card_set, card_text, parse_cards
from parlour.cards.hands import CATEGORIES, category, strength, words

COUNTS = json.loads((Path(__file__).parents[1] / "values" / "poker_hand_categories.json").read_text())
WORDS = {
    "AsAd9c9hKs2d3c": "two pair, aces and nines",
    "AsKsQsJsTs9s8s": "royal flush",
    "5h4h3h2hAhKdKc": "straight flush, five high",
    "6c6d6h2c2d2h": "full house, sixes over twos",
    "Ah2d3c4s5hKdKc": "straight, five high",
    "6c6d7h8c9dKsQs": "a pair of sixes",
    "6c6d6h6s9d": "four of a kind, sixes",
    "AhKh9h8h2h3h4h": "flush, ace high",
    "Ah2d3c4s7h": "ace high",
    "6c6d6h9s8d": "three of a kind, sixes",
}


@pytest.mark.parametrize("hand", WORDS)
def test_words(hand: str) -> None:
    assert words(strength(card_set(parse_cards(hand)))) == WORDS[hand]


def test_there_are_7462_strengths() -> None:
    """Every set of five ranks in mixed suits and in one suit: all hands but for which suits they are."""
    mixed = [ranks for ranks in combinations_with_replacement(range(13), 5) if ranks[0] < ranks[4]]
    hands = [card_set(13 * (i % 4) + rank for i, rank in enumerate(ranks)) for ranks in mixed]
    hands += [card_set(ranks) for ranks in combinations(range(13), 5)]
    found = {strength(hand) for hand in hands}
    assert len(hands) == len(found) == COUNTS["distinct_5card_classes"] == 7462
    assert sorted({category(value) for value in found}) == list(range(len(CATEGORIES)))


@pytest.mark.parametrize("size", [5, 6, 7])
def test_order_and_ties_agree_with_eval7_and_phevaluator(size: int) -> None:
    rng = random.Random(size)
    by_eval7: dict[int, int] = {}
    by_phe: dict[int, int] = {}
    for _ in range(4000):
        hand = rng.sample(range(52), size)
        texts = [card_text(card) for card in hand]
        value = strength(card_set(hand))
        assert by_eval7.setdefault(eval7.evaluate([eval7.Card(text) for text in texts]), value) == value
        assert by_phe.setdefault(phevaluator.evaluate_cards(*texts), value) == value
    assert [by_eval7[key] for key in sorted(by_eval7)] == sorted(by_eval7.values())
    assert [by_phe[key] for key in sorted(by_phe, reverse=True)] == sorted(by_phe.values())
