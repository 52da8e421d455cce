"""A game in a file of the player's: written where it may be, and never over what is no game of its own."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from shelf_kit import NIM, matches, names, records

from parlour.core import files
from parlour.core.record import Record


def test_a_file_that_is_no_game_is_never_replaced_without_force(run, state, tmp_path):
    file = tmp_path / "notes.txt"
    file.write_text("mine")
    for ran in (run(*NIM, "--save", file), run(*NIM, stdin=f"save {file}\nyes\n")):
        assert f"{file}: is there already and is no saved game" in ran.out + ran.err
        assert file.read_text() == "mine"
    assert f"Saved to {file}." in run(*NIM, stdin=f"save {file} --force\n").out
    assert Record.read(file).game == "nim"
    file.write_text("mine")
    assert run(*NIM, "--save", file, "--force").code == 0
    assert Record.read(file).game == "nim"


def test_another_game_is_replaced_after_a_yes(run, state, tmp_path, terminal):
    file = tmp_path / "game.json"
    run(*NIM, "--save", file, stdin="1:1\n")
    kept = file.read_bytes()
    question = f"{file} holds another game of nim. Replace it? yes or no>"
    for answer in ("no\n", "\n", ""):
        ran = run("play", "tic_tac_toe", "--save", file, stdin=answer)
        assert question in ran.out
        assert (ran.code, ran.err) == (2, f"parlour: {file} was left as it is\n")
    ran = run("play", "tic_tac_toe", stdin=f"save {file}\nno\nboard\n")
    assert f"{file} was left as it is" in ran.out
    assert file.read_bytes() == kept
    ran = run("play", "tic_tac_toe", stdin=f"save {file}\nyes\nb2\nsave {file}\n")
    assert ran.out.count(question) == 1, "what holds the beginning of this very game is no other"
    assert Record.read(file).moves[0] == "b2"
    ran = run("play", "tic_tac_toe", "--save", file, stdin="y\na1\n")
    assert Record.read(file).moves[0] == "a1"


def test_through_a_pipe_nobody_says_yes(run, state, tmp_path):
    file = tmp_path / "game.json"
    run(*NIM, "--save", file, stdin="1:1\n")
    kept = file.read_bytes()
    ran = run(*NIM, "--save", file, stdin="yes\n")
    assert ran.err == f"parlour: {file} holds another game of nim; name another file, or add --force\n"
    assert ran.code == 2
    assert f"{file} holds another game of nim" in run(*NIM, stdin=f"2:1\nsave {file}\nyes\n").out
    assert file.read_bytes() == kept


def test_a_new_file_an_empty_one_and_the_games_own_are_written_without_a_word(run, state, tmp_path):
    file = tmp_path / "empty.json"
    file.touch()
    file.chmod(0o640)
    ran = run(*NIM, "--save", file, stdin=f"1:1\nsave {file}\n2:1\n")
    assert f"Saved to {file}." in ran.out
    assert len(Record.read(file).moves) == 4
    run("play", "--resume", file, "--save", file, stdin="3:1\n")
    assert len(Record.read(file).moves) == 6
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


@pytest.mark.parametrize("kind", ["pipe", "directory"])
@pytest.mark.parametrize("force", [(), ("--force",)])
def test_what_is_no_plain_file_is_refused(run, state, tmp_path, kind, force):
    path = tmp_path / kind
    os.mkfifo(path) if kind == "pipe" else path.mkdir()
    ran = run(*NIM, "--save", path, *force)
    assert (ran.code, ran.err) == (2, f"parlour: {path}: is a {kind}; a game is saved to a plain file\n")
    assert f"is a {kind}" in run(*NIM, stdin=f"save {' '.join((str(path), *force))}\n").out
    assert f"is a {kind}" in run("play", "--resume", path).err
    assert not path.is_file()


def test_a_link_is_followed(run, state, tmp_path):
    there, link = tmp_path / "there.json", tmp_path / "link.json"
    link.symlink_to(there)
    run(*NIM, "--save", link, stdin="1:1\n")
    run("play", "--resume", link, stdin="2:1\n")
    assert link.is_symlink()
    assert len(Record.read(there).moves) == 4


@pytest.mark.skipif(files.fcntl is None, reason="no locks here")
def test_a_file_that_another_sitting_writes_is_left_to_it(run, state, tmp_path):
    file = tmp_path / "game.json"
    run(*NIM, "--save", file, stdin="1:1\n")
    handle = files.take(file)
    for words in (("--resume", file), ("nim", "--save", file, "--force")):
        ran = run("play", *words)
        assert ran.code == 2
        assert f"{file}: is being played in another terminal" in ran.err
    assert "is being played" in run(*NIM, stdin=f"save {file} --force\n").out
    os.close(handle)


def test_a_game_with_a_file_is_one_game_wherever_one_goes_on_with_it(run, state, tmp_path):
    file = tmp_path / "game.json"
    run(*NIM, "--save", file, stdin="1:1\n")
    for words in (("--resume", file), ("--resume",), ("nim", "--resume"), ("--resume", file)):
        run("play", *words, stdin="moves\n")
    ran = run("play", "--resume", stdin="2:1\n")
    assert f"--resume {file}" in ran.out
    assert records(state) == [Record.read(file)]
    assert len(Record.read(file).moves) == 4


def test_a_snapshot_that_is_gone_on_with_takes_nothing_from_the_game(run, state, tmp_path):
    file = tmp_path / "snapshot.json"
    run(*NIM, stdin=f"1:1\nsave {file}\n2:1\n")
    run("play", "--resume", file, stdin="3:1\n")
    assert [record.moves[2] for record in records(state)] == ["2:1", "3:1"]
    assert Record.read(file).moves[2] == "3:1"


def test_another_game_in_the_file_is_not_overwritten_by_going_on_with_the_first(run, state, tmp_path):
    file = tmp_path / "game.json"
    run(*NIM, "--save", file, stdin="1:1\n")
    (first,) = names(state)
    run(*NIM, "--save", file, "--force", stdin="2:1\n")
    run("play", "--resume", first, stdin="3:1\n")
    assert Record.read(file).moves[0] == "2:1"
    assert len({kept.id: record for kept, record in matches(state)}[first].moves) == 4


def test_the_next_game_leaves_the_file_to_the_one_before(run, state, tmp_path):
    file = tmp_path / "game.json"
    ran = run("play", "nim", "--option", "heaps=1", "--save", file, stdin="1:1\nnew\nquit\n")
    assert f"{file} stays with the game before" in ran.out
    assert Record.read(file).ended == "finished"
    assert len(records(state)) == 1


def test_a_name_is_the_rest_of_the_line_and_folders_are_not_made_unasked(run, state, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    ran = run(
        *NIM, stdin="save ~/my game.json\nsave '~/in quotes.json'\nsave ~/x y/z.json\nsave\nsave --force\n"
    )
    assert {file.name for file in tmp_path.glob("*.json")} == {"my game.json", "in quotes.json"}
    assert f"{tmp_path}/x y: no such folder; make it first" in ran.out
    assert not (tmp_path / "x y").exists()
    assert not (tmp_path / "~").exists()
    assert ran.out.count("Name the file") == 2
    assert f"Made the folder {tmp_path}/deep/er." in run(*NIM, "--save", "~/deep/er/game.json").out
    assert Record.read(tmp_path / "deep" / "er" / "game.json").game == "nim"


def test_a_file_that_can_no_longer_be_written_does_not_end_the_game(run, state, tmp_path, monkeypatch):
    """The disk fills up, say, in the middle of a game."""
    file = tmp_path / "game.json"
    whole, written = files.write_whole, []

    def fails_later(path, *args, **kwargs):
        if Path(path) == file and written:
            from parlour.core.errors import BadRecord

            raise BadRecord(f"{file}: cannot be written: No space left on device")
        written.append(path)
        return whole(path, *args, **kwargs)

    monkeypatch.setattr(files, "write_whole", fails_later)
    ran = run("play", "nim", "--option", "heaps=1,1,1", "--seed", 1, "--save", file, stdin="1:1\n3:1\n2:1\n")
    assert ran.code == 0
    ((kept, record),) = matches(state, over=True)
    assert ran.err.count("No space left") == 1
    assert f"the game is kept as {kept.id}" in ran.err
    assert f"parlour replay {kept.id}\n" in ran.out
    assert record.ended == "finished"
    written.clear()
    other = run("play", "nim", "--option", "heaps=1,1", "--seats", "easy,easy", "--save", file, "--force")
    assert other.code == 2
    assert "No space left" in other.err
