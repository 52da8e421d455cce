"""Moves in words: a game's way of writing, reading and listing them. Every `Game` has these methods."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, NoReturn

from parlour.core import rules
from parlour.core.errors import IllegalMove, InvalidMove, clipped
from parlour.core.letters import has_lookalikes
from parlour.core.rules import OVER, UNKNOWN, AnyState

if TYPE_CHECKING:
    from parlour.core.errors import BadRules

MOST_TEXT = 200  # characters of one move: longer is a mistake, not a move


def in_a_row(moves: Sequence[str]) -> str:
    """Write moves one after the other: a blank between them, or a bar where a move has a blank in it."""
    return (" | " if any(" " in move for move in moves) else " ").join(moves)


def out_of_a_row(text: str) -> list[str]:
    """Read moves that `in_a_row` has written."""
    return text.split(" | ") if " | " in text else text.split()


class MoveWords:
    """The words of a game's moves; the rules themselves are `Game`'s."""

    if TYPE_CHECKING:
        name: str
        module: ModuleType
        _start: AnyState

        def _expect(self, s: AnyState) -> None: ...
        def fault(self, what: str) -> BadRules: ...
        def legal(self, s: AnyState) -> list[int]: ...
        def play(self, s: AnyState, a: int) -> Any: ...
        def check(self, s: AnyState, a: int) -> None: ...

    def format(self, s: AnyState, a: int) -> str:
        """Return the move text of an action in a state."""
        if a == UNKNOWN:
            return "?"
        words: Callable[[AnyState, int], str] | None = getattr(self.module, "format", None)
        if words is None or type(a) is not int:
            self._expect(s)
            return str(a) if type(a) is int else self._no_action(s, a)
        try:
            text = words(s, a)
        except Exception:
            self._expect(s)
            if rules.is_legal(s, a):
                raise
            return self._no_action(s, a)
        if not isinstance(text, str):
            raise self.fault(f"format gives {clipped(text)} for action {a}; it must be text")
        return text

    def _no_action(self, s: AnyState, a: object) -> NoReturn:
        raise IllegalMove(f"{self.name}: action {clipped(a)} is illegal here; legal: {self._sample(s)}")

    def parse(self, s: AnyState, text: str) -> int:
        """Read a move; raise InvalidMove if it is none, IllegalMove if it may not be played here."""
        self._expect(s)
        if not isinstance(text, str) or len(text) > MOST_TEXT:
            raise InvalidMove(f"{self.name}: {clipped(text)} is not a move; legal: {self._sample(s)}")
        if rules.turn(s) == OVER:
            raise IllegalMove(f"{self.name}: the game is over, {clipped(text)} cannot be played")
        clean = " ".join(text.split())
        reader: Callable[[AnyState, str], int] | None = getattr(self.module, "parse", None)
        if has_lookalikes(clean):  # a reader would take them for letters and digits, or fail
            action = next((a for a in self.legal(s) if self.format(s, a) == clean), -1)
        else:
            action = reader(s, clean) if reader else self._parse_by_format(s, clean)
        if not isinstance(action, int):
            raise self.fault(f"parse gives {clipped(action)} for {clipped(text)}; it must be an action or -1")
        if action < 0:
            raise InvalidMove(f"{self.name}: {clipped(text)} is not a move; legal: {self._sample(s)}")
        if not rules.is_legal(s, action):
            raise IllegalMove(f"{self.name}: {clipped(text)} is illegal here; legal: {self._sample(s)}")
        return action

    def _parse_by_format(self, s: AnyState, text: str) -> int:
        wanted = text.lower()
        for action in self.legal(s):
            if self.format(s, action).lower() == wanted:
                return action
        return -1

    def remark(self, s: AnyState, a: int) -> str:
        """Say in the words of the game what an action does, such as "makes a run of three"; or nothing."""
        words: Callable[[AnyState, int], str] | None = getattr(self.module, "remark", None)
        return words(s, a) if words else ""

    def _sample(self, s: AnyState, most: int = 12) -> str:
        moves = self.moves(s)
        return in_a_row(moves[:most]) + (f" ... ({len(moves)} in all)" if len(moves) > most else "")

    # A written move is one action, except in games whose turns may be several: the jumps of checkers.

    def read(self, s: AnyState, text: str) -> list[int]:
        """Read a written move as its actions; raise InvalidMove or IllegalMove as `parse` does."""
        first = self.parse(s, text)
        reader: Callable[[AnyState, str], list[int]] | None = getattr(self.module, "read", None)
        if reader is None:
            return [first]
        actions = reader(s, " ".join(text.split()))
        if not isinstance(actions, list) or not actions or not all(isinstance(a, int) for a in actions):
            raise self.fault(
                f"read gives {clipped(actions)} for {clipped(text)}; it must be a list of actions"
            )
        return actions

    def write(self, s: AnyState, actions: Iterable[int]) -> list[str]:
        """Write a line of actions as moves."""
        self._expect(s)
        if not isinstance(actions, Iterable):
            raise InvalidMove(f"{self.name}: {clipped(actions)} is no line of actions; give a list of them")
        writer: Callable[[AnyState, Iterable[int]], list[str]] | None = getattr(self.module, "write", None)
        words = []
        if writer:
            try:
                words = writer(s, actions)
            except (TypeError, IndexError, KeyError):
                self._line(s, actions)  # says so where a line is not one of this game
                raise
            if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
                raise self.fault(f"write gives {clipped(words)}; it must be a list of texts")
            return words
        before: int | None = None
        for a in actions:  # the last is not played: from a masked state it may not be possible
            s = s if before is None else rules.play(s, before)
            words.append(self.format(s, a))
            before = a
        return words

    def _line(self, s: AnyState, actions: Iterable[int]) -> AnyState:
        for a in actions:
            s = self.play(s, a)
        return s

    def moves(self, s: AnyState) -> list[str]:
        """List the moves that may be written here."""
        whole: Callable[[AnyState], list[Any]] | None = getattr(self.module, "whole_moves", None)
        if whole:
            self._expect(s)
            return [self.write(s, actions)[0] for actions in whole(s)]
        return [self.format(s, a) for a in self.legal(s)]

    def read_moves(self, moves: str | Iterable[str | int], s: AnyState | None = None) -> list[int]:
        """Read a line of moves, as one text or as texts and actions, into actions from the start (or s)."""
        s = self._start if s is None else s
        splitter: Callable[[str], list[str]] | None = getattr(self.module, "split", None)
        if not isinstance(moves, Iterable):
            raise InvalidMove(f"{self.name}: {clipped(moves)} is no line of moves; give one text, or a list")
        if isinstance(moves, str) and splitter is not None:
            given = splitter(moves)
            if not isinstance(given, list) or not all(isinstance(word, str) for word in given):
                raise self.fault(f"split gives {clipped(given)}; it must be a list of texts")
            tokens: list[str | int] = list(given)
        else:
            tokens = list(moves.split() if isinstance(moves, str) else moves)
        actions: list[int] = []
        at = 0
        while at < len(tokens):
            read, used = self._read_one(s, tokens, at, at + 1)
            actions += read
            for action in read:
                s = rules.play(s, action)
            at += used
        return actions

    def _read_one(self, s: AnyState, tokens: list[str | int], at: int, number: int) -> tuple[list[int], int]:
        token = tokens[at]
        if isinstance(token, int) and not isinstance(token, bool):
            self.check(s, token)
            return [token], 1
        if not isinstance(token, str):
            raise InvalidMove(f"{self.name}: move {number} is {clipped(token)}; give texts or whole numbers")
        words = [token]
        while True:  # a move may be several words: "raise 40"
            try:
                return self.read(s, " ".join(words)), len(words)
            except InvalidMove:
                following = tokens[at + len(words)] if at + len(words) < len(tokens) else None
                if len(words) == 4 or not isinstance(following, str):
                    return self._refuse(s, token, number), 1
                words.append(following)
            except IllegalMove as error:
                raise IllegalMove(f"move {number}: {error}") from None

    def _refuse(self, s: AnyState, token: str, number: int) -> list[int]:
        try:
            return self.read(s, token)
        except InvalidMove as error:
            raise InvalidMove(f"move {number}: {error}") from None
