"""These tests need a GPU, or numba's simulator of one (NUMBA_ENABLE_CUDASIM=1); else they are passed by."""

from __future__ import annotations

from parlour.compile.device import why_no_gpu


def pytest_ignore_collect() -> bool | None:
    """Leave out what could not run, so that nothing counts as skipped."""
    return None if why_no_gpu() is None else True
