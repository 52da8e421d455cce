"""The relatives of Nim against the authors of their theorems: judged by search and by stored values."""

import json
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.theory import (
    fibonacci_nim_moves,
    grundy_values,
    moore_finish,
    moore_move,
    moore_sums,
    nim_sum,
    subtraction,
    subtraction_values,
    winning_moves,
    wythoff_moves,
    wythoff_pair,
    wythoff_partner,
    zeckendorf,
)

VALUES = json.loads((Path(__file__).parents[1] / "values" / "nim.json").read_text(encoding="utf-8"))


# -- Moore (1910) ------------------------------------------------------------------------------------------


def reductions(heaps, most):
    """Yield what up to so many heaps, each made smaller, leave."""
    for touched in range(1, most + 1):
        for chosen in combinations(range(len(heaps)), touched):
            for left in product(*(range(heaps[index]) for index in chosen)):
                after = list(heaps)
                for index, heap in zip(chosen, left, strict=True):
                    after[index] = heap
                yield tuple(after)


@cache
def mover_wins(heaps, k):
    return any(not mover_wins(tuple(sorted(after)), k) for after in reductions(heaps, k))


@pytest.mark.parametrize(("k", "heaps", "largest"), [(1, 3, 6), (2, 3, 6), (2, 4, 5), (3, 4, 4), (4, 5, 2)])
def test_moore_1910_the_digit_sums_say_who_wins_and_the_move_found_wins(k, heaps, largest):
    won = 0
    for sizes in combinations_with_replacement(range(largest + 1), heaps):
        move = moore_move(sizes, k)
        assert any(moore_sums(sizes, k)) == mover_wins(sizes, k) == bool(move), sizes
        if move:
            won += 1
            after = list(sizes)
            for heap, taken in move:
                assert 1 <= taken <= after[heap]
                after[heap] -= taken
            assert len({heap for heap, _ in move}) == len(move) <= k
            assert not mover_wins(tuple(sorted(after)), k), (sizes, move)
    assert won > 10


def test_stored_positions_of_moores_nim():
    every = combinations_with_replacement(range(6), 4)
    lost = [list(sizes) for sizes in every if not any(moore_sums(sizes, 2))]
    assert lost == VALUES["moore_nim2_four_piles_le5_p_positions"]


@given(st.lists(st.integers(0, 10**9), min_size=1, max_size=12), st.integers(1, 11))
def test_moores_move_leaves_every_digit_sum_0_however_large_the_heaps(heaps, k):
    move = moore_move(heaps, k)
    assert bool(move) == any(moore_sums(heaps, k))
    for heap, taken in move:
        assert taken > 0
        heaps[heap] -= taken
    assert min(heaps) >= 0
    assert len(move) <= k
    assert not any(moore_sums(heaps, k))


@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=8))
def test_with_one_heap_a_move_it_is_boutons_nim(heaps):
    assert any(moore_sums(heaps, 1)) == (nim_sum(heaps) != 0)
    assert all(pair in winning_moves(heaps) for pair in moore_move(heaps, 1))


@given(
    st.lists(st.integers(0, 6), min_size=1, max_size=4),
    st.integers(1, 3),
    st.sets(st.integers(0, 3)),
    st.integers(0, 3),
)
def test_finishing_a_move_finds_what_trying_everything_finds(heaps, k, untouched, most):
    untouched = sorted(index for index in untouched if index < len(heaps))
    most = min(most, k)
    allowed = [
        after
        for after in [tuple(heaps), *reductions(heaps, most)]
        if all(index in untouched for index in range(len(heaps)) if after[index] != heaps[index])
    ]
    found = moore_finish(heaps, k, untouched, most)
    assert (found is not None) == any(not any(moore_sums(after, k)) for after in allowed)
    if found is not None:
        assert tuple(found) in allowed
        assert not any(moore_sums(found, k))


# -- Wythoff (1907) ----------------------------------------------------------------------------------------


def wythoff_after(first, second):
    yield from ((first - n, second) for n in range(1, first + 1))
    yield from ((first, second - n) for n in range(1, second + 1))
    yield from ((first - n, second - n) for n in range(1, min(first, second) + 1))


