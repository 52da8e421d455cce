"""Nim and its relatives: their rules, written out once more on plain tuples, agree, and so do the winners."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest

from parlour import OVER, Stream, game, solve
from parlour.core.errors import IllegalMove, InvalidMove
from parlour.laws import check_game

from .helpers import after, drawn, refuses_move, refuses_option

GAMES = 300


# -- the rules once more: what each move, by its text, leaves; whose turn it is comes last ----------------


def subtraction(heaps, take):
    def moves(position):
        *heaps, who = position
        return {
            f"{i + 1}:{n}": (*heaps[:i], heap - n, *heaps[i + 1 :], 1 - who)
            for i, heap in enumerate(heaps)
            for n in take
            if n <= heap
        }

    return (*heaps, 0), moves


def wythoff(heaps):
    def moves(position):
        a, b, who = position
        found = {f"1:{n}": (a - n, b, 1 - who) for n in range(1, a + 1)}
        found |= {f"2:{n}": (a, b - n, 1 - who) for n in range(1, b + 1)}
        return found | {f"both:{n}": (a - n, b - n, 1 - who) for n in range(1, min(a, b) + 1)}

    return (*heaps, 0), moves


def fibonacci_nim(heap):
    def moves(position):
        left, most, who = position
        return {str(n): (left - n, 2 * n, 1 - who) for n in range(1, min(left, most) + 1)}

    return (heap, heap - 1, 0), moves


def kayles(rows, dawson=False):
    """Rows as text, one character a pin."""

    def moves(position):
        *rows, who = position
        found = {}
        for i, row in enumerate(rows):
            for pin, (here, following) in enumerate(pairwise(row + ".")):
                if here == "|" and not dawson:
                    text = row[:pin] + "." + row[pin + 1 :]
                    found[f"{i + 1}:{pin + 1}"] = (*rows[:i], text, *rows[i + 1 :], 1 - who)
                if here == following == "|":
                    text = row[:pin] + ".." + row[pin + 2 :]
                    found[f"{i + 1}:{pin + 1}-{pin + 2}"] = (*rows[:i], text, *rows[i + 1 :], 1 - who)
        return found

    return (*("|" * pins for pins in rows), 0), moves


def moore_nim(heaps, k):
    """The heaps, which of them this move has touched, and who is to move."""

    def moves(position):
        heaps, touched, who = position
        found = {"done": (heaps, (), 1 - who)} if touched else {}
        for i, heap in enumerate(heaps):
            if i in touched:
                continue
            for n in range(1, heap + 1):
                left, now = (*heaps[:i], heap - n, *heaps[i + 1 :]), (*touched, i)
                over = len(now) == k or not any(h for j, h in enumerate(left) if j not in now)
                found[f"{i + 1}:{n}"] = (left, (), 1 - who) if over else (left, now, who)
        return found

    return (tuple(heaps), (), 0), moves


def nim(heaps, misere=False):
    def moves(position):
        *heaps, who = position
        return {
            f"{i + 1}:{n}": (*heaps[:i], heap - n, *heaps[i + 1 :], 1 - who)
            for i, heap in enumerate(heaps)
            for n in range(1, heap + 1)
        }

    return (*heaps, 0), moves


def nimble(coins, misere=False):
    def moves(position):
        *coins, who = position
        return {
            f"{coin}>{to}": (*coins[:i], to, *coins[i + 1 :], 1 - who)
            for i, coin in reversed([*enumerate(coins)])  # the first of equals is what stays
            for to in range(coin)
        }

    return (*coins, 0), moves


RULES = {
    "nim": nim,
    "nimble": nimble,
    "subtraction": subtraction,
    "wythoff": wythoff,
    "fibonacci_nim": fibonacci_nim,
    "kayles": kayles,
    "moore_nim": moore_nim,
}
FORMS = [
    ("subtraction", {"heaps": (21,), "take": (1, 2, 3)}),
    ("subtraction", {"heaps": (5, 9, 1), "take": (2, 3, 7)}),
    ("subtraction", {"heaps": (40, 0), "take": (5,)}),
    ("wythoff", {"heaps": (8, 11)}),
    ("wythoff", {"heaps": (70, 3)}),  # two words of actions a heap
    ("wythoff", {"heaps": (0, 5)}),
    ("fibonacci_nim", {"heap": 20}),
    ("fibonacci_nim", {"heap": 2}),
    ("fibonacci_nim", {"heap": 130}),
    ("kayles", {"rows": (7, 5)}),
    ("kayles", {"rows": (7, 5), "dawson": True}),
    ("kayles", {"rows": (1, 0, 62)}),
    ("kayles", {"rows": (2, 3, 4), "dawson": True}),
    ("moore_nim", {"heaps": (3, 4, 5, 6), "k": 2}),
    ("moore_nim", {"heaps": (2, 0, 3), "k": 4}),
    ("moore_nim", {"heaps": (5, 70), "k": 1}),
    ("moore_nim", {"heaps": (4, 1, 3, 2, 2), "k": 3}),
]
IDS = [name + "".join(f"-{k}={v}" for k, v in options.items()).replace(" ", "") for name, options in FORMS]


@pytest.mark.parametrize(("name", "options"), FORMS, ids=IDS)
def test_random_games_agree_with_the_rules_written_out_here(name, options):
    it = game(name, **options)
    first, moves = RULES[name](**options)
    for index in range(GAMES):
        rng, s, position = Stream.of(index, name), it.start(), first
        while found := moves(position):
            assert it.turn(s) == position[-1]
            assert {it.format(s, a) for a in it.legal(s)} == set(found)
            assert it.returns(s) == (0.0, 0.0)
            text = rng.choice(sorted(found))
            position, s = found[text], it.play(s, it.parse(s, text))
        assert it.turn(s) == OVER
        assert it.legal(s) == []
        assert it.returns(s) == (
            (1.0, -1.0) if position[-1] == 1 else (-1.0, 1.0)
        )  # who cannot move has lost


SMALL = [
    ("nim", {"heaps": (3, 5, 4)}),
    ("nim", {"heaps": (1, 2, 3, 4), "misere": True}),
    ("nim", {"heaps": (1, 1, 6, 1, 1), "misere": True}),
    ("nimble", {"coins": (5, 3, 3, 2)}),
    ("nimble", {"coins": (4, 1, 2, 2), "misere": True}),
    ("subtraction", {"heaps": (21,), "take": (1, 2, 3)}),
    ("subtraction", {"heaps": (7, 9, 5), "take": (2, 3, 7)}),
    ("wythoff", {"heaps": (11, 14)}),
    ("fibonacci_nim", {"heap": 30}),
    ("kayles", {"rows": (5, 4)}),
    ("kayles", {"rows": (7, 5), "dawson": True}),
    ("moore_nim", {"heaps": (3, 2, 2, 1), "k": 2}),
    ("moore_nim", {"heaps": (2, 2, 1, 2), "k": 3}),
]


@pytest.mark.parametrize(("name", "options"), SMALL, ids=str)
def test_every_reachable_position_is_solved_as_by_trying_everything(name, options):
    """The search below knows only the rules above; of the package it asks nothing but the answer."""
    it = game(name, **options)
    first, moves = RULES[name](**options)
    misere = options.get("misere", False)

    @cache
    def wins(position):
        """Say whether the player to move wins; in the middle of a move of Moore's the same player goes on."""
        found = moves(position).values()
        if not found:
            return misere
        return any(wins(left) == (left[-1] == position[-1]) for left in found)

    lines, waiting = {first: ()}, [first]
    won = lost = 0
    while waiting:
        position = waiting.pop(0)
        found = moves(position)
        if not found:
            continue
        winning = {text for text, left in found.items() if wins(left) == (left[-1] == position[-1])}
        solution = solve(it, lines[position])
        assert solution.value == (1.0 if winning else -1.0), position
        assert set(solution.moves) == winning, position
        won, lost = won + bool(winning), lost + (not winning)
        for text, left in found.items():
            if left not in lines:
                lines[left] = (*lines[position], text)
                waiting.append(left)
    assert min(won, lost) > 3


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("subtraction", {"heaps": (5, 9, 1), "take": (2, 3, 7)}),
        ("wythoff", {"heaps": (70, 3)}),
        ("fibonacci_nim", {"heap": 130}),
        ("kayles", {"rows": (7, 5), "dawson": True}),
        ("moore_nim", {"heaps": (5, 70), "k": 1}),
    ],
)
def test_other_forms_keep_the_laws_too(name, options):
    counts = {passed.law: passed.count for passed in check_game(game(name, **options), games=2)}
    assert counts["legal actions"] > 2
    assert counts["lines"] >= 2


