"""A view: a seat's observation, all it may know. Strategies, logs and hints get this and never the truth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from parlour.core.game import Game
from parlour.core.names import Names
from parlour.core.picture import Picture
from parlour.core.rng import Stream
from parlour.core.rules import UNKNOWN, AnyState, fill, sees, turn


@dataclass(frozen=True)
class View:
    """The masked state and the history as the seat saw it: (who, action), UNKNOWN where it was hidden."""

    game: Game
    seat: int
    state: Any  # of the type that the rules call State
    history: tuple[tuple[int, int], ...] = ()

    @property
    def ply(self) -> int:
        """Return the number of actions played so far, chance included."""
        return len(self.history)

    def turn(self) -> int:
        """Say whose turn it is."""
        return turn(self.state)

    def legal(self) -> list[int]:
        """List the legal actions, as numbers, of the seat that is to move, if that is this seat."""
        return self.game.legal(self.state) if self.turn() == self.seat >= 0 else []

    def format(self, action: int) -> str:
        """Return the move text of an action here."""
        return self.game.format(self.state, action)

    def moves(self) -> list[str]:
        """List the legal moves, in words, of the seat that is to move, if that is this seat.

        What was played so far stands in `history`.
        """
        return self.game.moves(self.state) if self.turn() == self.seat >= 0 else []

    def touches(self) -> list[tuple[str, ...]]:
        """List what each of `moves` touches, in order: parts of the picture by their names, or buttons."""
        return self.game.all_touches(self.state) if self.turn() == self.seat >= 0 else []

    def begun(self) -> list[tuple[str, tuple[str, ...]]]:
        """List actions that begin moves which `moves` leaves out, each as a move with what it touches."""
        return self.game.begun(self.state) if self.turn() == self.seat >= 0 else []

    def shortcuts(self) -> list[str]:
        """List moves in a word that stand for several actions, which `moves` leaves out."""
        return self.game.shortcuts(self.state) if self.turn() == self.seat >= 0 else []

    def world(self) -> AnyState:
        """Draw a state that explains this view, always the same one; the truth has no part in it."""
        return fill(self.state, self.seat, Stream.of(0, "world")) if self.game.traits.hidden else self.state

    @property
    def last(self) -> int:
        """Return the action that was played last, as far as it is known; UNKNOWN if chance came after it."""
        return self.history[-1][1] if self.history and self.history[-1][0] >= 0 else UNKNOWN

    def picture(self, names: Names | None = None) -> Picture:
        """Describe the board as this seat sees it, the last move marked."""
        drawn = self.game.picture(self.state, self.last, names, self.history)
        return drawn.seen_from(self.seat) if self.seat >= 0 else drawn

    def __repr__(self) -> str:
        return f"View({self.game!r:.200}, seat {self.seat}, ply {self.ply})"

    def __str__(self) -> str:
        return self.picture().text()

    def _repr_html_(self) -> str:
        return self.picture().html()

    def __iter__(self) -> Iterator[Any]:  # a view is one thing: unpacking it is a mistake worth catching
        raise TypeError("a View is not a sequence")

    def to_json(self) -> dict[str, Any]:
        """Return the view as data: nothing in it but what the seat may know."""
        return {
            "game": self.game.name,
            "options": {k: list(v) if isinstance(v, tuple) else v for k, v in self.game.options.items()},
            "seat": self.seat,
            "turn": self.turn(),
            "state": plain(self.state),
            "history": [list(step) for step in self.history],
        }


def as_seen(s: AnyState, action: int, seat: int, now: AnyState) -> tuple[int, int]:
    """Return a step as a seat knows it in the state `now`: who moved, and the action or UNKNOWN."""
    return turn(s), action if sees(s, action, seat, now) else UNKNOWN


def history_of(states: Sequence[AnyState], actions: Sequence[int], seat: int) -> tuple[tuple[int, int], ...]:
    """Return a line of play as a seat knows it at its end."""
    return tuple(as_seen(s, a, seat, states[-1]) for s, a in zip(states, actions, strict=False))


def answer_to(game: Game, s: AnyState, action: int, after: AnyState, seat: int) -> str:
    """Say what a seat is told of an action besides the action, such as "hit"; empty where that is nothing.

    The rules say it by `answer`. Hidden moves that come to light are no part of it.
    """
    words: Callable[[AnyState, int, AnyState, int], str] | None = getattr(game.module, "answer", None)
    return words(s, action, after, seat) if words else ""


def plain(value: AnyState) -> Any:
    """Turn a state into JSON-able data: its fields by name, tuples as lists."""
    if hasattr(value, "_fields"):
        return {name: plain(part) for name, part in zip(value._fields, value, strict=True)}
    if isinstance(value, tuple):
        return [plain(part) for part in value]
    return int(value)
