"""The engine answers line by line, plays what a level plays, and nothing that is sent ends it but quit."""

from __future__ import annotations

import io
import json
import os
import shutil
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.cli import engine as module
from parlour.core import registry

CLIENT = Path(__file__).parents[2] / "docs" / "examples" / "engine_client.js"


class Engine:
    """A process of the engine, asked as another program would."""

    def __init__(self, *words: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "parlour", "engine", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PARLOUR_BACKEND": "interpreted"},
        )
        self.last = 0

    def send(self, line: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def hear(self) -> dict[str, Any]:
        assert self.process.stdout
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer

    def ask(self, do: str, **more: Any) -> dict[str, Any]:
        self.last += 1
        self.send(json.dumps({"id": self.last, "do": do, **more}))
        answer = self.hear()
        assert answer["id"] == self.last
        return answer


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    it = Engine()
    yield it
    it.process.kill()
    it.process.wait()


def test_it_says_who_it_is(engine: Engine) -> None:
    answer = engine.ask("hello")
    assert answer["ok"]
    assert (answer["name"], answer["version"], answer["protocol"]) == ("parlour", parlour.__version__, 1)
    own = registry._package_games()  # other tests may have loaded games of theirs
    assert answer["games"] == [name for name in parlour.game_names() if name in own]


def test_it_plays_what_the_level_plays_in_a_match(engine: Engine) -> None:
    record = parlour.play("tic_tac_toe", ["medium", "hard"], seed=7)
    engine.ask("new", game="tic_tac_toe", level="hard", seat=1, seed=7)
    for ply in range(1, len(record.moves), 2):
        at = engine.ask("position", moves=list(record.moves[:ply]))
        assert (at["turn"], at["over"]) == (1, False)
        assert record.moves[ply] in engine.ask("legal")["moves"]
        answer = engine.ask("choose")
        assert (answer["ok"], answer["seat"], answer["move"]) == (True, 1, record.moves[ply])
    at = engine.ask("position", moves=" ".join(record.moves))
    assert (at["over"], at["returns"]) == (True, list(record.returns or ()))
    assert engine.ask("legal")["moves"] == []
    assert "over" in engine.ask("choose")["error"]


def test_a_turn_of_several_actions_is_one_move(engine: Engine) -> None:
    engine.ask("new", game="bluff", options={"seats": 2, "ranks": 4}, level="medium", seats=[0, 1], seed=3)
    engine.ask("position", seat=0, hand="2c 2d 3c 3d 4c 4d 5c 5d")
    answer = engine.ask("choose")
    assert " as 2" in answer["move"]
    assert len(answer["actions"]) > 1


def test_it_takes_what_one_seat_knows_and_gives_reasons(engine: Engine) -> None:
    engine.ask("new", game="kuhn_poker", level="expert", seats=[0, 1])
    assert engine.ask("position", seat=1, hand="K", moves="bet")["turn"] == 1
    assert "call" in engine.ask("legal")["moves"]
    answer = engine.ask("explain", limit={"simulations": 10})
    assert answer["move"] == "call"
    assert answer["reasons"]
    assert {"candidates", "evidence", "work", "action"} <= set(answer)
    assert engine.ask("position", seat=1, hand="X")["ok"] is False
    assert engine.ask("choose")["move"] == "call"  # what was refused has changed nothing


def test_stop_is_heard_while_it_thinks(engine: Engine) -> None:
    engine.ask("new", game="connect_four", spec="mcts:simulations=1000000000", seat=0)
    engine.send('{"id": "deep", "do": "choose"}')
    time.sleep(0.3)
    refused = engine.ask("position", moves="4")
    assert "under way" in refused["error"]
    began = time.monotonic()
    engine.last += 1
    engine.send(json.dumps({"id": engine.last, "do": "stop"}))
    answers = {answer["id"]: answer for answer in (engine.hear(), engine.hear())}
    assert answers[engine.last] == {"id": engine.last, "ok": True, "thinking": True}
    assert answers["deep"]["ok"]
    assert answers["deep"]["move"] in parlour.Match("connect_four").legal()
    assert time.monotonic() - began < 30.0
    assert engine.ask("stop")["thinking"] is False


def test_limits_stand_inside_or_beside(engine: Engine) -> None:
    engine.ask("new", game="connect_four", spec="mcts:simulations=30", seat=0)
    assert engine.ask("explain", at_most=5)["work"]["simulations"] == 30
    engine.ask("new", game="connect_four", spec="mcts:simulations=30", seat=0)
    assert engine.ask("explain", limit="simulations=12")["work"]["simulations"] == 12
    assert "at_most" in engine.ask("choose", at_most=-1)["error"]
    assert engine.ask("choose", limit={"hours": 1})["ok"] is False


BROKEN = [
    "nonsense",
    "[1, 2]",
    "5",
    '{"id": 1}',
    '{"id": 1, "do": "fly"}',
    '{"id": 1, "do": ["new"]}',
    '{"id": 1, "do": "new"}',
    '{"id": 1, "do": "new", "game": "nosuch"}',
    '{"id": 1, "do": "new", "game": "nim", "options": 3}',
    '{"id": 1, "do": "new", "game": "nim", "options": {"heaps": "x"}}',
    '{"id": 1, "do": "new", "game": "nim", "seat": "x"}',
    '{"id": 1, "do": "new", "game": "nim", "seat": 7}',
    '{"id": 1, "do": "new", "game": "nim", "seats": []}',
    '{"id": 1, "do": "new", "game": "nim", "level": "nosuch"}',
    '{"id": 1, "do": "new", "game": "nim", "level": 5}',
    '{"id": 1, "do": "new", "game": "nim", "level": "easy", "spec": "random"}',
    '{"id": 1, "do": "new", "game": "nim", "seed": "x"}',
    '{"id": 1, "do": "position", "moves": "x"}',
    '{"id": 1, "do": "position", "moves": 5}',
    '{"id": 1, "do": "position", "hand": "K"}',
    '{"id": 1, "do": "position", "seat": 9}',
    '{"id": 1, "do": "choose", "limit": 5}',
    "[" * 5000,
    "\\u0000\x07",
]


def test_what_is_broken_is_answered_and_ends_nothing(engine: Engine) -> None:
    engine.ask("new", game="nim", level="easy", seat=0)
    for line in BROKEN:
        engine.send(line)
        answer = engine.hear()
        assert answer["ok"] is False, line
        assert answer["error"]
        assert "\n" not in answer["error"]
        assert "Traceback" not in answer["error"]
    assert engine.ask("hello")["ok"]


def served(text: str) -> list[dict[str, Any]]:
    out = io.StringIO()
    module.serve(io.StringIO(text), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_the_end_of_the_input_ends_it_after_the_last_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")
    assert served("") == []
    assert "no game yet" in served('{"do": "choose"}')[0]["error"]
    lines = '{"id": 1, "do": "new", "game": "nim", "seat": 0}\n\n{"id": 2, "do": "choose"}'
    assert [answer["id"] for answer in served(lines)] == [1, 2]
    assert len(served('{"id": 1, "do": "quit"}\n{"id": 2, "do": "hello"}')) == 1


def test_processes_end_well(tmp_path: Path) -> None:
    for words in ("", '{"id": 1, "do": "quit"}\n'):
        done = subprocess.run(
            [sys.executable, "-m", "parlour", "engine"],
            input=words,
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stderr == ""


def test_a_client_in_another_language_plays_a_game_to_its_end(tmp_path: Path) -> None:
    node = shutil.which("node")
    assert node, "node is not installed; docs/examples/engine_client.js cannot be tried without it"
    starter = tmp_path / "parlour"
    starter.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m parlour "$@"\n')
    starter.chmod(starter.stat().st_mode | stat.S_IXUSR)
    done = subprocess.run(
        [node, str(CLIENT), "tic_tac_toe", "hard"],
        env={**os.environ, "PARLOUR": str(starter), "PARLOUR_BACKEND": "interpreted"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "Tic-Tac-Toe: a1 " in done.stdout
    assert "results: " in done.stdout
