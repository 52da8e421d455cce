"""The rule by which any game is played on its board: touch a name, and the moves that begin so stay."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

JUMPS = {"1-5": ["1", "5"], "1x10": ["1", "10"], "1x10x19": ["1", "10", "19"], "2x11x20": ["2", "11", "20"]}
BETS = {"fold": ["fold"], "raise 4": ["raise", "4"], "raise 6": ["raise", "6"]}


@pytest.fixture(scope="module")
def rule(chromium: Any, site: Any) -> Any:
    """Give the page's own rule: what may be touched next, what is to be played, what else is possible."""
    page: Page = chromium.new_page()
    page.goto(f"http://127.0.0.1:{site.port}/settings")

    def after(moves: dict[str, list[str]], *touched: str) -> dict[str, Any]:
        how = "async (given) => (await import('/assets/js/touch.js')).after(...given)"
        return dict(page.evaluate(how, [list(moves), list(moves.values()), list(touched)]))

    yield after
    page.close()


def test_at_first_every_first_name_may_be_touched(rule: Any) -> None:
    found = rule(JUMPS)
    assert (found["next"], found["done"], len(found["also"])) == (["1", "2"], None, 4)


def test_the_moves_that_begin_so_stay(rule: Any) -> None:
    found = rule(JUMPS, "1")
    assert (found["next"], found["also"]) == (["5", "10"], ["1-5", "1x10", "1x10x19"])


def test_the_last_one_left_is_played(rule: Any) -> None:
    assert rule(JUMPS, "1", "5")["done"] == "1-5"
    assert rule(BETS, "raise", "6")["done"] == "raise 6"


def test_the_first_touch_alone_plays_only_a_move_of_one_name(rule: Any) -> None:
    assert rule(JUMPS, "2")["done"] is None
    assert rule(BETS, "fold")["done"] == "fold"


def test_a_forced_rest_needs_no_touches(rule: Any) -> None:
    assert rule(JUMPS, "2", "11")["done"] == "2x11x20"


def test_a_move_with_which_longer_ones_begin_is_played_by_touching_its_last_name_again(rule: Any) -> None:
    found = rule(JUMPS, "1", "10")
    assert (found["done"], found["short"], found["next"]) == (None, "1x10", ["19", "10"])
    assert rule(JUMPS, "1", "10", "10")["done"] == "1x10"
    assert rule(JUMPS, "1", "10", "19")["done"] == "1x10x19"


def test_what_begins_no_move_leaves_none(rule: Any) -> None:
    assert rule(JUMPS, "9") == {"next": [], "done": None, "short": None, "also": []}
