"""Counting the deals of Hearts that fit what a seat knows: what all three beliefs share."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from parlour.beliefs.belief import Belief
from parlour.beliefs.deals import SEATS, Unseen
from parlour.beliefs.deals_kernel import Sampler
from parlour.beliefs.fill import drawn
from parlour.core.game import Game
from parlour.core.rng import Stream
from parlour.core.view import View
from parlour.games.hearts import PASS, PLAY, State
from parlour.games.hearts.belief.weights import WEIGHTS
from parlour.games.hearts.belief.worlds import draw_passes
from parlour.games.hearts.cards import DECK, TWO, together
from parlour.games.hearts.worlds import CLASSES, located

VOID = (0, 1, 2, 3, 2)  # the suit whose void bars a class
NEARLY = 2  # the class barred from who can have no spade but the queen
CARDS = 52
MODEL = np.array(WEIGHTS)  # how players pass and play, see `weights`
NO_ROWS = np.zeros((0, 2), np.int64)


def placed(v: State, seat: int, certain: bool) -> list[int]:
    """Return the cards still held that a seat can place: its own, and if `certain` all it can be sure of."""
    if certain and v.phase == PLAY:
        return list(located(v, seat))
    held = [0] * SEATS
    if seat >= 0:
        held[seat] = v.hands[seat] | (v.given[seat] if v.phase == PASS else 0)
    if v.phase == PLAY and v.count == 0:
        # A world in which the seat that is to lead cannot would be none, whatever one remembers.
        held[v.leader] |= TWO
    return held


def unseen_by(v: State, seat: int, certain: bool) -> Unseen:
    """Return the cards a seat cannot place and where they may be; with `certain` voids and passes count."""
    held = placed(v, seat, certain)
    gone = together(v.played)
    left = DECK & ~gone & ~(held[0] | held[1] | held[2] | held[3])
    a, b, c, d = (13 - v.played[other].bit_count() - held[other].bit_count() for other in range(SEATS))
    barred = 0
    for number, suit in enumerate(VOID):
        for other in range(SEATS):
            void = v.voids >> 4 * other + suit & 1
            if number == NEARLY:
                void |= v.voids >> 16 + other & 1
            barred |= void << SEATS * number + other
    return Unseen(tuple(left & cards for cards in CLASSES), (a, b, c, d), barred if certain else 0)


class Counted(Belief):
    """All deals that fit, each as likely."""

    certain: ClassVar[bool] = False

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._last: tuple[State, int] | None = None

    def worlds(self, view: View, count: int, rng: Stream) -> list[State]:
        """Draw worlds; before play there is nothing to go by but the rules."""
        if view.state.phase != PLAY:
            found: list[State] = drawn(view.state, view.seat, count, rng)
            return found
        hands = self.hands(view, count, rng)
        given, _ = passes_drawn(view.state, hands, rng, guided=False)
        return states_of(view.state, hands, given)

    def hands(self, view: View, count: int, rng: Stream) -> Any:
        """Draw the four hands of that many worlds: an array of sets of cards, a row for each world."""
        self._prepare(view)
        return self._sampler.draw(rng, count) | self._held

    def picture(self, view: View) -> dict[str, Any]:
        """Tell where each card is believed to be, once the cards are dealt."""
        matrix = self.matrix(view)
        return {} if matrix is None else {"belief_matrix": matrix}

    def matrix(self, view: View) -> list[list[float]] | None:
        """Give the chance that seat s holds card c as `[c][s]`, by counting; None before the deal is done."""
        if view.state.phase not in (PASS, PLAY):
            return None
        self._prepare(view)
        by_class = self._sampler.chances().tolist()
        found = [[float(held >> card & 1) for held in self._held.tolist()] for card in range(CARDS)]
        for row, cards in zip(by_class, self._unseen.cards, strict=True):
            for card in range(CARDS):
                if cards >> card & 1:
                    found[card] = row
        return found

    def _prepare(self, view: View) -> None:
        if self._last != (view.state, view.seat):
            self._unseen = unseen_by(view.state, view.seat, self.certain)
            self._held = np.array(placed(view.state, view.seat, self.certain), np.int64)
            self._sampler = Sampler(self._unseen)
            self._last = (view.state, view.seat)


def passes_drawn(v: State, hands: Any, rng: Stream, guided: bool) -> tuple[Any, Any]:
    """Draw the passes that the view hides; give them with the logarithm of each draw's chance."""
    given, log_chance = np.zeros_like(hands), np.zeros(len(hands))
    draw_passes(v, hands, int(guided), MODEL, rng, given, log_chance)
    return given, log_chance


def states_of(v: State, hands: Any, given: Any) -> list[State]:
    rest = v[2:]
    rows = zip(zip(*hands.T.tolist(), strict=True), zip(*given.T.tolist(), strict=True), strict=True)
    return [State._make((held, passed, *rest)) for held, passed in rows]
