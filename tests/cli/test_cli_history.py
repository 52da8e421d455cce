"""`parlour history`: the matches in the database, found, shown, written out, deleted and taken in."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

import parlour
from parlour.cli import hold
from parlour.core.record import Record
from parlour.store import Kept, Player, open_store
from parlour.store.fold import entries_of, kept_of

KEYS = {"id", "game", "options", "seats", "names", "players", "source", "created", "changed", "ended"}
KEYS |= {"returns", "results", "reason", "moves", "opening", "commitment", "seed"}


def put(id: str, game: str, moves: str, day: int = 1, **more: object) -> Kept:
    """Keep a match that was changed on some day of January 2026, at noon."""
    match = parlour.Match(game, 7, ("human", "easy"))
    for move in moves.split():
        match.play(move)
    at = 1767225600.0 + (day - 1) * 86400 + 43200
    store = open_store()
    kept = store.create(
        kept_of(match, id, created=at, changed=at, **more), entries=entries_of(match, id, at=at)
    )
    store.close()
    return kept


@pytest.fixture
def filled(state: Path) -> None:
    put("first-0001", "tic_tac_toe", "a1 b1 a2 b2 a3", 1, names=("Ann", ""), players=("p1", ""))
    put("second-0002", "tic_tac_toe", "a1 b1 a2 b2", 2, source="server")
    put("third-0003", "kuhn_poker", "bet", 3)
    store = open_store()
    store.add_player(Player("p1", "Anna"))
    store.close()


def test_an_empty_database_says_so(run):
    assert run("history").out == "No match is kept yet.\n"
    assert run("history", "--game", "nim").out == "No match is kept that fits.\n"
    assert run("history", "--json").data["matches"] == []
    assert run("history", "show", "last").err.startswith("parlour: history last: no match is kept yet in ")


def test_a_list_tells_each_match_in_a_line(run, filled):
    head, _, *rows = run("history").out.splitlines()
    assert head.split() == ["when", "game", "who", "result", "moves", "id"]
    assert [row.split()[-1] for row in rows] == ["0003", "0002", "0001"]
    assert rows[2].split() == [
        *("2026-01-01", rows[2].split()[1], "tic_tac_toe", "Ann,", "easy", "won", "5", "0001")
    ]
    assert "a person, easy" in rows[1]
    assert "unfinished" in rows[1]
    assert max(map(len, rows)) <= 100
    short = run("history", "--limit", 1).out
    assert " 0003" in short
    assert "1 of 3, the latest; --limit 3 shows all." in short


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("--game tic_tac_toe", "21"),
        ("--player easy", "321"),
        ("--player Ann", "1"),
        ("--player Anna", "1"),
        ("--player p1", "1"),
        ("--result won", "1"),
        ("--result lost", ""),
        ("--result lost --player easy", "1"),
        ("--result unfinished", "32"),
        ("--since 2026-01-02", "32"),
        ("--until 2026-01-02", "21"),
        ("--since 2026-01-02 --until 2026-01-02", "2"),
        ("--until 2026-01-02T00:00", "1"),
        ("list --limit 2", "32"),
    ],
)
def test_filters(run, filled, asked, found):
    data = run("history", *asked.split(), "--json").data
    assert "".join(match["id"][-1] for match in data["matches"]) == found
    assert data["total"] >= len(found)
    assert all(set(match) == KEYS for match in data["matches"])


def test_one_match_is_shown(run, filled):
    text = run("history", "show", "first").out  # how its id begins is enough
    assert "Tic-Tac-Toe, 2026-01-01" in text
    assert "first-0001" in text
    assert "Ann: human, O: easy" in text
    assert "a1 b1 a2 b2 a3" in text
    assert "X wins." in text
    assert "parlour history replay first-0001" in text
    data = run("history", "show", "first-0001", "--json").data
    assert data["results"] == ["won", "lost"]
    assert data["record"]["moves"] == ["a1", "b1", "a2", "b2", "a3"]
    assert data["seed"] == data["record"]["seed"] == 7


def test_what_is_not_over_keeps_its_secrets(run, filled):
    """Neither the seed nor the cards of a match under way are told, in any form."""
    shown = run("history", "show", "last", "--json").data
    assert (shown["id"], shown["seed"], shown["record"]["seed"]) == ("third-0003", None, None)
    cards = parlour.Match("kuhn_poker", 7).moves()
    for words in (
        ("show", "last"),
        ("show", "last", "--json"),
        ("replay", "last"),
        ("export", "last"),
        ("export", "last", "--format", "csv"),
    ):
        out = run("history", *words).out
        assert "?" in out
        assert not any(f'"{card}"' in out or f" {card} " in out for card in cards), words


def test_a_match_is_replayed(run, filled):
    text = run("history", "replay", "first-0001").out
    assert "5. X: a3" in text
    assert text.endswith("X wins.\n")
    assert run("history", "replay", "first-0001", "--ply", 2, "--json").data["plies"][0]["move"] == "b1"
    assert "0 to 1" in run("history", "replay", "first-0001", "--seat", 5).err


def test_records_are_exported_and_read_again(run, filled, tmp_path):
    lines = run("history", "export", "--result", "won").out.splitlines()
    (record,) = map(Record.from_json, lines)
    assert record.replay().returns == (1.0, -1.0)
    ran = run("history", "export", "--out", "all.jsonl")
    assert ran.out == "3 matches as jsonl: all.jsonl\n"
    assert len((tmp_path / "all.jsonl").read_text().splitlines()) == 3
    assert "is there already" in run("history", "export", "--out", "all.jsonl").err
    assert run("history", "export", "first", "--out", "all.jsonl", "--force").code == 0
    data = run("history", "export", "--json").data
    assert (data["format"], data["matches"], data["file"]) == ("jsonl", 3, None)
    assert len(data["text"].splitlines()) == 3


def test_a_table_for_a_spreadsheet(run, filled, tmp_path):
    put("evil", "tic_tac_toe", "a1", names=("=cmd()", ""))
    assert run("history", "export", "--out", "all.csv").code == 0
    rows = {row["id"]: row for row in csv.DictReader((tmp_path / "all.csv").open())}
    assert rows["first-0001"]["moves"] == "a1 b1 a2 b2 a3"
    assert json.loads(rows["first-0001"]["seats"]) == ["human", "easy"]
    assert (rows["first-0001"]["turns"], rows["first-0001"]["returns"]) == ("5", "[1.0, -1.0]")
    assert not any(cell.startswith(("=", "+", "@")) for row in rows.values() for cell in row.values())


def test_a_notation_is_of_one_game(run, filled):
    run("play", "checkers", "--seats", "random,random", "--seed", 1)
    assert '[Event "' in run("history", "export", "last", "--format", "pdn").out
    assert run("history", "export", "--game", "checkers", "--out", "g.pdn").out == "1 match as pdn: g.pdn\n"
    err = run("history", "export", "--format", "pdn").err
    assert "these are of checkers, kuhn_poker, tic_tac_toe; add --game" in err
    assert "no notation 'pdn'" in run("history", "export", "first", "--format", "pdn").err
    assert "no match to write" in run("history", "export", "--game", "nim", "--format", "pdn").err


def test_deleting_asks_first(run, filled, terminal):
    assert run("history", "delete", "first-0001", stdin="n\n").out.endswith("yes or no> It is kept.\n")
    assert run("history", "delete", "first-0001", stdin="y\n").out.endswith("Deleted first-0001.\n")
    assert "no match 'first-0001' is kept" in run("history", "show", "first-0001").err
    assert run("history", "delete", "last", "--yes", "--json").data == {"deleted": "third-0003"}


def test_deleting_without_a_terminal_needs_a_yes(run, filled):
    ran = run("history", "delete", "first-0001")
    assert (ran.code, ran.err) == (
        2,
        "parlour: history delete first-0001: nobody said yes; --yes deletes without asking\n",
    )


def test_records_are_taken_in_once(run):
    run("play", "leduc_poker", "--seats", "random,random", "--seed", 1, "--save", "g.json")
    other = ("--database", "other.db")
    first = run("history", "add", "g.json", "--json", *other).data["matches"]
    assert run("history", "add", "g.json", "--json", *other).data["matches"] == first
    assert first[0]["source"] == "import"
    written = Record.from_json(run("history", "export", "last", *other).out)
    assert written == Record.read("g.json")
    assert run("history", "--json", *other).data["total"] == 1


def test_what_is_played_in_the_terminal_is_there(run):
    run("play", "nim", "--seats", "random,random", "--seed", 1)
    (match,) = run("history", "--json").data["matches"]
    assert (match["game"], match["source"], match["ended"]) == ("nim", "terminal", "finished")
    end = match["id"].rpartition("-")[2]
    assert run("history").out.splitlines()[-1].endswith(end)
    assert run("history", "show", end, "--json").data["id"] == match["id"]


def test_a_match_that_is_being_played_is_not_deleted(run, filled):
    handle = hold.take("second-0002")
    assert "is being played in another terminal" in run("history", "delete", "second-0002", "--yes").err
    hold.leave("second-0002", handle)
    assert run("history", "delete", "second-0002", "--yes").code == 0


def test_another_database(run, filled, tmp_path):
    assert run("history", "--database", "other.db").out == "No match is kept yet.\n"
    assert (tmp_path / "other.db").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("dance", "history 'dance': say list, show, replay, export, delete, add"),
        ("list first-0001", "history list 'first-0001': a list takes filters"),
        ("show", "history show: name one match by its id, or say last"),
        ("show first-0001 last", "history show: name one match"),
        ("show fir", "no match 'fir' is kept in sqlite:///"),
        ("add", "history add: name the FILE"),
        ("add nothing.json", "nothing.json: No such file"),
        ("--result win", "result 'win': give one of won, lost, drawn, unfinished"),
        ("--since yesterday", "--since 'yesterday': write a day as 2026-11-30"),
        ("--limit x", "--limit"),
        ("--database mysql://x/y", "give a file, sqlite:///FILE or postgresql://USER@HOST/NAME"),
        ("--database /dev/null/x.db", "/dev/null/x.db cannot be"),
        ("export --format xml", "these are of kuhn_poker, tic_tac_toe; add --game"),
    ],
)
def test_mistakes_are_one_line(run, filled, words, said):
    ran = run("history", *words.split())
    assert ran.code == 2
    assert said in ran.err
    assert ran.err.count("\n") == 1


def test_ids_that_begin_alike_are_named(run, state):
    put("same-1", "nim", "1:1")
    put("same-2", "nim", "1:1")
    assert "same-2 and same-1 are called so; name it in full" in run("history", "show", "same").err
    assert run("history", "show", "same_").code == 2  # no pattern: just letters
    put("0123456789abcdef0123456789abcdef", "nim", "1:1")
    assert " 0123456789ab\n" in run("history").out
    assert run("history", "show", "0123456789ab").code == 0
