"""The shape of the package: dependencies point one way, files stay small, front doors name no game."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import parlour

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "parlour"
SOURCES = sorted(PACKAGE.rglob("*.py"))
# What each package may import of the others.
ALLOWED = {
    "core": {"core"},
    "cards": {"core", "compile", "cards"},
    "games": {"core", "cards"},
    "theory": {"theory"},
    "notation": {"core", "cards", "games", "notation"},
    "beliefs": {"core", "compile", "cards", "games", "beliefs"},
    "compile": {"core", "compile"},
    "search": {"core", "compile", "beliefs", "search", "theory"},
    "experts": {"core", "compile", "cards", "games", "beliefs", "search", "experts", "theory"},
    "laws": {"core", "compile", "search", "laws"},
    "arena": {"core", "compile", "arena"},
    "bench": {"core", "cards", "search", "experts", "bench"},
    "cli": {"core", "compile", "cards", "search", "theory", "arena", "laws", "bench", "cli"},
}
# The registry is the one place of core that looks into other packages, to find what is there.
EXCEPTIONS = {("core/registry.py", "games"), ("core/registry.py", "search"), ("core/registry.py", "experts")}


def imports_of(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module]
        for name in names:
            parts = name.split(".")
            if parts[0] == "parlour" and len(parts) > 1:
                found.add(parts[1])
    return found


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_dependencies_point_one_way(path: Path) -> None:
    where = path.relative_to(PACKAGE)
    if len(where.parts) == 1:
        return  # the public names
    package = where.parts[0]
    for target in imports_of(path):
        if package == target == "games":
            continue  # see the next test
        if (str(where), target) not in EXCEPTIONS:
            assert target in ALLOWED[package], f"{where} imports parlour.{target}"


@pytest.mark.parametrize("path", sorted((PACKAGE / "games").glob("*[a-z].py")), ids=lambda p: p.stem)
def test_a_game_imports_no_other_game(path: Path) -> None:
    """A game that fills more than one file keeps the others beside it: hearts.py and _hearts_words.py."""
    name = re.match(r"_?([a-z]+)", path.stem)
    assert name is not None
    for found in re.findall(r"^\s*from parlour\.games(?:\.(\w+))? import (\w+)", path.read_text(), re.M):
        assert (found[0] or found[1]).startswith(f"_{name[1]}_"), f"{path.name} imports {found}"


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_files_are_small_and_say_what_they_are(path: Path) -> None:
    text = path.read_text()
    assert len(text.splitlines()) < 400
    if text.strip():
        assert ast.get_docstring(ast.parse(text)), f"{path} has no docstring"


def test_games_do_not_import_numba_or_numpy() -> None:
    for path in (PACKAGE / "games").glob("*.py"):
        assert not re.search(r"^\s*(import|from) (numba|numpy)", path.read_text(), re.M), path


@pytest.mark.parametrize("package", ["core", "compile", "search", "arena", "cli", "laws"])
def test_no_general_code_names_a_game(package: str) -> None:
    names = parlour.game_names()
    for path in (PACKAGE / package).rglob("*.py"):
        tree = ast.parse(path.read_text())
        # Examples in docstrings and help may name one; code may not.
        names_in_code = {
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        assert not names_in_code & set(names), path


def test_importing_parlour_is_free_and_games_need_no_numba() -> None:
    code = (
        "import sys, parlour; assert 'parlour.core' not in sys.modules; "
        "m = parlour.Match(parlour.game('connect_four'), 1); m.play('4'); str(m.view(0)); "
        "assert 'numba' not in sys.modules and 'numpy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_public_names_exist_and_are_listed() -> None:
    for name in parlour.__all__:
        assert getattr(parlour, name) is not None
    with pytest.raises(AttributeError, match="no attribute"):
        parlour.nothing  # noqa: B018
