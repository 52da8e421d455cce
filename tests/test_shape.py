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
    "games": {"core", "cards", "games"},  # the rules
    "games.belief": {"core", "cards", "games", "compile", "beliefs", "theory"},
    "games.play": {"core", "cards", "games", "compile", "beliefs", "search", "theory"},
    "theory": {"theory"},
    "beliefs": {"core", "compile", "beliefs"},
    "compile": {"core", "compile"},
    "search": {"core", "compile", "beliefs", "search", "theory"},
    "laws": {"core", "compile", "search", "laws"},
    "arena": {"core", "compile", "arena"},
    "batches": {"core", "compile", "search", "arena", "batches"},
    "bench": {"core", "compile", "cards", "games", "search", "bench"},
    "store": {"core", "store"},
    "server": {"core", "compile", "arena", "store", "server"},
    "client": {"core", "client"},
    "notebook": {"core", "store", "server", "notebook"},
    "rl": {"core", "compile", "rl"},
    "cli": {
        *(
            "core",
            "compile",
            "cards",
            "search",
            "theory",
            "arena",
            "laws",
            "batches",
            "bench",
            "store",
            "server",
            "client",
        ),
        "cli",
    },
}
# The registry is the one place of core that looks into another package, to find what is there.
EXCEPTIONS = {("core/registry.py", "games")}


def imports_of(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module == "parlour":
            names = [f"parlour.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module]
        for name in names:
            parts = name.split(".")
            if parts[0] == "parlour" and len(parts) > 1 and (PACKAGE / parts[1]).is_dir():
                found.add(parts[1])
    return found


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_dependencies_point_one_way(path: Path) -> None:
    where = path.relative_to(PACKAGE)
    if len(where.parts) == 1:
        return  # the public names
    package = where.parts[0]
    if package == "games" and len(where.parts) > 3:
        package = f"games.{where.parts[2]}"
    for target in imports_of(path):
        if (str(where), target) not in EXCEPTIONS:
            assert target in ALLOWED[package], f"{where} imports parlour.{target}"


@pytest.mark.parametrize("path", sorted((PACKAGE / "games").rglob("*.py")), ids=lambda p: p.stem)
def test_a_game_imports_no_other_game(path: Path) -> None:
    """A game lies in one file, or in one folder that imports from itself; rules know neither part of it."""
    own = path.relative_to(PACKAGE / "games").parts
    for found in re.findall(r"^\s*(?:from|import) parlour\.games\.([\w.]+)", path.read_text(), re.M):
        parts = found.split(".")
        assert parts[0] == own[0].removesuffix(".py"), f"{path} imports {found}"
        if len(own) < 3:
            assert not {"play", "belief"} & set(parts[1:]), f"{path}: rules do not know who plays by them"
        elif own[1] == "belief":
            assert "play" not in parts[1:2], f"{path}: what is likely does not depend on a strategy"


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_files_are_small_and_say_what_they_are(path: Path) -> None:
    text = path.read_text()
    assert len(text.splitlines()) < 400
    if text.strip():
        assert ast.get_docstring(ast.parse(text)), f"{path} has no docstring"


def test_games_do_not_import_numba_or_numpy() -> None:
    for path in (PACKAGE / "games").rglob("*.py"):
        if {"play", "belief"} & set(path.parts):
            continue
        assert not re.search(r"^\s*(import|from) (numba|numpy)", path.read_text(), re.M), path


@pytest.mark.parametrize(
    "package",
    sorted({*ALLOWED} - {"bench", "cards", "games", "games.belief", "games.play", "theory"}),
)
def test_no_general_code_names_a_game(package: str) -> None:
    """Docstrings and the examples of a command's help may name one; code and what it says may not."""
    games = [parlour.game(name) for name in parlour.game_names()]
    words = "|".join(re.escape(word) for game in games for word in (game.name, game.title))
    for path in sorted((PACKAGE / package).rglob("*.py")):
        tree = ast.parse(path.read_text())
        told = {id(node.body[0].value) for node in ast.walk(tree) if _has_docstring(node)}  # type: ignore[attr-defined]
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
                text = re.sub(r"^  parlour .*$|nim-sum", "", node.value, flags=re.M)
                found = re.search(rf"\b({words})\b", text)
                assert not found, f"{path}, line {node.lineno}: {found and found[0]}"


PAGE = sorted((PACKAGE / "web").rglob("*.js")) + sorted((PACKAGE / "web").rglob("*.css"))
OWN_PAGE = [path for path in PAGE if "vendor" not in path.parts]


@pytest.mark.parametrize("path", OWN_PAGE, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_no_script_of_the_page_names_a_game(path: Path) -> None:
    """The page draws whatever a game describes; one that a user wrote is drawn by the same lines."""
    games = [parlour.game(name) for name in parlour.game_names()]
    words = {word for game in games for word in (game.name, game.title)} - {"hearts"}  # a suit as well
    named = rf"\b({'|'.join(map(re.escape, sorted(words)))})\b"
    found = re.search(named, path.read_text(encoding="utf-8"))
    assert not found, f"{path}: {found and found[0]}"


@pytest.mark.parametrize("path", OWN_PAGE, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_files_of_the_page_are_small_and_say_what_they_are(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) < 300
    opening = "/* " if path.suffix == ".css" else "// @ts-check\n/**"
    assert text.startswith(opening), f"{path}: say on top what it is"


def _has_docstring(node: ast.AST) -> bool:
    body = getattr(node, "body", None)
    first = body[0] if isinstance(body, list) and body else None
    return isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)


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


@pytest.mark.parametrize(
    "folder", sorted(p.parent for p in (PACKAGE / "games").glob("*/__init__.py")), ids=lambda p: p.name
)
def test_no_file_of_a_game_hides_a_name_of_its_rules(folder: Path) -> None:
    """Importing a file binds its name in the rules; only `play` is guarded (parlour.core.package)."""
    files = {path.stem for path in folder.iterdir()} - {"play", "__init__", "__pycache__"}
    bound: set[str] = set()
    for node in ast.parse((folder / "__init__.py").read_text()).body:
        if isinstance(node, ast.ImportFrom) and node.module != f"parlour.games.{folder.name}":
            bound |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            bound.add(node.name)
    assert not files & bound


def kernels_of(path: Path) -> list[ast.FunctionDef]:
    """List the kernels of a file."""
    found = []
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.FunctionDef):
            names = [ast.unparse(mark).partition("(")[0] for mark in node.decorator_list]
            found += [node] if "kernel" in names else []
    return found


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_no_kernel_takes_an_argument_only_to_be_keyed_by_it(path: Path) -> None:
    for node in kernels_of(path):
        used = {each.id for part in node.body for each in ast.walk(part) if isinstance(each, ast.Name)}
        assert node.args.args[0].arg in used, f"{path}: {node.name} should say @kernel(key=...)"
