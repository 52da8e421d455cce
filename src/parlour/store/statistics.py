"""What a player has played: how often what, against whom, from which seat, how long, and when."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from statistics import fmean
from typing import Any

from parlour.store.kinds import PERSON, Kept
from parlour.store.store import Store

ALL = 2**31 - 1  # matches to read


@dataclass(frozen=True)
class Count:
    """How matches went."""

    games: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0

    def to_json(self) -> dict[str, int]:
        """Return the numbers by name."""
        return {"games": self.games, "won": self.won, "drawn": self.drawn, "lost": self.lost}


def statistics(store: Store, player: str, game: str = "") -> dict[str, Any]:
    """Return a player's finished matches counted, by its id, as data: in all, and for each game.

    A game's are counted by opponent (a level or another strategy, or "person"), by seat (numbered from 0,
    which is who begins), by month of their end, and by length in turns.
    """
    found = [kept for kept in store.find(player=player, game=game, ended=True, limit=ALL) if kept.returns]
    by_game: dict[str, list[Kept]] = defaultdict(list)
    for kept in found:
        by_game[kept.game].append(kept)
    return {
        **_count(found, player).to_json(),
        "by_game": {
            name: {
                **_count(matches, player).to_json(),
                "by_opponent": _counted(matches, player, lambda kept: _opponents(kept, player)),
                "by_seat": _counted(matches, player, lambda kept: [str(kept.players.index(player))]),
                "by_month": _counted(matches, player, _month),
                "length": _length(matches),
            }
            for name, matches in sorted(by_game.items())
        },
    }


def _count(matches: Iterable[Kept], player: str) -> Count:
    how = [kept.outcome(kept.players.index(player)) for kept in matches]
    return Count(len(how), *(how.count(name) for name in ("won", "drawn", "lost")))


def _counted(
    matches: Iterable[Kept], player: str, names: Callable[[Kept], list[str]]
) -> dict[str, dict[str, int]]:
    groups: dict[str, list[Kept]] = defaultdict(list)
    for kept in matches:
        for name in names(kept):
            groups[name].append(kept)
    return {name: _count(group, player).to_json() for name, group in sorted(groups.items())}


def _opponents(kept: Kept, player: str) -> list[str]:
    """Name those who sat there too, each kind once: a strategy by its spec, people together."""
    own = kept.players.index(player)
    specs = [spec for seat, spec in enumerate(kept.seats) if seat != own]
    return list(dict.fromkeys("person" if spec == PERSON else spec for spec in specs))


def _month(kept: Kept) -> list[str]:
    return [datetime.fromtimestamp(kept.changed, UTC).strftime("%Y-%m")]


def _length(matches: list[Kept]) -> dict[str, float]:
    lengths = [kept.moves for kept in matches]
    return {"mean": round(fmean(lengths), 1), "shortest": min(lengths), "longest": max(lengths)}
