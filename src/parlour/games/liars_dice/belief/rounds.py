"""What a seat has seen of Liar's Dice: the bidding under way, and the rounds that were called and shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from parlour.core.bits import listed
from parlour.core.memory import Past
from parlour.core.rules import CHANCE, OVER, UNKNOWN, is_legal, play, turn
from parlour.core.view import View
from parlour.games.liars_dice.bids import all_bids

Step = tuple[int, int]  # who, and the bid or call


@dataclass(frozen=True)
class Round:
    """A round that ended: the dice each seat had, what they showed, and all that was bid and called."""

    counts: tuple[int, ...]
    hands: tuple[int, ...]
    steps: tuple[Step, ...]
    table: tuple[int, ...]
    match: int = -1  # which of the earlier matches it is from; -1 is the present one
    moved: tuple[Step, ...] = ()  # in an earlier one: a seat of the present match, and the same player's then

    def seat_of(self, player: int) -> int:
        """Return where the player of a seat sat then; -1 if it was not there, or had no dice left."""
        seat = player if self.match < 0 else next((then for now, then in self.moved if now == player), -1)
        return seat if seat >= 0 and self.counts[seat] else -1

    @property
    def bid(self) -> int:
        """Return the bid that was called."""
        return self.steps[-2][1]


def bidding(v: Any) -> list[Step]:
    """List who bid what in the round under way: bids go up, and the seats with dice bid in turn."""
    found = []
    seat = v.seat
    for bid in reversed(listed(v.bids)):
        seat = (seat - 1) % len(v.counts)
        while v.counts[seat] == 0:
            seat = (seat - 1) % len(v.counts)
        found.append((seat, bid))
    return found[::-1]


class Memory:
    """The rounds that were shown, taken in as they come, so that a decision late in a match costs no more."""

    def __init__(self) -> None:
        self.rounds: list[Round] = []
        self._read: tuple[Step, ...] = ()
        self._state: Any = None

    def follow(self, view: View) -> list[Round]:
        """Take in what is new in the view's history, or all of it after an undo; give every round."""
        if self._state is None or view.history[: len(self._read)] != self._read:
            self.rounds, self._read, self._state = [], (), view.game.start()
        s = self._state
        steps: list[Step] = []
        at = len(self._read)
        for ply in range(at, len(view.history)):
            who, action = view.history[ply]
            # A set-up with given dice has no rolls to follow; nothing is learned from it.
            if turn(s) == OVER or who != turn(s) or action == UNKNOWN or not is_legal(s, action):
                break
            after = play(s, action)
            if who != CHANCE:
                steps.append((who, action))
                if action >= all_bids(s.table):
                    self.rounds.append(Round(s.counts, s.hands, tuple(steps), s.table))
                    self._state, self._read, steps = after, view.history[: ply + 1], []
            s = after
        return self.rounds


def past_rounds(past: Sequence[Past], first: int = 0) -> list[Round]:
    """Return the rounds of past matches, which are numbered from `first`."""
    return [
        replace(found, match=number, moved=match.seats)
        for number, match in enumerate(past, first)
        for found in Memory().follow(match.view)
    ]
