"""The server: play in a browser, and by HTTP and sockets from a program or another terminal."""

from __future__ import annotations

import importlib.util
import os
import sys
from threading import Thread
from typing import Annotated

import typer

from parlour.cli import output
from parlour.cli.common import Load, Verbose, number, settle
from parlour.core.errors import BadOption, ParlourError

EXAMPLES = """\
  parlour serve --open
  parlour serve --port 0 --engines 2
  parlour serve --host 0.0.0.0 --database postgresql://parlour@db/parlour --origin https://games.example.org"""
NEEDED = ("fastapi", "uvicorn", "websockets")


def serve(
    host: Annotated[str, typer.Option(metavar="NAME", help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, number("The port; 0 takes a free one.", 0, 65535, "--port")] = 8000,
    database: Annotated[
        str, typer.Option(metavar="URL", help="A file, sqlite:///FILE or postgresql://USER@HOST/NAME.")
    ] = "",
    engines: Annotated[
        str, typer.Option(metavar="N", help="Processes that think, or a Dask scheduler: tcp://HOST:PORT.")
    ] = "1",
    think: Annotated[float, typer.Option(metavar="S", help="Seconds that one decision may take.")] = 10.0,
    queue: Annotated[
        int, number("Hints and analyses that may wait; 0: four an engine.", 0, 10_000, "--queue")
    ] = 0,
    memory: Annotated[int, number("Megabytes that an engine may take.", 256, 1_000_000, "--memory")] = 4096,
    rate: Annotated[float, typer.Option(metavar="N", help="Requests a second from one address.")] = 1000.0,
    origin: Annotated[
        list[str] | None,
        typer.Option(metavar="URL", help="A page elsewhere that may use it; repeat for more."),
    ] = None,
    secure: Annotated[bool, typer.Option("--secure", help="Behind https: cookies by https alone.")] = False,
    open_: Annotated[
        bool, typer.Option("--open", help="Open a browser at it; if the port is taken, at a free one.")
    ] = False,
    load: Load = None,
    verbose: Verbose = False,
) -> None:
    """Serve the page for a browser, and games over HTTP and sockets.

    Ctrl-C ends it. Matches are kept in the database; a server that is started again goes on with them.
    """
    if missing := [name for name in NEEDED if importlib.util.find_spec(name) is None]:
        raise ParlourError(f"the server needs {', '.join(missing)}: pip install 'parlour[web]'")
    if not 0.1 <= think <= 3600.0 or not rate >= 1.0:
        raise BadOption("--think needs seconds from 0.1 to 3600, --rate at least 1 a second")
    settle(verbose, load)
    from parlour.server.engines import engines_of
    from parlour.server.running import run
    from parlour.server.settings import Settings

    engines_of(engines)  # says what is wrong with them before anything is started
    settings = Settings(
        database=database,
        engines=engines,
        load=tuple(load or ()),
        think=think,
        queue=queue,
        memory=memory,
        rate=rate,
        origins=tuple(origin or ()),
        hosts=_hosts(host),
        secure=secure,
    )
    run(settings, host, port, verbose, lambda url: _announce(url, open_), open_)


def _hosts(host: str) -> tuple[str, ...]:
    """Return the names a server may be called by: on this machine alone, only this machine's."""
    own = ("localhost", "127.0.0.1", "::1")
    return own if host in own else ()


def _announce(url: str, open_: bool) -> None:
    output.out().print(f"Parlour is at {url} (Ctrl-C stops it).", highlight=False)
    output.flush()
    if open_ and _has_browser():
        import webbrowser

        Thread(target=webbrowser.open, args=(url,), daemon=True).start()  # some wait until it is closed


def _has_browser() -> bool:
    """Say whether a browser would have a screen: without one a text browser might take the terminal."""
    if sys.platform in ("darwin", "win32"):
        return True
    return any(os.environ.get(name) for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"))
