"""`parlour player`: players made, listed, shown with their results and ratings, and deleted."""

from __future__ import annotations

import getpass

import pytest

from parlour.cli.player import HEIGHT, WIDTH, plot
from parlour.store import Kept, open_store
from parlour.store.me import hashed


@pytest.fixture(autouse=True)
def ada(monkeypatch):
    monkeypatch.setattr(getpass, "getuser", lambda: "ada")


def keep(store, player, number, game="nim", spec="easy", won=True):
    returns = (1.0, -1.0) if won else (-1.0, 1.0)
    at = 1.7e9 + 3600 * number
    seats, players = ("human", spec), (player, "")
    store.create(
        Kept(f"{game}-{number}", game, seats=seats, players=players, returns=returns, ended="finished",
             created=at, changed=at, moves=4 + number)
    )  # fmt: skip


@pytest.fixture
def played(run):
    """Keep matches of Ben: four of Nim, three of them won, and one of a game that nobody knows."""
    made = run("player", "add", "Ben", "--json").data
    store = open_store()
    for number in range(4):
        keep(store, made["id"], number, won=number > 0)
    keep(store, made["id"], 9, "my_own_game", "mcts")
    store.close()
    return made


def test_a_key_is_told_once_and_only_its_hash_is_kept(run):
    said = run("player", "add", "Ada Lovelace").out.splitlines()
    assert said[0] == "Ada Lovelace is a player now. This key is told once, keep it:"
    store = open_store()
    assert store.player_by_key(hashed(said[1])).name == "Ada Lovelace"
    store.close()
    assert said[1] not in run("player", "show", "Ada Lovelace", "--json").out


def test_the_list_counts_matches(run, played):
    head, _, row = run("player").out.splitlines()
    assert head.split() == ["player", "since", "games", "won", "drawn", "lost"]
    assert row.split()[0] == "Ben"
    assert row.split()[-4:] == ["5", "4", "0", "1"]
    (told,) = run("player", "list", "--json").data["players"]
    assert (told["name"], told["games"], told["won"]) == ("Ben", 5, 4)


def test_show_tells_results_and_ratings(run, played):
    said = run("player", "show", "Ben").out
    assert said.startswith("Ben: 5 matches, 4 won, 0 drawn, 1 lost.\n")
    assert "No level was measured in my_own_game: there only matches with other players are rated." in said
    data = run("player", "show", "Ben", "--json").data
    nim = data["ratings"]["nim"]
    assert (nim["games"], nim["won"], nim["measured"]) == (4, 3, True)
    assert nim["low"] < nim["rating"] < nim["high"]
    assert data["ratings"]["my_own_game"]["measured"] is False
    assert len(data["history"]["nim"]) == 4
    assert data["history"]["nim"][-1][1] == pytest.approx(nim["rating"], abs=0.1)
    assert data["statistics"]["by_game"]["nim"]["by_opponent"]["easy"]["games"] == 4


def test_show_of_a_game_has_details_and_a_plot(run, played):
    said = run("player", "show", "Ben", "--game", "nim").out
    assert "as first player" in said
    assert "in 2023-11" in said
    assert "against easy" in said
    assert "A match took 5.5 turns on average, from 4 to 7." in said
    assert "The rating after each match:" in said
    assert all(len(line) <= 100 for line in said.splitlines())
    assert "in seat 1" in run("player", "show", "Ben", "--game", "my_own_game").out


def test_show_without_a_name_is_about_you(run):
    assert run("player", "show").out == "ada has finished no match yet.\n"
    assert run("player", "list", "--json").data["players"][0]["name"] == "ada"


def test_delete_asks_first(run, played):
    refused = run("player", "delete", "Ben")
    assert (refused.code, refused.err) == (
        2,
        "parlour: player delete Ben: nobody said yes; --yes deletes without asking\n",
    )
    assert run("player", "delete", "Ben", "--yes").out == "Deleted Ben. The matches stay, without the name.\n"
    assert "There is no player yet" in run("player").out
    assert run("history", "--json").data["total"] == 5


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("fly",), "player 'fly': say add, list, show, delete"),
        (("add",), "player add: give the player a NAME"),
        (("add", "a", "b"), "player add: name one player; a name of several words goes in quotes"),
        (("add", ""), "player add: give the player a NAME"),
        (("list", "Ben"), "player list 'Ben': a list takes no name; see one by: player show"),
        (("show", "Zoe"), "there is no player 'Zoe'; parlour player list names them"),
        (("show", "--game", "nim"), "ada has finished no match of 'nim'"),
        (("delete",), "player delete: name the player"),
        (("delete", "Zoe"), "there is no player 'Zoe'; parlour player list names them"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(run, words, said):
    ran = run("player", *words)
    assert (ran.code, ran.err) == (2, f"parlour: {said}\n")


def test_a_plot_has_its_scale_and_fits():
    lines = plot([1500.0 + n for n in range(500)], "*")
    assert lines[0] == "The rating over time:"
    assert (lines[1][:5], lines[-1][:5]) == (" 1999", " 1507")
    assert len(lines) == HEIGHT + 1
    assert max(map(len, lines)) <= WIDTH + 8
    assert plot([1500.0], "*")[-1] == " 1500 | *"
