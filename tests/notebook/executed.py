"""Run a notebook as Jupyter does, and keep of its outputs what is the same each time.

    python tests/notebook/executed.py docs/notebook.ipynb

runs it and writes the outputs into it, so that whoever reads it without running it sees the boards.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).parents[2]
NOTEBOOK = ROOT / "docs" / "notebook.ipynb"
KEPT = ("text/plain", "text/html")  # a widget has a new name each time, and needs a kernel besides


def executed(path: Path) -> Any:
    """Run all cells, in the folder of the notebook; an error in one is raised."""
    notebook = nbformat.read(path, as_version=4)
    resources = {"metadata": {"path": str(path.parent)}}
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources=resources).execute()
    return stripped(notebook)


def stripped(notebook: Any) -> Any:
    """Leave out times, names of widgets and versions."""
    notebook.metadata = nbformat.from_dict({"kernelspec": notebook.metadata.get("kernelspec", {})})
    for cell in notebook.cells:
        cell.metadata = nbformat.from_dict({})
        for output in cell.get("outputs", ()):
            if "data" in output:
                output["data"] = {kind: text for kind, text in output["data"].items() if kind in KEPT}
    return notebook


def main() -> None:
    """Write the outputs into the notebooks that are named."""
    for name in sys.argv[1:]:
        nbformat.write(executed(Path(name)), name)


if __name__ == "__main__":
    main()
