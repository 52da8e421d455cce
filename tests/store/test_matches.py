"""Matches and their entries: written once, found again, by the same laws in both databases."""

from __future__ import annotations

from dataclasses import replace

import pytest
from store_kit import kept, move

from parlour.core.errors import BadOption, BadRecord
from parlour.store import Append, Entry, Gone, Store, Taken, Token, open_store


def test_what_is_created_is_found_as_it_was(store: Store) -> None:
    match = kept(
        options={"heaps": (3, 4), "misere": True},
        seed=2**256 - 1,
        names=("Ann ♠", ""),
        players=("p1", ""),
        commitment="ab" * 32,
        notes={"again": ["--load", "x.py"]},
        key="k",
        created=1.25,
        changed=2.5,
    )
    assert store.create(match) == match
    assert store.match("m") == match
    assert store.match("other") is None
    assert store.entries("m") == []


def test_a_match_may_come_with_its_entries(store: Store) -> None:
    store.create(kept(), entries=[move(0), move(1)])
    assert store.match("m").entries == 2
    assert [entry.number for entry in store.entries("m", since=1)] == [1]
    with pytest.raises(BadRecord, match="numbered from 0"):
        store.create(kept("n"), entries=[move(1, "n")])
    assert store.match("n") is None


def test_creating_twice_with_a_key_makes_one(store: Store) -> None:
    first = store.create(kept(key="k"), [Token("h", "m", (0,))])
    assert store.create(kept("n", key="k"), [Token("i", "n", (0,))]) == first
    assert store.match("n") is None
    assert store.token("i") is None
    with pytest.raises(BadOption, match="there already"):
        store.create(kept())


def test_entries_are_written_once(store: Store) -> None:
    store.create(kept())
    first = move(0, key="a")
    assert store.append([Append(first, moves=1)]) == [first]
    again = move(1, text="2", key="a")
    assert store.append([Append(again, moves=2)]) == [first]
    assert store.append([Append(first)]) == [first]
    assert store.entries("m") == [first]
    assert store.match("m").moves == 1


def test_an_entry_whose_answer_was_lost_is_known_again(store: Store) -> None:
    store.create(kept())
    entry = move(0)
    assert store.append([Append(entry)]) == [entry] == store.append([Append(entry)])


def test_a_number_is_taken_once_and_the_others_are_written(store: Store) -> None:
    store.create(kept())
    store.create(kept("n"))
    first, late, other, lost = move(0), move(0, text="2"), move(0, "n"), move(0, "nowhere")
    assert store.append([Append(first)]) == [first]
    answers = store.append([Append(late), Append(other), Append(lost)])
    assert answers == [Taken(first), other, Gone("nowhere")]
    assert store.entries("m") == [first]
    assert store.entries("n") == [other]


def test_a_batch_may_hold_several_of_one_match(store: Store) -> None:
    store.create(kept())
    first, second, rival, again = move(0, key="a"), move(1), move(1, text="9"), move(2, key="a")
    batch = [Append(first, 1), Append(second, 2), Append(rival, 2), Append(again, 3)]
    assert store.append(batch) == [first, second, Taken(second), first]
    assert store.match("m").entries == store.match("m").moves == 2
    assert store.append([]) == []


def test_a_gap_is_refused_and_nothing_written(store: Store) -> None:
    store.create(kept())
    store.create(kept("n"))
    with pytest.raises(BadRecord, match="entry 3 cannot follow 0 entries"):
        store.append([Append(move(0, "n")), Append(move(3))])
    assert store.entries("n") == store.entries("m") == []


def test_a_large_batch_is_one(store: Store) -> None:
    for number in range(40):
        store.create(kept(f"m{number}"))
    batch = [Append(move(ply, f"m{number}", key=f"k{ply}"), ply) for ply in range(50) for number in range(40)]
    assert store.append(batch) == [each.entry for each in batch]
    assert store.append(batch) == [each.entry for each in batch]
    assert len(store.entries("m39")) == 50


