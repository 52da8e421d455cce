"""Every game is kept in the database: none is lost, shared, or goes over a file of the player's."""

from __future__ import annotations

import os
import re
import shlex
import stat
from pathlib import Path

import pytest
from shelf_kit import NIM, matches, names, records

from parlour.cli import hold
from parlour.core import files
from parlour.core.match import Match

DATED = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d")


def first_moves(folder: Path) -> list[str]:
    return [record.moves[0] for record in records(folder)]


@pytest.fixture
def three(run, state):
    """Leave three games of nim."""
    for move in ("1:1", "2:1", "3:1"):
        run(*NIM, stdin=f"{move}\n")
    return state


# -- unfinished games --------------------------------------------------------------------------------------


def test_games_that_were_left_are_all_kept(run, three):
    assert first_moves(three) == ["1:1", "2:1", "3:1"]
    told = run(*NIM, stdin="new\nnew\n").out
    assert "3 unfinished games are kept; see them by: parlour play nim --list" in told
    assert len(records(three)) == 6


def test_finished_games_are_all_kept_and_an_undone_end_is_not_the_end(run, state):
    for _ in range(3):
        run("play", "nim", "--option", "heaps=1", stdin="1:1\n")
    assert [record.ended for record in records(state, over=True)] == ["finished"] * 3
    run("play", "nim", "--option", "heaps=2", stdin="1:2\nundo\n1:1\n")
    assert len(records(state, over=True)) == 4
    run("play", "nim", "--option", "heaps=2", stdin="1:2\nundo\n")
    assert [record.ended for record in records(state)] == ["unfinished"]
    assert len(records(state, over=True)) == 4
    run("play", "nim", "--option", "heaps=1", stdin="1:1\nnew\n1:1\n")
    assert len(records(state, over=True)) == 6
    run("play", "nim", "--option", "heaps=1,1", "--seats", "easy,easy", "--json")
    assert len(records(state, over=True)) == 7


def test_a_pipe_goes_on_with_the_latest_and_hears_of_the_others(run, three):
    ran = run("play", "--resume", stdin="2:1\n")
    assert "Going on with the latest of 3 unfinished games; all of them: parlour play --list\n" in ran.out
    assert [len(record.moves) for record in records(three)] == [2, 2, 4]
    assert first_moves(three) == ["1:1", "2:1", "3:1"]
    assert "play nim --list" in run("play", "nim", "--resume").out
    assert run("play", "tic_tac_toe", "--resume").code == 2


def test_at_a_terminal_one_chooses(run, three, terminal):
    ran = run("play", "--resume", stdin="0\nx\n3\n2:2\n")
    lines = ran.out.splitlines()
    assert lines[0] == "Unfinished games:"
    assert re.fullmatch(rf"  1  nim, 2 moves, seats human, medium, {DATED.pattern}", lines[1])
    assert re.fullmatch(r"     parlour play --resume nim-\d{8}-\d{6}-[0-9a-f]{6}", lines[2])
    assert ran.out.count("Type a number from 1 to 3.") == 2
    assert first_moves(three) == ["2:1", "3:1", "1:1"]
    assert [len(record.moves) for record in records(three)] == [2, 2, 4]
    run("play", "nim", "--resume", stdin="\nboard\n3:1\n")
    assert [len(record.moves) for record in records(three)] == [2, 2, 6]
    for stdin in ("q\n", ""):
        ran = run("play", "--resume", stdin=stdin)
        assert ran.code == 0
        assert ran.out.endswith("No game was chosen.\n")


def test_the_commands_of_the_list_go_on_with_each_game(run, three):
    commands = [line.strip() for line in run("play", "--list").out.splitlines() if "--resume nim-" in line]
    assert len(commands) == 3
    for command, move in zip(commands, ("3:1", "2:1", "1:1"), strict=True):
        assert run(*shlex.split(command)[1:], "--json", stdin="").data["moves"][0] == move
    data = run("play", "nim", "--list", "--json").data
    assert {game["command"] for game in data["games"]} == set(commands)
    assert set(data["games"][0]) == {
        *("name", "game", "seats", "moves", "ended", "when", "held", "file", "command")
    }
    assert run("play", "tic_tac_toe", "--list", "--json").data == {"games": [], "damaged": []}
    assert "No game is kept" in run("play", "tic_tac_toe", "--list").out
    assert run("play", "--list", "nosuch").code == 2


def test_the_list_tells_no_secret(run, state):
    screens = set()
    for card in "QJ":
        run("play", "kuhn_poker", "-o", f"deal=K/{card}", "--seed", 1, stdin="")
        (name,) = names(state)
        screens.add((run("play", "--list").out + run("play", "--list", "--json").out).replace(name, ""))
        run("play", "--delete", name, "--force")
    plain = {re.sub(r"[T ]\d\d:\d\d\S*", "", text) for text in screens}
    assert len(plain) == 1
    assert "kuhn_poker, 0 moves" in plain.pop(), "dealing is no move"


def test_finished_games_are_listed_with_the_command_that_shows_them(run, state):
    for _ in range(12):
        run("play", "nim", "--option", "heaps=1", stdin="1:1\n")
    run("play", "nim", stdin="resign\n")
    out = run("play", "--list").out
    assert "ended by a forfeit" in out
    assert "and 3 more, which --json lists" in out
    commands = [line.strip() for line in out.splitlines() if "parlour replay" in line]
    assert len(commands) == 10
    assert "You" in out or run(*shlex.split(commands[1])[1:]).code == 0
    assert "resigned" in run("replay").out, "without a file, the game that was finished last"
    assert len(run("play", "--list", "--json").data["games"]) == 13


