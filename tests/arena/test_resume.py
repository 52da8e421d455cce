"""Stopping an event at any moment and going on: the result is that of an event never stopped."""

from __future__ import annotations

import hashlib
import json
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

import parlour
from parlour import ParlourError, game
from parlour.arena import Result, code, journal, run

SPECS = ["random", "random:blunder=0.5", "first"]
GAMES = 8


class Stop(Exception):
    """Stand for whatever ends a run."""


def full(path: Path | None = None, **more: object) -> str:
    """Run the whole event; give its JSON and all its records."""
    result = run("tic_tac_toe", SPECS, games=GAMES, seed=9, resume=path, **more)  # type: ignore[arg-type]
    return json.dumps([result.to_json(), result.texts])


def stop_after(matches: int, path: Path) -> None:
    """Run the event until so many matches are done."""

    def stop(done: int, total: int) -> None:
        if done == matches:
            raise Stop

    with pytest.raises(Stop):
        run("tic_tac_toe", SPECS, games=GAMES, seed=9, resume=path, progress=stop)


def test_cut_anywhere_it_goes_on(players: Path, tmp_path: Path) -> None:
    """A file cut after any byte, as a kill in the middle of a write leaves it, gives the full result."""
    path = tmp_path / "event.jsonl"
    wanted = full()
    assert full(path) == wanted
    whole = path.read_bytes()
    header = whole.index(b"\n") + 1
    cuts = [0, 1, header - 1, header, header + 1, len(whole) - 1, len(whole)]
    cuts += random.Random(1).sample(range(len(whole)), 25)
    for cut in cuts:
        path.write_bytes(whole[:cut])
        played: list[int] = []
        assert full(path, progress=lambda done, total, played=played: played.append(done)) == wanted
        finished = max(0, whole[:cut].count(b"\n") - 1)
        assert played == list(range(finished, 25))  # finished matches are not played again
        assert sorted(path.read_bytes().splitlines()) == sorted(whole.splitlines())


def test_stopped_and_resumed_in_processes(players: Path, tmp_path: Path) -> None:
    """One process begins, two go on; lines out of order are put in order."""
    path = tmp_path / "event.jsonl"
    stop_after(7, path)
    lines = path.read_bytes().splitlines(keepends=True)
    assert len(lines) == 8
    path.write_bytes(b"".join([lines[0], *reversed(lines[1:])]))
    assert full(path, workers=2) == full()


def test_killed_and_resumed(players: Path, tmp_path: Path) -> None:
    """A real SIGKILL in the middle of playing costs only the matches in flight."""
    path = tmp_path / "event.jsonl"
    script = (
        "import parlour.arena\n"
        "parlour.arena.run('tic_tac_toe', ['random', 'random:blunder=0.5'], games=1500, seed=4,"
        f" workers=2, resume={str(path)!r})\n"
    )
    with subprocess.Popen([sys.executable, "-c", script], stderr=subprocess.DEVNULL) as process:
        try:
            deadline = time.monotonic() + 30
            while not (path.exists() and path.read_bytes().count(b"\n") > 50):
                assert time.monotonic() < deadline, "it never began"
                time.sleep(0.02)
        finally:
            process.kill()
    assert 50 < path.read_bytes().count(b"\n") < 1500
    specs = ["random", "random:blunder=0.5"]
    resumed = run("tic_tac_toe", specs, games=1500, seed=4, resume=path)
    straight = run("tic_tac_toe", specs, games=1500, seed=4)
    assert (resumed, resumed.texts) == (straight, straight.texts)


def test_a_finished_event_is_not_played_again(players: Path, tmp_path: Path) -> None:
    """Running it once more reads the file and leaves it as it is."""
    path = tmp_path / "deep" / "event.jsonl"
    wanted = full(path)
    before = path.read_bytes()
    assert full(path, workers=2) == wanted
    assert path.read_bytes() == before


def test_a_line_given_twice_counts_once(players: Path, tmp_path: Path) -> None:
    """A copy of a line changes nothing."""
    path = tmp_path / "event.jsonl"
    wanted = full(path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines, lines[3]]))
    assert full(path) == wanted


