"""Every example of --help runs as it is printed."""

from __future__ import annotations

import shlex
from importlib import import_module

import pytest

from conftest import GAME
from parlour.cli import entry

STRATEGY = (
    "from parlour import Strategy\n\nclass Mine(Strategy):\n    name = 'mine'\n"
    "    def choose(self, view, limit):\n        return view.legal()[0]\n"
)
ELSEWHERE = "a cluster of yours"


@pytest.fixture
def cheap(monkeypatch):
    """Let what measures or compiles for minutes do next to nothing."""
    from parlour.bench.measure import Row
    from parlour.compile import ahead

    benches = import_module("parlour.bench.run")  # the package has a function of that name
    for name, (peer, _) in benches.BENCHES.items():
        row = Row(name, 2.0, 1.0, peer, 2.0, "x")
        monkeypatch.setitem(benches.BENCHES, name, (peer, lambda row=row: row))
    monkeypatch.setattr(benches, "_there", lambda module: True)
    monkeypatch.setattr(ahead, "prepare", lambda game, spec: None)
    monkeypatch.setattr("parlour.cli.mcp.serve", lambda limit: None)  # it talks to a program, not to a test
    monkeypatch.setattr("parlour.server.running.run", lambda *how: None)  # it would serve until Ctrl-C


@pytest.mark.parametrize("command", entry.COMMANDS)
def test_every_example_runs_as_printed(run, cheap, tmp_path, monkeypatch, command):
    if command == "equity":
        monkeypatch.delenv("PARLOUR_BACKEND")
    (tmp_path / "my_game.py").write_text(GAME)
    (tmp_path / "my_strategy.py").write_text(STRATEGY)
    shown = run(command, "--help").out.partition("Examples:\n")[2]
    lines = [line.strip() for line in shown.splitlines() if line.strip()]
    assert lines
    for line in lines:
        words = shlex.split(line, comments=True)
        assert words[0] == "parlour"
        if ELSEWHERE not in line:
            ran = run(*words[1:])
            progress = "compiling" in ran.err or "iteration" in ran.err  # told while it goes on
            assert ran.code == 0, line
            assert progress or not ran.err, line


def test_first_steps_run(run):
    shown = run("--help").out.partition("First steps:\n")[2]
    for line in shown.splitlines():
        assert run(*shlex.split(line)[1:]).code == 0


@pytest.mark.parametrize("command", entry.COMMANDS)
def test_usage_is_readable(run, command):
    out = run(command, "--help").out
    usage, _, rest = out.partition("\n")
    assert not set("{}<>") & set(usage)
    assert "]]" not in usage
    assert "<str>" not in rest
    assert "<list" not in rest


def test_no_line_of_the_commands_is_cut(run):
    listed = run("--help").out.partition("Commands:\n")[2].partition("\n\n")[0]
    assert len(listed.splitlines()) == len(entry.COMMANDS)
    assert "..." not in listed


def test_examples_name_what_exists():
    for name in entry.COMMANDS:
        assert not {"GAME", "NAME=VALUE", "MOVE", "PEER"} & set(
            entry.room(name).EXAMPLES.replace('"', " ").split()
        )
