"""What all who fire in Battleship have in common: placing a fleet, and what past games tell of the other."""

from __future__ import annotations

from typing import Any

from parlour.core import exhibit
from parlour.core.choice import Candidate, Choice
from parlour.core.limit import Limit
from parlour.core.strategy import Strategy, option
from parlour.core.view import View
from parlour.games.battleship import PLACE, State
from parlour.games.battleship.play.history import Lesson, lesson_from
from parlour.games.battleship.play.placing import choose_place

PLACINGS = ("random", "spread", "hidden", "adapt")


class Shooter(Strategy):
    """What all shooters share: how they place their own fleet, and what they learn from past games."""

    name = ""

    placing: str = option(
        "random",
        "one's own fleet: any, far apart, where density players look last, where this opponent does",
        choices=PLACINGS,
    )
    drawn: int = option(300, "fleets to choose one's own from", low=1, high=10**6)
    history: str = option(
        "", "a file of finished records, one a line, to learn the other's habits from", local=True
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._lesson: Lesson | None = None

    def lesson(self, v: State) -> Lesson:
        """Return what the records tell of the opponent; nothing if there are none."""
        if self._lesson is None:
            self._lesson = lesson_from(self.history, v, self.seat)
        return self._lesson

    def prior(self, v: State) -> Any:
        """Return how much more often than by chance the opponent's ships were on each cell."""
        return self.lesson(v).prior

    def choose(self, view: View, limit: Limit) -> Choice:
        """Place the next ship, or fire."""
        if view.state.phase != PLACE:
            return self.shoot(view, limit)
        number = min(self.drawn, limit.simulations or self.drawn)
        times = self.lesson(view.state).times
        rng = self.rng.spawn("place", view.ply)
        action, plan = choose_place(view.state, view.seat, self.placing, number, times, rng)
        whole = tuple(view.format(place) for place in plan.fleet)
        fleet = (exhibit.line("One fleet that goes on like this", whole),) if whole else ()
        return Choice(
            action,
            candidates=(Candidate(action),),
            evidence=plan.evidence,
            reasons=plan.reasons,
            exhibits=fleet,
        )

    def shoot(self, view: View, limit: Limit) -> Choice:
        """Choose a cell to fire at."""
        raise NotImplementedError

    def one_of(self, view: View, cells: list[int], why: str, **numbers: int) -> Choice:
        """Fire at any of the cells, each as likely as the other."""
        cell = self.rng.choice(cells)
        if len(cells) > 1:
            why = f"{why} {view.format(cell)} was drawn at random among these {len(cells)}, all as likely."
        return Choice(
            cell,
            candidates=tuple(Candidate(c) for c in cells),
            evidence={"cells": len(cells), **numbers},
            reasons=(why,),
        )
