"""An opponent for other programs: asked for a move, it plays what its level plays in a match."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from parlour.core.analyse import view_of
from parlour.core.choice import Choice
from parlour.core.clock import Clock, own_clock
from parlour.core.driver import Seat
from parlour.core.errors import BadOption, GameOver, IllegalMove, NotYourTurn, ParlourError, clipped
from parlour.core.game import Game
from parlour.core.knowledge import Knowledge
from parlour.core.limit import Limit
from parlour.core.match import Match
from parlour.core.objects import Player, spec_of
from parlour.core.registry import settled_game
from parlour.core.rules import CHANCE, MIDWAY, NOBODY, OVER, is_legal, mask, play, stage, turn
from parlour.core.trial import try_out
from parlour.core.view import View

Position = View | Match | Knowledge | str | Iterable[str | int]


class Opponent:
    """A level or strategy in one seat of one match, for a program that keeps the board itself.

    Asked at each of its turns in order, it chooses what it would choose in `parlour.play` with the same seed;
    a strategy that remembers, remembers what it was asked. So make one for every seat of every match. Asked
    the same again at once, it answers the same. One opponent answers one question at a time; different ones
    may think in different threads.
    """

    def __init__(self, game: Game | str, strategy: Player = "hard", seat: int = 1, seed: int = 0) -> None:
        game = settled_game(game)
        try_out(game)
        if seat == NOBODY:
            raise BadOption(f"{game.name}: a spectator has nothing to choose; give a seat from 0")
        self._given = game
        self._spec = spec_of(strategy)
        self._sit_down(game, seat, seed)
        self.seed = seed
        self._clocks: list[Clock] = []
        self._last: tuple[View, Limit | None, Choice] | None = None

    def _sit_down(self, game: Game, seat: int, seed: int) -> None:
        game.check_seat(seat)
        settled = Seat(game, self._spec, seat, seed)  # first: it checks the seed
        drawn = game.drawn(seed)
        self._seat = settled if drawn is game else Seat(drawn, self._spec, seat, seed)

    @property
    def game(self) -> Game:
        """Return the game as this seat knows it."""
        return self._seat.strategy.game

    @property
    def seat(self) -> int:
        """Return the seat it plays."""
        return self._seat.seat

    @property
    def strategy(self) -> str:
        """Return the level or the spec it was made from."""
        return self._spec

    def choose(
        self,
        position: Position = "",
        limit: Limit | str | dict[str, Any] | None = None,
        *,
        at_most: float | None = None,
        seconds: float | None = None,
    ) -> Choice:
        """Choose for its seat: the position is a view, a match, a Knowledge, or the moves that led to it.

        `at_most` caps the time and makes no level stronger: one that is done sooner answers sooner. `seconds`
        is a time to use up, whatever count the level has: an easy one that thinks for long is not easy. Both
        may stand in `limit` too. A choice is one action; `turn` gives all of a turn that has several.
        """
        budget = _budget(limit, at_most, seconds)
        view = self.view(position)
        if self._last is not None and self._last[:2] == (view, budget):
            return self._last[2]  # a strategy that thinks on from what it found would answer otherwise
        if view.game != self.game:
            self._sit_down(view.game, self.seat, self.seed)
        with own_clock() as clock:
            self._clocks.append(clock)
            try:
                choice = self._seat.decide(view, budget)
            except (Exception, KeyboardInterrupt):
                raise
            except BaseException as error:  # a strategy that calls exit() answers nothing, and ends nothing
                raise ParlourError(f"{self._spec} gave no choice: {type(error).__name__}: {error}") from error
            finally:
                self._clocks.remove(clock)
        if type(choice.action) is not int or not is_legal(view.state, choice.action):
            raise ParlourError(f"{self._spec} gave the illegal action {clipped(choice.action)}")
        self._last = (view, budget, choice)
        return choice

    def turn(
        self,
        position: Position = "",
        limit: Limit | str | dict[str, Any] | None = None,
        *,
        at_most: float | None = None,
        seconds: float | None = None,
    ) -> list[Choice]:
        """Choose a whole turn: as a rule one action, the jumps of checkers or the cards of a claim several.

        A limit is of each of its choices. `game.write` puts their actions into one move.
        """
        budget, view = _budget(limit, at_most, seconds), self.view(position)
        choices = [self.choose(view, budget)]
        while True:
            after = play(view.world(), choices[-1].action)
            if turn(after) != self.seat or stage(after) != MIDWAY:
                return choices
            history = (*view.history, (self.seat, choices[-1].action))
            view = View(view.game, self.seat, mask(after, self.seat), history)
            choices.append(self.choose(view, budget))

    def stop(self) -> None:
        """Let a choice under way in another thread, one with a limit on time, answer with what it has."""
        for clock in list(self._clocks):
            clock.stop()

    def view(self, position: Position) -> View:
        """Return what its seat knows of a position; raise one line unless it is this seat's turn there."""
        view = self._known(position)
        name = view.game.name
        if view.game.module is not self._given.module or not self._is_mine(view.game):
            raise BadOption(f"the position is of {view.game!r}, the opponent plays {self._given!r}")
        if view.turn() == OVER or (isinstance(position, Match) and position.over):
            raise GameOver(f"{name}: the game is over, there is nothing to choose")
        if view.turn() == CHANCE:
            raise IllegalMove(f"{name}: chance decides here; add its outcome to the moves")
        if view.seat != self.seat:
            raise BadOption(
                f"{name}: this is the view of seat {view.seat}; the opponent has seat {self.seat}"
            )
        if view.turn() != self.seat:
            raise NotYourTurn(f"{name}: seat {view.turn()} is to move, the opponent has seat {self.seat}")
        return view

    def _known(self, position: Position) -> View:
        if isinstance(position, View):
            return position
        if isinstance(position, Match):
            return position.view(self.seat)
        if isinstance(position, Knowledge):
            return position.view()
        view = view_of(self.game, position)
        if view.turn() >= 0 and view.seat != self.seat:
            raise NotYourTurn(
                f"{self.game.name}: seat {view.turn()} is to move, the opponent has seat {self.seat}"
            )
        return view

    def _is_mine(self, other: Game) -> bool:
        """Say whether a game differs at most in what a match draws, and in secrets, which no view holds."""
        known, mine = other.known_options, self._given
        return all(
            value == mine.options[name]
            for name, value in other.options.items()
            if not known[name].secret and not (known[name].drawn and name not in mine.given)
        )

    def __repr__(self) -> str:
        return f"Opponent({self._given!r}, {self._spec!r}, seat={self.seat})"


def _budget(
    limit: Limit | str | dict[str, Any] | None, at_most: float | None, seconds: float | None
) -> Limit | None:
    given = {k: v for k, v in (("at_most", at_most), ("seconds", seconds)) if v is not None}
    budget = replace(Limit.of(limit), **given)  # type: ignore[arg-type]
    return budget if budget else None
