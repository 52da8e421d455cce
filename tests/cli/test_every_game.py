"""Every game is played to its end from the menu: rules read, every hint followed as it stands, reviewed."""

from __future__ import annotations

import io
import re
import sys

import pytest

import parlour
from parlour.cli import main

WIDEST = 100
COMMANDS = ("replay: ", "analyse: ")  # with paths and moves, as long as these are
SMALL = {  # set from the menu, where a game would take too long here
    "battleship": ("size=5", "ships=3,2"),
    "bluff": ("seats=2", "ranks=3"),
    "checkers": ("forty=10",),
    "liars_dice": ("dice=1", "faces=3"),
}
MOST = 400  # questions of a game


class Person:
    """Somebody who answers what is asked on the screen, and follows every hint."""

    def __init__(self, game: parlour.Game, screen: io.StringIO) -> None:
        self.screen = screen
        self.asked = 0
        self.hinted = False
        self.menu = [game.title.lower(), "easy"]
        self.options = ["options", *SMALL[game.name], ""] if SMALL.get(game.name) else []
        self.before = ["rules", "moves"]
        self.after = ["review", "why", "quit"]

    def isatty(self) -> bool:
        """Nobody sits there."""
        return False

    def readline(self, most: int = -1) -> str:
        """Answer the question that was put last."""
        self.asked += 1
        assert self.asked < MOST, self.screen.getvalue()[-2000:]
        return self.answer(self.screen.getvalue().rpartition("\n")[2]) + "\n"

    def answer(self, prompt: str) -> str:
        """Answer a prompt."""
        if prompt.startswith("NAME=VALUE"):
            return self.options.pop(0)
        if prompt.startswith("number or name"):
            if "[easy]" not in prompt and len(self.menu) < 2 and self.options[:1] == ["options"]:
                return self.options.pop(0)
            return self.menu.pop(0) if self.menu else "short" if "[a whole match]" in prompt else ""
        if prompt.startswith("new, undo"):
            return self.after.pop(0)
        assert prompt.startswith("your move ("), prompt
        assert len(prompt) <= WIDEST
        if self.before:
            return self.before.pop(0)
        self.hinted = not self.hinted
        if self.hinted:
            return "hint"
        told = self.screen.getvalue().rpartition("\nmove: ")[2]
        return told.partition("\n")[0]


@pytest.mark.parametrize("name", parlour.game_names())
def test_it_can_be_played_from_the_menu_alone(state, monkeypatch, name):
    game, screen = parlour.game(name), io.StringIO()
    person = Person(game, screen)
    monkeypatch.setattr(sys, "stdin", person)
    monkeypatch.setattr(sys, "stdout", screen)
    code = main(["play", "--seed", "2", "--limit", "at_most=0.02"])
    monkeypatch.undo()
    out = screen.getvalue()
    assert code == 0
    assert not person.before + person.after, out[-3000:]
    assert "is not a move" not in out
    assert "illegal" not in out
    for heading in game.guide.parts():
        assert f"\n{heading} " in out
    assert "judged by" in out
    long = [line for line in out.splitlines() if len(line) > WIDEST and not line.startswith(COMMANDS)]
    assert not long, long
    fields = [field for field in game.module.State._fields if "_" in field]
    assert not re.findall(rf"\b({'|'.join(fields)})\b", out) or not fields
    assert not re.findall(r"\bseat \d", out)
    assert not re.findall(r".*(?<!first )(?<!second )\b[Pp]layer \d.*", out)