def test_wythoff_1907_every_winning_move_up_to_40():
    lost = set()
    for first, second in sorted(product(range(41), repeat=2), key=sum):
        winning = sorted((first - a, second - b) for a, b in wythoff_after(first, second) if (a, b) in lost)
        if not winning:
            lost.add((first, second))
        assert wythoff_moves(first, second) == winning, (first, second)
        assert (tuple(sorted((first, second))) == wythoff_pair(abs(first - second))) == (not winning)
        assert (wythoff_partner(first) == second) == (not winning)


def test_stored_positions_of_wythoffs_game():
    assert [list(wythoff_pair(d)) for d in range(40)] == VALUES["wythoff_p_positions"]


@given(st.integers(0, 10**40))
def test_each_number_is_in_one_pair_however_large(heap):
    partner = wythoff_partner(heap)
    assert wythoff_partner(partner) == heap
    assert wythoff_pair(abs(heap - partner)) == tuple(sorted((heap, partner)))


def test_wythoffs_recurrence_the_smaller_is_the_least_number_not_used_before():
    used = set()
    for difference in range(2000):
        smaller, larger = wythoff_pair(difference)
        assert smaller not in used
        assert all(number in used for number in range(smaller))
        used |= {smaller, larger}


# -- Whinihan (1963) ---------------------------------------------------------------------------------------


@cache
def taker_wins(left, most):
    return any(not taker_wins(left - n, 2 * n) for n in range(1, min(left, most) + 1))


def test_whinihan_1963_every_winning_move_up_to_80():
    for left in range(1, 81):
        for most in range(1, left + 1):
            winning = [n for n in range(1, most + 1) if not taker_wins(left - n, 2 * n)]
            assert fibonacci_nim_moves(left, most) == winning, (left, most)


def test_stored_positions_of_fibonacci_nim():
    lost = [heap for heap in range(2, 120) if not fibonacci_nim_moves(heap, heap - 1)]
    assert lost == VALUES["fibonacci_nim_p_positions_2_119"]


@given(st.integers(0, 10**30))
def test_zeckendorf_no_two_parts_are_neighbours(number):
    parts = zeckendorf(number)
    assert sum(parts) == number
    fibonacci = [1, 2]
    while fibonacci[-1] <= number:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    places = [fibonacci.index(part) for part in parts]
    assert all(high - low >= 2 for high, low in pairwise(places))


# -- subtraction games -------------------------------------------------------------------------------------


@given(st.sets(st.integers(1, 20), min_size=1, max_size=6))
def test_golomb_1966_the_values_found_with_the_period_are_those_found_without(amounts):
    values = subtraction_values(tuple(amounts), 100_000)
    assert [values.at(heap) for heap in range(800)] == grundy_values(799, subtraction(amounts))
    assert values.period > 0
    assert len(values.values) == values.start + values.period


@pytest.mark.parametrize("name", sorted(VALUES["subtraction_grundy_0_59"]))
def test_stored_subtraction_games_and_their_periods(name):
    amounts = tuple(int(amount) for amount in name.strip("{}").split(","))
    values = subtraction_values(amounts, 10**6)
    assert [values.at(heap) for heap in range(60)] == VALUES["subtraction_grundy_0_59"][name]
    period = {"{1,2,3}": 4, "{1,2,3,4}": 5, "{1,3,4}": 7, "{2,3}": 5, "{1,4,5}": 8}[name]
    assert (values.start, values.period) == (0, period)


def test_taking_one_to_three_from_a_huge_heap_is_the_remainder_by_four():
    assert subtraction_values((1, 2, 3), 10**6).at(10**18 + 3) == 3


def test_where_no_period_is_found_in_time_the_values_stop_at_the_largest_heap():
    values = subtraction_values((3, 5, 11, 19), 20)
    assert (values.period, len(values.values)) == (0, 21)
    with pytest.raises(IndexError):
        values.at(21)


def test_bad_arguments_are_named():
    with pytest.raises(ValueError, match=r"k is 0"):
        moore_sums([1, 2], 0)
    with pytest.raises(ValueError, match=r"heaps are \[-1\]"):
        moore_move([-1], 1)
    with pytest.raises(ValueError, match=r"difference is -1"):
        wythoff_pair(-1)
    with pytest.raises(ValueError, match=r"number is -5"):
        zeckendorf(-5)
    with pytest.raises(ValueError, match=r"amounts are \(0, 1\)"):
        subtraction_values((0, 1), 10)
