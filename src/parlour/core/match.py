"""A match: one game being played. The only holder of the truth; everyone else gets views of it."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Iterator, Sequence
from copy import copy
from pathlib import Path
from typing import Any, NamedTuple

from parlour.core import rules
from parlour.core.errors import BadOption, BadRecord, GameOver, NotYourTurn, ParlourError, clipped
from parlour.core.game import Game
from parlour.core.keys import check_seed
from parlour.core.names import Names
from parlour.core.paths import check_path
from parlour.core.picture import Picture
from parlour.core.record import Record
from parlour.core.registry import game as game_named
from parlour.core.registry import settled_game
from parlour.core.rng import Stream
from parlour.core.rules import CHANCE, MIDWAY, NOBODY, OVER, UNKNOWN, AnyState
from parlour.core.trial import try_out
from parlour.core.undo import learnt_since
from parlour.core.view import View, as_seen


class Turn(NamedTuple):
    """A written move of a match: the ply it began at, whose it was, its words."""

    ply: int
    who: int
    words: str


def outcome(s: AnyState, seed: int, ply: int) -> int:
    """Return what chance brings at a ply of the match that has this seed, whatever was drawn before."""
    return rules.random_outcome(s, Stream.of(seed, "chance", ply))


class Match:
    """States and the actions between them; chance is drawn by (seed, ply), so undoing cannot re-roll it."""

    def __init__(self, game: Game | str, seed: int | None = None, seats: Sequence[str] = ()) -> None:
        if seed is not None:
            check_seed(seed)
        if (
            isinstance(seats, str)
            or not isinstance(seats, (tuple, list))
            or not all(isinstance(spec, str) for spec in seats)
        ):
            raise BadOption(f"seats={clipped(seats)}: give the names of those who play, as texts")
        game = settled_game(game)
        try_out(game)
        seed = secrets.randbits(64) if seed is None else seed
        self._set_up(game.drawn(seed), seed, tuple(seats))
        self._draw_chance()

    def _set_up(self, game: Game, seed: int, seats: tuple[str, ...]) -> None:
        self.game, self.seed, self.seats = game, seed, seats
        self.seeded = True  # its chance was drawn by the seed; not so in a record that names none
        self.states: list[Any] = [self.game.start()]
        self.actions: list[int] = []
        self.loser: int | None = None
        self.agreed = False  # on a draw
        self.reason = ""
        self.opening = 0
        self.commitment = ""  # what its referee published of the seed before it began
        self._seen: dict[int, tuple[list[tuple[int, int]], list[int]]] = {}

    # -- where it stands ---------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """Return the true state: for referees only, never for a player."""
        return self.states[-1]

    @property
    def ply(self) -> int:
        """Return the number of actions played, chance included."""
        return len(self.actions)

    @property
    def over(self) -> bool:
        """Say whether the match has ended."""
        return self.turn == OVER

    @property
    def turn(self) -> int:
        """Say whose turn it is: a seat, or OVER."""
        return OVER if self.agreed or self.loser is not None else rules.turn(self.state)

    @property
    def returns(self) -> tuple[float, ...]:
        """Return each seat's result: the worst there is for who forfeited, the middle for an agreed draw."""
        low, high = self.game.bounds
        if self.agreed:
            return ((low + high) / 2,) * self.game.seats
        if self.loser is None:
            return self.game.returns(self.state)
        others = high if self.game.seats == 2 else -low / max(1, self.game.seats - 1)
        return tuple(low if seat == self.loser else others for seat in range(self.game.seats))

    def view(self, seat: int = NOBODY) -> View:
        """Return all that a seat may know; a spectator (seat -1) knows what every seat knows."""
        self.game.check_seat(seat)
        return View(self.game.public, seat, rules.mask(self.state, seat), self._history(seat))

    def moment(self, seat: int = NOBODY, names: Names | None = None) -> Picture | None:
        """Describe what a seat saw for a moment when a player last acted, before the table was cleared."""
        last = self.ply - 1
        while last >= 0 and rules.turn(self.states[last]) == CHANCE:
            last -= 1
        if last < 0:
            return None
        step = self.states[last], self.actions[last], self.states[last + 1]
        return self.game.moment(*step, seat, names)

    def _history(self, seat: int) -> tuple[tuple[int, int], ...]:
        entries, hidden = self._seen.setdefault(seat, ([], []))
        for ply in range(len(entries), self.ply):
            entries.append((rules.turn(self.states[ply]), UNKNOWN))
            hidden.append(ply)
        # What was hidden once may have been revealed since: a showdown, the end of a round.
        still_hidden = []
        for ply in hidden:
            entries[ply] = as_seen(self.states[ply], self.actions[ply], seat, self.state)
            if entries[ply][1] == UNKNOWN:
                still_hidden.append(ply)
        hidden[:] = still_hidden
        return tuple(entries)

    # -- what happens ------------------------------------------------------------------------------------

    def play(self, move: int | str, seat: int | None = None) -> int:
        """Play a move, given as text or action, then draw chance until a seat is to move.

        Give its action, or the first where a text stands for several.
        """
        if self.over:
            raise GameOver(f"{self.game.name}: the match is over; start a new one or undo")
        if seat is not None and seat != self.turn:
            raise NotYourTurn(f"{self.game.name}: seat {self.turn} is to move, not seat {seat}")
        actions = self.game.read(self.state, move) if isinstance(move, str) else [move]
        for action in actions:
            self._append(action)
        self._draw_chance()
        return actions[0]

    def open_with(self, actions: Iterable[int]) -> None:
        """Play the actions of a drawn opening; the record tells how many of its moves were not chosen."""
        for action in actions:
            self.play(action)
            self.opening = len(self.turns())

    def _append(self, action: int) -> None:
        after = self.game.play(self.state, action)
        self.states.append(after)
        self.actions.append(action)

    def _draw_chance(self) -> None:
        while rules.turn(self.state) == CHANCE:
            self._append(self._outcome())

    def _outcome(self) -> int:
        return outcome(self.state, self.seed, self.ply)

    def undo(self, seat: int | None = None) -> None:
        """Go back to where the last move began, or the last move of a seat."""
        if self.agreed or self.loser is not None:
            self.loser, self.agreed, self.reason = None, False, ""
            return
        back = self.last_begun(None if seat is None else (seat,))
        if back is None:
            raise GameOver(f"{self.game.name}: there is no move to undo")
        self.back_to(back)

    def back_to(self, ply: int) -> None:
        """Go back to a ply: what came after it has not happened."""
        del self.states[ply + 1 :], self.actions[ply:]
        self.loser, self.agreed, self.reason = None, False, ""
        self._seen.clear()

    def begun(self, seats: Collection[int] | None = None) -> list[int]:
        """List the plies at which a move began, any player's or one of these seats'."""
        return [ply for ply in range(self.ply) if self._begins(ply, seats)]

    def last_begun(self, seats: Collection[int] | None = None) -> int | None:
        """Return the last of those plies, however long the match; None if there is none."""
        return next((ply for ply in reversed(range(self.ply)) if self._begins(ply, seats)), None)

    def _begins(self, ply: int, seats: Collection[int] | None) -> bool:
        who = rules.turn(self.states[ply])
        mine = who >= 0 and (seats is None or who in seats)
        return mine and rules.stage(self.states[ply]) != MIDWAY

    def undo_barred(self, seats: Collection[int]) -> str:
        """Say what forbids taking back the last move of these seats; empty if none learnt anything."""
        last = self.last_begun(seats)
        back = self.ply if last is None else last
        return next((words for seat in sorted(seats) if (words := learnt_since(self, seat, back))), "")

    def at(self, ply: int) -> Match:
        """Return the match as it stood after that many plies; this one stays as it is."""
        past = copy(self)
        past.states, past.actions = self.states[: ply + 1], self.actions[:ply]
        past.loser, past.agreed, past.reason, past._seen = None, False, "", {}
        return past

    def along(self, moves: str | Iterable[str | int]) -> Match:
        """Return a match that goes on from here by these moves, those of chance among them: none is drawn."""
        later = self.at(self.ply)
        for action in self.game.read_moves(moves, self.state):
            later._append(action)
        return later

    def forfeit(self, seat: int, reason: str) -> None:
        """End the match: the seat loses, for the reason given."""
        self.game.check_seat(seat)
        if seat == NOBODY or not isinstance(reason, str):
            raise BadOption(f"{self.game.name}: forfeit(seat, reason) takes a seat and a text")
        if self.over:
            raise GameOver(f"{self.game.name}: the match is over")
        self.loser, self.reason = seat, reason

    def agree(self) -> None:
        """End the match as a draw that all have agreed on."""
        if self.over:
            raise GameOver(f"{self.game.name}: the match is over")
        self.agreed = True

    # -- records -----------------------------------------------------------------------------------------

    def legal(self) -> list[str]:
        """List the moves that may be played now, in words, by the seat to move; none when it is over."""
        return [] if self.over else self.game.moves(self.state)

    def moves(self, seat: int | None = None) -> list[str]:
        """Return the moves played so far in words: the truth, or with a seat as that seat saw them.

        What may be played next is told by `legal`.
        """
        return [turn.words for turn in self.turns(seat)]

    def turn_begin(self, ply: int) -> int:
        """Return the ply at which the turn began that is under way at one; there, or before it."""
        first = min(ply, self.ply)
        while first > 0 and rules.stage(self.states[first]) == MIDWAY:
            first -= 1
        return first

    def turn_end(self, ply: int) -> int:
        """Return the ply at which the turn that begins at one is complete, or how far it has come."""
        after = ply + 1
        while after < self.ply and rules.stage(self.states[after]) == MIDWAY:
            after += 1
        return after

    def turns(self, seat: int | None = None, since: int = 0) -> list[Turn]:
        """Return the moves with the ply where each began and who made it, as all or one seat saw them.

        With `since`, only those that began at that ply or later; what came before costs no time.
        """
        if seat is not None:
            self.game.check_seat(seat)
        if type(since) is not int or since < 0:
            raise BadOption(f"since={clipped(since)}: needs a ply, a whole number from 0")
        found = []
        for ply in range(since, self.ply):
            state = self.states[ply]
            if ply and rules.stage(state) == MIDWAY:
                continue
            known = self._known(seat, ply, self.turn_end(ply))
            words = self.game.format(state, known[0]) if len(known) == 1 else self.game.write(state, known)[0]
            found.append(Turn(ply, rules.turn(state), words))
        return found

    def _known(self, seat: int | None, first: int, after: int) -> list[int]:
        """Return the actions from a ply to before another, as a seat knows them now; all where it is None."""
        if seat is None:
            return self.actions[first:after]
        plies = range(first, after)
        return [as_seen(self.states[at], self.actions[at], seat, self.state)[1] for at in plies]

    def record(self) -> Record:
        """Return the record; while the match is under way it holds no seed and only what a spectator saw."""
        return self._record(complete=self.over)

    def _record(self, complete: bool) -> Record:
        return Record(
            game=self.game.name,
            options=(self.game if complete else self.game.public).changed_options(),
            seed=self.seed if complete and self.seeded else None,
            seats=self.seats,
            moves=tuple(self.moves(None if complete else NOBODY)),
            returns=self.returns if self.over else None,
            ended=self.ended,
            reason=self.reason,
            loser=self.loser,
            opening=self.opening,
            commitment=self.commitment,
        )

    @property
    def ended(self) -> str:
        """Say how the match ended: finished, forfeit or agreed; unfinished while it is under way."""
        if self.agreed:
            return "agreed"
        return "forfeit" if self.loser is not None else "finished" if self.over else "unfinished"

    def save(self, path: str | Path) -> None:
        """Write everything needed to go on later, secrets too: the file is the referee's, not a player's."""
        check_path(path)
        self.full_record().write(path)

    def full_record(self) -> Record:
        """Return the record with everything in it, secrets and the seed too, which is what `save` writes."""
        return self._record(complete=True)

    @classmethod
    def resume(cls, path: str | Path) -> Match:
        """Go on with a saved match."""
        try:
            return cls.from_record(Record.read(path))
        except BadRecord:
            raise
        except ParlourError as error:
            raise BadRecord(f"{path}: {error}") from None

    @classmethod
    def from_record(cls, record: Record) -> Match:
        """Play a record's moves again, checking each, and chance against the seed where there is one."""
        if not isinstance(record, Record):
            raise BadRecord(f"{clipped(record)} is not a record; read one with Record.read(path)")
        game = game_named(record.game, **record.options)
        try_out(game)
        game = game if record.seed is None else game.undrawn(record.seed)
        match = cls.__new__(cls)
        match._set_up(game, secrets.randbits(64) if record.seed is None else record.seed, record.seats)
        match.seeded, match.opening = record.seed is not None, record.opening
        match.commitment = record.commitment
        for number, text in enumerate(record.moves, 1):
            chance = rules.turn(match.state) == CHANCE
            try:
                actions = game.read(match.state, text)
            except ParlourError as error:
                raise BadRecord(f"the record does not replay: move {number}: {error}") from None
            if chance and record.seed is not None and actions[0] != match._outcome():
                raise BadRecord(f"the record does not replay: move {number} is not what its seed draws")
            for action in actions:
                match._append(action)
        match._draw_chance()
        if record.ended == "forfeit" and record.loser is not None:
            if not 0 <= record.loser < game.seats or match.over:
                raise BadRecord("the record does not replay: nobody could forfeit there")
            match.forfeit(record.loser, record.reason)
        if record.ended == "agreed" and not match.over:
            match.agree()
        if record.ended != "unfinished" and (not match.over or record.returns not in (None, match.returns)):
            raise BadRecord("the record does not replay: the moves lead to another result")
        return match

    def __iter__(self) -> Iterator[AnyState]:
        return iter(self.states)

    def __len__(self) -> int:
        return len(self.states)

    def _repr_html_(self) -> str:
        return self.view().picture().html()  # what a spectator sees: a page tells no secrets

    def __repr__(self) -> str:
        return f"Match({self.game!r}, ply {self.ply}{', over' if self.over else ''})"
