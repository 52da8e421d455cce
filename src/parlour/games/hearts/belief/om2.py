"""The belief om2 of Hearts: deals weighed by how likely the players were to pass and play as they did.

P(world | actions) ∝ P(actions | world) · P(world), with the chances of the softmax player of `behaviour` for
every pass and every card played (an opponent model).
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from parlour.beliefs.deals import SEATS, count, deals
from parlour.core.game import Game
from parlour.core.rng import Stream
from parlour.core.view import View
from parlour.games.hearts import PLAY, State
from parlour.games.hearts.belief.chain import walk
from parlour.games.hearts.belief.counted import CARDS, MODEL, NO_ROWS, passes_drawn, states_of
from parlour.games.hearts.belief.om1 import Certain
from parlour.games.hearts.belief.worlds import draw_rows, weigh

LISTED = 1000  # deals that are listed rather than drawn
CANDIDATES = 300  # drawn to be weighed
CHAINS, STEPS = 60, 40  # worlds that walk by themselves, and their steps of each kind
BETWEEN, DISTINCT = 2, 1000  # steps between two worlds of one walk, and how many worlds differ at most
WALKS, LONG = 40, 100  # walks that the chances are taken from, and their steps
NO_CARDS = np.zeros((0, SEATS))


class Behaviour(Certain):
    """Weigh these deals by how likely the model's players were to pass and play as they did.

    Few deals (`LISTED`) are all weighed, and drawn exactly by their weights, if no pass is hidden. Otherwise
    candidates are drawn as om1 draws them, some of these by weight (importance resampling, Rubin 1987), and
    each then walks on (`hearts_chain`): right in the limit of many candidates or of many steps. So that few
    heavy candidates do not crowd out all others before the walk, weights are first raised to a power that
    leaves a quarter of the candidates effective. `work` tells which way it was, and how well it went.
    """

    name = "om2"
    words = "drawn by how likely the players are to have passed and played as they did"
    model: ClassVar[Any] = MODEL

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.work: dict[str, Any] = {}
        self._found: list[list[float]] | None = None
        self._weighed: tuple[State, int, tuple[tuple[int, int], ...]] | None = None

    def worlds(self, view: View, count: int, rng: Stream) -> list[State]:
        """Draw worlds by weight."""
        if view.state.phase != PLAY:
            return super().worlds(view, count, rng)
        self._weigh(view)
        hands, given = self._walked(view, count, STEPS, rng, NO_CARDS)
        return states_of(view.state, hands, given)

    def matrix(self, view: View) -> list[list[float]] | None:
        """Return each card's chances to be with each seat: exact if all deals are listed, else from walks."""
        if view.state.phase != PLAY:
            return super().matrix(view)
        self._weigh(view)
        if self._found is None:
            cards = np.arange(CARDS)[:, None]
            seen = np.zeros((CARDS, SEATS))
            if self.work["exact"]:
                for seat in range(SEATS):
                    seen[:, seat] = (self._hands[:, seat] >> cards & 1) @ self._shares
            else:
                self._walked(view, WALKS, LONG, Stream.of("walks", view.seat, view.state), seen)
                seen /= WALKS * LONG
            certain = self._held >> cards & 1
            found: list[list[float]] = np.where(certain.any(axis=1, keepdims=True), certain, seen).tolist()
            self._found = found
        return self._found

    def _walked(self, view: View, count: int, steps: int, rng: Stream, seen: Any) -> tuple[Any, Any]:
        """Draw candidates by weight and let them walk, unless the weights are all there is to know."""
        exact = self.work["exact"]
        number = count if exact else min(count, CHAINS)
        rows = np.zeros(number, np.int64)
        draw_rows(np.cumsum(self._shares if exact else self._softened), rng, rows)
        hands, given = self._hands[rows], self._given[rows]
        if exact:
            return hands, given
        v, plays = view.state, _plays(view)
        stops: list[tuple[Any, Any]] = []
        taken = walk(v, view.seat, plays, self._held, steps, self.model, rng, hands, given, seen)
        self.work["steps taken"] = taken / (number * steps * (1 + (min(v.given) < 0)))
        # More worlds than walks are taken on the way; beyond DISTINCT they come up again.
        while (len(stops) + 1) * number < min(count, DISTINCT):
            stops.append((hands.copy(), given.copy()))
            walk(v, view.seat, plays, self._held, BETWEEN, self.model, rng, hands, given, NO_CARDS)
        stops.append((hands, given))
        again = np.arange(count) % (len(stops) * number)
        all_hands, all_given = (np.concatenate(part)[again] for part in zip(*stops, strict=True))
        return all_hands, all_given

    def _weigh(self, view: View) -> None:
        """Set the candidates and each one's share of the weight, once a view.

        They come from a stream of the view's own: however often one asks, the answers go together.
        """
        v, seat = view.state, view.seat
        if self._weighed == (v, seat, view.history):
            return
        rng = Stream.of("candidates", seat, v)
        self._prepare(view)
        hidden = min(v.given) < 0
        number = count(self._unseen) if self._sampler.total <= LISTED else 0
        if number:
            hands = np.array(list(deals(self._unseen)), np.int64) | self._held
            if hidden:  # several passes for each deal
                hands = np.repeat(hands, max(1, CANDIDATES // number), axis=0)
        else:
            hands = self.hands(view, CANDIDATES, rng)
        given, log_chance = passes_drawn(v, hands, rng, guided=True)
        plays = _plays(view)
        log_weight = -log_chance
        weigh(v, seat, plays, hands, given, self.model, log_weight)
        shares = _shares(log_weight, 1.0)
        self._hands, self._given, self._shares, self._softened = hands, given, shares, shares
        power = 1.0
        while _effective(self._softened) < len(hands) / 4 and power > 0.02:
            power *= 0.8
            self._softened = _shares(log_weight, power)
        self._found = None
        self._weighed = (v, seat, view.history)
        self.work = {
            "candidates": len(hands),
            "effective": _effective(shares),
            "exact": bool(number) and not hidden,
            "plays weighed": len(plays),
        }


def _shares(log_weight: Any, power: float) -> Any:
    found = np.exp(power * (log_weight - log_weight.max()))
    return found / found.sum()


def _effective(shares: Any) -> float:
    """Return how many candidates of the same weight would tell as much (Kong 1992)."""
    return float(1.0 / np.square(shares).sum())


def _plays(view: View) -> Any:
    """Return who played what in this hand, in order; nothing if the view came without its history."""
    steps = view.history[-view.state.count :] if view.state.count else ()
    shown = [0] * SEATS
    for who, card in steps:
        if not 0 <= who < SEATS or card < 0:
            return NO_ROWS
        shown[who] |= 1 << card
    if tuple(shown) != tuple(view.state.played):
        return NO_ROWS
    return np.array(steps, np.int64).reshape(-1, 2)
