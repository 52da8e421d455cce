"""The command line: one file a command, of which only the one asked for is imported."""

from __future__ import annotations

import sys
from collections.abc import Sequence

INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code: 0, 2 on a user's mistake, 130 on Ctrl-C."""
    try:
        if argv is None:  # a process of its own
            _hear_ctrl_c_once()
        from parlour.cli.entry import run

        return run(list(sys.argv[1:] if argv is None else argv))
    except KeyboardInterrupt:  # before the door was open
        print("parlour: interrupted", file=sys.stderr)
        return INTERRUPTED


def _hear_ctrl_c_once() -> None:
    """Let the first Ctrl-C end the command, a second not disturb its leaving, a third end it at once."""
    import os
    import signal
    from types import FrameType

    heard = 0

    def hear(number: int, frame: FrameType | None) -> None:
        nonlocal heard
        heard += 1
        if heard == 1:
            raise KeyboardInterrupt
        if heard > 2:
            os._exit(INTERRUPTED)

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # not where it is ignored: nohup
        signal.signal(signal.SIGINT, hear)
