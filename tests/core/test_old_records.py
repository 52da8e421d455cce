"""Records of every game as version 0.1 wrote them: what was kept is read, and leads to the same result."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.core.record import Record

LINES = (Path(__file__).parents[1] / "values" / "records.jsonl").read_text().splitlines()
RECORDS: list[dict[str, Any]] = [json.loads(line) for line in LINES]


@pytest.mark.parametrize("data", RECORDS, ids=[f"{r['game']}-{i}" for i, r in enumerate(RECORDS)])
def test_a_record_of_before_replays(data: dict[str, Any]) -> None:
    record = Record.from_json(json.dumps(data))
    match = record.replay()
    assert match.over
    assert list(match.returns) == data["returns"]
    assert json.loads(match.record().to_json()) == data


def test_every_game_is_among_them() -> None:
    assert {data["game"] for data in RECORDS} == set(parlour.game_names())
