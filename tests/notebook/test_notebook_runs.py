"""The notebook of the docs runs from top to bottom, and shows what it shows to who only reads it."""

from __future__ import annotations

import os
from pathlib import Path

import nbformat
import pytest
from executed import NOTEBOOK, executed

import parlour

SOURCE = str(Path(parlour.__file__).parents[1])


def test_the_notebook_runs_and_its_outputs_are_those_that_it_shows(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")
    monkeypatch.setenv("PARLOUR_STATE_DIR", str(tmp_path))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([SOURCE, os.environ.get("PYTHONPATH", "")]))
    kept, now = nbformat.read(NOTEBOOK, as_version=4), executed(NOTEBOOK)
    for before, after in zip(kept.cells, now.cells, strict=True):
        assert before.get("outputs", []) == after.get("outputs", []), before.source
    shown = [output for cell in now.cells for output in cell.get("outputs", ())]
    assert sum("text/html" in output.get("data", {}) for output in shown) >= 4
