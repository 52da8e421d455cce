"""The OpenAPI document: what FastAPI says of the routes, completed by what it cannot know."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from parlour.core.registry import game_names
from parlour.core.registry import listed_game as game_named
from parlour.server.problems import MEDIA, Problem

ABOUT = """\
Open a match with POST /api/v1/matches, move with POST /api/v1/matches/{match}/moves, look with GET.
A seat is held by a token, in the header `Authorization: Bearer` or the cookie `parlour_seat`; without one
you watch. Socket: /api/v1/matches/{match}/socket, described in docs/server.md. Errors are problem
documents (RFC 9457)."""
# After an answer: which of its fields name what the next request is about.
_PLAYING = ("look", "move", "moves", "hint", "record", "replay", "resign", "undo", "line", "match_picture")
FOLLOWING = {
    ("/matches", "post"): (*_PLAYING, "join"),
    ("/matches/{match}/join", "post"): _PLAYING,
    ("/matches/{match}/moves", "post"): _PLAYING,
    ("/matches/{match}", "get"): ("move", "moves", "record", "replay"),
    ("/matches/{match}/resign", "post"): ("rematch", "record", "review", "analyse"),
    ("/matches/{match}/rematch", "post"): _PLAYING,
    ("/events", "post"): ("event",),
}
# Whoever acts needs a seat's token; who looks may have one.
ACTING = ("move", "undo", "resign", "rematch", "hint", "delete")
SEATED: list[dict[str, list[str]]] = [{"seat": []}, {"seatCookie": []}]


def of(app: FastAPI) -> Callable[[], dict[str, Any]]:
    """Return the function that describes an app, once."""
    made: dict[str, Any] = {}

    def describe() -> dict[str, Any]:
        if not made:
            made.update(
                get_openapi(
                    title=app.title,
                    version=app.version,
                    summary=app.summary,
                    description=ABOUT,
                    routes=app.routes,
                )
            )
            _complete(made)
        return made

    return describe


def _complete(document: dict[str, Any]) -> None:
    schemas = document.setdefault("components", {}).setdefault("schemas", {})
    schemas["Problem"] = Problem.model_json_schema()
    document["components"]["securitySchemes"] = {
        "seat": {"type": "http", "scheme": "bearer", "description": "a seat's token"},
        "seatCookie": {"type": "apiKey", "in": "cookie", "name": "parlour_seat"},
        "player": {"type": "apiKey", "in": "header", "name": "Parlour-Player"},
        "playerCookie": {"type": "apiKey", "in": "cookie", "name": "parlour_player"},
    }
    for path, methods in document["paths"].items():
        for method, route in methods.items():
            for status, said in route["responses"].items():
                if int(status) >= 400:
                    said["content"] = {MEDIA: {"schema": {"$ref": "#/components/schemas/Problem"}}}
                if int(status) in (429, 503):
                    said["headers"] = {"Retry-After": {"schema": {"type": "integer", "minimum": 1}}}
            route["operationId"] = route["operationId"].partition("_api_v1_")[0]
            _secure(route, path, method)
            _require(route.get("parameters", []))
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    _exemplify(document)
    _link(document)
    _round(document)


def _secure(route: dict[str, Any], path: str, method: str) -> None:
    """Say which keys a route asks for: a seat's to act, none or one to look, a player's for what is his."""
    player: list[dict[str, list[str]]] = [{"player": []}, {"playerCookie": []}]
    if "/players/me" in path or (path.endswith("/matches") and method == "get"):
        route["security"] = player
    elif route["operationId"] in ("create", "join"):
        route["security"] = [{}, *player]
    elif "{match}" in path:
        route["security"] = SEATED if route["operationId"] in ACTING else [{}, *SEATED]


def _require(parameters: list[dict[str, Any]]) -> None:
    """Take null out of what a parameter may be: one that is left out is not sent."""
    for parameter in parameters:
        schema = parameter["schema"]
        kinds = [kind for kind in schema.get("anyOf", ()) if kind != {"type": "null"}]
        if len(kinds) == 1:
            del schema["anyOf"]
            schema.update(kinds[0])


def _round(part: Any) -> None:
    """Write whole numbers as such: a bound of 19 digits is another one as a float."""
    for key, value in part.items() if isinstance(part, dict) else enumerate(part):
        if isinstance(value, float) and value.is_integer():
            part[key] = int(value)
        elif isinstance(value, (dict, list)):
            _round(value)


def _exemplify(document: dict[str, Any]) -> None:
    """Show requests as they could be sent, at the plainest game there is."""
    games = [game_named(name) for name in game_names()]
    plain = [game for game in games if game.seats == 2 and not (game.traits.hidden or game.traits.chance)]
    game = min(plain or games, key=lambda game: (game.actions, game.name))
    move = game.moves(game.start())[0] if game.turn(game.start()) >= 0 else "pass"
    seats = ["me"] * game.seats
    examples = {
        "NewMatch": [{"game": game.name, "seats": seats}],
        "Move": [{"move": move}],
        "EventBody": [{"game": game.name, "specs": ["easy", "medium"], "games": 2}],
        "PositionBody": [{"moves": [move]}, {}],
        "SetUpBody": [{"moves": [move]}, {}],
        "LineBody": [{"moves": [move]}],
    }
    for name, shown in examples.items():
        document["components"]["schemas"][name]["examples"] = shown
    for methods in document["paths"].values():
        for route in methods.values():
            for parameter in route.get("parameters", ()):
                if parameter["name"] == "game" and parameter["in"] == "path":
                    parameter["example"] = game.name


def _link(document: dict[str, Any]) -> None:
    known = {route["operationId"] for methods in document["paths"].values() for route in methods.values()}
    for (path, method), following in FOLLOWING.items():
        responses = document["paths"][f"/api/v1{path}"][method]["responses"]
        good = responses.get("201") or responses["200"]
        field, found = ("event", "id") if path == "/events" else ("match", "match")
        good["links"] = {
            name: {"operationId": name, "parameters": {field: f"$response.body#/{found}"}}
            for name in following
            if name in known
        }
