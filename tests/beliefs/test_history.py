"""What a player may learn from past matches: what its seat saw of them."""

from __future__ import annotations

import os

import pytest

import parlour
from parlour.arena import run
from parlour.beliefs import history
from parlour.beliefs.history import past_records, past_views
from parlour.core.errors import BadOption
from parlour.core.rules import UNKNOWN


@pytest.fixture
def records():
    return [parlour.play("kuhn_poker", ["random", "random"], seed=seed) for seed in range(20)]


def test_records_line_by_line(records, tmp_path):
    path = tmp_path / "past.jsonl"
    path.write_text("\n".join(record.to_json() for record in records) + "\n\n")
    assert past_records(path) == records


def test_the_file_of_an_event(tmp_path):
    path = tmp_path / "event.jsonl"
    run(parlour.game("kuhn_poker"), ["random", "random:blunder=0.5"], games=6, resume=path)
    assert len(past_records(path)) == 6


def test_what_stayed_hidden_is_not_told(records, tmp_path):
    path = tmp_path / "past.jsonl"
    path.write_text("\n".join(record.to_json() for record in records))
    game = parlour.game("kuhn_poker")
    folded = shown = 0
    for record, view in zip(records, past_views(path, game, 0), strict=True):
        dealt = [action for who, action in view.history if who < 0]
        assert dealt[0] != UNKNOWN  # its own card
        if view.state == record.replay().state:
            shown += 1
        else:
            assert dealt[1] == UNKNOWN
            folded += 1
    assert folded > 0
    assert shown > 0


def test_other_games_are_passed_over(records, tmp_path):
    path = tmp_path / "past.jsonl"
    path.write_text(records[0].to_json() + "\n" + parlour.play("nim", ["random"] * 2, seed=1).to_json())
    assert len(past_views(path, parlour.game("kuhn_poker"), 1)) == 1


@pytest.mark.parametrize(
    ("text", "error"),
    [("nonsense", "line 1"), ('{"format":"x"}', "line 1: not a record"), (b"\xff\xfe", "not text")],
)
def test_bad_files_are_refused_with_one_line(tmp_path, text, error):
    path = tmp_path / "past.jsonl"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(parlour.ParlourError, match=error):
        past_records(path)
    with pytest.raises(parlour.ParlourError, match="No such file"):
        past_records(tmp_path / "nowhere")


def test_what_is_endless_or_nested_too_deeply_is_refused_with_one_line(tmp_path):
    path = tmp_path / "past.jsonl"
    path.write_text("[" * 200_000 + "]" * 200_000)
    with pytest.raises(BadOption, match="line 1: not a record: nested too deeply"):
        past_records(path)
    path.write_text('{"record": ' + "[" * 100_000 + "]" * 100_000 + "}")
    with pytest.raises(BadOption, match="line 1"):
        past_records(path)
    os.mkfifo(tmp_path / "pipe")
    for odd in ("/dev/zero", tmp_path / "pipe", tmp_path):
        with pytest.raises(BadOption, match="cannot be read: not a plain file; give a file of records"):
            past_records(odd)


def test_no_more_is_read_than_a_record_may_have(tmp_path, monkeypatch):
    monkeypatch.setattr(history, "MOST_BYTES", 2**20)
    path = tmp_path / "past.jsonl"
    path.write_bytes(b"x" * (2**20 + 1))
    with pytest.raises(BadOption, match="cannot be read: larger than 1 MB"):
        past_records(path)
