"""Who may ask for what: every route of the API against everybody who might ask."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import httpx
import pytest
from serving import Serving
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from parlour.core.view import plain

GAME = "kuhn_poker"
NONSENSE = "n" * 43
# Callers: `claims` has no token and asks for seat 0; `other` holds seat 1 and asks for seat 0.
CALLERS = ("nobody", "claims", "nonsense", "elsewhere", "other", "owner")
Row = tuple[int, ...]  # the status for each of these, while the match goes on; then when it is over
OPEN: tuple[Row, Row] = ((200,) * 6, (200,) * 6)
ANYONE: Row = (200, 200, 401, 401, 200, 200)  # when a match is over, but for tokens that are none of its
LOOK = ((200, 401, 401, 401, 403, 200), ANYONE)
ACT = ((401, 401, 401, 401, 403, 200), (401, 401, 401, 401, 403, 409))

HIDDEN = ((409, 401, 401, 401, 403, 409), (409, 409, 401, 401, 409, 409))  # nobody sees a line of that


def over(row: tuple[Row, Row], live: int, done: int) -> tuple[Row, Row]:
    """Change what the owner gets."""
    return (*row[0][:-1], live), (*row[1][:-1], done)


ROWS: dict[tuple[str, str], tuple[Any, tuple[Row, Row]]] = {
    ("get", "/health"): (None, OPEN),
    ("get", "/lobby"): (None, OPEN),
    ("get", "/games"): (None, OPEN),
    ("get", "/games/{game}"): (None, OPEN),
    ("get", "/games/{game}/picture"): (None, OPEN),
    ("get", "/games/{game}/demo"): (None, OPEN),
    ("get", "/games/{game}/strategies"): (None, OPEN),
    ("post", "/games/{game}/table"): ({"options": {"deal": "K/Q"}}, OPEN),
    ("post", "/games/{game}/position"): ({"moves": "J Q check"}, OPEN),
    ("post", "/games/{game}/analyse"): ({"seat": 0, "hand": "K", "strategy": "random"}, OPEN),
    ("get", "/puzzles"): (None, OPEN),
    ("get", "/puzzles/{game}"): (None, OPEN),
    ("get", "/puzzles/{game}/{number}"): (None, ((404,) * 6, (404,) * 6)),
    ("post", "/puzzles/{game}/{number}/try"): ({"move": "bet"}, ((404,) * 6, (404,) * 6)),
    ("post", "/games/{game}/drill"): ({}, ((404,) * 6, (404,) * 6)),
    ("post", "/games/{game}/drill/judge"): ({"seed": 1, "move": "bet"}, ((404,) * 6, (404,) * 6)),
    ("post", "/matches"): ({"game": GAME, "seats": ["me", "me"]}, ((201,) * 6, (201,) * 6)),
    ("get", "/matches"): (None, ((401,) * 6, (401,) * 6)),
    ("get", "/matches/{match}"): (None, LOOK),
    ("delete", "/matches/{match}"): (None, over(ACT, 409, 204)),
    ("post", "/matches/{match}/join"): ({"code": NONSENSE}, ((403,) * 6, (403,) * 6)),
    ("post", "/matches/{match}/moves"): ({"move": "check"}, ACT),
    ("get", "/matches/{match}/moves"): (None, LOOK),
    ("post", "/matches/{match}/undo"): ({}, over(ACT, 409, 409)),
    ("post", "/matches/{match}/resign"): ({}, ACT),
    ("post", "/matches/{match}/rematch"): ({}, over(ACT, 409, 201)),
    ("get", "/matches/{match}/replay"): (None, LOOK),
    ("get", "/matches/{match}/record"): (None, LOOK),
    ("get", "/matches/{match}/picture"): (None, LOOK),
    ("post", "/matches/{match}/line"): ({"moves": ["check"]}, HIDDEN),
    ("post", "/matches/{match}/hint"): ({"strategy": "random"}, over(ACT, 409, 409)),
    ("post", "/matches/{match}/analyse"): (
        {"strategy": "random", "ply": 2},
        (over(ACT, 409, 0)[0], ANYONE),
    ),
    ("post", "/matches/{match}/review"): (
        {},
        ((409, 401, 401, 401, 403, 409), ANYONE),
    ),
    ("post", "/players"): ({"name": ""}, ((422,) * 6, (422,) * 6)),
    ("get", "/players/me"): (None, ((401,) * 6, (401,) * 6)),
    ("delete", "/players/me"): (None, ((401,) * 6, (401,) * 6)),
    ("patch", "/players/me"): ({"name": "Ann"}, ((401,) * 6, (401,) * 6)),
    ("get", "/players/me/export"): (None, ((401,) * 6, (401,) * 6)),
    ("get", "/players/me/ratings"): (None, ((401,) * 6, (401,) * 6)),
    ("get", "/events"): (None, OPEN),
    ("post", "/events"): ({"game": GAME, "specs": ["easy", "easy"]}, ((201,) * 6, (201,) * 6)),
    ("get", "/events/{event}"): (None, ((404,) * 6, (404,) * 6)),
}


class Table(NamedTuple):
    """A match of two people, and a token of another match."""

    match: str
    mine: str
    yours: str
    elsewhere: str
    code: str

    def token(self, caller: str) -> str:
        """Return what a caller has."""
        return {
            "nonsense": NONSENSE, "elsewhere": self.elsewhere, "other": self.yours, "owner": self.mine,
        }.get(caller, "")  # fmt: skip


@pytest.fixture
def table(server: Serving) -> Table:
    made = server.open(GAME, ("me", "open"))
    code = made["invitations"][0]["code"]
    joined = server.ask("POST", f"/matches/{made['match']}/join", {"code": code}).json()
    return Table(made["match"], made["token"], joined["token"], server.open()["token"], code)


def asked(server: Serving, table: Table, caller: str, row: tuple[str, str], carrier: str) -> httpx.Response:
    """Ask as somebody, with the token in a header or in a cookie."""
    method, path = row
    body, token = ROWS[row][0], table.token(caller)
    url = path.format(game=GAME, match=table.match, event="0" * 16, number=1)
    if caller in ("claims", "other") and "{match}" in path and not path.endswith("/join"):
        url += "?seat=0" if body is None else ""
        body = body if body is None else {**body, "seat": 0}
    if not token or carrier == "bearer":
        return server.ask(method.upper(), url, body, token)
    return server.ask(method.upper(), url, body, Cookie=f"parlour_seat={token}")


def test_every_route_has_a_row(server: Serving) -> None:
    document = server.http.get(server.url.replace("/api/v1", "/openapi.json")).json()
    routes = {
        (method, path.removeprefix("/api/v1"))
        for path, methods in document["paths"].items()
        for method in methods
    }
    assert routes == set(ROWS)


@pytest.mark.parametrize("carrier", ["bearer", "cookie"])
@pytest.mark.parametrize("row", ROWS, ids=lambda row: "".join(row))
def test_access(server: Serving, table: Table, row: tuple[str, str], carrier: str) -> None:
    house = server.house
    for ended, statuses in zip((False, True), ROWS[row][1], strict=True):
        if ended and not house.tables[table.match].match.over:
            assert server.ask("POST", f"/matches/{table.match}/resign", {}, table.mine).status_code == 200
        for caller, expected in zip(CALLERS, statuses, strict=True):
            before = house.tables[table.match].version
            answer = asked(server, table, caller, row, carrier)
            assert answer.status_code == expected, (caller, ended, answer.text)
            if expected == 204:
                assert table.match not in house.tables
                continue
            check_nothing_secret(server, table, caller, answer, ended)
            if caller != "owner":
                assert house.tables[table.match].version == before, caller
            if answer.status_code >= 400:
                check_problem(answer)


def check_problem(answer: httpx.Response) -> None:
    """Hold an error to RFC 9457, in one sentence."""
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    told = answer.json()
    assert set(told) == {"type", "title", "status", "detail"}
    assert told["status"] == answer.status_code
    assert told["detail"]
    assert "\n" not in told["detail"]
    assert len(told["detail"]) < 600
    assert ("www-authenticate" in answer.headers) == (answer.status_code == 401)


def check_nothing_secret(
    server: Serving, table: Table, caller: str, answer: httpx.Response, ended: bool
) -> None:
    """Nothing of somebody else's, and no seed before the end."""
    words = answer.text + json.dumps(dict(answer.headers))
    match = server.house.tables[table.match].match
    for secret in (table.mine, table.yours, table.elsewhere, table.code):
        assert secret not in words
    if match.over:
        return
    for form in (str(match.seed), f"{match.seed:x}"):
        assert form not in words
    if answer.status_code < 400 and '"state"' in words and table.match in words:
        told = answer.json()
        assert "seed" not in told
        assert told["seat"] == (0 if caller == "owner" else -1)
        if "ply" in answer.request.url.params or "replay" in answer.request.url.path:
            return
        assert told["state"] == json.loads(json.dumps(plain(match.view(told["seat"]).state)))


