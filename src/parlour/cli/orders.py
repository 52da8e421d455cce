"""What a player can type besides moves; each order is a function of the sitting, the seat and the rest.

What an order cannot do it raises as an error, which costs the player one line and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from parlour.cli import output
from parlour.cli.keep import settle_file, typed_file, yes_or_no
from parlour.cli.prompt import listing
from parlour.cli.result import capital, seated
from parlour.core.errors import BadRecord, ParlourError, clipped, unknown
from parlour.core.paths import user_path
from parlour.core.rules import NOBODY
from parlour.core.spec import HUMAN

if TYPE_CHECKING:
    from parlour.cli.sitting import Sitting
    from parlour.core.choice import Choice
    from parlour.core.match import Turn

MOST_CANDIDATES = 8
MORE = "more"
HELP = {
    "hint [LEVEL]": "what that level (expert) would play here, and why",
    "why": "why the computer played its last move",
    "hint more": "the same with all that was weighed; why more likewise",
    "review": "after the game: how well everybody played, and what was better",
    "undo": "take your last move back",
    "level NAME": "change the computer's level",
    "moves": "the legal moves",
    "rules": "how the game goes and how moves are written",
    "board": "draw the board again",
    "save FILE": "keep the game in a file",
    "resign": "give up",
    "new": "start a new game",
    "quit": "leave; the game is kept",
}


def hint(at: Sitting, seat: int, rest: str) -> None:
    """Say what a level would play here, knowing no more than the player does; `more` shows all of it."""
    from parlour.cli.explain import brief_hint, show
    from parlour.core.analyse import analyse

    if at.match.over:
        raise ParlourError("The game is over; there is nothing to hint at.")
    more, named = asked_for_more(rest)
    view, level = at.match.view(seat), named or "expert"
    try:
        choice = at.thinking(
            level,
            lambda: at.ahead.run(
                view.game, level, at.limit, lambda: analyse(view.game, view, level, at.limit)
            ),
        )
    except ParlourError:
        raise
    except Exception as error:
        raise ParlourError(f"{level} failed: {type(error).__name__}: {clipped(str(error))}") from None
    choice = choice.named(at.names)
    if more:
        show(choice, at.talk.console, MOST_CANDIDATES)
    else:
        brief_hint(choice, at.talk.console)
    at.talk.say()


def asked_for_more(rest: str) -> tuple[bool, str]:
    """Tell the word `more` from what else follows an order."""
    words = rest.split()
    return MORE in words, " ".join(word for word in words if word != MORE)


def why(at: Sitting, seat: int, rest: str) -> None:
    """Return the reasons of the computer's last move, once they can tell no secret."""
    from parlour.cli.explain import evidence_shown

    if at.secretive:
        raise ParlourError("Not before the game is over: the reasons would tell what is hidden from you.")
    turn = last_answer(at)
    if turn is None:
        raise ParlourError("The computer has not moved yet.")
    choice, who = reasons_for(at, turn), capital(at.names[turn.who])
    if choice is None:
        raise ParlourError(
            f"{who} played {turn.words}; its reasons were not kept, and asked again it may differ."
        )
    choice = choice.named(at.names)
    at.talk.tell(f"{who} ({at.match.seats[turn.who]}) played {turn.words}.", "bold")
    if asked_for_more(rest)[0]:
        evidence_shown(choice, at.talk.console, MOST_CANDIDATES)
    else:
        output.sentences(choice.hint, at.talk.console)
    at.talk.say()


def review(at: Sitting, seat: int, rest: str) -> None:
    """Judge every move of a match that is over."""
    from parlour.cli.review import reviewed, show

    if not at.match.over:
        raise ParlourError("Not before the game is over; hint says what to play here.")
    show(reviewed(at.match, rest, at.limit), at.talk.console, at.names)
    at.talk.say()


def last_answer(at: Sitting) -> Turn | None:
    """Find the last whole move of a computer."""
    turns = [turn for turn in at.match.turns() if turn.who >= 0 and at.match.seats[turn.who] != HUMAN]
    return turns[-1] if turns else None


def reasons_for(at: Sitting, turn: Turn) -> Choice | None:
    """Return the choice behind a move; None if the player, asked again, would not make it."""
    choice = dict(at.choices).get(turn.ply) or _asked_again(at, turn)
    if choice is None:
        return None
    chosen = (replace(c, move=turn.words) if c.action == choice.action else c for c in choice.candidates)
    return replace(choice, move=turn.words, candidates=tuple(chosen))


