"""Matches by the million: both players are compiled, and every lane plays a match of its own.

The event is the arena's: every two meet, each deal or opening is played in every seating, and the numbers
mean the same. It does not play the arena's very matches, for its random streams are those of the lanes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from parlour.arena.openings import AUTO, plies
from parlour.arena.pairings import seatings
from parlour.arena.report import Forfeit, Result
from parlour.batches.entrants import Entrant, entrant
from parlour.batches.matches_kernel import MOST_PLIES, meeting, open_games
from parlour.batches.policies import Policy
from parlour.batches.sums import Blocks, Meeting, Moments, pair_of, standing_of
from parlour.compile.device import Memory, memory, settle
from parlour.core.columns import pack, width
from parlour.core.errors import BadOption, clipped
from parlour.core.game import Game
from parlour.core.keys import check_seed
from parlour.core.objects import Player
from parlour.core.options import Option
from parlour.core.registry import settled_game
from parlour.core.rng import Stream
from parlour.core.trial import try_out

GAMES = Option(1_000_000, "games of each pairing", low=1, high=10**10)
BOARDS = 1000  # different starts, of a game that draws one for each match
LEAST = {"cpu": 256, "gpu": 65_536}  # lanes at a time, to begin with
MOST = 1 << 20
ROOM = {"cpu": 1 << 28, "gpu": 1 << 31}  # bytes of scratch memory
PACE = 0.5  # seconds: what takes less is done in larger pieces


@dataclass(frozen=True, repr=False)
class BatchResult(Result):
    """What a batch of matches showed, told as an event is."""

    device: str = "cpu"
    seat_means: tuple[float, ...] = ()  # what each seat got on average, whoever sat there
    seat_errors: tuple[float, ...] = ()  # their standard errors

    def to_json(self) -> dict[str, Any]:
        """Return the result as data."""
        told = super().to_json()
        return told | {name: list(told[name]) for name in ("seat_means", "seat_errors")}


class _Event:
    """A batch of matches under way."""

    def __init__(
        self, game: Game, sides: list[Entrant], asked: int, seed: int, drawn: int, device: str
    ) -> None:
        self.game, self.sides, self.asked, self.seed, self.drawn = game, sides, asked, seed, drawn
        self.memory: Memory = memory(device)
        self.pairings = list(combinations(range(len(sides)), 2))
        self.seatings = seatings(0, 1, game.seats)
        self.rounds = -(-asked // (1 if game.seats == 1 else len(self.seatings)))
        self.meetings = [Meeting([Moments() for _ in range(game.seats)]) for _ in self.pairings]
        self.starts = _starts(game, min(self.rounds, BOARDS), seed)
        self.done = 0  # rounds
        self.began = time.perf_counter()
        self._lanes = 0
        self._arrays: dict[str, Any] = {}

    def lanes_at_most(self) -> int:
        """Say how many matches fit into the scratch memory at a time."""
        wide = width(self.starts[0])
        plies = max(side.plies for side in self.sides)
        column = 8 * (max(side.rows for side in self.sides) + (plies + 2) * wide + self.game.seats + 2)
        return max(64, min(MOST, ROOM[self.memory.name] // column))

    def run(self, progress: Callable[[int, int], None] | None) -> None:
        """Play all rounds, in pieces that end soon enough to be stopped."""
        most = self.lanes_at_most()
        size = min(most, LEAST[self.memory.name])
        total = self.rounds * len(self.pairings) * len(self.seatings)
        while self.done < self.rounds:
            if progress is not None:
                progress(self.done * len(self.pairings) * len(self.seatings), total)
            size = min(size, self.rounds - self.done)
            began = time.perf_counter()
            blocks = [self._play(number, size) for number in range(len(self.pairings))]
            for met, each in zip(self.meetings, blocks, strict=True):
                met.take(each)
            self.done += size
            if time.perf_counter() - began < PACE:
                size = min(2 * size, most)
            elif time.perf_counter() - began > 4 * PACE:
                size = max(size // 2, min(most, LEAST[self.memory.name]))
        if progress is not None:
            progress(total, total)

    def _room(self, size: int) -> dict[str, Any]:
        """Return the arrays for so many lanes."""
        if size > self._lanes:
            self._arrays.clear()
            make, like = self.memory.zeros, self.starts[0]
            stacked = max(side.plies for side in self.sides)
            table = np.zeros((width(like), len(self.starts)), np.int64)
            for column, state in enumerate(self.starts):
                pack(state, table, column)
            self._arrays |= {
                "starts": self.memory.put(table),
                "states": make((width(like), size), np.int64),
                "plies": make(size, np.int64),
                "work": make((max(side.rows for side in self.sides), size), np.float64),
                "stack": make((stacked, width(like), size) if stacked else (1, 1, 1), np.int64),
                "results": make((self.game.seats, size), np.float64),
                "stuck": make(size, np.int64),
            }
            self._lanes = size
        return self._arrays

    def _play(self, number: int, size: int) -> Blocks:
        """Play the next blocks of a pairing."""
        room, device, like = self._room(size), self.memory.name, self.starts[0]
        first, second = (self.sides[at] for at in self.pairings[number])
        deals = _seed(self.seed, number, "deals")
        shown = int(not (self.game.traits.hidden or self.game.traits.simultaneous))
        opening = (room["starts"], self.done, deals, self.drawn, shown, room["states"], room["plies"])
        open_games(device, size, 0, like, *opening)
        numbers = self.memory.put(np.array([first.numbers, second.numbers]))
        tables = [
            self.memory.put(part)
            for side in (first, second)
            for part in (side.policy.keys, side.policy.first, side.policy.shares)
        ]
        play = meeting(first.act, second.act)
        blocks = Blocks([], [], [0, 0])
        scratch = (room["work"], room["stack"], room["results"], room["stuck"])
        for place, seating in enumerate(self.seatings):
            seats = self.memory.put(np.array(seating, np.int64))
            states = (like, room["states"], room["plies"], self.done, deals, _seed(self.seed, number, place))
            play(device, size, 0, *states, seats, numbers, *tables, *scratch)
            returns = self.memory.get(room["results"])[:, :size].copy()
            self._forfeit(returns, self.memory.get(room["stuck"])[:size], seating, blocks.forfeits)
            mine, theirs = ([r for r, w in zip(returns, seating, strict=True) if w == who] for who in (0, 1))
            blocks.chairs.append((mine, theirs))
            blocks.returns.append(returns)
        if self.game.seats == 1:  # two matches on one deal, each alone: they are compared with each other
            blocks.chairs[:] = [(blocks.chairs[0][0], blocks.chairs[1][1])]
        return blocks

    def _forfeit(self, returns: Any, stuck: Any, seating: tuple[int, ...], counts: list[int]) -> None:
        """Let who was to move when a match had lasted too long lose it."""
        low, high = self.game.bounds
        for lane in np.flatnonzero(stuck >= 0):
            seat = int(stuck[lane])
            counts[seating[seat]] += 1
            returns[:, lane] = high if self.game.seats == 2 else -low / max(1, self.game.seats - 1)
            returns[seat, lane] = low

    def result(self) -> BatchResult:
        """Add up what has been played."""
        specs = [side.spec for side in self.sides]
        standings = []
        for who, text in enumerate(specs):
            mine = zip(self.pairings, self.meetings, strict=True)
            standings.append(standing_of(text, [(met, pair.index(who)) for pair, met in mine if who in pair]))
        standings.sort(key=lambda standing: -standing.score)
        seats = [Moments() for _ in range(self.game.seats)]
        for met in self.meetings:
            for whole, part in zip(seats, met.seats, strict=True):
                whole.add(part)
        reason = f"the match did not end within {MOST_PLIES:,} plies"
        return BatchResult(
            game=self.game.name,
            options=self.game.changed_options(),
            seed=self.seed,
            games=self.rounds * (1 if self.game.seats == 1 else len(self.seatings)),
            asked=self.asked,
            block=len(self.seatings),
            seats=self.game.seats,
            openings=self.drawn,
            played=self.done * len(self.pairings) * len(self.seatings),
            matches=self.rounds * len(self.pairings) * len(self.seatings),
            limit={},
            timeout=None,
            standings=standings,
            pairs=[
                pair_of((specs[a], specs[b]), met, self.game.seats)
                for (a, b), met in zip(self.pairings, self.meetings, strict=True)
            ],
            forfeits=[Forfeit(s.spec, reason, s.forfeits, 0) for s in standings if s.forfeits],
            seconds=time.perf_counter() - self.began,
            device=self.memory.name,
            seat_means=tuple(moments.mean for moments in seats),
            seat_errors=tuple(moments.error for moments in seats),
        )


def batch_matches(
    game: Game | str,
    specs: Sequence[Player | Policy],
    games: int = 1_000_000,
    device: str = "auto",
    seed: int = 0,
    openings: int | str = AUTO,
    progress: Callable[[int, int], None] | None = None,
    stopped: Callable[[BatchResult], None] | None = None,
) -> BatchResult:
    """Let every two compiled strategies play that many games against each other, very many at a time.

    Those that are compiled: random, greedy, montecarlo, alphabeta with a depth, cfr, equilibrium and mccfr,
    a `Policy`, and by the names of playouts the game's own: `rules` and its others. The result depends on the
    seed, not on how many are played at a time. `progress(done, total)` is called now and then,
    `stopped(result)` with what there is if Ctrl-C or an error ends the event.
    """
    where = settle(device)
    settled = settled_game(game)
    try_out(settled)
    check_seed(seed)
    number = GAMES.read("games", games)
    if not isinstance(specs, (list, tuple)) or len(specs) < 2:
        raise BadOption(f"{clipped(specs)}: an event needs at least two strategies, as a list of texts")
    event = _Event(
        settled,
        [entrant(settled.public, player) for player in specs],
        number,
        seed,
        plies(settled, openings),
        where,
    )
    try:
        event.run(progress)
    except BaseException:
        if stopped is not None and event.done:
            stopped(event.result())
        raise
    return event.result()


def _seed(seed: int, *path: object) -> int:
    """Derive a seed that fits a signed word."""
    return Stream.of(seed, "batch", *path)[0] >> 2


def _starts(game: Game, most: int, seed: int) -> list[Any]:
    """List the states that matches begin in: one, unless the game draws one for each match."""
    drawn = [option for name, option in game.known_options.items() if option.drawn and name not in game.given]
    if not drawn:
        return [game.start()]
    return [game.drawn(_seed(seed, "start", number)).start() for number in range(most)]
