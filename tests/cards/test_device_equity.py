"""Equity by lanes: the CPU's counts to the last deal, the same deals for the same seed, code for a GPU."""

from __future__ import annotations

import random

import numpy as np
import pytest

import parlour
from parlour.cards import device, exact
from parlour.cards.cards import BadCards, cards_text
from parlour.cards.deal_lanes import ROW, Count, board_at, count_boards, deal_boards
from parlour.cards.sampling import deals_of
from parlour.cards.spot import make_spot
from parlour.cards.tables import tables
from parlour.cards.variance import plain
from parlour.compile.device import is_simulated, why_no_gpu
from parlour.core.errors import BadOption, ParlourError
from parlour.core.rng import Stream

SPOTS = {
    "a board": (["AsKs", "QdQh"], "Ts 9s 2d 3c 4h", ""),
    "a turn": (["AsKs", "QdQh"], "Ts 9s 2d 3c", ""),
    "a flop": (["AsKs", "QdQh", "7c7d"], "Ts 9s 2d", "Ah"),
    "ranges": (["QQ+, AKs:0.5", "77-TT, AJs+"], "Ts 7s 2d", "Ah"),
    "three": (["AsKs", "QQ+", "76s"], "Ts 7s 2d 3c", ""),
    "random": (["AsKs", "random"], "Ts 7s 2d", ""),
    "ten": (["AsKs", "QdQh", "7c7d", "2s2h", "JcTc", "9h8h", "5d4d", "KhJh", "AcQs", "6s6h"], "3c 3d 8s", ""),
}


@pytest.mark.parametrize("name", SPOTS)
def test_lanes_count_what_the_cpu_counts(name):
    spot = make_spot(*SPOTS[name])
    found, known = device.count(spot, "cpu"), exact.count(spot)
    assert np.array_equal(found.tied, known.tied)
    assert found.total == known.total


def test_lanes_count_match_ups_before_the_flop_as_the_table_has_them():
    cards = random.Random(5)
    for _ in range(3):
        four = cards.sample(range(52), 4)
        spot = make_spot([cards_text(four[:2]), cards_text(four[2:])])
        assert np.array_equal(device.count(spot, "cpu").tied, exact.count(spot).tied)


@pytest.mark.parametrize("name", ["a turn", "ranges", "three", "random", "ten"])
def test_lanes_draw_deals_that_agree_with_the_count(name):
    spot = make_spot(*SPOTS[name])
    samples = 200_000
    tied = device.draw(spot, samples, Stream.of(1), "cpu")
    assert (tied / np.arange(1, len(tied) + 1)).sum() == pytest.approx(samples)
    truth, split = exact.count(spot), 1.0 / np.arange(1, len(tied) + 1)
    equity = tied @ split / samples
    error = np.sqrt(np.maximum(tied @ split**2 / samples - equity**2, 1e-9) / samples)
    assert np.abs(equity - truth.tied @ split / truth.total).max() < 4.5 * error.max()
    assert np.array_equal(tied, device.draw(spot, samples, Stream.of(1), "cpu"))
    assert not np.array_equal(tied, device.draw(spot, samples, Stream.of(2), "cpu"))


def test_every_board_has_a_number():
    ways = device._known("cpu")[1]
    for live, missing in ((7, 5), (7, 2), (7, 0)):
        boards = [board_at(ways, number, live, missing) for number in range(ways[missing, live])]
        assert len(set(boards)) == len(boards)
        assert all(list(board) == sorted(set(board)) for board in boards)
        assert {board[missing:] for board in boards} == {tuple(range(live, live + 5 - missing))}


def test_progress_is_told_between_parts(monkeypatch):
    monkeypatch.setattr(device, "_AT_ONCE", 10_000)
    told: list[tuple[int, int]] = []
    spot = make_spot(*SPOTS["ranges"])
    found = device.count(spot, "cpu", lambda done, total: told.append((done, total)))
    assert found.total == exact.count(spot).total
    assert told
    assert all(0 < done < total for done, total in told)


