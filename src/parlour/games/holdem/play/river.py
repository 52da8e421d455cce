"""Play the river by its equilibrium between two ranges; before it, only check and call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parlour.cards.cards import cards_text, set_text
from parlour.cards.hands import strength
from parlour.cards.ranges import Range, parse_range
from parlour.core.choice import Candidate, Choice
from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.rules import play, turn
from parlour.core.strategy import Strategy, option
from parlour.core.view import View
from parlour.games import holdem
from parlour.games.holdem.betting import amount_of, to_call
from parlour.games.holdem.play.river_cfr import RiverSolver
from parlour.games.holdem.play.river_spot import Node, River, Solved, bluff_share, defence_share
from parlour.games.holdem.table import FIRST_RAISE, HANDS, MOST_SIZES, State, highest, pot_of, set_of
from parlour.search.explain import drawn_by

MOST_RAISES = 2  # further raises than so many can only be all-in
LEAST_ITERATIONS = 4
RARE = 0.0005  # a share too small to be told


def tree_of(root: State) -> Node:
    """Make the tree of what is left of the betting, by the table's own rules and menu."""
    paid = root.paid

    def grow(s: State, name: str, count: int) -> Node:
        since = (float(s.paid[0] - paid[0]), float(s.paid[1] - paid[1]))
        if turn(s) < 0:
            return Node(name, paid=since, folded={0b11: -1, 0b10: 0, 0b01: 1}[s.live])
        actions = [a for a in range(FIRST_RAISE + MOST_SIZES) if holdem.legal(s)[0] >> a & 1]
        if count >= MOST_RAISES:
            actions = [a for a in actions if a <= holdem.CALL or a == actions[-1]]
        moves = tuple(holdem.format(s, a) for a in actions)
        after = tuple(
            grow(play(s, a), f"{name} {word}".strip(), count + int(a > holdem.CALL))
            for a, word in zip(actions, moves, strict=True)
        )
        return Node(name, s.actor, moves, after, since)

    # As if this hand were the last: a session would go on with the next one where this one ends.
    return grow(root._replace(terms=(root.hand_no + 1, *root.terms[HANDS + 1 :])), "", 0)


def thinned(given: Range, taken: int, board: int, most: int, keep: int = 0) -> dict[int, float]:
    """Return hands that stand for a range: at most so many, spread evenly over their strength; and `keep`."""
    left = sorted(
        (hand for hand in given.holdings if hand & taken == 0),
        key=lambda hand: (strength(hand | board), hand),
    )
    step = max(len(left) / most, 1.0)
    picked = {left[int((place + 0.5) * step)] for place in range(int(len(left) / step))} if left else set()
    chosen = {hand: given.holdings[hand] for hand in left if hand in picked}
    if keep:
        chosen.setdefault(keep, 1.0)
    return chosen


def written(hands: Mapping[int, float]) -> str:
    """Write hands with their weights as a range."""
    return ", ".join(f"{set_text(hand, '')}:{weight:g}" for hand, weight in hands.items())


