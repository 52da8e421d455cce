"""Compiled code is never stale, is used again, and is done without where it cannot be had.

Each case is a process of its own with a cache of its own: that is where a cache goes wrong.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

RULES = """
from typing import NamedTuple

from parlour import OVER

ACTIONS = 2
BOUNDS = (-9.0, 9.0)


class State(NamedTuple):
    ply: int
    total: int


def start():
    return State(0, 0)


def turn(s):
    return OVER if s.ply == 3 else s.ply % 2


def legal(s):
    return 0 if s.ply == 3 else 0b11


def gain(a):
    return 1


def play(s, a):
    return State(s.ply + 1, s.total + gain(a))


def returns(s):
    return (float(s.total), -float(s.total))
"""
UNCOMPILABLE = RULES.replace("import NamedTuple", "import NamedTuple\nimport json").replace(
    "return 1\n", "return len(json.dumps(a))\n"
)
# Load the file, make ten playouts; say what seat 0 got, on which backend, and whether numba was needed.
RUN = """
import logging, sys
logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s")
import parlour
from parlour.compile import backend
from parlour.search.playout import playouts
name = parlour.load(sys.argv[1])[0]
s = parlour.game(name).start()
try:
    total, _ = playouts(s, parlour.Stream([1]), 10, 0)
except parlour.ParlourError as error:
    sys.exit(f"refused: {error}")
print(total, backend.name_of(type(s)), "numba" in sys.modules)
"""
# The same, and then another kernel.
RUN_TWO = (
    RUN
    + """
from parlour.search.perft import leaves_at
print(leaves_at(s, 3))
"""
)


@pytest.fixture
def run(tmp_path):
    """Give a function that runs code in a process of its own, with a cache in the test's folder."""

    def start(code=RUN, *args, **environment):
        env = {k: v for k, v in os.environ.items() if not k.startswith("PARLOUR_")}
        env |= {"PARLOUR_CACHE_DIR": str(tmp_path / "cache"), **environment}
        command = [sys.executable, "-c", code, *map(str, args)]
        return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def finish(*args, **environment):
        process = start(*args, **environment)
        process.out, process.err = process.communicate(timeout=120)
        return process

    finish.start = start
    return finish


@pytest.fixture
def rules(tmp_path):
    """Give the path of a user's rules file."""
    path = tmp_path / "count_up.py"
    path.write_text(RULES)
    return path


def files(tmp_path):
    return sorted(str(path) for path in (tmp_path / "cache").rglob("*") if path.is_file())


def test_a_second_process_uses_what_the_first_compiled(run, rules, tmp_path):
    first = run(RUN, rules)
    assert first.out == "30.0 native True\n", first.err
    assert "INFO compiling playouts for count_up (kept for next time) ..." in first.err
    kept = files(tmp_path)
    assert kept
    second = run(RUN, rules)
    assert second.out == first.out
    assert "compiling" not in second.err
    assert files(tmp_path) == kept


def test_an_edited_file_is_compiled_again(run, rules):
    assert run(RUN, rules).out.startswith("30.0 ")
    stamp = rules.stat().st_mtime_ns
    # The shortest edit there is, in a helper, with the old time stamp: only the content tells.
    rules.write_text(RULES.replace("return 1\n", "return 2\n"))
    os.utime(rules, ns=(stamp, stamp))
    edited = run(RUN, rules)
    assert edited.out.startswith("60.0 ")
    assert "compiling" in edited.err
    rules.write_text(RULES)
    back = run(RUN, rules)
    assert back.out.startswith("30.0 ")
    assert "compiling" not in back.err


def test_two_processes_may_compile_at_once(run, rules):
    both = [run.start(RUN, rules) for _ in range(2)]
    assert [process.communicate(timeout=120)[0] for process in both] == ["30.0 native True\n"] * 2


