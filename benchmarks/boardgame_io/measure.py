"""Moves a second of boardgame.io's server, on this machine, to set beside those of benchmarks/server_load.py.

    python benchmarks/boardgame_io/measure.py                     # about a minute; fetches the package by npm
    python benchmarks/boardgame_io/measure.py --clients 64 --json

The package, of the version in package.json, is installed into a temporary folder. Its server runs the least
game there is, with the default storage, in memory; the client, socket.io's own, plays a move at a time in
each of many matches, and a move counts when its update has come back. New matches begin every 200 moves: the
storage copies a match's whole log with every move.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
FILES = ("package.json", "server.js", "client.js")
INSTALL_SECONDS = 300
START_SECONDS = 30.0


class Trouble(Exception):
    """Something that is told in one line."""


def main() -> int:
    """Install, start, measure, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--clients", type=int, default=32, help="sockets at once, each in a match of its own")
    parser.add_argument("--seconds", type=float, default=15.0, help="how long it is measured")
    parser.add_argument("--moves", type=int, default=200, help="moves a match")
    parser.add_argument("--json", action="store_true", help="print one JSON document instead")
    asked = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory(prefix="boardgame-io-") as folder:
            found = measured(Path(folder), asked.clients, asked.seconds, asked.moves)
    except (Trouble, OSError, subprocess.SubprocessError) as error:
        print(f"boardgame_io: {error}", file=sys.stderr)
        return 2
    if asked.json:
        print(json.dumps(found))
        return 0
    print(f"boardgame.io {found['version']}: {found['per_second']:,} moves a second,")
    print(f"p50 {found['p50_ms']} ms, p99 {found['p99_ms']} ms, server busy {found['server_busy']:.0%},")
    print(f"{found['a_busy_second']:,} a busy second")
    return 0


def measured(folder: Path, clients: int, seconds: float, moves: int) -> dict[str, Any]:
    """Measure in a folder that is empty."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise Trouble("needs node and npm, which are not installed: apt install nodejs npm")
    for name in FILES:
        shutil.copy(HERE / name, folder)
    install = [npm, "install", "--no-audit", "--no-fund", "--silent"]
    done = subprocess.run(install, cwd=folder, capture_output=True, text=True, timeout=INSTALL_SECONDS)
    if done.returncode:
        raise Trouble(f"npm install failed: {' '.join(done.stderr.split())[-300:]}")
    package = json.loads((folder / "node_modules" / "boardgame.io" / "package.json").read_text())
    port = _free_port()
    environment = {**os.environ, "NODE_ENV": "production"}
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    server = subprocess.Popen([node, "server.js", str(port)], cwd=folder, env=environment, **quiet)
    try:
        _wait_for(port, server)
        words = [node, "client.js", *(f"{each:g}" for each in (port, clients, seconds, moves))]
        used, began = _processor(server.pid), time.perf_counter()
        ran = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=seconds + 60)
        busy = (_processor(server.pid) - used) / (time.perf_counter() - began)
        if ran.returncode:
            raise Trouble(f"the client failed: {' '.join(ran.stderr.split())[-300:]}")
    finally:
        server.kill()
        server.wait()
    figures = json.loads(ran.stdout)
    return {"version": package["version"], "clients": clients, **figures, **_with(busy, figures)}


def _with(busy: float, figures: dict[str, Any]) -> dict[str, Any]:
    """Tell what it would do with a core to itself, whatever else is running."""
    return {"server_busy": round(busy, 3), "a_busy_second": round(figures["per_second"] / busy)}


def _processor(process: int) -> float:
    """Return the processor's seconds that a process has used, all its threads."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _free_port() -> int:
    with socket.socket() as any_port:
        any_port.bind(("127.0.0.1", 0))
        return int(any_port.getsockname()[1])


def _wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and server.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), 1.0).close()
            return
        except OSError:
            time.sleep(0.1)
    raise Trouble("its server did not start")


if __name__ == "__main__":
    sys.exit(main())
