"""The socket stands whatever frames come: a small run of tests/fuzz/socket_frames.py."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "fuzz"))
import socket_frames


def test_the_socket_stands_whatever_frames_come() -> None:
    report = socket_frames.run(range(3000), 1)
    assert not report.failures, report.text(0.0)
    assert report.cases >= 3000