def _asked_again(at: Sitting, turn: Turn) -> Choice | None:
    """Let the same player decide with the same view and seed: that gives the same choice again."""
    from parlour.core.driver import Seat

    match, spec = at.match, at.match.seats[turn.who]
    view = match.at(turn.ply).view(turn.who)

    def decided() -> Choice:
        seat = Seat(match.game, spec, turn.who, match.seed)
        at.keeper.remind(seat.strategy, match)
        return seat.decide(view, at.limit)

    try:
        choice = output.working(f"{at.names[turn.who]} is thinking", decided)
    except Exception:
        return None
    return choice if choice.action == match.actions[turn.ply] else None


def undo(at: Sitting, seat: int, rest: str) -> None:
    """Go back to the people's last decision, unless something was learned since that cannot be unlearned."""
    match = at.match
    mine = match.begun(at.humans)
    if not mine and match.loser is None:
        raise ParlourError("There is no move of yours to undo.")
    learnt = match.undo_barred(at.humans)
    if learnt:
        raise ParlourError(f"No undo: {learnt}, and what has been seen cannot be unseen.")
    match.undo(match.game.turn(match.states[mine[-1]]) if mine else None)
    at.stepped_back()


def level(at: Sitting, seat: int, rest: str) -> None:
    """Change the computers' level."""
    from parlour.cli.seats import check_seat
    from parlour.core.registry import strategy_kind

    match = at.match
    if not rest:
        at.talk.say(f"Levels: {', '.join(match.game.levels)}. Now: {seated(match, at.names)}.")
    elif rest == HUMAN:
        at.talk.say("A person is not a level; start with --seats human,human instead.")
    else:
        name = rest.partition(":")[0]
        if name not in match.game.levels and strategy_kind(match.game, name) is None:
            raise unknown("level", rest, match.game.levels)
        check_seat(match.game, rest)
        match.seats = tuple(spec if spec == HUMAN else rest for spec in match.seats)
        at.talk.say(f"The computer plays at {rest} from now on.")
        at.seats_changed()


def moves(at: Sitting, seat: int, rest: str) -> None:
    """List the legal moves."""
    at.talk.tell(listing(at.match.view(seat)))


def rules(at: Sitting, seat: int, rest: str) -> None:
    """Tell how the game goes."""
    from parlour.cli import manual

    manual.show(at.match.game.public.guide, at.talk.console)


def board(at: Sitting, seat: int, rest: str) -> None:
    """Draw the board again."""
    at.draw(min(at.humans) if seat == NOBODY and len(at.humans) == 1 else seat)


def save(at: Sitting, seat: int, rest: str) -> None:
    """Keep the match in a file."""
    if not rest or rest == "--force":
        raise ParlourError("Name the file: save FILE")
    file, force = typed_file(rest)
    if at.keeper.owns(file):
        trouble = at.keeper.write(at.match)
        if trouble:
            raise BadRecord(trouble)
    else:
        settle_file(file, at.match, force, yes_or_no(at.talk))
        at.match.save(user_path(file))
    at.talk.say(f"Saved to {file}.")


def resign(at: Sitting, seat: int, rest: str) -> None:
    """Give up."""
    at.match.forfeit(seat, "resigned")
    at.autosave()


def new(at: Sitting, seat: int, rest: str) -> None:
    """Start a new game."""
    at.restart()


def show_help(at: Sitting, seat: int, rest: str) -> None:
    """List the orders."""
    for words, what in HELP.items():
        at.talk.say(f"  {words:14} {what}")


def leave(at: Sitting, seat: int, rest: str) -> None:
    """Leave; a match that is not over is kept."""
    at.going = False
    if not at.match.over:
        words = at.keep()
        at.talk.say(words[:1].upper() + words[1:])


ORDERS: dict[str, Callable[[Sitting, int, str], None]] = {
    "hint": hint,
    "why": why,
    "review": review,
    "undo": undo,
    "level": level,
    "moves": moves,
    "rules": rules,
    "board": board,
    "save": save,
    "resign": resign,
    "new": new,
    "help": show_help,
    "?": show_help,
    "quit": leave,
    "exit": leave,
}
