"""What the cell runs: the page's own modules, each before those that import it, and their styles as one text.

A notebook has no address from which a script could import another. So the sources travel as text, with
`"parlour:web/js/lib.js"` in the place of each relative import, and `load.js` makes addresses of them.
"""

from __future__ import annotations

import json
import posixpath
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
CELL = "notebook/cell.js"
INSTEAD = {"web/js/api.js": "notebook/api.js", "web/js/settings.js": "notebook/settings.js"}
STYLES = (
    "web/css/base.css",
    "web/css/board.css",
    "web/css/play.css",
    "web/css/think.css",
    "notebook/cell.css",
)
_IMPORT = re.compile(r'(\b(?:from|import)\s*)"(\.[^"]+)"')
_ROOT = re.compile(r":root((?:\[[^\]]*\])+)?")


def modules() -> list[tuple[str, str]]:
    """List the modules with their names, what is imported before what imports it."""
    found: dict[str, str] = {}
    _gather(CELL, found)
    return list(found.items())


def _gather(name: str, found: dict[str, str]) -> None:
    if name in found:
        return
    text = (ROOT / name).read_text("utf-8")

    def named(match: re.Match[str]) -> str:
        plain = posixpath.normpath(posixpath.join(posixpath.dirname(name), match[2]))
        other = INSTEAD.get(plain, plain)
        _gather(other, found)
        return f'{match[1]}"parlour:{other}"'

    found[name] = _IMPORT.sub(named, text)


def style() -> str:
    """Return the styles for a shadow root: what a page says of its root is said of the host."""
    texts = ((ROOT / name).read_text("utf-8") for name in STYLES)
    return _ROOT.sub(lambda found: f":host({found[1]})" if found[1] else ":host", "\n".join(texts))


@cache
def script() -> str:
    """Return the module that anywidget loads: all sources, and how to begin."""
    text = (ROOT / "notebook" / "load.js").read_text("utf-8")
    return f"const MODULES = {json.dumps(modules())};\nconst STYLE = {json.dumps(style())};\n{text}"
