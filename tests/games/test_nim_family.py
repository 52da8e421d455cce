"""The experts of Nim's relatives, judged by a search over the rules alone, never by the theorems."""

import json
import time
from functools import cache
from pathlib import Path

import pytest

from parlour.core.analyse import analyse
from parlour.core.driver import play
from parlour.core.limit import Limit
from parlour.core.registry import game
from parlour.core.rules import OVER, returns, turn
from parlour.core.solve import solve
from parlour.core.spec import make

VALUES = json.loads((Path(__file__).parents[1] / "values" / "nim.json").read_text(encoding="utf-8"))
FORMS = [
    ("subtraction", {"heaps": (12, 7), "take": (1, 3, 4)}),
    ("subtraction", {"heaps": (9, 5, 4), "take": (2, 3)}),
    ("wythoff", {"heaps": (9, 12)}),
    ("fibonacci_nim", {"heap": 24}),
    ("kayles", {"rows": (6, 3)}),
    ("kayles", {"rows": (7, 4), "dawson": True}),
    ("moore_nim", {"heaps": (3, 3, 2, 2), "k": 2}),
    ("moore_nim", {"heaps": (2, 3, 1, 2), "k": 3}),
    ("nimble", {"coins": (5, 3, 3, 2)}),
    ("nimble", {"coins": (4, 2, 2, 3), "misere": True}),
]


@cache
def worth(it, s):
    """Search the rules to their end: what a state is worth to seat 0."""
    seat = turn(s)
    if seat == OVER:
        return returns(s)[0]
    return (max if seat == 0 else min)(worth(it, it.play(s, a)) for a in it.legal(s))


def reachable(it):
    seen, layer = set(), {it.start()}
    while layer:
        seen |= layer
        layer = {it.play(s, a) for s in layer for a in it.legal(s)} - seen
    return [s for s in seen if it.turn(s) != OVER]


@pytest.mark.parametrize(("name", "options"), FORMS, ids=lambda part: str(part))
def test_every_candidate_and_every_choice_is_what_search_says_at_every_reachable_position(name, options):
    it = game(name, **options)
    won = lost = 0
    for s in reachable(it):
        seat = it.turn(s)
        sign = 1.0 if seat == 0 else -1.0
        value = sign * worth(it, s)
        for thorough in (False, True):
            expert = make(it, "expert", seat)
            expert.thorough = thorough
            choice = expert.decide(it.view(s, seat))
            assert choice.value == value, (s, choice)
            for candidate in choice.candidates:
                assert candidate.exact
                assert candidate.value == sign * worth(it, it.play(s, candidate.action)), (s, candidate)
            assert thorough <= (len(choice.candidates) == len(it.legal(s)))
            json.dumps(choice.to_json())
        won += value > 0
        lost += value < 0
    assert won > 10
    assert lost > 3


@pytest.mark.parametrize(("name", "options"), FORMS, ids=lambda part: str(part))
def test_the_solution_names_every_winning_move(name, options):
    it = game(name, **options)
    s = it.start()
    solution = solve(it)
    assert solution.value == worth(it, s)
    winning = [it.format(s, a) for a in it.legal(s) if worth(it, it.play(s, a)) > 0]
    assert sorted(solution.moves) == sorted(winning) == sorted(solution.certificate["winning_moves"])
    assert solution.certificate["table"]


@pytest.mark.parametrize(("name", "options"), FORMS, ids=lambda part: str(part))
def test_the_expert_wins_whole_matches_from_won_positions(name, options):
    it = game(name, **options)
    winner = 0 if worth(it, it.start()) > 0 else 1
    specs = ["expert", "random"] if winner == 0 else ["random", "expert"]
    for seed in range(5):
        assert play(it, specs, seed=seed).returns[winner] == 1.0


# -- stored positions, through the games -----------------------------------------------------------------


def test_stored_positions_of_wythoffs_game():
    lost = {tuple(pair) for pair in VALUES["wythoff_p_positions"] if any(pair)}
    for first in range(25):
        for second in range(max(first, 1), 40):
            value = solve(game("wythoff", heaps=(first, second))).value
            assert value == (-1.0 if (first, second) in lost else 1.0)


def test_stored_positions_of_moores_nim():
    lost = {tuple(heaps) for heaps in VALUES["moore_nim2_four_piles_le5_p_positions"] if any(heaps)}
    assert len(lost) == 7
    for heaps in lost:
        assert solve(game("moore_nim", heaps=heaps, k=2)).value == -1.0
        bigger = (*heaps[:3], heaps[3] + 1)
        assert solve(game("moore_nim", heaps=bigger, k=2)).value == 1.0


def test_stored_positions_of_fibonacci_nim():
    lost = [heap for heap in range(2, 120) if solve(game("fibonacci_nim", heap=heap)).value < 0]
    assert lost == VALUES["fibonacci_nim_p_positions_2_119"]


@pytest.mark.parametrize("dawson", [False, True])
def test_stored_values_of_kayles(dawson):
    stored = VALUES["dawsons_kayles_grundy_0_119" if dawson else "kayles_grundy_0_119"]
    for pins in range(2, 63):
        certificate = solve(game("kayles", rows=(pins,), dawson=dawson)).certificate
        assert certificate["nim_sum"] == stored[pins]
        assert certificate["parts"][0]["grundy"] == stored[pins]


@pytest.mark.parametrize("name", sorted(VALUES["subtraction_grundy_0_59"]))
def test_stored_values_of_subtraction_games(name):
    take = tuple(int(amount) for amount in name.strip("{}").split(","))
    for heap in range(min(take), 60):
        certificate = solve(game("subtraction", heaps=(heap,), take=take)).certificate
        assert certificate["nim_sum"] == VALUES["subtraction_grundy_0_59"][name][heap]


