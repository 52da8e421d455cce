"""Orders at the prompt: why after a pause, rules, undo where something was learnt, resigning."""

from __future__ import annotations

import re

import pytest

import parlour

NIM = ("play", "nim", "--option", "heaps=3,4,5", "--seed", 7)


@pytest.mark.parametrize("level", ["easy", "medium", "hard", "expert"])
def test_why_gives_the_same_reasons_after_a_pause(run, level):
    at_once = run(*NIM, "--level", level, stdin="1:1\nwhy\n").out
    run(*NIM, "--level", level, stdin="1:1\n")
    later = run("play", "nim", "--resume", stdin="why\n").out
    told = at_once.partition("> why\n")[2].partition("your move")[0]
    assert "Second player (" in told
    assert len(told.splitlines()) >= 2
    assert later.partition("> why\n")[2].partition("your move")[0] == told


def test_why_says_so_where_the_reasons_are_gone(run):
    run(*NIM, "--level", "expert", stdin="1:2\n")
    ran = run("play", "nim", "--resume", "--level", "easy", stdin="why\n")
    assert (
        "; its reasons were not kept, and asked again it may differ." in ran.out
        or "Second player (" in ran.out
    )
    run(*NIM, "--level", "random", stdin="")
    words = []
    for seed in range(6):
        run(
            "play", "nim", "--option", "heaps=3,4,5", "--seed", seed, "--seats", "human,random", stdin="1:1\n"
        )
        words.append(run("play", "nim", "--resume", "--level", "expert", stdin="why\n").out)
    assert any("its reasons were not kept" in text for text in words)


def test_why_before_any_move(run):
    run(*NIM, stdin="")
    assert "The computer has not moved yet.\n" in run("play", "nim", "--resume", stdin="why\n").out


def test_why_tells_a_whole_turn(run):
    """Once a claim is told in words of several actions, its reasons are those of its first."""
    words = ("--option", "seats=2", "--option", "ranks=2", "--seats", "medium,human", "--seed", 1)
    ran = run("play", "bluff", *words, stdin="resign\nwhy\n")
    assert " as 2." in next(line for line in ran.out.splitlines() if line.startswith("Ann (medium) played "))


def test_more_shows_what_was_weighed_and_how(run):
    ran = run(*NIM, "--level", "expert", stdin="hint\nhint more\nhint more easy\n1:2\nwhy\nwhy more\n")
    short, full, easy, why, more = (
        part.partition("your move")[0] for part in re.split("> (?:hint|why).*\n", ran.out)[1:]
    )
    assert short.startswith("move: ")
    assert len(short.splitlines()) <= 6
    assert "\n*   " not in short + why
    for text in (full, more):
        assert "\n*   " in text
    assert "work: " in run("play", "tic_tac_toe", stdin="hint more\n").out
    assert full.startswith(short.rstrip())
    assert "Played at random" not in easy
    for text in (short, full, why, more):
        assert "--json" not in text
        assert "you" in text.lower() or "player" in text or "heap" in text


def test_rules_tell_how_the_game_goes_and_how_moves_are_written(run):
    ran = run("play", "wythoff", stdin="rules\nhelp\n")
    guide = parlour.game("wythoff").guide
    for heading in guide.parts():
        assert f"\n{heading} " in ran.out
    assert "\nExamples " in ran.out
    assert guide.examples[-1][1] in ran.out
    assert "how the game goes and how moves are written" in ran.out


def test_an_unknown_level_is_called_that(run):
    ran = run(*NIM, stdin="level foo\nlevel mcts:simulations=x\n")
    assert "unknown level 'foo'; known: easy, expert, hard, medium" in ran.out
    assert "seat 'foo'" not in ran.out
    assert "simulations" in ran.out


def test_a_resigned_game_shows_no_board_with_a_move_due(run):
    out = run("play", "tic_tac_toe", stdin="resign\n").out
    assert out.count("You to move") == 1
    assert "to move" not in out.partition("resign\n")[2]
    assert "You lose: resigned." in out


def test_no_shot_can_be_taken_back(run):
    sea = ("play", "battleship", "-o", "alone=yes", "-o", "size=5", "-o", "ships=2", "--seed", 1)
    ran = run(*sea, stdin="A1\nundo\nA2\nundo\n")
    assert ran.out.count("No undo: everyone has seen A") == 2
    assert "2 shots" in ran.out


def test_ships_and_cards_laid_in_secret_can(run):
    fleet = ("play", "battleship", "-o", "size=6", "-o", "ships=3,2", "--seed", 1)
    out = run(*fleet, stdin="A1h\nundo\nundo\n").out
    assert out.count("(A1h ") == 2 + 1, "back at the first ship, and there it stays"
    assert "There is no move of yours to undo." in out
