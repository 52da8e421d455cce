"""Running a server: the socket it listens at, its start and its end."""

from __future__ import annotations

import errno
import signal
import socket
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from parlour.core.errors import ParlourError
from parlour.server.app import make_app
from parlour.server.settings import MOST_FRAME, Settings

BACKLOG = 4096
NOT_TEXT = 1007  # RFC 6455: a message of another type than it says
SWITCH = 0.0005  # seconds until the thread that writes lets the loop go on, in place of Python's 5 ms
GOODBYE = 3  # seconds for requests under way when it is stopped


class _Server(uvicorn.Server):
    """A uvicorn server that tells when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Stop on Ctrl-C and on a request to end; that is how a server ends, and no failure."""
        signals = (signal.SIGINT, signal.SIGTERM)
        before = [(number, signal.signal(number, self.handle_exit)) for number in signals]
        try:
            yield
        finally:
            for number, handler in before:
                signal.signal(number, handler)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then tell."""
        await super().startup(sockets)
        if self.started:
            self._ready()


class Sockets(WebSocketsSansIOProtocol):
    """uvicorn's sockets; text that is none closes one, where uvicorn's would log a traceback each time."""

    def send_receive_event_to_app(self) -> None:
        """Pass a message on, if it can be read."""
        if self.curr_msg_data_type == "text" and not _is_text(self.frames):
            self.frames = []
            if self.conn.state is State.OPEN:
                self.conn.send_close(NOT_TEXT)
                self.handle_parser_exception()
            return
        super().send_receive_event_to_app()


def _is_text(parts: list[bytes]) -> bool:
    if all(part.isascii() for part in parts):
        return True
    try:
        return bool(b"".join(parts).decode())
    except UnicodeDecodeError:
        return False


def run(
    settings: Settings,
    host: str,
    port: int,
    verbose: bool,
    ready: Callable[[str], None],
    or_free: bool = False,
) -> None:
    """Serve until it is stopped; `ready` is called with the address once it can be used.

    A port that is taken is refused, or with `or_free` exchanged for one that is free.
    """
    listening = _listening(host, port, or_free)
    name = f"[{host}]" if ":" in host else host
    url = f"http://{name}:{listening.getsockname()[1]}/"
    config = configured(make_app(settings), verbose)
    sys.setswitchinterval(SWITCH)
    server = _Server(config, lambda: ready(url))
    server.run([listening])
    if not server.started:
        raise ParlourError("the server could not start; what is wrong stands above")


def configured(app: Any, verbose: bool) -> uvicorn.Config:
    """Say how uvicorn is to serve an app."""
    return uvicorn.Config(
        app,
        ws=Sockets,
        ws_max_size=MOST_FRAME,
        ws_max_queue=16,
        ws_per_message_deflate=False,
        log_level="info" if verbose else "warning",
        access_log=verbose,
        backlog=BACKLOG,
        timeout_graceful_shutdown=GOODBYE,
        server_header=False,
        lifespan="on",
    )


def _listening(host: str, port: int, or_free: bool = False) -> socket.socket:
    """Open the socket to listen at; say in one line why that cannot be."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        it = socket.socket(family, kind, protocol)
        it.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        it.bind(address)
        it.listen(BACKLOG)
    except OSError as error:
        if or_free and error.errno == errno.EADDRINUSE:
            return _listening(host, 0)
        raise ParlourError(
            f"--host {host} --port {port}: {error.strerror or error}; choose another"
        ) from None
    return it
