"""What is sent again under its key happens once, and is answered as the first time."""

from __future__ import annotations

import secrets
from collections.abc import Iterator

import pytest
from inline import Inline
from starlette.testclient import TestClient

from parlour.server.app import make_app
from parlour.server.settings import Settings

JOIN = "k" * 22


@pytest.fixture
def client(tmp_path) -> Iterator[TestClient]:
    app = make_app(Settings(database=str(tmp_path / "parlour.db"), rate=1e9), Inline())
    with TestClient(app, base_url="http://localhost/api/v1") as it:
        yield it


def _open(client: TestClient, *seats: str):
    made = client.post("/matches", json={"game": "tic_tac_toe", "seats": seats}).json()
    client.cookies.clear()
    return made


def test_a_join(client):
    made = _open(client, "me", "open")
    path, code = f"/matches/{made['match']}/join", made["invitations"][0]["code"]
    body = {"code": code, "name": "B"}
    first = client.post(path, json=body, headers={"Idempotency-Key": JOIN})
    again = client.post(path, json=body, headers={"Idempotency-Key": JOIN})
    assert first.status_code == again.status_code == 200
    assert first.json() == again.json()
    assert first.json()["seats_held"] == [1]
    client.cookies.clear()
    for headers in ({}, {"Idempotency-Key": "l" * 22}):  # who has the link, but not the key
        assert client.post(path, json=body, headers=headers).status_code == 403
    wrong = {"code": secrets.token_urlsafe(32)}
    assert client.post(path, json=wrong, headers={"Idempotency-Key": JOIN}).status_code == 403
    assert client.post(path, json=body, headers={"Idempotency-Key": "short"}).status_code == 422


def test_a_move_of_one_who_holds_several_seats(client):
    made = _open(client, "me", "me")
    path = f"/matches/{made['match']}/moves"
    headers = {"Authorization": f"Bearer {made['token']}", "Idempotency-Key": "a-move-of-mine"}
    first = client.post(path, json={"move": "a1"}, headers=headers)
    again = client.post(path, json={"move": "a1"}, headers=headers)
    assert first.status_code == again.status_code == 200
    assert first.json() == again.json()
    assert client.post(path, json={"move": "b1"}, headers=headers).status_code == 409
    assert client.post(path, json={"move": "a1", "seat": 1}, headers=headers).status_code == 409
    with client.websocket_connect(f"/api/v1/matches/{made['match']}/socket") as line:
        line.send_json({"token": made["token"]})
        line.receive_json()
        line.send_json({"do": "move", "move": "a1", "key": "a-move-of-mine"})
        assert line.receive_json()["ok"]
    assert client.get(path).json()["total"] == 1


def test_a_fleet_that_was_drawn_is_the_same_after_a_restart(tmp_path):
    settings, seen = Settings(database=str(tmp_path / "parlour.db"), rate=1e9), []
    headers: dict[str, str] = {"Idempotency-Key": "my-fleet-of-today"}
    for start in (1, 2):
        with TestClient(make_app(settings, Inline()), base_url="http://localhost/api/v1") as it:
            if start == 1:
                made = it.post("/matches", json={"game": "battleship", "seats": ["me", "open"]}).json()
                headers["Authorization"] = f"Bearer {made['token']}"
            path = f"/matches/{made['match']}"
            sent = it.post(f"{path}/moves", json={"move": "random fleet"}, headers=headers)
            assert sent.status_code == 200, sent.text
            seen.append(it.get(path, headers=headers).json())
    assert seen[0]["state"] == seen[1]["state"]
    assert seen[0]["last"] == seen[1]["last"]
    assert (seen[0]["ply"], seen[0]["version"]) == (5, 1)
