"""Asking why: a position, a strategy, and the choice with all its evidence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from parlour.core.choice import Choice
from parlour.core.errors import GameOver, IllegalMove, ParlourError
from parlour.core.game import Game
from parlour.core.keys import check_seed
from parlour.core.limit import Limit
from parlour.core.match import Match
from parlour.core.registry import settled_game
from parlour.core.rng import Stream
from parlour.core.rules import CHANCE, NOBODY, OVER, is_legal, mask, play, sees, turn
from parlour.core.spec import make
from parlour.core.trial import try_out
from parlour.core.view import View

EXPERT = "expert"


def analyse(
    game: Game | str,
    position: str | Iterable[str | int] | View | Match = "",
    strategy: str = EXPERT,
    limit: Limit | str | dict[str, Any] | None = None,
    seed: int = 0,
) -> Choice:
    """Let a strategy (or a level) explain its choice; the position is moves, a view or a match."""
    check_seed(seed)
    budget = Limit.of(limit)
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
        choice = player.decide(view, budget)
    except (Exception, KeyboardInterrupt):
        raise
    except BaseException as error:  # a strategy that calls exit() answers nothing, and ends nothing either
        raise ParlourError(f"{strategy} gave no choice: {type(error).__name__}: {error}") from error
    if type(choice.action) is not int or not is_legal(view.state, choice.action):
        raise ParlourError(f"{strategy} gave the illegal action {choice.action!r}")
    return choice


def view_of(game: Game | str, position: str | Iterable[str | int] | Match) -> View:
    """Give the view of the seat to move after the moves."""
    if isinstance(position, Match):
        return position.view(position.turn if position.turn >= 0 else NOBODY)
    game = settled_game(game)
    try_out(game)
    states, actions = [game.start()], game.read_moves(position)
    for action in actions:
        states.append(play(states[-1], action))
    seat = max(turn(states[-1]), NOBODY)
    history = [
        (turn(s), a if sees(s, a, seat, states[-1]) else -3) for s, a in zip(states, actions, strict=False)
    ]
    return View(game.public, seat, mask(states[-1], seat), tuple(history))
