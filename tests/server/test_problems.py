"""Errors: each a problem document of one sentence, whatever was sent."""

from __future__ import annotations

import http.client
import json
from typing import Any

import pytest
from serving import JSON, Serving
from test_access import check_problem

CREATE, MOVE = "/matches", "/matches/{match}/moves"  # one through the router, one in front of it
DEEP = 30_000
BROKEN = {
    "nothing": b"",
    "no JSON": b"hello",
    "cut off": b'{"game": "nim", "seats": ["me"',
    "two values": b"{} {}",
    "not UTF-8": b'{"game": "\xff\xfe", "move": "\xff"}',
    "UTF-16": '{"game": "nim"}'.encode("utf-16"),
    "half a letter": b'{"game": "\\ud800", "move": "\\ud800"}',
    "NUL": b'{"game": "nim\\u0000", "move": "a\\u0000"}',
    "deep lists": b"[" * DEEP + b"]" * DEEP,
    "deep objects": b'{"move":' * (DEEP // 8) + b"1" + b"}" * (DEEP // 8),
    "deep in a field": b'{"game": "nim", "seats": ' + b"[" * DEEP + b"]" * DEEP + b"}",
    "deep options": b'{"game": "nim", "seats": ["me"], "options": {"a": ' + b"[" * 500 + b"]" * 500 + b"}}",
    "huge number": b'{"move": "a", "version": ' + b"9" * 5000 + b"}",
    "huge power": b'{"move": "a", "version": 1e999}',
    "NaN": b'{"move": "a", "version": NaN, "seed": NaN}',
    "Infinity": b'{"game": "nim", "seats": ["me", "me"], "limit": {"seconds": Infinity}, "move": "a"}',
    "a list": b"[1, 2]",
    "null": b"null",
    "a text": b'"game"',
    "unknown field": b'{"game": "nim", "seats": ["me", "me"], "move": "a", "admin": true}',
    "unknown long field": b'{"' + b"x" * 10_000 + b'": 1}',
    "wrong types": b'{"game": 3, "seats": "me", "move": 7}',
    "a number as text": b'{"game": "nim", "seats": ["me", "me"], "seed": "3", "move": "a", "version": "0"}',
    "a bool as number": b'{"game": "nim", "seats": ["me", "me"], "seed": true, "move": "a", "version": true}',
    "too long a text": json.dumps({"game": "x" * 65, "seats": ["y" * 201], "move": "z" * 401}).encode(),
    "too many": json.dumps({"game": "nim", "seats": ["me"] * 17}).encode(),
}


@pytest.fixture(scope="module")
def made(server: Serving) -> Any:
    return server.open()


def posted(server: Serving, path: str, made: Any, body: bytes) -> Any:
    """Post bytes as they are."""
    headers = {**JSON, "Authorization": f"Bearer {made['token']}"}
    return server.http.post(server.url + path.format(**made), content=body, headers=headers)


@pytest.mark.parametrize("path", [CREATE, MOVE])
@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_body_is_a_problem(server: Serving, made: Any, path: str, what: str) -> None:
    answer = posted(server, path, made, BROKEN[what])
    assert answer.status_code in (400, 422), answer.text
    check_problem(answer)
    assert server.house.tables[made["match"]].version == 0


def test_of_a_key_given_twice_the_last_counts_everywhere(server: Serving) -> None:
    made = server.open()
    answer = posted(server, MOVE, made, b'{"move": "a1", "move": "b2"}')
    assert answer.json()["last"][-1]["move"] == "b2"
    twice = posted(server, CREATE, made, b'{"game": "nim", "game": "tic_tac_toe", "seats": ["me", "me"]}')
    assert twice.json()["view"]["game"] == "tic_tac_toe"


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nothing", 404),
        ("GET", "/matches/" + "0" * 32, 404),
        ("GET", "/matches/0", 422),
        ("GET", "/matches/" + "A" * 32, 422),
        ("GET", "/matches/" + "0" * 32 + "%0a", 422),
        ("GET", "/matches/..%2f..%2fetc", 404),
        ("GET", "/games/nothing", 404),
        ("GET", "/games/a%20b", 422),
        ("GET", "/games/__init__", 404),
        ("GET", "/games/%00", 422),
        ("GET", "/events/" + "0" * 16, 404),
        ("PUT", "/matches", 405),
        ("PUT", "/matches/" + "0" * 32, 405),
        ("PATCH", "/health", 405),
        ("HEAD", "/health", 405),
        ("OPTIONS", "/matches", 405),
        ("TRACE", "/health", 405),
    ],
)
def test_what_is_not_there(server: Serving, method: str, path: str, status: int) -> None:
    answer = server.ask(method, path)
    assert answer.status_code == status, answer.text
    if method != "HEAD":
        check_problem(answer)
    if status == 405:
        assert answer.headers["allow"]


