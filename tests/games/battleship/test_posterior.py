"""The fleets that explain a view, against all fleets played through the same shots."""

from __future__ import annotations

import json
from collections import Counter
from itertools import product
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from parlour import OVER, Limit, Stream, game
from parlour.core import rules
from parlour.core.spec import make
from parlour.core.view import View
from parlour.games.battleship.play.posterior import weigh
from parlour.games.battleship.words import line

FORMS = [
    {"size": 4, "ships": (3, 2)},
    {"size": 4, "ships": (2, 2, 1), "announce": "sunk"},
    {"size": 4, "ships": (3, 2), "announce": "none"},
    {"size": (3, 5), "ships": (3, 2, 1), "touching": False},
    {"size": 4, "ships": (3, 2, 1), "salvo": True, "announce": "sunk"},
    {"size": 4, "ships": (3, 2, 1), "salvo": True},
]
IDS = ["-".join(f"{k}={v}" for k, v in form.items()).replace(" ", "") for form in FORMS]


@pytest.fixture(autouse=True)
def interpreted(monkeypatch):
    """Small seas take less time than compiling for them would."""
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")


def some_view(it, seed, shots):
    """Play at random for some shots; give the view of the seat to fire and what was played."""
    s, rng, actions = it.start(), Stream.of(seed), []
    while rules.turn(s) != OVER and len(actions) < 2 * len(s.ships) + shots:
        a = rules.random_action(s, rng)
        actions.append(a)
        s = rules.play(s, a)
    return s, actions


