"""Engines: processes, or a Dask cluster, that choose and explain moves for a server."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.server.engines.ask import Answer, Ask, Busy, Engines, Failed


def engines_of(text: str, load: Sequence[str] = (), memory_mb: int = 4096, queue: int = 0) -> Engines:
    """Make the engines that a text names: "2" is that many processes, "tcp://..." a Dask cluster.

    They load the user's files, each process may take so much memory (0: as much as there is), and so many
    impatient asks may wait (0: four for each engine).
    """
    raise NotImplementedError


__all__ = ["Answer", "Ask", "Busy", "Engines", "Failed", "engines_of"]
