"""How a match ended or was left, in words."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from parlour.cli.common import command_line, load_words, option_words
from parlour.core.errors import BadRecord
from parlour.core.words import short

if TYPE_CHECKING:
    from parlour.cli.keep import Keeper
    from parlour.core.match import Match

LONGEST_COMMAND = 400  # characters: a longer one is not worth showing


def name_of(match: Match, seat: int, humans: Collection[int]) -> str:
    """Name a seat: "you", "player 2" or "player 2 (expert)"."""
    if set(humans) == {seat}:
        return "you"
    spec = match.seats[seat] if seat < len(match.seats) else ""
    return f"player {seat + 1}" + (f" ({spec})" if spec and seat not in humans else "")


def result_lines(match: Match, humans: Collection[int]) -> list[str]:
    """Say who won, what everyone got, and who forfeited why."""
    if not match.over:
        return ["The match is not over."]
    lines = []
    if match.loser is not None:
        who = name_of(match, match.loser, humans)
        lines.append(_capital(f"{who} {'lose' if who == 'you' else 'loses'}: {match.reason}."))
    returns = match.returns
    winners = [seat for seat, value in enumerate(returns) if value == max(returns)]
    if len(returns) > 1 and len(winners) == len(returns):
        lines.append("A draw.")
    elif len(returns) > 1:
        names = [name_of(match, seat, humans) for seat in winners]
        verb = "win" if len(names) > 1 or names == ["you"] else "wins"
        lines.append(_capital(f"{' and '.join(names)} {verb}."))
    if set(returns) - {-1.0, 0.0, 1.0} or len(returns) != 2:
        each = (f"{name_of(match, seat, humans)} {short(value)}" for seat, value in enumerate(returns))
        lines.append(_capital(", ".join(each)) + ".")
    return lines


def conclusion(match: Match, keeper: Keeper, humans: Collection[int]) -> list[str]:
    """Keep the record of a finished match; say how to look at it again."""
    name, trouble = match.game.name, keeper.write(match)
    if trouble and keeper.file and not humans:
        raise BadRecord(trouble)
    lines = [_capital(trouble)] if trouble else []
    if keeper.kept:
        kept = keeper.file if keeper.file and not trouble else keeper.place
        lines.append(f"replay:  {command_line('replay', kept, *load_words())}")
    decided = [turn for turn in match.turns() if (turn.who in humans if humans else turn.who >= 0)]
    seen = ["?"]
    if decided:  # what a person did not get to see, a folded hand, stays out of the command too
        last = decided[-1]
        seen = [turn.words for turn in match.turns(last.who if humans else None) if turn.ply < last.ply]
    game = match.game.public if humans else match.game
    words = command_line("analyse", name, *option_words(game), "--moves", " ".join(seen), *load_words())
    if "?" not in seen and len(words) <= LONGEST_COMMAND:
        lines.append(f"analyse: {words}")
    return lines


def farewell(match: Match, keeper: Keeper) -> str:
    """Say how to go on with a match that was left and written down."""
    return f"saved; go on with: {keeper.command(match)}" if keeper.kept else "this game could not be saved"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
