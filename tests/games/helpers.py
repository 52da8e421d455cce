"""What the tests of games share."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from parlour import Game, Match, ParlourError, game
from parlour.core.errors import BadOption
from parlour.core.names import Names
from parlour.core.narrate import story
from parlour.core.rules import AnyState

VALUES = Path(__file__).parents[1] / "values"


def stored(name: str) -> Any:
    """Read a file of published or independently computed values."""
    return json.loads((VALUES / f"{name}.json").read_text(encoding="utf-8"))


def after(it: Game, moves: str) -> AnyState:
    """Give the state after some moves."""
    s = it.start()
    for action in it.read_moves(moves):
        s = it.play(s, action)
    return s


def drawn(text: str) -> str:
    """Read a golden drawing: drop the first line break and the final newline."""
    return text.removeprefix("\n").removesuffix("\n")


def refuses_option(name: str, says: str, **options: Any) -> None:
    """Check that options are refused with one line that says why."""
    with pytest.raises(BadOption) as caught:
        game(name, **options)
    text = str(caught.value)
    assert says in text
    assert "\n" not in text
    assert len(text) < 300


def refuses_move(it: Game, s: AnyState, text: str, kind: type[ParlourError]) -> None:
    """Check that a move is refused with one line that names it and what is legal."""
    with pytest.raises(kind) as caught:
        it.parse(s, text)
    assert repr(text) in str(caught.value)
    assert "\n" not in str(caught.value)


def story_of(it: Game, moves: str, seat: int) -> list[str]:
    """Tell what a seat sees happen in some moves, the seat spoken to as you."""
    match = Match(it, 1)
    for action in it.read_moves(moves):
        match.play(action)
    return [event.text for event in story(match, seat, 0, Names(match.game.names.names, seat))]
