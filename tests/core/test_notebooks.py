"""In a notebook everything a user is given shows itself, in few words, and tells no more than it should."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

import parlour
from parlour.arena import run
from parlour.core.analyse import analyse
from parlour.core.choice import Candidate, Choice
from parlour.core.match import Match
from parlour.core.picture import Cell, Grid, Picture, Text
from parlour.core.record import Record
from parlour.core.registry import game, game_names
from parlour.core.solve import Solution

EVIL = "<script>alert('x')</script>"


class Reader(HTMLParser):
    """Collect the texts and check that every element is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: list[str] = []
        self.rows = 0
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)
        self.rows += tag == "tr"

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_a_choice_shows_move_reasons_and_candidates():
    choice = analyse("nim", "", "expert")
    page = Reader(choice._repr_html_())
    assert page.texts[0] == choice.move == "1:2"
    assert set(choice.reasons) <= set(page.texts)
    assert page.rows == 1 + len(choice.candidates)
    assert page.texts.count("*") == 1


def test_what_a_strategy_writes_is_text_not_markup():
    evil = "<script>alert('x')</script>"
    choice = Choice(0, evil, (Candidate(0, evil, 0.5, note=evil, line=(evil, evil)),), reasons=(evil,))
    text = choice._repr_html_()
    assert "<script" not in text
    assert evil in Reader(text).texts


def test_columns_that_nobody_fills_are_left_out():
    assert "<table" not in Choice(3, reasons=("Any move.",))._repr_html_()
    text = Choice(1, "a", (Candidate(1, "a", 1.0, exact=True, distance=3), Candidate(2, "b", -0.5)))
    heads = Reader(text._repr_html_()).texts
    assert "visits" not in heads
    assert {"value", "plies", "+1 exact", "-0.500"} <= set(heads)


def test_a_match_shows_what_all_may_see_and_a_view_what_its_seat_may():
    match = Match(game("kuhn_poker", deal="K/J"), 1)
    assert match._repr_html_() == match.view().picture().html()
    assert match.view(0)._repr_html_() != match.view(1)._repr_html_()
    assert ">K<" not in match._repr_html_()
    assert ">K<" in match.view(0)._repr_html_()


def test_a_solution_shows_its_policy_as_a_table():
    page = Reader(parlour.solve("kuhn_poker")._repr_html_())
    assert page.texts[0].startswith("value to player 1: -0.0556")
    assert {"seen", "check", "bet", "fold", "call"} <= set(page.texts)
    assert page.texts.count("J ? check bet") == 1
    assert "66.7%" in page.texts
    assert "linear program" in " ".join(page.texts)


def test_a_policy_of_many_moves_is_written_in_one_column():
    plays = {f"m{n}": 0.1 for n in range(10)}
    rows = [{"seat": 0, "seen": str(n), "plays": plays} for n in range(70)]
    page = Reader(Solution(0.5, certificate={"policy": rows})._repr_html_())
    assert page.rows == 61
    assert "and 10 more" in page.texts


def test_a_solution_shows_best_moves_and_tables_as_they_are():
    page = Reader(parlour.solve("nim")._repr_html_())
    assert "best: 1:2" in page.texts
    assert any("XOR" in text for text in page.texts)


def test_a_record_shows_how_it_ended_and_the_last_board():
    match = Match(game("tic_tac_toe"), 1)
    for move in ("a1", "b2", "a2", "b1", "a3"):
        match.play(move)
    page = match.record()._repr_html_()
    assert match.view().picture().html() in page
    texts = Reader(page).texts
    assert "a1 b2 a2 b1 a3" in texts
    assert {"+1", "-1"} <= set(texts)
    assert "does not replay" in Record("no_such_game")._repr_html_()


def test_a_game_shows_its_options_its_levels_and_its_start():
    it = game("nim", heaps=(2, 2))
    page = it._repr_html_()
    assert it.picture(it.start()).html() in page
    assert {"heaps", "2 2", "expert"} <= set(Reader(page).texts)
    hidden = game("kuhn_poker", deal="K/J")
    assert "K/J" not in hidden.public._repr_html_()
    assert ">K<" not in hidden._repr_html_()


def test_an_event_shows_its_table():
    result = run("nim", ["expert", "random"], games=2, seed=1)
    texts = Reader(result._repr_html_()).texts
    assert result.title() in texts
    assert {"strategy", "expert", "random"} <= set(texts)
    assert len(repr(result)) < 300


@pytest.mark.parametrize(
    "shown",
    [
        Solution(1.0, 0, (EVIL,), {"method": EVIL, "table": f"{EVIL}\n{EVIL}", EVIL: [EVIL]}),
        Solution(1.0, certificate={"policy": [{"seat": 0, "seen": EVIL, "plays": {EVIL: 1.0}}]}),
        Record(EVIL, {EVIL: EVIL}, 1, (EVIL, EVIL), (EVIL,), None, "forfeit", EVIL, 0),
        Picture((Text(EVIL), Grid(((Cell(EVIL),),), (EVIL,), (EVIL,))), EVIL),
    ],
)
def test_nothing_is_markup_and_no_colour_is_set(shown):
    page = shown._repr_html_()
    assert "<script" not in page
    assert any(EVIL in text for text in Reader(page).texts)
    if not isinstance(shown, Picture):
        assert "color:" not in page


@pytest.mark.parametrize("name", game_names())
def test_what_a_prompt_shows_is_short(name):
    it = game(name)
    match = Match(it, 1)
    view = match.view(0)
    for shown in (it, match, view, match.record()):
        assert len(repr(shown)) < 300, name
        Reader(shown._repr_html_())


def test_a_choice_and_a_solution_are_one_short_line():
    choice = analyse("tic_tac_toe", "b2", "mcts:simulations=50")
    assert repr(choice).startswith(f"Choice(action={choice.action}, move={choice.move!r}")
    for shown in (choice, parlour.solve("kuhn_poker"), parlour.solve("nim")):
        assert len(repr(shown)) < 300
        assert "\n" not in repr(shown)
