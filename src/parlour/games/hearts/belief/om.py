"""What a Hearts player may believe of the hidden hands: three models, each with all that the one before has.

om0 knows the hand sizes only. om1 knows what the rules make certain: suits a seat has shown to be void of,
cards one has passed, the two of clubs. Both draw from all deals that fit, each as likely. om2 asks besides
why players did what they did: P(world | actions) ∝ P(actions | world) · P(world), with the chances of the
softmax player of `hearts_behaviour` for every pass and every card played.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from parlour.beliefs.belief import Belief, drawn
from parlour.beliefs.deals import SEATS, Unseen, count, deals
from parlour.beliefs.deals_kernel import Sampler
from parlour.core.game import Game
from parlour.core.rng import Stream
from parlour.core.view import View
from parlour.games.hearts import PASS, PLAY, State
from parlour.games.hearts.belief.behaviour import ALL_HEARTS, ALL_SPADES, PACK, QUEEN, SUIT
from parlour.games.hearts.belief.chain import walk
from parlour.games.hearts.belief.weights import WEIGHTS
from parlour.games.hearts.belief.worlds import draw_passes, draw_rows, weigh

TWO = 1  # of clubs
CLASSES = (SUIT, SUIT << 13, ALL_SPADES ^ 1 << QUEEN, ALL_HEARTS, 1 << QUEEN)
VOID = (0, 1, 2, 3, 2)  # the suit whose void bars a class
NEARLY = 2  # the class barred from who can have no spade but the queen
CARDS = 52
LISTED = 1000  # deals that are listed rather than drawn
CANDIDATES = 300  # drawn to be weighed
CHAINS, STEPS = 60, 40  # worlds that walk by themselves, and their steps of each kind
BETWEEN, DISTINCT = 2, 1000  # steps between two worlds of one walk, and how many worlds differ at most
WALKS, LONG = 40, 100  # walks that the chances are taken from, and their steps
NO_ROWS = np.zeros((0, 2), np.int64)
NO_CARDS = np.zeros((0, SEATS))


def located(v: State, seat: int, passes: bool) -> list[int]:
    """Give the cards still held that a seat can place: its own, and with `passes` all it can be sure of."""
    gone = v.played[0] | v.played[1] | v.played[2] | v.played[3]
    held = [0] * SEATS
    if seat >= 0:
        held[seat] = v.hands[seat] | (v.given[seat] if v.phase == PASS else 0)
    if v.phase != PLAY:
        return held
    if passes and seat >= 0 and v.direction:
        held[(seat + v.direction) % SEATS] |= v.given[seat] & ~gone
    for first in range(SEATS):
        # A world in which the seat that is to lead cannot would be none, whatever one remembers.
        if v.voids >> 20 + first & 1 and (passes or v.count == 0):
            held[first] |= TWO & ~gone
    return held


def unseen_by(v: State, seat: int, certain: bool) -> Unseen:
    """Give the cards a seat cannot place and where they may be; with `certain` voids and passes count."""
    held = located(v, seat, certain)
    gone = v.played[0] | v.played[1] | v.played[2] | v.played[3]
    left = PACK & ~gone & ~(held[0] | held[1] | held[2] | held[3])
    a, b, c, d = (13 - v.played[other].bit_count() - held[other].bit_count() for other in range(SEATS))
    barred = 0
    for number, suit in enumerate(VOID):
        for other in range(SEATS):
            void = v.voids >> 4 * other + suit & 1
            if number == NEARLY:
                void |= v.voids >> 16 + other & 1
            barred |= void << SEATS * number + other
    return Unseen(tuple(left & cards for cards in CLASSES), (a, b, c, d), barred if certain else 0)


class _Counted(Belief):
    """All deals that fit, each as likely."""

    games = ("hearts",)
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
        return _states(view.state, hands, given)

    def hands(self, view: View, count: int, rng: Stream) -> Any:
        """Draw the four hands of so many worlds: an array of sets of cards, a row for each world."""
        self._prepare(view)
        return self._sampler.draw(rng, count) | self._held

    def matrix(self, view: View) -> list[list[float]] | None:
        """Give each card's chances to be with each seat, by counting; none before the cards are dealt."""
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
            self._held = np.array(located(view.state, view.seat, self.certain), np.int64)
            self._sampler = Sampler(self._unseen)
            self._last = (view.state, view.seat)


class HandSizes(_Counted):
    """Hold every unseen card to be as likely at every open place."""

    name = "om0"
    words = "drawn from all deals with the right hand sizes"


class Certain(_Counted):
    """Use besides what the rules make certain: voids, passed cards, who had the two of clubs."""

    name = "om1"
    words = "drawn from all deals that fit the voids shown and the cards passed"
    certain = True


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
    model: ClassVar[Any] = np.array(WEIGHTS)

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
        return _states(view.state, hands, given)

    def matrix(self, view: View) -> list[list[float]] | None:
        """Give each card's chances to be with each seat: exact if all deals are listed, else from walks."""
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
        draw_rows(view.state, np.cumsum(self._shares if exact else self._softened), rng, rows)
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
    """Give how many candidates of the same weight would tell as much (Kong 1992)."""
    return float(1.0 / np.square(shares).sum())


def _plays(view: View) -> Any:
    """Give who played what in this hand, in order; nothing if the view came without its history."""
    steps = view.history[-view.state.count :] if view.state.count else ()
    shown = [0] * SEATS
    for who, card in steps:
        if not 0 <= who < SEATS or card < 0:
            return NO_ROWS
        shown[who] |= 1 << card
    if tuple(shown) != tuple(view.state.played):
        return NO_ROWS
    return np.array(steps, np.int64).reshape(-1, 2)


def passes_drawn(v: State, hands: Any, rng: Stream, guided: bool) -> tuple[Any, Any]:
    """Draw the passes that the view hides; give them with the logarithm of each draw's chance."""
    given, log_chance = np.zeros_like(hands), np.zeros(len(hands))
    draw_passes(v, hands, int(guided), Behaviour.model, rng, given, log_chance)
    return given, log_chance


def _states(v: State, hands: Any, given: Any) -> list[State]:
    rest = v[2:]
    rows = zip(zip(*hands.T.tolist(), strict=True), zip(*given.T.tolist(), strict=True), strict=True)
    return [State._make((held, passed, *rest)) for held, passed in rows]
