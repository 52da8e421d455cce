"""Every game, and a user's own, is played to its end with the mouse."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from page.driver import Player
from page.short import games, match


@pytest.mark.parametrize("name", games())
def test_it_is_played_to_its_end(page, open_match, shot, name):
    open_match(page, **match(name))
    Player(page).play()
    expect(page.get_by_test_id("result")).not_to_be_empty()
    shot(page, f"over-{name}")
