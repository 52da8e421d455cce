"""Fleets drawn by many lanes are those that one stream draws, and as likely as all that explain a view."""

from __future__ import annotations

import numpy as np
import pytest

from parlour import Limit, Match, Stream, game
from parlour.compile.device import why_no_gpu
from parlour.core import rules
from parlour.core.errors import NoDevice
from parlour.core.rng import lane_seed
from parlour.core.spec import make
from parlour.games.battleship.places import covers_of, places_of
from parlour.games.battleship.play.posterior import weigh
from parlour.games.battleship.play.posterior_lanes import draw_lanes, drawn_by_lanes
from parlour.games.battleship.words import line
from parlour.games.battleship.worlds import fits, sampled


@pytest.fixture
def interpreted(monkeypatch):
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")


def some_view(it, seed, shots):
    s, rng = it.start(), Stream.of(seed)
    for _ in range(2 * len(s.ships) + shots):
        s = rules.play(s, rules.random_action(s, rng))
    return rules.mask(s, 0)


@pytest.mark.parametrize("form", [{}, {"touching": False}, {"size": (13, 15)}, {"announce": "sunk"}])
def test_a_lane_draws_what_its_stream_draws_elsewhere(form, interpreted):
    v = some_view(game("battleship", **form), 3, 24)
    drawn = drawn_by_lanes(v, 1, 40, 7, "cpu")
    owner, mask, head, size, code, following = places_of(v, 1)
    sums, chosen = covers_of(v, 1, owner, mask, size)
    for lane in range(40):
        rng = Stream([lane_seed(7, lane)])
        found, _ = sampled(v, 1, owner, mask, head, size, code, following, sums, chosen, 1, rng)
        assert list(drawn.fleets[lane]) == found


def test_cells_are_as_likely_as_in_all_fleets(interpreted):
    v = some_view(game("battleship", size=5, ships=(3, 2, 2)), 1, 8)
    fleets, counts = np.zeros((20_000, 3), np.int64), np.zeros(25, np.int64)
    number, exact, total, _ = weigh(v, 1, 1, Stream([1]), fleets, counts)
    assert exact
    drawn = drawn_by_lanes(v, 1, 2000, 5, "cpu")
    share = counts / number
    assert (abs(drawn.counts / 2000 - share) <= 4.5 * np.sqrt(share * (1 - share) / 2000)).all()
    assert abs(drawn.total - total) <= 4.5 * drawn.error


def test_a_fleet_that_hardly_fits_is_left_to_the_search(interpreted):
    crowded = some_view(game("battleship", size=6, ships=(6,) * 6), 1, 0)
    assert drawn_by_lanes(crowded, 1, 20, 1, "cpu") is None


@pytest.mark.skipif(why_no_gpu() is None, reason="there is a GPU")
def test_a_gpu_that_is_not_there_is_refused_in_one_line(interpreted):
    it = game("battleship", alone=True)
    player = make(it, "density:device=gpu")
    player.thorough = True
    with pytest.raises(NoDevice, match="use device=cpu, or auto"):
        player.decide(Match(it, 1).view(0), Limit())
    auto = make(it, "density:device=auto,samples=20")
    auto.thorough = True
    assert auto.decide(Match(it, 1).view(0), Limit()).work["fleets"] == 20


@pytest.mark.parametrize("touching", [True, False])
def test_what_fits_is_what_some_third_place_completes(touching):
    s = game("battleship", size=4, ships=(4, 3, 3)).start()
    cells = [{a: set(line(s, a, n)) for a in range(78) if a % 62 < 16 and line(s, a, n)} for n in s.ships]

    def apart(one, other):
        near = {(c // 4 + i, c % 4 + j) for c in one for i in (-1, 0, 1) for j in (-1, 0, 1)}
        return not one & other if touching else not near & {(c // 4, c % 4) for c in other}

    for first, own in cells[0].items():
        for second, others in cells[1].items():
            if apart(own, others):
                wanted = any(apart(own, c) and apart(others, c) for c in cells[2].values())
                codes = (first, second, -1)
                assert fits(codes, 0, s.ships, touching, s.cols, s.sea, s.edge) == wanted


def test_the_lanes_compile_for_a_gpu():
    from parlour.compile import gpu

    ints, places = np.zeros(4, np.int64), np.zeros((5, 248, 2), np.int64)
    fleets = np.zeros((5, 9), np.int64)
    text = gpu.ptx(draw_lanes, 4, np.zeros(4), *[ints] * 5, places, places, fleets, ints, ints)
    assert ".entry" in text
    assert "atom" in text or "red." in text
