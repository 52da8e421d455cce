"""The site has every page, its links and pictures lead somewhere, and nothing in it comes from the net."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from pages import DOCS, ROOT, blocks, run_python

from parlour.core.picture import Picture

CONFIG = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
NAV = re.findall(r"([\w/]+\.md)$", CONFIG.partition("\nnav:")[2], re.M)
PAGES = sorted(DOCS.rglob("*.md"))
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)|<img[^>]* src=\"([^\"]+)\"")
FENCE = re.compile(r"^```.*?^```", re.M | re.S)


def slug(head: str) -> str:
    """Make the anchor of a heading, as GitHub and the site do."""
    return re.sub(r"[^\w\- ]", "", head.lower().replace("`", "")).strip().replace(" ", "-")


def anchors(page: Path) -> set[str]:
    """List the anchors of a page; headings of the same text are numbered."""
    heads = re.findall(r"^#+ (.+)$", FENCE.sub("", page.read_text(encoding="utf-8")), re.M)
    return set(map(slug, heads))


def links(page: Path) -> list[str]:
    """List the links of a page to other files and to parts of pages."""
    found = LINK.findall(FENCE.sub("", page.read_text(encoding="utf-8")))
    return [link for pair in found for link in pair if link and "://" not in link]


def test_the_navigation_names_every_page_once():
    assert Counter(NAV) == Counter(page.relative_to(DOCS).as_posix() for page in PAGES)


@pytest.mark.parametrize("page", [*PAGES, ROOT / "README.md"], ids=lambda page: page.stem)
def test_every_link_and_anchor_leads_somewhere(page):
    for link in links(page):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.is_file() or target.is_dir(), f"{page.name}: {link}"
        if anchor:
            assert anchor in anchors(target), f"{page.name}: {link}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_no_page_links_out_of_the_site(page):
    for link in links(page):
        target = (page.parent / link.partition("#")[0]).resolve()
        assert not link.startswith("/")
        assert target.is_relative_to(DOCS), f"{page.name}: {link} is not part of the site"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_no_heading_comes_twice_where_an_anchor_could_mean_either(page):
    heads = Counter(re.findall(r"^## (.+)$", FENCE.sub("", page.read_text(encoding="utf-8")), re.M))
    assert [head for head, times in heads.items() if times > 1] == []


def test_nothing_is_fetched():
    assert "font: false" in CONFIG
    assert "http" not in CONFIG
    for page in PAGES:
        assert not re.search(r"<(script|link|iframe)|!\[[^\]]*\]\(http", page.read_text(encoding="utf-8"))


def test_the_page_on_pictures_shows_what_its_example_draws():
    """To bring it up to date, write `names["shapes"].svg()` to docs/images/shapes.svg."""
    names: dict[str, object] = {}
    for block in blocks(DOCS / "pictures.md"):
        if block.tag == "python":
            run_python(block, names)
    shapes = names["shapes"]
    assert isinstance(shapes, Picture)
    assert shapes.svg() + "\n" == (DOCS / "images" / "shapes.svg").read_text(encoding="utf-8")
