"""Draw the page for the README: `python tools/page_shots.py [--to docs/images]` writes four pictures of it.

A board with its thinking, Hearts with what is believed of the hands, a game that is reviewed, and the lobby
on a telephone; each from a server of this folder with fixed seeds, in Chromium.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[1]
sys.path += [str(ROOT / "tests")]
from browser import launched  # noqa: E402
from served import Served  # noqa: E402

PATIENCE = 300_000  # milliseconds: what thinks may first have to be compiled
WIDE, PHONE = {"width": 1280, "height": 960}, {"width": 390, "height": 844}
TALL = {"width": 1280, "height": 2000}
TRIES = 20
TRICKS = 7  # of Hearts, until much is known of the hands
STILL = "() => !/thinking…/i.test(document.querySelector('.thinking-body').innerText)"


def visitor(browser: Browser, root: str, size: dict[str, int] = WIDE) -> Page:
    """Let somebody come who has everything still."""
    context = browser.new_context(base_url=root, viewport=size, reduced_motion="reduce")  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE)
    return context.new_page()


def opened(page: Page, **asked: Any) -> str:
    """Open a match."""
    made = page.request.post("/api/v1/matches", data=asked)
    assert made.status == 201, made.text()
    return str(made.json()["match"])


def played(page: Page, match: str, moves: list[str]) -> None:
    """Play moves there, whoever's turn it is."""
    for move in moves:
        done = page.request.post(f"/api/v1/matches/{match}/moves", data={"move": move})
        assert done.status == 200, done.text()


def thinking(page: Page, match: str) -> None:
    """Go to a match and let the thinking be told to its end."""
    page.goto(f"/match/{match}")
    page.wait_for_selector("[data-mine='true']")
    page.locator(".thinking-toggle").click()
    for _ in range(TRIES):
        page.wait_for_selector(".thinking-body :is(.track, .problem)")
        page.wait_for_function(STILL)
        if not page.locator(".thinking-body .problem").count():
            break
        page.reload()  # it took too long because it was compiled meanwhile
    page.wait_for_load_state("networkidle")


def board(page: Page) -> None:
    """A board with its thinking beside it."""
    match = opened(page, game="connect_four", seats=["me", "me"], seed=1)
    played(page, match, ["4", "4", "3"])
    thinking(page, match)


def hearts(page: Page) -> None:
    """Hearts with what is believed of the other hands, after some tricks."""
    seats, options = ["me", "easy", "easy", "easy"], {"passing": "hold"}
    match = opened(page, game="hearts", seats=seats, seed=3, options=options)
    page.goto(f"/match/{match}")
    before = ""
    for _ in range(TRICKS):
        at = page.locator(f"[data-mine='true']:not([data-ply='{before}'])")
        before = at.get_attribute("data-ply") or ""
        page.locator("button[data-part]").first.click()
    thinking(page, match)


def review(page: Page) -> None:
    """The graph of a game that is over."""
    match = opened(page, game="connect_four", seats=["me", "me"], seed=1)
    played(page, match, list("444356332522615566"))
    page.request.post(f"/api/v1/matches/{match}/resign", data={"seat": 0})
    page.goto(f"/review/{match}")
    page.wait_for_selector("article.review")
    page.wait_for_load_state("networkidle")


def lobby(page: Page) -> None:
    """The games, on a telephone."""
    page.goto("/")
    page.wait_for_selector("[data-testid^=game-]")
    page.wait_for_load_state("networkidle")


SHOTS = {
    "page_board": (board, WIDE),
    "page_hearts": (hearts, TALL),
    "page_review": (review, WIDE),
    "page_lobby": (lobby, PHONE),
}


def main() -> int:
    """Write the pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--to", type=Path, default=ROOT / "docs" / "images")
    parser.add_argument("--only", default="", help="the name of one of them")
    given = parser.parse_args()
    given.to.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, launched() as browser:
        served = Served(f"{folder}/games.db", Path(folder), backend="")
        served.start()
        try:
            for name, (draw, size) in SHOTS.items():
                if given.only in ("", name):
                    page = visitor(browser, f"http://127.0.0.1:{served.port}", size)
                    draw(page)
                    page.screenshot(path=given.to / f"{name}.png")
                    page.context.close()
                    print(given.to / f"{name}.png", flush=True)
        finally:
            served.stop()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
