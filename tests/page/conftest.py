"""A browser, a server with quick engines, and people: whatever their pages complain of fails the test."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from browser import NoBrowser, launched
from parlour.core import registry
from parlour.server.settings import Settings

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
sys.path.append(str(HERE.parent / "server"))
from serving import Serving, quick_folder, serving  # noqa: E402

SHOTS = ROOT / "build" / "screenshots"
OWN_GAMES = (str(ROOT / "docs/examples/pig.py"), str(HERE / "one_trick.py"))
PATIENCE = 45_000  # milliseconds: the machine may be busy with other tests
WIDE = {"width": 1280, "height": 900}
expect.set_options(timeout=PATIENCE)  # what is expected waits no shorter than what is done


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """Start the browser, once for all tests of the page."""
    try:
        with launched() as browser:
            yield browser
    except NoBrowser as problem:
        pytest.fail(str(problem), pytrace=False)


@pytest.fixture(scope="package")
def site() -> Iterator[Serving]:
    """Serve the page, with two games of a user's own."""
    with pytest.MonkeyPatch.context() as patch, quick_folder() as folder:
        patch.setenv("PARLOUR_BACKEND", "interpreted")
        patch.setattr(registry, "_loaded", {})
        patch.setattr(registry, "_kinds", {})
        settings = Settings(database=f"{folder}/games.db", rate=1e9, load=OWN_GAMES)
        with serving(settings) as it:
            yield it


class Visitors:
    """People with a browser each; what their pages complain of is kept."""

    def __init__(self, chromium: Browser, root: str) -> None:
        self.chromium, self.root = chromium, root
        self.pages: list[Page] = []
        self.problems: list[str] = []
        self.expected: list[str] = []  # patterns of what a test brings about on purpose

    def __call__(self, **how: Any) -> Page:
        """Let somebody new come; `how` is what `new_context` takes."""
        how = {"viewport": WIDE, "reduced_motion": "reduce", "base_url": self.root} | how
        context = self.chromium.new_context(**how)
        context.set_default_timeout(PATIENCE)
        context.on("console", lambda said: said.type == "error" and self._hear(said.text))
        context.on("weberror", lambda error: self._hear(str(error.error)))
        return self.tab(context)

    def tab(self, context: BrowserContext) -> Page:
        """Open another tab of the same person."""
        page = context.new_page()
        self.pages.append(page)
        return page

    def _hear(self, text: str) -> None:
        self.problems.append(text)

    def unexpected(self) -> list[str]:
        """List what no test has asked for."""
        return [text for text in self.problems if not any(re.search(p, text) for p in self.expected)]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    """Remember that a test failed, for the picture of what its page looked like."""
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


FAILED = pytest.StashKey[bool]()


@pytest.fixture
def visitors(chromium: Browser, site: Serving, request: pytest.FixtureRequest) -> Iterator[Visitors]:
    """Let people come; at the end none of their pages may have had an error."""
    it = Visitors(chromium, f"http://127.0.0.1:{site.port}")
    yield it
    failed = request.node.stash.get(FAILED, False)
    for number, page in enumerate(it.pages):
        if failed and not page.is_closed():
            name = re.sub(r"\W+", "-", request.node.name)
            page.screenshot(path=SHOTS / f"failed-{name}-{number}.png")
    for context in {page.context for page in it.pages}:
        context.close()
    assert it.unexpected() == []


@pytest.fixture
def page(visitors: Visitors) -> Page:
    """Let one person come."""
    return visitors()


Open = Callable[..., str]


@pytest.fixture
def open_match() -> Open:
    """Give a function that opens a match for somebody and goes there; it returns the match's name."""

    def opened(page: Page, game: str, seats: list[str], **more: Any) -> str:
        answer = page.request.post("/api/v1/matches", data={"game": game, "seats": seats, **more})
        assert answer.status == 201, answer.text()
        match = str(answer.json()["match"])
        page.goto(f"/match/{match}")
        return match

    return opened


@pytest.fixture
def shot() -> Callable[[Page, str], None]:
    """Give a function that keeps what a page looks like in build/screenshots."""

    def kept(page: Page, name: str) -> None:
        os.makedirs(SHOTS, exist_ok=True)
        page.screenshot(path=SHOTS / f"{name}.png")

    return kept