def test_forfeits_survive(players: Path, tmp_path: Path) -> None:
    """Who forfeited and why is in the file."""
    path = tmp_path / "event.jsonl"
    first = run("tic_tac_toe", ["cheat", "first"], games=4, resume=path)
    again = run("tic_tac_toe", ["cheat", "first"], games=4, resume=path)
    assert again == first
    assert again.standings[1].forfeits == 4


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"game": "nim"}, "game is 'tic_tac_toe', not 'nim'"),
        ({"game": game("tic_tac_toe", misere=True)}, "options is {}, not {'misere': True}"),
        ({"specs": ["random", "last"]}, "specs"),
        ({"games": 6}, "games is 4, not 6"),
        ({"seed": 1}, "seed is 0, not 1"),
        ({"limit": "depth=2"}, "limit is {}, not {'depth': 2}"),
        ({"timeout": 5}, "timeout is None, not 5.0"),
    ],
)
def test_another_event_is_refused(
    players: Path, tmp_path: Path, changes: dict[str, object], key: str
) -> None:
    """The error names what differs and what to do; the file stays as it is."""
    path = tmp_path / "event.jsonl"
    settings: dict[str, object] = {"game": "tic_tac_toe", "specs": ["random", "first"], "games": 4}
    run(**settings, resume=path)  # type: ignore[arg-type]
    before = path.read_bytes()
    with pytest.raises(ParlourError) as caught:
        run(**{**settings, **changes}, resume=path)  # type: ignore[arg-type]
    assert f"belongs to another event: its {key}" in str(caught.value)
    assert "or another file" in str(caught.value)
    assert path.read_bytes() == before
    run(**{**settings, "games": 3}, resume=path)  # type: ignore[arg-type]  # rounded up, it is the same event


@pytest.mark.parametrize(
    "content", [b"dear diary\n", b"{}", b'{"format":"parlour-record-1"}\n', b"\xff\x00" * 9]
)
def test_a_file_of_another_kind_is_left_alone(tmp_path: Path, content: bytes) -> None:
    """Naming the wrong file must not cost it."""
    path = tmp_path / "diary"
    path.write_bytes(content)
    with pytest.raises(ParlourError, match="not the file of an event"):
        run("nim", ["random", "random"], games=2, resume=path)
    assert path.read_bytes() == content


def _edit(path: Path, old: bytes, new: bytes, sign: bool) -> None:
    """Change the third line; signed, as a program would that knows how the digest is made."""
    lines = path.read_bytes().splitlines(keepends=True)
    assert old in lines[2]
    lines[2] = lines[2].replace(old, new, 1)
    if sign:
        key = hashlib.blake2b(lines[0], digest_size=16).digest()
        text = lines[2][: -len('0123456789abcdef"}\n')]
        lines[2] = text + hashlib.blake2b(text, key=key, digest_size=8).hexdigest().encode() + b'"}\n'
    path.write_bytes(b"".join(lines))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b'"moves"', b'"mo', "not JSON"),
        (b'{"match":1,', b'{"match":3,', "not the record of match 3"),
        (b'{"match":1,', b'{"match":77,', "the event has no match 77"),
        (b'{"match":1,', b'{"round":1,', "a damaged line"),
        (b"nim", b"\xff\xfe", "a damaged line"),
        (b'"returns":[', b'"returns":[NaN,', "not JSON"),
        (b'"returns":[', b'"returns":null,"x":[', "has no result"),
        (b'"ended":"finished"', b'"ended":"forfeit","reason":"","loser":9', "lost by nobody"),
    ],
)
@pytest.mark.parametrize("sign", [True, False])
def test_a_damaged_line_is_named(tmp_path: Path, old: bytes, new: bytes, message: str, sign: bool) -> None:
    """Damage inside the file is not a torn end: nothing is thrown away, the line and the fix are told."""
    path = tmp_path / "event.jsonl"
    run("nim", ["random", "random"], games=4, resume=path)
    _edit(path, old, new, sign)
    before = path.read_bytes()
    with pytest.raises(ParlourError) as caught:
        run("nim", ["random", "random"], games=4, resume=path)
    assert "line 3: " in str(caught.value)
    assert (message if sign else "changed since") in str(caught.value) or "a damaged line" in str(
        caught.value
    )
    assert "delete the line" in str(caught.value)
    assert path.read_bytes() == before
    path.write_bytes(b"".join(line for n, line in enumerate(before.splitlines(keepends=True)) if n != 2))
    assert run("nim", ["random", "random"], games=4, resume=path) == run("nim", ["random", "random"], games=4)


