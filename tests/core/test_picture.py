"""Check that one picture draws alike as text, in a terminal, as SVG and as HTML."""

from __future__ import annotations

import io
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import FrozenInstanceError
from html import unescape

import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.panel import Panel

from parlour.core.draw.colours import HEAT, contrast
from parlour.core.draw.colours import TONES as FILLS
from parlour.core.picture import HEATS, STYLES, TONES, Cell, Grid, Picture, Text, grid_of, heat

SVG = "{http://www.w3.org/2000/svg}"
XO = {"X": "first", "O": "second", ".": "empty"}
NASTY = "<script>&\"'</svg>"


def drawn(text: str) -> str:
    """Read a golden drawing: drop the first line break and the final newline."""
    return text.removeprefix("\n").removesuffix("\n")


def terminal(picture: Picture, colour: bool, width: int = 80) -> str:
    """Draw as rich would print it, colour codes and all when colour is asked for."""
    out = io.StringIO()
    console = Console(
        file=out,
        width=width,
        force_terminal=colour,
        color_system="truecolor" if colour else None,
        _environ={},
    )
    console.print(picture)
    return out.getvalue()


def placed(root: ET.Element, left: float = 0, top: float = 0) -> Iterator[tuple[float, float, ET.Element]]:
    """Walk over the rectangles and texts of a drawing, each with where its group begins."""
    for node in root:
        if node.tag == f"{SVG}g":
            x, y = map(float, node.get("transform", "").removeprefix("translate(")[:-1].split())
            yield from placed(node, left + x, top + y)
        elif node.tag in (f"{SVG}rect", f"{SVG}text"):
            yield left, top, node


def svg_texts(svg: str) -> list[str]:
    return [node.text or "" for node in ET.fromstring(svg).iter(f"{SVG}text")]


TIC_TAC_TOE = Picture(
    (
        grid_of(
            ["X O", " XO", "  X"],
            XO,
            marks={(0, 0), (1, 1), (2, 2)},
            row_labels="321",
            column_labels="abc",
        ),
        Text("X wins", "first"),
    ),
    title="Tic-Tac-Toe",
)
CONNECT_FOUR = Picture(
    (
        grid_of(
            ["·······", "···O···", "··OXX··", "XXXXOO·"],
            {"X": "first", "O": "second", "·": "empty"},
            marks={(3, 0), (3, 1), (3, 2), (3, 3)},
            column_labels="1234567",
            style="discs",
        ),
    )
)


