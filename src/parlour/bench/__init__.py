"""Side by side with peers: our figure and theirs taken in turn, in one run, as a ratio."""

from parlour.bench.run import names, run

__all__ = ["names", "run"]