def test_a_damaged_cache_is_compiled_over(run, rules, tmp_path):
    run(RUN, rules)
    for path in files(tmp_path):
        Path(path).write_bytes(b"damaged")
    again = run(RUN, rules)
    assert again.out == "30.0 native True\n", again.err


def test_a_cache_that_cannot_be_written_is_done_without(run, rules, tmp_path):
    (tmp_path / "file").write_text("in the way")
    done = run(RUN_TWO, rules, PARLOUR_CACHE_DIR=str(tmp_path / "file" / "cache"))
    assert done.out == "30.0 native True\n8\n", done.err
    assert done.err.count("WARNING no cache") == 1
    assert "set PARLOUR_CACHE_DIR" in done.err


def test_rules_that_cannot_be_compiled_run_interpreted_with_one_warning(run, rules):
    rules.write_text(UNCOMPILABLE)
    done = run(RUN_TWO, rules)
    assert done.out == "30.0 interpreted True\n8\n", done.err
    assert done.err.count("WARNING") == 1
    warning = next(line for line in done.err.splitlines() if "WARNING" in line)
    line = UNCOMPILABLE[: UNCOMPILABLE.index("json.dumps")].count("\n") + 1
    assert warning.startswith("WARNING count_up cannot be compiled and runs interpreted, much slower: ")
    assert "Unknown attribute 'dumps'" in warning
    assert warning.endswith(f"(count_up.py, line {line})")


def test_native_or_nothing_raises_instead(run, rules):
    rules.write_text(UNCOMPILABLE)
    done = run(RUN, rules, PARLOUR_BACKEND="native")
    assert done.returncode != 0
    assert done.out == ""
    assert "count_up cannot be compiled: Unknown attribute 'dumps'" in done.err


def test_interpreted_never_imports_numba(run, rules, tmp_path):
    done = run(RUN, rules, PARLOUR_BACKEND="interpreted")
    assert done.out == "30.0 interpreted False\n", done.err
    assert files(tmp_path) == []


def test_an_unknown_backend_is_refused_with_one_line(run, rules):
    done = run(RUN, rules, PARLOUR_BACKEND="fortran")
    assert done.returncode == 1
    assert done.err == "refused: PARLOUR_BACKEND='fortran': use interpreted or native, or unset it\n"
    assert run(RUN, rules, PARLOUR_BACKEND=" Interpreted ").out == "30.0 interpreted False\n"


def test_a_position_too_large_to_compile_does_not_slow_the_others_down(run):
    code = """
import logging
logging.basicConfig(level=logging.INFO)
import parlour
from parlour.search.playout import playouts
for heaps in ((100_000, 5), (3, 4, 5), (100_000, 5)):
    playouts(parlour.game("nim", heaps=heaps).start(), parlour.Stream([1]), 1, 0)
"""
    done = run(code)
    assert done.returncode == 0, done.err
    assert done.err.count("runs interpreted") == 1
    assert "compiling playouts for nim" in done.err


KERNEL = """
from parlour import Strategy
from parlour.compile import kernel
from parlour.core.rules import turn


@kernel
def weighed(s, n):
    return n * 1000 + turn(s)


class Weighing(Strategy):
    name = "weighing"

    def choose(self, view, limit):
        print(weighed(view.state, 3))
        return view.legal()[0]
"""


def test_an_edited_kernel_of_a_user_is_compiled_again(run, tmp_path):
    path = tmp_path / "weighing.py"
    code = """
import sys, parlour
parlour.load(sys.argv[1])
parlour.analyse("nim", strategy="weighing")
"""
    path.write_text(KERNEL)
    assert run(code, path).out == "3000\n"
    path.write_text(KERNEL.replace("1000", "2000"))
    assert run(code, path).out == "6000\n"


