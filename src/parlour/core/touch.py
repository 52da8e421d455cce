"""Moves by hand: the parts of a picture, and the buttons beside it, that make a move. Every `Game` has these.

A move is a sequence of names. One that a cell of the picture has for its handle is touched there; any other
is a button. A rules file may say them by `touches(s, a)`, or `touches(s, a, start)`; without it the text of a
move is its one name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeAlias

from parlour.core import rules
from parlour.core.errors import clipped
from parlour.core.rules import AnyState

if TYPE_CHECKING:
    from parlour.core.errors import BadRules

Touches: TypeAlias = tuple[str, ...]


class Touching:
    """How the moves of a game are made by hand; the rules themselves are `Game`'s."""

    if TYPE_CHECKING:
        module: ModuleType
        _start: AnyState

        def _expect(self, s: AnyState) -> None: ...
        def fault(self, what: str) -> BadRules: ...
        def legal(self, s: AnyState) -> list[int]: ...
        def format(self, s: AnyState, a: int) -> str: ...
        def moves(self, s: AnyState) -> list[str]: ...

    def touches(self, s: AnyState, a: int) -> Touches:
        """Return the names that an action touches, in order.

        The rules file is shown no more than the seat that moves sees, so the names cannot tell more.
        """
        self._expect(s)
        who = rules.turn(s)
        seen = rules.mask(s, who) if who >= 0 else s
        namer: Callable[..., Any] | None = getattr(self.module, "touches", None)
        if namer is None:
            return (self.format(seen, a),)
        takes_start = getattr(getattr(namer, "__code__", None), "co_argcount", 2) == 3
        names = namer(seen, a, self._start) if takes_start else namer(seen, a)
        if not isinstance(names, tuple) or not names or not all(isinstance(n, str) and n for n in names):
            raise self.fault(f"touches gives {clipped(names)} for action {a}; it must be a tuple of names")
        return names

    def all_touches(self, s: AnyState) -> list[Touches]:
        """List the names that each move touches, in the order of `moves`.

        A move of several actions touches what these touch one after the other; where one begins with the name
        that the one before it ended with, such as the square a piece has jumped to, that is touched once.
        """
        whole: Callable[[AnyState], list[Any]] | None = getattr(self.module, "whole_moves", None)
        if whole is None:
            return [self.touches(s, a) for a in self.legal(s)]
        if not hasattr(self.module, "touches"):
            return [(move,) for move in self.moves(s)]
        self._expect(s)
        return [self._touched_by(s, actions) for actions in whole(s)]

    def _touched_by(self, s: AnyState, actions: Sequence[int]) -> Touches:
        names = self.touches(s, actions[0])
        for before, a in pairwise(actions):
            s = rules.play(s, before)
            more = self.touches(s, a)
            names += more[1:] if more[0] == names[-1] else more
        return names
