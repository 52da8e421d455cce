"""Writing files: whole or not at all, and nothing but plain files."""

from __future__ import annotations

import os
import socket
import stat
import subprocess
import sys

import pytest

from parlour import Match, game
from parlour.core import files
from parlour.core.errors import BadRecord
from parlour.core.record import Record

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links, modes and locks of a POSIX system")


@pytest.fixture
def match():
    return Match(game("nim"), 1, ("human", "easy"))


@pytest.fixture(params=[True, False], ids=["nameless", "named"])
def scratch(request, monkeypatch):
    """Write by both ways there are."""
    monkeypatch.setattr(files, "_nameless", request.param and files._nameless)


def test_a_link_is_followed_and_stays(tmp_path, match, scratch):
    (tmp_path / "far").mkdir()
    there, link, dangling = tmp_path / "far" / "game.json", tmp_path / "link.json", tmp_path / "new.json"
    there.write_text("old")
    link.symlink_to(there)
    dangling.symlink_to("far/later.json")
    for path in (link, dangling):
        match.save(path)
        assert path.is_symlink()
    assert Record.read(there) == Record.read(tmp_path / "far" / "later.json")
    assert Record.read(there).game == "nim"
    assert sorted(file.name for file in tmp_path.rglob("*")) == [
        *("far", "game.json", "later.json", "link.json", "new.json")
    ]


@pytest.mark.parametrize("kind", ["pipe", "socket", "device", "directory"])
def test_what_is_no_plain_file_is_refused_and_stays(tmp_path, match, monkeypatch, kind):
    path = tmp_path / kind
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "socket":
        monkeypatch.chdir(tmp_path)  # a short name, as sockets need
        socket.socket(socket.AF_UNIX).bind(kind)
    elif kind == "device":
        path.symlink_to(os.ttyname(os.openpty()[1]))
    else:
        path.mkdir()
    before = path.stat()
    with pytest.raises(BadRecord, match=f"^{path}: is a {kind}; a game is saved to a plain file"):
        match.save(path)
    assert (path.stat().st_mode, path.stat().st_ino) == (before.st_mode, before.st_ino)
    assert [file.name for file in tmp_path.iterdir()] == [kind]


def test_a_mode_is_kept_and_a_new_one_follows_the_umask(tmp_path, match, scratch):
    old, new, private = tmp_path / "old.json", tmp_path / "new.json", tmp_path / "private.json"
    old.write_text("")
    old.chmod(0o640)
    umask = os.umask(0o027)
    try:
        match.save(old)
        match.save(new)
        files.write_whole(private, "x", private=True)
    finally:
        os.umask(umask)
    assert [stat.S_IMODE(file.stat().st_mode) for file in (old, new, private)] == [0o640, 0o640, 0o600]


def test_what_goes_wrong_half_way_leaves_the_old_file_and_no_other(tmp_path, match, scratch, monkeypatch):
    path = tmp_path / "game.json"
    path.write_text("old")
    for name in ("fsync", "replace"):
        with monkeypatch.context() as patch:
            patch.setattr(os, name, lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
            with pytest.raises(BadRecord, match="cannot be written: No space left"):
                match.save(path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(not files._nameless, reason="no files without a name here")
def test_a_crash_before_the_file_is_named_leaves_nothing(tmp_path):
    script = (
        "import os, sys\nfrom parlour.core.files import write_whole\n"
        "write_whole(sys.argv[1], 'one')\n"
        "os.fsync = lambda handle: os._exit(7)\n"
        "write_whole(sys.argv[1], 'two')\n"
    )
    path = tmp_path / "game.json"
    assert subprocess.run([sys.executable, "-c", script, path], check=False).returncode == 7
    assert path.read_text() == "one"
    assert list(tmp_path.iterdir()) == [path]


def test_a_system_that_does_not_name_nameless_files(tmp_path, match, monkeypatch):
    monkeypatch.setattr(files, "_nameless", True)
    monkeypatch.setattr(os, "link", lambda *_, **__: (_ for _ in ()).throw(PermissionError(1, "no")))
    match.save(tmp_path / "game.json")
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]


@pytest.mark.skipif(os.name == "posix" and os.geteuid() == 0, reason="root may write everything")
def test_a_file_that_may_not_be_written_is_not_replaced(tmp_path, match):
    path = tmp_path / "game.json"
    path.write_text("old")
    path.chmod(0o444)
    with pytest.raises(BadRecord, match="Permission denied"):
        match.save(path)


def test_a_file_is_held_while_its_holder_lives_through_every_rewrite(tmp_path):
    path = tmp_path / "game.json"
    script = (
        "import sys\nfrom parlour.core.files import write_whole\n"
        "for text in ('one', 'two'):\n"
        "    held = write_whole(sys.argv[1], text, hold=True)\n    print(text, flush=True)\n    input()\n"
    )
    holder = subprocess.Popen(
        [sys.executable, "-c", script, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    for text in ("one", "two"):
        assert holder.stdout.readline().strip() == text
        assert files.taken(path)
        with pytest.raises(BlockingIOError):
            files.take(path)
        assert path.read_text() == text
        if text == "one":
            holder.stdin.write("\n")
            holder.stdin.flush()
    holder.kill()
    holder.communicate()
    assert not files.taken(path), "a dead process holds nothing"
    handle = files.take(path)
    assert handle is not None
    assert files.taken(path)
    os.close(handle)


def test_scratch_files_of_the_dead_are_tidied_away_and_those_of_the_living_are_not(tmp_path):
    dead, living, other = (tmp_path / name for name in (".parlour-1.tmp", ".parlour-2.tmp", "mine.tmp"))
    for file in (dead, living, other):
        file.write_text("")
    handle = files.take(living)
    files.tidy(tmp_path)
    assert sorted(tmp_path.iterdir()) == [living, other]
    os.close(handle)
