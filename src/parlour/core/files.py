"""Files written whole or not at all, held by one process at a time, and read up to a size."""

from __future__ import annotations

import errno
import os
import stat
import time
from contextlib import suppress
from pathlib import Path

from parlour.core.errors import BadRecord, clipped
from parlour.core.paths import user_path

try:
    import fcntl
except ImportError:  # Windows: files are written the same way, only nobody holds them
    fcntl = None  # type: ignore[assignment]

KINDS = {
    stat.S_IFDIR: "a directory",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}
SCRATCH = ".parlour-*.tmp"
ATTEMPTS = 5  # at writing, where another process may tidy the scratch file away before it is locked


def target(path: str | Path) -> Path:
    """Follow links to the file that writing means; raise BadRecord if that is no plain file."""
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        return Path(os.path.realpath(path))
    if not stat.S_ISREG(mode):
        kind = KINDS.get(stat.S_IFMT(mode), "no plain file")
        raise BadRecord(f"{path}: is {kind}; a game is saved to a plain file")
    return Path(os.path.realpath(path))


def read_plain(path: str | Path, most: int) -> bytes:
    """Read a file of at most that many bytes; raise OSError for more, and for what is not a plain file."""
    file = user_path(path)
    if file.exists() and not file.is_file():  # a device may have no end, a pipe no beginning
        raise OSError("not a plain file")
    with file.open("rb") as stream:
        data = stream.read(most + 1)
    if len(data) > most:
        raise OSError(f"larger than {most // 2**20} MB")
    return data


def write_whole(path: str | Path, text: str, private: bool = False, hold: bool = False) -> int | None:
    """Replace a file in one step, so that a crash leaves the old one or the new one.

    Links are followed, a file's mode is kept; a new one is for its owner alone if it is private. With
    `hold` the file stays locked: give its handle, where the system has locks.
    """
    try:
        data = text.encode()
        place = target(path)
        place.parent.mkdir(parents=True, exist_ok=True)
        for attempt in range(ATTEMPTS):
            try:
                return _replace(place, data, private, hold)
            except FileNotFoundError:
                if attempt == ATTEMPTS - 1:
                    raise
    except BadRecord:
        raise
    except OSError as error:
        raise BadRecord(f"{path}: cannot be written: {error.strerror or error}") from None
    except ValueError as error:  # a NUL byte in the path
        raise BadRecord(f"{clipped(str(path))}: cannot be written: {error}") from None
    return None


def _replace(place: Path, data: bytes, private: bool, hold: bool) -> int | None:
    before = place.stat() if place.exists() else None
    if before and not os.access(place, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    handle, name = _scratch(place.parent, 0o600 if private else 0o666)
    held = None
    try:
        with os.fdopen(handle, "wb") as file:
            _lock(handle)
            file.write(data)
            file.flush()
            if before:
                _look_like(handle, before)
            os.fsync(handle)
            if hold and fcntl is not None:
                held = os.dup(handle)
            name = name or _named(handle, place.parent)
        os.replace(name, place)
    except BaseException:
        if name:
            Path(name).unlink(missing_ok=True)
        if held is not None:
            os.close(held)
        raise
    return held


def _look_like(handle: int, before: os.stat_result) -> None:
    """Return an open file the owner and the mode of the one it replaces, as far as one may."""
    if hasattr(os, "geteuid"):
        if before.st_uid != os.geteuid():
            with suppress(OSError):
                os.fchown(handle, before.st_uid, before.st_gid)
        os.fchmod(handle, stat.S_IMODE(before.st_mode))


_nameless = hasattr(os, "O_TMPFILE") and os.path.isdir("/proc/self/fd")


def _scratch(folder: Path, mode: int) -> tuple[int, str]:
    """Open a file without a name, which a crash cannot leave behind; if there are none, one with a name."""
    if _nameless:
        with suppress(OSError):
            return os.open(folder, os.O_TMPFILE | os.O_RDWR, mode), ""
    name = _scratch_name(folder)
    return os.open(name, os.O_CREAT | os.O_EXCL | os.O_RDWR | getattr(os, "O_BINARY", 0), mode), name


def _named(handle: int, folder: Path) -> str:
    """Name the nameless file; where that is not allowed, have it all written again to one with a name."""
    global _nameless
    name = _scratch_name(folder)
    try:
        # With a folder's handle, which an absolute path makes no use of, Python has the link followed.
        os.link(f"/proc/self/fd/{handle}", name, src_dir_fd=handle, follow_symlinks=True)
    except OSError:
        _nameless = False
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT)) from None
    return name


def _scratch_name(folder: Path) -> str:
    return str(folder / SCRATCH.replace("*", os.urandom(6).hex()))


def tidy(folder: Path) -> None:
    """Remove scratch files whose writers are dead."""
    for file in folder.glob(SCRATCH):
        with suppress(OSError):
            handle = _take(file, shared=False)
            if handle is not None:
                os.close(handle)
                file.unlink(missing_ok=True)


# -- locks: a process that dies lets go of them ----------------------------------------------------------


def take(path: Path) -> int | None:
    """Lock a file for this process and give the handle that holds it; None where there are no locks.

    Raise BlockingIOError while another holds it.
    """
    for _ in range(ATTEMPTS - 1):
        with suppress(BlockingIOError):
            return _take(path, shared=False)
        time.sleep(0.01)  # it may be somebody who only looks
    return _take(path, shared=False)


def taken(path: Path) -> bool:
    """Say whether another sitting holds a file."""
    try:
        handle = _take(path, shared=True)
    except BlockingIOError:
        return True
    if handle is not None:
        os.close(handle)
    return False


def _take(path: Path, shared: bool) -> int | None:
    while fcntl is not None:
        try:
            handle = os.open(path, os.O_RDONLY if shared else os.O_RDWR)
        except OSError:
            return None
        if not _lock(handle, shared):
            os.close(handle)
            raise BlockingIOError(errno.EWOULDBLOCK, "held by another process")
        with suppress(OSError):
            if os.path.samestat(os.fstat(handle), os.stat(path)):
                return handle
        os.close(handle)  # it was replaced in between: look at the new one
    return None


def _lock(handle: int, shared: bool = False) -> bool:
    """Try to lock an open file; a file system without locks lets everyone have it."""
    if fcntl is not None:
        try:
            fcntl.flock(handle, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True
    return True