def test_ranges_that_never_fit_are_refused(monkeypatch):
    from parlour.cards import sampling

    monkeypatch.setattr(sampling, "TRIES", 100)
    spot = make_spot(["AsAh, AsAd", "AsAc, AhAd"], "2c 3c 4c")._replace(board=0)
    rigged = spot._replace(players=(spot.players[0], spot.players[0]))
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")
    with pytest.raises(BadCards, match="no deal was found"):
        device.draw(rigged, 2, Stream.of(1), "cpu")


def test_a_device_is_one_of_three():
    with pytest.raises(BadOption, match="use cpu, gpu, or auto"):
        parlour.equity("AsKs", "QdQh", device="tpu")


def test_a_cpu_and_auto_without_a_gpu_answer_as_before():
    known = parlour.equity("AsKs", "random", "random", samples=2000, seed=3)
    assert parlour.equity("AsKs", "random", "random", samples=2000, seed=3, device="cpu") == known
    if why_no_gpu() is not None:
        assert parlour.equity("AsKs", "random", "random", samples=2000, seed=3, device="auto") == known
        with pytest.raises(ParlourError, match="device=gpu: "):
            parlour.equity("AsKs", "QdQh", device="gpu")


def test_what_a_gpu_is_asked_for(monkeypatch):
    from parlour.cards import equity

    monkeypatch.setattr(equity, "settle", lambda asked: "cpu" if asked == "cpu" else "gpu")
    hands, wide = make_spot(["AsKs", "QdQh"]), make_spot(["random", "random"])
    many = make_spot(["random"] * 4)
    assert equity.device_for(hands, None, None, "plain", "gpu") == "gpu"
    assert equity.device_for(hands, None, None, "plain", "auto") == "cpu"  # looked up in a table
    assert equity.device_for(wide, True, None, "plain", "gpu") == "cpu"
    assert equity.device_for(many, None, 10**8, "plain", "auto") == "gpu"
    assert equity.deals_to_draw(many, None, None, "plain", "gpu") == equity.SAMPLES
    assert equity.device_for(many, None, None, "quasi", "auto") == "cpu"
    with pytest.raises(BadOption, match="leave out method=quasi"):
        equity.device_for(many, None, None, "quasi", "gpu")


@pytest.mark.skipif(is_simulated(), reason="the simulator compiles nothing")
def test_lanes_compile_for_a_gpu_and_stay_in_registers():
    pytest.importorskip("numba_cuda")
    from parlour.compile.gpu import ptx

    numbers, table = np.zeros(4, np.int64), np.zeros((2, 4), np.int64)
    q = Count(np.zeros((1, ROW + 4), np.int64), table, 2, 48, 5, 1, 1, 1, 1)
    d = deals_of(make_spot(["AsKs", "QQ+"]))
    for text in (
        ptx(count_boards, tables(), q, numbers),
        ptx(deal_boards, tables(), d, (1, 1), 256, table, numbers, numbers),
    ):
        assert ".local" not in text
        assert "atom.global.add.u64" in text or "red.global.add.u64" in text


def test_plain_sampling_is_told_alike_on_both(monkeypatch):
    monkeypatch.setattr(device, "memory", lambda name: memory_of_cpu)
    from parlour.compile.device import memory

    memory_of_cpu = memory("cpu")
    monkeypatch.setattr(device, "deal_boards", lambda where, *rest: deal_boards("cpu", *rest))
    spot = make_spot(["AsKs", "QQ+", "random"])
    here, there = plain(spot, 50_000, Stream.of(1)), plain(spot, 50_000, Stream.of(1), "gpu")
    assert there.equity == pytest.approx(here.equity, abs=0.02)
    assert there.error == pytest.approx(here.error, rel=0.1)
    assert there.equity.sum() == pytest.approx(1.0)
