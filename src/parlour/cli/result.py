"""Who sits where, and how a match ended or was left, in words."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from parlour.cli.common import command_line, load_words, option_words
from parlour.core.errors import BadRecord
from parlour.core.names import with_article

if TYPE_CHECKING:
    from parlour.cli.keep import Keeper
    from parlour.core.match import Match
    from parlour.core.names import Names

LONGEST_COMMAND = 90  # characters: a longer one is not worth showing


def seated(match: Match, names: Names) -> str:
    """Say who is who: "you are South; West, North and East are medium"; nothing of one who plays alone."""
    if match.game.seats == 1 or len(match.seats) != match.game.seats:
        return ""
    from parlour.core.spec import HUMAN

    by_kind: dict[str, list[str]] = {}
    for seat, spec in enumerate(match.seats):
        if seat != names.you:
            by_kind.setdefault(spec, []).append(with_article(names[seat]))
    parts = [f"you are {with_article(names.names[names.you])}"] if names.you >= 0 else []
    for spec, called in by_kind.items():
        what = ("people" if len(called) > 1 else "a person") if spec == HUMAN else spec
        parts.append(f"{listed(called)} {'are' if len(called) > 1 else 'is'} {what}")
    return "; ".join(parts)


def listed(names: list[str]) -> str:
    """Write names one after the other."""
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def result_lines(match: Match, names: Names) -> list[str]:
    """Say how it ended, or that it has not."""
    from parlour.core.narrate import result

    return [event.text for event in result(match, names)] or ["The match is not over."]


def conclusion(match: Match, keeper: Keeper, humans: Collection[int]) -> list[str]:
    """Keep the record of a finished match; say how to look at it again."""
    name, trouble = match.game.name, keeper.write(match)
    if trouble and keeper.file and not humans:
        raise BadRecord(trouble)
    lines = [capital(trouble)] if trouble else []
    if keeper.kept:
        kept = keeper.file if keeper.file and not trouble else keeper.name
        lines.append(f"replay:  {command_line('replay', kept, *load_words())}")
    decided = [turn for turn in match.turns() if (turn.who in humans if humans else turn.who >= 0)]
    seen = ["?"]
    if decided:  # what a person did not get to see, a folded hand, stays out of the command too
        last = decided[-1]
        end = match.ply if match.loser == last.who else last.ply  # who gives up does so before a move
        seen = [turn.words for turn in match.turns(last.who if humans else None) if turn.ply < end]
    game = match.game.public if humans else match.game
    moves = ["--moves", " ".join(seen)] if seen else []
    words = command_line("analyse", name, *option_words(game), *moves, *load_words())
    if "?" not in seen and len(words) <= LONGEST_COMMAND:
        lines.append(f"analyse: {words}")
    return lines


def farewell(match: Match, keeper: Keeper) -> str:
    """Say how to go on with a match that was left and written down."""
    return f"saved; go on with: {keeper.command(match)}" if keeper.kept else "this game could not be saved"


def capital(text: str) -> str:
    """Begin a sentence."""
    return text[:1].upper() + text[1:]
