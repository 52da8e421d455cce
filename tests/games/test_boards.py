"""What boards show: wrecks apart from hits, kings with a legend, places that keep their size, and cards."""

from __future__ import annotations

import pytest

from parlour import OVER, Match, game
from parlour.core import rules
from parlour.core.rng import Stream

from .helpers import after

SEA = {"fleet": "A1h C1h E1h F1h H1h/A1h C1h E1h F1h H1h"}


def shapes(grid) -> list[str]:
    return ["".join((cell.shape or ".")[0] for cell in row) for row in grid.rows]


def test_a_ship_that_was_announced_as_sunk_is_a_wreck_to_both():
    it = game("battleship", **SEA)
    s = after(it, "A1 J1 A2 J2 A3 J3 A4 J4")
    assert shapes(it.picture(rules.mask(s, 0)).grids()[1])[0] == "hhhhwwwwww"
    s = it.play(s, it.parse(s, "A5"))
    for seat in (0, 1):
        row = it.picture(rules.mask(s, seat)).grids()[1].rows[0]
        assert [cell.shape for cell in row[:5]] == ["sunk"] * 5
        assert [cell.joins for cell in row[:5]] == ["e", "ew", "ew", "ew", "w"]


def test_where_a_wreck_may_lie_in_several_ways_only_what_is_sure_is_one():
    it = game("battleship", size=(3,), ships=(2, 3), fleet="A2h C1h/A1h C1h")
    s = after(it, "A1 B1 A2 B2")  # sunk at once: the ship of two lies on A1 and A2
    assert [cell.shape for cell in it.picture(rules.mask(s, 0)).grids()[1].rows[0]][:2] == ["sunk", "sunk"]
    it = game("battleship", size=(3,), ships=(2, 2), fleet="A1h C1h/B1h B3v")
    s = after(it, "B1 A1 B3 A3 B2 C3")  # B2 has sunk one of two: with B1, or with B3
    seen = it.picture(rules.mask(s, 0)).grids()[1].rows[1]
    assert [cell.shape for cell in seen] == ["hit", "sunk", "hit"]
    told = it.picture(rules.mask(s, 1)).grids()[1].rows[1]
    assert [cell.shape for cell in told] == ["sunk", "sunk", "hit"]


def test_ships_side_by_side_are_told_apart():
    it = game("battleship", size=(6,), ships=(3, 3), fleet="A1h A4h/A1h A4h")
    row = it.picture(rules.mask(it.start(), 0)).grids()[0].rows[0]
    assert "".join(cell.text for cell in row) == "◀━▶◀━▶"
    assert [cell.joins for cell in row] == ["e", "ew", "w", "e", "ew", "w"]


def test_two_seas_stand_side_by_side_where_the_width_allows():
    picture = game("battleship").picture(game("battleship").start())
    assert max(map(len, picture.text().splitlines())) <= 80
    assert len(picture.text(width=40).splitlines()) > len(picture.text().splitlines()) + 10


def test_kings_are_explained_when_there_are_any():
    it = game("checkers")
    assert "king" not in it.show(it.start())
    rng, s = Stream.of("kings"), it.start()
    while not s.kings:
        s = rules.play(s, rules.random_action(s, rng))
    assert "king" in it.show(s)
    assert any(cell.shape == "king" for row in it.picture(s).grids()[0].rows for cell in row)
    tones = {cell.tone for row in it.picture(s).grids()[0].rows for cell in row if cell.shape}
    assert tones == {"black", "white"}


@pytest.mark.parametrize(
    "name", ["nim", "kayles", "nimble", "wythoff", "subtraction", "moore_nim", "fibonacci_nim"]
)
def test_nothing_shrinks_as_a_board_empties(name):
    it, rng = game(name), Stream.of("shrink", name)
    s = it.start()
    size = [len(row) for row in it.picture(s).grids()[0].rows]
    while rules.turn(s) != OVER:
        s = rules.play(s, rules.random_action(s, rng))
        assert [len(row) for row in it.picture(s).grids()[0].rows] == size


def test_the_cards_of_the_last_round_are_not_taken_for_those_of_this_one():
    match = Match(game("blackjack", rounds=3, bets=5), 5)
    match.play("bet 1")
    while match.state.round == 0:
        match.play(match.view(0).moves()[1] if "stand" in match.view(0).moves() else match.view(0).moves()[0])
    assert "the last round ended so:" in str(match.view(0))
    match.play("bet 1")
    assert "last round" not in str(match.view(0))


@pytest.mark.parametrize("name", ["hearts", "holdem", "bluff", "leduc_poker", "kuhn_poker", "blackjack"])
def test_cards_are_cards(name):
    view = Match(game(name), 1).view(0)
    cells = [cell for grid in view.picture().grids() for row in grid.rows for cell in row]
    assert "card" in {cell.shape for cell in cells}


def test_a_hand_that_is_not_known_tells_what_it_has_run_out_of():
    from .hearts.test_hearts_rules import MOON

    it = game("hearts", deal=MOON, passing="left")
    s = after(it, "Ac Ah Kh Kc Qc Jc Ad Kd Qd As Ks Qs 2c Kc 2s")
    grids = it.picture(rules.mask(s, 0)).grids()
    table = next(grid for grid in grids if "points" in grid.row_labels)
    rows = dict(zip(table.row_labels, table.rows, strict=True))
    assert [cell.text for cell in rows["has run out of"]] == ["-", "-", "-", "♣"]
