"""Asking why: a position, a strategy, and the choice with all its evidence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from parlour.core import sofar
from parlour.core.choice import Candidate, Choice
from parlour.core.errors import GameOver, IllegalMove, ParlourError
from parlour.core.game import Game
from parlour.core.keys import check_seed
from parlour.core.limit import Limit
from parlour.core.match import Match
from parlour.core.objects import Player, spec_of
from parlour.core.registry import settled_game
from parlour.core.rng import Stream
from parlour.core.rules import CHANCE, MIDWAY, NOBODY, OVER, WHOLE, is_legal, mask, play, stage, turn
from parlour.core.spec import make
from parlour.core.strategy import Strategy
from parlour.core.trial import try_out
from parlour.core.view import View, history_of

EXPERT = "expert"


def analyse(
    game: Game | str,
    position: str | Iterable[str | int] | View | Match = "",
    strategy: Player = EXPERT,
    limit: Limit | str | dict[str, Any] | None = None,
    seed: int = 0,
    heard: Callable[[Choice], None] | None = None,
) -> Choice:
    """Let a strategy (or a level) explain its choice; the position is moves, a view or a match.

    While it thinks, `heard` is called now and then with what it has found so far, if it can tell that.
    """
    check_seed(seed)
    budget, strategy = Limit.of(limit), spec_of(strategy)
    view = position if isinstance(position, View) else view_of(game, position)
    try_out(view.game)
    if view.turn() == OVER:
        raise GameOver(f"{view.game.name}: the game is over, there is nothing to analyse")
    if view.turn() == CHANCE:
        outcomes = " ".join(view.format(a) for a in view.game.legal(view.state))
        raise IllegalMove(f"{view.game.name}: chance decides here; add its outcome to the moves: {outcomes}")
    if view.turn() != view.seat:
        raise IllegalMove(f"{view.game.name}: seat {view.turn()} is to move, not seat {view.seat}")
    try:
        player = make(view.game, strategy, view.seat, Stream.of(seed, "analyse", view.ply))
        player.thorough = True
        player.blunder = 0.0
        with sofar.heard_by(view, heard and (lambda choice: heard(_whole_turns(choice, view)))):
            choice = player.decide(view, budget)
    except (Exception, KeyboardInterrupt):
        raise
    except BaseException as error:  # a strategy that calls exit() answers nothing, and ends nothing either
        raise ParlourError(f"{strategy} gave no choice: {type(error).__name__}: {error}") from error
    if type(choice.action) is not int or not is_legal(view.state, choice.action):
        raise ParlourError(f"{strategy} gave the illegal action {choice.action!r}")
    return _as_turns(choice, view, player, Limit.of(limit), seed)


# A turn may be several actions; what is told of it is the whole turn, which can be typed as it stands.


def _as_turns(choice: Choice, view: View, player: Strategy, limit: Limit, seed: int) -> Choice:
    """Write the moves as whole turns: as the strategy did, as its line begins, or as it would go on."""
    if stage(view.state) == WHOLE:
        return choice
    whole = _whole_turns(choice, view)
    candidates, moves = whole.candidates, (choice.move, whole.move)
    move = _told_whole(view, choice.action, moves) or _finished(view, choice.action, player, limit, seed)
    candidates = tuple(replace(c, move=move) if c.action == choice.action else c for c in candidates)
    said = tuple(_renamed(reason, choice.move, move) for reason in choice._said or choice.reasons)
    return replace(choice, move=move, candidates=candidates, _said=said).named(view.game.names)


def _whole_turns(choice: Choice, view: View) -> Choice:
    """Write the moves as whole turns, as far as the strategy has thought of them."""
    if stage(view.state) == WHOLE:
        return choice
    candidates = tuple(_whole(c, view) for c in choice.candidates)
    moves = [c.move for c in candidates if c.action == choice.action]
    return replace(choice, move=(*moves, choice.move)[0], candidates=candidates)


def _whole(c: Candidate, view: View) -> Candidate:
    move = _told_whole(view, c.action, (c.move, *c.line[:1], c.note)) or c.move
    return replace(c, move=move, note="" if c.note == move else c.note)


def _renamed(reason: str, old: str, new: str) -> str:
    """Let a sentence of which the first action is the subject speak of the whole turn."""
    subject = rf"(^|; )(?!{re.escape(new)}){re.escape(old)}(?= [a-z])"
    return re.sub(subject, lambda found: found[1] + new, reason)


def _told_whole(view: View, first: int, texts: Iterable[str]) -> str:
    """Return the first of the texts that is a whole turn beginning with the action; empty if none is."""
    for text in texts:
        try:
            actions = view.game.read(view.state, text)
        except ParlourError:
            continue
        s = view.world()
        for action in actions:
            s = play(s, action)
        if actions[:1] == [first] and (turn(s) != view.seat or stage(s) != MIDWAY):
            return text
    return ""


def _finished(view: View, first: int, player: Strategy, limit: Limit, seed: int) -> str:
    """Let the strategy go on until the turn is complete, and write that turn."""
    actions, s = [first], play(view.world(), first)
    while turn(s) == view.seat and stage(s) == MIDWAY:
        player.rng[:] = Stream.of(seed, "analyse", view.ply + len(actions))
        history = (*view.history, *((view.seat, action) for action in actions))
        action = player.decide(View(view.game, view.seat, mask(s, view.seat), history), limit).action
        if not is_legal(s, action):
            raise ParlourError(f"{player.name} gave the illegal action {action!r}")
        actions.append(action)
        s = play(s, action)
    return view.game.write(view.state, actions)[0]


def view_of(game: Game | str, position: str | Iterable[str | int] | Match) -> View:
    """Return the view of the seat to move after the moves."""
    if isinstance(position, Match):
        return position.view(position.turn if position.turn >= 0 else NOBODY)
    game = settled_game(game)
    try_out(game)
    states, actions = [game.start()], game.read_moves(position)
    for action in actions:
        states.append(play(states[-1], action))
    seat = max(turn(states[-1]), NOBODY)
    return View(game.public, seat, mask(states[-1], seat), history_of(states, actions, seat))
