"""What a player is told: who is who, what happened, the rules, as wide and in the letters of the terminal."""

from __future__ import annotations

import io
import sys
import time

import pytest

import parlour
from parlour.cli import main, manual
from parlour.cli.output import showable
from parlour.cli.prompt import beyond, in_short, kind, offered
from parlour.cli.result import listed, seated
from parlour.core.match import Match
from parlour.core.names import Names

NARROW = 60


@pytest.mark.parametrize(
    ("seats", "you", "told"),
    [
        (
            ("human", "medium", "medium", "medium"),
            0,
            "you are South; West, North and East are medium",
        ),
        (("easy", "human", "hard", "easy"), 1, "you are West; South and East are easy; North is hard"),
        (
            ("human", "human", "mcts:c=1", "hard"),
            -1,
            "South and West are people; North is mcts:c=1; East is hard",
        ),
    ],
)
def test_the_opening_line_says_who_is_who(seats, you, told):
    match = Match("hearts", 1, seats)
    assert seated(match, Names(match.game.names.names, you)) == told


def test_seats_without_a_name_of_their_own_have_an_article():
    match = Match("nim", 1, ("human", "easy"))
    assert (
        seated(match, Names(match.game.names.names, 0))
        == "you are the first player; the second player is easy"
    )
    assert listed(["A"]) == "A"


def test_what_one_played_oneself_is_not_told_again(run):
    out = run("play", "tic_tac_toe", "--level", "expert", "--seed", 1, stdin="b2\n").out
    assert "You play" not in out
    assert "O plays " in out


def test_what_happened_last_is_told_again_after_a_pause(run):
    first = run("play", "tic_tac_toe", "--level", "expert", "--seed", 1, stdin="b2\n").out
    answer = next(line for line in first.splitlines() if line.startswith("O plays "))
    assert answer in run("play", "--resume").out


def test_a_line_is_told_at_the_end(run):
    out = run("play", "tic_tac_toe", "-o", "position=xx./oo./...", stdin="c3\n").out
    assert "You have three in a row\n" in out
    assert "You win.\n" in out


def test_watching_shows_every_board_at_a_pace(run):
    words = ("play", "tic_tac_toe", "--seats", "expert,expert", "--seed", 1)
    quick = run(*words).out
    assert quick.count("a   b   c") == 2, "into a pipe go the first board and the last"
    begun = time.monotonic()
    slow = run(*words, "--pace", "0.02").out
    moves = quick.count(" plays ")
    assert time.monotonic() - begun >= moves * 0.02
    assert slow.count("a   b   c") == moves + 1
    assert slow.startswith("Tic-Tac-Toe: X and O are expert.\n")
    assert run(*words, "--pace", "0").out.count("a   b   c") == 2
    for text in ("x", "-1", "61", "nan"):
        ran = run(*words, "--pace", text)
        assert ran.code == 2
        assert "--pace" in ran.err


def test_reasons_go_with_verbose(run):
    ran = run("play", "tic_tac_toe", "--seats", "expert,hard", "--seed", 1, "-v")
    assert "parlour.play: X plays " in ran.err
    assert "parlour" not in ran.out.partition("replay: ")[0]


def test_a_replay_names_the_players_and_tells_what_came_of_a_move(run, tmp_path):
    file = tmp_path / "game.json"
    run("play", "tic_tac_toe", "--seats", "expert,random", "--seed", 3, "--save", file)
    out = run("replay", file).out
    assert out.startswith("X is expert; O is random.\n")
    assert "1. X: " in out
    assert "\nX has three in a row\n" in out
    assert "X wins.\n" in out


@pytest.mark.parametrize("name", parlour.game_names())
@pytest.mark.parametrize("width", [NARROW, 100])
def test_rules_fit_the_width(name, width):
    lines = manual.lines(parlour.game(name).guide, width)
    assert all(len(line) <= width for line in lines)
    told = " ".join(" ".join(lines).split())
    for heading, text in parlour.game(name).guide.parts().items():
        assert f"{heading} {text}" in told


@pytest.mark.parametrize("name", parlour.game_names())
def test_a_prompt_fits_a_narrow_terminal_and_ends_with_the_last_move(name):
    match = Match(name, 2)
    for _ in range(4):
        if match.over:
            break
        view = match.view(match.turn)
        text = offered(view, NARROW - 20)
        assert len(text) <= NARROW - 20 or len(view.moves()[-1]) > 30
        assert view.moves()[-1] in text or beyond(view, view.moves(), 3000, enough=1)[0]
        match.play(view.moves()[-1])


def test_what_is_the_only_one_of_its_kind_is_kept_longest():
    moves = [*(f"{n}x{face}" for n in range(1, 9) for face in range(1, 7)), "liar"]
    for room in (12, 20, 40, 100):
        assert "liar" in in_short(moves, room=room)
        assert len(in_short(moves, room=room)) <= max(room, 12)
    assert kind("liar") != kind("3x4")
    cards = [f"{n}c" for n in range(2, 10)]
    assert in_short([*cards[:4], "pass", *cards[4:]], room=15) == "... pass ... 9c"


@pytest.mark.parametrize(
    ("text", "encoding", "shown"),
    [
        ("K♦ takes", "utf-8", "K♦ takes"),
        ("K♦ takes", "ascii", "Kd takes"),
        ("naïve", "latin-1", "naïve"),
        ("naïve ♠", "latin-1", "naive s"),
        ("plain", "nosuch", "plain"),
        ("♥", "nosuch", "h"),
    ],
)
def test_letters_that_a_terminal_has_not_are_spelled(text, encoding, shown):
    assert showable(text, encoding) == shown


def test_a_terminal_that_is_not_utf8_gets_boards_and_events_in_ascii(state, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("hint more\nrules\n"))
    screen = io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors="strict")
    monkeypatch.setattr(sys, "stdout", screen)
    code = main(["play", "tic_tac_toe"])
    screen.flush()
    text = screen.buffer.getvalue().decode("ascii")
    monkeypatch.undo()
    assert code == 0
    assert "---+---+---" in text
    assert "?" not in text.partition("hint more")[0]
