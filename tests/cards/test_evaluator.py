"""The fast evaluator: every hand of seven cards, and agreement with the rule, one by one and in batches."""

from __future__ import annotations

import json
from itertools import chain, combinations
from pathlib import Path

import numpy as np
import pytest

from hand_categories import categories, count_categories
from parlour.cards.cards import BadCards, card_set, parse_cards
from parlour.cards.evaluator import class_words, evaluate, evaluate_many, strength_of
from parlour.cards.hands import strength
from parlour.cards.tables import CLASSES, WEIGHTS, tables

VALUES = Path(__file__).parents[1] / "values"


def random_hands(count: int, size: int, seed: int) -> np.ndarray:
    """Deal hands: rows of different cards."""
    return np.argsort(np.random.default_rng(seed).random((count, 52)), axis=1)[:, :size].astype(np.uint8)


def test_all_133784560_hands_of_seven_cards() -> None:
    known = json.loads((VALUES / "poker_hand_categories.json").read_text())["cat7"]
    names = {"straight flush": "straight_flush_incl_royal"}
    counts = count_categories()
    assert {names.get(name, name.replace(" ", "_")): count for name, count in counts.items()} == known
    assert sum(counts.values()) == 133_784_560


def test_all_2598960_hands_of_five_cards() -> None:
    known = json.loads((VALUES / "poker_hand_categories.json").read_text())["cat5"]
    hands = np.fromiter(chain.from_iterable(combinations(range(52), 5)), np.uint8).reshape(-1, 5)
    counts = np.bincount(categories()[evaluate_many(hands)])
    assert counts.tolist() == list(known.values())


@pytest.mark.parametrize("size", [5, 6, 7])
def test_rows_sets_and_single_hands_say_what_the_rule_says(size: int) -> None:
    rows = random_hands(3000, size, size)
    sets = (np.int64(1) << rows.astype(np.int64)).sum(axis=1)
    classes = evaluate_many(rows)
    assert (classes == evaluate_many(sets)).all()
    for hand, found in zip(sets.tolist(), classes.tolist(), strict=True):
        assert evaluate(hand) == found
        assert strength_of(found) == strength(hand)


def test_sets_of_different_sizes_in_one_batch() -> None:
    hands = ["AsKsQsJsTs", "7c5d4h3s2c", "AsAdAhAcKsKd", "2c2d2h2s3c3d3h"]
    classes = evaluate_many(np.array([card_set(parse_cards(hand)) for hand in hands]))
    assert classes.tolist() == [evaluate(hand) for hand in hands]
    assert (classes[0], classes[1]) == (CLASSES, 1)
    assert class_words(int(classes[2])) == "four of a kind, aces"


def test_weights_give_every_hand_its_own_sum() -> None:
    """Why the tables work: sums of up to seven weights, at most four of each, are all different."""
    sums = [np.array([0])] + [np.array([], np.int64)] * 7
    for weight in WEIGHTS:
        sums = [np.concatenate([sums[m - k] + k * weight for k in range(min(4, m) + 1)]) for m in range(8)]
    assert [len(np.unique(sums[m])) for m in (5, 6, 7)] == [6175, 18395, 49205]
    assert tables().classes.nbytes + tables().shifts.nbytes < 300_000


@pytest.mark.parametrize(
    "hands",
    [
        np.array([[0, 1, 2, 3, 4, 5, 5]], np.uint8),
        np.array([[0, 1, 2, 3, 4, 5, 52]], np.uint8),
        np.array([[0, 1, 2, 3, -1]]),
        np.array([[0, 1, 2, 3, 63]], np.uint8),
        np.array([[0, 1, 2, 3, 4, 5, 70]], np.uint8),
        np.array([0b1111]),
        np.array([(1 << 8) - 1]),
        np.array([-1]),
        np.array([1 << 52 | 0b111111]),
        np.zeros((2, 4), np.uint8),
        np.zeros(3),
    ],
)
def test_what_is_no_hand_is_refused(hands: np.ndarray) -> None:
    with pytest.raises(BadCards):
        evaluate_many(hands)


@pytest.mark.parametrize("cards", ["AsKs", 0, (1 << 9) - 1, -5, 1 << 60, [0, 0, 0, 0, 0]])
def test_a_single_hand_too(cards: object) -> None:
    with pytest.raises(BadCards):
        evaluate(cards)  # type: ignore[arg-type]
