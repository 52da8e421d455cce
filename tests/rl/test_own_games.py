"""A game of the user's, in one file, is an environment like any other."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import parlour
from parlour.core.errors import BadRules

PIG = Path(__file__).parents[2] / "docs" / "examples" / "pig.py"
ROW = """
from typing import NamedTuple

ACTIONS = 2


class State(NamedTuple):
    {field}
    left: int


def start():
    return State({first}, 3)


def turn(s):
    return s.left % 2 if s.left else -2


def legal(s):
    return 3


def play(s, a):
    return State({then}, s.left - 1)


def returns(s):
    return (1.0, -1.0)
"""


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch):
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")


@pytest.mark.filterwarnings("ignore")
def test_a_loaded_game_passes_all_tests(own_registry):
    parlour.load(PIG)
    api_test(parlour.pettingzoo("pig"), num_cycles=50)
    seed_test(lambda: parlour.pettingzoo("pig"), num_cycles=50)
    check_env(parlour.gymnasium("pig", render_mode="ansi"))


@pytest.mark.parametrize(
    ("field", "first", "then", "fault"),
    [
        ("row: tuple", "()", "(*s.row, a)", "the state has 2 numbers, at first 1"),
        ("row: int", "0", "2**70", "an observation needs a state of whole numbers of 64 bits"),
    ],
)
def test_a_state_that_is_no_vector_is_told_in_one_line(write_game, field, first, then, fault):
    env = parlour.pettingzoo(write_game(ROW.format(field=field, first=first, then=then), "row"))
    env.reset(seed=1)
    env.step(1)
    with pytest.raises(BadRules, match=rf"row\.py: {fault}"):
        env.observe("player_0")


@pytest.mark.parametrize("library", ["pettingzoo", "gymnasium"])
def test_without_the_extra_one_line_says_what_to_install(library):
    code = (
        f"import sys; sys.modules['{library}'] = None; import parlour\n"
        f"try: parlour.{library}('nim')\n"
        "except parlour.ParlourError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == f"parlour.{library} needs the extra rl: pip install 'parlour[rl]'\n"


def test_the_doors_load_neither_library():
    code = (
        "import sys, parlour; parlour.pettingzoo, parlour.gymnasium, parlour.vector; "
        "assert not {'numpy', 'numba', 'gymnasium', 'pettingzoo'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