# -- words ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "line", "illegal", "wrong"),
    [
        (
            "subtraction",
            "1:3 1:3 1:3 1:3 1:3 1:3 1:1",
            "1:3",
            ["1:4", "2:1", "0:1", "1:0", "1", "x:1", "1:1:1", "²:1"],
        ),
        ("wythoff", "1:2 both:3 2:1", "2:8", ["3:1", "both:0", "both", "1:63", "Both:x", "1:-1"]),
        ("fibonacci_nim", "4 8 3", "7", ["0", "63", "-1", "1:3", "x", "²"]),
        ("kayles", "1:3 1:5-6 2:1", "2:1-2", ["1:3-5", "1:2-1", "3:1", "1:0", "1:63", "1", "1:1-", "1:1-²"]),
        ("moore_nim", "1:2 3:1 2:4 done", "2:1", ["0:1", "5:1", "1:63", "Done!", "1", "1:x"]),
    ],
)
def test_moves_are_read_and_written(name, line, illegal, wrong):
    it = game(name)
    s = after(it, line)
    assert it.read_moves(line) == it.read_moves(line.upper())
    refuses_move(it, s, illegal, IllegalMove)
    for text in wrong:
        refuses_move(it, s, text, InvalidMove)


def test_the_parts_of_a_move_in_moores_nim_may_be_joined_by_commas():
    it = game("moore_nim")
    assert it.read_moves("1:2,3:1 2:4,done 4:6") == it.read_moves("1:2 3:1 2:4 done 4:6")
    assert after(it, "1:2,3:1").player == 1
    assert after(it, "1:2").player == 0
    assert after(it, "1:2 done").player == 1