class TestPlainText:
    def test_ruled_board_with_labels_and_a_marked_line(self) -> None:
        assert TIC_TAC_TOE.text() == drawn("""
Tic-Tac-Toe

3 [X]│   │ O
  ───┼───┼───
2    │[X]│ O
  ───┼───┼───
1    │   │[X]
   a   b   c

X wins
""")

    def test_cells_of_unequal_width_share_the_widest_and_labels_may_be_wide(self) -> None:
        grid = grid_of([["2", "", "1024"], ["", "16", "4"]], row_labels=["9", "10"], column_labels="abc")
        assert Picture((grid,)).text() == drawn("""
 9   2   │      │ 1024
   ──────┼──────┼──────
10       │  16  │  4
     a      b      c
""")

    def test_discs_stand_in_a_frame_and_a_marked_run_shares_its_brackets(self) -> None:
        assert CONNECT_FOUR.text() == drawn("""
│ · · · · · · · │
│ · · · O · · · │
│ · · O X X · · │
│[X X X X]O O · │
└───────────────┘
  1 2 3 4 5 6 7
""")

    def test_chequered_board_dots_its_empty_dark_squares(self) -> None:
        grid = grid_of(
            [" b b", "    ", "   w", "w   "],
            marks={(2, 3)},
            row_labels="4321",
            column_labels="abcd",
            style="squares",
        )
        assert Picture((grid,)).text() == drawn("""
  ┌────────────┐
4 │    b     b │
3 │ ·     ·    │
2 │    ·    [w]│
1 │ w     ·    │
  └────────────┘
    a  b  c  d
""")

    def test_blocks_are_ruled_double(self) -> None:
        grid = grid_of(["XOX ", "    ", " O  "], block_rows=2, block_columns=2)
        assert Picture((grid,)).text() == drawn("""
 X │ O ║ X │
───┼───╫───┼───
   │   ║   │
═══╪═══╬═══╪═══
   │ O ║   │
""")

    def test_bare_blocks_are_set_apart_and_brackets_hug_their_cells(self) -> None:
        grid = grid_of(
            ["1234", "5678", "1234"], marks={(0, 1), (1, 2)}, block_rows=2, block_columns=2, style="bare"
        )
        assert Picture((grid,)).text() == drawn("""
 1[2] 3 4
 5 6 [7]8

 1 2  3 4
""")

    def test_heaps_may_be_ragged(self) -> None:
        grid = grid_of(
            ["●", "●●●", "●●●●"],
            marks={(1, 2), (2, 3)},
            row_labels=["Heap A", "Heap B", "C"],
            style="bare",
        )
        assert Picture((grid, Text("Take some.")), title="Nim").text() == drawn("""
Nim

Heap A  ●
Heap B  ● ●[●]
C       ● ● ●[●]

Take some.
""")

    def test_tables_put_words_left_and_numbers_right_under_their_headings(self) -> None:
        grid = grid_of(
            [["minimax", "12", "0.80"], ["mcts", "9", "-1"]],
            row_labels=["1", "10"],
            column_labels=["player", "won", "score"],
            style="bare",
        )
        assert Picture((grid,)).text() == drawn("""
    player   won  score
 1  minimax   12   0.80
10  mcts       9     -1
""")

    def test_heat_is_spelt_out_and_a_two_digit_label_does_not_widen_the_map(self) -> None:
        rows = ((Cell("", "heat0"), Cell("", "heat5", mark=True)), (Cell("x", "heat9"), Cell("", "heat7")))
        grid = Grid(rows, row_labels=("A", "B"), column_labels=("9", "10"), style="bare")
        assert Picture((grid,)).text() == drawn("""
   9 10
A  0 [5]
B  x  7
""")

    def test_card_hand(self) -> None:
        hand = grid_of([["A♠", "K♥", "10♦", "Q♥"]], marks={(0, 3)}, style="bare")
        assert Picture((Text("Hand"), Text("of four"), hand)).text() == "Hand\nof four\n\n A♠ K♥ 10♦[Q♥]"

    def test_wide_and_combining_characters_keep_the_rules_in_line(self) -> None:
        grid = grid_of([["漢", "e\u0301"], ["x", "y"]])
        assert Picture((grid,)).text() == " 漢 │ e\u0301\n────┼────\n x  │ y"

    @pytest.mark.parametrize("picture", [Picture(()), Picture((Grid(()),)), Picture((Text(""),))])
    def test_nothing_to_draw_draws_nothing(self, picture: Picture) -> None:
        assert picture.text() == ""

    def test_control_characters_cannot_reach_the_terminal(self) -> None:
        picture = Picture((grid_of([["\x1b[31m", "a\nb"]]), Text("c\td\x07")), title="e\r\nf")
        assert picture.text() == "e  f\n\n �[31m │  a b\n\nc d�"


