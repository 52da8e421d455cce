"""Me and events: what a player has done is found, plotted, taken along and deleted; an event grows."""

from __future__ import annotations

import asyncio
import json
from threading import Event
from typing import Any

import pytest

from page.looks import too_wide, violations_by_theme
from parlour.arena import run


def played(page: Any) -> None:
    """Lose some matches and leave one; the player of the cookie is the one who plays."""
    for level in ("easy", "easy", "hard"):
        made = page.request.post("/api/v1/matches", data={"game": "nim", "seats": ["me", level]}).json()
        page.request.post(f"/api/v1/matches/{made['match']}/resign", data={})
    page.request.post("/api/v1/matches", data={"game": "tic_tac_toe", "seats": ["me", "random"]})


@pytest.fixture
def me(page: Any) -> Any:
    """Give the page of somebody who has a name and a past."""
    page.goto("/me")
    page.get_by_label("Name").fill("Ada of Me")
    page.get_by_role("button", name="Begin").click()
    page.get_by_text("here since").wait_for()
    played(page)
    page.reload()
    page.locator(".matches tbody tr").first.wait_for()
    yield page
    page.request.delete("/api/v1/players/me")


def test_a_player_sees_its_statistics_and_finds_its_matches(me):
    me.locator(".by-game tbody tr").wait_for()
    assert me.locator(".by-game tbody tr").inner_text().split()[0] == "Nim"
    assert me.locator("[data-figures=nim] .plot polyline").count() == 3
    assert me.locator(".matches tbody tr").count() == 4
    me.get_by_label("Result", exact=True).select_option("lost")
    me.locator(".matches tbody tr:nth-child(4)").wait_for(state="detached")
    assert me.url.endswith("/me?result=lost")
    assert me.get_by_role("link", name="Review").count() == 3
    me.get_by_label("Game", exact=True).select_option("tic_tac_toe")
    me.get_by_text("0 matches").wait_for()
    me.get_by_role("button", name="Show all").click()
    me.get_by_label("To", exact=True).fill("2001-01-01")
    me.get_by_text("0 matches").wait_for()
    me.reload()
    me.get_by_text("0 matches").wait_for()
    me.get_by_role("button", name="Show all").click()
    me.get_by_role("link", name="Continue").click()
    me.wait_for_url("**/match/*")


def test_everybody_can_use_it(me):
    me.locator(".by-game tbody tr").wait_for()
    assert "\n".join(violations_by_theme(me)) == ""
    assert "\n".join(too_wide(me)) == ""


def test_a_player_is_renamed_takes_its_matches_along_and_leaves(me):
    me.get_by_label("Name").fill("Ada the Second")
    me.get_by_role("button", name="Change").click()
    me.get_by_role("heading", name="Ada the Second").wait_for()
    me.get_by_role("button", name="Delete this match of Tic-Tac-Toe").click()
    me.get_by_role("button", name="Delete for good").click()
    me.get_by_text("3 matches", exact=True).wait_for()
    with me.expect_download() as download:
        me.get_by_role("link", name="Download my matches").click()
    lines = [json.loads(line) for line in download.value.path().read_text().splitlines()]
    assert lines[0]["player"]["name"] == "Ada the Second"
    assert [line["record"]["game"] for line in lines[1:]] == ["nim"] * 3
    me.get_by_role("button", name="Delete me").click()
    me.locator("dialog").get_by_role("button", name="Delete me").click()
    me.get_by_role("button", name="Begin").wait_for()
    assert me.request.get("/api/v1/players/me").status == 401


class Halting:
    """Plays an event at once, and tells half of it until it may go on."""

    def __init__(self) -> None:
        self.go_on = Event()

    async def run(self, what: dict[str, Any], progress: Any, sofar: Any) -> dict[str, Any]:
        """Tell a table after half of the matches, and in the end the whole one."""
        tables: list[dict[str, Any]] = []
        found = await asyncio.to_thread(
            lambda: run(
                what["game"],
                what["specs"],
                games=what["games"],
                seed=what["seed"],
                sofar=lambda result: tables.append(result().to_json()),
            )
        )
        for share in (3, 2):
            progress(len(tables) // share, len(tables))
            sofar(tables[len(tables) // share])
        while not self.go_on.is_set():
            await asyncio.sleep(0.02)
        progress(len(tables), len(tables))
        return found.to_json()


def test_an_event_is_run_and_its_table_grows(page, visitors, site, monkeypatch):
    visitors.expected.append("404")  # for a strategy that there is not
    runner = Halting()
    monkeypatch.setattr(site.app.state.events, "_runner", runner)
    page.goto("/events")
    page.get_by_label("Game", exact=True).select_option("nim")
    page.get_by_label("Games each pairing").fill("20")
    page.get_by_label("Strategy 2").fill("nobody")
    page.get_by_role("button", name="Run it").click()
    page.get_by_role("alert").get_by_text("nobody").wait_for()
    page.get_by_label("Strategy 2").fill("random")
    page.get_by_role("button", name="Add another").click()
    page.get_by_label("Strategy 3").fill("first")
    page.get_by_role("button", name="Leave first out").click()
    page.get_by_role("button", name="Run it").click()
    page.get_by_text("10 of 20 matches").wait_for()
    assert page.locator(".standings tbody tr").count() == 2
    assert page.locator(".plot polyline").count() == 2
    assert "\n".join(violations_by_theme(page)) == ""
    assert "\n".join(too_wide(page)) == ""
    runner.go_on.set()
    page.locator("[data-state=finished]").wait_for()
    assert page.locator("[data-spec=easy] .number").all_inner_texts()[5] == "20"
    assert "is stronger than" in page.locator(".pairs").inner_text()
    page.get_by_role("link", name="All events").click()
    page.locator(".event-list").get_by_text("easy · random").wait_for()
