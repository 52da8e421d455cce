"""What goes out: results and JSON on stdout; errors, the log and progress on stderr."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from textwrap import wrap
from typing import IO, TYPE_CHECKING, Any, TypeVar

from parlour.core.job import STACK, Job
from parlour.core.jsonable import plain

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from parlour.core.picture import Picture

Result = TypeVar("Result")
PIPE_WIDTH = 120  # columns where there is no terminal to ask
READABLE = 100  # columns of a line that people read
WIDEST = 10_000
STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")  # all controls but tab and line feed
PATIENCE = 0.7  # seconds before a spinner shows

_jobs: list[Job[Any]] = []  # the last that was begun


def begin() -> None:
    """Prepare the streams of this process; characters they cannot show become question marks."""
    out.cache_clear()
    err.cache_clear()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def flush() -> None:
    """Write out what is buffered, so that a full disk or a closed pipe is noticed here."""
    if sys.stdout is not None:
        sys.stdout.flush()


def drop_stdout() -> None:
    """Let nothing more be written to a pipe that nobody reads."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        return


@cache
def out() -> Console:
    """Return the console of stdout."""
    return _console(sys.stdout, stderr=False)


@cache
def err() -> Console:
    """Return the console of stderr."""
    return _console(sys.stderr, stderr=True)


def _console(stream: IO[str] | None, stderr: bool) -> Console:
    from rich.console import Console
    from rich.segment import Segment

    class Screen(Console):
        """A console that lets the door deal with a reader that has left, and shows what would steer it."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

        def print(self, *objects: Any, **how: Any) -> None:  # before lines are broken: it makes them longer
            super().print(*(self._shown(each) if isinstance(each, str) else each for each in objects), **how)

        def render(self, renderable: Any, options: Any = None) -> Iterator[Segment]:
            for part in super().render(renderable, options):
                yield part if part.control else Segment(self._shown(part.text), part.style)

        def _shown(self, text: str) -> str:
            return showable(harmless(text), self.encoding)

    return Screen(stderr=stderr, width=_width(stream), markup=False, highlight=False, emoji=False)


def _width(stream: IO[str] | None) -> int | None:
    """Return the columns to write in; None where the console finds out by itself."""
    asked = os.environ.get("COLUMNS", "")
    if asked.isdecimal() and int(asked[:6]) > 0:
        return min(int(asked[:6]), WIDEST)
    if not is_terminal(stream):
        return PIPE_WIDTH
    if not asked or stream is None:
        return None
    return os.get_terminal_size(stream.fileno()).columns or PIPE_WIDTH


def harmless(text: str) -> str:
    """Write out what would steer a terminal instead of being shown: a file may hold anything."""
    return STEERING.sub(lambda found: f"\\x{ord(found[0]):02x}", text)


def showable(text: str, encoding: str) -> str:
    """Spell in ASCII what a stream cannot show: suits as letters, bars as hashes."""
    if text.isascii() or encoding.lower().startswith("utf"):
        return text
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        from parlour.core.draw.ascii import spelled

        return spelled(text)
    return text


def is_terminal(stream: IO[str] | None) -> bool:
    """Say whether a person is at the other end."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # closed
        return False


def complain(text: str) -> None:
    """Write the one line of an error."""
    flush_quietly()
    try:
        print(f"parlour: {text}", file=sys.stderr, flush=True)
    except OSError:
        return


def flush_quietly() -> None:
    """Write out what is buffered; what cannot be written was either reported already or is about to be."""
    try:
        flush()
    except OSError:
        drop_stdout()


def log_line(text: str) -> None:
    """Write a line of the log, dim where a person looks."""
    flush_quietly()
    if is_terminal(sys.stderr):
        err().print(text, style="dim")
    else:
        print(harmless(text), file=sys.stderr, flush=True)


def emit(data: Any) -> None:
    """Print one JSON document."""
    utf8 = (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "") == "utf8"
    print(json.dumps(plain(data), ensure_ascii=not utf8, allow_nan=False))


def table(*columns: str, right: tuple[str, ...] = (), fold: tuple[str, ...] = ()) -> Table:
    """Start a table; the columns in `right` hold numbers, those in `fold` may take several lines."""
    from rich import box
    from rich.table import Table

    grid = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for name in columns:
        grid.add_column(name, justify="right" if name in right else "left", no_wrap=name not in fold)
    return grid


def room(console: Console) -> int:
    """Return the columns to write sentences in: a line that is too long is hard to read."""
    return max(20, min(console.width, READABLE))


def is_plain(console: Console) -> bool:
    """Say whether a stream shows nothing but ASCII, or little more."""
    return not console.encoding.lower().startswith("utf")


def sentences(texts: Iterable[str], console: Console, style: str | None = None) -> None:
    """Print texts, each on lines of its own, broken between words."""
    for text in texts:
        for line in wrap(text, room(console), break_long_words=False, break_on_hyphens=False) or [""]:
            console.print(line, style=style, soft_wrap=True)


def draw(picture: Picture, console: Console | None = None) -> None:
    """Draw a board: in colour for a person, as plain text into a pipe."""
    console = console or out()
    if console.is_terminal:
        console.print(picture)
    else:
        console.print(picture.text(ascii=console.options.ascii_only), soft_wrap=True)


class Rows:
    """Results that come one by one: shown as they come to a person, all together to a pipe.

    So what goes wrong half-way leaves nothing half done in a pipe.
    """

    def __init__(self, quiet: bool) -> None:
        self._quiet = quiet
        self._kept: list[Any] = []

    def add(self, row: Any, style: str | None = None) -> None:
        """Show or keep a line or a table."""
        if not self._quiet:
            self._kept.append((row, style))
            if is_terminal(sys.stdout):
                self.show()

    def show(self) -> None:
        """Show what was kept."""
        for row, style in self._kept:
            out().print(row, style=style)
        self._kept.clear()


# -- work that takes its time --------------------------------------------------------------------------


def working(text: str | Callable[[], str], job: Callable[[], Result]) -> Result:
    """Run a job beside the main thread, so that Ctrl-C is heard at once; a spinner tells that it runs."""
    work = Job(job, STACK)
    _jobs[:] = [work]
    if not work.wait(PATIENCE):
        words = text if callable(text) else lambda: text
        with spinner(words()) as tell:
            while not work.wait(0.1):
                tell(words())
    return work.result()


def busy() -> bool:
    """Say whether a job is still running that nobody waits for."""
    return any(not job.over for job in _jobs)


@contextmanager
def spinner(text: str) -> Iterator[Callable[[str], None]]:
    """Show that something is going on, where a person looks; call what it gives with other words."""
    if is_terminal(sys.stderr):
        with err().status(text) as status:
            yield status.update
    else:
        yield lambda words: None


@contextmanager
def bar(text: str) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar with the time left, where a person looks; call it with (done, total)."""
    if not is_terminal(sys.stderr):
        yield lambda done, total: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=err(), transient=True) as progress:
        task = progress.add_task(text)
        yield lambda done, total: progress.update(task, completed=done, total=total)
