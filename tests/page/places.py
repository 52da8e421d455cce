"""Every address of the page, and when it has shown what it has to show."""

from __future__ import annotations

from playwright.sync_api import Page

# MATCH is one that is being played, OVER one that is over, OPEN one with a seat to take
PLACES = (
    "/", "/new/connect_four", "/new/holdem", "/match/MATCH", "/match/OVER", "/join/OPEN", "/review/OVER",
    "/study", "/study/connect_four", "/puzzles", "/puzzles/connect_four", "/train/blackjack", "/me",
    "/events", "/settings",
)  # fmt: skip
SHOWN = """() => document.querySelector("main h1")
  && !document.querySelector("main .spinner, main [aria-busy='true']")"""


def made(page: Page, game: str, seats: list[str], **more: object) -> dict[str, object]:
    """Open a match, as the page itself would."""
    answer = page.request.post("/api/v1/matches", data={"game": game, "seats": seats, **more})
    assert answer.status == 201, answer.text()
    return dict(answer.json())


def visit(page: Page, place: str) -> None:
    """Go to one of the places, with the match it needs."""
    if place.endswith("/MATCH"):
        place = place.replace("MATCH", str(made(page, "connect_four", ["me", "random"])["match"]))
    elif place.endswith("/OPEN"):
        opened = made(page, "connect_four", ["me", "open"])
        place = str(opened["invitations"][0]["url"])  # type: ignore[index]
        page.context.clear_cookies()
    elif place.endswith("/OVER"):
        match = str(made(page, "tic_tac_toe", ["me", "random"])["match"])
        page.request.post(f"/api/v1/matches/{match}/moves", data={"move": "b2"})
        page.request.post(f"/api/v1/matches/{match}/resign", data={})
        place = place.replace("OVER", match)
    page.goto(place)
    page.wait_for_function(SHOWN)
