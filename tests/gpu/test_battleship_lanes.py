"""Battleship's fleets are the same on a device as on the cores, bit for bit."""

from __future__ import annotations

import pytest

from parlour import Limit, Match, Stream, game
from parlour.core import rules
from parlour.core.spec import make
from parlour.games.battleship.play.posterior_lanes import drawn_by_lanes


@pytest.fixture(autouse=True)
def interpreted(monkeypatch):
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")


def test_both_devices_draw_the_same_fleets():
    s, rng = game("battleship").start(), Stream.of(3)
    for _ in range(34):
        s = rules.play(s, rules.random_action(s, rng))
    v = rules.mask(s, 0)
    here, there = (drawn_by_lanes(v, 1, 30, 7, device) for device in ("cpu", "gpu"))
    assert (here.fleets == there.fleets).all()
    assert (here.counts == there.counts).all()
    assert here[2:] == there[2:]


def test_density_explains_itself_by_fleets_of_the_device():
    it = game("battleship", alone=True)
    chosen = []
    for device in ("cpu", "gpu"):
        player = make(it, f"density:device={device},samples=20")
        player.thorough = True
        choice = player.decide(Match(it, 1).view(0), Limit())
        assert choice.work["fleets"] == 20
        chosen.append(choice.action)
    assert chosen[0] == chosen[1]