def test_an_end_is_kept_and_can_be_taken_back(store: Store) -> None:
    store.create(kept())
    resigned = Entry("m", 0, "resign", {"seat": 0})
    store.append([Append(resigned, 0, "forfeit", (-1.0, 1.0), 0, "resigned")])
    match = store.match("m")
    assert (match.ended, match.returns, match.loser, match.reason) == ("forfeit", (-1.0, 1.0), 0, "resigned")
    assert (match.over, match.outcome(0), match.outcome(1)) == (True, "lost", "won")
    assert [found.id for found in store.find(result="lost")] == ["m"]
    assert match.changed == resigned.at
    store.append([Append(Entry("m", 1, "undo", {"seat": 0, "ply": 0}), 0, "unfinished")])
    match = store.match("m")
    assert (match.ended, match.returns, match.loser, match.reason) == ("unfinished", None, None, "")
    assert store.find(result="lost") == []
    assert [found.id for found in store.waiting()] == ["m"]


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ({}, "dcba"),
        ({"game": "nim"}, "cba"),
        ({"player": "p1"}, "ba"),
        ({"player": "Ann"}, ""),
        ({"who": "Ann"}, "ba"),
        ({"who": "easy"}, "cba"),
        ({"who": "p1", "result": "won"}, "a"),
        ({"result": "won"}, "a"),
        ({"result": "lost"}, "b"),
        ({"result": "lost", "who": "easy"}, "a"),
        ({"result": "drawn"}, "d"),
        ({"result": "unfinished"}, "c"),
        ({"ended": True}, "dba"),
        ({"ended": False}, "c"),
        ({"source": "arena"}, "d"),
        ({"since": 2.0}, "dcb"),
        ({"until": 2.0}, "a"),
        ({"since": 2.0, "until": 4.0}, "cb"),
        ({"limit": 2}, "dc"),
        ({"limit": 2, "offset": 1}, "cb"),
    ],
)
def test_matches_are_found(store: Store, filters: dict, found: str) -> None:
    over = {"ended": "finished", "players": ("p1", ""), "names": ("Ann", "")}
    store.create(kept("a", changed=1.0, returns=(1.0, -1.0), **over))
    store.create(kept("b", changed=2.0, returns=(-1.0, 1.0), **over))
    store.create(kept("c", changed=3.0))
    draw = {"game": "wythoff", "ended": "finished", "returns": (0.0, 0.0), "seats": ("uct", "cfr")}
    store.create(kept("d", changed=4.0, source="arena", **draw))
    assert "".join(match.id for match in store.find(**filters)) == found
    if "limit" not in filters:
        assert store.count(**filters) == len(found)


def test_no_such_result_is_one_line(store: Store) -> None:
    with pytest.raises(BadOption, match="give one of won, lost, drawn, unfinished"):
        store.find(result="win")


def test_a_deleted_match_leaves_nothing(store: Store) -> None:
    store.create(kept(), [Token("h", "m", (0,))], [move(0)])
    assert store.delete("m")
    assert not store.delete("m")
    assert store.entries("m") == []
    assert store.token("h") is None
    assert store.append([Append(move(1))]) == [Gone("m")]


def test_notes_are_replaced(store: Store) -> None:
    match = store.create(kept(notes={"a": 1}))
    store.note("m", {"b": [2]})
    assert store.match("m") == replace(match, notes={"b": [2]})


@pytest.mark.parametrize("text", ["a\0b", "\ud800"])
def test_what_no_database_holds_is_one_line(store: Store, text: str) -> None:
    """SQLite holds a NUL, PostgreSQL does not; neither holds half a character."""
    if store.dialect == "sqlite" and "\0" in text:
        assert store.create(kept(names=(text, ""))).names == (text, "")
        return
    with pytest.raises(BadOption, match="cannot be kept"):
        store.create(kept(names=(text, "")))
    assert store.match("m") is None


def test_opening_again_finds_all(url: str, store: Store) -> None:
    store.create(kept(), entries=[move(0)])
    store.close()
    again = open_store(url)
    assert again.entries("m") == store.entries("m")
    again.check()
    again.close()
