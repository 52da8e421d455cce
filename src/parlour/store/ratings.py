"""Ratings of players, a game at a time, from their finished matches: Glicko-2, the same for the same matches.

A rating period is a week; the matches of the present one count as soon as they are over. Levels have fixed
ratings, measured in the arena (parlour.store.levels), with their errors; other persons have their own, as
they stood when the week began; whoever is neither (a strategy by its name, a guest) is not rated, and a match
with nobody rated in it counts for nothing. With more than two seats a match is one result against each of
the others. A match whose notes say `rated: false` is left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from parlour.store.glicko import START, START_DEVIATION, START_VOLATILITY, Game, Standing, idle, updated
from parlour.store.kinds import Kept
from parlour.store.levels import level_ratings
from parlour.store.store import Store

WEEK = 7 * 86_400
MONDAY = 4 * 86_400  # seconds from 1970, a Thursday, to the first of a week
ALL = 2**31 - 1  # matches to read
Z = 1.959964  # 95 %, both sides


@dataclass(frozen=True)
class Rating:
    """A player's rating in a game, and the matches that it is made of."""

    rating: float = START
    deviation: float = START_DEVIATION
    volatility: float = START_VOLATILITY
    games: int = 0  # that count
    won: int = 0
    drawn: int = 0
    lost: int = 0
    measured: bool = True  # whether the levels of this game have ratings, or only persons

    @property
    def low(self) -> float:
        """Return the lower end of the 95 % interval."""
        return self.rating - Z * self.deviation

    @property
    def high(self) -> float:
        """Return the upper end of the 95 % interval."""
        return self.rating + Z * self.deviation

    def to_json(self) -> dict[str, Any]:
        """Return the rating as data."""
        figures = {name: round(getattr(self, name), 1) for name in ("rating", "deviation", "low", "high")}
        counts = {name: getattr(self, name) for name in ("games", "won", "drawn", "lost", "measured")}
        return {**figures, "volatility": round(self.volatility, 6), **counts}


@dataclass(frozen=True)
class Point:
    """A rating as it stood after a match."""

    at: float  # seconds since 1970
    rating: float
    deviation: float


def ratings(store: Store, player: str) -> dict[str, Rating]:
    """Return a player's rating in every game of two or more seats that it has finished, by its id."""
    games = {kept.game for kept in _finished(store, player) if len(kept.seats) > 1}
    return {game: rating(store, player, game) for game in sorted(games)}


def rating(store: Store, player: str, game: str) -> Rating:
    """Return a player's rating in one game."""
    return _Table(store, player, game).rating(player)


def history(store: Store, player: str, game: str) -> list[Point]:
    """Return how the rating has gone, after each match that counts, the oldest first."""
    return _Table(store, player, game, watched=player).points


def _finished(store: Store, player: str, game: str = "") -> list[Kept]:
    return store.find(player=player, game=game, ended=True, limit=ALL)


def _week(at: float) -> int:
    return int((at - MONDAY) // WEEK)


class _Table:
    """Everyone whose rating a player's depends on: who has played it, who has played those, and so on.

    Of who is watched the rating is computed after each match, not only after each week.
    """

    def __init__(self, store: Store, player: str, game: str, watched: str = "") -> None:
        self._game = game
        self._levels = level_ratings(game)
        self._standing: dict[str, Standing] = {}
        self._seen: dict[str, int] = {}  # the week after the last one that a standing knows of
        self._counted: dict[str, list[str]] = defaultdict(list)  # how the matches that count went
        self.points: list[Point] = []
        weeks: dict[int, list[Kept]] = defaultdict(list)
        for kept in _connected(store, player, game):
            weeks[_week(kept.changed)].append(kept)
        for week in sorted(weeks):
            self._play(week, weeks[week], watched)

    def rating(self, player: str) -> Rating:
        """Return what the matches have come to."""
        how = self._counted[player]
        counts = {name: how.count(name) for name in ("won", "drawn", "lost")}
        standing = self._standing.get(player, Standing())
        return Rating(*standing, games=len(how), **counts, measured=bool(self._levels))

    def _play(self, week: int, matches: Iterable[Kept], watched: str) -> None:
        """Rate the matches of a week, all by how everybody stood before it."""
        before: dict[str, Standing] = {}
        results: dict[str, list[Game]] = defaultdict(list)
        for kept in matches:
            for person in filter(None, set(kept.players)):
                if person not in before:
                    idle_for = week - self._seen.get(person, week)
                    before[person] = idle(self._standing.get(person, Standing()), idle_for)
            for person in filter(None, dict.fromkeys(kept.players)):
                games = self._results(kept, person, before)
                if games:
                    results[person] += games
                    self._counted[person].append(kept.outcome(kept.players.index(person)))
                    if person == watched:
                        now = updated(before[person], results[person])
                        self.points.append(Point(kept.changed, now.rating, now.deviation))
        for person, games in results.items():
            self._standing[person] = updated(before[person], games)
            self._seen[person] = week + 1

    def _results(self, kept: Kept, person: str, standing: dict[str, Standing]) -> list[Game]:
        """Return a match as results of a person against everybody else in it who has a rating."""
        own, returns = kept.players.index(person), kept.returns
        if returns is None or kept.players.count(person) > 1 or kept.notes.get("rated") is False:
            return []  # whoever sits on both sides has proved nothing
        found = []
        for seat, (spec, other) in enumerate(zip(kept.seats, kept.players, strict=True)):
            score = 0.5 * ((returns[own] >= returns[seat]) + (returns[own] > returns[seat]))
            if other and other != person:
                found.append(Game(standing[other].rating, standing[other].deviation, score))
            elif not other and spec in self._levels:
                found.append(Game(self._levels[spec].rating, self._levels[spec].error, score))
        return found


def _connected(store: Store, player: str, game: str) -> list[Kept]:
    """Return the finished matches of a player, of those it met in them, and so on; the oldest first."""
    found: dict[str, Kept] = {}
    asked, met = {player}, [player]
    while met:
        for kept in _finished(store, met.pop(), game):
            found[kept.id] = kept
            new = set(filter(None, kept.players)) - asked
            asked |= new
            met += sorted(new)
    return sorted(found.values(), key=lambda kept: (kept.changed, kept.id))
