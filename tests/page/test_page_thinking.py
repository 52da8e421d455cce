"""The thinking beside a board and the review after a game, in a browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from page.conftest import PATIENCE, Open


def thinking(page: Page) -> None:
    """Open the panel, and wait until the thinking has come to its end."""
    page.get_by_role("button", name="Thinking", exact=True).click()
    settled(page)


def settled(page: Page) -> None:
    """Wait for the end of the thinking."""
    expect(page.locator(".verdict [role=status]")).not_to_have_text("still thinking…", timeout=PATIENCE)


def test_the_thinking_is_shut_until_it_is_opened_and_stays_as_it_was_left(
    page: Page, open_match: Open
) -> None:
    open_match(page, "nim", ["me", "expert"])
    expect(page.get_by_role("button", name="Thinking", exact=True)).to_have_attribute(
        "aria-expanded", "false"
    )
    thinking(page)
    best = page.locator(".candidates > .chosen .candidate")
    expect(best).to_contain_text("wins")
    expect(page.locator(".exhibit figcaption")).to_have_text(
        "The heaps in binary, and their sum without carry"
    )
    expect(page.locator(".exhibit .picture")).to_contain_text("nim-sum")
    best.hover()
    expect(page.locator(".stage .shown").first).to_be_visible()
    page.reload()
    settled(page)
    expect(best).to_contain_text("wins")
    page.get_by_role("button", name="Thinking", exact=True).click()
    expect(page.locator(".candidates")).to_have_count(0)


def test_a_line_is_shown_on_the_board_while_it_is_pointed_at(page: Page, open_match: Open) -> None:
    open_match(page, "tic_tac_toe", ["me", "me"])
    thinking(page)
    noughts = page.locator(".stage .picture .cell.t-second")
    expect(noughts).to_have_count(0)
    page.locator(".line-step").first.hover()
    expect(noughts).to_have_count(1, timeout=PATIENCE)
    page.mouse.move(1, 1)
    expect(noughts).to_have_count(0)


def test_a_mixed_strategy_is_a_pie(page: Page, open_match: Open) -> None:
    open_match(page, "rock_paper_scissors", ["me", "easy"])
    thinking(page)
    expect(page.locator(".pie path.slice")).to_have_count(3)
    expect(page.locator(".pie .legend li").first).to_contain_text("33.3 %")


@pytest.mark.parametrize("width", [1280, 360])
def test_a_review_tells_what_cost_most_and_lets_it_be_played_on(
    page: Page, open_match: Open, width: int
) -> None:
    match = open_match(page, "nim", ["me", "me"], options={"heaps": [1, 2]})
    for move in ("2:2", "1:1"):
        page.request.post(f"/api/v1/matches/{match}/moves", data={"move": move})
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"/review/{match}")
    expect(page.locator(".accuracy li")).to_have_count(2, timeout=PATIENCE)
    page.get_by_role("button", name=re.compile("played 2:2")).click()
    expect(page.locator(".review .notice")).to_contain_text("Better was 2:1")
    expect(page.locator(".stage .shown").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    with page.expect_download() as painted:
        page.get_by_test_id("png").click()
    assert painted.value.suggested_filename == "nim-0.png"
    page.get_by_test_id("what-if").click()
    expect(page).to_have_url(re.compile("/match/"))
    assert not page.url.endswith(match)
    expect(page.get_by_test_id("match")).to_have_attribute("data-seat", "0")


def test_a_review_shows_how_far_it_is(page: Page, open_match: Open) -> None:
    match = open_match(page, "nim", ["me", "me"], options={"heaps": [1, 2]})
    page.request.post(f"/api/v1/matches/{match}/resign", data={})
    so_far = '{"judged": 3, "of": 8, "done": false}\n'
    page.route("**/review", lambda route: route.fulfill(content_type="application/x-ndjson", body=so_far))
    page.goto(f"/review/{match}")
    expect(page.get_by_test_id("judged")).to_have_js_property("position", 3 / 8)
    expect(page.get_by_text("3 of 8 moves")).to_be_visible()


def test_a_match_that_goes_on_is_not_reviewed(page: Page, open_match: Open) -> None:
    match = open_match(page, "nim", ["me", "me"])
    page.goto(f"/review/{match}")
    expect(page.locator(".panel")).to_contain_text("still going on")
