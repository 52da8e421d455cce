"""The laws every game and every strategy keeps, as functions: `parlour check` runs them on a user's file.

A law takes a game, a number of random games and a seed; it gives how many things it checked, or raises
`LawBroken` with the game, the seed, the moves and what broke. Its docstring is the law.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from parlour.core.game import Game
from parlour.laws import backends, matches, rules, sentences, strategies, told, touch, views, watch, words
from parlour.laws.walk import Law, LawBroken, Trail

log = logging.getLogger("parlour.laws")
StrategyLaw: TypeAlias = Callable[[Game, str, int, int], int]

ALL: tuple[Law, ...] = (
    rules.plain_states,
    rules.turns,
    rules.legal_actions,
    rules.pure_play,
    rules.results,
    rules.chances,
    rules.endings,
    rules.hints,
    words.move_words,
    words.lines,
    words.rubbish,
    words.pictures,
    words.json_states,
    touch.touches,
    told.guides,
    told.events,
    told.blind_events,
    views.masks,
    views.worlds,
    views.unseen_actions,
    views.memories,
    views.equal_views,
    views.secrets,
    matches.records,
    matches.undo_redo,
    matches.saves,
    matches.live_records,
    matches.same_seed,
    backends.native_answers,
    backends.native_playouts,
)
OF_STRATEGIES: tuple[StrategyLaw, ...] = (
    strategies.legal_choices,
    strategies.told_choices,
    strategies.repeatable,
    strategies.least_limits,
    strategies.blind,
    sentences.true_sentences,
)


@dataclass(frozen=True)
class Passed:
    """A law that held, and how many things were checked; 0 when the game has nothing the law is about."""

    law: str
    statement: str
    count: int


def check_game(
    game: Game, games: int = 20, seed: int = 0, progress: Callable[[Passed], None] | None = None
) -> list[Passed]:
    """Check every law on a game; raise LawBroken at the first that does not hold."""
    return [_passed(game, games, seed, law, partial(law, game, games, seed), progress) for law in ALL]


def check_strategy(
    game: Game, spec: str, games: int = 2, seed: int = 0, progress: Callable[[Passed], None] | None = None
) -> list[Passed]:
    """Check every law of strategies on one of them; raise LawBroken at the first that does not hold."""
    return [
        _passed(game, games, seed, law, partial(law, game, spec, games, seed), progress)
        for law in OF_STRATEGIES
    ]


def _passed(
    game: Game,
    games: int,
    seed: int,
    law: Law | StrategyLaw,
    check: Callable[[], int],
    progress: Callable[[Passed], None] | None,
) -> Passed:
    name = law.__name__.replace("_", " ")
    log.info("checking the law of %s", name)
    thinks = law.__module__ in (backends.__name__, strategies.__name__, sentences.__name__)
    try:
        with Trail(game, seed).blamed():  # whatever rules raise where no game is under way
            count = watch.within(check, games, watch.LONG_PATIENCE if thinks else watch.PATIENCE)
    except watch.Endless as error:
        raise LawBroken(f"{game!r}, seed {seed}: the law of {name} {error}") from None
    except LawBroken as error:
        raise LawBroken(f"{error} (the law of {name})") from error.__cause__
    statement = " ".join((law.__doc__ or "").split())
    passed = Passed(name, statement, count)
    if progress is not None:
        progress(passed)
    return passed


__all__ = [
    "ALL",
    "OF_STRATEGIES",
    "Law",
    "LawBroken",
    "Passed",
    "StrategyLaw",
    "check_game",
    "check_strategy",
]