HELPER = """
from parlour.core.rules import rule

LAST = 3


@rule
def gain(a):
    return 1
"""
# The documented pattern: a helper marked in another file, and a constant of that file.
WITH_HELPER = (
    RULES.replace("from parlour import OVER", "from parlour import OVER\nfrom my_rules import LAST, gain")
    .replace("def gain(a):\n    return 1\n", "")
    .replace("s.ply == 3", "s.ply == LAST")
)


@pytest.mark.parametrize("edit", [("return 1", "return 2", "60.0"), ("LAST = 3", "LAST = 5", "50.0")])
def test_an_edited_helper_file_is_compiled_again(run, rules, tmp_path, edit):
    old, new, total = edit
    rules.write_text(WITH_HELPER)
    (tmp_path / "my_rules.py").write_text(HELPER)
    assert run(RUN, rules, PYTHONPATH=str(tmp_path)).out == "30.0 native True\n"
    (tmp_path / "my_rules.py").write_text(HELPER.replace(old, new))
    edited = run(RUN, rules, PYTHONPATH=str(tmp_path), PYTHONDONTWRITEBYTECODE="1")
    assert edited.out == f"{total} native True\n", edited.err


def test_a_file_with_a_flipped_bit_is_compiled_over(run, rules, tmp_path):
    run(RUN, rules)
    code = max((Path(path) for path in files(tmp_path)), key=lambda path: path.stat().st_size)
    whole = code.read_bytes()
    for place in range(0, len(whole), len(whole) // 6):
        damaged = bytearray(whole)
        damaged[place] ^= 1 << (place % 8)
        code.write_bytes(damaged)
        again = run(RUN, rules)
        assert again.out == "30.0 native True\n", (place, again.returncode, again.err)
        assert "compiling playouts" in again.err


def test_the_code_of_another_kernel_is_compiled_over(run, rules, tmp_path):
    first = run(RUN_TWO, rules)
    one, two = (path for path in map(Path, files(tmp_path)) if path.suffix == ".nbc")
    kept = one.read_bytes()
    one.write_bytes(two.read_bytes())
    two.write_bytes(kept)
    again = run(RUN_TWO, rules)
    assert (again.returncode, again.out) == (0, first.out), again.err
    assert again.err.count("compiling") == 2


def test_a_full_disk_keeps_nothing_and_hurts_nobody(run, rules):
    code = RUN.replace(
        "name =",
        "from numba.core import caching\n"
        "def full(self, path): raise OSError(28, 'No space left on device')\n"
        "caching.IndexDataCacheFile._open_for_write = full\nname =",
    )
    done = run(code, rules)
    assert done.out == "30.0 native True\n", done.err
    assert "No space left" in done.err


@pytest.mark.parametrize(
    "setting", [{"NUMBA_CPU_NAME": "generic"}, {"NUMBA_CPU_FEATURES": "-bmi2"}], ids=lambda s: next(iter(s))
)
def test_another_target_processor_gives_the_same(run, rules, setting):
    assert run(RUN, rules, **setting).out == "30.0 native True\n"


def test_numba_switched_off_is_interpreted(run, rules):
    assert run(RUN, rules, NUMBA_DISABLE_JIT="1").out == "30.0 interpreted False\n"
    refused = run(RUN, rules, NUMBA_DISABLE_JIT="1", PARLOUR_BACKEND="native")
    assert refused.err.startswith("refused: PARLOUR_BACKEND=native and NUMBA_DISABLE_JIT=1 exclude each")


def test_code_of_games_that_look_alike_is_not_mixed_up(run):
    """Two processes keep code for states of one shape; a third loads both and plays each by its own rules."""
    playing = """
import sys
import parlour
from parlour.search.playout import playouts
for name in sys.argv[1:]:
    print(name, playouts(parlour.game(name).start(), parlour.Stream([1]), 200, 0))
"""
    alone = [run(playing, name).out for name in ("nim", "nimble")]
    assert all(alone)
    assert run(playing, "nim", "nimble").out == "".join(alone)
    assert run(playing, "nimble", "nim").out == "".join(alone[::-1])
