"""Reviewing a match: every decision held against what a judge makes of the view its player had then.

The loss of a decision is what the judge's own choice is worth more than the move played, on the scale of the
game's results, and never below nought. It is nought as well

- where the two are closer than the judge can tell: within 1e-9 if both values are exact, else if their 95 %
  intervals meet; an estimate without an interval is taken to be good to a thousandth of the game's range;
- where the judge mixes, and plays the move itself with 1 % or more.

The accuracy of a player is 100 (1 - mean of sqrt(loss / range)) over the decisions judged, where the range is
from the lowest to the highest result of the game. A loss has a name by its share of the range: a slip, from a
fiftieth a mistake, from an eighth a blunder. Forced moves, and those that could not be judged, do not count:
where the judge gives the move played no value, an open game of two is asked for the value after it, and any
other leaves it at that.
"""

from __future__ import annotations

from typing import Any

from parlour.core.analyse import EXPERT
from parlour.core.errors import BadOption, clipped
from parlour.core.game import Game
from parlour.core.keys import check_seed
from parlour.core.limit import Limit
from parlour.core.match import Match
from parlour.core.names import Names
from parlour.core.record import Record
from parlour.core.registry import strategies_for
from parlour.core.review.bench import Bench, Progress
from parlour.core.review.data import Review
from parlour.core.rules import NOBODY
from parlour.core.spec import make, parts


def review(
    match: Match | Record,
    judge: str | None = None,
    limit: Limit | str | dict[str, Any] | None = None,
    seed: int = 0,
    progress: Progress | None = None,
    seat: int | None = None,
    names: Names | None = None,
) -> Review:
    """Judge every decision of a match, or those of one seat, by what its player could know then.

    The judge is a strategy or a level, by default the strongest that the game has; the limit is for one
    decision. `progress` is called with the decisions done and all there are; `names` are those of the
    players, if they are not called as the game calls them.
    """
    check_seed(seed)
    match = match.replay() if isinstance(match, Record) else match
    if not isinstance(match, Match):
        raise BadOption(f"{clipped(match)} is neither a match nor a record; read one with Record.read(path)")
    game = match.game
    if seat is not None:
        game.check_seat(seat)
        if seat == NOBODY:
            raise BadOption(
                f"{game.name}: a spectator decides nothing; give a seat from 0 to {game.seats - 1}"
            )
    elif game.traits.hidden and not match.over:
        raise BadOption(
            f"{game.name}: the match is not over, and a review of all would tell what is hidden; name a seat"
        )
    judge = strongest(game) if judge is None else judge
    make(game, judge)  # refuses at once what is no judge
    bench = Bench(match, judge, Limit.of(limit), seed, seat, names or game.names)
    return bench.reviewed(progress or (lambda done, total: None))


def strongest(game: Game) -> str:
    """Name the best judge of a game: what answers by a theorem, else its highest level."""
    level = EXPERT if EXPERT in game.levels else [*game.levels, EXPERT][0]
    if EXPERT in game.levels and parts(game.public, EXPERT)[0].closed_form:
        return level
    theorems = [name for name, kind in strategies_for(game).items() if kind.closed_form]
    return theorems[0] if theorems else level


__all__ = ["Review", "review", "strongest"]
