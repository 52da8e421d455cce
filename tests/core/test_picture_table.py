"""Seats round a table: who sits where, and how each renderer draws it."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET

import pytest

from parlour import Match, game
from parlour.core.draw.data import picture_data
from parlour.core.names import Names
from parlour.core.picture import Cell, Grid, Picture, Place, Table, Text


def table(number: int, south: int = 0, **how: object) -> Table:
    return Table(tuple(Place(f"{{{seat}}}") for seat in range(number)), south=south, **how)  # type: ignore[arg-type]


def sides(it: Table) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for side, place in it.around():
        found.setdefault(side, []).append(place.title.strip("{}"))
    return found


@pytest.mark.parametrize(
    ("number", "south", "expected"),
    [
        (0, 0, {}),
        (1, 0, {"south": ["0"]}),
        (2, 1, {"south": ["1"], "north": ["0"]}),
        (3, 0, {"south": ["0"], "west": ["1"], "east": ["2"]}),
        (4, 2, {"south": ["2"], "west": ["3"], "north": ["0"], "east": ["1"]}),
        (6, 0, {"south": ["0"], "west": ["1"], "north": ["2", "3", "4"], "east": ["5"]}),
        (9, 0, {"south": ["0"], "west": ["2", "1"], "north": ["3", "4", "5", "6"], "east": ["7", "8"]}),
    ],
)
def test_seats_go_clockwise_from_the_south(number, south, expected):
    assert sides(table(number, south)) == expected
    assert Picture((table(number, south),)).svg().startswith("<svg")


CARDS = [Cell(card, "red", shape="card") for card in ("2h", "3h", "4h", "5h")]
PLAYED = Picture(
    (
        Table(
            tuple(
                Place(f"{{{n}}}", (Text(f"{n} tricks"),), active=n == 1, front=card)
                for n, card in enumerate(CARDS)
            )
        ),
    )
)


def middle(picture: Picture) -> list[list[str]]:
    block = picture.blocks[0]
    assert isinstance(block, Table)
    grid = block.middle()[-1]
    assert isinstance(grid, Grid)
    return [[cell.text for cell in row] for row in grid.rows]


def test_what_is_played_lies_before_its_seat():
    assert middle(PLAYED) == [["", "4h", ""], ["3h", "", "5h"], ["", "2h", ""]]
    assert middle(PLAYED.seen_from(1)) == [["", "5h", ""], ["4h", "", "2h"], ["", "3h", ""]]


def test_of_many_seats_it_lies_in_a_row_with_their_names():
    many = Table(tuple(Place(str(n), front=CARDS[0]) for n in range(5)))
    (grid,) = many.middle()
    assert isinstance(grid, Grid)
    assert grid.column_labels == ("0", "1", "2", "3", "4")


def test_text_draws_one_place_after_the_other_unless_told_otherwise():
    lines = PLAYED.told(Names(("Ann", "Ben", "Cleo", "Dan"))).text().splitlines()
    assert [line for line in lines if line.strip()][3:7] == ["Ann", "0 tricks", "Ben, to move", "1 tricks"]
    assert (
        Picture((table(2, plain=(Text("{0} against {1}"),)),)).told(Names(("A", "B"))).text() == "A against B"
    )


def test_data_has_the_places_with_their_sides_and_the_centre():
    (block,) = picture_data(PLAYED.seen_from(3))["blocks"]
    assert block["kind"] == "table"
    assert [place["side"] for place in block["places"]] == ["south", "west", "north", "east"]
    assert [place["title"] for place in block["places"]] == ["{3}", "{0}", "{1}", "{2}"]
    assert [place["active"] for place in block["places"]] == [False, False, True, False]
    assert block["places"][1]["blocks"] == [{"kind": "text", "text": "0 tricks", "tone": "plain"}]
    assert block["centre"][0]["rows"][2][1]["part"] == "5h"


def test_marks_find_a_card_by_its_name_wherever_it_lies():
    plain = Grid(((CARDS[1], CARDS[2]),), style="bare")
    block = Table((Place("A", front=CARDS[1]), Place("B")), (plain,), (plain,))
    marked = Picture((block,)).marked(["3h"])
    cells = [cell for grid in marked.grids() for row in grid.rows for cell in row if cell.mark]
    assert [cell.text for cell in cells] == ["3h"] * 3


def test_svg_writes_every_title_and_block():
    texts = [node.text for node in ET.fromstring(PLAYED.svg()).iter("{http://www.w3.org/2000/svg}text")]
    assert {"{0}", "{1}", "{2}", "{3}", "0 tricks", "3 tricks", "2", "5"} <= set(texts)


def test_unknown_tones_are_named():
    with pytest.raises(ValueError, match="unknown tone"):
        Place("A", tone="pink")


@pytest.mark.parametrize("name", ["hearts", "bluff", "holdem", "liars_dice"])
def test_who_looks_sits_in_the_south_and_sees_no_more_than_in_text(name):
    match = Match(game(name), 4)
    for seat in range(match.game.seats):
        view = match.view(seat)
        data = picture_data(view.picture())
        (block,) = [each for each in data["blocks"] if each["kind"] == "table"]
        south = block["places"][0]
        assert (south["side"], south["title"]) == ("south", view.game.names[seat])
        for place in block["places"][1:]:
            assert '"shape": "card"' not in json.dumps(place["blocks"])
        assert [place["active"] for place in block["places"]].count(True) == 1
