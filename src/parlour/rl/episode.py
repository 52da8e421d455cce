"""One match after the other as episodes, each seen by a seat as a vector and a mask: from views alone."""

from __future__ import annotations

import secrets
from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces

from parlour.core.columns import numbers, width
from parlour.core.errors import BadOption, GameOver, clipped
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.core.rng import Stream, draw
from parlour.core.rules import OVER
from parlour.core.view import View

Vector: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"

BITS = 64  # of a number
LEAST, MOST = -(2**63), 2**63 - 1  # what a field of a state may hold, as far as anyone knows


class Episode:
    """The match that is being played, and what its seats see of it.

    A game may end before a seat has decided anything, as by a natural in Blackjack. No environment may be
    over when it begins, so the seat is `asked` all the same: every action counts as legal, and whichever it
    takes brings the result.
    """

    def __init__(self, game: Game, bits: bool) -> None:
        self.game, self.bits = game, bits
        self.width = 1 + width(game.start())
        self.asked: int | None = None  # the seat that is to act although the match is over
        self._match: Match | None = None
        self._seeds = Stream([secrets.randbits(64)])

    def space(self) -> spaces.Box:
        """Make the space of the observations of a seat."""
        if self.bits:
            return spaces.Box(0, 1, (self.width * BITS,), np.int8)
        low, high = np.full(self.width, LEAST), np.full(self.width, MOST)
        low[0], high[0] = OVER, self.game.seats - 1
        return spaces.Box(low, high, dtype=np.int64)

    def mask_space(self) -> spaces.Box:
        """Make the space of the masks: 1 for each action that is legal."""
        return spaces.Box(0, 1, (self.game.actions,), np.int8)

    def begin(self, seed: Any) -> None:
        """Begin a match: by the seed, or by one that follows from the last that was given."""
        if isinstance(seed, np.integer):
            seed = int(seed)
        match = Match(self.game, draw(self._seeds) if seed is None else seed)
        if seed is not None:
            self._seeds = Stream.of(seed, "episodes")
        self._match = match
        self.ask(0)

    def ask(self, seat: int) -> None:
        """Let a seat act that has not acted yet, though the match may be over."""
        self.asked = seat if self.match.over else None

    @property
    def match(self) -> Match:
        """Return the match: it holds the truth, so it is for referees and never for an agent."""
        if self._match is None:
            raise GameOver(f"{self.game.name}: no episode has begun; call reset() first")
        return self._match

    @property
    def over(self) -> bool:
        """Say whether the episode has ended."""
        return self.match.over and self.asked is None

    @property
    def turn(self) -> int:
        """Say which seat is to act."""
        return self.match.turn if self.asked is None else self.asked

    def view(self, seat: int) -> View:
        """Return what a seat may know."""
        return self.match.view(seat)

    def vector(self, seat: int) -> Vector:
        """Give a seat's view as numbers: whose turn it is, then the masked state."""
        view = self.match.game.view(self.match.state, seat)
        found = [view.turn(), *numbers(view.state)]
        if len(found) != self.width:
            raise self.game.fault(f"the state has {len(found) - 1} numbers, at first {self.width - 1}")
        try:
            vector = np.array(found, np.int64)
        except (OverflowError, TypeError, ValueError):
            raise self.game.fault("an observation needs a state of whole numbers of 64 bits") from None
        return unpacked(vector) if self.bits else vector

    def mask(self, seat: int) -> Vector:
        """Mark the actions that a seat may take now: none unless it is to act."""
        if self.asked is not None:
            return np.full(self.game.actions, seat == self.asked, np.int8)
        marks = np.zeros(self.game.actions, np.int8)
        if not self.match.over:
            marks[self.match.game.view(self.match.state, seat).legal()] = 1
        return marks

    def play(self, action: Any) -> None:
        """Take an action for the seat that is to act; raise IllegalMove, in one line, if it may not be."""
        if self.over:
            raise GameOver(f"{self.game.name}: the episode is over; call reset()")
        if isinstance(action, np.generic) or (isinstance(action, np.ndarray) and action.ndim == 0):
            action = action.item()
        if type(action) is not int or not 0 <= action < self.game.actions:
            last = self.game.actions - 1
            raise BadOption(f"{self.game.name}: no action {clipped(action)}; give a number from 0 to {last}")
        if self.asked is None:
            self.match.play(action)
        self.asked = None


def unpacked(vector: Vector) -> Vector:
    """Spell numbers out as bits, the lowest of each first: a board that is a set becomes cells."""
    octets = vector.astype("<i8").view(np.uint8)
    return np.unpackbits(octets, bitorder="little").astype(np.int8)
