"""What a person read and found right stays as it is: each game's playthrough, to the letter."""

from __future__ import annotations

import importlib.util
import json
from itertools import pairwise
from pathlib import Path

import pytest

from parlour import Record, game, game_names

FOLDER = Path(__file__).parent
spec = importlib.util.spec_from_file_location("make_playthroughs", FOLDER / "make.py")
make = importlib.util.module_from_spec(spec)
spec.loader.exec_module(make)


@pytest.mark.parametrize("name", game_names())
def test_playthrough_is_as_it_was(name):
    path = make.file_of(name)
    assert path.is_file(), f"no playthrough of {name}; run python tests/playthroughs/make.py and read it"
    told = make.playthrough(make.sample(name))
    stored = path.read_text(encoding="utf-8")
    assert told.splitlines() == stored.splitlines(), "if this is meant, run python tests/playthroughs/make.py"


def test_no_playthrough_is_of_a_game_that_is_gone():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(game_names())


@pytest.mark.parametrize("name", game_names())
def test_stored_record_replays_to_the_stored_states(name):
    lines = make.file_of(name).read_text(encoding="utf-8").splitlines()
    record = Record.from_json(lines[-1])
    assert record.ended == "finished"
    states = [line for before, line in pairwise(lines) if before.startswith("-- ply ")]
    assert [str(s) for s in record.replay()] == states
    assert json.loads(lines[-1])["seed"] == make.SEED


def test_another_seed_is_another_game():
    assert make.playthrough(game("nim"), 1) != make.playthrough(game("nim"), 2)