def test_a_changed_result_is_not_believed(tmp_path: Path) -> None:
    """Valid JSON and a possible result: only the digest of the line can tell."""
    path = tmp_path / "event.jsonl"
    run("nim", ["random", "nim_sum"], games=4, resume=path)
    lines = path.read_bytes().splitlines(keepends=True)
    swap = {
        b'"returns":[1.0,-1.0]': b'"returns":[-1.0,1.0]',
        b'"returns":[-1.0,1.0]': b'"returns":[1.0,-1.0]',
    }
    old = next(old for old in swap if old in lines[2])
    _edit(path, old, swap[old], sign=False)
    with pytest.raises(ParlourError, match="line 3: changed since it was written; delete the line"):
        run("nim", ["random", "nim_sum"], games=4, resume=path)


def test_a_line_of_another_event_is_not_taken(tmp_path: Path) -> None:
    """A line is bound to the header of its file."""
    one, other = tmp_path / "one.jsonl", tmp_path / "other.jsonl"
    run("nim", ["random", "random"], games=4, resume=one)
    run("nim", ["random", "random"], games=4, resume=other, timeout=5)
    lines, foreign = (path.read_bytes().splitlines(keepends=True) for path in (one, other))
    one.write_bytes(b"".join([lines[0], foreign[1], *lines[2:]]))
    with pytest.raises(ParlourError, match="line 2: changed"):
        run("nim", ["random", "random"], games=4, resume=one)


