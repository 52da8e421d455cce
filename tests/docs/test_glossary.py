"""The glossary names files that exist and hold its terms, so that a search for a term finds the code."""

from __future__ import annotations

import re

import pytest
from pages import DOCS, ROOT

ROW = re.compile(r"^\| ([^|]+) \| [^|]+ \| `([^`]+)` \|$", re.M)
ROWS = [
    (term, file)
    for terms, file in ROW.findall((DOCS / "glossary.md").read_text())
    for term in terms.split(", ")
]


def test_every_row_is_read():
    lines = [line for line in (DOCS / "glossary.md").read_text().splitlines() if line.endswith("` |")]
    assert len(lines) == len(ROW.findall("\n".join(lines)))


@pytest.mark.parametrize(("term", "file"), ROWS, ids=lambda word: word)
def test_a_term_is_found_in_its_file(term, file):
    path = ROOT / "src" / "parlour" / file
    assert path.is_file(), (
        f"docs/glossary.md sends {term!r} to {file}, which is not there: name the file it is in now"
    )
    words = " ".join(path.read_text(encoding="utf-8").lower().split())
    said = f"docs/glossary.md sends {term!r} to {file}, which does not say it: add the term to its docstring"
    assert term.lower() in words, said
