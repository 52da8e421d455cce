"""What a player has played: how often what, against whom, from which seat, how long, and when."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from statistics import fmean
from typing import Any

from parlour.store.kinds import PERSON, Kept
from parlour.store.store import Store

ALL = 2**31 - 1  # matches to read


def statistics(store: Store, player: str, game: str = "") -> dict[str, Any]:
    """Count a player's finished matches, by its id, as data: of one game, or of all.

    Those of a game are counted by opponent (a level or another strategy, or "person"), by seat (numbered from
    0), by month of their end, and by length in turns.
    """
    found = [kept for kept in store.find(player=player, game=game, ended=True, limit=ALL) if kept.returns]
    by_game: dict[str, list[Kept]] = defaultdict(list)
    for kept in found:
        by_game[kept.game].append(kept)
    return {
        **_count(found, player),
        "by_game": {
            name: {
                **_count(matches, player),
                "by_opponent": _counted(matches, player, lambda kept: _opponents(kept, player)),
                "by_seat": _counted(matches, player, lambda kept: [str(kept.players.index(player))]),
                "by_month": _counted(matches, player, _month),
                "length": _length(matches),
            }
            for name, matches in sorted(by_game.items())
        },
    }


def _count(matches: Iterable[Kept], player: str) -> dict[str, int]:
    how = [kept.outcome(kept.players.index(player)) for kept in matches]
    return {"games": len(how), **{name: how.count(name) for name in ("won", "drawn", "lost")}}


def _counted(
    matches: Iterable[Kept], player: str, names: Callable[[Kept], list[str]]
) -> dict[str, dict[str, int]]:
    groups: dict[str, list[Kept]] = defaultdict(list)
    for kept in matches:
        for name in names(kept):
            groups[name].append(kept)
    return {name: _count(group, player) for name, group in sorted(groups.items())}


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
