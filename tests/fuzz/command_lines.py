"""Thousands of command lines: each ends with the right exit code, one line of error at most, and soon.

    python tests/fuzz/command_lines.py --cases 5000

A case runs in a child of this process, forked with everything imported, interpreted so that nothing is
compiled, in a folder of its own. It fails if it ends with any code but 0, 2 or 130; with a traceback; with
2 and anything but one line on stderr; with --json and 0 and anything but one JSON document; if a control
character or an escape sequence reaches stdout or stderr; if it takes too long or too much memory; and,
where it rightly takes for ever, if Ctrl-C does not end it.
"""

from __future__ import annotations

import gc
import io
import json
import os
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple, NoReturn

from command_cases import case_of
from command_words import Case
from fuzzing import Failure, Failures, Report, command

from parlour.cli import main
from parlour.core import registry

SECONDS = 40.0  # for a case that has an end, on a busy machine
PATIENCE = 2.0  # before Ctrl-C, for one that may have none
LEAVING = 20.0  # after Ctrl-C
MOST_MEMORY = 1000 * 2**20  # bytes in use at the worst moment, of which this process has the first third
CEILING = 4000 * 2**20  # bytes at which the system stops it


class Ended(NamedTuple):
    """What became of a case."""

    code: int  # of the process; negative if a signal ended it
    out: str
    err: str
    memory: int
    interrupted: bool
    hung: bool


# Commands that import what commands import.
FIRST = (
    "version --json", "games nim", "analyse nim -s mcts:simulations=1",
    "analyse kuhn_poker -m KQ -s easy --json",
    "perft nim --depth 1", "play tic_tac_toe", "play nim --seats random,random --json", "solve nim",
    "equity AA KK -n 2",
    "arena nim random easy --games 1", "bench --list", "--help", "play --help", "nonsense",
)  # fmt: skip


def prepare(scratch: Path) -> None:
    """Import all that commands import, so that a child costs next to nothing."""
    os.environ.update(PARLOUR_BACKEND="interpreted", TERM="dumb", PARLOUR_STATE_DIR=str(scratch / "first"))
    for name in ("PARLOUR_DEBUG", "COLUMNS", "FORCE_COLOR", "CLICOLOR_FORCE"):
        os.environ.pop(name, None)
    for name in registry.game_names():
        registry.game(name)
    streams = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = io.StringIO(), io.StringIO(), io.StringIO()
    try:
        for words in FIRST:
            main(words.split())
    finally:
        sys.stdin, sys.stdout, sys.stderr = streams
    gc.collect()
    gc.freeze()


def lay_out(case: Case, folder: Path) -> None:
    """Put the case's files into its folder."""
    for name, content in case.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if content.startswith(b"-> "):
            path.symlink_to(content[3:].decode())
        else:
            path.write_bytes(content)
    (folder / "typed").write_bytes(case.typed)


def child(case: Case, folder: Path, home: Path) -> NoReturn:
    """Be the command: its streams are files, its end is the end of this process."""
    code = 1
    try:
        os.setsid()
        os.chdir(folder)
        resource.setrlimit(resource.RLIMIT_AS, (CEILING, CEILING))
        signal.signal(signal.SIGINT, signal.default_int_handler)
        os.environ.update({"HOME": str(home), "PARLOUR_STATE_DIR": str(folder / "state"), **case.environment})
        os.dup2(os.open("/dev/zero" if case.endless else home / "typed", os.O_RDONLY), 0)
        for number, name in ((1, "out"), (2, "err")):
            os.dup2(os.open(home / name, os.O_WRONLY | os.O_CREAT | os.O_APPEND), number)
        sys.stdin = io.TextIOWrapper(io.FileIO(0), encoding="utf-8")
        sys.stdout = open(1, "w", encoding=case.encoding)  # noqa: SIM115
        sys.stderr = open(2, "w", encoding=case.encoding, buffering=1)  # noqa: SIM115
        code = main(case.argv)
    except SystemExit as error:  # as Python would end
        code = error.code if isinstance(error.code, int) else 1
    except BaseException:
        traceback.print_exc()
    finally:
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        except OSError:
            code = 120
        os._exit(code & 255)


