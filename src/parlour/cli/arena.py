"""Run an event: every two strategies meet, each deal from both sides."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from parlour.cli import common, output, shelf
from parlour.cli.ledger import Ledger
from parlour.core.errors import BadOption, ParlourError

if TYPE_CHECKING:
    from parlour.arena import Result
    from parlour.core.game import Game

EXAMPLES = """\
  parlour arena nim expert medium --games 100
  parlour arena tic_tac_toe mcts:simulations=20 mcts:simulations=200 --games 20 --workers 2
  parlour arena nim easy medium hard expert --games 50 --seed 7 --json
  parlour arena tic_tac_toe medium random --games 100 --resume event.jsonl
  parlour arena tic_tac_toe greedy random --games 200 --device auto
  parlour arena nim expert hard --games 10000 --dask tcp://10.0.0.1:8786   # a cluster of yours"""

MOST_GAMES = 10_000_000
LONGEST = 500  # characters of a command that fit behind an error
UNKEPT = "the event is not being kept, and cannot be resumed"
NOT_IN_BATCH = "{}: goes with matches one by one; leave it away, or --device"


def arena(
    game: common.GameName,
    specs: Annotated[list[str], typer.Argument(metavar="SPEC...", help="Levels or strategies, two or more.")],
    games: Annotated[int, common.number("Games of each pairing.", 1, MOST_GAMES, "--games", "-n")] = 100,
    workers: Annotated[int, common.number("Processes to play in.", 1, 64, "--workers")] = 1,
    dask: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Play on the Dask cluster with this scheduler.")
    ] = "",
    resume: Annotated[
        str, typer.Option(metavar="FILE", help="Keep every finished match here, and go on from it.")
    ] = "",
    timeout: Annotated[
        str, typer.Option(metavar="SECONDS", help="A move that takes longer loses the game.")
    ] = "",
    openings: Annotated[
        str,
        typer.Option(
            metavar="N|auto",
            help="Random plies before each game, the same from both sides; auto: where nothing is dealt.",
        ),
    ] = "auto",
    device: Annotated[
        str,
        typer.Option(
            metavar="cpu|gpu|auto",
            help="Play very many games at once, on the cores or on a GPU: compiled strategies only.",
        ),
    ] = "",
    limit: common.LimitText = "",
    option: common.Options = None,
    seed: common.Seed = 0,
    load: common.Load = None,
    json: common.Json = False,
    verbose: common.Verbose = False,
) -> None:
    """Let strategies play each other; standings with error bars.

    Stopped with Ctrl-C, it shows the standings so far and the command that goes on from there.
    """
    common.settle(verbose, load)
    from parlour.core.options import Option

    seconds = Option(60.0, low=0.001, high=86_400.0).read("--timeout", timeout) if timeout else None
    budget = common.limit_of(limit)
    settled = common.game_of(game, option)
    if device:
        alone = {"--workers": workers > 1, "--dask": dask, "--resume": resume, "--timeout": timeout}
        for name, given in {**alone, "--limit": limit}.items():
            if given:
                raise BadOption(NOT_IN_BATCH.format(name))
        _in_batch(settled, specs, games, device, seed, openings, json)
        return
    kept = Path(resume) if resume else shelf.event(settled.name)
    drawn = openings if openings != "auto" else ""
    words = [
        *("arena", settled.name, *specs, "--games", games, "--seed", seed, "--workers", workers),
        *common.option_words(settled),
        *common.words_of(load=load, dask=dask, limit=limit, timeout=timeout, openings=drawn),
        *(*(["--json"] if json else []), "--resume", kept),
    ]
    if kept is None:
        output.complain(f"{shelf.folder()}: cannot be written; {UNKEPT}")
    from parlour.arena import run
    from parlour.store import ArenaEvent

    asked = ArenaEvent(
        shelf.fresh(settled.name, time.time()),
        *(settled.name, settled.changed_options(), tuple(specs), games, seed, limit),
    )
    command = None if kept is None else common.command_line(*words)
    part = Part(command, kept, bool(resume), json, Ledger(asked, kept))
    with part, _terminable(), output.bar(f"{settled.title}: {' v '.join(specs)}") as update:
        hooks = part.hooks(update)
        result = run(
            settled, specs, games, seed, budget, workers, dask, timeout=seconds, openings=openings, **hooks
        )
        part.ledger.end(result, over=True)
    _show(result, json)


