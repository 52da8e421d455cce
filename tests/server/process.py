"""A server in a process of its own, at a free port, with its own database; it can be killed and come back."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path


class Serving:
    """A server that tests may kill; started again, it listens where it did."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self.url = ""
        self.start()

    def start(self) -> None:
        """Start it, and wait until it can be used."""
        words = ["serve", "--port", str(self.port), "--database", str(self.folder / "games.db")]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "parlour", *words],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PARLOUR_BACKEND": "interpreted", "PARLOUR_STATE_DIR": str(self.folder)},
        )
        assert self._process.stdout is not None
        found = re.search(r"(http://\S+?:(\d+))/", self._process.stdout.readline())
        assert found is not None
        self.url, self.port = found[1], int(found[2])

    def kill(self) -> None:
        """End it without a word."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        """End it as an operator does."""
        self._process.terminate()
        self._process.wait()
