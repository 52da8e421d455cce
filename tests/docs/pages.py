"""The examples of a page: its fenced blocks, run in order in one folder and one namespace.

A block is tagged `python` (plain, or a session with >>>), `console` (a line that begins with $ is a command,
what follows is what it prints) or `text`, which is not run. What a page shows is compared with what comes
out; `...` stands for anything. A line of a console such as `your move> b2` is a prompt and what is typed.

    python tests/docs/pages.py docs/tutorial.md

brings the figures of a page's consoles up to date: a line that is no longer printed becomes the printed line
that is most like it. Look at what it did before you keep it.
"""

from __future__ import annotations

import difflib
import doctest
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
TAGS = ("python", "console", "text")
FENCE = re.compile(r"^```(.*)$")
PROMPT = re.compile(r"^[^>]+> (.*)$")
CHECK = doctest.OutputChecker()
SHOWN = doctest.ELLIPSIS


@dataclass(frozen=True)
class Block:
    """One fenced block of a page and the line it begins at."""

    page: Path
    line: int
    tag: str
    text: str

    @property
    def where(self) -> str:
        """Name the block in a complaint."""
        return f"{self.page.relative_to(ROOT)}, line {self.line}"


def blocks(page: Path) -> list[Block]:
    """List the fenced blocks of a page."""
    found: list[Block] = []
    tag, begun, lines = "", 0, []
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        fence = FENCE.match(line)
        if fence and not begun:
            tag, begun, lines = fence[1].strip(), number, []
        elif fence:
            found.append(Block(page, begun, tag, "".join(f"{text}\n" for text in lines)))
            begun = 0
        else:
            lines.append(line)
    assert not begun, f"{page.name}, line {begun}: the block has no end"
    return found


def run_python(block: Block, names: dict[str, object]) -> None:
    """Run a block of Python, as a session if it shows one."""
    if ">>>" not in block.text:
        exec(compile(block.text, block.where, "exec"), names)
        return
    test = doctest.DocTestParser().get_doctest(block.text, {}, block.where, str(block.page), block.line)
    test.globs = names
    told: list[str] = []
    runner = doctest.DocTestRunner(optionflags=SHOWN, verbose=False)
    runner.run(test, out=told.append, clear_globs=False)
    assert not runner.failures, "".join(told)


@dataclass(frozen=True)
class Command:
    """A command of a console, what is typed at its prompts, and what it prints."""

    line: str
    typed: str
    shown: str


def commands(block: Block) -> list[Command]:
    """Split a console into its commands."""
    parts = re.split(r"^\$ ", block.text, flags=re.M)
    assert not parts[0].strip(), f"{block.where}: a console begins with a line $ command"
    return [_command(part) for part in parts[1:]]


def _command(part: str) -> Command:
    lines = part.splitlines()
    word = lines.pop(0)
    while word.endswith("\\"):
        word = word[:-1] + lines.pop(0).removeprefix("> ")
    typed, shown = "", ""
    for line in lines:
        prompt = PROMPT.match(line)
        typed += f"{prompt[1]}\n" if prompt else ""
        shown += f"{line}\n"
    return Command(word, typed, shown)


def run_console(block: Block, folder: Path) -> None:
    """Run the commands of a console and compare what they print."""
    for command in commands(block):
        code, got = run_command(command, folder)
        refused = re.search(r"^parlour: ", command.shown, re.M)  # the one line of an error
        assert code == (2 if refused else 0), f"{block.where}: $ {command.line}\n{got}"
        if command.shown:
            assert matches(command.shown, got), (
                f"{block.where}: $ {command.line}\n--- the page shows\n{command.shown}--- it prints\n{got}"
            )


def run_command(command: Command, folder: Path) -> tuple[int, str]:
    """Run one command in a folder; give its exit code and what it prints, stderr too."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHONDONT")}
    environment |= {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PARLOUR_STATE_DIR": str(folder / "state"),
        "COLUMNS": "110",
        "NO_COLOR": "1",
    }
    done = subprocess.run(
        ["bash", "-c", command.line],
        input=command.typed,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        cwd=folder,
        env=environment,
        timeout=120,
        check=False,
    )
    # Compilations are told of only the first time.
    lines = [line for line in done.stdout.splitlines() if not line.startswith("parlour: compiling ")]
    return done.returncode, "".join(f"{line}\n" for line in lines)


def matches(shown: str, got: str) -> bool:
    """Compare; spaces at the ends of lines and empty lines at the end do not count."""
    tidy = ("\n".join(line.rstrip() for line in text.splitlines()).rstrip("\n") for text in (shown, got))
    return CHECK.check_output(*tidy, SHOWN)


def refresh(page: Path, folder: Path) -> None:
    """Put the figures that the consoles of a page print now into the page."""
    names: dict[str, object] = {"__name__": "__main__"}
    text = page.read_text(encoding="utf-8")
    for block in blocks(page):
        if block.tag == "python":
            run_python(block, names)
        for command in commands(block) if block.tag == "console" else ():
            printed = [line.rstrip() for line in run_command(command, folder)[1].splitlines()]
            lines = [_like(line, printed) for line in command.shown.splitlines()]
            text = text.replace(command.shown, "".join(f"{line}\n" for line in lines), 1)
    page.write_text(text, encoding="utf-8")


def _like(line: str, printed: list[str]) -> str:
    if "..." in line or line.rstrip() in printed:
        return line
    return (difflib.get_close_matches(line, printed, n=1) or [line])[0]


if __name__ == "__main__":
    for name in sys.argv[1:]:
        path = Path(name).resolve()
        with tempfile.TemporaryDirectory() as place:
            for example in (DOCS / "examples").glob("[!_]*"):
                (Path(place) / example.name).symlink_to(example)
            os.chdir(place)
            refresh(path, Path(place))