def _in_batch(
    game: Game, specs: list[str], games: int, device: str, seed: int, openings: str, json: bool
) -> None:
    """Let compiled strategies play very many games at once; stopped, show what there is."""
    from parlour.batches.matches import batch_matches

    part: list[Result] = []
    try:
        with _terminable(), output.bar(f"{game.title}: {' v '.join(specs)}") as update:
            result = batch_matches(
                game, specs, games, device, seed, openings, progress=update, stopped=part.append
            )
    except KeyboardInterrupt:
        for standings in part if not json else ():
            _show_part(standings)
        raise common.Interrupted("matches in a batch are not kept; ask for fewer --games") from None
    _show(result, json)


class Part:
    """What there is of an event that was stopped: its file stays, and what to do with it is said."""

    def __init__(
        self, command: str | None, kept: Path | None, asked: bool, quiet: bool, ledger: Ledger
    ) -> None:
        self.ledger = ledger
        self.standings: list[Result] = []
        self._command = command
        self._file = kept
        self._asked = asked
        self._quiet = quiet
        self._done = 0

    def hooks(self, update: Callable[[int, int], None]) -> dict[str, Any]:
        """Tell the event where it is kept and whom to tell how far it is, and where it was stopped."""

        def note(done: int, total: int) -> None:
            self._done = done
            self.ledger.note(done, total)
            update(done, total)

        keeping = {"resume": self._file, "must_keep": self._asked, "records": False}
        return {**keeping, "progress": note, "stopped": self.standings.append}

    def __enter__(self) -> Part:
        return self

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        if self._file is not None and not self._asked and (error is None or not self._done):
            self._file.unlink(missing_ok=True)  # finished, or not begun
        if error is None:
            return
        for result in self.standings:
            if result.standings and self._done:  # a damaged file has no standings
                self.ledger.end(result, over=False)
                if not self._quiet:
                    _show_part(result)
        way = self._way_on()
        if isinstance(error, KeyboardInterrupt):
            raise common.Interrupted(way or "nothing was kept") from None
        if way and isinstance(error, ParlourError):
            raise Unfinished(f"{error}; {way}") from None
        if way:
            output.complain(way)

    def _way_on(self) -> str:
        """Say how to go on, if there is something to go on from."""
        if self._command is None or self._file is None or not self._done or not self._file.is_file():
            return ""
        way = f"go on with: {self._command}"
        if len(way) <= LONGEST:
            return way
        output.complain(way)  # a line of its own, or the end of another would be cut off
        return "the line above goes on from there"


class Unfinished(ParlourError):
    """An error, with the words how to go on: they must not be cut short."""

    def __init__(self, text: str) -> None:
        ValueError.__init__(self, text)


@contextmanager
def _terminable() -> Iterator[None]:
    """Leave at SIGTERM as at Ctrl-C: in order, and with the words how to go on."""

    def leave(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    try:
        before = signal.signal(signal.SIGTERM, leave)
    except ValueError:  # not in the main thread
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _show_part(result: Result) -> None:
    if output.is_terminal(sys.stderr):
        output.err().print(result.table())
    else:
        print(result.text(), file=sys.stderr, flush=True)


def _show(result: Result, json: bool) -> None:
    if json:
        output.emit(result.to_json())
    elif output.out().is_terminal:
        output.out().print(result.table())
    else:
        print(output.harmless(result.text()))
