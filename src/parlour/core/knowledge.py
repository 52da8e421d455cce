"""What one seat knows of a game that somebody else deals: told move by move, without the truth.

A `Match` holds all cards and gives each seat its view. Where the dealer is another program, or a real table,
there is only what a seat saw. `Knowledge` makes the same view from that: moves, `?` for those it did not see,
and in brackets what a move brought to light: `liar (3 3 5)`, `B7 (hit)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from parlour.core.errors import BadOption, GameOver, IllegalMove, InvalidMove, ParlourError, clipped
from parlour.core.game import Game
from parlour.core.line import DRAWS, FEW, MORE, TRIES, Line, Told, Untold
from parlour.core.registry import settled_game
from parlour.core.rules import CHANCE, MIDWAY, NOBODY, OVER, UNKNOWN, mask, stage
from parlour.core.trial import try_out
from parlour.core.view import View

MOST_LINES = 32  # ways to the position that are followed at once
MOST_STEPS = 5000
HIDDEN = "?"
_BRACKETS = re.compile(r"\(([^()]*)\)")


@dataclass(frozen=True)
class _Seen:
    """A move as it was told, and who made it, if that was said."""

    move: str | int
    by: int | None
    shown: tuple[str, ...] | None
    answer: str | None


class Knowledge:
    """A seat's view of a game, built from what the seat was told; the deal is somebody else's."""

    def __init__(self, game: Game | str, seat: int) -> None:
        game = settled_game(game).public
        try_out(game)
        game.check_seat(seat)
        if seat == NOBODY:
            raise BadOption(f"{game.name}: a spectator has no hand; give a seat from 0")
        self.game, self.seat = game, seat
        self._log: list[_Seen] = []
        self._lines = self._base = [Line(game, seat, mask(game.start(), seat))]

    def see(
        self,
        move: str | int,
        by: int | None = None,
        shown: str | Iterable[str] | None = None,
        answer: str | None = None,
    ) -> Knowledge:
        """Take in a move: its text or action, or "?" for one that the seat did not see.

        Chance is told like a move. `by` says who made it, where the moves before leave that open. `shown` are
        hidden moves that it brought to light, in the order they were made; `answer` is what was said: hit.
        """
        texts = None if shown is None else _split(shown)
        if answer is not None and not isinstance(answer, str):
            raise InvalidMove(f"answer={clipped(answer)}: give what was said, as text")
        seen = _Seen(move, by, texts, answer)
        try:
            lines = _seen_by(self._lines, seen, DRAWS)
        except Untold:
            raise
        except IllegalMove:  # a way that is rare may have been left out: look for more of them
            lines = self._base
            for each in [*self._log, seen]:
                lines = _seen_by(lines, each, MORE)
        self._lines = lines
        self._log.append(seen)
        return self

    def told(self, hand: str | Iterable[str] = "", moves: str | Iterable[str | int] = "") -> Knowledge:
        """Take in a hand and the moves that the seat saw, from where it stands.

        Wherever chance shows the seat something, the next word of the hand is it, and after those a move.
        What the seat does not see is filled in by itself; `?` may stand for another's hidden move. In
        brackets after a move is what it brought to light: hidden moves of before, or an answer.
        """
        teller = _Teller(_split(hand), self._tokens(moves))
        self._lines = self._base = teller.ends(self._lines)
        self._log.clear()
        return self

    def _tokens(self, moves: str | Iterable[str | int]) -> list[_Token]:
        if not isinstance(moves, str):
            if not isinstance(moves, Iterable):
                raise InvalidMove(f"{self.game.name}: {clipped(moves)} is no line of moves")
            return [token for move in moves for token in self._token(move)]
        splitter = getattr(self.game.module, "split", str.split)
        found: list[_Token] = []
        for number, part in enumerate(_BRACKETS.split(moves)):
            found += [_Token(part, True)] if number % 2 else [_Token(word) for word in splitter(part)]
        return found

    def _token(self, move: str | int) -> list[_Token]:
        if isinstance(move, str) and "(" in move:
            return self._tokens(move)
        if not isinstance(move, (str, int)):
            raise InvalidMove(f"{self.game.name}: {clipped(move)} is no move; give a text or an action")
        return [_Token(move)]

    @property
    def turn(self) -> int:
        """Say whose turn it is, as far as the seat can tell."""
        return self._line().turn

    def view(self) -> View:
        """Return what the seat knows, the same view that a `Match` would give it."""
        line = self._line()
        if line.turn == OVER:
            raise GameOver(f"{self.game.name}: the game is over")
        return line.view

    def _line(self) -> Line:
        mine = [line for line in self._lines if line.turn == self.seat] or self._lines
        if all(line.turn == OVER for line in mine):
            return mine[0]
        if len({line.view for line in mine}) > 1:
            turns = ", ".join(sorted({_who(line.turn) for line in mine}))
            raise IllegalMove(
                f"{self.game.name}: what was told leaves more than one position open ({turns} to move); "
                "tell the next move, or who made the last ones"
            )
        return mine[0]

    def __repr__(self) -> str:
        return f"Knowledge({self.game!r}, seat={self.seat})"


def _who(turn: int) -> str:
    return {CHANCE: "chance", OVER: "nobody"}.get(turn, f"seat {turn}")


def _split(words: str | Iterable[str]) -> tuple[str, ...]:
    if isinstance(words, str):
        return tuple(words.replace(",", " ").split())
    if not isinstance(words, (list, tuple)) or not all(isinstance(word, str) for word in words):
        raise InvalidMove(f"{clipped(words)} are no moves; give one text, or a list of texts")
    return tuple(words)


def _is_hidden(move: str | int) -> bool:
    return move == UNKNOWN or (isinstance(move, str) and bool(move) and not set(move) - set("?,"))


def _seen_by(lines: list[Line], seen: _Seen, draws: int) -> list[Line]:
    """Take a move in each of the ways that the game may have gone; raise why it fits none."""
    if seen.by is not None:
        lines = [line for line in lines if line.turn == seen.by] or lines[:0]
        if not lines:
            raise IllegalMove(f"{clipped(seen.move)} was not the turn of seat {seen.by}")
    found: list[Line] = []
    why: ParlourError | None = None
    for line in lines:
        try:
            found += _taken(line, seen, draws)
        except ParlourError as error:
            why = why if isinstance(why, Untold) else error
    return _few(found, why)


def _few(lines: list[Line], why: ParlourError | None) -> list[Line]:
    unlike = list({line.view: line for line in lines}.values())
    if not unlike:
        assert why is not None
        raise why
    return unlike[:MOST_LINES]


def _taken(line: Line, seen: _Seen, draws: int = DRAWS) -> list[Line]:
    """Take a move, which may be several actions; the last of them may have shown something."""
    if line.turn == OVER:
        raise IllegalMove(f"{line.game.name}: the game is over, {clipped(seen.move)} cannot be played")
    if _is_hidden(seen.move):
        actions = [UNKNOWN] * (1 if isinstance(seen.move, int) else seen.move.count(HIDDEN))
    elif isinstance(seen.move, str):
        actions = line.read(seen.move)
    elif isinstance(seen.move, int) and not isinstance(seen.move, bool) and seen.move >= 0:
        actions = [seen.move]
    else:
        raise InvalidMove(f"{line.game.name}: {clipped(seen.move)} is no move; give a text or an action")
    lines = [line]
    for action in actions[:-1]:
        lines = [after for each in lines for after in each.after(Told(action), draws)]
    last = Told(actions[-1], seen.shown, seen.answer)
    return [after for each in lines for after in each.after(last, draws)]


# -- a whole story at once ---------------------------------------------------------------------------------


class _Token(NamedTuple):
    """A word of a story: a move or a part of one; or what stood in brackets."""

    word: str | int
    bracketed: bool = False


class _Place(NamedTuple):
    """A way the game may have gone, and how much of the story it explains."""

    line: Line
    hand: int
    moves: int


class _Teller:
    """Follows every way in which a hand and moves can be what a seat saw."""

    def __init__(self, hand: tuple[str, ...], moves: list[_Token]) -> None:
        self.hand, self.moves = hand, moves
        self._furthest = -1
        self._why: ParlourError | None = None

    def ends(self, lines: list[Line]) -> list[Line]:
        """Return where the whole story leads; raise why it cannot be true."""
        waiting, found = [_Place(line, 0, 0) for line in lines], []
        for _ in range(MOST_STEPS):
            if not waiting:
                break
            place = waiting.pop()
            following = self._from(place)
            if following is None:
                found.append(place.line)
            else:
                waiting += following[:MOST_LINES]
        return _few(found, self._why)

    def _fail(self, place: _Place, why: ParlourError) -> list[_Place]:
        """Keep the reason that came furthest in the story."""
        if place.hand + place.moves >= self._furthest:
            self._furthest, self._why = place.hand + place.moves, why
        return []

    def _from(self, place: _Place) -> list[_Place] | None:
        """Return where a place leads by its next word, none if it cannot; None if the story ends here."""
        line, name = place.line, place.line.game.name
        dealt = line.turn == CHANCE and place.hand < len(self.hand)
        left = self.moves[place.moves :]
        if not dealt and not left:
            if line.unseen():
                return self._filled(place)
            if place.hand < len(self.hand):
                what = self.hand[place.hand]
                return self._fail(place, IllegalMove(f"{name}: nothing is dealt here that could be {what}"))
            return None
        if not dealt and left[0].bracketed:
            if line.turn not in (OVER, line.seat):
                return self._filled(place)
            return self._fail(
                place, IllegalMove(f"{name}: nothing came to light that could be ({left[0].word})")
            )
        word = self.hand[place.hand] if dealt else left[0].word
        if line.turn == OVER:
            return self._fail(place, IllegalMove(f"{name}: the game is over, {word} cannot be played"))
        if _is_hidden(word):
            return self._filled(place) if line.turn == CHANCE else self._with(place, word, 1, 0)
        taken = self._read(place, dealt)
        if not taken and line.unseen() and stage(line.state) != MIDWAY:
            return self._filled(place)
        return taken

    def _read(self, place: _Place, dealt: bool) -> list[_Place]:
        """Take the next word, or as many as make a move."""
        if dealt:
            return self._with(place, self.hand[place.hand], 0, 1)
        words: list[str] = []
        tries = FEW if place.line.unseen() else TRIES
        for token in self.moves[place.moves : place.moves + 4]:
            if token.bracketed:
                break
            if isinstance(token.word, int):
                return [] if words else self._with(place, token.word, 1, 0)
            words.append(token.word)
            try:
                place.line.read(" ".join(words), tries)
            except InvalidMove as error:
                if len(words) == 1:
                    first = error
                continue
            except IllegalMove as error:
                return self._fail(place, error)
            return self._with(place, " ".join(words), len(words), 0)
        return self._fail(place, first)

    def _with(self, place: _Place, move: str | int, used: int, dealt: int) -> list[_Place]:
        """Take a move, with what stands in brackets after it or, if that is not its own, without."""
        at = place.moves + used
        brackets: list[str] = []
        while at + len(brackets) < len(self.moves) and self.moves[at + len(brackets)].bracketed:
            brackets.append(str(self.moves[at + len(brackets)].word))
        ways: list[tuple[int, tuple[str, ...] | None, str | None]] = [(0, None, None)]
        if brackets:
            ways = [(1, _split(brackets[0]), None), (1, None, brackets[0]), *ways]
        if len(brackets) > 1:
            ways = [(2, _split(brackets[0]), brackets[1]), *ways]
        whys: list[ParlourError] = []
        for count, shown, answer in ways:
            try:
                lines = _taken(place.line, _Seen(move, None, shown, answer))
            except ParlourError as error:
                whys.append(error)
                continue
            return [_Place(line, place.hand + dealt, at + count) for line in lines]
        return self._fail(place, whys[0])

    def _filled(self, place: _Place) -> list[_Place]:
        """Go on by a move that the seat does not see."""
        try:
            lines = place.line.after(Told(UNKNOWN))
        except Untold:
            return self._with(place, HIDDEN, 0, 0)
        except ParlourError as error:
            return self._fail(place, error)
        return [_Place(line, place.hand, place.moves) for line in lines]
