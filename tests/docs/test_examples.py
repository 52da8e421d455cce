"""Every example of the documentation runs and prints what its page shows; generated parts are current."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pages
import pytest
from pages import DOCS, PAGES, ROOT, TAGS, blocks

from parlour.core import registry

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the folder a reader would be in: the examples, and nothing kept from other games."""
    for example in (DOCS / "examples").glob("[!_]*"):
        (tmp_path / example.name).symlink_to(example)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PARLOUR_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.setattr(registry, "_loaded", {})
    monkeypatch.setattr(registry, "_kinds", {})
    return tmp_path


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_example_runs_and_prints_what_its_page_shows(page: Path, folder: Path) -> None:
    names: dict[str, Any] = {"__name__": "__main__"}
    for block in blocks(page):
        if block.tag == "python":
            pages.run_python(block, names)
        elif block.tag == "console":
            pages.run_console(block, folder)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_no_block_is_left_out_but_those_tagged_text(page: Path) -> None:
    assert [block.where for block in blocks(page) if block.tag not in TAGS] == []
    assert "  ```" not in page.read_text(encoding="utf-8"), "an indented block would not be found"


@pytest.mark.parametrize("page", [*PAGES, *sorted(ROOT.glob("*.md"))], ids=lambda page: page.stem)
def test_links_lead_somewhere(page: Path) -> None:
    for link in LINK.findall(page.read_text(encoding="utf-8")):
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{page.name}: {link}"
        if anchor:
            assert anchor in _anchors(target), f"{page.name}: {link}"


def _anchors(page: Path) -> set[str]:
    """List the anchors of a page's headings as GitHub makes them."""
    heads = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def test_generated_parts_are_current(folder: Path) -> None:
    spec = importlib.util.spec_from_file_location("make_reference", DOCS / "make_reference.py")
    assert spec is not None
    assert spec.loader is not None
    maker = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(maker)
    stale = [page.name for page, text in maker.made().items() if page.read_text(encoding="utf-8") != text]
    assert not stale, "out of date; run: python docs/make_reference.py"


@pytest.mark.parametrize(
    ("page", "file"), [("add_a_game.md", "pig.py"), ("add_a_strategy.md", "cautious.py")]
)
def test_a_page_shows_its_file_whole(page: str, file: str) -> None:
    source = (DOCS / "examples" / file).read_text(encoding="utf-8")
    assert f"```python\n{source}```\n" in (DOCS / page).read_text(encoding="utf-8")
    assert source.count("\n") < 60


def test_an_installed_package_is_found_by_its_entry_points(tmp_path: Path) -> None:
    project = next(
        block for block in blocks(DOCS / "add_a_strategy.md") if "[project.entry-points" in block.text
    )
    points = tomllib.loads(project.text)["project"]["entry-points"]
    package = tmp_path / "parlour_pig"
    package.mkdir()
    (package / "__init__.py").touch()
    for file in (DOCS / "examples").glob("*.py"):
        (package / file.name).symlink_to(file)
    info = tmp_path / "parlour_pig-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: parlour-pig\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "\n".join(
            f"[{group}]\n" + "\n".join(f"{k} = {v}" for k, v in rows.items())
            for group, rows in points.items()
        )
    )
    done = subprocess.run(
        [sys.executable, "-m", "parlour", "games", "pig"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        cwd=ROOT,
        check=True,
    )
    assert "Pig (pig)" in done.stdout
    assert "cautious" in done.stdout
