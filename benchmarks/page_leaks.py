"""Show a browser the same match in pairs of worlds that look alike to a seat: the page is the same bytes.

    python benchmarks/page_leaks.py --pairs 20 [--games hearts,holdem]

A pair (`alike.py`) is two matches under one name in which a seat, or a spectator, has seen the same; what it
has not, the seed and the secret options differ. Each is put on a table of a server in this process and
opened in Chromium. Compared are the whole document with its address and title, the values in its fields, what
it keeps in the browser, and every frame of its socket; none may hold the seed or a secret option.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from playwright.sync_api import Browser, Page

sys.path += [str(Path(__file__).parents[1] / folder) for folder in ("tools", "tests/server")]
from serving import Serving, quick_folder, serving

from alike import ID, TOKEN, Pair, pairs, seed_of
from browser import launched
from parlour import game
from parlour.core.rules import NOBODY
from parlour.server.asking import SEAT_COOKIE
from parlour.server.settings import Settings
from server_leaks import OPTIONS, read_command, reported

STEP = 7  # of so many pairs one is shown: neighbours differ by a move
PATIENCE = 60_000  # milliseconds
SEEN = """() => {
  const fields = [...document.querySelectorAll("input, select, textarea")].map((e) => e.value);
  const page = document.documentElement.outerHTML;
  const kept = [{...localStorage}, {...sessionStorage}];
  return JSON.stringify([location.href, document.title, page, fields, kept]);
}"""
SECRETS = (str(seed_of(0)), str(seed_of(1)), "secret 0", "secret 1")


@dataclass
class Tally:
    """What was compared, and what differed."""

    pairs: int = 0
    characters: int = 0
    differences: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def __str__(self) -> str:
        return (
            f"{self.pairs:5} pairs {self.characters:12,} characters {len(self.differences):4} differences "
            f"{self.seconds:6.1f} s"
        )


@contextmanager
def still(site: Serving) -> Iterator[None]:
    """Keep machines from moving: each would play on in its own world."""
    site.house.wake = lambda table: None
    try:
        yield
    finally:
        del site.house.wake


def shown(page: Page, site: Serving, pair: Pair, which: int) -> list[str]:
    """Open one of the worlds; return the page and what came over its socket."""
    frames: list[str] = []
    page.once("websocket", lambda line: line.on("framereceived", lambda text: frames.append(str(text))))
    table = site.house.tables[ID] = pair.table(which, alone=pair.number % 2 == 1)
    page.goto(f"/match/{ID}")
    page.wait_for_selector(f"[data-ply='{table.match.view(pair.seat).ply}']", timeout=PATIENCE)
    page.wait_for_load_state("networkidle")  # earlier moves and sentences are asked for, too
    page.evaluate("() => new Promise((then) => requestAnimationFrame(() => setTimeout(then)))")
    return [str(page.evaluate(SEEN)), *frames]


def compare(browser: Browser, site: Serving, name: str, most: int, seed: int = 1) -> Tally:
    """Compare the page in so many pairs of a game."""
    it, tally, began = game(name, **OPTIONS.get(name, {})), Tally(), time.perf_counter()
    root = f"http://127.0.0.1:{site.port}"
    with still(site):
        for pair in islice(pairs(it, seed), 0, most * STEP, STEP):
            context = browser.new_context(base_url=root, reduced_motion="reduce")
            if pair.seat != NOBODY:
                at = f"{root}/api/v1/matches/{ID}"
                context.add_cookies([{"name": SEAT_COOKIE, "value": TOKEN, "url": at}])
            page = context.new_page()
            first, second = shown(page, site, pair, 0), shown(page, site, pair, 1)
            context.close()
            tally.pairs += 1
            tally.characters += sum(map(len, first))
            tally.differences += _differences(pair, first, second)
    site.house.tables.pop(ID, None)
    tally.seconds = time.perf_counter() - began
    return tally


def _differences(pair: Pair, first: list[str], second: list[str]) -> list[str]:
    found = []
    for one, other in zip(first, second, strict=True):
        if one != other:
            at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
            found.append(f"seat {pair.seat}: ...{one[max(0, at - 60) : at + 60]} / ...{other[at : at + 60]}")
        if any(secret in text for secret in SECRETS for text in (one, other)):
            found.append(f"seat {pair.seat}: a seed or a secret option is told")
    return found


def _settings(folder: str) -> Settings:
    return Settings(database=f"{folder}/games.db", rate=1e9)


def main() -> int:
    """Compare what the page shows."""
    given = read_command(__doc__, 20)
    os.environ["PARLOUR_BACKEND"] = "interpreted"
    with quick_folder() as folder, launched() as browser, serving(_settings(folder)) as site:
        return reported(given, lambda name: compare(browser, site, name, given.pairs, given.seed))


if __name__ == "__main__":
    raise SystemExit(main())
