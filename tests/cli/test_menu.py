"""The menu: numbers, names, titles, beginnings, defaults everywhere, ways back and out."""

from __future__ import annotations

import pytest
from shelf_kit import records

import parlour
from parlour.cli.menu import FEELS, Row, found, level_words

ROWS = [Row(n, name, parlour.game(name).title) for n, name in enumerate(parlour.game_names(), 1)]


def menus(out: str) -> list[str]:
    """List the questions that were asked."""
    return [line for line in out.splitlines() if line in ("Which game?", "Which level?", "Who are you?")]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_a_game_is_found_by_its_name_and_title_however_written(row):
    for text in (
        row.name,
        row.label,
        row.label.upper(),
        row.label.lower(),
        row.name.replace("_", " "),
        str(row.number),
        f"0{row.number}",
    ):
        assert found(text, ROWS) == [row.name], text


def test_a_beginning_is_enough_where_it_can_mean_one():
    assert found("tic", ROWS) == ["tic_tac_toe"]
    assert found("Ultimate", ROWS) == ["ultimate_tic_tac_toe"]
    assert found("nim", ROWS) == ["nim"]
    assert found("four", ROWS) == ["connect_four"]
    assert set(found("poker", ROWS)) == {"kuhn_poker", "leduc_poker"}
    assert set(found("b", ROWS)) == {"battleship", "blackjack", "bluff"}
    for text in ("0", str(len(ROWS) + 1), "9" * 5000, "-1", "zzz", "", "?", "²"):
        assert found(text, ROWS) == []


@pytest.mark.parametrize("word", ["q", "quit", "exit", "QUIT"])
def test_one_can_leave(run, word):
    for stdin in (f"{word}\n", f"nim\n{word}\n", f"nim\n\n{word}\n", ""):
        ran = run("play", stdin=stdin)
        assert (ran.code, ran.err) == (0, "")
        assert ran.out.endswith("No game was chosen.\n")


def test_every_game_has_a_line_under_the_heading_of_its_group(run):
    lines = run("play").out.splitlines()
    for name in parlour.game_names():
        game = parlour.game(name)
        (at,) = [n for n, line in enumerate(lines) if line[5:].startswith(f"{game.title}  ")]
        heading = next(line for line in reversed(lines[:at]) if not line.startswith(" "))
        assert heading == game.group
        assert game.blurb[:20] in lines[at]
    assert all(len(line) <= 100 for line in lines)


