"""Another program plays by HTTP: any game and seat, shown what its seat may know; nonsense costs the game."""

from __future__ import annotations

import json
import socket
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from bots import bot, first
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour import Match, arena
from parlour.cli import main
from parlour.compile import ahead
from parlour.core import wire
from parlour.core.errors import BadOption, IllegalMove, InvalidMove
from parlour.core.rng import Stream
from parlour.core.spec import make
from parlour.core.wire import NoAnswer, TooLate

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "remote_bot.mjs"


@pytest.fixture(scope="module")
def node() -> Iterator[str]:
    """Run the page's example; without node this fails, as it should."""
    process = subprocess.Popen(["node", str(EXAMPLE)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    yield process.stdout.readline().strip()
    process.kill()
    process.wait()


@pytest.mark.parametrize(
    ("name", "seat"), [("tic_tac_toe", 0), ("checkers", 1), ("hearts", 2), ("bluff", 1), ("kuhn_poker", 0)]
)
def test_the_example_plays_a_match_to_its_end(node: str, name: str, seat: int) -> None:
    game = parlour.game(name)
    specs = [f"remote:url={node}" if each == seat else "random" for each in range(game.seats)]
    record = parlour.play(game, specs, seed=3)
    assert record.ended == "finished", record.reason
    assert record.seats[seat] == specs[seat]
    assert parlour.Record.from_json(record.to_json()).replay().over


def test_the_example_takes_part_in_an_event(node: str) -> None:
    result = arena.run("tic_tac_toe", [f"remote:url={node},timeout=20", "random"], games=6, workers=2)
    assert [record.ended for record in result.records] == ["finished"] * 6


def test_the_example_plays_from_the_command_line(node: str, capsys: pytest.CaptureFixture[str]) -> None:
    seats = f"random,remote:url={node},timeout=20"
    assert main(["play", "connect_four", "--seats", seats, "--seed", "4", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["ended"] == "finished"


def test_it_is_shown_the_view_in_words_and_numbers() -> None:
    match = Match("leduc_poker", 5)
    with bot(first) as it:
        player = make(match.game, f"remote:url={it.url}", 0)
        choice = player.decide(match.view(0), parlour.Limit(seconds=2))
    view, asked = match.view(0), it.asked[0]
    assert choice.move == asked["legal"][0]
    assert asked["legal"] == view.moves()
    assert asked["actions"] == view.legal()
    assert asked["picture"] == view.picture().text()
    assert [(s["seat"], s["action"]) for s in asked["history"]] == list(view.history)
    assert [s["move"] for s in asked["history"]] == match.moves(0)
    assert asked["history"][1]["move"] == "?"
    told = ("protocol", "game", "seat", "seats", "turn", "ply", "limit", "title")
    assert [asked[k] for k in told] == [1, "leduc_poker", 0, 2, 0, 2, {"seconds": 2.0}, "Leduc Poker"]
    assert str(match.seed) not in json.dumps({k: v for k, v in asked.items() if k not in ("match", "key")})


def test_what_is_hidden_stays_hidden() -> None:
    """Worlds that look alike to the seat are the same question, but for its random names."""
    seen = set()
    for deal in ("K/Q", "K/J"):
        match = Match(parlour.game("kuhn_poker", deal=deal), 1)
        with bot(first) as it:
            make(match.game, f"remote:url={it.url}", 0).decide(match.view(0))
        seen.add(json.dumps({k: v for k, v in it.asked[0].items() if k not in ("match", "key")}))
    assert len(seen) == 1


def test_a_match_has_one_name_and_a_question_its_own_key_over_one_connection() -> None:
    with bot(first) as it:
        parlour.play("tic_tac_toe", [f"remote:url={it.url}", "random"], seed=1)
        parlour.play("tic_tac_toe", [f"remote:url={it.url}", "random"], seed=1)
    names = [asked["match"] for asked in it.asked]
    assert len(set(names)) == 2
    assert len({asked["key"] for asked in it.asked}) == len(it.asked)
    assert [h["Idempotency-Key"] for h in it.headers] == [asked["key"] for asked in it.asked]
    assert it.connections == 1


def test_a_whole_turn_is_asked_for_once() -> None:
    jump = "B:W10,18,26:B7"  # black takes three men in one turn
    match = Match(parlour.game("checkers", position=jump), 1)
    with bot(first) as it:
        seat = match.turn
        player = make(match.game, f"remote:url={it.url}", seat)
        while not match.over and match.turn == seat:
            match.play(player.decide(match.view(seat)).action, seat)
    assert len(it.asked) == 1
    assert len(match.actions) > 1
    assert match.moves() == it.asked[0]["legal"][:1]


def test_value_and_reasons_are_taken_where_they_make_sense() -> None:
    said = {"action": 4, "value": 0.25, "reasons": ["The centre.\x1b[2J", "", 7, "Second"]}
    view = Match("tic_tac_toe", 1).view(0)
    with bot(lambda asked: said) as it:
        choice = make(view.game, f"remote:url={it.url}", 0).decide(view)
        assert (choice.action, choice.value) == (4, 0.25)
        assert choice.reasons[-2:] == ("The centre. [2J", "Second")
        said |= {"value": "much", "reasons": {"a": 1}}
        assert make(view.game, f"remote:url={it.url}", 0).decide(view).value is None


NONSENSE = {
    "no JSON": (b"<html>", "not an object"),
    "a list": ([1], "not an object"),
    "nothing": ({}, 'no "move"'),
    "no such move": ({"move": "z9"}, "is not a move"),
    "illegal": ({"move": "a1"}, "illegal"),
    "a number": ({"move": 3}, "must be a text"),
    "no such action": ({"action": 99}, "illegal"),
    "not an action": ({"action": True}, 'no "move"'),
    "too much": (b" " * 70_000, "more than 65,536 bytes"),
    "deep": (b"[" * 60_000, "not an object"),
}


@pytest.mark.parametrize("what", NONSENSE)
def test_nonsense_loses_that_game_in_one_line(what: str) -> None:
    said, words = NONSENSE[what]
    with bot(lambda asked: said) as it:
        game = parlour.game("tic_tac_toe", position="x.o/.../x.o")  # a1 is taken
        record = parlour.play(game, [f"remote:url={it.url}", "random"], seed=1)
    assert (record.ended, record.loser) == ("forfeit", 0)
    assert words in record.reason
    assert "\n" not in record.reason


def test_nobody_is_asked_for_the_sake_of_the_compiler() -> None:
    with bot(first) as it:
        ahead.prepare(parlour.game("tic_tac_toe"), f"remote:url={it.url}")
    assert it.asked == []


def test_a_program_that_does_not_speak_tls_is_no_answer_to_https() -> None:
    view = Match("tic_tac_toe", 1).view(0)
    with bot(first) as it:
        spec = f"remote:url={it.url.replace('http:', 'https:')}"
        with pytest.raises(NoAnswer, match="https://127"):
            make(view.game, spec, 0).decide(view)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@settings(max_examples=200, deadline=None)
@given(
    said=st.fixed_dictionaries({}, optional=dict.fromkeys(("move", "action", "value", "reasons"), JSON)),
)
def test_whatever_an_answer_holds_is_a_choice_or_an_error_of_moves(said: dict[str, Any]) -> None:
    view = Match("tic_tac_toe", 1).view(0)
    player = make(view.game, "remote:url=http://127.0.0.1/", 0)
    player._asked = lambda view, limit: said  # type: ignore[attr-defined]
    try:
        choice = player.decide(view)
    except (IllegalMove, InvalidMove):
        return
    assert choice.action in view.legal()
    assert all(reason and reason.isprintable() for reason in choice.reasons)
    json.dumps(choice.to_json(), allow_nan=False)


def test_a_redirect_is_not_followed() -> None:
    with bot(first) as other, bot(first, status=302, Location=other.url) as it:
        record = parlour.play("tic_tac_toe", ["random", f"remote:url={it.url}"], seed=1)
    assert record.loser == 1
    assert "answers 302, and a redirect is not followed" in record.reason
    assert other.asked == []


def test_an_error_is_told_with_its_status() -> None:
    with bot(lambda asked: {"error": "no credit"}, status=402) as it:
        record = parlour.play("tic_tac_toe", [f"remote:url={it.url}", "random"], seed=1)
    assert 'answers 402: {"error": "no credit"}' in record.reason


def test_an_event_goes_on_after_a_bot_that_fails() -> None:
    with bot(lambda asked: {"move": asked["legal"][0]} if asked["seat"] else {}) as it:
        result = arena.run("tic_tac_toe", [f"remote:url={it.url}", "random"], games=4)
    assert sorted(record.ended for record in result.records) == ["finished"] * 2 + ["forfeit"] * 2


def _drip(sock: socket.socket) -> None:
    """Answer one byte at a time, for ever."""
    while True:
        try:
            there, _ = sock.accept()
        except OSError:
            return
        try:
            there.sendall(b"HTTP/1.1 200 OK\r\n")
            while True:
                there.sendall(b"X-A: b\r\n")
                threading.Event().wait(0.05)
        except OSError:
            there.close()


def test_an_answer_in_drops_is_too_late() -> None:
    with socket.create_server(("127.0.0.1", 0)) as sock:
        threading.Thread(target=_drip, args=(sock,), daemon=True).start()
        url = f"http://127.0.0.1:{sock.getsockname()[1]}/"
        record = parlour.play("tic_tac_toe", [f"remote:url={url},timeout=0.3", "random"], seed=1)
        view = Match("tic_tac_toe", 1).view(0)
        with pytest.raises(TooLate, match=r"no answer within 0\.3 s"):
            make(view.game, f"remote:url={url},timeout=0.3", 0).decide(view)
    assert record.reason.startswith("timed out: ")


def test_nobody_there_is_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as sock:
        port = sock.getsockname()[1]
    view = Match("tic_tac_toe", 1).view(0)
    with pytest.raises(NoAnswer, match="connection refused"):
        make(view.game, f"remote:url=http://127.0.0.1:{port}/", 0).decide(view)


def test_a_connection_that_was_closed_meanwhile_is_replaced() -> None:
    view = Match("tic_tac_toe", 1).view(0)
    with bot(first) as it:
        player = make(view.game, f"remote:url={it.url}", 0)
        player.decide(view)
        for kept in wire._idle.values():
            for connection in kept:
                connection.sock.shutdown(socket.SHUT_RDWR)
        player.decide(view)
    assert (len(it.asked), it.connections) == (2, 2)


@pytest.mark.parametrize(
    "spec",
    [
        "remote",
        "remote:url=ftp://127.0.0.1/",
        "remote:url=file:///etc/passwd",
        "remote:url=http://",
        "remote:url=127.0.0.1:80",
        "remote:url=http://me:secret@127.0.0.1/",
        "remote:url=http://127.0.0.1:99999/",
        "remote:url=http://127.0.0.1/a b",
        "remote:url=http://127.0.0.1/#a",
        "remote:url=http://127.0.0.1/,timeout=0",
        "remote:url=http://127.0.0.1/,token=NO_SUCH_VARIABLE",
        "remote:url=http://127.0.0.1/,token=\ud800",
        "remote:url=http://[/",
        "remote:url=http://bücher.example/",
    ],
)
def test_what_is_no_address_is_refused_at_once(spec: str) -> None:
    with pytest.raises(BadOption):
        make(parlour.game("tic_tac_toe"), spec, 0, Stream([0]))


def test_a_token_goes_out_but_not_into_the_record(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_BOT", "geheim")
    with bot(first) as it:
        record = parlour.play("tic_tac_toe", [f"remote:url={it.url},token=MY_BOT", "random"], seed=1)
    assert {h["Authorization"] for h in it.headers} == {"Bearer geheim"}
    assert "geheim" not in record.to_json()


def test_illegal_moves_are_errors_of_moves() -> None:
    view = Match("tic_tac_toe", 1).view(0)
    for said, kind in (({"move": "?"}, InvalidMove), ({"action": 9}, IllegalMove)):
        with bot(lambda asked, said=said: said) as it, pytest.raises(kind):
            make(view.game, f"remote:url={it.url}", 0).decide(view)
