"""Battleship's rules: placing, firing, what is said, and who knows it."""

from __future__ import annotations

import json
from collections import Counter
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from parlour import CHANCE, OVER, Match, Stream, game
from parlour.core import rules
from parlour.core.errors import BadOption, IllegalMove, InvalidMove
from parlour.core.rules import UNKNOWN
from parlour.games.battleship.words import bits_of, line

from .referee import compare

VALUES = json.loads((Path(__file__).parents[2] / "values" / "battleship.json").read_text())
CLASSIC = "A1h B1h C1h D1h E1h"


def hit_order(s, side):
    """List the hits on a sea in the order they were told."""
    width = len(s.order) // (len(s.fleets) // len(s.ships))
    words = s.order[side * width : (side + 1) * width]
    number = len(bits_of(s, s.hits, side))
    return [words[i // 7] >> 8 * (i % 7) & 255 for i in range(number)]


def after(moves, **options):
    it = game("battleship", **options)
    s = it.start()
    for a in it.read_moves(moves):
        s = it.play(s, a)
    return it, s


def test_open_spiel_agrees_on_places_shots_and_endings():
    tally = compare(60, seed=3)
    assert tally.differences == []
    assert tally.states > 2000


def places(length):
    """List the places of a ship on ten by ten cells, as sets of cells."""
    lies = [{10 * row + col + i for i in range(length)} for row in range(10) for col in range(11 - length)]
    return lies + [{cell % 10 * 10 + cell // 10 for cell in ship} for ship in lies]


def test_the_classic_fleet_has_30_093_975_536_layouts():
    # Independent of the rules: pairs of (5, 4) placed first, then (3, 3, 2) by inclusion and exclusion.
    fives, fours, threes, twos = (places(n) for n in (5, 4, 3, 2))
    bit = {n: np.array([[cell in ship for cell in range(100)] for ship in found], np.int64)
           for n, found in ((3, threes), (2, twos))}  # fmt: skip
    apart = (bit[3] @ bit[3].T == 0).astype(np.int64)
    meets = (bit[3] @ bit[2].T > 0).astype(np.int64)
    both = [(c, d, e) for e, two in enumerate(twos) for c, d in product(np.flatnonzero(meets[:, e]), repeat=2)
            if apart[c, d]]  # fmt: skip
    first, second, third = np.array(both).T
    total = 0
    seen = Counter()
    for five in fives:  # mirror images and turns count alike
        images = []
        for flip, turn in product((0, 1, 2, 3), (0, 1)):
            cells = [
                (r if flip < 2 else 9 - r, c if flip % 2 == 0 else 9 - c)
                for r, c in (divmod(x, 10) for x in five)
            ]
            images.append(tuple(sorted(10 * c + r if turn else 10 * r + c for r, c in cells)))
        seen[min(images)] += 1
    for image, times in seen.items():
        for four in fours:
            if four & set(image):
                continue
            taken = np.zeros(100, np.int64)
            taken[list(four | set(image))] = 1
            u, v = (bit[3] @ taken == 0).astype(np.int64), (bit[2] @ taken == 0).astype(np.int64)
            x = meets @ v
            pairs = u @ apart @ u
            alone = 2 * (u * x) @ (apart @ u)
            total += times * int(pairs * v.sum() - alone + (u[first] * u[second] * v[third]).sum())
    assert total == VALUES["exact"]["total_layouts"] == 30_093_975_536


def test_placing_is_ship_by_ship_and_seat_by_seat():
    it, s = after("")
    assert [len(it.legal(s)), it.turn(s)] == [120, 0]
    moves = CLASSIC.split()
    it, s = after(moves)
    assert it.turn(s) == 1
    it, s = after(moves[:1])
    assert "A5h" not in it.moves(s)
    assert "A6h" in it.moves(s)
    it, s = after(moves + moves)
    assert [it.turn(s), len(it.legal(s))] == [0, 100]


def test_ships_that_may_not_touch_keep_a_cell_between_them():
    it, s = after("A1h", size=5, ships=(2, 2), touching=False)
    assert set(it.moves(s)) & {"A3h", "B3h", "B1v", "A3v", "B3v"} == set()
    assert {"A4h", "C1h", "C3v"} <= set(it.moves(s))


def test_the_ship_that_sank_is_told_and_the_last_one_ends_the_game():
    it, s = after("A1h C1h A2v C1h", size=3, ships=(2, 2))
    assert it.turn(s) == 0
    for move in ("A2", "A1", "B2", "A2"):  # seat 0 fires at A2 and B2
        s = it.play(s, it.parse(s, move))
    assert [hit_order(s, 1), hit_order(s, 0)] == [[1, 4], [0, 1]]
    assert s.sunk[0] == 1 | 2 << 8  # the first ship of seat 0, by the second hit
    assert s.sunk[2] == 1 | 2 << 8
    for move in ("C2", "C3", "C1"):
        s = it.play(s, it.parse(s, move))
    assert it.turn(s) == OVER
    assert it.returns(s) == (1.0, -1.0)


def test_nothing_more_than_was_agreed_is_announced():
    moves = "A1h C1h A1h C1h A1 A1 A2 A2"
    assert after(moves, size=3, ships=(2, 2))[1].sunk[0] == 1 | 2 << 8
    assert after(moves, size=3, ships=(2, 2), announce="sunk")[1].sunk == (1 | 2 << 8, -1, 1 | 2 << 8, -1)
    assert after(moves, size=3, ships=(2, 2), announce="none")[1].sunk == (-1,) * 4


def test_a_salvo_has_a_shot_for_every_ship_afloat_and_is_told_at_its_end():
    it, s = after("A1h C1h A1h C1h A1", size=3, ships=(2, 2), salvo=True)
    assert [it.turn(s), s.left, sum(s.hits)] == [0, 1, 0]
    assert "A1" not in it.moves(s)
    s = it.play(s, it.parse(s, "A2"))
    assert [it.turn(s), s.left, hit_order(s, 1)] == [1, 1, [0, 1]]  # one ship is left to fire from


def test_alone_chance_places_every_fleet_as_often():
    it = game("battleship", size=3, ships=(2, 1), alone=True)
    fleets = Counter()
    for seed in range(3000):
        s, rng = it.start(), Stream.of(seed)
        while it.turn(s) == CHANCE:
            s = rules.play(s, rules.random_outcome(s, rng))
        fleets[s.fleets] += 1
    assert len(fleets) == 12 * 7
    expected = 3000 / len(fleets)
    assert sum((n - expected) ** 2 / expected for n in fleets.values()) < 83 + 4 * (2 * 83) ** 0.5


def test_alone_every_shot_costs_one():
    it = game("battleship", size=4, ships=(3,), alone=True, fleet="B2h")
    match = Match(it, 1)
    for move in ("A1", "B2", "B3", "B4"):
        match.play(move)
    assert [it.seats, it.bounds, match.over, match.returns] == [1, (-16.0, 0.0), True, (-4.0,)]


def test_a_fleet_is_its_owners_secret_until_the_end():
    _, s = after("A1h C1h A1v C2h A1 A1", size=3, ships=(2, 2))
    assert rules.mask(s, 0).fleets == (*s.fleets[:2], UNKNOWN, UNKNOWN)
    assert rules.mask(s, -1).fleets == (UNKNOWN,) * 4
    match = Match(game("battleship", size=3, ships=(2, 2), fleet="A1h C1h/A1v C2h"), 4)
    assert "fleet" not in match.view(0).game.changed_options()
    assert rules.mask(match.state, 0).fleets[2:] == (UNKNOWN, UNKNOWN)


def test_a_fixed_fleet_may_be_given_for_one_seat_only():
    it = game("battleship", fleet=f"/{CLASSIC}")
    s = it.start()
    assert it.turn(s) == 0
    for move in ["J1h", "I1h", "H1h", "G1h", "F1h"]:
        s = it.play(s, it.parse(s, move))
    assert it.turn(s) == 0
    assert line(s, s.fleets[5], 5) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"ships": (11,)}, "does not fit"),
        ({"size": 3, "ships": (3, 3, 3, 2)}, "possible here"),
        ({"size": 3, "ships": (3, 2, 2), "touching": False}, "without touching"),
        ({"fleet": "A1h"}, "the fleet has 5"),
        ({"fleet": "A1h A1v C1h D1h E1h"}, "overlap"),
        ({"fleet": "A1h Z9 C1h D1h E1h"}, "no place for a ship of 4"),
        ({"fleet": "A8h B1h C1h D1h E1h"}, "no place for a ship of 5"),
        ({"fleet": "//"}, "3 fleets for 2 seats"),
        ({"size": (3, 4, 5)}, "at most 2"),
        ({"announce": "loud"}, "choose one of"),
    ],
)
def test_options_that_make_no_sense_are_refused(options, said):
    with pytest.raises(BadOption, match=said):
        game("battleship", **options)


