"""Moves by hand: the parts of a picture, and the buttons beside it, that make a move. Every `Game` has these.

A move is a sequence of names. One that a cell of the picture has for its handle is touched there; any other
is a button. A rules file may say them by `touches(s, a)`, or `touches(s, a, start)`; without it the text of a
move is its one name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeAlias

from parlour.core import rules
from parlour.core.errors import clipped
from parlour.core.rules import MIDWAY, OPEN, AnyState

if TYPE_CHECKING:
    from parlour.core.errors import BadRules

Touches: TypeAlias = tuple[str, ...]
MORE = "and more"  # the button of a move that is but the beginning of one


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
        def write(self, s: AnyState, actions: Iterable[int]) -> list[str]: ...

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

    def begun(self, s: AnyState) -> list[tuple[str, Touches]]:
        """List the actions that begin moves beyond those of `moves`, each as a move and what it touches.

        A turn that can be put together in too many ways to list all, such as laying any cards of a hand, is
        so made action by action.
        """
        whole: Callable[[AnyState], list[Any]] | None = getattr(self.module, "whole_moves", None)
        if whole is None or rules.turn(s) < 0 or rules.stage(s) != OPEN:
            return []
        known = {tuple(actions[:2]) for actions in whole(s)}
        found = []
        for a in self.legal(s):
            after = rules.play(s, a)
            goes_on = rules.turn(after) == rules.turn(s) and rules.stage(after) == MIDWAY
            if goes_on and any((a, b) not in known for b in self.legal(after)):
                found.append((self.write(s, [a])[0], (*self.touches(s, a), MORE)))
        return found

    def shortcuts(self, s: AnyState) -> list[str]:
        """List moves in a word that stand for several actions, which `moves` leaves out, as the game says."""
        offered: Callable[[AnyState], Iterable[str]] | None = getattr(self.module, "shortcuts", None)
        return list(offered(s)) if offered and rules.turn(s) >= 0 else []

    def _touched_by(self, s: AnyState, actions: Sequence[int]) -> Touches:
        names = self.touches(s, actions[0])
        for before, a in pairwise(actions):
            s = rules.play(s, before)
            more = self.touches(s, a)
            names += more[1:] if more[0] == names[-1] else more
        return names
