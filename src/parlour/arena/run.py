"""Running an event: check everything first, then play, and keep what is finished whatever happens."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any

from parlour.arena.cluster import play_on_cluster
from parlour.arena.code import code_of
from parlour.arena.fresh import Fresh
from parlour.arena.journal import UNKEPT, Journal
from parlour.arena.openings import AUTO, plies
from parlour.arena.pairings import Schedule
from parlour.arena.pool import play_in_pool
from parlour.arena.referee import Event, Outcome, forfeits_unlogged, play_fixture
from parlour.arena.report import Result
from parlour.arena.tally import Tally
from parlour.core.errors import BadOption, BadRecord, ParlourError, clipped
from parlour.core.game import Game
from parlour.core.keys import check_seed
from parlour.core.limit import Limit
from parlour.core.objects import Player, is_only_here, spec_of
from parlour.core.options import Option
from parlour.core.registry import settled_game
from parlour.core.spec import HUMAN, expand, make, parts
from parlour.core.trial import try_out

log = logging.getLogger("parlour.arena")
OPTIONS = {
    "games": Option(100, "games of each pairing", low=1, high=10_000_000),
    "workers": Option(1, "processes to play in", low=1, high=64),
    "timeout": Option(60.0, "seconds after which a move is a forfeit", low=0.001, high=86_400.0),
}


def run(
    game: Game | str,
    specs: Sequence[Player],
    games: int = 100,
    seed: int = 0,
    limit: Limit | str | dict[str, Any] | None = None,
    workers: int = 1,
    dask: str = "",
    resume: str | Path | None = None,
    timeout: float | None = None,
    progress: Callable[[int, int], None] | None = None,
    records: bool = True,
    openings: int | str = AUTO,
    must_keep: bool = True,
    stopped: Callable[[Result], None] | None = None,
    sofar: Callable[[Callable[[], Result]], None] | None = None,
) -> Result:
    """Let every two strategies play that many games against each other, each deal from both sides.

    A strategy is a text or a Strategy class; one that was typed or registered here plays with `workers=1`,
    and is made anew, though not its class, for each match.
    The result depends on the seed alone, not on `workers` or on the cluster whose scheduler's address `dask`
    is. Where nothing is dealt and all is seen, games begin with random moves, the same from both sides:
    `openings` is how many (0: none). With `resume` each finished match is written to that file, and an event
    that was stopped goes on from it; with `must_keep=False` it goes on without a file that cannot be written.
    `progress(done, total)` is called after each match, `stopped(result)` with the result so far if Ctrl-C or
    an error ends the event. After each match `sofar` is given a function that adds up what there is: it need
    not be called each time. For millions of games set `records=False`: they are then not held in memory.
    """
    event = _checked(game, specs, games, seed, limit, timeout, openings)
    workers = OPTIONS["workers"].read("workers", workers)
    if workers > 1 or dask:
        _check_found_elsewhere(event)
    began = time.perf_counter()
    tally = Tally(event, OPTIONS["games"].read("games", games), keep=records)
    try:
        journal = _journal(resume, event, must_keep)
        with closing(journal) if journal else nullcontext():
            for outcome in journal.finished() if journal else ():
                tally.add(outcome)
            if progress is not None:
                progress(tally.count, len(event.schedule))
            left = len(event.schedule) - tally.count
            todo = (index for index in range(len(event.schedule)) if not tally.done[index])
            # Closed whatever happens, so that Ctrl-C or an error leaves no process behind.
            with forfeits_unlogged(), closing(_outcomes(event, todo, min(workers, left), dask)) as outcomes:
                for outcome in outcomes:
                    tally.add(outcome)
                    if journal is not None:
                        journal.append(outcome)
                    if progress is not None:
                        progress(tally.count, len(event.schedule))
                    if sofar is not None:
                        sofar(lambda: tally.result(time.perf_counter() - began))
    except BaseException:
        if stopped is not None and tally.count:
            stopped(tally.result(time.perf_counter() - began))
        raise
    return tally.result(time.perf_counter() - began)


def _check_found_elsewhere(event: Event) -> None:
    """Raise BadOption for a game or strategy that another process could not load."""
    kinds = {spec: parts(event.game, spec)[0].__module__ for spec in event.schedule.specs}
    for name, module in {event.game.name: event.game.module.__name__, **kinds}.items():
        if is_only_here(module):
            raise BadOption(f"{name} is not in a file that other processes can load; use workers=1")


def _journal(path: str | Path | None, event: Event, must_keep: bool) -> Journal | None:
    """Open the event's file, if there is one; without it where it cannot be written and need not be kept."""
    try:
        return None if path is None else Journal(path, event, must_keep)
    except BadRecord as error:
        if must_keep:
            raise
        log.warning(UNKEPT, error)
        return None


def _outcomes(event: Event, todo: Iterator[int], workers: int, dask: str) -> Generator[Outcome, None, None]:
    if dask:
        yield from play_on_cluster(event, todo, dask)
    elif workers > 1:
        yield from play_in_pool(event, todo, workers)
    else:
        fresh = Fresh()
        for index in todo:
            yield play_fixture(event, index, fresh)


def _checked(
    game: Game | str,
    specs: Sequence[Player],
    games: int,
    seed: int,
    limit: Limit | str | dict[str, Any] | None,
    timeout: float | None,
    openings: int | str,
) -> Event:
    """Raise a one-line error for whatever can be known to be wrong before anything is played."""
    game = settled_game(game)
    try_out(game)
    if not isinstance(specs, (str, type, list, tuple)):
        raise BadOption(f"{clipped(specs)} are no strategies; give their names as a list of texts")
    check_seed(seed)
    if timeout is not None:
        timeout = OPTIONS["timeout"].read("timeout", timeout)
    number = OPTIONS["games"].read("games", games)
    entrants = tuple(
        _entrant(game, spec) for spec in (specs if isinstance(specs, (list, tuple)) else [specs])
    )
    schedule = Schedule.of(entrants, game.seats, number, seed)
    drawn = plies(game, openings)
    return Event(game, schedule, Limit.of(limit), timeout, drawn, code_of(game, entrants))


def _entrant(game: Game, spec: Player) -> str:
    text = spec_of(spec).strip()
    if expand(game, text).partition(":")[0] == HUMAN:
        raise BadOption("a human cannot play in an event: nobody is asked for moves; play a match instead")
    try:
        make(game, text)
    except (ParlourError, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise BadOption(f"{text} cannot be set up: {type(error).__name__}: {error}") from None
    return text