@pytest.mark.parametrize(
    "query",
    ["seat=x", "seat=-2", "seat=16", "seat=1e0", "seat=" + "9" * 5000, "picture=gif", "since=-1", "since=NaN",
     "since=99999999", "seat=%00", "seat=٣", "since=²", "seat= 0"],
)  # fmt: skip
def test_a_wrong_query_is_a_problem(server: Serving, made: Any, query: str) -> None:
    for path in (
        "/matches/{match}?{query}",
        "/matches/{match}/replay?{query}",
        "/matches/{match}/moves?{query}",
    ):
        answer = server.ask("GET", path.format(match=made["match"], query=query))
        known = query.split("=")[0] == "seat" or "moves" not in path
        if path.startswith("/matches/{match}?") or (
            known and "since" not in query and "picture" not in query
        ):
            assert answer.status_code in (401, 422), answer.text
            check_problem(answer)
        else:
            assert answer.status_code in (200, 422), answer.text


def test_too_long_a_request_is_refused_unread(server: Serving, made: Any) -> None:
    for path in (CREATE, MOVE):
        answer = posted(server, path, made, b'{"game": "' + b"x" * 70_000 + b'"}')
        assert answer.status_code == 413
        check_problem(answer)
        chunks = (b" " * 10_000 for _ in range(10))  # does not say how long it is
        answer = server.http.post(server.url + path.format(**made), content=chunks, headers=JSON)
        assert answer.status_code == 413
        check_problem(answer)


@pytest.mark.parametrize("length", ["-1", "1e3", "99999999999999999999999999", "²", "0x10", "", "5, 5"])
def test_a_length_that_is_none(server: Serving, length: str) -> None:
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    line.putrequest("POST", "/api/v1/matches")
    line.putheader("Content-Type", "application/json")
    line.putheader("Content-Length", length.encode("latin-1"))
    line.endheaders(b"{}")
    assert line.getresponse().status in (400, 413, 422)
    line.close()


@pytest.mark.parametrize("kind", ["", "text/plain", "application/jsonp", "application/xml", "json", "*/*"])
def test_what_is_not_called_json_is_refused(server: Serving, made: Any, kind: str) -> None:
    for path in (CREATE, MOVE):
        answer = server.http.post(
            server.url + path.format(**made), content=b'{"move": "a1"}', headers={"Content-Type": kind}
        )
        assert answer.status_code == 415
        check_problem(answer)


@pytest.mark.parametrize("kind", ["application/json", "Application/JSON; charset=utf-8"])
def test_json_by_any_spelling_is_read(server: Serving, kind: str) -> None:
    body = b'{"game": "nim", "seats": ["me", "me"]}'
    answer = server.http.post(f"{server.url}/matches", content=body, headers={"Content-Type": kind})
    assert answer.status_code == 201


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"game": "tic_tac_toe", "seats": ["me"]}, 400),
        ({"game": "tic_tac_toe", "seats": ["me", "me"], "options": {"sides": 3}}, 400),
        ({"game": "nim", "seats": ["me", "me"], "options": {"heaps": [2**53]}}, 400),
        ({"game": "tic_tac_toe", "seats": ["me", "me"], "options": {"position": "\u202e"}}, 400),
        ({"game": "tic_tac_toe", "seats": ["me", "nobody"]}, 404),
        ({"game": "no_game", "seats": ["me", "me"]}, 404),
        ({"game": "kuhn_poker", "seats": ["me", "open"], "seed": 1}, 400),
        ({"game": "kuhn_poker", "seats": ["me", "open"], "options": {"deal": "K/Q"}}, 400),
        ({"game": "tic_tac_toe", "seats": ["me", "me"], "names": ["a", "b", "c"]}, 400),
        ({"game": "tic_tac_toe", "seats": ["me", "easy"], "limit": {"seconds": 1, "at_most": 1}}, None),
    ],
)
def test_a_match_that_cannot_be(server: Serving, body: Any, status: int | None) -> None:
    answer = server.ask("POST", "/matches", body)
    assert answer.status_code == status or (status is None and answer.status_code in (201, 400))
    if answer.status_code >= 400:
        check_problem(answer)


def test_an_illegal_move_names_the_legal_ones(server: Serving) -> None:
    made = server.open()
    for move in ("z9", "\u202ea1", "a1 a2", "{0}", "a" * 400, " "):
        answer = server.ask("POST", f"/matches/{made['match']}/moves", {"move": move}, made["token"])
        assert answer.status_code == 400, move
        check_problem(answer)
    assert "b2" in answer.json()["detail"]


def test_names_are_shown_as_text(server: Serving) -> None:
    for name in ("<script>alert(1)</script>", "{0}", "\x1b[2Jx", "a\u202eb", "  spaced  ", "x\u0000y"):
        made = server.open(names=[name, name])
        shown = made["view"]["seats"][0]["name"]
        assert shown.isprintable()
        assert "{" not in shown
        drawn = server.ask("GET", f"/matches/{made['match']}?picture=svg").json()
        assert "<script" not in drawn["picture"]
