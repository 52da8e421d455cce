"""Drills: one decision drawn from play, to be judged at once. A trainer asks for one after the other.

A game can be trained if its rules file defines `situation(view) -> str`, which names what a decision is about
("hard 16 against 10"), or gives "" for one that is not worth a drill. People's results are counted by it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from parlour.core.choice import Candidate, Choice
from parlour.core.driver import Seat, step
from parlour.core.errors import BadOption, ParlourError, clipped
from parlour.core.game import Game
from parlour.core.keys import check_seed
from parlour.core.match import Match
from parlour.core.registry import game, game_names, settled_game
from parlour.core.review.loss import lost, said
from parlour.core.rng import Stream
from parlour.core.rules import MIDWAY, stage
from parlour.core.trial import try_out
from parlour.core.view import View

TRIES = 50  # matches, in which a decision is looked for
DECISIONS = 40  # of a match, among which one is drawn
LEVEL = "medium"  # plays all seats until then, where the game has it


def situation(view: View) -> str:
    """Name what the decision of a view is about; "" where the game has no name for it."""
    namer: Callable[[View], str] | None = getattr(view.game.module, "situation", None)
    if namer is None:
        return ""
    name = namer(view)
    if not isinstance(name, str):
        raise view.game.fault(f"situation gives {clipped(name)}; it must be text")
    return name


def can_be_trained(game: Game) -> bool:
    """Say whether a game names its situations."""
    return hasattr(game.module, "situation")


def drill(given: Game | str, seed: int) -> Match:
    """Play a game by its seed, and stop at a decision: the match stands where its seat is to move."""
    game = settled_game(given)
    check_seed(seed)
    if not can_be_trained(game):
        raise BadOption(f"{game.name} has no trainer; {_those_with()}")
    try_out(game)
    level = LEVEL if LEVEL in game.levels else next(iter(game.levels))
    for number in range(TRIES):
        stream = Stream.of(seed, "drill", number)
        match = Match(game, stream.below(2**62))
        plies = _decisions(match, level)
        if plies:
            return match.at(stream.choice(plies))
    raise ParlourError(f"{game.name}: no decision with a situation came up in {TRIES} matches")


def _decisions(match: Match, level: str) -> list[int]:
    """Play a match, and list the plies at which somebody had a choice with a name."""
    seats = [Seat(match.game, level, seat, match.seed) for seat in range(match.game.seats)]
    plies: list[int] = []
    while not match.over and len(plies) < DECISIONS:
        view = match.view(match.turn)
        if stage(view.state) != MIDWAY and len(view.legal()) > 1 and situation(view):
            plies.append(match.ply)
        step(match, seats[match.turn])
    return plies


@dataclass(frozen=True)
class Verdict:
    """What a decision cost, in the game's returns; None where the judge cannot tell."""

    move: str
    best: str
    cost: float | None
    told: str
    choice: Choice

    def to_json(self) -> dict[str, Any]:
        """Return the verdict as data, with what the judge weighed."""
        chosen = self.choice.to_json()
        return {
            "move": self.move,
            "best": self.best,
            "cost": self.cost,
            "told": self.told,
            "reasons": list(self.choice.reasons),
            "candidates": chosen["candidates"],
        }


def judge(view: View, move: str, choice: Choice) -> Verdict:
    """Hold a move of a view against the judge's choice there."""
    actions = view.game.read(view.state, move)
    move = view.game.write(view.state, actions)[0]
    whole = len(actions) > 1
    mine = next((c for c in choice.candidates if c.move == move), None) or next(
        (c for c in choice.candidates if not whole and c.action == actions[0]), Candidate(actions[0], move)
    )
    best = next((c for c in choice.candidates if c.action == choice.action), Candidate(choice.action))
    low, high = view.game.bounds
    if mine.action == best.action and mine.move == best.move:
        return Verdict(move, choice.move, 0.0, f"{move} is best.", choice)
    cost = lost(best, mine, high - low)
    if cost is None:
        words = f"{choice.move} is best; what {move} is worth is not known."
    elif cost:
        words = f"{move} {said(view.game, mine)}, {choice.move} {said(view.game, best)}."
    else:
        sure = "" if best.exact and mine.exact else ", as far as can be told"
        words = f"{move} is as good as {choice.move}{sure}."
    return Verdict(move, choice.move, cost, words, choice)


def _those_with() -> str:
    names = [name for name in game_names() if can_be_trained(game(name))]
    return f"these have one: {', '.join(names)}" if names else "no game has one"
