"""Grundy values against the Sprague-Grundy theorem, Guy and Smith (1956), and stored values."""

import json
import time
from functools import reduce
from operator import xor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.theory import dawsons_kayles, grundy, grundy_values, kayles, mex, subtraction

VALUES = json.loads((Path(__file__).parents[1] / "values" / "nim.json").read_text(encoding="utf-8"))


def row_moves(take_sizes):
    """Write Kayles-like games from the rules: knock neighbouring pins out of any row, position = all rows."""

    def moves(rows):
        for place, row in enumerate(rows):
            rest = rows[:place] + rows[place + 1 :]
            for take in take_sizes:
                for start in range(row - take + 1):
                    parts = (part for part in (start, row - take - start) if part)
                    yield tuple(sorted((*rest, *parts)))

    return moves


@given(st.sets(st.integers(0, 20)))
def test_mex_is_the_least_number_missing(values):
    least = mex(values)
    assert least not in values
    assert set(range(least)) <= values


@pytest.mark.parametrize("name", sorted(VALUES["subtraction_grundy_0_59"]))
def test_stored_subtraction_games(name):
    amounts = {int(amount) for amount in name.strip("{}").split(",")}
    assert grundy_values(59, subtraction(amounts)) == VALUES["subtraction_grundy_0_59"][name]


@given(st.integers(1, 9))
def test_taking_one_to_k_gives_the_remainder_by_k_plus_1(k):
    assert grundy_values(50, subtraction(range(1, k + 1))) == [heap % (k + 1) for heap in range(51)]


def test_stored_kayles_and_dawsons_kayles():
    assert grundy_values(119, kayles) == VALUES["kayles_grundy_0_119"]
    assert grundy_values(119, dawsons_kayles) == VALUES["dawsons_kayles_grundy_0_119"]


def test_guy_and_smith_kayles_has_period_12_after_70_and_1000_heaps_take_under_2_seconds():
    start = time.process_time()
    values = grundy_values(1000, kayles)
    assert time.process_time() - start < 2
    assert values[70] != values[82]
    assert all(values[heap] == values[heap + 12] for heap in range(71, 989))


def test_guy_and_smith_dawsons_kayles_has_period_34_after_52():
    values = grundy_values(400, dawsons_kayles)
    assert values[52] != values[86]
    assert all(values[heap] == values[heap + 34] for heap in range(53, 367))


@pytest.mark.parametrize(("options", "takes"), [(kayles, (1, 2)), (dawsons_kayles, (2,))])
def test_whole_position_search_agrees_with_nim_sum_of_the_rows(options, takes):
    values = grundy_values(8, options)
    for rows in [(8,), (3, 5), (2, 2, 4), (1, 3, 4)]:
        assert grundy(rows, row_moves(takes)) == reduce(xor, (values[row] for row in rows))


def test_grundy_value_of_nim_is_the_nim_sum():
    def moves(heaps):
        for place, heap in enumerate(heaps):
            for left in range(heap):
                yield (*heaps[:place], left, *heaps[place + 1 :])

    assert grundy((3, 4, 5), moves) == 3 ^ 4 ^ 5
    assert grundy((6, 6, 1), moves) == 1


def test_grundy_takes_any_hashable_position():
    game = {"start": [None, "middle"], "middle": [None, None], None: []}
    assert grundy("start", game.__getitem__) == 2


def test_games_deeper_than_the_recursion_limit():
    assert grundy(50_000, lambda heap: range(max(0, heap - 3), heap)) == 50_000 % 4


@pytest.mark.parametrize("moves", [lambda p: [p], lambda p: [(p + 1) % 3]])
def test_a_game_that_can_loop_is_refused(moves):
    with pytest.raises(ValueError, match=r"position 0 can repeat: give a game where every line of play ends"):
        grundy(0, moves)


def test_reaching_a_position_by_two_ways_is_not_a_loop():
    assert grundy("a", {"a": "bc", "b": "d", "c": "d", "d": ""}.__getitem__) == 0


def test_bad_arguments_are_named():
    with pytest.raises(ValueError, match=r"n is -1"):
        grundy_values(-1, kayles)
    with pytest.raises(ValueError, match=r"heap 0 becomes \(0,\)"):
        grundy_values(3, lambda heap: [(heap,)])
    for amounts in ([], [0, 1]):
        with pytest.raises(ValueError, match=r"amounts are .*: give at least one, each 1 or more"):
            subtraction(amounts)
