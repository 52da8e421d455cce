"""The log on stderr: warnings and what is being compiled; with --verbose, everything."""

from __future__ import annotations

import logging

from parlour.cli import output

TREE = "parlour"
COMPILER = "parlour.compile"  # always shown: a first compilation takes seconds, and one wants to know why


class Lines(logging.Handler):
    """Write each record as one dim line; while `held`, keep those that might tell a secret for later."""

    def __init__(self, verbose: bool) -> None:
        super().__init__()
        self.verbose = verbose
        self.held: list[logging.LogRecord] | None = None

    def emit(self, record: logging.LogRecord) -> None:
        """Write or keep a record."""
        if self.held is not None and record.name != COMPILER:
            self.held.append(record)
            return
        try:
            name = record.name if self.verbose else TREE
            output.log_line(f"{name}: {record.getMessage()}")
        except Exception:
            self.handleError(record)


_handler: Lines | None = None


def start(verbose: bool = False) -> None:
    """Send the tree `parlour.*` to stderr."""
    global _handler
    stop()
    _handler = Lines(verbose)
    tree = logging.getLogger(TREE)
    tree.addHandler(_handler)
    tree.setLevel(logging.DEBUG if verbose else logging.WARNING)
    logging.getLogger(COMPILER).setLevel(logging.NOTSET if verbose else logging.INFO)


def stop() -> None:
    """Leave the logging tree as it was before."""
    global _handler
    if _handler is not None:
        logging.getLogger(TREE).removeHandler(_handler)
        logging.getLogger(TREE).setLevel(logging.NOTSET)
        logging.getLogger(COMPILER).setLevel(logging.NOTSET)
        _handler = None


def hold() -> None:
    """Keep back what is logged from now on: a player with secrets to find out is at the screen."""
    if _handler is not None and _handler.held is None:
        _handler.held = []


def release() -> None:
    """Write what was kept back: the game is over and there are no secrets left."""
    if _handler is not None and _handler.held is not None:
        kept, _handler.held = _handler.held, None
        for record in kept:
            _handler.emit(record)
