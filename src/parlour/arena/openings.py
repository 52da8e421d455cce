"""Openings: where nothing is dealt, a few moves are drawn, or the same game would be played again and again.

Both entrants play a block's opening from every side, so it does not matter whom it favours.
"""

from __future__ import annotations

from collections.abc import Iterator

from parlour.core import rules
from parlour.core.bits import listed
from parlour.core.errors import BadOption, clipped
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.core.rng import Stream
from parlour.core.rules import CHANCE, MIDWAY, OVER, AnyState

AUTO = "auto"
ENOUGH = 100  # different openings
MOST_DRAWN = 4  # plies that `auto` draws at most
MOST_ASKED = 40
_TRIES = 50  # openings that are drawn before a shorter one will do
_GAMES = 20  # random games by which their length is judged


def plies(game: Game, asked: int | str) -> int:
    """Say how many plies are drawn before a game; `auto` draws where all is seen and nothing is dealt."""
    if asked == AUTO:
        return _fitting(game)
    number = asked
    if isinstance(number, str) and number.isascii() and number.isdigit() and len(number) < 4:
        number = int(number)
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= MOST_ASKED:
        raise BadOption(f"openings={clipped(asked)}: needs auto or a whole number from 0 to {MOST_ASKED}")
    return number


def _fitting(game: Game) -> int:
    """Find the fewest plies that give enough openings without playing half of the game."""
    traits, s = game.traits, game.start()
    if traits.chance or traits.hidden or traits.simultaneous or rules.turn(s) < 0:
        return 0
    lengths = [_length(s, Stream.of(0, "length", number)) for number in range(_GAMES)]
    longest = min(MOST_DRAWN, sum(lengths) // _GAMES // 2)
    lines, best, most = [s], 0, 1
    for number in range(1, longest + 1):
        found: list[AnyState] = []
        for after in (after for line in lines for after in _moves(line)):
            if rules.turn(after) == CHANCE:
                return 0
            if rules.turn(after) != OVER:
                found.append(after)
            if len(found) >= ENOUGH:
                return number
        if len(found) > most:
            best, most = number, len(found)
        lines = found
    return best


def _length(s: AnyState, rng: Stream) -> int:
    """Count the moves of a random game, up to as many as matter."""
    for number in range(2 * MOST_DRAWN):
        if rules.turn(s) == OVER:
            return number
        s = rules.play(s, rules.random_action(s, rng))
        while rules.turn(s) != OVER and rules.stage(s) == MIDWAY:
            s = rules.play(s, rules.random_action(s, rng))
    return 2 * MOST_DRAWN


def _moves(s: AnyState) -> Iterator[AnyState]:
    """Return the states to which whole moves lead."""
    for action in listed(rules.legal(s)):
        after = rules.play(s, action)
        if rules.turn(after) >= 0 and rules.stage(after) == MIDWAY:
            yield from _moves(after)
        else:
            yield after


def drawn(game: Game, number: int, seed: int) -> tuple[int, ...]:
    """Draw an opening of that many plies by the match's seed: one that leaves something to play for.

    One after which the game is over, or could be won at once, is drawn again; where there is no other, a
    shorter one is taken.
    """
    rng = Stream.of(seed, "opening")
    for length in range(number, 0, -1):
        for _ in range(_TRIES):
            actions = _line(game, length, seed, rng)
            if actions:
                return actions
    return ()


def _line(game: Game, length: int, seed: int, rng: Stream) -> tuple[int, ...]:
    match, actions = Match(game, seed), []
    for _ in range(length):
        while not match.over:
            action = rng.choice(listed(rules.legal(match.state)))
            match.play(action)
            actions.append(action)
            if match.over or rules.stage(match.state) != MIDWAY:
                break
    seen = not (game.traits.hidden or game.traits.simultaneous)
    return () if match.over or (seen and _won_at_once(match)) else tuple(actions)


def _won_at_once(match: Match) -> bool:
    seat = match.turn
    for after in _moves(match.state):
        if rules.turn(after) == OVER:
            returns = rules.returns(after)
            if all(returns[seat] > value for other, value in enumerate(returns) if other != seat):
                return True
    return False
