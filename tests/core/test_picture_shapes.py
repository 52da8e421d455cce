"""Cells that stand for cards, dice, men, chips and ships, blocks side by side, and pictures in ASCII."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from parlour.core import rules
from parlour.core.picture import SHAPES, STYLES, TONES, Beside, Cell, Grid, Picture, Text, grid_of
from parlour.core.registry import game, game_names
from parlour.core.rng import Stream
from parlour.core.rules import OVER
from parlour.laws.words import seen_in

SVG = "{http://www.w3.org/2000/svg}"
DRAWN = sorted(SHAPES - {""})


def one(cell: Cell, style: str = "bare") -> Picture:
    return Picture((Grid(((cell, Cell("z")),), style=style),))


class TestShapes:
    @pytest.mark.parametrize("style", ["bare", "squares", "lines"])
    def test_each_is_drawn_in_its_own_way_and_written_as_its_text(self, style: str) -> None:
        drawn = {one(Cell("5", shape=shape), style).svg() for shape in SHAPES}
        assert len(drawn) == len(SHAPES)
        assert {one(Cell("5", shape=shape), style).text() for shape in SHAPES} == {
            one(Cell("5"), style).text()
        }

    @pytest.mark.parametrize("shape", DRAWN)
    @pytest.mark.parametrize("tone", sorted(TONES))
    def test_a_mark_shows_and_any_tone_draws(self, shape: str, tone: str) -> None:
        for style in STYLES:
            plain, marked = (one(Cell("5", tone, mark, shape), style) for mark in (False, True))
            assert plain.svg() != marked.svg()
            assert plain.text() != marked.text()

    def test_a_card_shows_its_rank_and_draws_its_suit(self) -> None:
        suits = set()
        for card in ("Ts", "Td", "Th", "Tc", "T♠"):
            root = ET.fromstring(one(Cell(card, "black", shape="card")).svg())
            assert [node.text for node in root.iter(f"{SVG}text")] == ["10", "z"]
            suits |= {node.get("d") for node in root.iter(f"{SVG}path")}
        assert len(suits) == 4

    def test_a_card_that_is_none_keeps_its_text(self) -> None:
        assert ">joker<" in one(Cell("joker", shape="card")).svg()

    @pytest.mark.parametrize("face", range(1, 7))
    def test_a_die_has_its_pips(self, face: int) -> None:
        assert one(Cell(str(face), shape="die")).svg().count("<circle") == face

    @pytest.mark.parametrize("face", ["?", "0", "9", "12", "²"])
    def test_a_die_without_pips_is_written(self, face: str) -> None:
        assert f">{face}<" in one(Cell(face, shape="die")).svg()

    def test_men_have_the_colours_of_their_names(self) -> None:
        fills = [
            ET.fromstring(one(Cell("m", tone, shape="man"), "squares").svg()).find(f".//{SVG}circle")
            for tone in ("black", "white", "red")
        ]
        lightness = [sum(bytes.fromhex(fill.get("fill", "")[1:])) for fill in fills if fill is not None]
        assert lightness[0] < 100 < lightness[2] < 600 < lightness[1]

    def test_ships_join_where_they_say(self) -> None:
        apart = Grid(((Cell("=", shape="ship"), Cell("=", shape="ship")),), style="bare")
        joined = Grid(
            ((Cell("=", shape="ship", joins="e"), Cell("=", shape="ship", joins="w")),), style="bare"
        )
        assert Picture((apart,)).svg() != Picture((joined,)).svg()

    def test_words_beside_cards_are_no_larger_than_the_rest(self) -> None:
        root = ET.fromstring(
            Picture((Grid(((Cell("As", "black", shape="card"), Cell("folded")),), style="bare"),)).svg()
        )
        sizes = {node.text: float(node.get("font-size", "0")) for node in root.iter(f"{SVG}text")}
        assert sizes["folded"] < sizes["A"]

    def test_a_place_shows_its_name_where_nothing_stands(self) -> None:
        grid = Grid(((Cell("x", name="7"), Cell("", name="8")),), style="lines")
        assert Picture((grid,)).text() == " x │ 8"
        assert {">7<", ">8<"} <= set(_texts(Picture((grid,)).svg()))

    @pytest.mark.parametrize(
        ("how", "message"), [({"shape": "jug"}, "unknown shape"), ({"joins": "x"}, "sides are")]
    )
    def test_mistakes_are_named(self, how: dict[str, str], message: str) -> None:
        with pytest.raises(ValueError, match=message):
            Cell("x", **how)  # type: ignore[arg-type]

    def test_a_coloured_terminal_shows_suits_as_symbols(self) -> None:
        out = io.StringIO()
        Console(file=out, force_terminal=True, color_system="truecolor", _environ={}).print(
            one(Cell("As", "black", shape="card"))
        )
        assert "A♠" in out.getvalue()


def _texts(svg: str) -> list[str]:
    return [f">{node.text}<" for node in ET.fromstring(svg).iter(f"{SVG}text")]


LEFT = (Text("left"), grid_of(["ab", "cd"], style="bare"))
RIGHT = grid_of(["1"], style="bare")


class TestBeside:
    def test_blocks_stand_side_by_side_where_there_is_room(self) -> None:
        picture = Picture((Beside((LEFT, RIGHT)), Text("end")))
        assert picture.text() == "left      1\n\n a b\n c d\n\nend"
        assert picture.text(width=8) == "left\n\n a b\n c d\n\n 1\n\nend"

    def test_a_narrow_terminal_puts_them_one_above_the_other(self) -> None:
        for width, lines in ((80, 4), (8, 6)):
            out = io.StringIO()
            Console(file=out, width=width, color_system=None).print(Picture((Beside((LEFT, RIGHT)),)))
            assert len(out.getvalue().splitlines()) == lines

    def test_svg_keeps_them_apart(self) -> None:
        assert float(_width(Picture((Beside((LEFT, RIGHT)),)))) > float(_width(Picture(LEFT))) + 32

    def test_nothing_beside_nothing_draws(self) -> None:
        assert Picture((Beside(()),)).text() == ""
        ET.fromstring(Picture((Beside(((), RIGHT)),)).svg())


def _width(picture: Picture) -> str:
    return ET.fromstring(picture.svg()).get("width", "")


class TestAscii:
    def test_rules_frames_and_pieces_have_a_spelling(self) -> None:
        lines = grid_of(["●○", "◉◎"], block_columns=1)
        assert Picture((lines,)).text(ascii=True) == " x # o\n---#---\n X # O"
        assert Picture((grid_of(["● "], style="discs"),)).text(ascii=True) == "| x . |\n+-----+"

    def test_a_console_that_is_not_utf8_gets_it(self) -> None:
        raw = io.BytesIO()
        out = io.TextIOWrapper(raw, encoding="latin-1")
        Console(file=out, force_terminal=True, color_system="truecolor", _environ={}).print(
            one(Cell("As", "red", shape="card")), Picture((grid_of(["X"], {"X": "first"}, style="discs"),))
        )
        out.flush()
        assert raw.getvalue().isascii()
        assert b"As" in raw.getvalue()

    @settings(max_examples=100, deadline=None)
    @given(st.lists(st.text(max_size=8), min_size=1, max_size=4), st.text(max_size=8))
    def test_any_text_is_ascii_then(self, texts: list[str], title: str) -> None:
        for style in STYLES:
            assert Picture((grid_of([texts], style=style), Text(title)), title).text(ascii=True).isascii()

    @pytest.mark.parametrize("name", game_names())
    def test_every_game_can_be_read_in_it(self, name: str) -> None:
        it, rng = game(name), Stream.of("ascii", name)
        s = it.start()
        for _ in range(120):
            for seen in (s, *(rules.mask(s, seat) for seat in range(-1, it.seats))):
                picture = it.picture(seen)
                text = picture.text(ascii=True)
                assert text.isascii()
                assert text.count("?") == picture.text().count("?")
                assert len(text.split()) >= len(picture.text().split())
                assert len(seen_in(picture, True)) == len(seen_in(picture, False))
            if rules.turn(s) == OVER:
                break
            s = rules.play(s, rules.random_action(s, rng))