def test_other_code_is_refused(players: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the package, of a user's file, of a level: one line with both versions and what differs."""
    path = tmp_path / "event.jsonl"
    run("nim", ["first", "hard"], games=4, resume=path)
    header = json.loads(path.read_text().splitlines()[0])
    assert header["version"] == parlour.__version__
    assert set(header["code"]) == {"parlour", "players.py"}
    assert header["strategies"] == ["first", game("nim").levels["hard"]]

    def refusal() -> str:
        before = path.read_bytes()
        with pytest.raises(ParlourError) as caught:
            run("nim", ["first", "hard"], games=4, resume=path)
        assert path.read_bytes() == before
        assert str(caught.value).endswith("or name another file to begin again")
        return str(caught.value).partition(": begun by other code: ")[2]

    with monkeypatch.context() as patch:
        patch.setattr(code, "package_digest", lambda: "0" * 16)
        patch.setattr(journal, "__version__", "9.9.9")
        assert refusal().startswith(f"parlour {parlour.__version__}, this is 9.9.9, and parlour differs;")
    with monkeypatch.context() as patch:
        patch.setitem(game("nim").module.LEVELS, "hard", "nim_sum:blunder=0.5")  # type: ignore[attr-defined]
        assert " and levels differs;" in refusal()
    source = players.read_text()
    players.write_text(source.replace("[0]", "[-1]"))
    assert " and players.py differs;" in refusal()
    players.write_text(source)
    assert run("nim", ["first", "hard"], games=4, resume=path).games == 4


def test_what_a_users_file_imports_is_part_of_its_code(
    players: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A helper beside the file counts; the package's own files have one digest for all."""
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "a_helper_of_mine.py").write_text("PICK = 0\n")
    mine = tmp_path / "mine.py"
    mine.write_text(
        "from a_helper_of_mine import PICK\nfrom parlour import Strategy\n\nclass Mine(Strategy):\n"
        "    def choose(self, view, limit):\n        return view.legal()[PICK]\n"
    )
    parlour.load(mine)
    before = code.code_of(game("nim"), ["mine"])
    (tmp_path / "a_helper_of_mine.py").write_text("PICK = 1\n")
    assert code.difference(before, code.code_of(game("nim"), ["mine"])) == "mine.py"


def test_a_file_of_the_older_format_is_refused(tmp_path: Path) -> None:
    """It does not say what code played it; the line says what to do."""
    path = tmp_path / "event.jsonl"
    path.write_text('{"format":"parlour-arena-1","game":"nim","options":{},"specs":["random","random"]}\n')
    with pytest.raises(
        ParlourError, match=r"written by an older parlour.*name a file that does not exist yet"
    ):
        run("nim", ["random", "random"], games=2, resume=path)


def test_a_file_nobody_asked_for_may_fail(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Where it cannot be made, or no room is left for it: one warning, and the event goes on."""
    resource = pytest.importorskip("resource")
    wanted = run("nim", ["random", "random"], games=20)
    assert run("nim", ["random", "random"], games=20, resume=tmp_path, must_keep=False) == wanted
    (warning,) = caplog.records
    assert "the event is not being kept, and cannot be resumed: " in warning.getMessage()
    caplog.clear()
    room = resource.getrlimit(resource.RLIMIT_FSIZE)
    path = tmp_path / "event.jsonl"
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, room[1]))
        assert run("nim", ["random", "random"], games=20, resume=path, must_keep=False) == wanted
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, room)
    assert len(caplog.records) == 1
    assert run("nim", ["random", "random"], games=20, resume=path) == wanted  # what was written is sound


def test_what_was_played_is_told_when_it_stops(players: Path) -> None:
    """Whole blocks count: seven matches of three pairings are three blocks of two."""
    seen: list[Result] = []

    def stop(done: int, total: int) -> None:
        if done == 7:
            raise Stop

    with pytest.raises(Stop):
        run("tic_tac_toe", SPECS, games=GAMES, seed=9, progress=stop, stopped=seen.append)
    (part,) = seen
    assert (part.played, part.matches) == (6, 24)
    assert part.title().endswith("seed 9, 6 of 24 matches so far")
    assert [s.games for s in part.standings] == [4, 4, 4]
    whole = run("tic_tac_toe", SPECS, games=2, seed=9)
    assert (part.standings, part.pairs) == (whole.standings, whole.pairs)


def test_two_runs_do_not_share_a_file(tmp_path: Path) -> None:
    """The second is refused while the first holds the file."""
    pytest.importorskip("fcntl")
    path = tmp_path / "event.jsonl"

    def intrude(done: int, total: int) -> None:
        with pytest.raises(ParlourError, match="another run writes to it"):
            run("nim", ["random", "random"], games=2, resume=path)

    run("nim", ["random", "random"], games=2, resume=path, progress=intrude)


def test_a_file_that_cannot_be_kept_is_refused(tmp_path: Path) -> None:
    """A folder is no file, and what is written to a device cannot be read again."""
    with pytest.raises(ParlourError, match="cannot be written"):
        run("nim", ["random", "random"], games=2, resume=tmp_path)
    with pytest.raises(ParlourError, match="/dev/null: not a file"):
        run("nim", ["random", "random"], games=2, resume="/dev/null")


def test_a_full_disk_stops_the_event_and_costs_nothing(tmp_path: Path) -> None:
    """The error says why; with room again the event goes on from what was written."""
    resource = pytest.importorskip("resource")
    path = tmp_path / "event.jsonl"
    room = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, room[1]))
        with pytest.raises(ParlourError, match=r"event\.jsonl: cannot be written: File too large"):
            run("nim", ["random", "random"], games=20, resume=path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, room)
    assert path.stat().st_size == 1000
    played: list[int] = []
    result = run("nim", ["random", "random"], games=20, resume=path, progress=lambda n, _: played.append(n))
    assert played[0] > 0
    assert result == run("nim", ["random", "random"], games=20)
