"""How much a server bears: reads, moves, sockets, overload, a long match, and a machine's answer.

    python benchmarks/server_load.py                              # all of it, about ten minutes
    python benchmarks/server_load.py moves --database postgresql  # on a PostgreSQL started here
    python benchmarks/server_load.py reads --url http://127.0.0.1:8000 --json

`parlour serve` is started in a process of its own, with a database that is gone afterwards; the client, and
wrk for reads, run beside it on the same machine. A move counts when the server has answered it, which is
after it was written to the disk. Moves are played in one match a client, a move at a time. Times are from
sending to having read the answer; the first second is not counted. `sockets` opens ten a match; each asks
for a sign of life or the view about every twenty seconds, while a move is played every tenth of a second
somewhere. `overload` asks for hints of half a second at twice the rate at which the engines can give them.
`beyond its thinking` is a level's answer, from sending a move to seeing the machine's at the socket, less
the time of the same choice in this process. benchmarks/boardgame_io has another server to compare with.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys

from load import thinking, traffic
from load.host import Host, Trouble, host
from load.table import Row, lines
from load.wire import Gone

# Seconds that each is measured, where it is not done when it is done.
USUAL = {"reads": 15.0, "moves": 15.0, "sockets": 300.0, "overload": 15.0, "long": 60.0, "answer": 60.0}
MORE_SECONDS = 120.0  # for opening matches, for compiling, for a machine that is busy otherwise


def main() -> int:
    """Measure what is asked for and print a table."""
    asked = _arguments()
    rows: list[Row] = []
    try:
        for what in [asked.what] if asked.what else USUAL:
            with host(asked.url, asked.database, asked.engines) as running:
                rows += asyncio.run(_bounded(what, running, asked))
    except (Trouble, Gone, OSError) as error:
        print(f"server_load: {error}", file=sys.stderr)
        return 2
    if asked.json:
        print(json.dumps({"database": asked.database or "sqlite", "rows": [each.data() for each in rows]}))
    else:
        print("\n".join(lines(rows)))
    return 0


async def _bounded(what: str, running: Host, asked: argparse.Namespace) -> list[Row]:
    bound = 3 * (asked.seconds or USUAL[what]) + MORE_SECONDS
    try:
        async with asyncio.timeout(bound):
            return await _measured(what, running, asked.seconds or USUAL[what], asked)
    except TimeoutError:
        raise Trouble(f"{what}: not done within {bound:g} s") from None


async def _measured(what: str, running: Host, seconds: float, asked: argparse.Namespace) -> list[Row]:
    if what == "reads":
        return await traffic.reads(running, seconds, asked.clients)
    if what == "moves":
        return await traffic.moves(running, seconds, asked.clients)
    if what == "sockets":
        return await traffic.sockets(running, seconds, asked.sockets)
    if what == "overload":
        return await thinking.overload(running, seconds, asked.clients, asked.engines)
    if what == "long":
        return await thinking.long(running)
    return await thinking.answer(running, asked.level)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", nargs="?", choices=list(USUAL), help="only this; by default all")
    parser.add_argument("--database", default="", help="as parlour serve takes it; or the word postgresql")
    parser.add_argument("--url", default="", help="a server that runs already: http://HOST:PORT")
    parser.add_argument("--seconds", type=float, default=0.0, help="how long each is measured")
    parser.add_argument("--clients", type=int, default=32, help="connections at once")
    parser.add_argument("--sockets", type=int, default=2000, help="how many are held")
    parser.add_argument("--engines", type=int, default=1, help="engines of the server that is started")
    parser.add_argument("--level", default="medium", help="whose answer is timed")
    parser.add_argument("--json", action="store_true", help="print one JSON document instead")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