class TestTerminal:
    def test_without_colour_it_is_the_plain_text(self) -> None:
        for picture in (TIC_TAC_TOE, CONNECT_FOUR):
            printed = terminal(picture, colour=False)
            assert [line.rstrip() for line in printed.splitlines()] == picture.text().splitlines()

    def test_with_colour_discs_are_coloured_and_holes_dim(self) -> None:
        printed = terminal(CONNECT_FOUR, colour=True)
        assert "\x1b[1;31m●" in printed
        assert "\x1b[1;33m●" in printed
        assert "\x1b[2m·" in printed
        assert "X" not in printed

    def test_discs_that_differ_in_shape_keep_it(self) -> None:
        grid = grid_of(["●○"], {"●": "first", "○": "second"}, style="discs")
        printed = terminal(Picture((grid,)), colour=True)
        assert "●" in printed
        assert "○" in printed

    def test_heat_is_a_background_over_the_whole_cell(self) -> None:
        grid = Grid(((Cell("", "heat9"), Cell("7", "heat0")),), style="bare")
        console = Console(file=io.StringIO(), force_terminal=True, color_system="truecolor", _environ={})
        under: dict[str, str] = {}
        for text, style, _ in console.render(Picture((grid,)).rich()):
            if style is not None and style.bgcolor is not None:
                under[style.bgcolor.name] = under.get(style.bgcolor.name, "") + text
        assert under == {HEAT[9]: "   ", HEAT[0]: " 7 "}

    def test_a_reader_who_turned_colour_off_gets_the_letters(self) -> None:
        out = io.StringIO()
        Console(file=out, force_terminal=True, no_color=True, color_system="truecolor").print(CONNECT_FOUR)
        assert "●" not in out.getvalue()
        assert out.getvalue().count("X") == 6

    def test_cell_text_is_never_markup(self) -> None:
        grid = grid_of([["[red]", ":smile:"]])
        assert "[red]  │ :smile:" in terminal(Picture((grid,)), colour=False)

    def test_a_board_wider_than_the_terminal_is_cropped_but_text_wraps(self) -> None:
        picture = Picture((grid_of(["X" * 20]), Text("one two three four")))
        lines = terminal(picture, colour=False, width=10).splitlines()
        assert [line.rstrip() for line in lines] == [" X │ X │ X", "", "one two", "three four"]

    def test_it_measures_itself_for_the_layouts_of_rich(self) -> None:
        out = io.StringIO()
        Console(file=out, width=80, color_system=None).print(Panel.fit(TIC_TAC_TOE))
        assert {cell_len(line) for line in out.getvalue().splitlines()} == {len("3 [X]│   │ O ") + 4}


class TestSvg:
    def test_it_is_self_contained_and_named(self) -> None:
        root = ET.fromstring(TIC_TAC_TOE.svg())
        assert root.tag == f"{SVG}svg"
        assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
        assert root.findtext(f"{SVG}title") == "Tic-Tac-Toe. X wins"
        assert root[0].tag == f"{SVG}title"
        allowed = {"svg", "title", "g", "rect", "line", "circle", "text", "path"}
        assert {node.tag.removeprefix(SVG) for node in root.iter()} <= allowed
        assert not any(
            name in ("id", "href", "style", "class") for node in root.iter() for name in node.attrib
        )

    def test_text_is_escaped_wherever_it_comes_from(self) -> None:
        grid = grid_of([[NASTY]], row_labels=[NASTY], column_labels=[NASTY])
        picture = Picture((grid, Text(NASTY)), title=NASTY)
        assert svg_texts(picture.svg()) == [NASTY] * 5
        assert "<script" not in picture.html()
        assert picture.text().count(NASTY) == 5

    def test_seats_in_discs_are_told_apart_by_text_in_a_contrasting_shade(self) -> None:
        root = ET.fromstring(CONNECT_FOUR.svg())
        pieces = [node for node in root.iter(f"{SVG}text") if node.text in ("X", "O")]
        assert [node.text for node in pieces] == ["O", "O", "X", "X", "X", "X", "X", "X", "O", "O"]
        discs = {node.get("fill") for node in root.iter(f"{SVG}circle")}
        assert {FILLS["first"], FILLS["second"]} <= discs
        assert {node.get("fill") for node in pieces} == {contrast(FILLS["first"])} - discs

    def test_every_cell_lies_on_the_panel(self) -> None:
        for picture in (TIC_TAC_TOE, CONNECT_FOUR, Picture((grid_of([["a" * 40, "b"]], style="bare"),))):
            root = ET.fromstring(picture.svg())
            width, height = float(root.get("width", "0")), float(root.get("height", "0"))
            for left, top, node in placed(root):
                x, y = left + float(node.get("x", "0")), top + float(node.get("y", "0"))
                assert 0 < x + float(node.get("width", "0")) < width
                assert 0 < y < height

    def test_blocks_are_ruled_heavier(self) -> None:
        root = ET.fromstring(Picture((grid_of(["    "] * 4, block_rows=2, block_columns=2),)).svg())
        widths = [node.get("stroke-width") for node in root.iter(f"{SVG}line")]
        assert sorted(widths, key=str) == ["1.5"] * 4 + ["3.5"] * 2

    def test_cards_are_drawn_on_card(self) -> None:
        hand = Grid(((Cell("A♠", "black"), Cell("K♥", "red"), Cell("?", "empty")),), style="bare")
        root = ET.fromstring(Picture((hand,)).svg())
        assert len(list(root.iter(f"{SVG}rect"))) == 1 + 2

    def test_html_holds_the_svg_and_the_text(self) -> None:
        html = TIC_TAC_TOE.html()
        assert TIC_TAC_TOE.svg() in html
        assert TIC_TAC_TOE.text() in unescape(html)

    def test_notebooks_and_print_find_their_renderer(self) -> None:
        assert TIC_TAC_TOE._repr_svg_() == TIC_TAC_TOE.svg()
        assert TIC_TAC_TOE._repr_html_() == TIC_TAC_TOE.html()
        assert str(TIC_TAC_TOE) == TIC_TAC_TOE.text()