@pytest.mark.parametrize("text", ["A1", "A11h", "K1h", "A0h", "Ah", "1Ah", "A1hv", "A¹h"])
def test_what_is_no_place_is_no_move(text):
    it, s = after("")
    with pytest.raises(InvalidMove):
        it.parse(s, text)


def test_moves_are_read_in_either_case_and_checked():
    it, s = after(" ".join([CLASSIC] * 2))
    assert it.parse(s, "b7") == it.parse(s, "B7") == 16
    s = it.play(s, 16)
    s = it.play(s, 0)
    with pytest.raises(IllegalMove):
        it.parse(s, "B7")
    with pytest.raises(InvalidMove):
        it.parse(s, "B7h")


def test_a_crowded_sea_offers_only_places_from_which_the_fleet_fits():
    it = game("battleship", size=3, ships=(3, 3, 2))
    for seed in range(40):
        s, rng = it.start(), Stream.of(seed)
        while rules.turn(s) >= 0 and s.phase == 0:
            s = rules.play(s, rng.choice(it.legal(s)))
        assert it.legal(s)


def test_pictures_show_what_is_known():
    it, s = after("A1h C1h A1v C2h A1 A2", size=3, ships=(2, 2))
    mine = it.show(rules.mask(s, 0))
    assert "A  ◀ X ." in mine
    assert "A  X . ." in mine
    assert "2" not in mine.split("Ben's sea")[1].split("\n", 3)[3]
    assert it.picture(s).svg().startswith("<svg")