# -- evidence in words -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "options", "move", "words", "table"),
    [
        (
            "subtraction",
            {},
            "1:1",
            "1:1 leaves 20, a multiple of 4, and can do so again after every reply.",
            "XOR  1 = 1",
        ),
        (
            "kayles",
            {"rows": (3, 1)},
            None,
            "nim-sum 0: every reply can be answered.",
            "XOR  10 = 2",
        ),
        (
            "wythoff",
            {},
            "both:4",
            "8 and 11 are none of Wythoff's pairs. both:4 leaves one: 4 and 7 differ by 3, and "
            "floor(3 x 1.618...) = 4 is the smaller of the two.",
            "difference 3: floor(3 x 1.618...) = 4: 4 and 7",
        ),
        (
            "fibonacci_nim",
            {},
            "2",
            "20 = 13 + 5 + 2. Taking 2 leaves 18 = 13 + 5: the smallest part, 5, is more than the 4 that may "
            "be taken then.",
            "20 = 13 + 5 + 2; at most 19 may be taken",
        ),
        (
            "moore_nim",
            {},
            None,
            "The ones in each binary place of 3, 4, 5, 6, modulo 3: 0 2 2.",
            "mod 3  022",
        ),
        ("nimble", {"coins": (9, 3, 7, 7)}, "9>3", "Two coins on one square cancel: 3, 7.", "XOR  1010 = 10"),
        (
            "nimble",
            {"coins": (4, 1, 1), "misere": True},
            "4>1",
            "Only one coin is beyond square 1: 4>1 leaves 3 coins on square 1.",
            "XOR  100 = 4",
        ),
    ],
)
def test_the_proof_is_told(name, options, move, words, table):
    choice = analyse(game(name, **options))
    assert move is None or choice.move == move
    assert words in choice.reasons[0]
    assert table in choice.evidence["table"]
    assert choice.value == 1.0


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("subtraction", {"heaps": (20,)}, "every move loses against best play; 1:1 makes the game last"),
        ("kayles", {"rows": (4, 4)}, "runs of 4 and 4 pins, has the Grundy values 1 and 1, nim-sum 0"),
        ("wythoff", {"heaps": (10, 6)}, "10 and 6 differ by 4, and floor(4 x 1.618...) = 6 is the smaller"),
        ("fibonacci_nim", {"heap": 34}, "34, a Fibonacci number: the smallest part, 34, is more than the 33"),
        ("moore_nim", {"heaps": (4, 4, 4)}, "modulo 3: 0 0 0. All are 0, and no move leaves them so"),
        ("nimble", {"coins": (6, 6)}, "nim-sum 0, and any move makes it other than 0"),
        ("nimble", {"coins": (1, 1, 1), "misere": True}, "With 3 coins on square 1, an odd number"),
    ],
)
def test_a_lost_position_is_told_as_one(name, options, words):
    choice = analyse(game(name, **options))
    assert words in choice.reasons[0]
    assert {c.value for c in choice.candidates} == {-1.0}


def test_a_move_of_moores_nim_begun_well_is_finished_well():
    it = game("moore_nim")
    assert analyse(it, "4:1").move == "1:2"
    assert analyse(it, "1:3").value == -1.0  # heap 1 is needed for something else
    assert "done" in [c.move for c in analyse(it, "1:3").candidates]


@pytest.mark.parametrize("name", ["nim", *sorted({name for name, _ in FORMS})])
def test_a_decision_takes_less_than_a_millisecond(name):
    it = game(name)
    expert, view = make(it, "expert"), it.view(it.start(), 0)
    times = []
    for _ in range(20):
        began = time.perf_counter()
        expert.decide(view)
        times.append(time.perf_counter() - began)
    assert min(times) < 0.001  # about a tenth of that, after the first


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("subtraction", {"heaps": (999_999,) * 9, "take": (2, 5, 30, 111, 500, 999)}),
        ("wythoff", {"heaps": (1_000_000, 999_998)}),
        ("fibonacci_nim", {"heap": 1_000_000}),
        ("kayles", {"rows": (62,) * 15 + (61,)}),
        ("moore_nim", {"heaps": (1_000_000,) * 11 + (1,), "k": 2}),
        ("nimble", {"coins": (1_000_000,) * 31 + (999_999,)}),
    ],
)
def test_the_largest_positions_are_no_work(name, options):
    it = game(name, **options)
    expert, view = make(it, "expert"), it.view(it.start(), 0)
    times = []
    for _ in range(5):
        began = time.perf_counter()
        choice = expert.choose(view, Limit())
        times.append(time.perf_counter() - began)
    assert min(times) < 0.02  # most take a tenth of a millisecond; listing the moves would take seconds
    assert choice.value == 1.0


@pytest.mark.parametrize(
    ("name", "options", "says"),
    [
        ("nim", {"heaps": (4,), "misere": True}, "leaves 1: 1 heap of 1, which second player must take"),
        ("nim", {"heaps": (4, 1, 1), "misere": True}, "leaves 1, 1, 1: 3 heaps of 1. They are taken one"),
        ("nimble", {"coins": (7, 1), "misere": True}, "leaves 1 coin on square 1, whose move"),
        ("nimble", {"coins": (7, 1, 1), "misere": True}, "leaves 3 coins on square 1. They move one by one"),
    ],
)
def test_one_thing_left_is_not_told_as_several(name, options, says):
    choice = analyse(game(name, **options), "", "expert")
    assert says in choice.reasons[0]
