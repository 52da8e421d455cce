"""The menu: numbers, names, titles, beginnings, and ways out."""

from __future__ import annotations

import pytest

import parlour
from parlour.cli.talk import found

ROWS = [(name, parlour.game(name).title) for name in parlour.game_names()]


@pytest.mark.parametrize(("name", "title"), ROWS)
def test_a_game_is_found_by_its_name_and_title_however_written(name, title):
    number = [row[0] for row in ROWS].index(name) + 1
    for text in (
        name,
        title,
        title.upper(),
        title.lower(),
        name.replace("_", " "),
        str(number),
        f"0{number}",
    ):
        assert found(text, ROWS) == [name], text


def test_a_beginning_is_enough_where_it_can_mean_one():
    assert found("tic", ROWS) == ["tic_tac_toe"]
    assert found("Ultimate", ROWS) == ["ultimate_tic_tac_toe"]
    assert found("nim", ROWS) == ["nim"]
    assert set(found("b", ROWS)) == {"battleship", "blackjack", "bluff"}
    for text in ("0", str(len(ROWS) + 1), "9" * 5000, "-1", "zzz", "", "?", "²"):
        assert found(text, ROWS) == []


@pytest.mark.parametrize("word", ["q", "quit", "exit", "QUIT"])
def test_one_can_leave(run, word):
    for stdin in (f"{word}\n", f"nim\n{word}\n"):
        ran = run("play", stdin=stdin)
        assert (ran.code, ran.err) == (0, "")
        assert ran.out.endswith("No game was chosen.\n")


def test_advice_is_short_and_keeps_words_whole(run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    ran = run("play", stdin="0\n24000\nhelp\n?\nb\nzzz\n")
    assert "There is no 0 here: 1 to 23." in ran.out
    assert "There is no 24000 here: 1 to 23." in ran.out
    assert ran.out.count("Type a number from 1 to 23, or a name or its beginning. q") == 2
    assert "'b' may be battleship or blackjack or bluff; type" in ran.out
    known = ran.out.partition("unknown choice 'zzz'; ")[2]
    assert all(len(line) <= 60 for line in known.splitlines()[:-1])
    for name in parlour.game_names():
        assert name in known


def test_levels_are_chosen_likewise(run, state):
    ran = run("play", stdin="Nim\n7\nHAR\n1:1\n")
    assert "There is no 7 here: 1 to 4." in ran.out
    assert "player 2 is hard" in ran.out
