"""The player at this machine: made when first needed, known again by the key in the state folder."""

from __future__ import annotations

import getpass

import pytest

from parlour.core.errors import BadOption, BadRecord
from parlour.store import NameTaken, Player, open_store
from parlour.store.me import FILE, LONGEST, hashed, me, new_player


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.setenv("PARLOUR_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.setattr(getpass, "getuser", lambda: "ada")
    opened = open_store(str(tmp_path / "parlour.db"))
    yield opened
    opened.close()


def test_who_is_logged_in_is_made_once_and_known_again(store, tmp_path):
    first = me(store)
    assert first.name == "ada"
    assert me(store) == first
    key = tmp_path / "state" / FILE
    assert key.stat().st_mode & 0o777 == 0o600
    assert first.key_hash == hashed(key.read_text().strip())
    assert [path.name for path in key.parent.iterdir()] == [FILE]


def test_another_database_knows_the_same_key(store, tmp_path):
    other = open_store(str(tmp_path / "other.db"))
    assert me(other).key_hash == me(store).key_hash
    other.close()


def test_a_name_that_is_taken_gets_a_number(store):
    store.add_player(Player("1", "ada", "x"))
    assert me(store).name == "ada 2"


def test_a_name_that_is_nothing_to_show_becomes_another(store, monkeypatch):
    monkeypatch.setattr(getpass, "getuser", lambda: "\n")
    assert me(store).name == "me"


def test_a_file_without_a_key_is_refused_with_one_line(store, tmp_path):
    me(store)
    (tmp_path / "state" / FILE).write_bytes(b"\xff\n")
    with pytest.raises(BadRecord, match="there is no key in it; delete the file"):
        me(store)


def test_a_new_player_has_a_key_that_is_not_kept(store):
    made, key = new_player(store, "  Ben   {Ten} ")
    assert made.name == "Ben (Ten)"
    assert len(key) == 43
    assert store.player_by_key(hashed(key)) == store.player("Ben (Ten)") == made
    with pytest.raises(NameTaken):
        new_player(store, "Ben (Ten)")


@pytest.mark.parametrize("name", ["", " ", "\x1b", "x" * (LONGEST + 1)])
def test_a_name_must_be_something(store, name):
    with pytest.raises(BadOption, match="name"):
        new_player(store, name)
