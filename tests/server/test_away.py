"""`parlour play --server`: the terminal plays at a server, by a link too, and comes back to its match."""

from __future__ import annotations

import io
import json
import os
import re
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from process import Serving

import parlour
from parlour.cli import far, main
from parlour.core.record import Record


class Ran(NamedTuple):
    """What a command gave."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command in this process, with a state folder of its own."""
    monkeypatch.setenv("PARLOUR_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")
    monkeypatch.chdir(tmp_path)

    def call(*argv: object, stdin: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        capsys.readouterr()
        code = main([str(word) for word in argv])
        return Ran(code, *capsys.readouterr())

    return call


def test_a_match_against_a_level_with_every_order(run: Run, served: Serving, tmp_path: Path) -> None:
    typed = "help\nwhy\nrules\nmoves\nboard\nhint easy\nhint more easy\nz9\nreview\n1:1\nundo\n1:1\n"
    typed += "nonsense\nnew\n1:1\nsave game.json\nsave game.json\nreview\nquit\n"
    ran = run(
        "play", "nim", "-o", "heaps=1,1", "--level", "expert", "--server", served.url, "--json", stdin=typed
    )
    assert ran.code == 0
    said = ran.err
    for words in (
        f"Nim at {served.url}: you are the first player; the second player is expert.",
        "Committed to the deal: ",
        "your move (1:1 2:1)> help",
        "Goal",
        "2 legal: 1:1 2:1",
        "Not at a server: a level is chosen with the match",
        "move: ",
        "'z9' is not a move",
        "Not before the game is over",
        "Second player takes 1 from heap 2",
        "Second player wins.",
        "new, review, save FILE or quit> nonsense",
        "The game is over; type new, review, save FILE or quit.",
        "Saved to game.json.",
        "game.json: there is a file of that name",
        "judged by",
    ):
        assert words in said, words
    assert json.loads(ran.out)["ended"] == "finished"
    assert Record.read(tmp_path / "game.json").replay().over
    assert max(map(len, said.splitlines())) <= 110


def test_two_terminals_and_a_link(run: Run, served: Serving, tmp_path: Path) -> None:
    words = ["play", "tic_tac_toe", "--seats", "human,open", "--server", served.url]
    opener = subprocess.Popen(
        [sys.executable, "-m", "parlour", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PARLOUR_STATE_DIR": str(tmp_path / "other")},
    )
    assert opener.stdin is not None
    assert opener.stdout is not None
    opener.stdin.write("b2\nresign\nquit\n")
    opener.stdin.close()
    link = next(found[1] for line in opener.stdout if (found := re.search(r"opens: (\S+)", line)))
    joined = run("play", "--join", link, stdin="a1\n")
    said = opener.stdout.read()
    assert opener.wait() == 0
    for words_, out in (
        ("you are O; X is a person.", joined.out),
        ("X plays b2", joined.out),
        ("X loses: resigned.", joined.out),
        ("You win.", joined.out),
        ("O plays a1", said),
        ("You lose: resigned.", said),
    ):
        assert words_ in out, words_
    assert run("play", "--join", link).out.count("You win.") == 1  # the link again: one has the seat


def test_who_leaves_comes_back(run: Run, served: Serving, tmp_path: Path) -> None:
    left = run("play", "tic_tac_toe", "--seats", "human,human", "--server", served.url, stdin="b2\nquit\n")
    words = re.search(r"go on with: parlour (play --server \S+ --join (\w{32}))", left.out)
    assert words is not None
    kept = tmp_path / "state" / "away" / f"{words[2]}.json"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    again = run(*words[1].split(), stdin="a1\na2\nresign\nquit\n")
    assert again.code == 0
    assert "X loses: resigned." in again.out or "O loses: resigned." in again.out
    kept.unlink()
    watched = run(*words[1].split())
    assert watched.code == 0
    assert "resigned" in watched.out


def test_a_match_is_watched_to_its_end(run: Run, served: Serving) -> None:
    table = parlour.connect(served.url).create("tic_tac_toe", ["me", "me"], names=["Ann", "Ben"])

    def played() -> None:
        for move in ("b2", "a1", "a2", "b1", "c2"):
            time.sleep(0.3)
            table.play(move)

    threading.Thread(target=played).start()
    ran = run("play", "--server", served.url, "--join", table.match)
    assert ran.code == 0
    assert "Ann is a person; Ben is a person." in ran.out
    assert "your move" not in ran.out
    assert "Ann wins." in ran.out
    assert ran.out.count("Tic-Tac-Toe\n") > 1


def test_games_count_for_a_player(run: Run, served: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    server = parlour.connect(served.url)
    monkeypatch.setenv("PARLOUR_PLAYER", server.register("Dora"))
    run("play", "nim", "-o", "heaps=1,1", "--server", served.url, stdin="1:1\n")
    assert [match["game"] for match in server.matches()] == ["nim"]


def test_secrets_are_passed_with_the_screen(run: Run, served: Serving) -> None:
    ran = run(
        "play", "kuhn_poker", "--seats", "human,human", "--server", served.url, stdin="bet\n\nfold\nquit\n"
    )
    assert "pass the screen to Ben, press Enter> " in ran.out
    first = ran.out.partition("pass the screen")[0]
    assert re.search(r"You Ben\n [JQK]   \?", first)


def test_mistakes_are_one_line(run: Run, served: Serving) -> None:
    for words, said in (
        (("nim", "--server", "ftp://x"), "name the server too"),
        (("nim", "--server", "http://127.0.0.1:1", "--save", "x"), "leave --resume"),
        (("--server", served.url), "name one game"),
        (("ches", "--server", served.url), "unknown game 'ches'"),
        (("nim", "--server", served.url, "--seats", "easy,easy"), "no seat is yours"),
        (("nim", "--server", served.url, "--level", "godlike"), "godlike"),
        (("--join", "x" * 10, "--server", served.url), "is no link to a seat"),
        (("--join", f"{served.url}/join/{'0' * 32}#{'a' * 43}"), "no match"),
    ):
        ran = run("play", *words)
        assert ran.code == 2, words
        assert said in ran.err
        assert ran.err.count("\n") == 1


def test_ctrl_c_tells_how_to_go_on(run: Run, served: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    def pressed(self: far.Far, at: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(far.Far, "_turn", pressed)
    ran = run("play", "nim", "--server", served.url)
    assert ran.code == 130
    assert re.search(rf"^parlour: interrupted; go on with: parlour play --server {served.url} ", ran.err)


def test_a_server_that_goes_away_is_waited_for(
    run: Run, mortal: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    it = mortal
    asked: list[str] = []
    obey = far.Far._obey

    def obeyed(self: far.Far, text: str, at: object) -> None:
        if not asked:
            it.kill()
            threading.Timer(0.5, it.start).start()
        asked.append(text)
        obey(self, text, at)  # type: ignore[arg-type]

    monkeypatch.setattr(far.Far, "_obey", obeyed)
    ran = run("play", "tic_tac_toe", "--seats", "human,human", "--server", it.url, stdin="b2\na1\nquit\n")
    assert ran.code == 0
    assert f"No answer from {it.url}; trying again.\nConnected again." in ran.out
    match = re.search(r"--join (\w{32})", ran.out)
    assert match is not None
    assert [step.move for step in parlour.connect(it.url).table(match[1]).view().last] == ["b2", "a1"]
