"""The board in a notebook's cell, in a browser: played by mouse and keyboard, with its thinking."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from host import Host
from playwright.sync_api import Browser

import parlour
from browser import launched

AXE = Path(__file__).parents[1] / "page" / "vendor" / "axe.min.js"


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Start the browser, once for these tests."""
    with launched() as browser:
        yield browser


Show = Callable[..., Host]


@pytest.fixture
def show(chromium: Browser, monkeypatch: pytest.MonkeyPatch) -> Iterator[Show]:
    """Give a function that shows a board; at the end none of the pages may have had an error."""
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")
    hosts: list[Host] = []
    context = chromium.new_context(viewport={"width": 1000, "height": 900}, reduced_motion="reduce")

    def shown(*what: Any, ground: str = "white", **how: Any) -> Host:
        hosts.append(Host(context.new_page(), parlour.board(*what, **how), ground))
        return hosts[-1]

    yield shown
    context.close()
    assert [problem for host in hosts for problem in host.problems] == []


def begun(moves: str) -> parlour.Match:
    """Return a match in which little is left to think about."""
    match = parlour.Match("tic_tac_toe", 3)
    for move in moves.split():
        match.play(move)
    return match


def test_a_match_is_played_by_mouse_with_the_thinking_beside_it(show: Show) -> None:
    host = show(begun("b2 a1 c1 a3"), "random")
    page = host.page
    host.until(lambda: page.locator(".verdict-move").count() == 1)
    best = page.locator(".verdict-move").inner_text()
    assert best in host.board.match.legal()
    page.locator("button.candidate").first.hover()
    host.until(lambda: page.locator(".picture .shown").count() == 1)
    page.locator(f'button[data-part="{best}"]').click()
    host.until(lambda: host.board.match.ply >= 6 and host.ready())
    assert page.get_by_test_id("told").inner_text().split("\n")[-2] == f"You play {best}"
    page.get_by_test_id("undo").click()
    host.until(lambda: host.board.match.ply == 4 and host.ready())
    while not host.board.match.over:
        ply = host.board.match.ply
        page.locator("button[data-part]").first.click()
        host.until(lambda ply=ply: host.board.match.ply > ply and host.ready())
    assert page.get_by_test_id("status").inner_text() in ("You win.", "O wins.", "A draw.")
    page.get_by_test_id("rematch").click()
    host.until(lambda: not host.board.match.over and host.ready())


def test_keys_alone_play_a_move_and_what_cannot_be_played_is_said(show: Show) -> None:
    host = show("tic_tac_toe", "random", thinking=False)
    page = host.page
    assert page.locator(".thinking").count() == 0
    page.locator('button[data-part="a3"]').focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    host.until(lambda: host.board.match.ply >= 2 and host.ready())
    assert host.board.match.moves()[0] == "b2"
    page.get_by_test_id("type-move").fill("b2")
    page.keyboard.press("Enter")
    host.until(lambda: page.locator("[role=alert]").count() == 1)
    assert "b2" in page.locator("[role=alert]").inner_text()
    page.get_by_test_id("type-move").fill(host.board.match.legal()[0])
    page.keyboard.press("Enter")
    host.until(
        lambda: host.board.match.ply >= 3 and host.ready() and not page.locator("[role=alert]").count()
    )


def test_the_line_of_a_candidate_is_shown_on_the_board(show: Show) -> None:
    host = show(begun("b2 a1 c1 a3"), "random")
    page = host.page
    host.until(lambda: page.locator(".candidates ol button").count() > 1)
    before = page.locator(".picture").first.inner_html()
    page.locator(".candidates ol button").nth(1).hover()
    host.until(lambda: page.locator(".picture").first.inner_html() != before)
    page.locator(".candidates ol button").nth(1).dispatch_event("mouseleave")
    host.until(lambda: page.locator(".picture").first.inner_html() == before)


def test_moves_that_are_no_part_of_the_board_are_buttons(show: Show) -> None:
    host = show("kuhn_poker", "easy", seed=5)
    host.page.get_by_test_id("move-bet").click()
    host.until(lambda: host.board.match.over and host.ready())
    assert host.page.locator(".return").count() == 2


def test_the_cell_and_the_notebook_leave_each_other_alone(show: Show) -> None:
    light, dark = (
        show("tic_tac_toe", "random", thinking=False, ground=each) for each in ("white", "#111111")
    )
    for host, theme in ((light, "light"), (dark, "dark")):
        page = host.page
        host.until(lambda page=page, theme=theme: page.locator(f'[data-theme="{theme}"]').count() == 1)
        colour = "element => getComputedStyle(element).backgroundColor"
        assert page.get_by_test_id("undo").evaluate(colour) != "rgb(255, 105, 180)"
        assert page.evaluate("getComputedStyle(document.body).fontFamily") == "serif"
        assert page.evaluate("document.title") == "Notebook"
    assert light.page.evaluate("window.listeners()") == 1
    light.page.evaluate("window.unshow()")
    left = "window.listeners() + document.querySelectorAll('#cell *').length"
    light.until(lambda: light.page.evaluate(left) == 0)


def test_cards_are_as_large_as_on_the_page(show: Show) -> None:
    host = show("kuhn_poker", "random", thinking=False)
    assert host.page.locator(".card").first.bounding_box()["width"] >= 40  # type: ignore[index]


@pytest.mark.parametrize("ground", ["white", "#111111"])
def test_axe_finds_nothing_serious(show: Show, ground: str) -> None:
    host = show(begun("b2 a1 c1 a3"), "random", ground=ground)
    page = host.page
    host.until(lambda: page.locator(".verdict-move").count() == 1)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("async () => (await axe.run('#cell', { resultTypes: ['violations'] })).violations")
    grave = [each for each in found if each["impact"] in ("serious", "critical")]
    assert [(each["id"], node["html"]) for each in grave for node in each["nodes"]] == []


def test_what_is_typed_into_the_cell_is_not_heard_by_the_notebook(show: Show) -> None:
    host = show("tic_tac_toe", "random", thinking=False)
    host.page.evaluate(
        "() => { window.keys = 0; document.addEventListener('keydown', () => { window.keys += 1; }); }"
    )
    host.page.get_by_test_id("type-move").press_sequentially("dd")
    assert host.page.evaluate("window.keys") == 0
