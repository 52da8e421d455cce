"""Tell which version this is, and what it runs on."""

from __future__ import annotations

import sys

from parlour import __version__
from parlour.cli import output
from parlour.cli.common import Json

EXAMPLES = """\
  parlour version
  parlour version --json"""

PARTS = ("numba", "llvmlite", "numpy", "scipy", "typer", "rich")


def version(json: Json = False) -> None:
    """Show the versions that results may depend on."""
    versions = {name: _version(name) for name in PARTS}
    found = {
        "version": __version__,
        "python": ".".join(map(str, sys.version_info[:3])),
        "platform": sys.platform,
        "parts": versions,
    }
    if json:
        output.emit(found)
        return
    parts = ", ".join(f"{name} {number or 'missing'}" for name, number in versions.items())
    print(f"parlour {__version__}\nPython {found['python']} on {sys.platform}\n{parts}")


def _version(name: str) -> str | None:
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as version_of

    try:
        return version_of(name)
    except PackageNotFoundError:
        return None
