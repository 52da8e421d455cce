"""Connect Four is solved on a GPU as it is on the cores."""

from __future__ import annotations

import numpy as np
import pytest

import parlour
from parlour.bench.ours import random_lines
from parlour.compile.device import is_simulated
from parlour.games.connect_four.play import many
from parlour.games.connect_four.play.positions import Positions

DISCS, COUNT = (35, 4) if is_simulated() else (18, 500)  # the simulator looks at few positions a second
LINES = ["".join(str(column + 1) for column in line) for line in random_lines(DISCS, COUNT)]


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take a table that the simulator can make at once, and split a position into few."""
    if is_simulated():
        monkeypatch.setitem(many.TABLE, "gpu", 10)
        monkeypatch.setitem(many.FRONTIER, "gpu", 4)


def test_many_positions_have_the_scores_that_the_cores_find() -> None:
    states = [parlour.game("connect_four", position=line).start() for line in LINES]
    boards = Positions(*(np.array([getattr(s, n) for s in states], np.uint64) for n in ("mine", "mask")))
    there, here = many.scores_of(boards, "gpu"), many.scores_of(boards, "cpu")
    assert there is not None
    assert here is not None
    assert there[0].tolist() == here[0].tolist()


def test_one_position_by_the_front_door() -> None:
    there, here = (parlour.solve("connect_four", LINES[0], device=device) for device in ("gpu", "cpu"))
    assert there.certificate["scores"] == here.certificate["scores"]
    assert there.certificate["method"] == "search to the end of every line, on the GPU"
    assert there.moves == here.moves
