"""How a page looks to a machine: axe-core's verdict, and whether it fits its window."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from playwright.sync_api import Page

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")
GRAVE = ("serious", "critical")
THEMES = ("light", "dark", "contrast")
WIDTHS = (360, 768, 1280, 2560)
# The letters in a drawing, a card's corners say, are no words of a button: its name says what is drawn.
RUN = """async (rules) => {
  const only = rules.length ? { runOnly: { type: "rule", values: rules } } : {};
  const { violations } = await axe.run(document, { ...only, resultTypes: ["violations"] });
  const text = (all) => [...all].map((it) => it.textContent).join("");
  const drawn = (it) => text(it.querySelectorAll("svg[aria-hidden='true']"));
  return violations.flatMap(({ impact, id, nodes }) => nodes.flatMap(({ html, any, target }) => {
    const it = document.querySelector(target[0]);
    if (id === "label-content-name-mismatch" && it?.textContent === drawn(it)) return [];
    const why = any[0]?.data?.contrastRatio ? `${any[0].data.fgColor} on ${any[0].data.bgColor}` : "";
    return [[impact, `${id} ${why} ${html.slice(0, 160)}`]];
  }));
}"""
DYE = """async (theme) => {
  document.documentElement.dataset.theme = theme;
  const ends = (it) => it.effect.getComputedTiming().iterations !== Infinity;
  for (;;) { // what inherits a colour begins to change when what it inherits from has changed
    const ending = document.getAnimations().filter(ends);
    if (!ending.length) return;
    await Promise.allSettled(ending.map((it) => it.finished));
  }
}"""
OUT = """() => {
  if (document.documentElement.scrollWidth <= innerWidth) return "";
  const wide = (e) => e.getBoundingClientRect().right > innerWidth + 1;
  const out = [...document.querySelectorAll("body *")].filter(wide);
  return out.length ? out[out.length - 1].outerHTML.slice(0, 120) : "the page";
}"""


def violations(page: Page, rules: Iterable[str] = ()) -> list[str]:
    """List what axe-core finds serious or critical, by all its rules or by some."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    return sorted({text for impact, text in page.evaluate(RUN, list(rules)) if impact in GRAVE})


def dyed(page: Page, theme: str) -> None:
    """Change the theme, and wait until all colours have changed."""
    page.evaluate(DYE, theme)


def violations_by_theme(page: Page) -> list[str]:
    """List what axe-core finds in each theme; what is no matter of colours is looked for once."""
    found = []
    for theme in THEMES:
        dyed(page, theme)
        rules = [] if theme == "light" else ["color-contrast"]
        found += [f"{theme}: {text}" for text in violations(page, rules)]
    return found


def too_wide(page: Page, widths: Iterable[int] = WIDTHS) -> list[str]:
    """List the widths in pixels at which the page must be scrolled sideways, and what sticks out."""
    found = []
    before = page.viewport_size
    for width in widths:
        page.set_viewport_size({"width": width, "height": 900})
        out = page.evaluate(OUT)
        found += [f"{width} px: {out}"] if out else []
    if before:
        page.set_viewport_size(before)
    return found
