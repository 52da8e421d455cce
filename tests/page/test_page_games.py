"""The board of every game, where somebody is to move: axe-core finds nothing serious, and it fits a phone."""

from __future__ import annotations

import pytest

from page.looks import THEMES, dyed, too_wide, violations
from page.short import games, match


@pytest.mark.parametrize("name", games())
def test_its_board_is_for_everybody(page, open_match, shot, name):
    open_match(page, **match(name, usual=True))
    page.wait_for_selector("button[data-part], button[data-testid^='move-'], [data-over='true']")
    dyed(page, THEMES[games().index(name) % len(THEMES)])
    assert "\n".join(violations(page)) == ""
    assert "\n".join(too_wide(page)) == ""
    page.set_viewport_size({"width": 360, "height": 740})
    shot(page, f"phone-{name}")
