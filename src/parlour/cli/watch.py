"""A match between strategies, for people to watch."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

from parlour.cli import output
from parlour.cli.common import Interrupted
from parlour.cli.result import conclusion, farewell, result_lines, seated
from parlour.core import rules
from parlour.core.driver import Seat, play_on
from parlour.core.narrate import story
from parlour.core.rules import MIDWAY, NOBODY, UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Callable

    from parlour.cli.keep import Keeper
    from parlour.cli.talk import Talk
    from parlour.core.choice import Choice
    from parlour.core.limit import Limit
    from parlour.core.match import Match
    from parlour.core.picture import Picture

log = logging.getLogger("parlour.play")
SAVE_SECONDS = 1.0


def watch(match: Match, talk: Talk, limit: Limit, keeper: Keeper, pace: float | None) -> None:
    """Play to the end: every event in words, at a pace also every board, all of it; quietly without one.

    There is no player at the screen to keep anything from.
    """
    chairs = [Seat(match.game, spec, seat, match.seed) for seat, spec in enumerate(match.seats)]
    names = match.game.names
    saved, told = time.monotonic(), 0

    def tell_all(since: int) -> int:
        for event in story(match, NOBODY, since, names):
            talk.tell(event.text)
        return match.ply

    if pace is not None:
        talk.tell(": ".join(filter(None, (match.game.title, seated(match, names)))) + ".", "bold")
        told = tell_all(told)
        talk.draw(_board(match))

    def think(seat: Seat, move: Callable[[], Choice | None]) -> Choice | None:
        began = time.monotonic()
        choice = output.working(f"{names[seat.seat]} is thinking", move)
        if choice is not None:
            log.info("%s plays %s: %s", names[seat.seat], choice.move, " ".join(choice.reasons))
        if pace:
            time.sleep(max(0.0, pace - (time.monotonic() - began)))
        return choice

    def tell(match: Match, choice: Choice) -> None:
        nonlocal saved, told
        if pace is not None and (match.over or rules.stage(match.state) != MIDWAY):
            told = tell_all(told)
            if pace and not match.over:
                talk.draw(_board(match))
        if time.monotonic() - saved > SAVE_SECONDS:
            saved = time.monotonic()
            keeper.write(match)

    try:
        play_on(match, chairs, limit, watch=tell, run=think)
    except KeyboardInterrupt:
        keeper.write(match)
        raise Interrupted(farewell(match, keeper)) from None
    lines = conclusion(match, keeper, ())
    if pace is not None:
        talk.draw(_board(match))
        for line in result_lines(match, names):
            talk.tell(line, "bold")
        talk.say()
        for line in lines:
            talk.say(line, "dim")


def _board(match: Match) -> Picture:
    """Draw all there is, the last move marked."""
    return match.game.picture(match.state, match.actions[-1] if match.actions else UNKNOWN)
