"""A page in the place of a notebook: it loads the widget's script as anywidget does, and gives it a model."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from queue import Empty, Queue
from threading import Thread
from typing import Any

from playwright.sync_api import Page

from parlour.notebook.widget import Board

ADDRESS = "http://notebook.test/"
PATIENCE = 40.0  # seconds
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Notebook</title>
<style>body { margin: 0; background: GROUND; font: 13px serif } button { background: hotpink }</style></head>
<body><h1>Notebook</h1><main id="cell"></main><script>
const heard = new Set();
const model = {
  on: (name, call) => heard.add(call),
  off: (name, call) => heard.delete(call),
  send: (content) => window.toPython(JSON.stringify(content)),
};
window.deliver = (messages) => {
  for (const each of messages) for (const call of [...heard]) call(each, []);
};
window.show = async (script) => {
  const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const widget = await import(url);
  window.unshow = await widget.default.render({ model, el: document.getElementById("cell") });
};
window.listeners = () => heard.size;
</script></body></html>"""


class Host:
    """A board in a browser; what the page asks is answered by Python in a thread, as by a kernel."""

    def __init__(self, page: Page, board: Board, ground: str = "white") -> None:
        self.page, self.board = page, board
        self.problems: list[str] = []
        self.sent: list[dict[str, Any]] = []
        self._out: Queue[str] = Queue()
        self._in: Queue[str] = Queue()
        board.send = lambda content, buffers=None: self._out.put(json.dumps(content))  # type: ignore[method-assign]
        page.on("console", lambda said: said.type == "error" and self.problems.append(said.text))
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        text = PAGE.replace("GROUND", ground)
        page.route(ADDRESS, lambda route: route.fulfill(body=text, content_type="text/html"))
        page.expose_function("toPython", self._in.put)
        Thread(target=self._answer, daemon=True).start()
        page.goto(ADDRESS)
        page.evaluate("script => window.show(script)", board._esm)
        self.until(lambda: self.cell.count() == 1 and self.ready())

    @property
    def cell(self) -> Any:
        """Return the board as it is shown."""
        return self.page.locator("article.cell")

    def _answer(self) -> None:
        while True:
            self.board._heard(json.loads(self._in.get()))

    def until(self, true: Callable[[], bool]) -> None:
        """Carry messages to the page until something is so there."""
        end = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < end, (self.problems, self.page.locator("#cell").inner_text())
            messages = []
            try:
                messages.append(self._out.get(timeout=0.02))
                while True:
                    messages.append(self._out.get_nowait())
            except Empty:
                pass
            told = [json.loads(each) for each in messages]
            self.sent += told
            self.page.evaluate("messages => window.deliver(messages)", told)

    def ready(self) -> bool:
        """Say whether the page shows where the match stands, and the person is to move or it is over."""
        cell, match = self.cell, self.board.match
        stands = (str(match.ply), str(match.over).lower())
        shown = (cell.get_attribute("data-ply"), cell.get_attribute("data-over"))
        return shown == stands and (match.over or match.turn == self.board.seat)
