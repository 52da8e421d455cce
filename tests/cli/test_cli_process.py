"""The command as a process of its own: how it starts, is interrupted, killed, and cut off."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from shelf_kit import matches, records

HEAVY = {"numba", "numpy", "scipy", "llvmlite"}


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    keep = {name: value for name, value in os.environ.items() if not name.startswith("PARLOUR")}
    keep.pop("PYTHONDONTWRITEBYTECODE", None)
    return {**keep, "PARLOUR_STATE_DIR": str(tmp_path / "state"), "PYTHONUNBUFFERED": "1"}


def parlour(*words: object) -> list[str]:
    return [sys.executable, "-m", "parlour", *map(str, words)]


def modules_after(argv: list[str], environment: dict[str, str]) -> set[str]:
    script = (
        "import sys\nfrom parlour.cli import main\n"
        f"code = main({argv!r})\nassert code == 0, code\nprint('\\n', *sys.modules, file=sys.stderr)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script],
        env=environment,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=True,
    )
    return set(ran.stderr.split())


@pytest.mark.parametrize("argv", [["--help"], ["--version"], ["play", "--help"], ["arena", "--help"], []])
def test_help_imports_nothing_heavy(environment, argv):
    loaded = modules_after(argv, environment)
    assert not loaded & (HEAVY | {"rich", "parlour.core.game"})
    if argv[:1] == ["play"]:
        assert "parlour.cli.arena" not in loaded


AT_THE_FIRST_BOARD_OR_QUESTION = """
import sys
from parlour.cli import main
from parlour.cli.talk import Talk
draw, ask = Talk.draw, Talk.ask
def first(plain):
    def told(self, *words):
        Talk.draw, Talk.ask = draw, ask
        given = plain(self, *words) if plain is draw else None
        print('\\n', *sys.modules, file=sys.stderr)
        return given if plain is draw else plain(self, *words)
    return told
