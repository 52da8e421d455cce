"""Matches of the terminal in the database: appended move by move, taken in from files, in the history."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from shelf_kit import NIM, matches, names, records

import parlour
from parlour.cli import hold, shelf
from parlour.cli.keep import Keeper
from parlour.core.match import Match
from parlour.store import Entry, StoreDown, glance, open_store
from parlour.store.store import Store


def entries(state: Path) -> list[Entry]:
    """Read what happened in the only match there is."""
    store = open_store(str(state / "parlour.db"))
    (kept,) = store.find()
    found = store.entries(kept.id)
    store.close()
    return found


@pytest.fixture
def shut(state):
    """Close the store that was opened without a command."""
    yield
    shelf.close()


def test_a_match_is_what_happened_in_it(run, state):
    run("play", "nim", "--seats", "human,human", stdin="1:1\n2:1\nundo\n2:2\nresign\nundo\n2:1\nresign\n")
    assert [(entry.kind, entry.data) for entry in entries(state)] == [
        ("move", {"seat": 0, "move": "1:1", "ply": 0}),
        ("move", {"seat": 1, "move": "2:1", "ply": 1}),
        ("undo", {"seat": 1, "ply": 1}),
        ("move", {"seat": 1, "move": "2:2", "ply": 1}),
        ("resign", {"seat": 0}),
        ("undo", {"seat": 0, "ply": 2}),
        ("move", {"seat": 0, "move": "2:1", "ply": 2}),
        ("resign", {"seat": 1}),
    ]
    ((kept, record),) = matches(state, over=True)
    assert (kept.source, kept.seats, kept.ended) == ("terminal", ("human", "human"), "forfeit")
    assert record.moves == ("1:1", "2:2", "2:1")


def test_matches_of_the_terminal_are_in_the_history(run, state):
    run(*NIM, stdin="1:1\n")
    run("play", "nim", "--option", "heaps=1", stdin="1:1\n")
    found = run("history", "--json").data["matches"]
    assert [match["id"] for match in found] == [*names(state, over=True), *names(state)]
    assert [match["ended"] for match in found] == ["finished", "unfinished"]
    assert {match["source"] for match in found} == {"terminal"}
    assert run("history", "show", names(state)[0], "--json").data["record"]["moves"][0] == "1:1"
    assert run("review", "--last", "--json").data["game"] == "nim"


def two_jumps() -> tuple[Match, list[int]]:
    """Play checkers at random until a move of two jumps is possible."""
    from parlour.core.rng import Stream

    match, rng = Match("checkers", 1, ("human", "human")), Stream([4])
    while True:
        for move in match.legal():
            actions = match.game.read(match.state, move)
            if len(actions) > 1:
                return match, actions
        match.play(match.legal()[rng.below(len(match.legal()))])


def test_a_turn_of_several_parts_is_kept_part_by_part(run, state):
    match, (first, *_) = two_jumps()
    before = match.moves()
    match.play(first)
    half = match.moves()
    run("play", "checkers", "--seats", "human,human", stdin="\n".join(half) + "\n")
    (kept,) = records(state)
    assert kept.moves == tuple(half)
    parts = len(entries(state))
    rest = match.legal()[0]
    match.play(rest)
    run("play", "--resume", stdin=f"{rest}\n")
    (kept,) = records(state)
    assert kept.moves == tuple(match.moves())
    assert len(kept.moves) == len(before) + 1, "one move, whatever it was written in"
    assert len(entries(state)) == parts + 1, "and nothing was written again"


def test_who_sits_there_is_brought_up_to_date(run, state):
    run(*NIM, stdin="1:1\nlevel hard\n")
    ((kept, _),) = matches(state)
    assert kept.seats == ("human", "hard")
    run("play", "--resume", "--seats", "easy,human", stdin="")
    ((kept, _),) = matches(state)
    assert kept.seats == ("easy", "human")


# -- the database cannot be written -----------------------------------------------------------------------


def test_a_full_disk_is_one_line_and_what_was_not_written_is_written_later(run, state, monkeypatch):
    whole, tried = Store.append, []

    def full_for_a_while(self, batch):
        tried.append(len(batch))
        if len(tried) < 4:
            raise StoreDown("the database sqlite:///x cannot be used: database or disk is full")
        return whole(self, batch)

    monkeypatch.setattr(Store, "append", full_for_a_while)
    ran = run("play", "nim", "--seats", "human,human", stdin="1:1\n1:1\n2:1\n2:1\n3:1\n")
    assert ran.code == 0
    assert len(ran.err.splitlines()) == 1
    assert "this game is not being kept: the database" in ran.err
    assert "database or disk is full" in ran.err
    assert records(state)[0].moves == ("1:1", "1:1", "2:1", "2:1", "3:1")
    assert "Saved; go on with: parlour play nim --resume" in ran.out


def test_an_answer_that_was_lost_writes_nothing_twice(run, state, monkeypatch):
    plain_create, plain_append, tried = Store.create, Store.append, []

    def lost(plain):
        def call(self, *args, **more):
            result = plain(self, *args, **more)
            tried.append(plain)
            if tried.count(plain) == 1:
                raise StoreDown("the database cannot be used: the connection was lost")
            return result

        return call

    monkeypatch.setattr(Store, "create", lost(plain_create))
    monkeypatch.setattr(Store, "append", lost(plain_append))
    run("play", "nim", "--seats", "human,human", stdin="1:1\n1:1\nundo\n2:1\n2:1\n3:1\n")
    (record,) = records(state)
    assert record.moves == ("1:1", "2:1", "2:1", "3:1")
    assert [entry.number for entry in entries(state)] == list(range(len(entries(state))))


def test_a_damaged_database_is_one_line(run, state):
    state.mkdir()
    (state / "parlour.db").write_bytes(b"no database at all" * 100)
    ran = run("play", "nim", "--option", "heaps=2,2", stdin="1:1\n")
    assert ran.code == 0
    assert len(ran.err.splitlines()) == 1
    assert "not being kept" in ran.err
    for words in (("play", "--list"), ("play", "--resume"), ("replay",)):
        ran = run(*words)
        assert (ran.code, len(ran.err.splitlines())) == (2, 1)
    assert "Which game?" in run("play", stdin="q\n").out


def test_an_end_that_only_the_file_knows_is_written_down(run, state, tmp_path):
    file = tmp_path / "game.json"
    run("play", "nim", "--option", "heaps=1,1", "--seats", "human,human", "--save", file, stdin="1:1\n")
    match = Match.resume(file)
    match.play("2:1")
    match.save(file)  # as if the sitting was killed before it came to the database
    ran = run("play", "--resume", names(state)[0])
    assert (ran.code, "that game is over" in ran.err) == (2, True)
    assert records(state) == []
    assert records(state, over=True) == [match.full_record()]


@pytest.mark.skipif(os.name != "posix", reason="paths are text there")
def test_a_folder_whose_name_is_not_text_is_one_line(run, state, monkeypatch, tmp_path):
    monkeypatch.setenv("PARLOUR_STATE_DIR", str(tmp_path / "\udcff"))
    ran = run("play", "nim", stdin="1:1\n")
    assert (ran.code, len(ran.err.splitlines())) == (0, 1)
    assert "its path is not UTF-8" in ran.err
    ran = run("arena", "nim", "easy", "random", "--games", 2)
    assert (ran.code, len(ran.err.splitlines())) == (0, 1)


# -- others ------------------------------------------------------------------------------------------------


def test_what_another_has_gone_on_with_stays_theirs_and_this_is_another_match(shut):
    """Where there are no locks, say: two machines with one database."""
    match = Match("nim", 5, ("human", "human"))
    first = Keeper([])
    match.play("1:1")
    assert first.write(match) == ""
    name = first.name
    first.close()  # the lock
    second = Keeper([], name=name)
    theirs = second.read()
    theirs.play("2:1")
    assert second.write(theirs) == ""
    match.play("3:1")
    assert first.write(match) == ""
    assert first.name != name
    assert shelf.match_of(shelf.find(name).kept).moves() == ["1:1", "2:1"]
    assert shelf.match_of(shelf.find(first.name).kept).moves() == ["1:1", "3:1"]
    for keeper in (first, second):
        keeper.close()


def test_a_match_deleted_while_it_is_played_is_kept_anew(shut):
    match = Match("nim", 5, ("human", "human"))
    keeper = Keeper([])
    for move in ("1:1", "2:1"):
        match.play(move)
        assert keeper.write(match) == ""
        shelf.store().delete(keeper.name) if move == "1:1" else None
    assert shelf.match_of(shelf.find(keeper.name).kept).moves() == ["1:1", "2:1"]
    keeper.close()


def test_locks_of_the_dead_are_removed(state):
    handle = hold.take("nim-20261116-041500-ab12cd")
    assert hold.is_taken("nim-20261116-041500-ab12cd") or hold.files.fcntl is None
    with pytest.raises(parlour.ParlourError, match="is being played in another terminal"):
        hold.take("nim-20261116-041500-ab12cd")
    hold.tidy()
    assert (state / "held" / "nim-20261116-041500-ab12cd.lock").exists()
    (state / "held" / "nim-20261116-041500-000000.lock").touch()
    hold.tidy()
    assert [file.stem for file in (state / "held").iterdir()] == ["nim-20261116-041500-ab12cd"]
    hold.leave("nim-20261116-041500-ab12cd", handle)
    assert not list((state / "held").iterdir())


# -- files of earlier versions -----------------------------------------------------------------------------


def old_file(state: Path, name: str, notes: dict[str, object], over: bool = False) -> Path:
    """Write a game as earlier versions kept it."""
    match = Match(parlour.game("nim", heaps=(3,)), 1, ("human", "easy"))
    match.play("1:3" if over else "1:1")
    file = state / ("finished" if over else "") / f"{name}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps({**json.loads(match.full_record().to_json()), "kept": notes}))
    return file


def test_old_files_keep_their_names_notes_and_times(run, state):
    name = "nim-20200101-000000-abcdef"
    file = old_file(state, name, {"moves": 1, "again": ["--limit", "depth=2"], "file": "/x/y.json"})
    over = old_file(state, "nim-20200102-000000-abcdef", {"again": []}, over=True)
    found = run("history", "--json").data["matches"]
    assert {match["id"] for match in found} == {name, over.stem}
    data = run("play", "--list", "--json").data["games"]
    assert data[0]["command"] == f"parlour play --limit depth=2 --resume {name}"
    assert data[0]["file"] == "/x/y.json"
    assert run("replay", over).code == 0, "the path it had is still understood"
    assert (state / "taken_in" / file.name).exists()
    assert (state / "taken_in" / "finished" / over.name).exists()


def test_a_file_is_taken_in_once_whatever_happens_in_between(run, state):
    file = old_file(state, "nim", {})
    text = file.read_bytes()
    assert len(run("play", "--list", "--json").data["games"]) == 1
    file.write_bytes(text)  # as if it had been killed before the file was moved
    assert len(run("play", "--list", "--json").data["games"]) == 1
    assert not file.exists()


def test_a_game_of_ones_own_is_taken_in_once_it_is_loaded(run, state, own_game):
    run("play", "countdown", "--load", own_game.name, "--save", "mine.json", stdin="0\n")
    run("play", "--delete", names(state)[0], "--force")
    from parlour.core import registry

    registry._loaded.clear()
    (state / "countdown-20200101-000000-abcdef.json").write_text(Path("mine.json").read_text())
    (wrong,) = run("play", "--list", "--json").data["damaged"]
    assert "--load the file of countdown to have it taken in" in wrong["error"]
    found = run("play", "--list", "--json", "--load", own_game.name).data
    assert [game["name"] for game in found["games"]] == ["countdown-20200101-000000-abcdef"]
    assert found["damaged"] == []


def test_old_files_without_a_database_are_one_line(run, state):
    old_file(state, "nim", {})
    (state / "parlour.db").mkdir()
    for words in (("play", "--list"), ("play", "--resume"), ("history",)):
        ran = run(*words)
        assert (ran.code, len(ran.err.splitlines())) == (2, 1)
    assert run("play", "nim", stdin="1:1\n").code == 0
    assert (state / "nim.json").exists()


# -- a glance ----------------------------------------------------------------------------------------------


def test_a_glance_tells_what_the_store_does(run, state, monkeypatch):
    run(*NIM, stdin="1:1\n")
    run("play", "kuhn_poker", "--seed", 1, stdin="")
    run("play", "nim", "--option", "heaps=1", stdin="1:1\n")
    store = open_store(str(state / "parlour.db"))
    for over in (False, True):
        for game in ("", "nim", "hearts"):
            seen = glance.matches(state / "parlour.db", "terminal", over, game)
            assert seen == store.find(source="terminal", ended=over, game=game)
    store.close()
    before = glance.matches(state / "parlour.db", "terminal", False)
    for file in state.glob("parlour.db-*"):
        file.unlink()
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # a folder that may only be read
    assert glance.matches(state / "parlour.db", "terminal", False) == before
    assert not list(state.glob("parlour.db-*"))
    assert glance.matches(state / "nosuch.db", "terminal", False) is None
    assert glance.file() == state / "parlour.db"


@pytest.mark.parametrize(
    ("text", "path"),
    [("x.db", "x.db"), ("sqlite:////a/x.db", "/a/x.db"), ("postgresql://me@host/name", None)],
)
def test_the_database_that_is_asked_for_is_glanced_at(monkeypatch, text, path):
    monkeypatch.setenv("PARLOUR_DATABASE", text)
    assert glance.file() == (None if path is None else Path(path))


def test_another_database_is_used_throughout(run, state, monkeypatch, tmp_path):
    monkeypatch.setenv("PARLOUR_DATABASE", str(tmp_path / "other.db"))
    run(*NIM, stdin="1:1\n")
    assert len(run("play", "--list", "--json").data["games"]) == 1
    assert run("play", "--resume", "--json").data["moves"][0] == "1:1"
    assert not (state / "parlour.db").exists()


# -- events ------------------------------------------------------------------------------------------------


def test_events_are_in_the_history_with_their_tables(run, state, tmp_path):
    file = tmp_path / "event.jsonl"
    told = run("arena", "nim", "easy", "random", "--games", 6, "--resume", file, "--json").data
    (event,) = run("history", "events", "--json").data["events"]
    assert (event["game"], event["specs"], event["played"]) == ("nim", ["easy", "random"], 6)
    assert event["ended"] is not None
    shown = run("history", "events", event["id"], "--json").data
    assert shown["table"] == told
    assert "finished" in run("history", "events").out
    assert "easy" in run("history", "events", "last").out
    assert run("history", "events", "nosuch").code == 2


def test_an_event_that_goes_on_is_one_event(run, state, tmp_path, monkeypatch):
    file = tmp_path / "event.jsonl"
    words = ("arena", "nim", "easy", "random", "--games", 6, "--resume", file)
    from parlour.cli.ledger import Ledger

    plain = Ledger.note

    def stop(self, done, total):
        plain(self, done, total)
        if done == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(Ledger, "note", stop)
    assert run(*words).code == 130
    (event,) = run("history", "events", "--json").data["events"]
    assert (event["played"], event["total"], event["ended"]) == (3, 6, None)
    assert "3 of 6 matches" in run("history", "events").out
    monkeypatch.setattr(Ledger, "note", plain)
    assert run(*words).code == 0
    (after,) = run("history", "events", "--json").data["events"]
    assert (after["id"], after["played"]) == (event["id"], 6)


def test_an_event_goes_on_without_the_database(run, state):
    state.mkdir()
    (state / "parlour.db").write_bytes(b"no database at all" * 100)
    ran = run("arena", "nim", "easy", "random", "--games", 2)
    assert ran.code == 0
    assert len(ran.err.splitlines()) == 1
    assert "the event goes on, but history does not tell of it" in ran.err
