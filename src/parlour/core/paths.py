"""Paths as people type them."""

from __future__ import annotations

import os
from pathlib import Path

from parlour.core.errors import BadOption, clipped


def user_path(text: str | Path) -> Path:
    """Give the path for a text that may begin with ~; one whose home is unknown stays as it is."""
    check_path(text)
    return Path(os.path.expanduser(text))


def check_path(path: object) -> None:
    """Raise BadOption unless it can be a path."""
    if not isinstance(path, (str, Path)):
        raise BadOption(f"{clipped(path)} is not a path; give it as text")
