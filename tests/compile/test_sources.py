"""What a compiled function's key covers: what its file imports, however far away, and nothing else."""

from __future__ import annotations

from pathlib import Path

import parlour
from parlour.compile.sources import closure

PACKAGE = Path(parlour.__file__).parent


def names(path: Path) -> set[str]:
    return {str(found.relative_to(PACKAGE)) for found in closure(path)}


def test_imports_of_imports_are_in():
    found = names(PACKAGE / "games" / "hearts" / "play" / "passing.py")
    assert {"games/hearts/__init__.py", "games/hearts/cards.py", "core/bits.py", "core/rules.py"} <= found


def test_files_that_are_not_imported_are_out():
    found = names(PACKAGE / "search" / "mcts.py")
    assert "search/tree.py" in found
    assert not any(name.startswith("games/") and "__init__" not in name for name in found)


def test_every_way_to_write_an_import_is_read(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "import parlour.core.bits\n"
        "from parlour.search import (\n    tree,  # a module\n    playout,\n)\n"
        "def late():\n    from parlour.theory.nim import nim_sum\n"
    )
    assert {"core/bits.py", "search/tree.py", "search/playout.py", "theory/nim.py"} <= names(path)
