"""Hold'em by what actions are worth against these very players.

It narrows each player's range with every action, looks at the betting of the next street, and learns how
each one plays: over the hands of the match, and from past matches that it recalls or reads from a file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from parlour.beliefs.history import past_matches
from parlour.core.choice import Choice
from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.memory import Past
from parlour.core.rng import Stream
from parlour.core.strategy import option
from parlour.core.view import View
from parlour.games.holdem.belief.profile import Profile
from parlour.games.holdem.belief.ranges import learn, range_of
from parlour.games.holdem.belief.reading import Hand, Reader
from parlour.games.holdem.play.equity import EquityPlayer
from parlour.games.holdem.play.push_fold import PushFold, decision_of
from parlour.games.holdem.play.table import spot_of
from parlour.games.holdem.play.words import (
    habits_shown,
    likeliest_shown,
    past_summary,
    past_words,
    profile_summary,
    range_shown,
    range_summary,
    type_shown,
)


class Adaptive(EquityPlayer):
    """Plays what is worth most against what these players do."""

    name = "adaptive"
    ahead = True
    learn: bool = option(True, "learn how the others play; if not, they are taken to be typical")
    half_life: float = option(200.0, "hands after which an observation counts half", low=1.0, high=1e6)
    history: str = option("", "a file of past matches to learn from", local=True)
    short: float = option(
        10.0, "big blinds up to which it pushes or folds by the equilibrium, heads-up", low=0.0, high=20.0
    )

    def __init__(self, game: Game, seat: int, rng: Stream, **options: object) -> None:
        super().__init__(game, seat, rng, **options)
        self._learnt = 0
        self.profiles = [Profile(self.half_life) for _ in range(game.seats)]
        self._met = [0] * game.seats  # earlier matches with the player of each seat
        self._past: dict[int, dict[str, Any]] = {}  # what earlier matches have shown of a seat's player
        if self.history:
            self.recall(past_matches(self.history, game, seat))

    def recall(self, past: Sequence[Past]) -> None:
        """Learn from the hands of earlier matches, whichever seats the others had in them."""
        for match in past:
            if match.view.game.name != self.game.name:
                continue
            for hand in Reader().read(match.view):
                self._learn(hand, match)
            for seat in range(self.game.seats):
                self._met[seat] += match.then(seat) is not None
        for seat, matches in enumerate(self._met):
            if seat != self.seat and matches and self.profiles[seat].hands:
                self._past[seat] = past_summary(self.profiles[seat], matches)

    def _learn(self, hand: Hand, past: Past | None = None) -> None:
        for seat, profile in enumerate(self.profiles):
            then = seat if past is None else past.then(seat)
            if seat != self.seat and self.learn and then is not None:
                learn(profile, hand, then)

    def choose(self, view: View, limit: Limit) -> Choice:
        """Read the table, narrow the ranges, weigh every action; take the best."""
        hands = self._reader.read(view)
        for hand in hands[self._learnt : -1]:
            self._learn(hand)
        self._learnt = len(hands) - 1
        if self._is_short(view):
            return PushFold(self.game, self.seat, self.rng).choose(view, limit)
        spot = spot_of(view)
        known = spot.own | spot.board
        profiles = [self.profiles[other] for other in spot.others]
        ranges = [range_of(hands[-1], other, known, self.profiles[other]) for other in spot.others]
        choice = self._best(view, spot, ranges, profiles)
        models: dict[str, dict[str, Any]] = {}
        reasons, shown = list(choice.reasons), list(choice.exhibits)
        for other, weights in zip(spot.others, ranges, strict=True):
            models[str(other)] = {
                "range": range_summary(weights),
                **profile_summary(self.profiles[other], weights, spot.board),
            }
            reasons.append(f"{{{other} is}} {models[str(other)]['words']}")
            if other in self._past:
                models[str(other)]["past"] = self._past[other]
                reasons.append(past_words(other, self._past[other]))
            held = likeliest_shown(other, models[str(other)])
            shown.append(range_shown(other, weights, known) if self.thorough else held)
            shown += [habits_shown(other, models[str(other)]), *type_shown(other, models[str(other)])]
        evidence = {**choice.evidence, "opponents": models}
        return replace(choice, evidence=evidence, reasons=tuple(reasons), exhibits=tuple(shown))

    def _is_short(self, view: View) -> bool:
        """Say whether the stacks are so short that the equilibrium of push or fold is the way to play."""
        s = view.state
        if not PushFold.suits(self.game) or s.street > 0:
            return False
        stack = min(s.stacks[seat] + s.paid[seat] for seat in (0, 1))
        return bool(stack <= self.short * s.blinds[1]) and decision_of(s) is not None
