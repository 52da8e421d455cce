"""`parlour review`: text, JSON and a drawing of a kept game, and the order in play."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest

from parlour import Match, game

FIRST, SECOND = game("nim").names.names
KEYS = [
    "game",
    "options",
    "judge",
    "limit",
    "seat",
    "ended",
    "returns",
    "bounds",
    "players",
    "moves",
    "curve",
]
PLAYER = ["seat", "name", "spec", "accuracy", "loss", "counts"]
MOVE = [
    "number",
    "ply",
    "seat",
    "move",
    "verdict",
    "value",
    "best",
    "best_value",
    "loss",
    "exact",
    "told",
    "best_told",
    "reasons",
]


@pytest.fixture
def kept(state, tmp_path):
    """Keep a game of nim in which the first move throws the win away."""
    match = Match("nim", 0, ["human", "easy"])
    for move in ("1:1", "1:1", "1:1", "2:4", "3:5"):
        match.play(move)
    match.save(tmp_path / "game.json")
    return "game.json"


def test_the_text_names_players_the_dearest_move_and_every_move(run, kept):
    ran = run("review", kept)
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0] == "Nim: 5 moves, judged by expert (nim_sum)."
    assert lines[1].startswith(f"{FIRST.capitalize()} (human): accuracy ")
    assert f"  1. {FIRST.capitalize()} played 1:1 (loss), a blunder; better was 1:2 (win)." in lines
    assert "nim-sum" in ran.out
    assert max(map(len, lines)) <= 100
    assert len([line for line in lines if line[:1].isdigit()]) == 5


def test_the_last_game_is_meant_without_a_file(run, state):
    assert run("review", "--last").err.startswith("parlour: no finished game")
    assert run("play", "nim", "--seats", "easy,easy", "--seed", 1).code == 0
    by_name, by_default = run("review", "--last"), run("review")
    assert by_name.code == 0 or "no finished game" in by_name.err  # games of computers alone are not kept
    assert by_name.out == by_default.out


def test_json_has_its_keys_and_nothing_else(run, kept):
    data = run("review", kept, "--json").data
    assert list(data) == KEYS
    assert [list(player) for player in data["players"]] == [PLAYER] * 2
    assert [list(move) for move in data["moves"]] == [MOVE] * 5
    assert data["curve"][0]["points"][0] == {"move": 0, "value": 1.0}
    assert json.loads(json.dumps(data)) == data


def test_a_drawing_is_xml_and_replaces_nothing_unasked(run, kept, tmp_path):
    assert run("review", kept, "--svg", "game.svg").code == 0
    drawn = (tmp_path / "game.svg").read_text()
    texts = [node.text or "" for node in ElementTree.fromstring(drawn).iter()]
    assert "move" in texts
    assert f"worth to {FIRST}" in texts
    assert any(f"{SECOND} (easy)" in text for text in texts)
    assert any("better 1:2" in text for text in texts)
    assert run("review", kept, "--svg", kept).code == 2  # not over the record itself
    assert run("review", kept, "--svg", "game.svg").err.endswith("add --force\n")
    assert run("review", kept, "--svg", "game.svg", "--force").code == 0


@pytest.mark.parametrize("columns", ["30", "64"])
def test_a_narrow_terminal_without_utf8_gets_plain_lines(run, kept, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setattr("rich.console.Console.encoding", "ascii")
    ran = run("review", kept)
    assert ran.out.isascii()
    assert max(map(len, ran.out.splitlines())) <= int(columns)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["nothing.json"], "nothing.json: No such file"),
        (["game.json", "--judge", "nobody"], "unknown strategy 'nobody'"),
        (["game.json", "--judge", "cfr"], "cfr cannot play nim"),
        (["game.json", "--seat", "2"], "nim has the seats 0 to 1"),
        (["game.json", "--limit", "hours=1"], "hours"),
        (["game.json", "--last"], "give one of them"),
    ],
)
def test_an_error_is_one_line(run, kept, words, told):
    ran = run("review", *words)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert told in ran.err


def test_secrets_of_a_match_under_way_stay_secret(run, state, tmp_path):
    match = Match("kuhn_poker", 3, ["human", "easy"])
    match.play("check")
    match.play("bet")
    match.save(tmp_path / "poker.json")
    assert "--seat 0" in run("review", "poker.json").err
    data = run("review", "poker.json", "--seat", 0, "--json").data
    assert [move["seat"] for move in data["moves"]] == [0]
    assert data["options"]["deal"] == ""
    assert data["returns"] is None


def test_one_seat_alone(run, kept):
    data = run("review", kept, "--seat", 1, "--judge", "alphabeta", "--json").data
    assert {move["seat"] for move in data["moves"]} == {1}
    assert data["judge"] == "alphabeta"


def test_the_order_in_play_comes_after_the_game(run, state):
    ran = run("play", "nim", "-o", "heaps=1,1", "--seats", "human,easy", stdin="review\n1:1\nreview\nquit\n")
    assert ran.code == 0
    assert "Not before the game is over" in ran.out
    assert "Nim: 2 moves, judged by expert (nim_sum)." in ran.out
    assert "You: no accuracy" in ran.out or "You: accuracy" in ran.out


def test_an_interrupted_review_leaves_with_one_line(run, kept, monkeypatch):
    def interrupt(words, job):
        raise KeyboardInterrupt

    monkeypatch.setattr("parlour.cli.output.working", interrupt)
    ran = run("review", kept)
    assert (ran.code, ran.out) == (130, "")
    assert ran.err.startswith("parlour: interrupted")