Talk.draw, Talk.ask = first(draw), first(ask)
sys.exit(main())
"""


@pytest.mark.parametrize("argv", [["play", "connect_four"], ["play"]])
def test_the_board_and_the_menu_are_shown_before_anything_heavy_is_imported(environment, argv):
    assert not modules_after(["play", "connect_four"], environment) & HEAVY
    environment = {**environment, "PARLOUR_BACKEND": "interpreted"}
    subprocess.run(parlour("play", "connect_four"), env=environment, input="4\n", text=True, check=True)
    ran = subprocess.run(
        [sys.executable, "-c", AT_THE_FIRST_BOARD_OR_QUESTION, *argv],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = set(ran.stderr.split())
    assert "parlour.cli.shelf" in loaded
    assert not loaded & (HEAVY | {"alembic", "sqlalchemy"})
    assert "go on with" in ran.stdout or "unfinished games are kept" in ran.stdout


def test_legal_moves_cost_no_compiler(environment):
    assert "numba" not in modules_after(["games"], environment)


def test_the_installed_command_and_the_module_are_the_same(environment):
    command = Path(sys.executable).parent / "parlour"
    if not command.exists():
        pytest.skip("not installed")
    outputs = {
        subprocess.run([*start, "--help"], env=environment, capture_output=True, check=True).stdout
        for start in ([str(command)], [sys.executable, "-m", "parlour"])
    }
    assert len(outputs) == 1


def test_perft_of_the_literature_through_the_compiler(environment):
    ran = subprocess.run(
        parlour("perft", "tic_tac_toe", "--depth", 9, "--json"),
        env=environment,
        capture_output=True,
        check=True,
    )
    data = json.loads(ran.stdout)
    assert (data["leaves"], data["games"], data["positions"]) == (127872, 255168, 5478)


def test_a_reader_that_leaves_early_is_no_error(environment, tmp_path):
    environment = {**environment, "PARLOUR_BACKEND": "interpreted"}
    for words in (("games",), ("help",), ("perft", "nim", "--depth", "1"), ("play", "nim")):
        process = subprocess.Popen(
            parlour(*words),
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        process.stdout.close()
        assert process.stderr.read() == ""
        process.stderr.close()
        assert process.wait() == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_is_one_line(environment):
    for words in (("games",), ("version", "--json"), ("--help",)):
        with open("/dev/full", "w") as full:
            ran = subprocess.run(
                parlour(*words), env=environment, stdout=full, stderr=subprocess.PIPE, text=True, check=False
            )
        assert ran.returncode == 2
        assert ran.stderr == "parlour: reading or writing failed: No space left on device\n"


def test_bytes_that_are_not_text(environment):
    ran = subprocess.run(
        [*parlour("games"), b"\xff\xfe"], env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert len(ran.stderr.splitlines()) == 1
    ran = subprocess.run(
        parlour("play", "nim"), input=b"\xff\xfe\n1:1\n", env=environment, capture_output=True, check=True
    )
    assert b"Second player takes" in ran.stdout


def test_a_narrow_encoding_loses_characters_not_the_program(environment):
    ran = subprocess.run(
        parlour("games", "connect_four", "--json"),
        env={**environment, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=True,
    )
    assert json.loads(ran.stdout)["games"]
    ran = subprocess.run(
        parlour("play", "connect_four"),
        env={**environment, "PYTHONIOENCODING": "ascii"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
    )
    assert b"1 2 3 4 5 6 7" in ran.stdout


def started(environment: dict[str, str], *words: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        parlour(*words),
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def read_until(process: subprocess.Popen[str], words: str) -> None:
    while True:
        line = process.stdout.readline()
        assert line, process.stderr.read()
        if words in line:
            return


def test_kill_9_loses_nothing(environment, tmp_path):
    environment = {**environment, "PARLOUR_BACKEND": "interpreted"}
    process = started(environment, "play", "tic_tac_toe", "--seed", 3)
    process.stdin.write("b2\n")
    process.stdin.flush()
    read_until(process, "plays")
    process.kill()
    process.communicate()
    (before,) = records(tmp_path / "state")
    assert before.moves[0] == "b2"
    assert len(before.moves) == 2
    ran = subprocess.run(
        parlour("play", "--resume"),
        input="board\n",
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "X" in ran.stdout
    assert records(tmp_path / "state") == [before]
    assert not list((tmp_path / "state" / "held").iterdir())


def test_two_terminals_share_no_game_and_the_dead_hold_none(environment, tmp_path):
    environment = {**environment, "PARLOUR_BACKEND": "interpreted"}
    words = ("play", "nim", "--seats", "human,human", "--option", "heaps=3,4,5")
    sittings = [started(environment, *words, "--seed", seed) for seed in (11, 22)]
    kept = {}
    for moves in (("1:1", "3:1"), ("2:1", "3:2")):
        for seed, sitting, move in zip((11, 22), sittings, moves, strict=True):
            sitting.stdin.write(f"{move}\nboard\n")
            sitting.stdin.flush()
            read_until(sitting, f"> {move}")
            read_until(sitting, "> board")
            kept = {record.seed: match.id for match, record in matches(tmp_path / "state")}
            assert seed in kept
    ran = subprocess.run(
        parlour("play", "--resume", kept[11]),
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 2
    assert ran.stderr == (
        f"parlour: {kept[11]}: is being played in another terminal; leave it there first, or play another\n"
    )
    for sitting in sittings:
        sitting.kill()
        sitting.communicate()
    assert moves_of(tmp_path / "state") == {11: ("1:1", "2:1"), 22: ("3:1", "3:2")}
    subprocess.run(
        parlour("play", "--resume", kept[11]), env=environment, input="1:1\n", text=True, check=True
    )
    assert moves_of(tmp_path / "state") == {11: ("1:1", "2:1", "1:1"), 22: ("3:1", "3:2")}


def moves_of(state: Path) -> dict[int | None, tuple[str, ...]]:
    return {record.seed: record.moves for record in records(state)}


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals here")
def test_at_a_terminal_one_is_asked_which_game_and_whether_to_replace_a_file(environment, tmp_path):
    import pty

    environment = {**environment, "PARLOUR_BACKEND": "interpreted", "TERM": "dumb"}
    for move in ("1:1", "2:1"):
        subprocess.run(parlour("play", "nim"), env=environment, input=f"{move}\n", text=True, check=True)
    mine = tmp_path / "mine.json"
    records(tmp_path / "state")[0].write(mine)
    before = mine.read_bytes()
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        parlour("play", "--resume"), env=environment, stdin=theirs, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    os.write(ours, f"2\nnew\nsave {mine}\nno\nquit\n".encode())
    shown = b""
    try:
        while data := os.read(ours, 65536):
            shown += data
    except OSError:  # the other end is closed
        pass
    assert process.wait() == 0
    assert b"1 to 2, Enter for the latest, q for none> " in shown
    assert b"holds another game of nim. Replace it? yes or no> " in shown
    assert b"was left as it is" in shown
    assert mine.read_bytes() == before
    assert len(records(tmp_path / "state")) == 3


def test_ctrl_c_keeps_the_game_and_says_how_to_go_on(environment, tmp_path):
    process = started({**environment, "PARLOUR_BACKEND": "interpreted"}, "play", "nim", "--seed", 3)
    process.stdin.write("1:1\n")
    process.stdin.flush()
    read_until(process, "Second player takes")
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err == "parlour: interrupted; saved; go on with: parlour play nim --resume\n"
    (kept,) = records(tmp_path / "state")
    assert len(kept.moves) == 2


def test_ctrl_c_is_heard_while_compiled_code_runs(environment):
    process = started(environment, "perft", "connect_four", "--depth", 16, "--json")
    time.sleep(3)
    assert process.poll() is None
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert time.monotonic() - began < 30
    assert (process.returncode, out) == (130, "")
    assert err.splitlines()[-1] == "parlour: interrupted"


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("workers", [1, 2])
def test_a_stopped_event_shows_how_it_stands_and_how_to_go_on(environment, tmp_path, how, workers):
    environment = {**environment, "PARLOUR_BACKEND": "interpreted"}
    specs = ("random", "mcts:simulations=100")
    process = started(environment, "arena", "tic_tac_toe", *specs, "--games", 5000, "--workers", workers)
    file = event_under_way(tmp_path)
    process.send_signal(how)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    title, *table, line = err.splitlines()
    assert title.startswith("tic_tac_toe: 5,000 games a pairing, openings of 3 plies, seed 0, ")
    assert title.endswith(" of 5,000 matches so far")
    assert [row.split()[1] for row in table[1:3]] == ["mcts:simulations=100", "random"]
    assert "is stronger with likelihood" in table[3]
    assert line.endswith(f"--resume {file}")
    assert line.startswith("parlour: interrupted; go on with: parlour arena tic_tac_toe random ")
    assert len(file.read_text().splitlines()) > 3


def event_under_way(tmp_path):
    """Wait for the file of an event with some matches in it."""
    deadline = time.monotonic() + 40
    while time.monotonic() < deadline:
        for file in (tmp_path / "state" / "events").glob("*.jsonl"):
            if len(file.read_text().splitlines()) > 5:
                return file
        time.sleep(0.05)
    raise AssertionError("the event never began")


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks into /proc")
def test_an_event_whose_worker_dies_keeps_what_was_played(environment, tmp_path):
    environment = {**environment, "PARLOUR_BACKEND": "interpreted"}
    argv = ("arena", "nim", "random", "mcts:simulations=30", "--games", 160, "--workers", 2, "--json")
    process = started(environment, *argv)
    file = event_under_way(tmp_path)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    workers = [child for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]
    os.kill(int(workers[0]), signal.SIGKILL)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (2, "")
    (line,) = err.splitlines()
    assert line.startswith("parlour: a worker process died")
    words = shlex.split(line.partition("; go on with: parlour ")[2])
    assert words[-2:] == ["--resume", str(file)]
    played = len(file.read_text().splitlines()) - 1
    assert played > 3
    on = started(environment, *words)
    resumed = json.loads(on.communicate(timeout=60)[0])
    straight = started(environment, *argv[:-3], "--json")
    assert resumed == json.loads(straight.communicate(timeout=60)[0])
    assert list((tmp_path / "state" / "events").glob("*")) == [file]  # asked for by name, it stays
