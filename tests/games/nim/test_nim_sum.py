"""The Nim expert against Bouton (1901): judged by a table searched from the rules, not by the theorem."""

import json
import time
from functools import cache
from itertools import combinations_with_replacement

import pytest

from parlour.core.analyse import analyse
from parlour.core.driver import play
from parlour.core.limit import Limit
from parlour.core.registry import game
from parlour.core.rng import Stream
from parlour.core.solve import solve
from parlour.core.spec import make
from parlour.core.strategy import Strategy
from parlour.games.nim import State

BLANK = (0, 0, 0, 0)  # one word of actions for each of four heaps


@cache
def mover_wins(heaps, misere):
    """Search the rules alone: with nothing left, the side to move lost (normal) or won (misère)."""
    if not any(heaps):
        return misere
    return any(
        not mover_wins(tuple(sorted((*heaps[:heap], size - taken, *heaps[heap + 1 :]))), misere)
        for heap, size in enumerate(heaps)
        for taken in range(1, size + 1)
    )


@pytest.mark.parametrize("misere", [False, True])
def test_bouton_1901_every_won_position_up_to_7_7_7_7_stays_won(misere):
    nim = game("nim", heaps=(7, 7, 7, 7), misere=misere)
    expert: Strategy = make(nim, "nim_sum", 0, Stream.of(1))
    won = 0
    for heaps in combinations_with_replacement(range(8), 4):
        if not any(heaps):
            continue
        s = State(heaps, 0, int(misere), BLANK)
        choice = expert.decide(nim.view(s, 0))
        left = nim.play(s, choice.action).heaps
        good = mover_wins(heaps, misere)
        won += good
        assert mover_wins(tuple(sorted(left)), misere) != good, (heaps, choice.move)
        assert choice.value == (1.0 if good else -1.0), heaps
        for candidate in choice.candidates:
            after = tuple(sorted(nim.play(s, candidate.action).heaps))
            assert candidate.value == (-1.0 if mover_wins(after, misere) else 1.0), (heaps, candidate.move)
    assert won > 200  # of 329 positions, so the loop above has something to say


@pytest.mark.parametrize(("heaps", "misere"), [((3, 4, 5), False), ((3, 4, 5), True), ((7, 6, 2, 2), False)])
def test_the_expert_wins_whole_matches_from_won_positions(heaps, misere):
    assert mover_wins(tuple(sorted(heaps)), misere)
    for seed in range(10):
        record = play(game("nim", heaps=heaps, misere=misere), ("nim_sum", "random"), seed=seed)
        assert record.returns == (1.0, -1.0)


def test_three_four_five_is_explained_by_its_nim_sum():
    choice = analyse("nim", "", "nim_sum")
    assert choice.move == "1:2"
    assert choice.evidence["nim_sum"] == 2
    assert choice.evidence["binary"] == ["011", "100", "101"]
    assert choice.evidence["table"].endswith("XOR  010 = 2")
    assert choice.reasons == (
        "The heaps 3, 4, 5 have nim-sum 2 (010): taking 2 from heap 1 leaves 1, 4, 5 with nim-sum 0, "
        "and from there every reply can be answered.",
        "The nim-sum is the heaps' sum in binary without carrying: who leaves 0 can leave 0 every time.",
    )
    assert len(choice.candidates) == 12
    assert [c.move for c in choice.candidates if c.value == 1.0] == ["1:2"]
    json.dumps(choice.to_json())


@pytest.mark.parametrize(
    ("heaps", "move", "words"),
    [
        ((5, 1), "1:5", "leaves 0, 1: 1 heap of 1, which the second player must take"),
        ((5, 1, 1), "1:4", "leaves 1, 1, 1: 3 heaps of 1."),
        ((1, 1, 0), None, "leaves 1 heap of 1, an odd number"),
        ((1, 1, 1), None, "With 3 heaps of 1 left, an odd number, who is to move must take the last"),
        ((3, 4, 5), "1:2", "misère goes like normal play"),
    ],
)
def test_misere_says_what_it_leaves(heaps, move, words):
    choice = analyse(game("nim", heaps=heaps, misere=True), "", "nim_sum")
    assert move is None or choice.move == move
    assert words in choice.reasons[0]


def test_in_a_lost_position_it_takes_one_from_the_largest_heap_and_says_so():
    choice = analyse(game("nim", heaps=(1, 4, 5)), "", "nim_sum")
    assert choice.move == "3:1"
    assert "every move loses" in choice.reasons[0]
    assert {c.value for c in choice.candidates} == {-1.0}


def test_of_several_winning_moves_any_may_be_chosen():
    moves = {analyse(game("nim", heaps=(1, 1, 1)), "", "nim_sum", seed=seed).move for seed in range(40)}
    assert moves == {"1:1", "2:1", "3:1"}


def test_the_solution_is_boutons():
    solution = solve("nim")
    assert (solution.value, solution.seat, solution.moves) == (1.0, 0, ("1:2",))
    assert solution.certificate["method"] == "Bouton's theorem"
    assert solution.certificate["winning_moves"] == ["1:2"]
    after = solve("nim", "1:2")
    assert (after.value, after.seat, after.moves) == (-1.0, 1, ())


@pytest.mark.parametrize("last", [999_999, 1_000_000])
def test_thirty_two_heaps_of_a_million_are_no_work(last):
    nim = game("nim", heaps=(1_000_000,) * 31 + (last,))
    expert, view = make(nim, "nim_sum"), nim.view(nim.start(), 0)
    times = []
    for _ in range(5):
        began = time.perf_counter()
        choice = expert.choose(view, Limit())
        times.append(time.perf_counter() - began)
    assert min(times) < 0.02  # about half a millisecond; listing the moves would take seconds
    assert len(choice.candidates) == (31 if last == 999_999 else 1)
    assert {c.value for c in choice.candidates} == {1.0 if last == 999_999 else -1.0}


def test_the_heaps_are_shown_in_binary_with_the_ones_of_their_sum_marked():
    (shown,) = analyse(game("nim", heaps=(3, 4, 5)), "").exhibits
    assert shown.picture.text().splitlines() == [
        "            4 2 1",
        "heap 1: 3   0 1 1",
        "heap 2: 4   1 0 0",
        "heap 3: 5   1 0 1",
        "nim-sum: 2  0[1]0",
    ]
    assert shown.data == {"heaps": [3, 4, 5], "binary": ["011", "100", "101"], "nim_sum": 2}
