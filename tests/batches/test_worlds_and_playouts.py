"""Worlds and playouts in batches: from views alone, the same for the same seed, as good as one by one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import parlour
from parlour.batches.playouts import playouts
from parlour.batches.worlds import worlds
from parlour.core.columns import unpack
from parlour.core.errors import ParlourError
from parlour.core.rng import Stream
from parlour.core.rules import fill, mask
from parlour.search.playout import playouts as one_by_one


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spare the few lanes of a test the compiler."""
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")


def dealt(name: str, seed: int = 1) -> Any:
    return parlour.Match(parlour.game(name), seed)


@pytest.mark.parametrize("name", ["leduc_poker", "hearts", "bluff", "liars_dice"])
def test_every_column_is_a_world_that_explains_the_view(name: str, interpreted: None) -> None:
    match = dealt(name)
    view = match.view(match.turn)
    table = worlds(view, n=12, device="cpu", seed=4)
    found = [unpack(view.state, table, lane) for lane in range(12)]
    assert all(mask(world, view.seat) == view.state for world in found)
    assert len(set(found)) > 1
    assert (worlds(view, n=12, device="cpu", seed=4) == table).all()
    assert (worlds(view, n=12, device="cpu", seed=5) != table).any()
    assert (worlds(view.state, view.seat, 12, "cpu", 4) == table).all()


def test_two_truths_that_look_alike_give_the_same_worlds(interpreted: None) -> None:
    match = dealt("hearts")
    view = match.view(match.turn)
    other = fill(view.state, view.seat, Stream.of(99))
    assert other != match.state
    seen = match.game.view(other, view.seat)
    assert (worlds(seen, n=8, device="cpu") == worlds(view, n=8, device="cpu")).all()


def test_playouts_are_worth_what_they_are_one_by_one() -> None:
    game = parlour.game("connect_four")
    s = game.play(game.start(), 3)
    results = playouts(game, s, 20_000, "cpu", seed=1)
    total, squares = one_by_one(s, Stream.of(1), 20_000, 0)
    mean = total / 20_000
    error = np.sqrt((squares / 20_000 - mean**2) / 20_000)
    assert abs(results[:, 0].mean() - mean) < 4 * np.sqrt(2) * error
    assert (results.sum(axis=1) == 0).all()
    assert (playouts(game, s, 20_000, "cpu", seed=1) == results).all()
    assert (playouts(game, s, 100, "cpu", seed=1) == results[:100]).all()  # a lane does not see the others


def test_playouts_from_many_states_take_the_columns_in_turns(interpreted: None) -> None:
    match = dealt("leduc_poker", 3)
    table = worlds(match.view(0), n=5, device="cpu")
    each = playouts(match.game, table, device="cpu", seed=2)
    assert each.shape == (5, 2)
    assert (playouts(match.game, table, 15, "cpu", seed=2)[:5] == each).all()
    greedy = playouts(match.game, table, 15, "cpu", policy="greedy", epsilon=0.5)
    assert greedy.shape == (15, 2)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"n": 0}, "n=0: needs a whole number from 1"),
        ({"policy": "clever"}, "unknown playout policy for leduc_poker 'clever'"),
        ({"states": np.zeros((3, 2), np.int64)}, "states: a table of 3x2; leduc_poker has "),
        ({"device": "tpu"}, "device='tpu'"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(change: dict[str, Any], said: str) -> None:
    game = parlour.game("leduc_poker")
    asked = {"states": game.start(), "n": 4, "device": "cpu"} | change
    with pytest.raises(ParlourError, match=said):
        playouts(game, **asked)
    with pytest.raises(ParlourError, match="say which seat"):
        worlds(game.start(), n=3, device="cpu")
