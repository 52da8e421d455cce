"""The command line: one file a command, of which only the one asked for is imported."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code: 0, 2 on a user's mistake, 130 on Ctrl-C."""
    from parlour.cli.entry import run

    return run(list(sys.argv[1:] if argv is None else argv))
