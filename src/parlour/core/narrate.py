"""The story of a match for one seat: what happened since it last looked, one line an event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from parlour.core.event import MOVE, Event
from parlour.core.match import Match
from parlour.core.names import Names
from parlour.core.telling import CHANCE_KIND
from parlour.core.words import short

RESULT = "result"


def story(
    match: Match, seat: int, since: int = 0, names: Names | None = None, own: bool = True
) -> list[Event]:
    """Tell what a seat has seen happen from a ply on, each thing as it was known when it happened.

    A turn of several actions is told when it is complete; what chance brings in a row is told in one line.
    Without `own`, the seat is not told what it has just played itself, only what came of it.
    """
    names = names or match.game.names
    told: list[Event] = []
    for ply, who, words in match.turns(seat, match.turn_begin(since)):
        after = match.turn_end(ply)
        if after <= since:
            continue
        for at in range(ply, after):
            events = match.game.untold(match.states[at], match.actions[at], match.states[at + 1], seat)
            if at < after - 1 or (who == seat and not own):
                events = [event for event in events if event.kind != MOVE]
            told += [event.told(names, words) for event in events]
    return list(_joined(told))


def _joined(events: Iterable[Event]) -> Iterator[Event]:
    """Put what chance brought in a row, where the game has no words for it, into one line."""
    for by_chance, row in groupby(events, lambda event: event.kind == CHANCE_KIND):
        if by_chance:
            yield _one(list(row))
        else:
            yield from row


def _one(row: list[Event]) -> Event:
    texts = [row[0].text, *(event.text.partition(": ")[2] for event in row[1:])]
    return Event(CHANCE_KIND, " ".join(texts), {"actions": [event.data["action"] for event in row]})


def result(match: Match, names: Names | None = None) -> list[Event]:
    """Tell how a match ended: who forfeited and why, who has won, and the score as people count it."""
    names = names or match.game.names
    if not match.over:
        return []
    lines: list[Event] = []
    if match.loser is not None:
        data = {"loser": match.loser, "reason": match.reason}
        lines.append(Event("forfeit", f"{{{match.loser} loses}}: {match.reason}.", data))
    returns = match.returns
    winners = [seat for seat, value in enumerate(returns) if value == max(returns)]
    if len(returns) > 1:
        lines.append(Event(RESULT, _winners(winners, len(returns)), {"winners": winners}))
    lines += _scores(match)
    return [line.told(names) for line in lines]


def _winners(winners: list[int], seats: int) -> str:
    if len(winners) == seats:
        return "A draw."
    if len(winners) == 1:
        return f"{{{winners[0]} wins}}."
    return f"{', '.join(f'{{{w}}}' for w in winners[:-1])} and {{{winners[-1]}}} win."


def _scores(match: Match) -> list[Event]:
    game, returns = match.game, match.returns
    scores = game.scores(match.state) if match.loser is None and not match.agreed else ()
    if scores:
        each = ", ".join(f"{{{seat}}} {value:,g}" for seat, value in enumerate(scores))
        return [Event("score", f"{game.score_word.capitalize()}: {each}.", {"scores": list(scores)})]
    if not set(returns) - {-1.0, 0.0, 1.0} and len(returns) == 2:
        return []
    each = ", ".join(f"{{{seat}}} {short(value)}" for seat, value in enumerate(returns))
    return [Event("score", f"Result: {each}.", {"returns": list(returns)})]