class RiverPlay(Strategy):
    """Solve the river between two ranges by CFR+ and play its balanced frequencies (heads-up Hold'em)."""

    name = "river"

    mine: str = option("random", "the range I come to the river with")
    theirs: str = option("random", "the range the other comes with")
    hands: int = option(80, "hands that stand for each range", low=2, high=1081)
    iterations: int = option(60, "iterations of the solver", low=LEAST_ITERATIONS, high=100_000)

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._ranges = (parse_range(self.mine), parse_range(self.theirs))

    @classmethod
    def unfit(cls, game: Game) -> str:
        """Take two seats, and a menu of bets: with every amount on offer the tree would be endless."""
        if game.seats != 2:
            return "it plays heads-up only"
        return (
            "it needs a menu of bets, not bets=all" if game.options["bets"].strip().lower() == "all" else ""
        )

    def choose(self, view: View, limit: Limit) -> Choice:
        """Play the hand as its range plays it in equilibrium."""
        s = view.state
        if s.street < 3:
            quiet = holdem.CALL if holdem.CALL in view.legal() else holdem.FOLD
            return Choice(quiet, reasons=(f"Before the river {{{self.seat}}} only checks and calls.",))
        spot = RiverSolver(self._river(s))
        spot.solver.run(min(self.iterations, max(limit.simulations or self.iterations, LEAST_ITERATIONS)))
        return self._told(view, spot, spot.solved())

    def _river(self, s: State) -> River:
        board = set_of(s.board)
        own = s.hands[self.seat]
        ours = thinned(self._ranges[0], board, board, self.hands, own)
        others = thinned(self._ranges[1], board | own, board, self.hands)
        if not others:  # a range that the cards on the table rule out says nothing
            others = thinned(parse_range("random"), board | own, board, self.hands)
        first, second = (ours, others) if self.seat == 0 else (others, ours)
        pot, stack = float(pot_of(s)), float(max(s.stacks))
        return River(cards_text(s.board), written(first), written(second), pot, stack, given=tree_of(s))

    def _told(self, view: View, spot: RiverSolver, solved: Solved) -> Choice:
        s, seat, river = view.state, self.seat, solved.river
        place = river.hands[seat].index(s.hands[seat])
        plan = [float(part) for part in solved.plans[""][:, place]]
        actions = [holdem.parse(s, move) for move in river.tree.moves]
        # What the hand takes from here on the scale of results: with what is behind, less what it began with.
        base = float(s.stacks[seat] + s.banked[seat] - s.began[seat])
        values = [base + taken for taken in spot.worths(seat, place)]
        mark, row = self.rng.uniform(), 0
        while row < len(plan) - 1 and mark >= plan[row]:
            mark -= plan[row]
            row += 1
        candidates = tuple(
            Candidate(action, value=value, probability=part)
            for action, value, part in zip(actions, values, plan, strict=True)
        )
        ordered = tuple(sorted(candidates, key=lambda c: -(c.value or 0.0)))
        evidence = _evidence(s, solved, actions)
        told = _reasons(s, solved, river.tree.moves[row], plan)
        return Choice(actions[row], "", ordered, evidence, told)


def _evidence(s: State, solved: Solved, actions: list[int]) -> dict[str, Any]:
    tree = solved.river.tree
    evidence: dict[str, Any] = {
        "hands": [len(held) for held in solved.river.hands],
        "iterations": solved.iterations,
        "exploitability_of_pot": max(solved.exploitability, 0.0) / solved.river.pot,
        "frequencies": solved.frequencies(),
    }
    if to_call(s) > 0:
        bet = float(highest(s.bets) - s.bets[s.actor])
        evidence["balanced_defence"] = defence_share(solved.river.pot - bet, bet)
        return evidence
    evidence["bluffs"] = {
        move: {
            "of_bets": solved.bluffs("", move),
            "balanced": bluff_share(pot_of(s), float(amount_of(s, action))),
        }
        for move, action in zip(tree.moves, actions, strict=True)
        if action > holdem.CALL and amount_of(s, action) > 0
    }
    return evidence


def _reasons(s: State, solved: Solved, move: str, plan: list[float]) -> tuple[str, ...]:
    river = solved.river
    odds = {
        name: part for name, part in zip(river.tree.moves, plan, strict=True) if part >= RARE or name == move
    }
    sizes = f"{len(river.hands[0])} and {len(river.hands[1])}"
    gain = 100 * max(solved.exploitability, 0.0) / river.pot
    told = [
        f"In the equilibrium between the two ranges {{{s.actor}}} always plays {move} with this hand."
        if odds[move] >= 1.0 - RARE
        else f"In the equilibrium between the two ranges {{{s.actor}}} mixes with this hand; "
        f"{drawn_by(move, odds)}.",
        f"Of each range {sizes} stand for all; best responses gain {gain:.2f} % of the pot of {river.pot:g}.",
    ]
    if to_call(s) > 0:
        bet = float(highest(s.bets) - s.bets[s.actor])
        share = defence_share(river.pot - bet, bet)
        told.append(
            f"A bet of {bet:g} into {river.pot - bet:g} must be called {100 * share:.1f} % of the time."
        )
    return tuple(told)
