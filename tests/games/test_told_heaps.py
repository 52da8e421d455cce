"""Games of heaps in words: names, rules for the options as set, what happens, and the last move marked."""

from __future__ import annotations

import pytest

from parlour import game

from .helpers import after, story_of

HEAPS = ("nim", "moore_nim", "subtraction", "wythoff", "fibonacci_nim", "kayles", "nimble")


@pytest.mark.parametrize("name", HEAPS)
def test_players_group_and_blurb(name):
    it = game(name)
    assert it.names.names == ("first player", "second player")
    assert it.group == "Heaps"
    assert 0 < len(it.blurb) <= 60
    assert it.show(it.start()).splitlines()[-1].startswith("First player to move")
    assert {"Goal", "A turn", "The end", "Symbols", "Moves"} == set(it.guide.parts())


@pytest.mark.parametrize(
    ("name", "options", "moves", "told"),
    [
        ("nim", {}, "2:3", ["First player takes 3 from heap 2, 1 is left"]),
        ("nim", {"heaps": (2,)}, "1:1 1:1", ["You take the last object, which wins"]),
        ("nim", {"heaps": (1, 1), "misere": True}, "1:1 2:1", ["You take the last object, which loses"]),
        (
            "moore_nim",
            {},
            "1:2 done",
            ["First player takes 2 from heap 1, 1 is left", "First player leaves it at that"],
        ),
        ("subtraction", {}, "1:3", ["First player takes 3 from the heap, 18 are left"]),
        (
            "subtraction",
            {"take": (2, 5), "heaps": (3,)},
            "1:2",
            ["First player makes the last move, which wins"],
        ),
        ("wythoff", {}, "both:4", ["First player takes 4 from each heap, leaving 4 and 7"]),
        ("wythoff", {}, "2:3", ["First player takes 3 from heap 2, 8 are left"]),
        ("fibonacci_nim", {}, "2", ["First player takes 2 from the heap, 18 are left; you may take 1 to 4"]),
        ("kayles", {}, "1:3-4", ["First player knocks out pins 3 and 4 of row 1, 10 stand"]),
        ("kayles", {"rows": (2,)}, "1:2", ["First player knocks out pin 2 of row 1, 1 stands"]),
        ("kayles", {"rows": (3,), "dawson": True}, "1:1-2", ["First player makes the last move, which wins"]),
        ("nimble", {}, "5>2", ["First player moves a coin from square 5 to 2"]),
        ("nimble", {"coins": (1,), "misere": True}, "1>0", ["First player makes the last move, which loses"]),
    ],
)
def test_what_happened(name, options, moves, told):
    assert story_of(game(name, **options), moves, 1)[-len(told) :] == told


@pytest.mark.parametrize(
    ("name", "options", "part", "says"),
    [
        ("nim", {}, "The end", "who took the last object wins"),
        ("nim", {"misere": True}, "The end", "who took the last object loses"),
        ("nim", {"misere": True}, "Goal", "Make the other take the last object."),
        ("nimble", {"misere": True}, "The end", "who made the last move loses"),
        ("moore_nim", {"k": 3}, "A turn", "from up to 3 heaps"),
        ("moore_nim", {"k": 1}, "A turn", "takes from 1 heap as many"),
        ("subtraction", {"take": (1, 4)}, "A turn", "takes 1 or 4 objects"),
        ("subtraction", {"take": (2, 4)}, "The end", "who cannot move loses"),
        ("wythoff", {}, "A turn", "or the same number from both"),
        ("kayles", {"dawson": True}, "A turn", "knocks out two pins that stand side by side"),
    ],
)
def test_the_rules_are_told_for_the_options_as_set(name, options, part, says):
    assert says in game(name, **options).guide.parts()[part]


@pytest.mark.parametrize(
    ("name", "moves", "row"),
    [
        ("nim", "2:3", "2: 1  ●[· · ·]"),
        ("moore_nim", "1:2", "1: 1  ●[· ·]"),
        ("subtraction", "1:3", "● ●[· · ·]"),
        ("fibonacci_nim", "2", "● ●[· ·]"),
        ("kayles", "1:3-4", "1  ● ●[· ·]● ● ●"),
    ],
)
def test_the_last_move_is_marked(name, moves, row):
    it = game(name)
    last = it.read_moves(moves)[-1]
    assert row in it.picture(after(it, moves), last).text()


def test_both_heaps_and_the_coin_are_marked():
    it = game("wythoff")
    assert it.picture(after(it, "both:4"), it.read_moves("both:4")[0]).text().count("[") == 2
    it = game("nimble")
    assert it.picture(after(it, "5>2"), it.read_moves("5>2")[0]).text().count("[●]") == 1
    it = game("nimble", coins=(50, 2))
    assert "[50]" not in it.picture(after(it, "2>1"), it.read_moves("2>1")[0]).text()
