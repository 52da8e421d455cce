"""Programs that answer the strategy `remote`, well and badly: a server of one's own for each test."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Bot:
    """What was asked, and where to ask."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.asked: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.connections = 0


@contextmanager
def bot(answer: Callable[[dict[str, Any]], Any], status: int = 200, **headers: str) -> Iterator[Bot]:
    """Answer by a function of the question: an object, or bytes as they are."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def setup(self) -> None:
            super().setup()
            it.connections += 1

        def do_POST(self) -> None:
            question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            it.asked.append(question)
            it.headers.append(dict(self.headers))
            said = answer(question)
            body = said if isinstance(said, bytes) else json.dumps(said).encode()
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    it = Bot(f"http://127.0.0.1:{server.server_address[1]}/play?as=bot")
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield it
    finally:
        server.shutdown()
        server.server_close()


def first(question: dict[str, Any]) -> dict[str, Any]:
    """Take the first of the legal moves."""
    return {"move": question["legal"][0]}
