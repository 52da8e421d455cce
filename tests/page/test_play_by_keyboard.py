"""Every game, and a user's own, is played to its end without a mouse."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from page.driver import Typist
from page.short import games, match


@pytest.mark.parametrize("name", games())
def test_it_is_played_to_its_end(page, open_match, name):
    open_match(page, **match(name))
    Typist(page).play()
    expect(page.get_by_test_id("result")).not_to_be_empty()
