"""Paths as people type them."""

from __future__ import annotations

import os
from pathlib import Path


def user_path(text: str | Path) -> Path:
    """Give the path for a text that may begin with ~; one whose home is unknown stays as it is."""
    return Path(os.path.expanduser(text))