class TestEveryRenderer:
    @pytest.mark.parametrize("style", sorted(STYLES))
    @pytest.mark.parametrize("tone", sorted(TONES))
    @pytest.mark.parametrize("text", ["", "X"])
    def test_a_mark_shows(self, style: str, tone: str, text: str) -> None:
        plain, marked = (
            Picture((Grid(((Cell("O"), Cell(text, tone, mark)), (Cell(), Cell())), style=style),))
            for mark in (False, True)
        )
        assert "[" not in plain.text()
        assert "[" in marked.text()
        assert "[" in terminal(marked, colour=False)
        assert terminal(plain, colour=True) != terminal(marked, colour=True)
        assert plain.svg() != marked.svg()

    def test_equal_pictures_draw_to_equal_bytes_in_any_process(self) -> None:
        code = (
            "from parlour.core.picture import Picture, Text, grid_of\n"
            "p = Picture((grid_of(['XO', 'OX'], {'X': 'first'}, marks={(0, 0), (1, 1)}), Text('t')), 'T')\n"
            "import sys; sys.stdout.buffer.write((p.text() + p.html()).encode())\n"
        )
        environments = [{"PYTHONPATH": ":".join(sys.path), "PYTHONHASHSEED": seed} for seed in "12"]
        first, second = (
            subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, check=True).stdout
            for env in environments
        )
        assert first == second
        assert "[X]│ O" in first.decode()

    def test_describing_a_picture_imports_no_renderer(self) -> None:
        code = "import parlour.core.picture, sys; sys.exit('rich' in sys.modules)"
        subprocess.run([sys.executable, "-c", code], env={"PYTHONPATH": ":".join(sys.path)}, check=True)


class TestData:
    def test_pictures_are_frozen_and_compare_by_value(self) -> None:
        assert Cell("X") == Cell("X", "plain", False)
        assert hash(Picture((Text("a"),))) == hash(Picture((Text("a"),)))
        with pytest.raises(FrozenInstanceError):
            Cell("X").text = "O"  # type: ignore[misc]

    @pytest.mark.parametrize(
        ("build", "message"),
        [
            (lambda: Cell("X", "purple"), "unknown tone 'purple'"),
            (lambda: Text("X", "heat10"), "unknown tone 'heat10'"),
            (lambda: Grid((), style="round"), "unknown style 'round'"),
            (lambda: grid_of(["ab"], row_labels="12"), "2 row labels for 1 rows"),
            (lambda: grid_of(["ab", "c"], column_labels="1"), "1 column labels for 2 columns"),
            (lambda: grid_of(["ab"], block_rows=-1), "cannot be negative"),
        ],
    )
    def test_mistakes_are_named(self, build: object, message: str) -> None:
        assert callable(build)
        with pytest.raises(ValueError, match=message):
            build()

    def test_heat_names_tenths_and_clamps(self) -> None:
        assert [heat(level / 10 + 0.05) for level in range(10)] == list(HEATS)
        assert (heat(-3), heat(1), heat(1e9)) == ("heat0", "heat9", "heat9")
        with pytest.raises(ValueError, match="NaN"):
            heat(float("nan"))


def test_bars_between_dots_are_lines_from_dot_to_dot() -> None:
    rows = tuple(tuple(Cell(text) for text in line) for line in ("•─•", "│ │", "•─•"))
    drawing = Picture((Grid(rows, style="bare"),)).svg()
    assert drawing.count("<line") == 4
    assert drawing.count("<circle") == 4
    assert "─" not in drawing
    assert Picture((Grid(rows, style="bare"),)).text().count("─") == 2
