"""Hearts by search under hidden cards: the pass over all triples, the play by UCT in worlds of a belief.

The search is `determinized`; this adds what a Hearts player wants to be told: where the cards are believed to
be, in how many worlds each card came out best and what it costs, and what becomes of the trick and of the
queen of spades. In a match to a target each hand is played for itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import inf
from typing import Any

import numpy as np

from parlour.compile import kernel
from parlour.core import sofar
from parlour.core.bits import listed
from parlour.core.choice import Candidate, Choice
from parlour.core.clock import now
from parlour.core.exhibit import table
from parlour.core.limit import Limit
from parlour.core.registry import game as game_named
from parlour.core.rules import play, rule
from parlour.core.strategy import option
from parlour.core.view import View
from parlour.core.words import Z
from parlour.games.hearts import PLAYOUTS, State, aware, legal
from parlour.games.hearts.cards import DECK, DONE, NONE, PASS, PLAY, POINTS, QUEEN, pick, tally, together
from parlour.games.hearts.play.heuristic import Sight
from parlour.games.hearts.play.passing import Passing, Triple, search_passes
from parlour.games.hearts.play.thumb_words import moon_numbers
from parlour.games.hearts.play.words import (
    belief_words,
    beliefs,
    dangers,
    passing_words,
    play_words,
    scale_words,
)
from parlour.games.hearts.policy import careful
from parlour.games.hearts.told import value_told
from parlour.games.hearts.words import card_name, names
from parlour.search.determinized import Determinized
from parlour.search.playout import POLICIES
from parlour.search.sampling import EPSILON_WORDS, Searched

BELIEFS = ("om0", "om1", "om2", "fill")
REPEATS, ASKED = 1, 4  # playouts in each world by which a card's points are told, and if someone asks why
TELLING = 0.1  # share of a limit on time that is kept for this
MOST_WORLDS = 100  # that are looked at to tell what becomes of a card
CLEAN, UNDER, TAKEN, COST, QUEENS, MOONS = range(6)  # columns of what becomes of a card


@rule
def trick_ended(s: State, rng: Any) -> State:
    """Let the others play to the trick as careful players do."""
    while s.phase == PLAY and s.count & 3 != 0:
        out = DECK & ~(together(s.played) | pick(s.hands, s.turn_seat))
        s = play(s, careful(legal(s), out, s.trick, s.leader, s.count, rng))
    return s


@kernel
def card_outcomes(world: State, seat: int, cards: Any, repeats: int, rng: Any, table: Any) -> int:
    """Add for each card what becomes of it in a world.

    By the trick, ended carefully: no points in it for the seat; the queen not among them; the trick taken.
    By playouts that mind a moon: the points of the hand, the queen taken, an opponent's moon.
    """
    had = pick(world.taken, seat)
    for j in range(len(cards)):
        s = trick_ended(play(world, int(cards[j])), rng)
        got = pick(s.taken, seat) & ~had
        table[j, CLEAN] += int(got & POINTS == 0)
        table[j, UNDER] += int(got & QUEEN == 0)
        table[j, TAKEN] += int(got != 0)
        for _ in range(repeats):
            end = s
            while end.phase != DONE:  # not `finish`: with one policy to compile it is an eighth faster
                end = play(end, aware(end, rng))
            taken = pick(end.taken, seat)
            table[j, COST] += pick(tally(end.taken, end.switches, 1), seat) / repeats
            table[j, QUEENS] += int(taken & QUEEN != 0) / repeats
            for other in range(4):
                if other != seat and pick(end.taken, other) & POINTS == POINTS:
                    table[j, MOONS] += 1.0 / repeats
    return len(cards)


class Hearts(Determinized):
    """Pass by search over all triples; play by UCT in worlds that a belief holds to be likely."""

    name = "hearts"

    belief: str = option(
        "om2", "which worlds are likely: hand sizes, voids and passes, behaviour", choices=BELIEFS
    )
    playout: str = option(
        "rules",
        "how playouts move: random, greedy (cheapest card of the trick), rules (careful), or aware (careful, "
        "but a moon is gone on with or stopped)",
        choices=(*POLICIES, *PLAYOUTS),
    )
    epsilon: float = option(0.0, EPSILON_WORDS, low=0.0, high=1.0)
    passing: int = option(20_000, "playouts to choose the three cards by", low=1, high=10**9)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if self.game.options["target"]:
            self.game = game_named("hearts", **{**self.game.options, "target": 0}).public
        self._passing: tuple[Any, Passing] | None = None

    def choose(self, view: View, limit: Limit) -> Choice:
        """Choose the triple, or a card; the worlds come from the view, which does not hold the truth."""
        asked, view = view, self._one_hand(view)
        if view.state.phase == PASS:
            return self._choose_pass(view, limit)
        only = self.only_move(view)
        if only is not None:
            return only
        ends_at = inf
        if limit.cap is not None:
            ends_at = now() + limit.cap
            limit = limit.after(TELLING * limit.cap)

        def so_far(searched: Callable[[], Searched]) -> None:
            sofar.tell(asked, lambda: self.explained(view, searched()))

        searched = self.searched(view, limit, so_far)
        worlds = searched.worlds[:MOST_WORLDS]
        if not worlds:  # a GPU keeps its own
            worlds = self._belief.worlds(view, self.worlds, self.rng.spawn("told", view.ply))
        return self._told(view, self.explained(view, searched), worlds, ends_at)

    def _one_hand(self, view: View) -> View:
        """Return the view without the match around the hand."""
        if view.state.target == 0:
            return view
        return replace(view, game=self.game, state=view.state._replace(scores=NONE, target=0))

    # -- passing -----------------------------------------------------------------------------------------

    def _choose_pass(self, view: View, limit: Limit) -> Choice:
        found = self._found(view, 0, limit)
        gone = view.state.given[view.seat]
        if found.triples[0].cards & gone != gone:  # somebody else began otherwise
            found = self._found(view, gone, limit)
        best = found.triples[0]
        cards = listed(legal(view.state))
        action = next((card for card in listed(best.cards & ~gone) if card in cards), cards[0])
        candidates = [
            Candidate(
                card,
                card_name(card),
                triple.value,
                triple.playouts,
                low=triple.value - triple.error,
                high=triple.value + triple.error,
                note=f"passing {names(triple.cards)}",
                told=f"costs {triple.points:.1f} points",
            )
            for card, triple in self._by_card(cards, found, gone).items()
        ]
        first = [c for c in candidates if c.action == action] or [Candidate(action, card_name(action))]
        rest = [c for c in candidates if c.action != action]
        rest.sort(key=lambda c: (-(c.visits or 0), -(c.value or 0.0), c.action))
        evidence = {
            "triples": {names(t.cards): t.value for t in found.triples[:10]},
            "points": {names(t.cards): t.points for t in found.triples[:10]},
            "tried": found.tried,
        }
        work = {"simulations": found.playouts, "worlds": found.worlds}
        return Choice(
            action,
            candidates=(*first, *rest),
            evidence=evidence,
            reasons=(*passing_words(found, view.seat), scale_words(view.seat)),
            work=work,
            exhibits=(table("The best triples", ("pass", "costs", "worth"), _ranking(found)),),
        )

    def _found(self, view: View, must: int, limit: Limit) -> Passing:
        """Search once for the three cards: the second and the third go by what the first was chosen by."""
        v = view.state
        dealt = v.hands[view.seat] | v.given[view.seat]
        key = (
            dealt,
            must,
            v.direction,
            v.switches,
            view.seat,
            view.ply - v.given[view.seat].bit_count(),
            limit,
        )
        if self._passing is None or self._passing[0] != key:
            self._passing = (key, search_passes(v, view.seat, must, self.passing, limit))
        return self._passing[1]

    def _by_card(self, cards: list[int], found: Passing, gone: int) -> dict[int, Triple]:
        """Return for each card the triple with it that got farthest."""
        best: dict[int, Triple] = {}
        for triple in found.triples:
            for card in cards:
                if triple.cards >> card & 1 and triple.cards & gone == gone:
                    best.setdefault(card, triple)
        return best

    # -- playing -----------------------------------------------------------------------------------------

    def _told(self, view: View, choice: Choice, worlds: list[State], ends_at: float) -> Choice:
        cards = [c.action for c in choice.candidates]
        tables = np.zeros((len(worlds), len(cards), 6))
        numbers = np.array(cards, np.int64)
        rng = self.rng.spawn("fates", view.ply)
        n = 0
        for world in worlds:
            card_outcomes(world, view.seat, numbers, ASKED if self.thorough else REPEATS, rng, tables[n])
            n += 1
            if now() > ends_at:
                break
        rows = tables.sum(axis=0).tolist()
        moves = [c.move for c in choice.candidates]
        evidence: dict[str, Any] = {
            **choice.evidence,
            "looked_at": n,
            "points": {move: row[COST] / n for move, row in zip(moves, rows, strict=True)},
            "no_points": {move: round(row[CLEAN]) for move, row in zip(moves, rows, strict=True)},
            "no_queen": {move: round(row[UNDER]) for move, row in zip(moves, rows, strict=True)},
            "trick_taken": {move: round(row[TAKEN]) for move, row in zip(moves, rows, strict=True)},
            "queen_taken": {move: row[QUEENS] / n for move, row in zip(moves, rows, strict=True)},
            "moon_against": {move: row[MOONS] / n for move, row in zip(moves, rows, strict=True)},
        }
        sight = Sight(view.state, view.seat)
        if sight.shooter >= 0:
            evidence |= moon_numbers(sight)
        matrix = evidence.get("belief_matrix")
        if matrix is not None:
            evidence["belief_words"] = belief_words(matrix, view)
        between = tables[:n, :1, COST] - tables[:n, 1:2, COST]  # the first two cards, world by world
        error = Z * float(np.sqrt(between.var() / max(1, n - 1))) if between.size else 0.0
        told = play_words(view, moves, evidence, error)
        shown = [dangers(moves, evidence)]
        if matrix is not None:
            shown.append(beliefs(matrix, view))
        candidates = [
            replace(c, told=f"costs {evidence['points'][c.move]:.1f} points") for c in choice.candidates
        ]
        return replace(
            choice,
            candidates=tuple(candidates),
            evidence=evidence,
            reasons=(*told, *choice.reasons, scale_words(view.seat)),
            exhibits=(*choice.exhibits, *shown),
        )


def _ranking(found: Passing) -> list[list[str]]:
    return [[names(t.cards), f"{t.points:.1f} points", value_told(t.value)] for t in found.triples[:10]]
