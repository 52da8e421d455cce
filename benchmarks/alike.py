"""Pairs of worlds that look alike to a seat, from random games, and one of them as a table of a server.

The two are lines of play, from the first state of a game or from the middle of one, in which the seat has
seen the same at every ply; what it has not seen, the seed and the secret options differ.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from parlour import Game
from parlour.core import rules
from parlour.core.match import Match
from parlour.core.options import Settled
from parlour.core.rng import Stream
from parlour.core.rules import NOBODY, OVER, AnyState
from parlour.core.view import history_of
from parlour.laws.walk import Trail, starting_at, watchers
from parlour.server.table import Table
from parlour.store import Kept

TRIES = 12  # of another action where the seat did not see which
STARTS = 4  # worlds drawn in the middle of a game, for each seat
ID, TOKEN = "0" * 32, "t" * 43
Line = tuple[list[AnyState], list[int]]


@dataclass(frozen=True)
class Pair:
    """Two lines of play from the same or from two first states, alike to a seat at every ply."""

    game: Game
    seat: int
    lines: tuple[Line, Line]
    number: int
    own: int  # of how many of them it is the seat's own turn, this one included; 0 if it is not

    def at(self, step: int, own: bool = False) -> bool:
        """Say whether this is one of every so many pairs, or of every so many at the seat's own turn."""
        return self.own % step == 1 if own else self.number % step == 0

    def table(self, which: int, cut: int = 0, alone: bool = False) -> Table:
        """Put one of the worlds on a table, less some steps at its end."""
        states, actions = self.lines[which]
        end = len(actions) - cut
        secret = {
            name: f"secret {which}" for name, option in self.game.known_options.items() if option.secret
        }
        people = ["human"] * self.game.seats
        if alone:  # against machines, where it may ask for hints
            people = ["human" if seat == max(self.seat, 0) else "easy" for seat in range(self.game.seats)]
        it = starting_at(self.game, states[0])
        vars(it).update(options=Settled({**self.game.options, **secret}))
        match = Match.__new__(Match)
        match._set_up(it, seed_of(which), tuple(people))
        match.states, match.actions, match.commitment = states[: end + 1], actions[:end], "c" * 64
        names = tuple(f"Player {seat}" for seat in range(self.game.seats))
        kept = Kept(
            ID, self.game.name, secret, seed_of(which), match.seats, names, ("",) * len(names), "server",
            match.commitment, created=1.0, changed=1.0, entries=end, moves=end,
        )  # fmt: skip
        held = {} if self.seat == NOBODY else {hashlib.sha256(TOKEN.encode()).hexdigest(): (self.seat,)}
        return Table(kept, match, end, holders=held)


def seed_of(which: int) -> int:
    """Return the seed of a world: long, so that it turns up nowhere by accident."""
    return (0x5EED << 240) + (which + 1) * 0x1234_5678_9ABC_DEF1


def pairs(it: Game, seed: int) -> Iterator[Pair]:
    """Give pairs of worlds from random games, one game after the other, without end."""
    count = own = 0
    while True:
        trail = Trail(it, seed)
        for _ in trail.walk():
            pass
        rng = Stream.of(seed, "pairs")
        for seat in watchers(it):
            for first, same in _forks(it, seat, len(trail.actions), rng):
                for lines in _alike(trail, first, same, seat, rng):
                    mine = rules.turn(lines[0][0][-1]) == seat
                    own += mine
                    yield Pair(it, seat, lines, count, own * mine)
                    count += 1
        seed += 1


def _forks(it: Game, seat: int, plies: int, rng: Stream) -> list[tuple[int, int]]:
    """Choose where worlds part: the ply at which two lines begin, and up to which they have the same actions.

    Lines from the first state part early or late. Others begin in two worlds, one of them drawn for what the
    seat sees there; not where those who learn from all rounds must be told all of them. A spectator, who
    knows little, needs no such help.
    """
    forks = [(0, 0)] + [(0, rng.below(plies)) for _ in range(STARTS // 2)]
    if seat != NOBODY and not it.traits.simultaneous:
        forks += [(first, first) for first in (1 + rng.below(plies) for _ in range(STARTS)) if first < plies]
    return forks


def _alike(trail: Trail, first: int, same: int, seat: int, rng: Stream) -> Iterator[tuple[Line, Line]]:
    """Go along a line in another world for as long as a seat sees no difference; give both at every turn."""
    truth: Line = (trail.states[first : first + 1], [])
    world = rules.fill(rules.mask(trail.states[first], seat), seat, rng) if first else trail.states[0]
    other: Line = ([world], [])
    for ply in range(first, len(trail.actions) + 1):
        states = truth[0]
        if rules.turn(states[-1]) >= 0 and states[-1] != other[0][-1]:
            yield (list(states), list(truth[1])), (list(other[0]), list(other[1]))
        tries = TRIES if ply >= same else 0
        if ply == len(trail.actions) or not _step(truth, other, trail.actions[ply], seat, rng, tries):
            return


def _step(truth: Line, other: Line, action: int, seat: int, rng: Stream, tries: int) -> bool:
    """Play an action, and one that the seat cannot tell from it in the other world; say if there is one."""
    before, world = truth[0][-1], other[0][-1]
    after = rules.play(before, action)
    if rules.turn(after) == OVER:
        return False
    truth[0].append(after)
    truth[1].append(action)
    seen = rules.sees(before, action, seat, after)
    tried = [] if seen else [rules.random_action(world, rng) for _ in range(tries)]
    for each in [*tried, action]:
        if not rules.is_legal(world, each):
            continue
        then = rules.play(world, each)
        if rules.mask(then, seat) != rules.mask(after, seat):
            continue
        other[0].append(then)
        other[1].append(each)
        if history_of(*other, seat) == history_of(*truth, seat):
            return True
        del other[0][-1], other[1][-1]
    return False
