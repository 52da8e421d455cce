"""A conversation at a terminal or through a pipe: say, draw, ask."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from parlour.cli import output
from parlour.core.errors import InvalidMove
from parlour.core.letters import printable

if TYPE_CHECKING:
    from rich.console import Console

    from parlour.core.picture import Picture

MOST_ECHOED = 200
MOST_READ = 2**22  # characters of a line: a device gives no end of them


class Talk:
    """A console to write to and lines to read; those of a pipe are echoed, so that its log reads well."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.at_terminal = output.is_terminal(sys.stdin) and console.is_terminal and not console.stderr
        self._words: Sequence[str] = ()
        self._back: list[str] = []
        if self.at_terminal:
            self._offer_completion()

    def say(self, text: str = "", style: str | None = None) -> None:
        """Write a line; the terminal breaks it, so that a command in it can be copied."""
        self.console.print(text, style=style, soft_wrap=True)

    def tell(self, text: str, style: str | None = None) -> None:
        """Write a sentence, broken between words."""
        output.sentences([text], self.console, style)

    def draw(self, picture: Picture) -> None:
        """Draw a board with room around it."""
        self.console.print()
        output.draw(picture, self.console)
        self.console.print()

    def clear(self) -> None:
        """Take what is on the screen away, where there is a screen."""
        if self.at_terminal:
            self.console.clear()

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str | None:
        """Ask for a line; None when there are no more. The words are what Tab offers."""
        if self._back:
            line = self._back.pop()
            self.say(f"{prompt}{line}")
            return line
        self._words = words
        if self.at_terminal:
            try:
                return input(prompt).replace("\0", "")
            except EOFError:
                print()
                return None
            except KeyboardInterrupt:
                print()
                raise
        self.console.print(prompt, end="", soft_wrap=True)
        self.console.file.flush()
        line = sys.stdin.readline(MOST_READ) if sys.stdin is not None else ""
        if len(line) == MOST_READ and not line.endswith("\n"):
            self.say()  # the error begins a line of its own
            raise InvalidMove(f"standard input: a line of more than {MOST_READ:,} characters is no answer")
        text = line.rstrip("\r\n").replace("\0", "")
        if not output.is_terminal(sys.stdin):
            shown = text if len(text) <= MOST_ECHOED else text[:MOST_ECHOED] + "..."
            self.say(printable(shown, "?"))
        return text if line else None

    def put_back(self, line: str) -> None:
        """Let the next question be answered by a line that was read too early."""
        self._back.append(line)

    def _offer_completion(self) -> None:
        try:
            import readline
        except ImportError:
            return

        def complete(start: str, number: int) -> str | None:
            fitting = [word for word in self._words if word.startswith(start)]
            return fitting[number] if number < len(fitting) else None

        readline.set_completer_delims(" ")
        readline.set_completer(complete)
        readline.parse_and_bind("tab: complete")
