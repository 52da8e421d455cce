"""In a notebook a choice, a match and a view show themselves, and tell no more than they should."""

from __future__ import annotations

from html.parser import HTMLParser

from parlour.core.analyse import analyse
from parlour.core.choice import Candidate, Choice
from parlour.core.match import Match
from parlour.core.registry import game


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
