"""Nim against Bouton (1901), recomputed by search from the rules, and against stored values."""

import json
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.theory import binary_table, first_player_wins, nim_sum, winning_moves

VALUES = json.loads((Path(__file__).parents[1] / "values" / "nim.json").read_text(encoding="utf-8"))
HEAPS = st.lists(st.integers(0, 1_000_000) | st.integers(0, 3), max_size=12)


def after(heaps, heap, take):
    return (*heaps[:heap], heaps[heap] - take, *heaps[heap + 1 :])


def all_moves(heaps):
    return [(heap, take) for heap, size in enumerate(heaps) for take in range(1, size + 1)]


@cache
def mover_wins(heaps, misere):
    """Search the rules alone: with nothing left, the side to move lost (normal) or won (misère)."""
    if not any(heaps):
        return misere
    return any(not mover_wins(tuple(sorted(after(heaps, *move))), misere) for move in all_moves(heaps))


@pytest.mark.parametrize("misere", [False, True])
def test_bouton_theorem_holds_by_search_for_all_heaps_up_to_7_7_7(misere):
    for heaps in product(range(8), repeat=3):
        by_search = [m for m in all_moves(heaps) if not mover_wins(tuple(sorted(after(heaps, *m))), misere)]
        assert winning_moves(heaps, misere=misere) == by_search, heaps
        assert first_player_wins(heaps, misere=misere) == mover_wins(tuple(sorted(heaps)), misere), heaps


@pytest.mark.parametrize("misere", [False, True])
def test_bouton_theorem_holds_by_search_for_five_small_heaps(misere):
    for heaps in product(range(4), repeat=5):
        by_search = [m for m in all_moves(heaps) if not mover_wins(tuple(sorted(after(heaps, *m))), misere)]
        assert winning_moves(heaps, misere=misere) == by_search, heaps


def test_stored_values_of_small_positions():
    assert len(VALUES["small"]) == 150
    for case in VALUES["small"]:
        heaps, misere = case["piles"], case["misere"]
        assert nim_sum(heaps) == case["nim_sum"]
        assert first_player_wins(heaps, misere) == case["first_player_wins"]
        assert [list(move) for move in winning_moves(heaps, misere)] == case["winning_moves"]


def test_stored_values_of_heaps_up_to_a_million():
    assert len(VALUES["large_normal"]) == 50
    for case in VALUES["large_normal"]:
        assert nim_sum(case["piles"]) == case["nim_sum"]
        assert [list(move) for move in winning_moves(case["piles"])] == case["winning_moves_normal"]


def test_three_four_five_has_the_one_winning_move():
    assert winning_moves([3, 4, 5]) == [(0, 2)]
    assert winning_moves([3, 4, 5], misere=True) == [(0, 2)]


def test_misere_differs_from_normal_only_when_ones_remain():
    assert winning_moves([1, 1, 1]) == [(0, 1), (1, 1), (2, 1)]
    assert winning_moves([1, 1, 1], misere=True) == []
    assert winning_moves([5, 1]) == [(0, 4)]
    assert winning_moves([5, 1], misere=True) == [(0, 5)]


def test_the_end_is_lost_in_normal_play_and_won_in_misere():
    for end in ([], [0, 0]):
        assert not first_player_wins(end)
        assert first_player_wins(end, misere=True)
        assert winning_moves(end) == winning_moves(end, misere=True) == []


@given(HEAPS, st.booleans())
def test_a_winning_move_exists_exactly_when_the_mover_wins_and_leaves_a_lost_position(heaps, misere):
    moves = winning_moves(heaps, misere)
    for heap, take in moves:
        assert 1 <= take <= heaps[heap]
        assert not first_player_wins(after(heaps, heap, take), misere)
    if any(heaps):
        assert bool(moves) == first_player_wins(heaps, misere)


@given(HEAPS)
def test_normal_play_has_an_odd_number_of_winning_moves_or_none(heaps):
    # One for each heap with the leading bit of the nim-sum, which an odd number of heaps have.
    assert len(winning_moves(heaps)) % 2 == first_player_wins(heaps)


@given(HEAPS.filter(any), st.booleans(), st.data())
def test_a_move_not_listed_as_winning_leaves_a_won_position(heaps, misere, data):
    heap = data.draw(st.sampled_from([place for place, size in enumerate(heaps) if size]))
    take = data.draw(st.integers(1, heaps[heap]))
    left = after(heaps, heap, take)
    assert first_player_wins(left, misere) != ((heap, take) in winning_moves(heaps, misere))


@pytest.mark.parametrize("misere", [False, True])
def test_a_hundred_thousand_heaps_of_a_million(misere):
    heaps = [1_000_000] * 100_000 + [7]
    assert winning_moves(heaps, misere) == [(100_000, 7)]


def test_binary_table_shows_the_xor_as_evidence():
    table = binary_table([3, 4, 5])
    assert table.rows == (("3", "011"), ("4", "100"), ("5", "101"))
    assert (table.total, table.nim_sum) == ("010", 2)
    assert table.text() == "  3  011\n  4  100\n  5  101\n     ---\nXOR  010 = 2"


@given(HEAPS)
def test_binary_table_columns_hold_an_even_number_of_ones_where_the_total_is_0(heaps):
    table = binary_table(heaps)
    assert [int(bits, 2) for _, bits in table.rows] == heaps
    for place, bit in enumerate(table.total):
        assert sum(bits[place] == "1" for _, bits in table.rows) % 2 == int(bit)
    assert len({len(bits) for _, bits in table.rows} | {len(table.total)}) == 1


@pytest.mark.parametrize("function", [nim_sum, winning_moves, first_player_wins, binary_table])
def test_bad_heaps_are_named(function):
    with pytest.raises(ValueError, match=r"heap 1 is -2: give 0 or more"):
        function([3, -2])
    with pytest.raises(ValueError, match=r"heap 0 is 1\.5: give a whole number"):
        function([1.5])
