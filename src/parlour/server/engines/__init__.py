"""Engines: processes, or a Dask cluster, that choose and explain moves for a server."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.core.errors import BadOption, clipped
from parlour.core.paths import resolved
from parlour.server.engines.ask import Answer, Ask, Busy, Engines, Failed

MOST = 64  # processes


def engines_of(
    text: str,
    load: Sequence[str] = (),
    memory_mb: int = 4096,
    queue: int = 0,
    order: Sequence[tuple[str, str]] = (),
) -> Engines:
    """Make the engines that a text names: "2" is that many processes, "tcp://..." a Dask cluster.

    They load the user's files, which the workers of a cluster have at the same paths. Each process may take
    so much memory (0: as much as there is), and so many impatient asks may wait (0: four for each engine).
    The code of the players in `order`, names of games and specs, is compiled first; then all levels'.
    """
    files = [str(resolved(path)) for path in load]
    if text.strip().isdecimal() and 0 < int(text) <= MOST:
        from parlour.server.engines.local import Pool

        return Pool(int(text), files, memory_mb, queue, order)
    if "://" in text:
        from parlour.server.engines.cluster import Cluster

        return Cluster(text.strip(), files, queue)
    raise BadOption(
        f"engines={clipped(text)}: give how many processes, 1 to {MOST}, or the address of a Dask scheduler"
    )


__all__ = ["Answer", "Ask", "Busy", "Engines", "Failed", "engines_of"]