def test_a_move_of_moores_nim_ends_by_itself_when_no_other_heap_is_left():
    it = game("moore_nim", heaps=(2, 2), k=4)
    assert after(it, "1:1").player == 0
    assert after(it, "1:1 2:1").player == 1
    assert after(it, "1:2 done 2:1").player == 0
    assert it.returns(after(it, "1:2 2:2")) == (1.0, -1.0)


def test_dawsons_kayles_ends_with_single_pins_standing():
    it = game("kayles", rows=(3,), dawson=True)
    s = after(it, "1:1-2")
    assert s.rows == (0b100,)
    assert it.turn(s) == OVER
    assert it.returns(s) == (1.0, -1.0)


# -- options -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "says", "options"),
    [
        ("subtraction", "nothing can be taken", {"heaps": (1, 2), "take": (3,)}),
        ("subtraction", "at most 62 moves", {"heaps": (5,) * 9, "take": (1, 2, 3, 4, 5, 6, 7)}),
        ("subtraction", "from 1 to 1,000", {"take": (0, 1)}),
        ("wythoff", "give two, such as 8,11", {"heaps": (5,)}),
        ("wythoff", "not both empty", {"heaps": (0, 0)}),
        ("wythoff", "at most 2", {"heaps": (1, 2, 3)}),
        ("fibonacci_nim", "from 2 to 1,000,000", {"heap": 1}),
        ("kayles", "a row needs 1 or more", {"rows": (0, 0)}),
        ("kayles", "a row needs 2 or more", {"rows": (1, 1), "dawson": True}),
        ("kayles", "from 0 to 62", {"rows": (63,)}),
        ("moore_nim", "at least one heap", {"heaps": (0, 0)}),
        ("moore_nim", "from 1 to 4", {"k": 0}),
        ("moore_nim", "has no option 'misere'", {"misere": True}),
    ],
)
def test_impossible_options_are_refused(name, says, options):
    refuses_option(name, says, **options)


def test_numbers_to_take_are_sorted_and_may_be_given_twice():
    assert game("subtraction", take="3,1,3,2").start().take == (1, 2, 3)


# -- pictures ------------------------------------------------------------------------------------------------


def test_drawings():
    it = game("kayles")
    assert it.show(after(it, "1:3 1:5-6")) == drawn("""
Kayles

   1 2 3 4 5 6 7
1  ● ● · ● · · ●
2  ● ● ● ● ●

First player to move: knock out one pin or two neighbours; who cannot move loses
""")
    assert game("kayles", dawson=True).show(it.start()).startswith("Kayles")
    dawson = game("kayles", rows=(2,), dawson=True)
    assert dawson.show(dawson.start()).startswith("Dawson's Kayles")
    it = game("moore_nim")
    assert it.show(after(it, "1:2")) == drawn("""
Moore's Nim

1: 1  ● · ·
2: 4  ● ● ● ●
3: 5  ● ● ● ● ●
4: 6  ● ● ● ● ● ●

First player to move: take from up to 1 more heap, not from 1 again; who takes the last one wins
""")
    it = game("fibonacci_nim")
    assert it.show(after(it, "4")) == drawn("""
Fibonacci Nim

16  ● ● ● ● ● ● ● ● ● ● ● ● ● ● ● ● · · · ·

Second player to move: take 1 to 8; who takes the last one wins
""")
    it = game("wythoff", heaps=(30, 2))
    assert it.show(it.start()) == drawn("""
Wythoff's Game

1: 30  30 objects
2: 2   2 objects

First player to move: take from one heap, or the same from both; who takes the last one wins
""")
    it = game("subtraction")
    assert it.show(after(it, "1:3")).endswith(
        "Second player to move: take 1, 2 or 3 from a heap; who cannot move loses"
    )
