"""Counting and drawing deals, held against a list of all of them made the plainest way."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import factorial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

from parlour.beliefs.deals import SEATS, Unseen, chances, count, deals
from parlour.beliefs.deals_kernel import Sampler
from parlour.core.bits import listed
from parlour.core.rng import Stream

LEAST_P = 0.001
SUIT = (1 << 13) - 1


def five(cards: tuple[int, ...], places: tuple[int, int, int, int], barred: int) -> Unseen:
    """Add empty classes up to five: compiled code is made for a number of classes, and one is enough here."""
    return Unseen((*cards, *(0,) * (5 - len(cards))), places, barred)


def bar(*pairs: tuple[int, int]) -> int:
    """Bar each (class, seat)."""
    return sum(1 << SEATS * kind + seat for kind, seat in pairs)


def plainly(unseen: Unseen) -> list[tuple[int, ...]]:
    """List the deals by giving every card to every seat and keeping what fits."""
    cards = [(kind, card) for kind, held in enumerate(unseen.cards) for card in listed(held)]
    found = []
    for seats in product(range(SEATS), repeat=len(cards)):
        if any(unseen.barred >> SEATS * k + seat & 1 for (k, _), seat in zip(cards, seats, strict=True)):
            continue
        if [seats.count(seat) for seat in range(SEATS)] == list(unseen.places):
            hands = [0] * SEATS
            for (_, card), seat in zip(cards, seats, strict=True):
                hands[seat] |= 1 << card
            found.append(tuple(hands))
    return found


@st.composite
def unseens(draw: st.DrawFn, most: int = 6) -> Unseen:
    """Some cards of one to five classes, any places that add up, any bars."""
    kinds = draw(st.integers(1, 5))
    of = draw(st.lists(st.integers(0, kinds - 1), max_size=most))
    at = draw(st.lists(st.integers(0, SEATS - 1), min_size=len(of), max_size=len(of)))
    cards = [0] * kinds
    for number, kind in enumerate(of):
        cards[kind] |= 1 << (5 * number + kind)
    places = (at.count(0), at.count(1), at.count(2), at.count(3))
    return five(tuple(cards), places, draw(st.integers(0, (1 << SEATS * kinds) - 1)))


@given(unseens())
@settings(max_examples=120)
def test_the_count_and_the_list_are_those_of_plain_enumeration(unseen: Unseen) -> None:
    expected = plainly(unseen)
    assert count(unseen) == len(expected)
    assert sorted(deals(unseen)) == sorted(expected)
    if not expected:
        with pytest.raises(ValueError, match="no deal fits"):
            Sampler(unseen)
        with pytest.raises(ValueError, match="no deal fits"):
            chances(unseen)
    else:
        assert Sampler(unseen).total == len(expected)


@given(unseens())
@settings(max_examples=80)
def test_the_chances_are_the_shares_of_the_listed_deals(unseen: Unseen) -> None:
    expected = plainly(unseen)
    if not expected:
        return
    found, fast = chances(unseen), Sampler(unseen).chances()
    for kind, cards in enumerate(unseen.cards):
        for card in listed(cards):
            for seat in range(SEATS):
                share = Fraction(sum(deal[seat] >> card & 1 for deal in expected), len(expected))
                assert found[kind][seat] == share
                assert fast[kind, seat] == pytest.approx(float(share), abs=1e-12)


@given(unseens(most=12), st.integers(0, 2**32))
@settings(max_examples=60)
def test_every_draw_fits(unseen: Unseen, seed: int) -> None:
    if count(unseen) == 0:
        return
    everything = sum(unseen.cards)
    for deal in Sampler(unseen).draw(Stream.of(seed), 40).tolist():
        assert sum(deal) == everything
        assert tuple(hand.bit_count() for hand in deal) == unseen.places
        for kind, cards in enumerate(unseen.cards):
            for seat in range(SEATS):
                assert not (unseen.barred >> SEATS * kind + seat & 1 and deal[seat] & cards)


# Each case is hard for a sampler that deals card by card: bars that force, unequal places, a class of one.
CASES = {
    "no bars": five((0b111, 0b111 << 13), (0, 2, 2, 2), 0),
    "one void": five((0b111, 0b1111 << 13), (0, 2, 2, 3), bar((0, 1))),
    "voids that force": five((0b11, 0b11 << 13, 0b11 << 26), (0, 2, 2, 2), bar((0, 1), (0, 2))),
    "unequal places": five((0b11111, 0b11 << 13), (0, 1, 2, 4), bar((1, 3))),
    "four hands": five((0b111, 0b111 << 13), (2, 1, 2, 1), bar((0, 0))),
    "a card of its own": five((0b111, 0b1 << 13, 0b11 << 26), (0, 2, 3, 1), bar((1, 1), (2, 2))),
    "sorted places": five((0b1111, 0b111 << 13), (4, 2, 1, 0), bar((0, 1))),
}


@pytest.mark.parametrize("name", CASES)
def test_all_deals_are_as_likely(name: str) -> None:
    unseen = CASES[name]
    expected = plainly(unseen)
    drawn = Counter(map(tuple, Sampler(unseen).draw(Stream.of(7, name), 60_000).tolist()))
    assert set(drawn) <= set(expected)
    assert len(expected) > 2
    assert chisquare([drawn[deal] for deal in expected]).pvalue > LEAST_P


def test_dealing_card_by_card_would_fail_that_test() -> None:
    """The sampler of the usual sketch: each card to a seat with room, again from the start when stuck."""
    unseen = CASES["one void"]
    rng, drawn = Stream.of(3), Counter[tuple[int, ...]]()
    cards = [(kind, card) for kind, held in enumerate(unseen.cards) for card in listed(held)]
    while sum(drawn.values()) < 60_000:
        hands = [0] * SEATS
        for kind, card in cards:
            open_to = [
                seat
                for seat in range(SEATS)
                if hands[seat].bit_count() < unseen.places[seat]
                and not unseen.barred >> SEATS * kind + seat & 1
            ]
            if not open_to:
                break
            hands[rng.choice(open_to)] |= 1 << card
        else:
            drawn[tuple(hands)] += 1
    assert chisquare([drawn[deal] for deal in plainly(unseen)]).pvalue < 1e-9


def test_a_whole_pack_is_counted_exactly() -> None:
    pack = tuple(SUIT << 13 * suit for suit in range(4))
    hidden = factorial(52) // factorial(13) ** 4
    assert count(Unseen(pack, (13, 13, 13, 13), 0)) == hidden
    sampler = Sampler(Unseen(pack, (13, 13, 13, 13), 0))
    assert sampler.total == pytest.approx(hidden, rel=1e-13)
    assert np.allclose(sampler.chances(), 0.25, atol=1e-13)


def test_counts_of_three_hands_are_whole_numbers_up_to_2_to_the_53() -> None:
    cards = tuple(((1 << 9) - 1) << 13 * suit for suit in range(4))
    unseen = Unseen(cards, (12, 0, 12, 12), bar((2, 2), (0, 0)))
    exact = count(unseen)
    assert exact < 2**53
    assert Sampler(unseen).total == exact


def test_without_bars_a_card_is_with_a_seat_by_its_share_of_the_places() -> None:
    unseen = Unseen((0b1111111, 0b111 << 13, 0b11 << 26), (0, 3, 4, 5), 0)
    for row in chances(unseen):
        assert row == [0, Fraction(3, 12), Fraction(4, 12), Fraction(5, 12)]


def test_a_void_moves_the_suit_to_the_others_and_other_suits_to_the_void_hand() -> None:
    unseen = Unseen((0b1111, 0b11111 << 13), (0, 3, 3, 3), bar((0, 2)))
    first, second = chances(unseen)
    assert first == [0, Fraction(1, 2), 0, Fraction(1, 2)]
    assert second == [0, Fraction(1, 5), Fraction(3, 5), Fraction(1, 5)]


def test_the_same_stream_draws_the_same_deals() -> None:
    sampler = Sampler(CASES["one void"])
    first, second = Stream.of(5), Stream.of(5)
    assert (sampler.draw(first, 50) == sampler.draw(second, 50)).all()
    assert first == second != Stream.of(5)


def test_both_backends_draw_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = {}
    for asked in ("native", "interpreted"):
        monkeypatch.setenv("PARLOUR_BACKEND", asked)
        sampler = Sampler(CASES["four hands"])
        drawn[asked] = (sampler.draw(Stream.of(11), 200).tolist(), sampler.chances().tolist())
    assert drawn["native"][0] == drawn["interpreted"][0]
    assert np.allclose(drawn["native"][1], drawn["interpreted"][1], atol=1e-15)
