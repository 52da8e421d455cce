"""Compiled code on disk, never stale: the folder's name is a hash of every source it came from.

numba's own stamp covers only the file of the compiled function, so a changed rules file would go unseen.
Here the key holds the compiler's files, the game's file (a user's too), the kernel's file, all that these
import, and the versions that matter; an edit in any of them leads to another folder. Each game has folders of
its own, so that an index never names a type of some other file that is not loaded. A file begins with a
digest of its name and the rest: machine code with one wrong bit would end the process, so such a file is
compiled anew.
"""

from __future__ import annotations

import hashlib
import logging
import os
import pickle
import shutil
import sys
import time
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from parlour.compile.sources import closure
from parlour.core import rules
from parlour.core.paths import own_folder

KEEP_DAYS = 30
_DIGEST = 32  # bytes before the content of a file
_told = False  # that nothing can be kept
log = logging.getLogger("parlour.compile")


def root() -> Path:
    """Return the folder all compiled code lives in: $PARLOUR_CACHE_DIR, or the user's cache folder."""
    return own_folder("PARLOUR_CACHE_DIR", "XDG_CACHE_HOME", ".cache", windows=("parlour", "cache"))


def folder_for(state_type: type, function: Callable[..., Any]) -> Path:
    """Return the folder for code compiled for one type of state from a kernel's function."""
    verbs = rules.tables.get(state_type, {})
    # The rules' own module: a game may keep its State in one of its other files.
    home = verbs["play"].__module__ if "play" in verbs else state_type.__module__
    source = getattr(sys.modules.get(home), "__file__", None)
    digest = hashlib.sha256(shared_key().encode())
    name = home.rsplit(".", 1)[-1]
    files: set[Path] = set()
    if source and Path(source).is_file():
        files.add(Path(source).resolve())
    else:  # typed at a prompt: no file to key by, so the process keys it
        digest.update(f"{home}/{os.getpid()}/{time.time_ns()}".encode())
    kernel_file = Path(function.__code__.co_filename)
    if kernel_file.is_file():
        files.add(kernel_file.resolve())
    for path in sorted(files.union(*map(closure, files))):
        digest.update(path.read_bytes())
    return root() / f"{name}-{digest.hexdigest()[:20]}"


@cache
def shared_key() -> str:
    """Give the part of every key that stands for the compiler and for the versions of what it is made of."""
    here = Path(__file__).resolve().parent
    compiler = [here / "cpu.py", here / "gpu.py", here / "kernel.py"]
    digest = hashlib.sha256()
    for path in sorted({*compiler}.union(*map(closure, compiler))):
        digest.update(path.read_bytes())
    versions = [version(name) for name in ("numba", "llvmlite", "numpy")]
    if find_spec("numba_cuda") is not None:
        versions.append(version("numba-cuda"))
    digest.update("/".join([*versions, sys.version]).encode())
    return digest.hexdigest()


def prune() -> None:
    """Delete folders nobody has used for a month: each edit of a source leaves one behind."""
    limit = time.time() - KEEP_DAYS * 86400
    try:
        for folder in root().iterdir():
            if folder.is_dir() and folder.name != "ready" and folder.stat().st_mtime < limit:
                shutil.rmtree(folder, ignore_errors=True)
    except OSError:
        return


def discard(dispatcher: Any) -> bool:
    """Delete the folder a dispatcher keeps its code in; False if it has none."""
    folder = dispatcher.stats.cache_path
    if not folder or not Path(folder).is_dir():
        return False
    shutil.rmtree(folder, ignore_errors=True)
    Path(folder).mkdir(parents=True, exist_ok=True)
    return True


def attach(dispatcher: Any, folder: Path) -> None:
    """Make a numba dispatcher keep its code in the folder; without a cache if that cannot be written."""
    from numba.core import caching

    if _is_ready(folder):
        kinds = caching.FunctionCache, caching.CompileResultCacheImpl, caching
        dispatcher._cache = _cache_in(folder, dispatcher.py_func, *kinds)


def attach_grid(dispatcher: Any, folder: Path) -> None:
    """Make a dispatcher of numba-cuda keep its code in the folder, as `attach` does."""
    from numba.cuda import dispatcher as kinds
    from numba.cuda.core import caching

    if _is_ready(folder):
        made = _cache_in(folder, dispatcher.py_func, kinds.CUDACache, kinds.CUDACacheImpl, caching)
        dispatcher._cache = made


def _is_ready(folder: Path) -> bool:
    """Make the folder; say once where none can be made."""
    global _told
    fresh = not folder.exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except OSError:
        if not _told:
            _told = True
            log.warning("no cache: %s cannot be written; set PARLOUR_CACHE_DIR", root())
        return False
    if fresh:
        prune()
    return True


def _cache_in(folder: Path, function: Any, kind: Any, implementation: Any, caching: Any) -> Any:
    """Build a cache of a function of numba's kind, in that folder."""

    class Locator(caching._CacheLocator):  # type: ignore[misc]
        """Point at the folder; its name already stands for the content of the sources."""

        def get_cache_path(self) -> str:
            return str(folder)

        def get_source_stamp(self) -> str:
            return folder.name

        def get_disambiguator(self) -> None:
            return None

        @classmethod
        def from_function(cls, py_func: Any, py_file: str) -> Locator:
            return cls()

    class Implementation(implementation):  # type: ignore[misc]
        _locator_classes = (Locator,)

    class ContentCache(kind):  # type: ignore[misc]
        _impl_class = Implementation

        def __init__(self, py_func: Any) -> None:
            super().__init__(py_func)
            file = _checked_file(folder, caching.IndexDataCacheFile)
            self._cache_file = file(str(folder), self._impl.filename_base, folder.name)

    return ContentCache(function)


def _checked_file(folder: Path, kind: Any) -> Any:
    """Build the class of files of code in a folder that are read only as they were written."""

    class CheckedFile(kind):  # type: ignore[misc]
        """Keep index and code with a digest in front; what does not match it is as good as not there."""

        def save(self, key: Any, data: Any) -> None:
            try:
                super().save(key, data)
            except OSError as error:  # a full disk: the code runs all the same
                log.info("not kept in %s: %s", folder, error.strerror or error)

        def _load_index(self) -> Any:
            try:
                return self._read(self._index_path)
            except OSError:
                return {}

        def _save_index(self, overloads: Any) -> None:
            self._write(self._index_path, overloads)

        def _load_data(self, name: str) -> Any:
            return self._read(self._data_path(name))

        def _save_data(self, name: str, data: Any) -> None:
            self._write(self._data_path(name), data)

        def _read(self, path: str) -> Any:
            content = Path(path).read_bytes()
            if self._digest(path, content[_DIGEST:]) != content[:_DIGEST]:
                raise OSError(f"{path}: damaged")
            return pickle.loads(content[_DIGEST:])

        def _write(self, path: str, value: Any) -> None:
            content = self._dump(value)
            with self._open_for_write(path) as file:
                file.write(self._digest(path, content) + content)

        @staticmethod
        def _digest(path: str, content: bytes) -> bytes:
            """Take the file's place into the digest: the code of another kernel is damage too."""
            return hashlib.sha256(f"{folder.name}/{Path(path).name}/".encode() + content).digest()

    return CheckedFile