def ended(case: Case, folder: Path) -> Ended:
    """Run a case in a child; interrupt it if it may take for ever, end it if it should have ended."""
    lay_out(case, folder / "work")
    (folder / "work" / "typed").rename(folder / "typed")
    pid = os.fork()
    if not pid:
        child(case, folder / "work", folder)
    began, interrupted, hung = time.monotonic(), 0.0, False
    while True:
        done, status, usage = os.wait4(pid, os.WNOHANG)
        now = time.monotonic()
        if done:
            break
        if case.long and not interrupted and now - began > PATIENCE:
            interrupted = now
            os.kill(pid, signal.SIGINT)
        if now > (interrupted + LEAVING if interrupted else began + SECONDS) and not hung:
            hung = True
            os.killpg(pid, signal.SIGKILL)
        time.sleep(0.001 if now - began < 0.2 else 0.01)
    texts = [(folder / name).read_bytes() if (folder / name).exists() else b"" for name in ("out", "err")]
    out, err = (text.decode(case.encoding, errors="replace") for text in texts)
    code = os.waitstatus_to_exitcode(status)
    return Ended(code, out, err, usage.ru_maxrss * 1024, bool(interrupted), hung)


def wrong_with(case: Case, end: Ended) -> str:
    """Say what is wrong with an end; nothing if it is right."""
    if end.hung:
        return "does not hear Ctrl-C" if end.interrupted else "hangs"
    if "Traceback (most recent call last)" in end.err + end.out:
        return f"traceback, exit code {end.code}"
    if end.code not in (0, 2, 130):
        error = re.search(r"internal error: (\w+)", end.err)
        return f"exit code {end.code}{', ' + error[1] if error else ''}"
    if end.memory > MOST_MEMORY:
        return "too much memory"
    for name, text in (("stdout", end.out), ("stderr", end.err)):
        if any((ord(letter) < 32 and letter not in "\n\t") or 127 <= ord(letter) < 160 for letter in text):
            return f"control characters on {name}"
    lines = end.err.splitlines()
    # The log, and what is said to a player where stdout is for JSON, come before the line of the error.
    logged = {"-v", "--verbose"} & set(case.argv) or ("--json" in case.argv and case.argv[0] == "play")
    if end.code == 2 and (
        not lines or (len(lines) > 1 and not logged) or not lines[-1].startswith("parlour: ")
    ):
        return f"{len(lines)} lines on stderr" if len(lines) != 1 else "another line on stderr"
    if end.code == 0 and "--json" in case.argv and end.out.strip() and not end.out.startswith("Usage"):
        try:
            json.loads(end.out)
        except ValueError:
            return "not JSON"
    return ""


def run(numbers: Iterable[int], seed: int) -> Report:
    """Run all the cases."""
    failures = Failures()
    count = interrupted = refused = 0
    scratch = Path(tempfile.mkdtemp())
    try:
        prepare(scratch)
        for number in numbers:
            case = case_of(seed, number)
            folder = scratch / str(number)
            (folder / "work").mkdir(parents=True)
            end = ended(case, folder)
            count, interrupted, refused = count + 1, interrupted + end.interrupted, refused + (end.code == 2)
            wrong = wrong_with(case, end)
            if wrong:
                said = (end.err.strip().splitlines() or [""])[-1]
                shown = f"{case.shown()} -> {said[:300]!a} {end.out[-200:]!a}"
                failures.append(Failure(number, f"{case.kind}: {wrong}", shown))
            shutil.rmtree(folder, ignore_errors=True)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return Report(count, failures, {"refused": refused, "interrupted": interrupted})


if __name__ == "__main__":
    sys.exit(command(__doc__ or "", run, 5000))
