"""A menu at the terminal: pick by number, name, title or the beginning of one; leave whenever you like."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from parlour.core.errors import unknown

if TYPE_CHECKING:
    from parlour.cli.talk import Talk

LEAVE = ("q", "quit", "exit")
HELP = ("help", "?")


def menu(talk: Talk, title: str, rows: Sequence[tuple[str, str]], default: str = "") -> str | None:
    """Let the user pick one of (name, description); None when there is no answer or the user leaves."""
    talk.say(title, "bold")
    widest = max(len(name) for name, _ in rows)
    for number, (name, title) in enumerate(rows, 1):
        talk.say(f"{number:>3}  {name:{widest}}  {title}")
    names = [name for name, _ in rows]
    hint = f" [{default}]" if default else ""
    while True:
        answer = talk.ask(f"number or name{hint}> ", names)
        if answer is None:
            return None
        answer = " ".join(answer.split())
        if not answer and default:
            return default
        if not answer:
            continue
        if answer.lower() in LEAVE and answer.lower() not in names:
            return None
        fitting = found(answer, rows)
        if len(fitting) == 1:
            return fitting[0]
        talk.console.print(_advice(answer, fitting, names, default))


def found(answer: str, rows: Sequence[tuple[str, str]]) -> list[str]:
    """Give the names that an answer may mean: by number, by name or title, by the beginning of one."""
    names = [name for name, _ in rows]
    if answer.isdecimal() and answer.isascii():
        return [names[int(answer) - 1]] if len(answer) < 6 and 1 <= int(answer) <= len(names) else []
    wanted = _plain(answer)
    if not wanted:
        return []
    exact = [name for name, title in rows if wanted in (_plain(name), _plain(title))]
    begun = [name for name, title in rows if any(_plain(text).startswith(wanted) for text in (name, title))]
    return exact[:1] or begun


def _plain(text: str) -> str:
    """Take case, spaces and signs away: Any-Game is any_game is anygame."""
    return "".join(letter for letter in text.casefold() if letter.isalnum())


def _advice(answer: str, fitting: list[str], names: list[str], default: str) -> str:
    if answer.lower() in HELP:
        enter = f" Enter alone takes {default}." if default else ""
        return f"Type a number from 1 to {len(names)}, or a name or its beginning.{enter} q leaves."
    if fitting:
        return f"{answer!r} may be {' or '.join(fitting)}; type more of it."
    if answer.lstrip("-+").isdecimal():
        return f"There is no {answer[:20]} here: 1 to {len(names)}."
    return str(unknown("choice", answer, names))
