"""Audit the page as a browser sees it, and print a table: `python tools/page_audit.py [--runs 5]`.

Measured in Chromium against a server of this folder: the weight of the lobby as it is sent, its paints, its
blocked time and shifts; how soon a move shows on the own board; frames a second while a board of 15 x 15
changes; axe-core's findings; and what audits of best practices ask for. `*` marks what misses its goal; the
exit status then is 1.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[1]
sys.path += [str(ROOT / "tests")]
from browser import launched  # noqa: E402
from page.looks import violations  # noqa: E402
from page.places import PLACES, visit  # noqa: E402
from served import Served  # noqa: E402

PATIENCE = 300_000  # milliseconds: what thinks may first have to be compiled
FRAMES = 90  # in which the speed of drawing is measured
PAINTS = """() => new Promise((then) => {
  const told = { shift: 0, largest: 0, blocked: 0 };
  const watch = (type, heard) => new PerformanceObserver((list) => list.getEntries().forEach(heard))
    .observe({ type, buffered: true });
  watch("layout-shift", (it) => { if (!it.hadRecentInput) told.shift += it.value; });
  watch("largest-contentful-paint", (it) => { told.largest = it.startTime; });
  watch("longtask", (it) => { told.blocked += Math.max(0, it.duration - 50); });
  setTimeout(() => {
    told.first = performance.getEntriesByName("first-contentful-paint")[0].startTime;
    then(told);
  }, 300);
})"""
WEIGHT = """() => {
  const all = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
  const sum = (some) => some.reduce((total, it) => total + it.encodedBodySize / 1024, 0);
  const data = all.filter((it) => it.name.includes("/api/"));
  return { data: sum(data), files: sum(all) - sum(data), requests: all.length };
}"""
# From the press of the button to the first frame in which the board differs.
LATENCY = """(name) => new Promise((then) => {
  const stage = document.querySelector("[data-testid='stage']");
  const button = stage.querySelector(`button[data-part='${name}']`);
  const began = performance.now();
  const drawn = () => requestAnimationFrame(() => then(performance.now() - began));
  const watch = new MutationObserver(() => { watch.disconnect(); drawn(); });
  watch.observe(stage, { subtree: true, childList: true, attributes: true, characterData: true });
  button.click();
})"""
SPEED = """(frames) => new Promise((then) => {
  const cells = [...document.querySelectorAll("[data-testid='stage'] button[data-part]")];
  const times = [];
  cells[0].click();
  const next = (now) => {
    times.push(now);
    if (times.length <= frames) return requestAnimationFrame(next);
    const steps = times.slice(1).map((time, at) => time - times[at]).sort((one, other) => one - other);
    then([1000 * frames / (times[frames] - times[0]), steps[Math.floor(0.95 * steps.length)]]);
  };
  requestAnimationFrame(next);
})"""
PRACTICES = """() => ({
  "a doctype": document.compatMode === "CSS1Compat",
  "a language": Boolean(document.documentElement.lang),
  "a title": Boolean(document.title),
  "a description": Boolean(document.querySelector("meta[name=description]")?.content),
  "a viewport": Boolean(document.querySelector("meta[name=viewport]")),
  "UTF-8": document.characterSet === "UTF-8",
  "no inline script": ![...document.scripts].some((it) => !it.src),
  "one h1": document.querySelectorAll("h1").length === 1,
  "links have names": ![...document.links].some((it) => !it.innerText.trim() && !it.ariaLabel),
})"""
PAINTED = (
    ("first", "first contentful paint, ms", 1000),
    ("largest", "largest contentful paint, ms", 2500),
    ("blocked", "blocked by long tasks, ms", 200),
    ("shift", "layout shift", 0.1),
)
HEADERS = {
    "content-security-policy": "default-src 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
}


class Table:
    """What was measured, and whether it is good enough."""

    def __init__(self) -> None:
        self.missed = 0

    def row(self, what: str, value: str, goal: str = "", good: bool = True) -> None:
        """Print a line."""
        self.missed += not good
        print(f"{'' if good else '*':1} {what:44} {value:>22}  {goal}", flush=True)


def loaded(browser: Browser, root: str) -> dict[str, float]:
    """Open the lobby for the first time; give its paints in milliseconds and its weight in kilobytes."""
    context = browser.new_context(base_url=root)
    page = context.new_page()
    page.goto("/", wait_until="networkidle")
    told = dict(page.evaluate(PAINTS)) | dict(page.evaluate(WEIGHT))
    context.close()
    return told


def opened(browser: Browser, root: str, game: str, **options: Any) -> Page:
    """Sit down at a game against a quick opponent."""
    page = browser.new_context(base_url=root).new_page()
    body = {"game": game, "seats": ["me", "random"], "options": options}
    made = page.request.post("/api/v1/matches", data=body)
    page.goto(f"/match/{made.json()['match']}")
    page.wait_for_selector("button[data-part]", timeout=60_000)
    return page


def performance(table: Table, browser: Browser, root: str, runs: int) -> None:
    """Measure what a visitor waits for."""
    told = [loaded(browser, root) for _ in range(runs)]
    usual = {name: median(each[name] for each in told) for name in told[0]}
    table.row("lobby: files, compressed", f"{usual['files']:.0f} KB")
    table.row("lobby: data, compressed", f"{usual['data']:.0f} KB")
    whole = usual["files"] + usual["data"]
    table.row(
        f"lobby: all of its {usual['requests']:.0f} requests", f"{whole:.0f} KB", "< 400 KB", whole < 400
    )
    for name, what, most in PAINTED:
        table.row(what, f"{usual[name]:.4g}", f"< {most:g}", usual[name] < most)
    waits = []
    for _ in range(runs):
        page = opened(browser, root, "tic_tac_toe")
        waits.append(page.evaluate(LATENCY, "b2"))
        page.context.close()
    table.row("a move shows on the own board", f"{median(waits):.0f} ms", "< 100 ms", median(waits) < 100)
    page = opened(browser, root, "battleship", size=[15])
    rate, slow = page.evaluate(SPEED, FRAMES)
    table.row("frames a second, 15 x 15 board", f"{rate:.0f}", ">= 58", rate >= 58)
    table.row("95 % of its frames within", f"{slow:.0f} ms")
    page.context.close()


def access(table: Table, browser: Browser, root: str) -> None:
    """Let axe-core look at every page."""
    for place in PLACES:
        page = browser.new_context(base_url=root, reduced_motion="reduce").new_page()
        page.set_default_timeout(PATIENCE)
        visit(page, place)
        found = violations(page)
        table.row(f"axe-core {place}", f"{len(found)} serious", "0", not found)
        page.context.close()


def practices(table: Table, browser: Browser, root: str) -> None:
    """Ask for what an audit of best practices asks for."""
    page = browser.new_context(base_url=root).new_page()
    said: list[str] = []
    page.on("console", lambda it: it.type in ("error", "warning") and said.append(it.text))
    page.on("pageerror", lambda it: said.append(str(it)))
    answer = page.goto("/", wait_until="networkidle")
    assert answer is not None
    for name, value in HEADERS.items():
        table.row(
            name,
            "yes" if value in answer.headers.get(name, "") else "no",
            value,
            value in answer.headers.get(name, ""),
        )
    for what, good in page.evaluate(PRACTICES).items():
        table.row(what, "yes" if good else "no", "yes", good)
    table.row("errors and warnings on the console", str(len(said)), "0", not said)
    outside = page.evaluate(
        "() => performance.getEntriesByType('resource').filter((it) => !it.name.startsWith(origin)).length"
    )
    table.row("files from other hosts", str(outside), "0", not outside)


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    given = parser.parse_args()
    table = Table()
    with tempfile.TemporaryDirectory() as folder, launched() as browser:
        served = Served(f"{folder}/games.db", Path(folder))
        served.start()
        try:
            root = f"http://127.0.0.1:{served.port}"
            performance(table, browser, root, given.runs)
            access(table, browser, root)
            practices(table, browser, root)
        finally:
            served.stop()
    return 1 if table.missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
