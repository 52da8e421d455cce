"""Play push or fold: all-in or out before the flop, by the exact equilibrium for the stacks at the table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from parlour.cards.hands import PAIR, category, strength
from parlour.cards.ranges import kind_of, kinds
from parlour.core.bits import popcount
from parlour.core.choice import Candidate, Choice
from parlour.core.errors import BadOption
from parlour.core.exhibit import Exhibit, table
from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.rules import changed
from parlour.core.solve import Solution
from parlour.core.strategy import Strategy
from parlour.core.view import View
from parlour.games import holdem
from parlour.games.holdem.hand import new_hand
from parlour.games.holdem.play.push_fold_equilibrium import (
    PushFoldPlan,
    Stakes,
    blind_values,
    button_values,
    in_words,
    matchups,
    share,
    solve,
)
from parlour.games.holdem.table import DEAD_ANTES, HANDS, HOLE, MENU, PUSH_OR_FOLD, State, set_of
from parlour.search.explain import NOISE, drawn_by, gaining

DEEPEST = 20  # big blinds up to which pushing or folding is worth looking at
NEAR = 1e-9


@dataclass(frozen=True)
class PushDecision:
    """A decision of the game: the kind of hand, and what going in and staying out bring, in chips."""

    kind: str
    pushing: bool  # the button's decision; otherwise the blind's to call
    go: float
    stay: float
    chance: float  # with which the equilibrium goes in
    found: PushFoldPlan


def dead_antes(s: State) -> tuple[int, int]:
    """Return the ante of each seat that the other does not match."""
    if s.terms[DEAD_ANTES] == 0:
        return 0, 0
    return (s.antes[0], s.antes[1]) if s.button == 0 else (s.antes[1], s.antes[0])


def before(s: State) -> tuple[int, int]:
    """Return the stacks with which the hand began."""
    dead = dead_antes(s)
    return s.stacks[0] + s.paid[0] + dead[0], s.stacks[1] + s.paid[1] + dead[1]


def stakes_of(s: State) -> Stakes | None:
    """Return the stakes of a hand between two seats; None where a blind takes the last chip."""
    dead = dead_antes(s)
    if sum(dead) != s.dead:
        return None
    posted = new_hand(changed(s, stacks=before(s)))
    if 0 in posted.stacks:
        return None
    stack = min(posted.stacks[seat] + posted.paid[seat] for seat in (0, 1))
    button, blind = s.button, 1 - s.button
    return Stakes(posted.paid[button], posted.paid[blind], stack, dead[button], dead[blind])


def decision_of(s: State) -> PushDecision | None:
    """Return the decision at hand, if it is one of the push or fold game."""
    stakes = None if s.phase == HOLE or s.street > 0 or s.actor < 0 else stakes_of(s)
    if stakes is None:
        return None
    pushing = s.raises == 0 and s.actor == s.button
    pushed = s.raises == 1 and s.actor != s.button and s.bets[s.button] >= s.stacks[s.actor] + s.bets[s.actor]
    pushed = pushed or (s.raises == 1 and s.actor != s.button and s.stacks[s.button] == 0)
    if not pushing and not pushed:
        return None
    found = solve(stakes)
    kind = kind_of(s.hands[s.actor])
    at = kinds().index(kind)
    if pushing:
        weight = float(matchups()[0].sum(axis=1)[at])
        go, stay = button_values(stakes, found.call)
    else:
        weight = float((found.push @ matchups()[0])[at])
        go, stay = blind_values(stakes, found.push)
    plan = found.push if pushing else found.call
    return PushDecision(
        kind, pushing, float(go[at]) / weight, float(stay[at]) / weight, float(plan[at]), found
    )


class PushFold(Strategy):
    """Go all-in or fold before the flop by the exact equilibrium of that game; for short stacks, heads-up."""

    name = "push_fold"

    @classmethod
    def unfit(cls, game: Game) -> str:
        """Take heads-up no-limit where push or fold is the rule, or nobody has more than 20 big blinds."""
        if game.seats != 2 or game.options["structure"] != "no-limit":
            return "it plays heads-up no-limit only"
        s = game.start()
        if s.terms[MENU] & PUSH_OR_FOLD == 0 or s.terms[MENU] < 0:
            if min(s.began) > DEEPEST * s.blinds[1]:
                return f"more than {DEEPEST} big blinds are too much to push or fold; set bets=push or stacks"
        return ""

    def choose(self, view: View, limit: Limit) -> Choice:
        """Go in as often as the equilibrium does."""
        s = view.state
        spot = decision_of(s)
        if spot is None:
            return self._elsewhere(view)
        into = max(view.legal()) if spot.pushing else holdem.CALL
        base = before(s)[self.seat] + s.banked[self.seat] - s.began[self.seat]  # won in earlier hands
        goes = spot.chance > 0.0 and (spot.chance >= 1.0 or self.rng.uniform() < spot.chance)
        candidates = (
            Candidate(into, value=base + spot.go, probability=spot.chance, exact=True),
            Candidate(holdem.FOLD, value=base + spot.stay, probability=1.0 - spot.chance, exact=True),
        )
        ordered = candidates if spot.go >= spot.stay else candidates[::-1]
        action = into if goes else holdem.FOLD
        why = _reasons(spot, s.blinds[1], self.seat)
        if 0.0 < spot.chance < 1.0:
            odds = {view.format(into): spot.chance, view.format(holdem.FOLD): 1.0 - spot.chance}
            why = (f"{drawn_by(view.format(action), odds)}.", *why)
        evidence = {**_evidence(spot.found, s.blinds[1]), "go_bb": spot.go / s.blinds[1]}
        evidence |= {"fold_bb": spot.stay / s.blinds[1], "hand": str(spot.kind)}
        return Choice(action, "", ordered, evidence, why, exhibits=_shown(spot))

    def _elsewhere(self, view: View) -> Choice:
        """Choose outside the push-or-fold game: go in with a hand that would call a push, or a pair."""
        s = view.state
        hand = s.hands[self.seat]
        stakes = stakes_of(s)
        board = set_of(s.board)
        if board:
            good = category(strength(hand | board)) >= PAIR and popcount(board) >= 3
            why = "A pair or better is played for all, anything else is given up."
        else:
            plan = None if stakes is None else solve(stakes).call
            good = plan is None or float(plan[kinds().index(kind_of(hand))]) >= 0.5
            why = "Hands that call a push are played for all, others are not."
        legal = view.legal()
        quiet = holdem.FOLD if holdem.FOLD in legal else holdem.CALL
        return Choice(max(legal) if good else quiet, reasons=(f"Outside the game of push or fold: {why}",))

    @classmethod
    def solve(cls, game: Game, s: Any, limit: Limit) -> Solution | None:
        """Give the equilibrium value before the deal, to seat 0; after it, that of the hand to its owner."""
        if s.terms[HANDS] != 1:
            return None
        if s.phase == HOLE and s.dealt == 0 and not any(s.hands):
            stakes = stakes_of(s)
            if stakes is None:
                return None
            found = solve(stakes)
            value = found.value if s.button == 0 else -found.value
            return Solution(value, 0, (), _certificate(s, found))
        try:
            spot = decision_of(s)
        except BadOption:
            return None
        if spot is None:
            return None
        words = ("allin" if spot.pushing else "call", "fold")
        moves = tuple(
            word
            for word, value in zip(words, (spot.go, spot.stay), strict=True)
            if value > max(spot.go, spot.stay) - NEAR
        )
        return Solution(
            max(spot.go, spot.stay),
            s.actor,
            moves,
            {"kind": spot.kind, **_certificate(s, spot.found)},
        )


def _evidence(found: PushFoldPlan, big: int) -> dict[str, Any]:
    return dict(_summary(found.stakes, big))


@lru_cache(maxsize=256)
def _summary(stakes: Stakes, big: int) -> dict[str, Any]:
    """Return an equilibrium as evidence, kept: a session comes to the same stakes again and again."""
    found = solve(stakes)
    return {
        "stack_bb": found.stakes.stack / big,
        "value_bb": found.value / big,
        "exploitability_bb": max(found.exploitability, 0.0) / big,
        "push_share": share(found.push),
        "call_share": share(found.call),
        "push": in_words(found.push),
        "call": in_words(found.call),
    }


def _certificate(s: State, found: PushFoldPlan) -> dict[str, Any]:
    form = "push or fold: the button goes all-in or folds, the big blind calls or folds"
    if s.terms[MENU] < 0 or s.terms[MENU] & PUSH_OR_FOLD == 0:
        form += "; limping and smaller raises, which this table allows, are left out"
    return {
        "method": "linear program over 169 kinds of hands, equities counted, best responses exact",
        "game": form,
        **_evidence(found, s.blinds[1]),
        "button_could_gain_bb": max(found.button_gain, 0.0) / s.blinds[1],
        "blind_could_gain_bb": max(found.blind_gain, 0.0) / s.blinds[1],
    }


def _shown(spot: PushDecision) -> tuple[Exhibit, ...]:
    """Show which hands are pushed and called with."""
    rows = [["push", in_words(spot.found.push)], ["call", in_words(spot.found.call)]]
    return (table("The equilibrium of push or fold", ("move", "hands"), rows),)


def _reasons(spot: PushDecision, big: int, seat: int) -> tuple[str, ...]:
    stack, least = spot.found.stakes.stack / big, max(spot.found.exploitability, 0.0) / big
    plan = spot.found.push if spot.pushing else spot.found.call
    often = f"with {100 * spot.chance:.1f} %"
    if spot.chance in (0.0, 1.0):
        often = "always" if spot.chance else "never"
    name, does = ("Pushing", "pushes") if spot.pushing else ("Calling with", "calls with")
    return (
        f"{name} {spot.kind} is worth {spot.go / big:+.3f} big blinds to {{{seat}}}, "
        f"folding {spot.stay / big:+.3f}.",
        f"With {stack:g} big blinds the equilibrium {often} {does} {spot.kind}, "
        f"and {does} {100 * share(plan):.1f} % of all hands.",
        f"No opponent gains {gaining(least)}{'' if least < NOISE else ' big blinds a hand'} by answering it.",
    )
