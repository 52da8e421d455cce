"""Nim against OpenSpiel's positions: moves, text, results, heaps of every size."""

from __future__ import annotations

import pytest

from parlour import OVER, game
from parlour.core.errors import IllegalMove, InvalidMove
from parlour.core.rules import is_legal

from ..helpers import after, drawn, refuses_move, refuses_option, stored

IT = game("nim")


@pytest.mark.parametrize(
    "row", stored("diff_nim")["positions"], ids=lambda row: f"{row['piles']}-{row['misere']}-{row['playout']}"
)
def test_positions_of_open_spiel(row):
    it = game("nim", heaps=tuple(row["piles"]), misere=row["misere"])
    s = it.start()
    assert it.turn(s) == 0
    assert [it.format(s, a) for a in it.legal(s)] == [f"{heap + 1}:{taken}" for heap, taken in row["legal"]]
    for number, (heap, taken) in enumerate(row["playout"]):
        assert it.turn(s) == number % 2
        s = it.play(s, it.parse(s, f"{heap + 1}:{taken}"))
    assert it.turn(s) == OVER
    assert list(it.returns(s)) == row["returns"]


def test_moves_are_heap_and_number_from_one():
    s = IT.start()
    assert IT.format(s, IT.parse(s, "2:3")) == "2:3"
    assert IT.play(s, IT.parse(s, "2:3")).heaps == (3, 1, 5)
    assert IT.read_moves("1:3 2:4 3:5") == [IT.module.action_of(s, h, n) for h, n in ((0, 3), (1, 4), (2, 5))]
    for text in ("0:1", "4:1", "1:0", "1:-1", "1", "1:", ":1", "1:1:1", "a:b", "1:63", "²:1", "1.0:1"):
        refuses_move(IT, s, text, InvalidMove)
    refuses_move(IT, s, "1:4", IllegalMove)
    refuses_move(IT, after(IT, "1:3"), "1:1", IllegalMove)


@pytest.mark.parametrize("size", [1, 61, 62, 63, 124, 125, 1000])
def test_heaps_around_the_size_of_a_word(size):
    it = game("nim", heaps=(size, 2))
    s = it.start()
    texts = [it.format(s, a) for a in it.legal(s)]
    assert texts == [*(f"1:{n}" for n in range(1, size + 1)), "2:1", "2:2"]
    assert max(it.legal(s)) < it.actions
    for taken in (1, size):
        assert it.play(s, it.parse(s, f"1:{taken}")).heaps == (size - taken, 2)
    assert not any(is_legal(s, a) for a in (-1, it.actions, 10**30))


def test_a_million_objects():
    it = game("nim", heaps=(1_000_000,))
    s = it.start()
    assert len(it.legal(s)) == 1_000_000
    s = it.play(s, it.parse(s, "1:999999"))
    assert it.legal(s) == [0]
    assert "1 objects" not in it.show(s)
    assert "1,000,000 objects" in it.show(it.start())


@pytest.mark.parametrize(("misere", "result"), [(False, (1.0, -1.0)), (True, (-1.0, 1.0))])
def test_the_last_object_wins_or_loses(misere, result):
    it = game("nim", heaps=(1, 1, 1), misere=misere)
    assert it.returns(after(it, "1:1 2:1 3:1")) == result
    assert it.returns(after(it, "1:1 2:1")) == (0.0, 0.0)


def test_empty_heaps_are_allowed_but_not_only_those():
    it = game("nim", heaps="0, 2")
    assert it.options["heaps"] == (0, 2)
    assert [it.format(it.start(), a) for a in it.legal(it.start())] == ["2:1", "2:2"]
    refuses_option("nim", "at least one heap", heaps=(0, 0))


@pytest.mark.parametrize(
    ("heaps", "says"),
    [
        ((), "such as 3,4,5"),
        ((-1,), "from 0 to 1,000,000"),
        ((1_000_001,), "from 0 to 1,000,000"),
        ("3,x", "needs a whole number"),
        ((1,) * 33, "at most 32"),
        ((1.5,), "needs a whole number"),
        (None, "whole numbers such as"),
        ((True,), "needs a whole number"),
    ],
)
def test_impossible_heaps_are_refused(heaps, says):
    refuses_option("nim", says, heaps=heaps)


def test_drawing():
    assert IT.show(after(IT, "2:3")) == drawn("""
Nim

1: 3  ● ● ●
2: 1  ● · · ·
3: 5  ● ● ● ● ●

Second player to move; who takes the last one wins
""")
    it = game("nim", heaps=(30, 0, 2), misere=True)
    assert it.show(it.start()) == drawn("""
Nim

1: 30  30 objects
2: 0   0 objects
3: 2   2 objects

First player to move; who takes the last one loses
""")
    assert it.show(after(it, "1:30 3:2")).endswith("First player wins")