def test_advice_is_short_and_keeps_words_whole(run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    ran = run("play", stdin="0\n24000\nhelp\n?\nb\nzzz\n")
    last = len(ROWS)
    assert f"There is no 0 here: 1 to {last}." in ran.out
    assert f"There is no 24000 here: 1 to {last}." in ran.out
    assert ran.out.count(f"Type a number from 1 to {last}, a name or its beginning.") == 2
    known = ran.out.partition("unknown choice 'zzz'; ")[2]
    for name in parlour.game_names():
        assert name in known
    assert all(len(line) <= 60 for line in ran.out.splitlines()[:-1])


def test_an_ambiguous_answer_is_asked_again(run):
    told = run("play", stdin="bl\n").out.partition("'bl' may be ")[2].partition("; type more of it.")[0]
    assert set(told.split(" or ")) == {"Blackjack", "Bluff"}


def test_levels_are_told_in_words_and_chosen_likewise(run):
    ran = run("play", stdin="Nim\n7\nHAR\n\n1:1\n")
    assert "There is no 7 here: 1 to 4." in ran.out
    assert "is hard." in ran.out
    assert "as well as this program can play" in ran.out
    assert "blunder" not in ran.out


@pytest.mark.parametrize("name", parlour.game_names())
def test_a_level_is_said_to_blunder_only_if_it_does(name):
    game = parlour.game(name)
    for level in FEELS:
        words = level_words(game, level)
        assert len(words) <= 80
        if not hasattr(game.module, "LEVEL_WORDS"):
            assert words.endswith(FEELS[level][1]) == ("blunder=" in game.levels[level])


def test_enter_alone_begins_a_game(run, state):
    ran = run("play", stdin="\n\n\n")
    assert "Type a move; or rules" in ran.out
    assert ran.out.count("number or name [") == 3
    (kept,) = records(state)
    assert kept.seats[0] == "human"
    assert "go on with " not in run("play").out, "nothing has been played yet"


def test_enter_alone_goes_on_with_an_unfinished_game(run):
    run("play", "tic_tac_toe", stdin="b2\n")
    ran = run("play", stdin="\n")
    assert "  0  go on with Tic-Tac-Toe, 2 moves so far\n" in ran.out
    assert "number or name [go on with Tic-Tac-Toe]> \n" in ran.out
    assert "Type a move; or rules" in ran.out
    assert "Which level?" in run("play", stdin="nim\n").out


def test_the_side_can_be_chosen(run, state):
    ran = run("play", stdin="tic\n\nO\n")
    assert "Tic-Tac-Toe: you are O; X is medium." in ran.out
    assert "X plays " in ran.out
    sides = [
        run("play", "--seed", seed, stdin="tic\n\nran\n").out.partition("you are ")[2][0]
        for seed in (*range(9), 0)
    ]
    assert set(sides) == {"X", "O"}
    assert sides[0] == sides[-1]


def test_one_can_go_back(run):
    ran = run("play", stdin="nim\nb\ntic\n\nback\nhard\n1\n")
    assert menus(ran.out) == [
        "Which game?",
        "Which level?",
        "Which game?",
        "Which level?",
        "Who are you?",
        "Which level?",
        "Who are you?",
    ]
    assert "Tic-Tac-Toe: you are X; O is hard." in ran.out


def test_back_goes_over_what_is_not_asked(run, tmp_path):
    (tmp_path / "alone.py").write_text(MATCH.replace("SEATS = 2", "SEATS = 1").replace(" % 2", " * 0"))
    ran = run("play", "--load", tmp_path / "alone.py", stdin="Toss\n\nb\nb\nq\n")
    assert menus(ran.out) == ["Which game?", "Which level?", "Which level?", "Which game?"]


def test_rules_can_be_read_before_a_game(run):
    for order in ("rules tic", "? tic", "? Tic-Tac-Toe", "tic\nrules"):
        ran = run("play", stdin=f"{order}\n")
        assert "Goal      Get three of your own marks" in ran.out, order
    assert "unknown choice 'zzz'" in run("play", stdin="rules zzz\n").out


def test_options_are_asked_on_request(run, state):
    ran = run("play", stdin="options\nnim\noptions\nheaps=2,2\nheaps=x\nnosuch=1\nzzz\n\n\n\n1:1\n")
    assert "Choose a game first" in ran.out
    assert "heaps=" in ran.out
    assert "Write it as NAME=VALUE" in ran.out
    assert "'nosuch'" in ran.out.partition("> nosuch=1\n")[2].partition("\n")[0]
    (kept,) = records(state)
    assert kept.options == {"heaps": (2, 2)}


def test_a_command_line_that_says_who_plays_is_asked_for_the_game_only(run):
    for words in (("--level", "hard"), ("--seats", "human,hard")):
        ran = run("play", *words, stdin="tic\nb2\n")
        assert menus(ran.out) == ["Which game?"]
        assert "O is hard." in ran.out


MATCH = """
from typing import NamedTuple
from parlour import OVER, Option

TITLE = "Toss"
ACTIONS = 2
SEATS = 2
OPTIONS = {"rounds": Option(1, "turns", low=1, high=9), "deal": Option("", "fixed", secret=True)}
SITTING = {"rounds": 3}
LEVEL_WORDS = {"easy": "thinks of nothing"}

class State(NamedTuple):
    left: int

def start(rounds=1, deal=""):
    return State(rounds)

def turn(s):
    return OVER if s.left == 0 else s.left % 2

def legal(s):
    return 3 if s.left else 0

def play(s, a):
    return State(s.left - 1)

def returns(s):
    return (0.0, 0.0)[:SEATS]
"""


def test_people_play_a_whole_match_unless_they_say_otherwise(run, tmp_path):
    (tmp_path / "toss.py").write_text(MATCH)
    load = ("--load", tmp_path / "toss.py")
    ran = run("play", *load, stdin="toss\n\n2\n\n0\n")
    assert "  1  easy    thinks of nothing" in ran.out
    assert "a whole match  rounds=3" in ran.out
    assert "A whole match; a short one: parlour play toss --option rounds=1\n" in ran.out
    assert "A whole match" not in run("play", *load, stdin="toss\n\n2\nshort\n0\n").out

    def rounds(*words):
        return run("play", "toss", *load, "--json", *words, stdin="0\n" * 9).data["options"].get("rounds", 1)

    assert rounds() == 3
    assert rounds("-o", "rounds=2") == 2
    assert rounds("-o", "deal=x") == 1, "a deal to look at is one deal"
    assert rounds("--seats", "random,random") == 1, "nobody sits there"
