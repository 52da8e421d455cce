"""A match between strategies, for people to watch."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

from parlour.cli import output
from parlour.cli.common import Interrupted
from parlour.cli.result import conclusion, farewell, name_of, result_lines
from parlour.core import rules
from parlour.core.driver import Seat, play_on
from parlour.core.rules import MIDWAY

if TYPE_CHECKING:
    from collections.abc import Callable

    from parlour.cli.keep import Keeper
    from parlour.cli.talk import Talk
    from parlour.core.choice import Choice
    from parlour.core.limit import Limit
    from parlour.core.match import Match

log = logging.getLogger("parlour.play")
SAVE_SECONDS = 1.0


def watch(match: Match, talk: Talk, limit: Limit, keeper: Keeper, quiet: bool) -> None:
    """Play to the end, telling every move; there is no player at the screen to keep anything from."""
    chairs = [Seat(match.game, spec, seat, match.seed) for seat, spec in enumerate(match.seats)]
    saved, told = time.monotonic(), 0
    if not quiet:
        talk.draw(match.game.picture(match.state))

    def think(seat: Seat, move: Callable[[], Choice | None]) -> Choice | None:
        name = name_of(match, seat.seat, ())
        choice = output.working(f"{name} is thinking", move)
        if choice is not None:
            log.info("%s plays %s: %s", name, choice.move, " ".join(choice.reasons))
        return choice

    def tell(match: Match, choice: Choice) -> None:
        nonlocal saved, told
        if not quiet:
            told = _tell(match, talk, told)
        if time.monotonic() - saved > SAVE_SECONDS:
            saved = time.monotonic()
            keeper.write(match)

    try:
        play_on(match, chairs, limit, watch=tell, run=think)
    except KeyboardInterrupt:
        keeper.write(match)
        raise Interrupted(farewell(match, keeper)) from None
    lines = conclusion(match, keeper, ())
    if not quiet:
        talk.draw(match.game.picture(match.state))
        for line in result_lines(match, ()):
            talk.say(line, "bold")
        talk.say()
        for line in lines:
            talk.say(line, "dim")


def _tell(match: Match, talk: Talk, told: int) -> int:
    """Tell the plies since, chance's in one line; give how many have been told now."""
    dealt: list[str] = []
    if rules.stage(match.state) == MIDWAY and not match.over:
        return told  # a move is told when it is complete
    for ply, who, word in match.turns():
        if ply < told:
            continue
        if who < 0:
            dealt.append(word)
            continue
        if dealt:
            talk.say(f"      chance: {' '.join(dealt)}", "dim")
            dealt = []
        talk.say(f"{ply + 1:>4}. {name_of(match, who, ())}: {word}")
    if dealt:
        talk.say(f"      chance: {' '.join(dealt)}", "dim")
    return match.ply
