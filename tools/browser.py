"""Find a browser for the tests of the page, and start it: `python tools/browser.py` says which, or why none.

A Chromium of the system is taken first, then the one that `playwright install chromium` has fetched.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Error, Playwright, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
# A container has neither a sandbox of its own nor much shared memory; a screen is not needed.
SWITCHES = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
HELP = "no browser for the tests of the page; install chromium, or run: .venv/bin/playwright install chromium"


class NoBrowser(Exception):
    """There is no browser that starts."""


def _paths(play: Playwright) -> list[str]:
    """List the browsers that are there, the system's own first."""
    system = [path for path in map(shutil.which, NAMES) if path]
    own = play.chromium.executable_path
    return [*system, own] if os.access(own, os.X_OK) else system


def _start(play: Playwright, switches: list[str]) -> Browser:
    """Start the first browser that will."""
    problems = [HELP]
    for path in _paths(play):
        try:
            return play.chromium.launch(executable_path=path, args=switches)
        except Error as error:
            problems.append(f"{path} does not start: {error.message.splitlines()[0]}")
    raise NoBrowser("\n".join(problems))


@contextmanager
def launched(*more: str) -> Iterator[Browser]:
    """Start a browser; there is none left afterwards."""
    with sync_playwright() as play:
        browser = _start(play, [*SWITCHES, *more])
        try:
            yield browser
        finally:
            browser.close()


def main() -> int:
    """Print which browser there is."""
    try:
        with launched() as browser:
            print(f"Chromium {browser.version}")
    except NoBrowser as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
