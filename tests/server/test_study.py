"""Puzzles and drills over HTTP: no solution and no hidden card leaves before its time."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from serving import Serving

import parlour
from parlour.core.drill import drill, situation
from parlour.core.puzzle import games_with_puzzles, puzzle, puzzles
from parlour.server.engines.ask import Busy
from races import race

NIM = "nim"


def test_games_with_puzzles_are_listed(server: Serving) -> None:
    listed = server.ask("GET", "/puzzles").json()["games"]
    assert [line["game"] for line in listed] == games_with_puzzles()
    assert all(len(line["grades"]) == len(puzzles(line["game"])) for line in listed)
    games = {line["name"]: line for line in server.ask("GET", "/games").json()["games"]}
    assert games[NIM]["puzzles"] == len(puzzles(NIM))
    assert games["blackjack"]["trainer"]
    assert not games[NIM]["trainer"]


def test_a_puzzle_is_shown_without_its_solution(server: Serving) -> None:
    of_nim = server.ask("GET", f"/puzzles/{NIM}").json()
    shown = server.ask("GET", f"/puzzles/{NIM}/1").json()
    assert of_nim["puzzles"][0] == {key: shown[key] for key in of_nim["puzzles"][0]}
    assert "best" not in shown
    assert len(shown["touches"]) == len(shown["legal"])
    assert shown["picture"]["blocks"]
    assert shown["count"] == len(of_nim["puzzles"])


def test_a_move_is_tried(server: Serving) -> None:
    known = puzzle(NIM, 1)
    right = server.ask("POST", f"/puzzles/{NIM}/1/try", {"move": known.best[0]}).json()
    assert right["right"]
    assert right["told"].startswith(f"{known.best[0]} is right")
    assert right["reasons"]
    move = next(move for move in known.view.moves() if move not in known.best)
    wrong = server.ask("POST", f"/puzzles/{NIM}/1/try", {"move": move}).json()
    assert (wrong["right"], wrong["best"]) == (False, list(known.best))
    assert wrong["picture"] != right["picture"]
    assert {each["move"] for each in wrong["candidates"]} >= set(known.best)


def test_a_verdict_needs_no_engine(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    async def busy(*args: object, **how: object) -> None:
        raise Busy(1.0)

    monkeypatch.setattr(server.app.state.engines, "think", busy)
    known = puzzle(NIM, 1)
    tried = server.ask("POST", f"/puzzles/{NIM}/1/try", {"move": known.best[0]}).json()
    assert (tried["right"], tried["told"]) == (True, f"{known.best[0]} is right.")
    assert tried["reasons"] == tried["candidates"] == []


def test_what_is_no_puzzle_and_no_move(server: Serving) -> None:
    assert server.ask("GET", f"/puzzles/{NIM}/9999").status_code == 404
    assert server.ask("GET", "/puzzles/nothing").status_code == 404
    assert server.ask("POST", f"/puzzles/{NIM}/1/try", {"move": "nonsense"}).status_code == 400
    assert server.ask("POST", f"/puzzles/{NIM}/1/try", {}).status_code == 422
    assert server.ask("POST", "/games/nim/drill", {}).status_code == 404


def test_a_drill_shows_what_its_seat_sees(server: Serving) -> None:
    drawn = server.ask("POST", "/games/blackjack/drill", {"seed": 4}).json()
    match = drill("blackjack", 4)
    view = match.view(match.turn)
    assert (drawn["situation"], drawn["legal"], drawn["seed"]) == (situation(view), view.moves(), 4)
    assert "state" not in drawn
    hole = match.game.format(match.states[0], match.state.hole)
    assert hole[0] in "23456789TJQKA"
    assert f'"{hole}"' not in json.dumps(drawn)
    assert "?" in json.dumps(drawn["picture"])


def test_without_a_seed_drills_differ(server: Serving) -> None:
    seeds = {server.ask("POST", "/games/blackjack/drill", {}).json()["seed"] for _ in range(3)}
    assert len(seeds) == 3


def test_a_decision_is_judged(server: Serving) -> None:
    drawn = server.ask("POST", "/games/blackjack/drill", {"seed": 4}).json()
    found = [
        server.ask("POST", "/games/blackjack/drill/judge", {"seed": 4, "move": move}).json()
        for move in drawn["legal"]
    ]
    costs = [each["cost"] for each in found]
    assert min(costs) == 0.0
    assert max(costs) > 0.0
    assert {each["situation"] for each in found} == {drawn["situation"]}
    best = found[costs.index(0.0)]
    assert best["told"] == f"{best['move']} is best."
    assert best["reasons"]
    bad = server.ask("POST", "/games/blackjack/drill/judge", {"seed": 4, "move": "raise 5"})
    assert bad.status_code == 400


def test_a_drill_takes_options(server: Serving) -> None:
    drawn = server.ask("POST", "/games/blackjack/drill", {"seed": 4, "options": {"decks": 2}}).json()
    assert drawn["options"] == {"decks": 2}
    assert server.ask("POST", "/games/blackjack/drill", {"options": {"decks": 99}}).status_code == 400


def test_a_position_is_played_by_touching_it_chance_by_buttons(server: Serving) -> None:
    dealing = server.ask("POST", "/games/kuhn_poker/position", {"moves": []}).json()
    assert dealing["turn"] == -1
    assert dealing["touches"] == [[card] for card in dealing["legal"]]
    heaps = server.ask("POST", f"/games/{NIM}/position", {"moves": []}).json()
    assert len(heaps["touches"]) == len(heaps["legal"])
    parts = json.dumps(heaps["picture"])
    assert all(json.dumps(name) in parts for names in heaps["touches"] for name in names)


def test_a_users_game_has_puzzles_and_a_trainer(server: Serving, tmp_path: Path, own_registry: None) -> None:
    (tmp_path / "served_race.py").write_text(race(6, 'f"{6 - view.state.at} to go"'))
    puzzles = {"judge": "minimax", "puzzles": [{"moves": "1", "best": ["2"]}]}
    (tmp_path / "served_race.puzzles.json").write_text(json.dumps(puzzles))
    parlour.load(tmp_path / "served_race.py")
    assert "served_race" in [line["game"] for line in server.ask("GET", "/puzzles").json()["games"]]
    tried = server.ask("POST", "/puzzles/served_race/1/try", {"move": "1"}).json()
    assert tried["told"] == "1 is not the best: it loses, and 2 wins."
    drawn = server.ask("POST", "/games/served_race/drill", {"seed": 2}).json()
    assert drawn["situation"].endswith(" to go")
    body = {"seed": 2, "move": drawn["legal"][0]}
    judged = server.ask("POST", "/games/served_race/drill/judge", body).json()
    assert judged["best"] in drawn["legal"]