@pytest.mark.parametrize("scheme", ["Basic", "bearer", "Bearer  ", "", "Token"])
def test_a_header_that_is_no_token_is_nobodys(server: Serving, table: Table, scheme: str) -> None:
    answer = server.ask("GET", f"/matches/{table.match}", Authorization=f"{scheme} {NONSENSE}".strip())
    assert answer.status_code == 401
    good = server.ask("GET", f"/matches/{table.match}", Authorization=f"bearer {table.mine}")
    assert good.json()["seat"] == 0


def test_a_header_goes_before_a_cookie(server: Serving, table: Table) -> None:
    cookie = f"parlour_seat={table.mine}"
    mixed = server.ask("GET", f"/matches/{table.match}", token=table.yours, Cookie=cookie)
    assert mixed.json()["seat"] == 1
    assert server.ask("GET", f"/matches/{table.match}", token=NONSENSE, Cookie=cookie).status_code == 401


def test_an_invitation_is_no_seat(server: Serving) -> None:
    made = server.open(GAME, ("me", "open"))
    code = made["invitations"][0]["code"]
    assert server.ask("GET", f"/matches/{made['match']}", token=code).status_code == 401
    assert server.ask("POST", f"/matches/{made['match']}/join", {"code": made["token"]}).status_code == 403
    other = server.open(GAME, ("me", "open"))
    assert server.ask("POST", f"/matches/{other['match']}/join", {"code": code}).status_code == 403


