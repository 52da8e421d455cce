"""Records: what is written can be read, and whatever else is read is refused with one line."""

from __future__ import annotations

import json
import os
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from parlour import Match, ParlourError, Record, game, play
from parlour.core.errors import BadRecord

FINISHED = play(game("kuhn_poker"), ["random", "random"], seed=3)
TEXT = FINISHED.to_json()
OTHER = next(seed for seed in range(9) if Match(game("kuhn_poker"), seed).moves() != list(FINISHED.moves[:2]))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
KEYS = [*sorted(json.loads(TEXT)), "reason", "loser"]


def one_line(error: ParlourError) -> None:
    """Check that an error is one line of a readable length."""
    assert "\n" not in str(error)
    assert len(str(error)) < 500


def refused(function, *args):
    """Call a function; if it refuses, check that it does so with one short line, and give None."""
    try:
        return function(*args)
    except BadRecord as error:
        one_line(error)
        return None


def test_a_record_is_one_line_of_json_with_these_keys():
    data = json.loads(TEXT)
    assert "\n" not in TEXT
    assert list(data) == ["format", "game", "options", "seed", "seats", "moves", "returns", "ended"]
    assert data["format"] == "parlour-record-1"
    assert data["game"] == "kuhn_poker"
    assert data["seed"] == 3
    assert data["seats"] == ["random", "random"]
    assert Record.from_json(TEXT) == FINISHED


def test_options_come_back_as_they_were():
    match = Match(game("nim", heaps=(1, 2), misere=True), 1)
    match.play("1:1")
    match.play("2:2")
    record = Record.from_json(match.record().to_json())
    assert record.options == {"heaps": (1, 2), "misere": True}
    assert record.replay().states == match.states


@given(st.text() | st.binary().map(lambda raw: raw.decode("latin-1")))
@example("")
@example("null")
@example("[" * 100_000)
@example('{"format": "parlour-record-1"}')
@example("1" * 5000)
def test_any_text_is_refused_or_read(text):
    assert refused(Record.from_json, text) is None


@given(JSON)
def test_any_json_is_refused(data):
    assert refused(Record.from_json, json.dumps(data)) is None


def read_and_write(data):
    """Read a record from data; if it is one, it is written as JSON again, and replays or says why not."""
    record = refused(Record.from_json, json.dumps(data))
    if record is None:
        return
    again = record.to_json()
    json.loads(again, parse_constant=lambda name: pytest.fail(f"{name} is not JSON"))
    assert Record.from_json(again).to_json() == again
    try:
        match = record.replay()
    except ParlourError as error:
        one_line(error)
        return
    assert match.game.name == record.game


@settings(max_examples=400)
@given(
    st.dictionaries(st.sampled_from(KEYS), JSON, min_size=1, max_size=3),
    st.sets(st.sampled_from(KEYS), max_size=2),
)
def test_a_damaged_record_is_refused_or_read_and_written_again(changes, dropped):
    read_and_write({k: v for k, v in {**json.loads(TEXT), **changes}.items() if k not in dropped})


@pytest.mark.parametrize(
    "change",
    [
        {"returns": [10**400, 0]},
        {"returns": [float("nan"), 0.0]},
        {"returns": [float("inf"), 0.0]},
        {"returns": [True, False]},
        {"moves": ["\ud800"]},
        {"ended": "forfeit", "loser": 10**30},
        {"ended": ["finished"]},
        {"options": {"deal": ["K", "Q"]}},
        {"options": {"deal": 10**400}},
        {"options": {"deal": "x" * 900}},
        {"options": {"deal": None}},
        {"game": "x" * 100_000},
        {"game": "\U000e0001" * 100},
        {"moves": ["x" * 100_000]},
        {"moves": ["\U000e0001" * 100]},
        {"moves": ["K", "Q"] * 1000},
        {"seed": -(10**400)},
    ],
    ids=lambda change: str(change)[:40],
)
def test_odd_values_are_refused_or_read_and_written_again(change):
    read_and_write({**json.loads(TEXT), **change})


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.text(max_size=5), max_size=3))
@example(["\ud800"])
def test_writing_refuses_or_writes_what_can_be_read(tmp_path, moves):
    path = tmp_path / "record.json"
    record = replace(FINISHED, moves=tuple(moves))
    try:
        record.write(path)
    except BadRecord:
        return
    assert Record.read(path) == record


@pytest.mark.parametrize("cut", range(0, len(TEXT), 7))
def test_a_cut_off_save_is_refused(tmp_path, cut):
    path = tmp_path / "cut.json"
    path.write_text(TEXT[:cut])
    with pytest.raises(BadRecord, match=r"cut\.json: "):
        Match.resume(path)


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, len(TEXT) - 1), st.integers(0, 255))
def test_a_save_with_one_byte_changed_is_refused_or_resumed(tmp_path, place, byte):
    path = tmp_path / "changed.json"
    raw = bytearray(TEXT.encode())
    raw[place] = byte
    path.write_bytes(raw)
    match = refused(Match.resume, path)
    assert match is None or match.game.name == "kuhn_poker"


def test_files_that_are_no_records(tmp_path):
    for name, raw in {"binary": b"\xff\xfe\x00", "empty": b"", "list": b"[1]"}.items():
        (tmp_path / name).write_bytes(raw)
        with pytest.raises(BadRecord, match=f"{name}: "):
            Record.read(tmp_path / name)
    with pytest.raises(BadRecord, match="No such file"):
        Record.read(tmp_path / "nothing")
    with pytest.raises(BadRecord, match="directory"):
        Record.read(tmp_path)
    with open(tmp_path / "huge", "wb") as file:
        file.truncate(70 * 2**20)
    with pytest.raises(BadRecord, match="larger than 64 MB"):
        Record.read(tmp_path / "huge")


def test_a_save_is_whole_or_not_at_all(tmp_path, monkeypatch):
    path = tmp_path / "match.json"
    Match(game("nim"), 1).save(path)
    before = path.read_text()

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    match = Match(game("nim"), 2)
    with pytest.raises(BadRecord, match="cannot be written: No space left"):
        match.save(path)
    assert path.read_text() == before
    assert os.listdir(tmp_path) == ["match.json"]


def test_a_save_into_a_file_that_is_in_the_way(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(BadRecord, match="cannot be written"):
        Match(game("nim"), 1).save(tmp_path / "file" / "match.json")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"moves": ("K", "K"), "seed": None}, "move 2"),
        ({"moves": FINISHED.moves[:-1]}, "another result"),
        ({"moves": (*FINISHED.moves, "bet")}, "the game is over"),
        ({"returns": (9.0, -9.0)}, "another result"),
        ({"seed": OTHER}, "not what its seed draws"),
        ({"ended": "forfeit", "loser": 0}, "nobody could forfeit"),
        (
            {"moves": FINISHED.moves[:3], "ended": "forfeit", "loser": 2, "returns": None},
            "nobody could forfeit",
        ),
    ],
)
def test_a_record_that_does_not_replay(change, says):
    with pytest.raises(BadRecord, match=says):
        replace(FINISHED, **change).replay()


def test_a_record_of_an_unknown_game_or_option():
    with pytest.raises(ParlourError, match="unknown game 'kuhn'; did you mean kuhn_poker"):
        replace(FINISHED, game="kuhn").replay()
    with pytest.raises(ParlourError, match="has no option 'cards'"):
        replace(FINISHED, options={"cards": 3}).replay()
