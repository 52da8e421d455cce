"""Anything as JSON: what a strategy or a library gives as evidence, in what JSON can hold."""

from __future__ import annotations

import math
from typing import Any


def plain(value: Any) -> Any:
    """Turn evidence of any kind into what JSON can hold: a number that is none becomes null."""
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, dict) or hasattr(value, "items"):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(part) for part in value]
    for convert in ("to_json", "tolist"):  # ours; numpy's
        if hasattr(value, convert):
            return plain(getattr(value, convert)())
    return str(value)
