"""Two people over a link, and a match that outlives a reload, a lost connection and the server itself."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from page.driver import Player
from served import Served

NET = r"WebSocket connection|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|Failed to load resource"


def finish(*players: Player) -> None:
    """Let people play in turn until it is over for all of them."""
    for _ in range(100):
        if not [player for player in players if player.touch()]:
            return
    raise AssertionError("no end")


def over(page: Page) -> None:
    """Expect that the match is over, and its result told."""
    expect(page.locator("[data-over='true']")).to_be_visible()
    expect(page.get_by_test_id("result")).not_to_be_empty()


def sit_down(page: Page, name: str, game: str, other: str) -> None:
    """Choose a game in the lobby and somebody to play with, and begin."""
    page.goto("/")
    page.get_by_test_id(f"game-{game}").click()
    page.get_by_label("Your name").fill(name)
    page.get_by_test_id("seat-1").select_option(other)
    page.get_by_test_id("begin").click()
    expect(page.get_by_test_id("match")).to_be_visible()


def test_two_people_play_over_a_link(visitors):
    ann, ben = visitors(), visitors()
    sit_down(ann, "Ann", "tic_tac_toe", "open")
    ben.goto(ann.get_by_test_id("invitation").input_value())
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_test_id("join").click()
    expect(ann.get_by_text("Ben").first).to_be_visible()
    finish(Player(ann, 1), Player(ben, 2))
    over(ann)
    over(ben)


TRICKS = """() => {
  const stage = document.querySelector("[data-testid='stage']");
  window.moments = [];
  new MutationObserver(() => {
    if (stage.dataset.moment === "true") window.moments.push(stage.innerText);
  }).observe(stage, { attributes: true, attributeFilter: ["data-moment"] });
}"""


def test_a_trick_is_seen_before_it_is_taken_away(visitors, open_match):
    ann = visitors(reduced_motion="no-preference")
    open_match(ann, "hearts", ["me", "random", "random", "random"], options={"pass_cards": False})
    player = Player(ann)
    player.look()
    ann.evaluate(TRICKS)
    for _ in range(2):  # a card of hers in each trick
        assert player.touch()
    ann.wait_for_function("() => window.moments.length")
    assert "trick 1 of 13 goes to" in ann.evaluate("() => window.moments[0]")
    expect(ann.locator("[data-moment='false']")).to_be_visible()


def test_somebody_else_only_watches(visitors, open_match):
    ann, eve = visitors(), visitors()
    match = open_match(ann, "tic_tac_toe", ["me", "random"])
    eve.goto(f"/match/{match}")
    player = Player(ann)
    assert player.touch()
    expect(eve.locator("[data-ply='2']")).to_be_visible()
    assert eve.locator("button[data-part]").count() == 0
    player.play()
    over(eve)


def test_a_reload_changes_nothing(page, open_match):
    open_match(page, "connect_four", ["me", "random"])
    player = Player(page)
    for _ in range(3):
        assert player.touch()
    player.look()
    before = page.locator("[data-over]").get_attribute("data-ply")
    page.reload()
    expect(page.locator(f"[data-ply='{before}']")).to_be_visible()
    player = Player(page)
    player.play()
    over(page)


def test_a_match_goes_on_in_another_tab(page, visitors):
    sit_down(page, "Cleo", "tic_tac_toe", "easy")
    player = Player(page)
    assert player.touch()
    player.look()
    other = visitors.tab(page.context)
    other.goto("/")
    other.locator("a[href^='/match/']").first.click()
    Player(other).play()
    over(other)
    over(page)


@pytest.mark.parametrize("game", ["tic_tac_toe", "one_trick"])
def test_a_lost_connection_comes_back(visitors, open_match, game):
    visitors.expected.append(NET)
    page = visitors()
    open_match(page, game, ["me", "random"])
    player = Player(page)
    player.look()
    page.context.set_offline(True)
    expect(page.get_by_text("connection lost", exact=False)).to_be_visible()
    assert player.touch()  # it waits on the page, and is played when the line is there again
    page.context.set_offline(False)
    player.play()
    over(page)
    expect(page.get_by_text("connection lost", exact=False)).to_be_hidden()


def test_the_server_is_killed_and_comes_back(visitors, tmp_path):
    served = Served(str(tmp_path / "games.db"), tmp_path)
    visitors.expected.append(NET)
    try:
        served.start()
        page = visitors(base_url=f"http://127.0.0.1:{served.port}")
        made = page.request.post("/api/v1/matches", data={"game": "connect_four", "seats": ["me", "random"]})
        page.goto(f"/match/{made.json()['match']}")
        player = Player(page)
        for _ in range(2):
            assert player.touch()
        player.look()
        served.kill()
        expect(page.get_by_text("connection lost", exact=False)).to_be_visible()
        assert player.touch()
        served.start()
        player.play()
        over(page)
    finally:
        served.stop()


def test_a_fleet_is_placed_by_one_button(visitors, open_match, shot):
    ann = visitors()
    open_match(ann, "battleship", ["me", "random"])
    ann.get_by_test_id("move-random fleet").click()
    expect(ann.get_by_test_id("move-random fleet")).to_have_count(0)
    expect(ann.get_by_test_id("match")).to_have_attribute("data-mine", "true")
    shot(ann, "battleship-fleet")
