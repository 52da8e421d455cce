"""The tests of the page have a browser, or fail in words; what a page complains of is heard."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from playwright.sync_api import Error

import browser


def fails(**_: object) -> None:
    raise Error("it is broken\nand so on")


@pytest.mark.parametrize(
    ("paths", "told"), [((), ""), (("/bin/false",), "\n/bin/false does not start: it is broken")]
)
def test_a_missing_browser_is_said_in_words(monkeypatch, paths, told):
    monkeypatch.setattr(browser, "_paths", lambda play: list(paths))
    play = SimpleNamespace(chromium=SimpleNamespace(launch=fails))
    with pytest.raises(browser.NoBrowser) as caught:
        browser._start(play, [])
    assert str(caught.value) == browser.HELP + told


@pytest.mark.parametrize(
    ("kind", "script"),
    [("console", "console.error('oh')"), ("weberror", "setTimeout(() => { throw new Error('oh'); })")],
)
def test_what_a_page_complains_of_is_heard(visitors, kind, script):
    page = visitors()
    with page.context.expect_event(kind):
        page.evaluate(script)
    assert len(visitors.unexpected()) == 1
    visitors.expected.append("oh")
