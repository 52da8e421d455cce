"""Every page can be used by everybody: axe-core finds nothing serious, and no window is too narrow."""

from __future__ import annotations

import pytest

from page.looks import too_wide, violations_by_theme
from page.places import PLACES, visit


@pytest.mark.parametrize("place", PLACES)
def test_axe_finds_nothing_serious_in_any_theme_and_it_fits_every_window(page, shot, place):
    visit(page, place)
    assert "\n".join(violations_by_theme(page)) == ""
    assert "\n".join(too_wide(page)) == ""
    shot(page, f"page{place.replace('/', '-').rstrip('-')}")


def test_an_address_that_is_none_is_told_of(page, visitors):
    visitors.expected.append("404")
    assert page.goto("/nowhere").status == 404
    page.wait_for_selector("h1")
    assert "\n".join(violations_by_theme(page)) == ""