def explaining(it, s, actions, seat):
    """List the other's fleets of which the same would have been said to the same shots.

    Written apart from the rules: fleets as sets of cells, shots salvo by salvo.
    """
    ships, other = len(s.ships), 1 - seat
    cols, touching = s.cols, it.options["touching"]
    salvos = salvos_at(it, actions, other)
    truth = [set(line(s, a, n)) for a, n in zip(s.fleets[other * ships :], s.ships, strict=False)]
    wanted = said(it, truth, salvos)
    places = [[a for a in range(it.actions) if a % 62 < cells_of(s) and line(s, a, n)] for n in s.ships]
    found = []
    for fleet in product(*places):
        cells = [set(line(s, a, n)) for a, n in zip(fleet, s.ships, strict=True)]
        near = cells if touching else [
            {r * cols + c for x in ship for r in range(x // cols - 1, x // cols + 2)
             for c in range(max(0, x % cols - 1), min(cols, x % cols + 2))} for ship in cells
        ]  # fmt: skip
        if any(near[i] & cells[j] for i in range(ships) for j in range(i)):
            continue
        if said(it, cells, salvos) == wanted:
            found.append(fleet)
    return found


def cells_of(s):
    return sum(word.bit_count() for word in s.sea)


def salvos_at(it, actions, other):
    """List the shots at a sea, those that were told together as one set."""
    s, salvos, now = it.start(), [], set()
    for a in actions:
        mine = s.phase == 1 and s.mover != other
        after = rules.play(s, a)
        if mine:
            now.add(a)
            if not any(after.fired):
                salvos.append(now)
                now = set()
        s = after
    return salvos


def said(it, cells, salvos):
    """Say what the owner of a fleet would: hits, and with them which ships sank, how many, or nothing."""
    told, fired = [], set()
    for salvo in salvos:
        before, fired = fired, fired | salvo
        sank = [k for k, ship in enumerate(cells) if ship <= fired and not ship <= before]
        word = {"ship": sank, "sunk": len(sank), "none": None}[it.options["announce"]]
        told.append((salvo & set().union(*cells), word))
    return told


def positions(it, number, shots):
    for seed in range(number):
        s, actions = some_view(it, seed, shots[seed % len(shots)])
        if rules.turn(s) >= 0:
            yield s, actions, rules.turn(s)


def asked(v, side, samples, most, rng):
    cells = sum(word.bit_count() for word in v.sea)
    fleets, counts = np.zeros((max(samples, most), len(v.ships)), np.int64), np.zeros(cells, np.int64)
    return weigh(v, side, samples, rng, fleets, counts), counts, fleets


@pytest.mark.parametrize("form", FORMS, ids=IDS)
def test_listed_fleets_are_all_that_explain_the_view(form):
    it = game("battleship", **form)
    for s, actions, seat in positions(it, 4, (3, 9, 14, 18)):
        expected = explaining(it, s, actions, seat)
        (rows, exact, total, _), counts, fleets = asked(rules.mask(s, seat), 1 - seat, 1, 20_000, Stream([1]))
        assert (exact, total) == (1, len(expected))
        assert {tuple(fleet) for fleet in fleets[:rows].tolist()} == set(expected)
        fired = {c for c in range(len(counts)) if s.shots[(1 - seat) * len(s.sea)] >> c & 1}
        for cell in set(range(len(counts))) - fired:
            share = sum(any(cell in line(s, a, n) for a, n in zip(f, s.ships, strict=True)) for f in expected)
            assert abs(counts[cell] / rows - share / len(expected)) < 1e-9


@pytest.mark.parametrize("form", FORMS, ids=IDS)
def test_drawn_worlds_are_the_fleets_that_explain_the_view_each_as_often(form):
    it = game("battleship", **form)
    for s, actions, seat in positions(it, 2, (8, 14)):
        expected = explaining(it, s, actions, seat)
        ships = len(s.ships)
        v, rng, number = rules.mask(s, seat), Stream.of("fill"), 400
        drawn = Counter(
            rules.fill(v, seat, rng).fleets[(1 - seat) * ships : (2 - seat) * ships] for _ in range(number)
        )
        assert set(drawn) <= set(expected)
        mean = number / len(expected)
        off = sum((drawn[fleet] - mean) ** 2 / mean for fleet in expected)
        assert off < len(expected) - 1 + 4 * sqrt(2 * len(expected))


def test_a_sample_is_within_three_standard_errors_of_the_posterior_and_of_the_number_of_fleets():
    it = game("battleship", size=5, ships=(3, 2, 2))
    s, actions = some_view(it, 1, 6)
    seat = rules.turn(s)
    expected = explaining_five(it, s, actions, seat)
    (rows, exact, total, error), counts, _ = asked(rules.mask(s, seat), 1 - seat, 600, 3, Stream.of(4))
    assert (exact, rows) == (0, 600)
    assert abs(total - len(expected)) < 3 * error
    fired = s.shots[1 - seat]
    for cell in range(25):
        if not fired >> cell & 1:
            p = sum(any(cell in line(s, a, n) for a, n in zip(f, s.ships, strict=True)) for f in expected)
            p /= len(expected)
            assert abs(counts[cell] / rows - p) <= 3 * sqrt(p * (1 - p) / rows) + 1e-12


def explaining_five(it, s, actions, seat):
    (rows, exact, _, _), _, fleets = asked(rules.mask(s, seat), 1 - seat, 1, 20_000, Stream([1]))
    assert exact == 1
    return [tuple(fleet) for fleet in fleets[:rows].tolist()]


def test_the_first_shot_map_is_the_exact_one():
    path = Path(__file__).parents[2] / "values" / "battleship.json"
    values = json.loads(path.read_text())["exact"]
    v = rules.mask(game("battleship", alone=True, fleet="A1h B1h C1h D1h E1h").start(), 0)
    (rows, exact, total, error), counts, _ = asked(v, 0, 1500, 1, Stream.of(2))
    assert exact == 0
    assert abs(total - values["total_layouts"]) < 3 * error
    p = np.array(values["first_shot_hit_probability_row_major"])
    z = (counts / rows - p) / np.sqrt(p * (1 - p) / rows)
    assert abs(z).max() < 3.9  # of a hundred cells
    assert 0.5 < (z**2).mean() < 1.5


@pytest.mark.parametrize("spec", ["hunt", "parity", "density", "density:weights=tuned"])
def test_equal_views_give_equal_choices_and_evidence(spec):
    it = game("battleship", size=5, ships=(3, 2, 2))
    for seed, shots in ((1, 8), (2, 14)):
        s, _ = some_view(it, seed, shots)
        seat = rules.turn(s)
        told = set()
        for n in range(4):
            world = rules.fill(rules.mask(s, seat), seat, Stream.of(n))
            player = make(it, spec, seat, Stream.of("same"))
            player.thorough = True
            view = View(it.public, seat, rules.mask(world, seat))
            told.add(str(player.decide(view, Limit(simulations=20)).to_json()))
        assert len(told) == 1
