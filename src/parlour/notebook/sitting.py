"""A match between one person and machines in this process: what a server's table is, without the server.

What leaves it is made by the server's `outgoing`, from the view of the person's seat. Machines and analyses
think in threads, so that the notebook stays alive; the lock keeps the match whole.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from threading import RLock
from typing import Any

from parlour.core.analyse import analyse
from parlour.core.choice import Choice
from parlour.core.clock import Clock, own_clock
from parlour.core.driver import Seat, step
from parlour.core.errors import BadOption, GameOver, NotYourTurn, ParlourError
from parlour.core.job import STACK, Job
from parlour.core.limit import Limit
from parlour.core.match import Match
from parlour.core.sofar import heard_by
from parlour.core.spec import HUMAN
from parlour.core.view import View
from parlour.server import outgoing
from parlour.server.table import Table
from parlour.store import Kept

Tell = Callable[[dict[str, Any]], None]


class Machine(Seat):
    """A strategy in its chair, of which one hears what it has found while it thinks."""

    heard: Callable[[Choice], None] | None = None

    def decide(self, view: View, limit: Limit | None, timeout: float | None = None) -> Choice:
        """Let the strategy choose, and tell so far what it would."""
        with heard_by(view, self.heard):
            return super().decide(view, limit, timeout)


class Sitting:
    """The table, the machines at it, and how it is told that something has happened."""

    def __init__(
        self, match: Match, spec: str, seat: int, limit: Limit, changed: Tell, thinking: Tell | None = None
    ) -> None:
        self.spec, self.seat, self.limit = spec, seat, limit
        self._changed, self._thinking = changed, thinking
        self._lock = RLock()
        self._clocks: dict[str, Clock] = {}
        self._sit_down(match)
        self._answers = Job(self._answer, STACK)

    def _sit_down(self, match: Match) -> None:
        game = match.game
        others = [at for at in range(game.seats) if at != self.seat]
        kept = Kept(
            id=secrets.token_hex(16),
            game=game.name,
            seats=tuple(HUMAN if at == self.seat else self.spec for at in range(game.seats)),
            names=("",) * game.seats,
            players=("",) * game.seats,
            source="notebook",
        )
        self.table = Table(kept, match)
        self._machines = {at: Machine(game, self.spec, at, match.seed) for at in others}
        for machine in self._machines.values():
            if self._thinking and not game.traits.hidden:  # else it would tell what only it may know
                machine.heard = self._overheard(machine.seat, self._thinking)
        self._told = 0

    def _overheard(self, seat: int, tell: Tell) -> Callable[[Choice], None]:
        return lambda choice: tell({"seat": seat, "choice": outgoing.choice(seat, choice, self.table)})

    @property
    def match(self) -> Match:
        """Return the match that is being played."""
        return self.table.match

    def document(self, since: int | None = None) -> dict[str, Any]:
        """Tell the person how the match stands, and what happened from a ply on, or since it was told."""
        with self._lock:
            since = self._told if since is None else since
            self._told = self.match.ply
            return outgoing.document(self.table, self.seat, "data", since, (self.seat,))

    def move(self, move: str) -> None:
        """Play a move of the person; the machines answer in their own time."""
        with self._lock:
            self._check_turn()
            self.match.play(move, self.seat)
        self._go_on()

    def undo(self) -> None:
        """Take back the person's last move and what was answered, where that is fair."""
        with self._lock:
            self._check_idle()
            barred = outgoing.undo_refused(self.table, (self.seat,))
            if barred:
                raise GameOver(f"it cannot be taken back: {barred}")
            self.match.undo(self.seat)
            self._told = min(self._told, self.match.ply)
        self._go_on()

    def again(self) -> None:
        """Begin a new match of the same game with the same players."""
        with self._lock:
            self._check_idle()
            old = self.match
            self._sit_down(Match(old.game, None, old.seats))
        self._go_on()

    def wait(self) -> None:
        """Wait until it is the person's turn, or the match is over."""
        self._answers.wait()

    def line(self, moves: Sequence[str], ply: int) -> dict[str, Any]:
        """Show how the board would look after each of some moves, where nothing is hidden."""
        if self.match.game.traits.hidden:
            raise BadOption("a line is shown only where nothing is hidden")
        with self._lock:
            return outgoing.line(self.table, ply, moves)

    def think(
        self, key: str, strategy: str, limit: dict[str, Any] | None, ply: int | None, heard: Tell
    ) -> dict[str, Any]:
        """Let an engine explain what to play, from what the seat knows; `stop(key)` ends it early.

        What it has found so far is `heard` meanwhile.
        """
        with self._lock:
            then = self.match if ply is None else self.match.at(ply)
            if then.turn < 0:
                raise GameOver("the game is over there, there is nothing to choose")
            if then.turn != self.seat and not self.match.over:
                raise NotYourTurn("the thinking comes when it is your turn")
            view = then.view(then.turn)

        def told(choice: Choice) -> None:
            heard({**outgoing.choice(view.seat, choice, self.table), "done": False})

        chosen = self._chosen(key, lambda: analyse(view.game, view, strategy, limit, heard=told))
        return outgoing.choice(view.seat, chosen, self.table)

    def stop(self, key: str) -> None:
        """Let a thought come to its end: nobody waits for it any more."""
        clock = self._clocks.get(key)
        if clock is not None:
            clock.stop()

    def _chosen(self, key: str, think: Callable[[], Choice]) -> Choice:
        with own_clock() as clock:
            self._clocks[key] = clock
            try:
                return think()
            finally:
                del self._clocks[key]

    def _check_turn(self) -> None:
        if not self.match.over and self.match.turn != self.seat:
            raise NotYourTurn("it is not your turn yet")

    def _check_idle(self) -> None:
        if not self.match.over and self.match.turn != self.seat:
            raise ParlourError("the opponent is thinking; wait for its move")

    def _go_on(self) -> None:
        self._tell()
        if not self.match.over and self.match.turn != self.seat:
            self._answers = Job(self._answer, STACK)

    def _tell(self) -> None:
        with self._lock:
            self.table.version += 1
            told = self.document()
        self._changed(told)

    def _answer(self) -> None:
        """Let the machines move until the person is to move; they think on a copy, and the match waits."""
        while not self.match.over and self.match.turn != self.seat:
            with self._lock:
                ahead, machine = self.match.at(self.match.ply), self._machines[self.match.turn]
            choice = step(ahead, machine, self.limit)
            with self._lock:
                if choice is None:
                    self.match.forfeit(machine.seat, ahead.reason)
                else:
                    self.match.play(choice.action, machine.seat)
            self._tell()