def test_a_game_is_deleted_after_a_question(run, three):
    name = run("play", "--list", "--json").data["games"][0]["name"]
    assert "It is kept." in run("play", "--delete", name, stdin="no\n").out
    assert run("play", "--delete", name).code == 2
    assert len(records(three)) == 3
    ran = run("play", "--delete", name, stdin="yes\n")
    assert re.search(rf"Delete nim, 2 moves, seats human, medium, {DATED.pattern}\? yes or no> yes", ran.out)
    assert first_moves(three) == ["1:1", "2:1"]
    first, second = names(three)
    assert run("play", "--delete", first, "--force").out == f"Deleted {first}.\n"
    assert names(three) == [second]
    for wrong in (name, "nosuch", "nim", ".", "../x", "", "n" * 5000):
        ran = run("play", "--delete", wrong, "--force", stdin="")
        assert ran.code == (0 if wrong == "" else 2)
    mine = three.parent / "mine.json"
    mine.write_text("mine")
    assert "no such game is kept" in run("play", "--delete", mine, "--force").err
    assert mine.read_text() == "mine"


def test_files_of_earlier_versions_are_taken_in_once(run, state):
    for folder, plies in (("", 1), ("earlier", 2), ("finished", 3)):
        match = Match(run_game(), 1, ("human", "human"))
        for move in ("1:1", "1:1", "1:1")[:plies]:
            match.play(move)
        match.save(state / folder / "nim.json")
        os.utime(state / folder / "nim.json", (1000 * plies, 1000 * plies))
    data = run("play", "--list", "--json").data["games"]
    assert [(game["moves"], game["ended"]) for game in data] == [
        (2, "unfinished"),
        (1, "unfinished"),
        (3, "finished"),
    ]
    assert "Going on with the latest of 2 unfinished games" in run("play", "nim", "--resume").out
    for game in data[1::-1]:
        ran = run(*shlex.split(game["command"])[1:], "--json", stdin="1:1\n1:1\n")
        assert ran.data["ended"] == "finished"
    assert len(records(state, over=True)) == 3, "none over another"
    assert not records(state)
    assert len(list((state / "taken_in").rglob("nim.json"))) == 3, "nothing is deleted"
    assert not [file for file in state.rglob("*.json") if "taken_in" not in file.parts]


def run_game():
    from parlour import game

    return game("nim", heaps=(3,))


def test_a_damaged_file_is_told_and_stands_in_nobodys_way(run, three):
    bad = three / "nim-20000101-000000-abcdef.json"
    bad.write_text('{"format":')
    assert f"Not readable: {bad}: not a record" in run("play", "--list").out
    assert run("play", "--list", "--json").data["damaged"][0]["file"] == str(bad)
    assert run("play", "--resume").code == 0
    for name in names(three):
        run("play", "--delete", name, "--force")
    ran = run("play", "--resume")
    assert (ran.code, ran.err) == (2, f"parlour: {bad}: not a record: the text is not JSON\n")
    bad.write_text(
        '{"kept":{"file":5,"again":"x","moves":[]},' + Match(run_game()).full_record().to_json()[1:]
    )
    assert run("play", "--resume").code == 0, "notes that make no sense are ignored"


def test_a_game_of_the_users_own_is_gone_on_with_by_the_command_of_the_list(run, state, own_game):
    run("play", "countdown", "--load", own_game.name, stdin="0\n")
    from parlour.core import registry

    registry._loaded.clear()
    refused = run("play", "--resume")
    assert refused.code == 2
    (command,) = re.findall(r"parlour play --load .*", run("play", "--list").out)
    assert command in refused.err
    assert str(own_game) in command
    assert run(*shlex.split(command)[1:]).code == 0


def test_the_files_of_the_state_folder_are_their_owners_alone(run, three):
    assert {stat.S_IMODE(file.stat().st_mode) for file in three.rglob("*") if file.is_file()} == {0o600}


# -- who sits at a game ------------------------------------------------------------------------------------


@pytest.mark.skipif(files.fcntl is None, reason="no locks here")
def test_a_game_that_is_being_played_is_not_played_twice(run, three, terminal):
    latest = names(three)[-1]
    handle = hold.take(latest)
    ran = run("play", "--resume", latest)
    assert (ran.code, len(ran.err.splitlines())) == (2, 1)
    assert f"{latest}: is being played in another terminal" in ran.err
    assert run("play", "--delete", latest, "--force").code == 2
    assert run("play", "--list").out.count("being played in another terminal") == 1
    assert [game["held"] for game in run("play", "--list", "--json").data["games"]] == [True, False, False]
    ran = run("play", "--resume", stdin="1\n2\n")
    assert f"{latest}: is being played in another terminal" in ran.out
    assert "Saved; go on with" in ran.out.splitlines()[-1]
    assert latest in names(three)
    hold.leave(latest, handle)
    assert run("play", "--resume", latest).code == 0
    assert not list((three / "held").iterdir()), "nothing is left behind"


@pytest.mark.skipif(files.fcntl is None, reason="no locks here")
def test_a_pipe_takes_the_latest_game_that_is_free(run, three):
    *_, (latest, before) = matches(three)
    handle = hold.take(latest.id)
    assert run("play", "--resume", "--json", stdin="").data["moves"][0] == "2:1"
    assert (latest, before) in matches(three)
    hold.leave(latest.id, handle)