def test_a_players_key_opens_nothing_of_another(server: Serving) -> None:
    ann, ben = (server.ask("POST", "/players", {"name": name}).json() for name in ("Ann", "Ben"))
    made = server.ask("POST", "/matches", {"game": GAME, "seats": ["me", "me"]}, Parlour_Player=ann["key"])
    match = made.json()["match"]
    for carrier in ({"Parlour_Player": ben["key"]}, {"Cookie": f"parlour_player={ben['key']}"}):
        assert server.ask("GET", "/matches", **carrier).json() == {"total": 0, "matches": []}
        assert server.ask("GET", "/players/me", **carrier).json()["name"] == "Ben"
        assert server.ask("GET", f"/matches/{match}", **carrier).json()["seat"] == -1
        assert server.ask("POST", f"/matches/{match}/moves", {"move": "check"}, **carrier).status_code == 401
    assert server.ask("GET", "/matches", Parlour_Player=ann["key"]).json()["total"] == 1
    for method, path in ROWS:
        if "{" not in path and ("/players/me" in path or (method, path) in (("get", "/matches"),)):
            for key in (NONSENSE, "short", ann["id"]):
                answer = server.ask(method.upper(), path, ROWS[method, path][0], Parlour_Player=key)
                assert answer.status_code == 401
                check_problem(answer)
    assert server.ask("DELETE", "/players/me", Parlour_Player=ann["key"]).status_code == 204
    assert server.ask("GET", "/players/me", Parlour_Player=ann["key"]).status_code == 401
    seats = server.ask("GET", f"/matches/{match}").json()["seats"]
    assert {seat["name"] for seat in seats} == {"Former player"}
    assert all(seat["taken"] for seat in seats)


# -- the socket ----------------------------------------------------------------------------------------------


def first_message(server: Serving, table: Table, first: dict[str, Any], **headers: str) -> Any:
    """Open a socket and return what it says first, and how it was closed if it was."""
    url = f"{server.socket}/matches/{table.match}/socket"
    with connect(url, additional_headers=headers, proxy=None) as line:
        line.send(json.dumps(first))
        told = json.loads(line.recv(timeout=30))
        if told["type"] == "problem":
            with pytest.raises(ConnectionClosed) as closed:
                line.recv(timeout=30)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4000 + told["problem"]["status"]
            return told["problem"]["status"]
        return told["view"]["seat"]


@pytest.mark.parametrize("caller", CALLERS)
def test_the_socket_lets_in_whom_the_routes_let_in(server: Serving, table: Table, caller: str) -> None:
    token = table.token(caller)
    first: dict[str, Any] = {"seat": 0} if caller in ("claims", "other") else {}
    expected = {"nobody": -1, "claims": 401, "nonsense": 401, "elsewhere": 401, "other": 403, "owner": 0}
    spoken = first_message(server, table, {**first, "token": token} if token else first)
    assert spoken == expected[caller]
    if token:
        assert first_message(server, table, first, Cookie=f"parlour_seat={token}") == expected[caller]


@pytest.mark.parametrize("caller", [each for each in CALLERS[:-1] if each not in ("nonsense", "elsewhere")])
def test_who_only_watches_a_socket_moves_nothing(server: Serving, table: Table, caller: str) -> None:
    with connect(f"{server.socket}/matches/{table.match}/socket", proxy=None) as line:
        line.send(json.dumps({"token": table.token(caller)} if caller == "other" else {}))
        line.recv(timeout=30)
        line.send(json.dumps({"id": 1, "do": "move", "move": "check", "seat": 0}))
        told = json.loads(line.recv(timeout=30))
    assert told["problem"]["status"] == (403 if caller == "other" else 401)
    assert server.house.tables[table.match].version == 0
